//! Tests ISA-GJK against GJK's proven answers, its own certificates, and coherent motion.

use super::*;
use crate::dim3::answer::Status;
use crate::dim3::gjk;
use crate::dim3::shape::{Axis, Shape};
use crate::dim3::simplex::Solver;
use crate::dim3::simplex::cases::Dice;
use crate::dim3::simplex::johnson::Products;
use crate::dim3::support::farthest;

fn rotation(dice: &mut Dice) -> Quat {
    Quat::from_xyzw(dice.real(), dice.real(), dice.real(), dice.real() + 1.5).normalize()
}

/// A pair of random shapes, placed so that about half overlap.
pub(in crate::dim3) fn pair(dice: &mut Dice) -> (Shape, Pose, Shape, Pose) {
    let mut shape = || {
        let size = |d: &mut Dice| 0.3 + 0.5 * d.real().abs();
        match dice.below(6) {
            0 => Shape::cuboid(Vec3::new(size(dice), size(dice), size(dice))),
            1 => Shape::sphere(size(dice)),
            2 => Shape::capsule(size(dice), size(dice), Default::default()),
            3 => Shape::segment([dice.vector(), dice.vector()]),
            _ => Shape::polytope(&(0..4 + dice.below(12)).map(|_| dice.vector()).collect::<Vec<_>>()),
        }
        .unwrap()
    };
    let (a, b) = (shape(), shape());
    let pose_a = Pose { position: dice.vector(), rotation: rotation(dice) };
    let pose_b = Pose { position: pose_a.position + dice.vector() * 1.1, rotation: rotation(dice) };
    (a, pose_a, b, pose_b)
}

/// Checks that the bracket is true and a proven answer correct. The certificate is recomputed from the shapes.
pub(in crate::dim3) fn check(a: &Shape, pose_a: &Pose, b: &Shape, pose_b: &Pose, answer: &Answer) {
    let truth = gjk::distance(a, pose_a, b, pose_b, &gjk::Options::default());
    let at = || format!("{a:?} {pose_a:?} {b:?} {pose_b:?}\n{answer:?}\n{truth:?}");
    assert!(answer.lower <= truth.upper && truth.lower <= answer.upper, "brackets exclude each other: {}", at());
    let rounding = 256.0 * EPS * (a.radius() + b.radius() + (pose_b.position - pose_a.position).length());
    match answer.status {
        Status::Separated => {
            let n = answer.normal.unwrap();
            let far =
                |shape: &Shape, pose: &Pose, d: Vec3| pose.point(farthest(shape, pose.rotation.conjugate() * d).point);
            let gap = (far(b, pose_b, -n) - far(a, pose_a, n)).dot(n);
            assert!(answer.lower > 0.0 && gap >= answer.lower - rounding, "the axis does not separate: {}", at());
        }
        Status::Penetrating => assert!(answer.upper <= rounding, "no common point is shown: {}", at()),
        Status::Touching => assert!(answer.lower <= 0.0 && answer.upper >= 0.0, "{}", at()),
        Status::NotConverged(_) => {}
    }
}

#[test]
fn random_pairs_are_decided_correctly_with_every_solver() {
    for solver in [Solver::SignedVolumes, Solver::Johnson, Solver::Voronoi] {
        let mut dice = Dice::new(21);
        let (mut apart, mut together) = (0, 0);
        for _ in 0..1500 {
            let (a, pose_a, b, pose_b) = pair(&mut dice);
            let options = Options { solver, ..Options::default() };
            let answer = intersect(&a, &pose_a, &b, &pose_b, &options, &mut Cache::default());
            check(&a, &pose_a, &b, &pose_b, &answer);
            apart += usize::from(answer.status == Status::Separated);
            together += usize::from(answer.status == Status::Penetrating);
        }
        assert!(apart > 450 && together > 450, "the mix: {apart} apart, {together} together");
        assert!(apart + together >= 1498, "{solver:?}: all but 2 pairs are decided: {apart} + {together}");
    }
}

#[test]
fn johnson_caches_its_products_between_iterations() {
    let mut dice = Dice::new(23);
    let (mut kept, mut fresh) = (0, 0);
    for _ in 0..300 {
        let (a, pose_a, b, pose_b) = pair(&mut dice);
        let options = Options { solver: Solver::Johnson, ..Options::default() };
        let mut isa = IsaGjk::new(Cso::new(&a, &pose_a, &b, &pose_b), options);
        let mut before = 0;
        loop {
            let ended = isa.step().is_break();
            if isa.products.computed > before {
                let all = Products::of(&isa.products.points, isa.products.filled);
                (fresh, before) = (fresh + all.computed, isa.products.computed);
            }
            if ended {
                break;
            }
        }
        kept += isa.products.computed;
    }
    assert!(fresh > 1000 && kept * 10 < fresh * 9, "{kept} products computed, {fresh} without memory");
}

#[test]
fn a_cached_axis_decides_the_next_frame_in_one_iteration() {
    let mut dice = Dice::new(22);
    let (mut warm, mut cold, mut frames, mut once) = (0, 0, 0, 0);
    for _ in 0..60 {
        let (a, pose_a, b, mut pose_b) = pair(&mut dice);
        let (drift, mut cache) = (dice.vector() * 0.03, Cache::default());
        for _ in 0..30 {
            pose_b.position += drift;
            let answer = intersect(&a, &pose_a, &b, &pose_b, &Options::default(), &mut cache);
            let fresh = intersect(&a, &pose_a, &b, &pose_b, &Options::default(), &mut Cache::default());
            check(&a, &pose_a, &b, &pose_b, &answer);
            if answer.status == Status::Separated && fresh.status == Status::Separated {
                (warm, cold, frames) = (warm + answer.iterations, cold + fresh.iterations, frames + 1);
                once += usize::from(answer.iterations == 1);
            }
        }
    }
    assert!(frames > 500, "{frames} frames were apart");
    assert!(once * 10 > frames * 8, "{once} of {frames} took one support point");
    assert!(warm < cold, "{warm} iterations with the cache, {cold} without");
}

#[test]
fn touching_and_flat_pairs_have_an_outcome() {
    let one = Vec3::ONE;
    let cube = Shape::cuboid(one).unwrap();
    let flat = Shape::triangle([Vec3::ZERO, Vec3::X, Vec3::Y]).unwrap();
    let point = Shape::polytope(&[Vec3::ZERO]).unwrap();
    let line = Shape::segment([-Vec3::X, Vec3::X]).unwrap();
    let all = [cube, flat, point, line];
    let places =
        [Vec3::ZERO, Vec3::X * 2.0, one * 2.0, Vec3::new(2.0, 2.0, 0.0), Vec3::X, one, Vec3::new(0.25, 0.25, 0.0)];
    for (a, b) in all.iter().flat_map(|a| all.iter().map(move |b| (a, b))) {
        for place in places {
            let pose_b = Pose { position: place, rotation: Quat::IDENTITY };
            let answer = intersect(a, &Pose::IDENTITY, b, &pose_b, &Options::default(), &mut Cache::default());
            check(a, &Pose::IDENTITY, b, &pose_b, &answer);
            assert!(answer.iterations < 20, "{a:?} {b:?} {place}: {answer:?}");
        }
    }
}

#[test]
fn every_ending_but_the_broken_ones_is_reached() {
    let ball = Shape::sphere(1.0).unwrap();
    let cube = Shape::cuboid(Vec3::ONE).unwrap();
    let end = |a: &Shape, b: &Shape, x: Real, options: Options| {
        let at = Pose { position: Vec3::new(x, 0.25, 0.125), rotation: Quat::IDENTITY };
        IsaGjk::new(Cso::new(a, &Pose::IDENTITY, b, &at), options).run()
    };
    let options = Options::default();
    assert_eq!(end(&cube, &cube, 3.0, options), Outcome::Separated);
    assert_eq!(end(&cube, &cube, 1.0, options), Outcome::Inside);
    assert_eq!(end(&ball, &ball, 1.5, options), Outcome::Shallow);
    assert_eq!(end(&cube, &cube, 1.0, Options { max_iterations: 1, ..options }), Outcome::IterationLimit);
    assert_eq!(end(&cube, &cube, Real::NAN, options), Outcome::Degenerate);
    let point = Shape::polytope(&[Vec3::ZERO]).unwrap();
    let same = Cso::new(&point, &Pose::IDENTITY, &point, &Pose::IDENTITY);
    assert_eq!(IsaGjk::new(same, options).run(), Outcome::Vanished);
}

/// A body on a face of a box, with exactly representable numbers: shapes of the box and the body, pose of the body, and
/// the exact gap between them, which is about `gap(distance of the centers)`; negative in overlap.
pub(in crate::dim3) fn near_contact(dice: &mut Dice, gap: impl Fn(Real) -> Real) -> (Shape, Shape, Pose, Real) {
    let mut size = |least: usize| (least + dice.below(1000)) as Real / 256.0;
    let half = Vec3::new(size(64), size(64), size(64));
    let half_b = Vec3::new(size(16), size(16), size(16));
    let kind = dice.below(4);
    let corner = |x: Real, y: Real, z: Real| Vec3::new(x, y, z) * half_b;
    let (b, below) = match kind {
        0 => (Shape::cuboid(half_b), half_b.z),
        1 => (Shape::sphere(half_b.z), half_b.z),
        2 => (Shape::triangle([corner(-1.0, -1.0, 0.0), corner(1.0, -1.0, 0.0), corner(0.0, 1.0, 0.0)]), 0.0),
        _ => (Shape::polytope(&[(1, 0), (0, 1), (-1, -1)].map(|(x, y)| corner(x as Real, y as Real, -1.0))), half_b.z),
    };
    let slide = |d: &mut Dice, half: Real| (d.below(200) as Real - 100.0) / 256.0 * half;
    let gap = gap(half.z + below);
    let z = half.z + below + gap;
    let at = Vec3::new(slide(dice, half.x), slide(dice, half.y), z);
    let gap = z - (half.z + below);
    // Along another axis, too: permuting the coordinates keeps them exact.
    let is_permuted = kind == 1 && dice.below(2) == 1;
    let placed = |v: Vec3| if is_permuted { Vec3::new(v.z, v.x, v.y) } else { v };
    let pose = Pose { position: placed(at), rotation: Quat::IDENTITY };
    (Shape::cuboid(placed(half)).unwrap(), b.unwrap(), pose, gap)
}

/// Checks that an overlap test is never wrong a few rounding errors from contact, and undecided only within its own
/// rounding error.
pub(in crate::dim3) fn check_near_contact(rounds: usize, intersect: impl Fn(&Shape, &Pose, &Shape, &Pose) -> Answer) {
    let mut dice = Dice::new(24);
    let mut counts = [0; 3];
    for round in 0..rounds {
        let digits = (1_i32 << (round % 13)) as Real * if round % 26 < 13 { 1.0 } else { -1.0 };
        let (a, b, at, gap) = near_contact(&mut dice, |size| digits * EPS * size);
        for (a, pose_a, b, pose_b) in [(&a, &Pose::IDENTITY, &b, &at), (&b, &at, &a, &Pose::IDENTITY)] {
            let answer = intersect(a, pose_a, b, pose_b);
            let context = || format!("gap {gap}: {answer:?}\n{a:?} {pose_a:?}\n{b:?} {pose_b:?}");
            let size = Cso::new(a, pose_a, b, pose_b).whole().magnitude();
            match answer.status {
                Status::Separated => assert!(gap > 0.0, "{}", context()),
                Status::Penetrating => assert!(gap < 0.0, "{}", context()),
                _ => assert!(gap.abs() <= 4.0 * rounding::bound_rounding(size), "{}", context()),
            }
            assert!(answer.lower <= gap.max(0.0) && (gap < 0.0 || answer.upper >= gap), "{}", context());
            counts[match answer.status {
                Status::Separated => 0,
                Status::Penetrating => 1,
                _ => 2,
            }] += 1;
        }
    }
    assert!(counts.iter().all(|n| *n > rounds / 8), "{counts:?}");
}

#[test]
fn no_wrong_answer_near_contact() {
    for solver in [Solver::SignedVolumes, Solver::Johnson, Solver::Voronoi] {
        check_near_contact(6_000, |a, pose_a, b, pose_b| {
            let options = Options { solver, ..Options::default() };
            intersect(a, pose_a, b, pose_b, &options, &mut Cache::default())
        });
    }
}

/// Rotated boxes slightly apart or overlapping: rounding is far below the gap, so the test decides.
#[test]
fn a_gap_far_above_rounding_is_decided() {
    let mut dice = Dice::new(3);
    for round in 0..2_000 {
        let size = |d: &mut Dice| 0.3 + 0.5 * d.real().abs();
        let mut cuboid = || Shape::cuboid(Vec3::new(size(&mut dice), size(&mut dice), size(&mut dice))).unwrap();
        let (a, b) = (cuboid(), cuboid());
        let pose_a = Pose { position: Vec3::ZERO, rotation: rotation(&mut dice) };
        let mut pose_b = Pose { position: dice.vector() * 2.0, rotation: rotation(&mut dice) };
        let truth = gjk::distance(&a, &pose_a, &b, &pose_b, &gjk::Options::default());
        let (Some(n), Some(apart)) = (truth.normal, truth.signed_distance) else { continue };
        let gap = 3000.0 * EPS * if round % 2 == 0 { 1.0 } else { -1.0 };
        pose_b.position += n * (gap - apart);
        let answer = intersect(&a, &pose_a, &b, &pose_b, &Options::default(), &mut Cache::default());
        let expected = if gap > 0.0 { Status::Separated } else { Status::Penetrating };
        assert_eq!(answer.status, expected, "{a:?} {pose_a:?} {b:?} {pose_b:?} {answer:?}");
    }
}

/// Capsules end to end: in `f32` the depth of 7e-5 is below two bounds of the rounding error by the magnitude.
#[test]
fn a_shallow_overlap_of_long_bodies_is_decided() {
    let mut dice = Dice::new(42);
    let capsule = Shape::capsule(1.0, 1.0, Axis::Y).unwrap();
    for round in 0..1_000 {
        let rotation = rotation(&mut dice);
        let pose_a = Pose { position: dice.vector() * 0.25, rotation };
        let gap = 600.0 * EPS * if round % 2 == 0 { 1.0 } else { -1.0 };
        let pose_b = Pose { position: pose_a.position + rotation * Vec3::Y * (4.0 + gap), rotation };
        let answer = intersect(&capsule, &pose_a, &capsule, &pose_b, &Options::default(), &mut Cache::default());
        let expected = if gap > 0.0 { Status::Separated } else { Status::Penetrating };
        assert_eq!(answer.status, expected, "{pose_a:?} {pose_b:?} {answer:?}");
    }
}
