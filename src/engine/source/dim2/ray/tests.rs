//! Rays compared with distances from the vertices in `f64`, at the parameters that each answer proves.

use super::*;
use crate::dim2::random::Random;
use contact_lens_engine::double;
use glam::DVec2;

fn in_double(shape: &Shape) -> double::dim2::shape::Shape {
    let corners: Vec<DVec2> = shape.core().iter().map(|p| DVec2::new(p.x.into(), p.y.into())).collect();
    let core = double::dim2::shape::Shape::polygon(&corners).unwrap();
    double::dim2::shape::Shape::inflate(&core, shape.margin().into()).unwrap()
}

/// Signed distance of a point from a shape, negative inside, from the shape's vertices.
fn gap(shape: &double::dim2::shape::Shape, pose: &Pose, at: DVec2) -> f64 {
    let turn = DVec2::new(pose.rotation.x.into(), pose.rotation.y.into()).normalize();
    let from = at - DVec2::new(pose.position.x.into(), pose.position.y.into());
    let p = DVec2::new(turn.x, -turn.y).rotate(from);
    let core = shape.core();
    let (mut inside, mut nearest) = (core.len() > 2, f64::INFINITY);
    let mut deepest = f64::NEG_INFINITY;
    for (i, &a) in core.iter().enumerate() {
        let b = core[(i + 1) % core.len()];
        let side = b - a;
        let t = if side == DVec2::ZERO { 0.0 } else { ((p - a).dot(side) / side.length_squared()).clamp(0.0, 1.0) };
        nearest = nearest.min((p - a - side * t).length());
        let out = -side.perp_dot(p - a) / side.length().max(f64::MIN_POSITIVE);
        inside &= out <= 0.0;
        deepest = deepest.max(out);
    }
    (if inside { deepest } else { nearest }) - shape.margin()
}

#[test]
fn brackets_hold_the_first_contact() {
    let mut random = Random(4);
    let cloud: Vec<Vec2> = (0..9).map(|_| random.point()).collect();
    let polygon = Shape::polygon(&cloud).unwrap();
    let segment = Shape::segment([Vec2::new(-1.0, 0.5), Vec2::new(0.5, -0.25)]).unwrap();
    let shapes = [
        Shape::circle(0.75).unwrap(),
        Shape::rectangle(Vec2::new(1.0, 0.5)).unwrap(),
        Shape::capsule(0.5, 0.75).unwrap(),
        Shape::inflate(&polygon, 0.25).unwrap(),
        polygon,
        segment,
    ];
    for shape in &shapes {
        let (wide, mut seen) = (in_double(shape), [0; 3]);
        for round in 0..3_000 {
            let turn = if round % 3 == 0 { Vec2::X } else { random.point() + Vec2::new(1.5, 0.0) };
            let pose = Pose { position: random.point(), rotation: turn };
            let from = pose.position + random.point() * (if round % 5 == 0 { 0.4 } else { 6.0 });
            let direction = (pose.position + random.point() * 1.5 - from) * 0.5;
            let ray = Ray { origin: from, direction, t_max: [1.0, 2.5, 8.0][round % 3] };
            let answer = cast(shape, &pose, &ray);
            let mut stepper = stepper(shape, &pose, &ray);
            assert_eq!(stepper.run(), answer.outcome);
            assert_eq!(stepper.answer().map(|answer| answer.t), Some(answer.t), "the stepper's answer");
            let gap = |t: Real| {
                let [o, d] = [ray.origin, ray.direction].map(|v| DVec2::new(v.x.into(), v.y.into()));
                gap(&wide, &pose, o + d * f64::from(t))
            };
            let rounding = 1.0e-13;
            let context = || format!("{shape:?} {pose:?} {ray:?} {answer:?}");
            (0..8).for_each(|k| {
                let t = answer.lower * k as Real / 8.0;
                assert!(answer.lower == 0.0 || gap(t) >= -rounding, "{}", context());
            });
            match answer.outcome {
                Outcome::Miss => {
                    (0..=64).for_each(|k| assert!(gap(ray.t_max * k as Real / 64.0) >= -rounding, "{}", context()))
                }
                Outcome::StartsInside => assert!(gap(0.0) <= rounding && answer.normal.is_none(), "{}", context()),
                Outcome::Hit => {
                    let (t, upper) = (answer.t.unwrap(), answer.upper.unwrap());
                    assert!(
                        answer.lower <= t && t <= upper && upper - answer.lower <= 8.0 * EPS * upper,
                        "{}",
                        context()
                    );
                    assert!(gap(upper) <= 16.0 * f64::from(EPS), "{}", context());
                    let normal = answer.normal.unwrap();
                    assert!(
                        (normal.length() - 1.0).abs() < 4.0 * EPS && normal.dot(ray.direction) < EPS,
                        "{}",
                        context()
                    );
                    if let Some(exit) = answer.exit.filter(|exit| *exit > t) {
                        assert!(
                            gap(0.5 * (t + exit)) <= rounding && gap(exit + 0.01 * (exit - t)) >= -rounding,
                            "{}",
                            context()
                        );
                    }
                }
                Outcome::Grazing => {}
            }
            seen[answer.outcome.hit().map_or(2, usize::from)] += 1;
        }
        assert!(seen[0] >= 300 && seen[1] >= 600 && seen[2] <= 20, "{shape:?} {seen:?}");
    }
}
