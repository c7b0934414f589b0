//! ISA-GJK against GJK's proven answers, its own certificates, and coherent motion.

use super::super::answer::Status;
use super::super::gjk;
use super::super::shape::Shape;
use super::super::simplex::Solver;
use super::super::simplex::cases::Dice;
use super::super::simplex::johnson::Products;
use super::super::support::farthest;
use super::*;

/// A pair of random shapes, placed so that about half overlap.
pub(in super::super) fn pair(dice: &mut Dice) -> (Shape, Pose, Shape, Pose) {
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
    let turn = |d: &mut Dice| Quat::from_xyzw(d.real(), d.real(), d.real(), d.real() + 1.5).normalize();
    let pose_a = Pose { position: dice.vector(), rotation: turn(dice) };
    let pose_b = Pose { position: pose_a.position + dice.vector() * 1.1, rotation: turn(dice) };
    (a, pose_a, b, pose_b)
}

/// The bracket is true, and a proven answer is the right one. The certificate is recomputed from the shapes alone.
pub(in super::super) fn check(a: &Shape, pose_a: &Pose, b: &Shape, pose_b: &Pose, answer: &Answer) {
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
fn random_pairs_are_judged_right_with_every_solver() {
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
        assert!(apart + together >= 1498, "{solver:?}: all but a hair's breadth are proven: {apart} + {together}");
    }
}

#[test]
fn johnson_remembers_its_products_from_turn_to_turn() {
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
fn a_cached_axis_settles_the_next_frame_at_once() {
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
    assert!(warm < cold, "{warm} turns with the cache, {cold} without");
}

#[test]
fn touching_and_flat_pairs_end_with_a_name() {
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
