//! Tests: every formula against GJK on the same pair, and the stepper against the production query.

use super::*;
use crate::dim3::distance::{Apart, Distance, Method, Outcome, signed_distance};
use crate::dim3::epa::Buffers;
use crate::dim3::pose::Pose;
use crate::dim3::shape::Shape;
use crate::dim3::simplex::cases::Dice;
use contact_lens_model::ask::Axis;

/// A random sphere, capsule, segment, triangle or box; some are flat, tiny or of no extent.
fn shape(dice: &mut Dice) -> Shape {
    let sizes = [0.0, 1.0e-6, 0.1, 0.5, 1.0, 3.0];
    let mut size = || sizes[dice.below(6)];
    let [x, y, z] = [size(), size(), size()];
    let points = [dice.vector(), dice.vector(), dice.vector()];
    let shape = match dice.below(6) {
        0 => Shape::sphere(x),
        1 => Shape::capsule(x, y, [Axis::X, Axis::Y, Axis::Z][dice.below(3)]),
        2 => Shape::segment([points[0], points[1]]),
        3 => Shape::triangle(points),
        4 => Shape::triangle([points[0], points[1], points[0].lerp(points[1], x) + points[2] * (1.0e-5 * y)]),
        _ => Shape::cuboid(Vec3::new(x, y, z)),
    };
    shape.unwrap()
}

fn rotation(dice: &mut Dice) -> Quat {
    let turned = Quat::from_xyzw(dice.real(), dice.real(), dice.real(), dice.real() + 1.5).normalize();
    // Some bodies are parallel, exactly or nearly.
    [Quat::IDENTITY, turned, Quat::from_rotation_y(1.0e-5)][dice.below(3)]
}

#[test]
fn formulas_agree_with_gjk() {
    const ROUNDS: usize = 30_000;
    let mut dice = Dice::new(47);
    let by_gjk = Options { method: Method::Gjk, ..Options::default() };
    let mut evaluated = 0;
    let mut accepted = 0;
    for _ in 0..ROUNDS {
        let a = shape(&mut dice);
        let b = shape(&mut dice);
        let poses =
            [Pose::new(dice.vector(), rotation(&mut dice)), Pose::new(dice.vector() * 3.0, rotation(&mut dice))];
        let context = || format!("{a:?} {b:?} {poses:?}");
        let cso = Cso::new(&a, &poses[0], &b, &poses[1]);
        let Some(found) = answer(&cso, &Options::default()) else {
            evaluated += usize::from(closest(&cso).is_some_and(|found| found.points.gap > 1.0e-3));
            continue;
        };
        evaluated += 1;
        accepted += 1;
        let known = signed_distance(&a, &poses[0], &b, &poses[1], &by_gjk);
        assert!(found.lower <= known.upper && known.lower <= found.upper, "{found:?} but {known:?}: {}", context());
        let found = found.in_world(&poses[0]);
        let normal = found.normal.unwrap();
        assert!((normal.length() - 1.0).abs() < 8.0 * EPS, "{}", context());
        let distance = found.signed_distance.unwrap();
        let along = (found.witness_b - found.witness_a).dot(normal);
        let rounding = 200.0 * EPS * (cso.magnitude() + cso.margin());
        assert!((along - distance).abs() <= rounding, "{along} but {distance}: {}", context());
    }
    // Triangles that are almost segments are left to GJK.
    assert!(accepted * 100 > evaluated * 97 && accepted * 4 > ROUNDS, "{accepted} of {evaluated} in {ROUNDS}");
}

#[test]
fn steps_give_the_bits_of_the_production_query() {
    let mut dice = Dice::new(48);
    let mut by_formula = 0;
    for _ in 0..5_000 {
        let a = shape(&mut dice);
        let b = shape(&mut dice);
        let poses =
            [Pose::new(dice.vector(), rotation(&mut dice)), Pose::new(dice.vector() * 2.0, rotation(&mut dice))];
        let options = Options::default();
        let cso = Cso::new(&a, &poses[0], &b, &poses[1]);
        let mut run = Distance::new(cso, options, Buffers::default());
        let outcome = run.run();
        let is_tiny = rounding::is_tiny(run.gjk.magnitude);
        let stepped = run.answer().in_world(&poses[0]);
        let produced = signed_distance(&a, &poses[0], &b, &poses[1], &options);
        assert!(is_tiny || stepped == produced, "{stepped:?} but {produced:?}: {a:?} {b:?} {poses:?}");
        let apart = [Outcome::Separated(Apart::ClosedForm), Outcome::Shallow(Apart::ClosedForm)];
        by_formula += usize::from(apart.contains(&outcome));
    }
    assert!(by_formula > 1_000, "{by_formula}");
}

#[test]
fn crossing_segments_are_left_to_the_depth_search() {
    let rod = Shape::capsule(0.25, 1.0, Axis::X).unwrap();
    let post = Shape::capsule(0.25, 1.0, Axis::Y).unwrap();
    let answer = signed_distance(&rod, &Pose::IDENTITY, &post, &Pose::IDENTITY, &Options::default());
    assert!(answer.signed_distance.is_some_and(|distance| (distance + 0.5).abs() <= 8.0 * EPS), "{answer:?}");
}
