//! Tests the closest pair of parts against all pairs, bounds after every step, rays, and invalid input.

use super::answer::Status;
use super::distance::{self, Options};
use super::pose::Pose;
use super::prelude::*;
use super::random::Random;
use super::rays::{self, Ray};
use super::shape::{Axis, Shape};
use super::tree::{Buffers, Outcome, Pairs, Search};
use super::{Body, Pair, Part, PartsError, Piece, Triangles, Workspace, cast_ray, height_field};

#[path = "tests/moving.rs"]
mod moving;
mod seams;

fn pose(random: &mut Random, spread: Real) -> Pose {
    Pose::new(random.vector() * spread, random.turn())
}

fn convex(random: &mut Random) -> Shape {
    let size = 0.1 + 0.4 * random.unit();
    let shape = match random.below(5) {
        0 => Shape::sphere(size),
        1 => Shape::cuboid(Vec3::new(size, 0.5 * size, 0.3)),
        2 => Shape::capsule(0.3 * size, size, Axis::Y),
        3 => Shape::cylinder(0.5 * size, size, Axis::X),
        _ => Shape::polytope(&(0..8).map(|_| random.vector() * size).collect::<Vec<_>>()),
    };
    shape.unwrap()
}

fn mesh(random: &mut Random, one_sided: bool) -> Triangles {
    let n = 3 + random.below(4) as usize;
    let heights: Vec<Vec<Real>> = (0..n).map(|_| (0..n).map(|_| random.unit()).collect()).collect();
    let field = height_field(&heights, [0.4, 0.4]).unwrap();
    let corners = (0..field.count()).flat_map(|i| field.corners(i)).collect::<Vec<_>>();
    let numbers = (0..field.count()).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
    Triangles::new(corners, numbers, one_sided).unwrap()
}

fn body(random: &mut Random) -> Body {
    match random.below(4) {
        0 => Body::convex(&convex(random)),
        1 => Body::new(vec![Part::mesh(mesh(random, false))]).unwrap(),
        2 => Body::new(vec![Part { margin: 0.1 * random.unit(), ..Part::mesh(mesh(random, true)) }]).unwrap(),
        _ => {
            let count = 2 + random.below(8);
            let part = |random: &mut Random| {
                let piece = match random.below(4) {
                    0 => Piece::Mesh(mesh(random, false)),
                    _ => Piece::Convex(convex(random)),
                };
                Part { piece, pose: pose(random, 1.0), margin: 0.05 * Real::from(random.below(2) as u8) }
            };
            Body::new((0..count).map(|_| part(random)).collect()).unwrap()
        }
    }
}

/// The answer for one pair of parts.
struct One {
    parts: [u32; 2],
    distance: Real,
    /// Proven upper bound. For curved bodies that overlap, `distance` itself can be slightly lower.
    upper: Real,
    is_settled: bool,
}

/// Minimum signed distance over all pairs, queried one by one; `None` if all are excluded.
fn brute(pair: &Pair<&Body>, [a, b]: [&Body; 2], options: &Options) -> Option<(Real, Vec<One>)> {
    let mut all = Vec::new();
    for i in (0..a.count()).filter(|i| !pair.is_behind(0, *i)) {
        for j in (0..b.count()).filter(|j| !pair.is_behind(1, *j)) {
            let ((leaf_a, _), (leaf_b, _)) = (a.leaf(i), b.leaf(j));
            let poses = [pair.part_pose(0, i), pair.part_pose(1, j)];
            let answer = distance::signed_distance(&leaf_a, &poses[0], &leaf_b, &poses[1], options);
            let is_settled = !matches!(answer.status, Status::NotConverged(_));
            let distance = answer.signed_distance.unwrap();
            all.push(One { parts: [i, j], distance, upper: answer.upper, is_settled });
        }
    }
    let least = all.iter().map(|one| one.distance).reduce(Real::min)?;
    Some((least, all))
}

/// All parts below a node.
fn below(body: &Body, node: u32) -> Vec<u32> {
    let mut open = vec![node];
    let mut parts = Vec::new();
    while let Some(node) = open.pop() {
        let node = body.tree().node(node);
        open.extend(node.children().into_iter().flatten());
        parts.extend(node.part());
    }
    parts
}

/// Tests one random pair of bodies; returns whether it overlaps and how much of all pairs was queried.
fn agrees(seed: u64) -> (bool, Real) {
    let random = &mut Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let a = body(random);
    let b = body(random);
    let apart = random.direction() * (random.unit() * 0.9);
    let poses = [pose(random, 1.0), pose(random, 0.0)];
    let poses = [poses[0], Pose { position: poses[0].position + apart, ..poses[1] }];
    let options = Options::default();
    let pair = Pair::new([&a, &b], [&poses[0], &poses[1]], options);
    let truth = brute(&pair, [&a, &b], &options);
    let mut search = Search::new(pair, Buffers::default());
    let (outcome, mut last) = loop {
        let before = search.pruned().len();
        let flow = search.step();
        let Some((_, all)) = &truth else {
            if let std::ops::ControlFlow::Break(outcome) = flow {
                break (outcome, Real::NEG_INFINITY);
            }
            continue;
        };
        for pruned in &search.pruned()[before..] {
            assert!(pruned.entry.bound >= pruned.upper, "seed {seed}: pruned without proof");
            let [of_a, of_b] = pruned.entry.nodes;
            let of_a = below(&a, of_a);
            let of_b = below(&b, of_b);
            for one in all.iter().filter(|one| of_a.contains(&one.parts[0]) && of_b.contains(&one.parts[1])) {
                assert!(pruned.entry.bound <= one.upper, "seed {seed}: a bound is above what it bounds");
            }
        }
        if let std::ops::ControlFlow::Break(outcome) = flow {
            break (outcome, search.lower);
        }
    };
    last = last.max(Real::MIN);
    let searched = search.result(outcome);
    let Some((least, all)) = truth else {
        assert_eq!((outcome, searched.answer), (Outcome::NoneMet, None), "seed {seed}");
        return (false, 1.0);
    };
    let answer = searched.answer.unwrap();
    let parts = searched.parts.unwrap();
    let rounding = 4.0e3 * EPS;
    // In single precision the query of a pair can stall.
    let is_open = all.iter().any(|one| !one.is_settled);
    assert!(outcome == Outcome::Closest || is_open, "seed {seed}: {outcome:?} {answer:?}");
    assert!(last <= answer.lower + rounding);
    let own = all.iter().find(|one| one.parts == parts).unwrap().distance;
    let close = 1.0e-3 * least.abs().min(1.0) * Real::from(u8::from(least < 0.0)) + rounding;
    assert!((own - least).abs() <= close, "seed {seed}: {parts:?} has {own}, the least is {least}");
    let known = answer.signed_distance.unwrap();
    assert!((known - least).abs() <= close, "seed {seed}: {known} is said, {least} is true");
    assert!(answer.lower <= least + rounding && least - rounding <= answer.upper, "seed {seed}");
    let does = Workspace::default().intersects([&a, &b], [&poses[0], &poses[1]]).intersects;
    if least.abs() > rounding {
        assert_eq!(does, Some(least < 0.0), "seed {seed}: whether they overlap");
    }
    (least < 0.0, searched.queries as Real / all.len() as Real)
}

fn many(seeds: std::ops::Range<u64>) {
    let count = (seeds.end - seeds.start) as Real;
    let mut overlapping = 0.0;
    let mut share = 0.0;
    for seed in seeds {
        let (overlaps, asked) = agrees(seed);
        overlapping += Real::from(u8::from(overlaps));
        share += asked;
    }
    assert!((0.3..0.7).contains(&(overlapping / count)), "{overlapping} of {count} overlap");
    assert!(share / count < 0.5, "{} of all pairs were asked", share / count);
}

#[test]
fn the_closest_pair_is_that_of_all_pairs() {
    many(0..200);
}

#[test]
#[ignore = "20 000 pairs of bodies take minutes; the same with 200 is in every run"]
fn the_closest_pair_is_that_of_all_pairs_20_000_times() {
    many(1000..21_000);
}

#[test]
fn a_ray_hits_the_first_of_all_parts() {
    let random = &mut Random(71);
    let mut hits = 0;
    for case in 0..300 {
        let body = body(random);
        let at = pose(random, 1.0);
        let aim = at.position + random.vector() * 0.4;
        let origin = at.position + random.direction() * 4.0;
        let ray = Ray { origin, direction: aim - origin, t_max: 2.0 };
        let found = cast_ray(&body, &at, &ray, &mut Vec::new());
        let mut first: Option<Real> = None;
        for part in 0..body.count() {
            let (leaf, own) = body.leaf(part);
            let back = body.one_sided_normal(part).map(|normal| (at.rotation * normal).dot(ray.direction));
            if back.is_some_and(|along| along > 0.0) {
                continue;
            }
            let shape = Shape::inflate(leaf.shape, leaf.ball).unwrap();
            let answer = rays::PosedRay::new(&ray, &at).cast(&shape, Some(own));
            if let Some(t) = answer.t {
                first = Some(first.map_or(t, |first| first.min(t)));
            }
        }
        let near = |a: Real, b: Real| (a - b).abs() <= 1.0e3 * EPS;
        match (found.answer.t, first) {
            (Some(t), Some(first)) => assert!(near(t, first), "case {case}: {t} is said, {first} is true"),
            (None, None) => {}
            other => panic!("case {case}: {other:?}"),
        }
        hits += usize::from(first.is_some());
    }
    assert!((60..280).contains(&hits), "{hits} of 300 rays hit");
}

#[test]
fn invalid_bodies_are_rejected_with_a_reason() {
    let corner = |x: Real, y: Real| Vec3::new(x, y, 0.0);
    let corners = vec![corner(0.0, 0.0), corner(1.0, 0.0), corner(0.0, 1.0), corner(2.0, 0.0)];
    let made = |corners: &[Vec3], of: [u32; 3], one_sided| {
        Triangles::new(corners.to_vec(), vec![[0, 1, 2], of], one_sided).map(|_| ()).unwrap_err()
    };
    assert_eq!(made(&corners, [0, 1, 4], false), PartsError::Index { triangle: 1, corner: 2 });
    assert_eq!(made(&corners, [0, 1, 3], true), PartsError::Degenerate(1));
    let broken = [corners[0], corners[1], corner(Real::NAN, 0.0), corners[3]];
    assert_eq!(made(&broken, [0, 1, 2], false), PartsError::Vertex(2));
    assert!(matches!(Triangles::new(corners, Vec::new(), false), Err(PartsError::NoTriangle)));
    let field = |heights: &[Vec<Real>], cell| height_field(heights, cell).map(|_| ()).unwrap_err();
    assert_eq!(field(&[vec![0.0, 1.0]], [1.0, 1.0]), PartsError::TooFewHeights);
    assert_eq!(field(&[vec![0.0, 1.0], vec![0.0]], [1.0, 1.0]), PartsError::Ragged(1));
    assert_eq!(field(&[vec![0.0, 1.0], vec![0.0, 1.0]], [1.0, 0.0]), PartsError::Cell(1));
    assert_eq!(field(&[vec![0.0, 1.0], vec![0.0, Real::INFINITY]], [1.0, 1.0]), PartsError::Vertex(3));
    assert_eq!(Body::new(Vec::new()).map(|_| ()).unwrap_err(), PartsError::Empty);
    let ball = Part { margin: -1.0, ..Part::convex(Shape::sphere(1.0).unwrap()) };
    assert_eq!(Body::new(vec![ball]).map(|_| ()).unwrap_err(), PartsError::Margin);
}

#[test]
fn coinciding_parts_are_split_by_the_tree() {
    let ball = Shape::sphere(1.0).unwrap();
    let body = Body::new((0..40).map(|_| Part::convex(ball.clone())).collect()).unwrap();
    assert_eq!(body.tree().nodes().len(), 79);
    let apart = Pose::new(Vec3::X * 3.0, Quat::IDENTITY);
    let other = Body::convex(&ball);
    let found = Workspace::default().distance([&body, &other], [&Pose::IDENTITY, &apart], &Options::default());
    assert_eq!(found.outcome, Outcome::Closest);
    assert!(found.answer.is_some_and(|answer| (answer.signed_distance.unwrap() - 1.0).abs() <= 8.0 * EPS));
}

#[test]
fn far_from_the_origin_and_in_any_unit_the_closest_pair_is_the_same() {
    for scale in [1.0e-4, 1.0, 1.0e4] {
        let heights: Vec<Vec<Real>> =
            (0..6_u8).map(|i| (0..6_u8).map(|j| scale * Real::from((i * 7 + j * 3) % 5)).collect()).collect();
        let field = Body::new(vec![Part::mesh(height_field(&heights, [scale, scale]).unwrap())]).unwrap();
        let ball = Body::convex(&Shape::sphere(0.25 * scale).unwrap());
        let at = Pose::new(Vec3::new(2.2, 6.0, 2.4) * scale, Quat::IDENTITY);
        let near = Workspace::default().distance([&field, &ball], [&Pose::IDENTITY, &at], &Options::default());
        let home = Vec3::new(1.0, -2.0, 3.0) * (64.0 * scale);
        let poses = [Pose::IDENTITY, at].map(|pose| Pose { position: pose.position + home, ..pose });
        let far = Workspace::default().distance([&field, &ball], [&poses[0], &poses[1]], &Options::default());
        let known = |found: &super::ClosestPair| found.answer.and_then(|answer| answer.signed_distance).unwrap();
        assert!((known(&near) - known(&far)).abs() <= 1.0e3 * EPS * scale, "scale {scale}");
        assert_eq!(near.parts, far.parts, "scale {scale}");
    }
}

#[test]
fn bounds_of_a_pair_are_bounds_of_its_parts() {
    let random = &mut Random(5);
    for _ in 0..40 {
        let a = body(random);
        let b = body(random);
        let poses = [pose(random, 1.0), pose(random, 2.0)];
        let mut pair = Pair::new([&a, &b], [&poses[0], &poses[1]], Options::default());
        let bound = pair.bound([0, 0]);
        for i in 0..a.count() {
            if let Some(found) = pair.query([i, 0]) {
                assert!(bound <= found.bracket.upper, "the bound of both roots holds for every pair");
            }
        }
    }
}
