//! Tests bodies that start far apart: the bracket of the first contact contains the truth, and in `f32` it is as narrow
//! as the last digits of a time.

use super::*;

/// Two bodies at the distance `far` that move towards each other or pass each other closely.
fn far_scene(dice: &mut Dice, far: Real) -> Scene {
    let bodies = match dice.below(3) {
        0 => [polytope(dice), polytope(dice)],
        1 => [curved(dice), polytope(dice)],
        _ => [polytope(dice), curved(dice)],
    };
    let mut scene = scene(dice, bodies);
    scene.poses[1].position = scene.poses[0].position + dice.vector().normalize_or(Vec3::X) * far;
    let aim = scene.poses[0].position + dice.vector() - scene.poses[1].position;
    scene.velocities[1] = scene.velocities[0] + aim * (0.5 + dice.real().abs());
    scene.t_max = 4.0;
    scene
}

#[test]
fn far_bodies_touch_within_a_bracket_of_a_few_last_digits() {
    const FAR: Real = 10_000.0;
    // Measured in `f32`: 1 in the median, 3.2 at most. In `f64` the requested width is far above rounding.
    let most = if EPS > 1.0e-10 { 8.0 } else { 1.0e9 };
    let mut dice = Dice::new(42);
    let mut hits = 0;
    for far in [300.0, 2_000.0, FAR] {
        for _ in 0..200 {
            let scene = far_scene(&mut dice, far);
            let speed = f64::from((scene.velocities[1] - scene.velocities[0]).length());
            for (method, answer) in scene.answers() {
                let context = || format!("{method}: {answer:?}\n{scene:?}");
                let (Outcome::Hit, Some(upper)) = (answer.outcome, answer.upper) else {
                    assert!(answer.outcome.hit() != Some(true), "{}", context());
                    continue;
                };
                hits += 1;
                let before = scene.distance_at(f64::from(answer.lower)).signed_distance.unwrap();
                let after = scene.distance_at(f64::from(upper)).signed_distance.unwrap();
                assert!(before >= -1.0e-9 && after <= 1.0e-9, "{before:e} {after:e}: {}", context());
                let width = f64::from(upper - answer.lower) * speed;
                assert!(far < FAR || width <= most * f64::from(EPS * far), "{width:e} wide: {}", context());
            }
        }
    }
    assert!(hits > 600, "{hits}");
}

#[test]
fn a_far_cast_reports_times_and_planes_from_the_start_of_the_motion() {
    let cube = Shape::cuboid(Vec3::ONE).unwrap();
    let pose = Pose::new(Vec3::new(4_096.0, 0.5, 0.0), Quat::IDENTITY);
    let cast = |t_max| {
        let still = MovingBody { shape: &cube, pose: &Pose::IDENTITY, velocity: Vec3::ZERO };
        let moving = MovingBody { shape: &cube, pose: &pose, velocity: Vec3::new(-2.0, 0.0, 0.0) };
        ray_cast(still, moving, &Options { t_max, ..Options::default() })
    };
    let answer = cast(4_096.0);
    assert_eq!((answer.outcome, answer.t_first), (Outcome::Hit, Some(2_047.0)));
    let plane = answer.planes[0].unwrap();
    assert_eq!((plane.normal, plane.offset), (Vec3::X, -4_094.0));
    let [a, b] = answer.witness.unwrap();
    assert!((a.x - 1.0).abs() < 1.0e-5 && (b.x - 1.0).abs() < 1.0e-5, "{a} {b}");
    let early = cast(2_046.0);
    assert_eq!(early.outcome, Outcome::TooLate);
    assert!(early.gap.is_some_and(|gap| (gap - 2.0).abs() < 1.0e-3), "{early:?}");
}
