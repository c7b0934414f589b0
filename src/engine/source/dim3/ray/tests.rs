//! Tests ray casts against distances of points of the ray in `f64`: every kind of body; rays that graze, run along
//! faces, start inside; far and tiny bodies.

use super::*;
use crate::dim3::random::Random;
use contact_lens_engine::double;
use contact_lens_model::ask::Axis;
use glam::{DQuat, DVec3};

/// Converts a shape to `f64`.
fn to_double(shape: &Shape) -> double::Shape {
    use shape::Kind;
    let wide = |v: Vec3| DVec3::from_array(v.to_array().map(f64::from));
    match shape.kind() {
        Kind::Sphere { radius } => double::Shape::sphere(f64::from(*radius)),
        Kind::Box { half_extents } => double::Shape::cuboid(wide(*half_extents)),
        Kind::Cylinder(s) => double::Shape::cylinder(s.radius.into(), s.half_height.into(), s.axis),
        Kind::Cone(s) => double::Shape::cone(s.radius.into(), s.half_height.into(), s.axis),
        Kind::Capsule(s) => double::Shape::capsule(s.radius.into(), s.half_height.into(), s.axis),
        Kind::Ellipsoid { radii } => double::Shape::ellipsoid(wide(*radii)),
        Kind::Segment(ends) => double::Shape::segment(ends.map(wide)),
        Kind::Triangle(corners) => double::Shape::triangle(corners.map(wide)),
        Kind::Polytope(p) => double::Shape::polytope(&p.points().iter().map(|p| wide(*p)).collect::<Vec<_>>()),
        Kind::Affine(a) => {
            let m = glam::DMat3::from_cols_array(&a.matrix().to_cols_array().map(f64::from));
            double::Shape::affine(m, wide(a.offset()), to_double(a.shape()))
        }
        Kind::Inflate { shape, margin } => double::Shape::inflate(to_double(shape), (*margin).into()),
    }
    .unwrap()
}

/// Bounds of the distance between the ray's point at `t` and the body, with the rounding error of that point.
fn gap(body: &double::Shape, pose: &double::Pose, ray: &Ray, t: f64) -> [f64; 2] {
    let [o, d] = [ray.origin, ray.direction].map(|v| DVec3::from_array(v.to_array().map(f64::from)));
    let at = double::Pose::new(o + d * t, DQuat::IDENTITY);
    let answer = double::distance(body, pose, &double::Shape::sphere(0.0).unwrap(), &at);
    let rounding = 4.0 * f64::EPSILON * (o.length() + d.length() * t);
    [answer.lower - rounding, answer.upper + rounding]
}

fn wide_pose(pose: &Pose) -> double::Pose {
    let position = DVec3::from_array(pose.position.to_array().map(f64::from));
    double::Pose::new(position, DQuat::from_array(pose.rotation.to_array().map(f64::from)))
}

/// Checks an answer against distances along the ray; returns whether it is a hit.
fn check(shape: &Shape, pose: &Pose, ray: &Ray) -> Option<bool> {
    let answer = cast(shape, pose, ray);
    let mut stepper = RayCast::new(shape, pose, ray);
    assert_eq!(stepper.run(), answer.outcome);
    assert_eq!(stepper.answer(), Some(&answer), "the stepper's answer");
    let (body, wide_pose) = (to_double(shape), wide_pose(pose));
    let t_max = f64::from(ray.t_max);
    let gap = |t: f64| gap(&body, &wide_pose, ray, t);
    let context = || format!("{shape:?}\n{pose:?}\n{ray:?}\n{answer:?}");
    // Nothing before `lower`, unless the distance cannot tell.
    let lower = f64::from(answer.lower);
    for k in 0..8 {
        let t = lower * f64::from(k) / 8.0;
        assert!(gap(t)[1] >= 0.0 || lower == 0.0, "inside at {t}: {}", context());
    }
    match answer.outcome {
        Outcome::Miss => {
            assert!(answer.lower == ray.t_max && answer.t.is_none() && answer.upper.is_none());
            (0..=32).for_each(|k| assert!(gap(t_max * f64::from(k) / 32.0)[1] >= 0.0, "{}", context()));
        }
        Outcome::StartsInside => {
            assert!(gap(0.0)[0] <= 0.0 && answer.normal.is_none() && answer.t == Some(0.0), "{}", context());
        }
        Outcome::Hit => {
            let (t, upper) = (f64::from(answer.t.unwrap()), f64::from(answer.upper.unwrap()));
            assert!(lower <= t && t <= upper && upper <= t_max, "{}", context());
            // A flat body is hit at one moment, within the bracket.
            let width = f64::from(ray.direction.length()) * (upper - lower);
            assert!(gap(upper)[0] <= width, "no contact at {upper}: {}", context());
            let (normal, along) = (answer.normal.expect("a hit has a normal"), ray.direction);
            assert!((normal.length() - 1.0).abs() < 8.0 * EPS, "{}", context());
            assert!(f64::from(normal.dot(along)) <= 1.0e-3 * f64::from(along.length()), "{}", context());
            if let Some(exit) = answer.exit.map(f64::from) {
                assert!(exit >= t - 8.0 * f64::from(EPS) * t.abs(), "{}", context());
                let after = gap(exit + 0.01 * (exit - t) + 2.0 * f64::from(EPS) * exit)[1];
                assert!(after >= 0.0, "still inside after the exit: {}", context());
                assert!(gap(0.5 * (t + exit))[0] <= width, "not inside between: {}", context());
            }
        }
        Outcome::Grazing => assert!(answer.t.is_none() && answer.upper.is_none() && answer.exit.is_none()),
    }
    answer.outcome.hit()
}

fn shapes() -> Vec<Shape> {
    let mut random = Random(12);
    let cloud: Vec<Vec3> = (0..14).map(|_| random.vector()).collect();
    let inflated = |shape: Shape| Shape::inflate(shape, 0.25).unwrap();
    let shear = Mat3::from_cols(Vec3::new(1.0, 0.25, 0.0), Vec3::new(0.5, -1.0, 0.0), Vec3::new(0.0, 0.5, 2.0));
    let [a, b, c] = [Vec3::new(-1.0, -0.5, 0.25), Vec3::new(1.0, 0.0, -0.5), Vec3::new(0.0, 1.0, 0.5)];
    vec![
        Shape::sphere(0.75).unwrap(),
        Shape::cuboid(Vec3::new(0.5, 0.25, 1.0)).unwrap(),
        inflated(Shape::cuboid(Vec3::new(0.5, 0.25, 1.0)).unwrap()),
        Shape::cylinder(0.75, 0.5, Axis::X).unwrap(),
        Shape::cylinder(0.75, 0.0, Axis::Z).unwrap(),
        Shape::cone(0.75, 0.75, Axis::Y).unwrap(),
        Shape::cone(0.5, 1.5, Axis::Z).unwrap(),
        Shape::capsule(0.5, 0.75, Axis::Z).unwrap(),
        Shape::ellipsoid(Vec3::new(0.5, 1.0, 1.5)).unwrap(),
        Shape::polytope(&cloud).unwrap(),
        inflated(Shape::polytope(&cloud).unwrap()),
        Shape::triangle([a, b, c]).unwrap(),
        inflated(Shape::triangle([a, b, c]).unwrap()),
        inflated(Shape::segment([a, b]).unwrap()),
        inflated(Shape::cylinder(0.5, 0.5, Axis::Y).unwrap()),
        Shape::affine(shear, a, Shape::cone(0.5, 0.5, Axis::Y).unwrap()).unwrap(),
        Shape::affine(shear, a, Shape::capsule(0.25, 0.5, Axis::X).unwrap()).unwrap(),
        Shape::affine(shear, a, Shape::cuboid(Vec3::splat(0.5)).unwrap()).unwrap(),
    ]
}

/// Rays at each shape.
const ROUNDS: usize = 2_000;

#[test]
fn brackets_hold_the_first_contact() {
    let mut random = Random(5);
    for (i, shape) in shapes().into_iter().enumerate() {
        let mut counts = [0; 3];
        for round in 0..ROUNDS {
            let pose = Pose { position: random.vector(), rotation: random.turn() };
            let target = pose.position + random.vector() * 0.8;
            let from = pose.position + random.direction() * (if round % 5 == 0 { 0.3 } else { 4.0 });
            let ray = Ray { origin: from, direction: (target - from) * 0.5, t_max: [1.0, 2.5, 8.0][round % 3] };
            counts[match check(&shape, &pose, &ray) {
                Some(true) => 0,
                Some(false) => 1,
                None => 2,
            }] += 1;
        }
        assert!(
            counts[0] >= ROUNDS / 15 && counts[1] >= ROUNDS / 12 && counts[2] <= ROUNDS / 60,
            "shape {i}: hits, misses, neither {counts:?}"
        );
    }
}

#[test]
fn closed_forms_are_a_few_units_wide() {
    let mut random = Random(6);
    for shape in shapes().into_iter().filter(|shape| !matches!(shape.kind(), shape::Kind::Inflate { shape, .. } if matches!(shape.kind(), shape::Kind::Cylinder(_)))) {
        for _ in 0..1_000 {
            let pose = Pose { position: random.vector() * 100.0, rotation: random.turn() };
            let from = pose.position + random.direction() * 30.0;
            let ray = Ray { origin: from, direction: pose.position + random.vector() * 0.2 - from, t_max: 3.0 };
            let answer = cast(&shape, &pose, &ray);
            if let (Outcome::Hit, Some(upper)) = (answer.outcome, answer.upper) {
                assert!(upper - answer.lower <= 8.0 * EPS * upper, "{shape:?} {ray:?} {answer:?}");
            }
        }
    }
}

#[test]
fn exact_numbers_are_decided_exactly() {
    let cube = Shape::cuboid(Vec3::ONE).unwrap();
    let at = |o: [f64; 3], d: [f64; 3], t_max: f64| {
        let [origin, direction] = [o, d].map(|v| Vec3::from(v.map(|x| x as Real)));
        cast(&cube, &Pose::IDENTITY, &Ray { origin, direction, t_max: t_max as Real })
    };
    // To the very surface, along a face, along an edge, from a face outward, and just past.
    assert_eq!(at([-2.0, 0.0, 0.0], [1.0, 0.0, 0.0], 1.0).outcome, Outcome::Hit);
    let along = at([-2.0, 1.0, 0.0], [1.0, 0.0, 0.0], 5.0);
    assert_eq!(
        (along.outcome, along.t, along.exit, along.normal),
        (Outcome::Hit, Some(1.0), Some(3.0), Some(-Vec3::X))
    );
    assert_eq!(at([-2.0, 1.0, -1.0], [1.0, 0.0, 0.0], 5.0).t, Some(1.0));
    let leaving = at([1.0, 0.0, 0.0], [1.0, 0.0, 0.0], 5.0);
    assert_eq!((leaving.outcome, leaving.exit, leaving.normal), (Outcome::StartsInside, Some(0.0), None));
    let inside = at([0.0, 0.0, 0.0], [0.0, 2.0, 0.0], 5.0);
    assert_eq!((inside.outcome, inside.t, inside.exit), (Outcome::StartsInside, Some(0.0), Some(0.5)));
    assert_eq!(at([0.0, 0.0, 0.0], [0.0, 2.0, 0.0], 0.25).exit, None);
    assert_eq!(at([-2.0, 1.0 + 2.0 * f64::from(EPS), 0.0], [1.0, 0.0, 0.0], 5.0).outcome, Outcome::Miss);
    assert_eq!(at([2.0, 0.0, 0.0], [1.0, 0.0, 0.0], 5.0).outcome, Outcome::Miss);
    let corners = [Vec3::ZERO, Vec3::new(4.0, 0.0, 0.0), Vec3::new(0.0, 4.0, 0.0)];
    let triangle = Shape::triangle(corners).unwrap();
    let down = Ray { origin: Vec3::new(1.0, 1.0, 3.0), direction: -Vec3::Z, t_max: 9.0 };
    let hit = cast(&triangle, &Pose::IDENTITY, &down);
    assert_eq!(
        (hit.t, hit.exit, hit.normal, hit.point),
        (Some(3.0), Some(3.0), Some(Vec3::Z), Some(Vec3::new(1.0, 1.0, 0.0)))
    );
    // On its edge, in its plane.
    let edge = Ray { origin: Vec3::new(2.0, 2.0, 3.0), ..down };
    assert_eq!(cast(&triangle, &Pose::IDENTITY, &edge).outcome, Outcome::Hit);
    // Along its plane, on either side of it.
    for z in [-1.0, 1.0] {
        let beside = Ray { origin: Vec3::new(-1.0, 1.0, z), direction: Vec3::X, t_max: 9.0 };
        assert_eq!(cast(&triangle, &Pose::IDENTITY, &beside).outcome, Outcome::Miss);
    }
    let flat = Ray { origin: Vec3::new(-1.0, 1.0, 0.0), direction: Vec3::X, t_max: 9.0 };
    let hit = cast(&triangle, &Pose::IDENTITY, &flat);
    assert_eq!((hit.outcome, hit.t, hit.exit), (Outcome::Hit, Some(1.0), Some(4.0)));
}

#[test]
fn small_bodies_far_away_and_rays_that_graze() {
    let mut random = Random(9);
    for shape in [Shape::sphere(1.0e-3).unwrap(), Shape::cuboid(Vec3::splat(1.0e-3)).unwrap()] {
        for _ in 0..1_000 {
            let pose = Pose { position: random.vector() * 100.0, rotation: random.turn() };
            let from = pose.position + random.direction() * 50.0;
            let ray = Ray {
                origin: from,
                direction: (pose.position + random.vector() * 1.0e-3 - from) * 1.0e-4,
                t_max: 2.0e4,
            };
            check(&shape, &pose, &ray);
        }
    }
    let ball = Shape::sphere(1.0).unwrap();
    for k in -40..40 {
        let height = 1.0 + f64::from(k) * f64::from(EPS);
        let ray = Ray { origin: Vec3::new(-3.0, height as Real, 0.0), direction: Vec3::X, t_max: 9.0 };
        let answer = cast(&ball, &Pose::IDENTITY, &ray);
        let expected = match f64::from(ray.origin.y) {
            y if y < 1.0 => Some(true),
            y if y > 1.0 => Some(false),
            _ => answer.outcome.hit().filter(|hit| *hit),
        };
        assert_eq!(answer.outcome.hit(), expected, "{ray:?} {answer:?}");
    }
}
