//! Tests with the distance query as oracle, every outcome, stable names, and swapped pairs.

use std::ops::ControlFlow;

use super::*;
use crate::dim3::distance::{Options as DistanceOptions, signed_distance};
use crate::dim3::random::Random;
use crate::dim3::sat;
use crate::dim3::shape::Axis;
use crate::dim3::support::Support;

fn polytope(random: &mut Random) -> Shape {
    let points: Vec<Vec3> = (0..4 + random.below(9)).map(|_| random.vector() * 0.8).collect();
    Shape::polytope(&points).unwrap()
}

fn cuboid(random: &mut Random) -> Shape {
    Shape::cuboid(random.vector().abs() * 0.7 + Vec3::splat(0.1)).unwrap()
}

/// A random body.
fn shape(random: &mut Random) -> Shape {
    let r = 0.2 + 0.5 * random.unit();
    let h = 0.1 + 0.6 * random.unit();
    let shape = match random.below(9) {
        0 => Shape::sphere(r),
        1 => Shape::capsule(r, h, Axis::Y),
        2 => Shape::cylinder(r, h, Axis::Z),
        3 => Shape::cone(r, h, Axis::X),
        4 => Shape::ellipsoid(Vec3::new(r, h, 0.4)),
        5 => Shape::triangle([random.vector(), random.vector(), random.vector()]),
        6 => Shape::segment([random.vector(), random.vector()]),
        7 => Ok(polytope(random)),
        _ => Ok(cuboid(random)),
    };
    let ball = if random.below(3) == 0 { 0.3 * random.unit() } else { 0.0 };
    Shape::inflate(shape.unwrap(), ball).unwrap()
}

fn pose(random: &mut Random, reach: Real) -> Pose {
    let turn = if random.below(4) == 0 { Quat::IDENTITY } else { random.turn() };
    Pose::new(random.vector() * reach, turn)
}

fn distance_of(a: &Shape, pose_a: &Pose, b: &Shape, pose_b: &Pose) -> Real {
    signed_distance(a, pose_a, b, pose_b, &DistanceOptions::default()).signed_distance.unwrap()
}

/// Distance of a point that is outside a body.
fn outside(shape: &Shape, pose: &Pose, p: Vec3) -> Real {
    let point = Shape::sphere(0.0).unwrap();
    distance_of(shape, pose, &point, &Pose::new(p, Quat::IDENTITY))
}

/// `min B·n − max A·n`.
fn gap_along(n: Vec3, a: &Shape, pose_a: &Pose, b: &Shape, pose_b: &Pose) -> Real {
    let reach = |shape: &Shape, pose: &Pose, n: Vec3| {
        pose.point(shape.support(pose.rotation.conjugate() * n).point).dot(n) + shape.margin()
    };
    -reach(b, pose_b, -n) - reach(a, pose_a, n)
}

fn check_manifolds(random: &mut Random, make: fn(&mut Random) -> Shape, rounds: u32, seen: &mut [u32; 7]) {
    let mut workspace = Workspace::default();
    for round in 0..rounds {
        let a = make(random);
        let b = make(random);
        let pose_a = pose(random, 0.3);
        let pose_b = pose(random, 1.1);
        let margin = if round % 2 == 0 { 0.0 } else { 0.2 };
        let max_points = [0, 4][round as usize / 2 % 2];
        let options = Options { margin, max_points, ..Options::default() };
        let bodies = [Body::new(&a).unwrap(), Body::new(&b).unwrap()];
        let found = workspace.manifold(&bodies[0], &pose_a, &bodies[1], &pose_b, &options).clone();
        let signed = distance_of(&a, &pose_a, &b, &pose_b);
        let context = || format!("round {round}, {signed}: {found:?}\n{a:?} {pose_a:?}\n{b:?} {pose_b:?}");
        // For round bodies the oracle itself stops at a fraction of the distance.
        let off = 4096.0 * EPS;
        seen[match found.outcome {
            Outcome::Apart => 0,
            Outcome::FaceContact => 1,
            Outcome::EdgeContact => 2,
            Outcome::VertexContact => 3,
            Outcome::ClipEmptyUsedEdge => 4,
            Outcome::ClipEmptyUsedClosest => 5,
            Outcome::NotFinite => 6,
        }] += 1;
        let Some(n) = found.normal else {
            assert!(
                found.outcome == Outcome::Apart && signed >= margin - off && found.points.is_empty(),
                "{}",
                context()
            );
            continue;
        };
        assert!(!found.points.is_empty() && signed <= margin + off, "{}", context());
        assert!(max_points == 0 || found.points.len() <= 4, "{}", context());
        let deepest = found.points.iter().map(|point| point.depth).fold(Real::NEG_INFINITY, Real::max);
        assert!((deepest + signed).abs() <= 1.1 * found.band + off, "deepest {deepest}: {}", context());
        let slab = gap_along(n, &a, &pose_a, &b, &pose_b);
        assert!(slab >= signed - 1.1 * found.band - off, "slab {slab}: {}", context());
        for (i, point) in found.points.iter().enumerate() {
            let [in_a, in_b] = [outside(&a, &pose_a, point.on_a), outside(&b, &pose_b, point.on_b)];
            assert!(in_a.max(in_b) <= off, "outside by {in_a} {in_b}: {}", context());
            assert!((point.on_b - point.on_a + n * point.depth).length() <= off, "{}", context());
            assert!(-point.depth <= margin + off && point.depth <= -slab + off, "{}", context());
            assert!(found.points[..i].iter().all(|other| other.id != point.id), "{}", context());
        }
        let mut swapped = manifold(&bodies[1], &pose_b, &bodies[0], &pose_a, &options);
        swapped.exchange();
        assert_eq!(swapped, found, "{}", context());
    }
}

#[test]
fn manifolds_of_boxes_and_polytopes_agree_with_the_distance() {
    let mut seen = [0; 7];
    check_manifolds(&mut Random(3), cuboid, 1500, &mut seen);
    check_manifolds(&mut Random(4), polytope, 1500, &mut seen);
    assert!(seen[0] > 300 && seen[1] > 500 && seen[2] > 200, "{seen:?}");
}

#[test]
fn manifolds_of_bodies_of_every_kind_agree_with_the_distance() {
    let mut seen = [0; 7];
    check_manifolds(&mut Random(5), shape, 3000, &mut seen);
    assert!(seen[0] > 300 && seen[1] > 300 && seen[3] > 300, "{seen:?}");
}

/// A triangle's edge next to a nearly parallel capsule (a case of Jolt's tests), and two such capsules.
#[test]
fn points_of_nearly_parallel_edges_are_one_above_the_other() {
    let corners =
        [[-0.48, -1.36, 0.27], [-0.105, 0.388, 0.27 + 1.2 * EPS.sqrt()], [-0.105, -1.36, 0.27]].map(Vec3::from);
    let capsule = Shape::capsule(0.37, 0.5, Axis::Y).unwrap();
    let turned = Quat::from_axis_angle(Vec3::new(0.9, 0.0, 0.4).normalize().into(), 1.2 * EPS.sqrt());
    let tilted_pose = Pose::new(Vec3::new(0.3, 0.1, 0.2), turned);
    for (shape, pose) in [(Shape::triangle(corners).unwrap(), Pose::IDENTITY), (capsule.clone(), tilted_pose)] {
        let bodies = [&shape, &capsule].map(|shape| Body::new(shape).unwrap());
        let found = manifold(&bodies[0], &pose, &bodies[1], &Pose::IDENTITY, &Options::default());
        assert_eq!((found.outcome, found.points.len()), (Outcome::EdgeContact, 2), "{found:?}");
        for point in &found.points {
            let off = (point.on_b - point.on_a + found.normal.unwrap() * point.depth).length();
            let outside = outside(&shape, &pose, point.on_a).max(outside(&capsule, &Pose::IDENTITY, point.on_b));
            assert!(off <= 32.0 * EPS && outside <= 256.0 * EPS, "{off} and {outside} off: {found:?}");
        }
    }
}

/// Closest points on nearly parallel sides are not unique, but the gap along the normal is the separation, in either
/// order of the bodies.
#[test]
fn the_normal_of_capsules_that_are_nearly_parallel_is_not_tilted_along_them() {
    let random = &mut Random(17);
    let mut two = 0;
    let mut count = 0;
    for exponent in 0..37 {
        let angle = (10.0 as Real).powf(-12.0 + 0.25 * exponent as Real);
        for _ in 0..8 {
            let r = 0.2 + 0.2 * random.unit();
            let long = 0.4 + 0.6 * random.unit();
            let shapes = [Shape::capsule(r, long, Axis::X), Shape::capsule(0.3, 0.5, Axis::X)].map(Result::unwrap);
            let turn = Quat::from_axis_angle(random.direction().into(), angle);
            let side = Vec3::new(0.0, random.unit() - 0.5, random.unit() + 0.1).normalize();
            let place = side * ((r + 0.3) * (0.6 + 0.4 * random.unit())) + Vec3::X * (0.3 * random.unit());
            let poses = [at(0.0, 0.0, 0.0), Pose::new(place, turn)];
            for [i, j] in [[0, 1], [1, 0]] {
                let bodies = [i, j].map(|k: usize| Body::new(&shapes[k]).unwrap());
                let found = manifold(&bodies[0], &poses[i], &bodies[1], &poses[j], &Options::default());
                let gap = gap_along(found.normal.unwrap(), &shapes[i], &poses[i], &shapes[j], &poses[j]);
                let off = (gap + found.excess_depth - found.separation).abs();
                assert!(off <= 64.0 * EPS, "{off} at an angle of {angle}: {found:?}");
                count += 1;
                two += u32::from(found.points.len() == 2);
            }
        }
    }
    assert!(two * 4 > count && two < count, "{two} of {count} have two points");
}

fn at(x: Real, y: Real, z: Real) -> Pose {
    Pose::new(Vec3::new(x, y, z), Quat::IDENTITY)
}

fn ids(answer: &Answer) -> Vec<u64> {
    let mut ids: Vec<u64> = answer.points.iter().map(|point| point.id).collect();
    ids.sort_unstable();
    ids
}

/// Equal stacked boxes shake by less than a hundredth: the points keep their names, whichever face is the reference.
#[test]
fn names_of_stacked_boxes_stay() {
    let cube = Body::new(&Shape::cuboid(Vec3::ONE).unwrap()).unwrap();
    let mut random = Random(9);
    let mut references = [0; 2];
    let mut stayed = 0;
    let first = ids(&manifold(&cube, &Pose::IDENTITY, &cube, &at(0.0, 1.99, 0.0), &Options::default()));
    assert_eq!(first.len(), 4);
    for _ in 0..300 {
        let mut shake = |y: Real| {
            let turn = Quat::from_axis_angle(random.direction().into(), 0.002);
            Pose::new(Vec3::new(0.0, y, 0.0) + random.vector() * 0.003, turn)
        };
        let poses = [shake(0.0), shake(1.99)];
        let options = Options { margin: 0.05, max_points: 4, ..Options::default() };
        let found = manifold(&cube, &poses[0], &cube, &poses[1], &options);
        stayed += u32::from(ids(&found) == first);
        references[usize::from(found.reference.unwrap().body)] += 1;
    }
    assert_eq!(stayed, 300);
    // In `f32` the two faces are equal within rounding, and the first is taken.
    assert!(EPS > 1.0e-10 || references.iter().all(|n| *n > 30), "both are the reference: {references:?}");
}

#[test]
fn round_bodies_have_their_points() {
    let floor = Body::new(&Shape::cuboid(Vec3::new(4.0, 0.5, 4.0)).unwrap()).unwrap();
    let ask = |shape: Shape, pose: Pose, max_points: u32| {
        let body = Body::new(&shape).unwrap();
        manifold(&floor, &Pose::IDENTITY, &body, &pose, &Options { max_points, margin: 0.02, ..Options::default() })
    };
    let lying = Quat::from_rotation_z(std::f64::consts::FRAC_PI_2 as Real);
    let count = |shape: Result<Shape, crate::dim3::shape::ShapeError>, pose, max| {
        let found = ask(shape.unwrap(), pose, max);
        assert_eq!(found.outcome, Outcome::FaceContact, "{found:?}");
        found.points.len()
    };
    assert_eq!(count(Shape::sphere(0.5), at(0.0, 0.99, 0.0), 0), 1);
    assert_eq!(count(Shape::capsule(0.5, 1.0, Axis::Y), Pose::new(Vec3::Y * 0.99, lying), 0), 2);
    assert_eq!(count(Shape::cylinder(0.5, 1.0, Axis::Y), Pose::new(Vec3::Y * 0.99, lying), 0), 2);
    assert_eq!(count(Shape::cylinder(0.5, 1.0, Axis::Y), at(0.0, 1.49, 0.0), 0), 8);
    assert_eq!(count(Shape::cylinder(0.5, 1.0, Axis::Y), at(0.0, 1.49, 0.0), 4), 4);
    assert_eq!(count(Shape::cone(0.5, 1.0, Axis::Y), at(0.0, 1.49, 0.0), 4), 4);
    assert_eq!(count(Shape::ellipsoid(Vec3::new(1.0, 0.5, 1.0)), at(0.0, 0.99, 0.0), 4), 1);
    // The boxes are side by side.
    let capsule = Body::new(&Shape::capsule(0.5, 1.0, Axis::Y).unwrap()).unwrap();
    let found = manifold(&capsule, &Pose::IDENTITY, &capsule, &at(0.9, 0.5, 0.0), &Options::default());
    assert_eq!((found.outcome, found.points.len()), (Outcome::EdgeContact, 2), "{found:?}");
}

#[test]
fn every_ending_is_reached() {
    let cube = Body::new(&Shape::cuboid(Vec3::ONE).unwrap()).unwrap();
    let ball = Body::new(&Shape::sphere(1.0).unwrap()).unwrap();
    let auto = Options::default();
    let ask = |b: &Body, pose: &Pose, options: &Options| manifold(&cube, &Pose::IDENTITY, b, pose, options).outcome;
    assert_eq!(ask(&cube, &at(3.0, 0.0, 0.0), &auto), Outcome::Apart);
    assert_eq!(ask(&cube, &at(1.5, 0.5, 0.0), &auto), Outcome::FaceContact);
    assert_eq!(ask(&ball, &at(1.5, 1.5, 1.5), &auto), Outcome::VertexContact);
    assert_eq!(ask(&cube, &at(Real::NAN, 0.0, 0.0), &auto), Outcome::NotFinite);
    // Two edges crossed at right angles, with each cube on an edge.
    let eighth = std::f64::consts::FRAC_PI_4 as Real;
    let across = Quat::from_rotation_x(eighth);
    let lower = Pose::new(Vec3::ZERO, Quat::from_rotation_z(eighth));
    let upper = Pose::new(Vec3::new(0.0, 2.0 * (2.0 as Real).sqrt() - 0.1, 0.0), across);
    let found = manifold(&cube, &lower, &cube, &upper, &auto);
    assert_eq!((found.outcome, found.points.len()), (Outcome::EdgeContact, 1), "{found:?}");
    let forced = Options { reference: ContactReference::FaceA, ..auto };
    assert_eq!(manifold(&cube, &lower, &cube, &upper, &forced).outcome, Outcome::ClipEmptyUsedEdge);
    let asked = Options { reference: ContactReference::EdgePair, ..auto };
    let tilted = Pose::new(Vec3::new(0.3, 1.9, 0.1), Quat::from_rotation_y(0.5) * Quat::from_rotation_x(0.05));
    assert_eq!(manifold(&cube, &Pose::IDENTITY, &cube, &tilted, &auto).outcome, Outcome::FaceContact);
    assert_eq!(manifold(&cube, &Pose::IDENTITY, &cube, &tilted, &asked).points.len(), 1);
    let with_margin = Options { margin: 3.0, reference: ContactReference::FaceA, ..auto };
    assert_eq!(ask(&cube, &at(3.0, 2.5, 2.5), &with_margin), Outcome::ClipEmptyUsedClosest);
}

/// A round body: a solid of revolution with or without a margin.
fn rounded(random: &mut Random) -> Shape {
    let r = 0.2 + 0.5 * random.unit();
    let h = 0.1 + 0.6 * random.unit();
    let shape = match random.below(5) {
        0 => Shape::sphere(r),
        1 => Shape::capsule(r, h, Axis::Y),
        2 | 3 => Shape::cylinder(r, h, Axis::Z),
        _ => Shape::cone(r, h, Axis::X),
    };
    let ball = if random.below(2) == 0 { 0.3 * random.unit() } else { 0.0 };
    Shape::inflate(shape.unwrap(), ball).unwrap()
}

/// If the reference face costs only rounding, the deepest of at most four points is as deep as the pair.
#[test]
fn the_deepest_point_is_as_deep_as_the_pair() {
    let mut random = Random(77);
    let mut workspace = Workspace::default();
    let mut faces = 0;
    let mut signs = [0; 2];
    let mut stays = [0; 2];
    let makes: [fn(&mut Random) -> Shape; 3] = [rounded, shape, cuboid];
    for round in 0..12_000 {
        let a = rounded(&mut random);
        let b = makes[round % 3](&mut random);
        let pose_a = pose(&mut random, 0.3);
        let pose_b = pose(&mut random, 1.1);
        let options = Options { margin: 0.2, max_points: 4, ..Options::default() };
        let bodies = [Body::new(&a).unwrap(), Body::new(&b).unwrap()];
        let found = workspace.manifold(&bodies[0], &pose_a, &bodies[1], &pose_b, &options).clone();
        let full = signed_distance(&a, &pose_a, &b, &pose_b, &DistanceOptions::default());
        let signed = full.signed_distance.unwrap();
        let magnitude = a.radius() + b.radius() + pose_a.position.distance(pose_b.position);
        let rounding = 8.0 * rounding::bound_rounding(magnitude);
        let (Some(n), Some(nearest)) = (found.normal, full.normal) else { continue };
        // In `f32` another direction can be equally good within rounding; its points differ.
        if found.excess_depth > rounding || n.distance(nearest) > 1.0e-3 {
            continue;
        }
        faces += u32::from(found.outcome == Outcome::FaceContact);
        signs[usize::from(signed > 0.0)] += 1;
        let deepest = found.points.iter().map(|point| point.depth).fold(Real::NEG_INFINITY, Real::max);
        let off = rounding + (full.upper - full.lower).abs();
        assert!((deepest + signed).abs() <= off, "round {round}: {deepest} {signed}, {found:?}");
        assert!((1..=4).contains(&found.points.len()), "{found:?}");
        // After a move of a thousandth, the points keep their names.
        if found.outcome == Outcome::FaceContact {
            let moved = Pose::new(pose_b.position + random.vector() * 1.0e-3, pose_b.rotation);
            let previous_ids = PointIds::from_ids(found.points.iter().map(|point| point.id));
            let options = Options { previous: found.reference, previous_ids, ..options };
            let next = workspace.manifold(&bodies[0], &pose_a, &bodies[1], &moved, &options);
            stays[1] += next.points.len();
            stays[0] += next.points.iter().filter(|point| previous_ids.contains(point.id)).count();
        }
    }
    assert!(faces > 1000 && signs.iter().all(|n| *n > 500), "{faces} {signs:?}");
    assert!(stays[0] * 100 >= stays[1] * 97, "{stays:?}");
}

/// With very many vertices, not all axes are tried, and the search takes several steps; the result is that of all axes.
#[test]
fn manifolds_of_polytopes_with_many_vertices_agree_with_a_search_of_all_axes() {
    let mut random = Random(1916);
    let mut cloud = |n: usize| -> Vec<Vec3> {
        let points = (0..).map(|_| random.vector()).filter(|v| (0.1..1.0).contains(&v.length()));
        points.map(|v| v.normalize()).take(n).collect()
    };
    for (n, at) in [(120, [1.2, 0.7, 0.9]), (700, [1.0, -0.9, 0.8]), (2500, [0.1, 0.0, 0.02]), (700, [2.0, 2.0, 2.0])] {
        let [a, b] = [cloud(n), cloud(n)].map(|points| Body::new(&Shape::polytope(&points).unwrap()).unwrap());
        let turn = Quat::from_xyzw(0.1, 0.5, -0.3, 0.8).normalize();
        let pose = Pose::new(Vec3::from_array(at.map(|x: f64| x as Real)), turn);
        let mut run = Manifold::new(&a, &Pose::IDENTITY, &b, &pose, Options::default());
        let mut steps = 0;
        while run.phase == Phase::Axes {
            _ = run.step();
            steps += 1;
        }
        assert_eq!(steps > 1, n > 800, "{steps} steps for the axes of {n} corners");
        // All pairs of edges that cross, by the walk.
        let [p, q] = [&a, &b].map(|body| body.solid.as_ref().unwrap());
        let mut all = sat::Sat::new(p, &Pose::IDENTITY, q, &pose, sat::Options::default()).unbounded();
        let mut face = Real::NEG_INFINITY;
        let mut edges = Real::NEG_INFINITY;
        while all.step().is_continue() {
            for (axis, gap) in all.axes_of_step() {
                let best = if let sat::Axis::Edges(..) = axis { &mut edges } else { &mut face };
                *best = best.max(gap);
            }
        }
        let rounding = 2.0 * run.rounding;
        let largest = run.axes.largest.unwrap();
        assert!((largest - face.max(edges)).abs() <= rounding, "{largest} {face} {edges}");
        assert!((run.axes.face.unwrap().gap - face).abs() <= rounding);
        // An edge pair that can make the contact is the best of all.
        let band = reference_band(largest, run.rounding);
        match run.axes.edges {
            Some(found) => {
                assert!((found.gap - edges).abs() <= rounding || edges < largest - band, "{found:?} {edges}")
            }
            None => assert!(edges < largest - band + rounding, "{edges} {largest}"),
        }
    }
}

/// In steps, the distance query of the cores gives the same bits as one run, for all options.
#[test]
fn a_stepped_distance_query_gives_the_answer_of_a_run() {
    let mut random = Random(2024);
    let mut seen = [0; 3];
    for round in 0..600 {
        let a = shape(&mut random);
        let b = shape(&mut random);
        let [a, b] = [a, b].map(|shape| Body::new(&shape).unwrap());
        let pose_a = pose(&mut random, 0.3);
        let pose_b = pose(&mut random, 1.1);
        let reference = [ContactReference::Auto, ContactReference::FaceA, ContactReference::EdgePair][round % 3];
        let options = Options { margin: 0.1, max_points: [0, 3][round % 2], reference, ..Options::default() };
        let start = Manifold::new(&a, &pose_a, &b, &pose_b, options);
        let mut stepped = start.clone();
        let mut run = start;
        let outcome = loop {
            if let Phase::Distance(purpose) = stepped.phase {
                seen[purpose as usize] += 1;
            }
            if let ControlFlow::Break(outcome) = stepped.step() {
                break outcome;
            }
        };
        assert_eq!(run.run(), outcome, "round {round}");
        assert_eq!(run.answer(), stepped.answer(), "round {round}");
    }
    // Clipping misses the deepest point of polytopes only by rounding.
    assert!(seen[DistancePurpose::Reference as usize] > 20 && seen[DistancePurpose::Points as usize] > 20, "{seen:?}");
}

#[test]
fn shared_box_features_equal_those_of_each_box() {
    let mut random = Random(71);
    for round in 0..50 {
        let half = random.vector().abs() + Vec3::splat(0.1);
        let body = Body::new(&Shape::cuboid(half).unwrap()).unwrap();
        // The same vertices, as a polytope.
        let hull = Body::new(&Shape::polytope(&body.points).unwrap()).unwrap();
        assert_eq!((body.features().faces.len(), body.features().edges.len()), (6, 12), "round {round}");
        assert!((0..8).all(|v| body.point(v) == body.points[v as usize]), "round {round}");
        for (face, number) in body.features().faces.iter().zip(0..) {
            let corners: Vec<Vec3> = body.face_ring(number).iter().map(|corner| body.point(corner.vertex)).collect();
            let reach = face.normal.abs().dot(half);
            assert!(corners.iter().all(|p| face.normal.dot(*p) == reach), "round {round}: {face:?}");
            assert!((corners[1] - corners[0]).cross(corners[2] - corners[1]).dot(face.normal) > 0.0, "round {round}");
        }
        let d = random.vector();
        let [one, other] =
            [&body, &hull].map(|body| body.features().faces[body.face_along(d).unwrap() as usize].normal);
        assert!(one.distance(other) < 1.0e-3, "round {round}: {one} {other} along {d}");
    }
}

/// Both ends of the capsule's segment are above one point of the box.
#[test]
fn an_upright_capsule_has_one_contact_point() {
    let capsule = Shape::capsule(0.25, 0.5, Axis::Y).unwrap();
    let floor = Shape::cuboid(Vec3::ONE).unwrap();
    let [capsule, floor] = [capsule, floor].map(|shape| Body::new(&shape).unwrap());
    let upright = Pose::new(Vec3::new(0.25, 1.734375, 0.125), Quat::IDENTITY);
    for swapped in [false, true] {
        let mut bodies = [(&capsule, upright), (&floor, Pose::IDENTITY)];
        if swapped {
            bodies.reverse();
        }
        let [(a, pose_a), (b, pose_b)] = bodies;
        let mut manifold = Manifold::new(a, &pose_a, b, &pose_b, Options::default());
        assert_eq!(manifold.run(), Outcome::FaceContact);
        let [point] = &manifold.points[..] else { panic!("{:?}", manifold.points) };
        assert!((point.depth - 0.015625).abs() <= 16.0 * EPS, "{point:?}");
    }
}
