//! Tests bodies that touch or nearly touch at the start, and bodies in one plane: where no number is rounded, the
//! answer is true; where rounding errors exceed the gap, the cast is undecided.

use super::*;
use crate::dim3::cast::rounding;

/// The number `count` representable numbers after `x`, or before it if `count` is negative.
fn offset_by_ulps(x: Real, count: i32) -> Real {
    (0..count.abs()).fold(x, |x, _| if count > 0 { x.next_up() } else { x.next_down() })
}

/// Two axis-aligned boxes, B's position `count` representable numbers from contact along x, and their exact gap.
fn boxes(dice: &mut Dice, count: i32) -> (Scene, f64) {
    let sizes: [Real; 5] = [0.25, 0.5, 1.0, 5.0, 10.0];
    let mut half = || Vec3::new(sizes[dice.below(5)], sizes[dice.below(5)], sizes[dice.below(5)]);
    let halves = [half(), half()];
    // For coordinates with few digits, the position of B relative to A is exact.
    let position_a = if dice.below(2) == 0 { dice.vector() * 20.0 } else { (dice.vector() * 20.0).round() * 0.25 };
    let offset = halves.iter().copied().sum::<Vec3>() * dice.vector() * 0.9;
    let mut position_b = position_a + offset;
    position_b.x = offset_by_ulps(position_a.x + halves[0].x + halves[1].x, count);
    let poses = [Pose::new(position_a, Quat::IDENTITY), Pose::new(position_b, Quat::IDENTITY)];
    let bodies = halves.map(Recipe::Box);
    // Numbers of `f32` are exact in `f64`, and so is their sum.
    let gap = f64::from(position_b.x) - f64::from(position_a.x) - f64::from(halves[0].x) - f64::from(halves[1].x);
    (Scene { bodies, poses, velocities: [Vec3::ZERO; 2], t_max: 1.0 }, gap)
}

#[test]
fn boxes_at_a_distance_of_rounding_errors_get_true_answers() {
    let mut dice = Dice::new(76);
    let mut counts = [0; 3];
    for _ in 0..600 {
        let count = [0, 0, 1, -1, 2, -2, 4, 8, -8, 16, 33, 64][dice.below(12)];
        let (mut scene, gap) = boxes(&mut dice, count);
        let v = dice.vector();
        let mode = dice.below(3);
        scene.velocities[1] = [Vec3::X, -Vec3::X + v * 0.5, v.with_x(0.0)][mode];
        for (method, answer) in scene.answers() {
            let context = || format!("{method}, gap {gap:e}: {answer:?}\n{scene:?}");
            let closes = mode == 1;
            counts[answer.outcome.hit().map_or(2, usize::from)] += 1;
            match answer.outcome.hit() {
                // In `f64` bodies that rest on each other in a scene touch.
                Some(true) if rounding::touching_distance(1.0) > 0.0 => {
                    assert!(gap < 1.0e-10 || closes, "{}", context())
                }
                Some(true) => {
                    assert!(gap <= 0.0 || closes, "{}", context());
                    assert!(gap <= 0.0 || answer.upper.unwrap() > 0.0, "a hit at 0: {}", context());
                }
                Some(false) => assert!(gap > 0.0, "{}", context()),
                None => {}
            }
        }
    }
    assert!(counts[0] > 20 && counts[1] > 600, "{counts:?}");
}

/// Boxes 20 m wide and 10 µm apart: less than a bound of the rounding errors in `f32`, but not touching.
#[test]
fn boxes_apart_that_move_away_do_not_touch() {
    let mut scene = scene_at_rest(
        [Recipe::Box(Vec3::new(0.5, 0.25, 0.25)), Recipe::Box(Vec3::new(10.0, 5.0, 5.0))],
        Vec3::new(10.5 + 1.0e-5, 0.0, 0.0),
        Vec3::X,
        1.0,
    );
    for (method, answer) in scene.answers() {
        assert_eq!(answer.outcome, Outcome::MovesApart, "{method}: {answer:?}");
    }
    // Rotated, the gap is below rounding errors in `f32`, so the cast may be undecided.
    let rotation = Quat::from_rotation_z(0.5);
    scene.poses = scene.poses.map(|pose| Pose::new(rotation * pose.position, rotation));
    scene.velocities[1] = rotation * Vec3::X;
    for (method, answer) in scene.answers() {
        assert_ne!(answer.outcome.hit(), Some(true), "{method}: {answer:?}");
    }
}

/// Triangles and segments that move in the plane z = 0, against the 2D cast of the same bodies.
#[test]
fn bodies_in_one_plane_touch_in_it() {
    let mut dice = Dice::new(77);
    let mut counts = [0; 3];
    for _ in 0..200 {
        let points = [0, 1].map(|_| {
            let count = 2 + dice.below(4);
            (0..count).map(|_| dice.vector().with_z(0.0)).collect::<Vec<_>>()
        });
        let at = Vec3::new(3.0 * dice.real(), 3.0 * dice.real(), 0.0);
        let velocity = (dice.vector() - at).with_z(0.0);
        let turn = Quat::from_rotation_z(dice.real());
        let mut scene = scene_at_rest(points.clone().map(Recipe::Points), at, velocity, 1.5);
        scene.poses[1].rotation = turn;
        let flat = |points: &Vec<Vec3>| {
            let corners = points.iter().map(|p| to_f64(*p).truncate()).collect::<Vec<_>>();
            double::dim2::shape::Shape::polygon(&corners).unwrap()
        };
        let shapes = points.each_ref().map(flat);
        let [_, _, s, c] = turn.to_array().map(f64::from);
        let turns = [glam::DVec2::X, glam::DVec2::new(c * c - s * s, 2.0 * s * c)];
        let place = |at, turn| double::dim2::support::Pose::new(at, turn);
        let poses = [place(glam::DVec2::ZERO, turns[0]), place(to_f64(at).truncate(), turns[1])];
        let moving =
            |i: usize, velocity| double::dim2::cast::MovingBody { shape: &shapes[i], pose: &poses[i], velocity };
        let options = double::dim2::cast::Options { t_max: 1.5, ..Default::default() };
        let truth = double::dim2::cast::ray_cast(
            moving(0, glam::DVec2::ZERO),
            moving(1, to_f64(velocity).truncate()),
            &options,
        );
        for (method, answer) in scene.answers() {
            let context = || format!("{method}: {answer:?}\n{truth:?}\n{scene:?}");
            counts[answer.outcome.hit().map_or(2, usize::from)] += 1;
            match (answer.outcome.hit(), truth.outcome.hit()) {
                (Some(hit), Some(expected)) => assert_eq!(hit, expected, "{}", context()),
                _ => continue,
            }
            if let (Some(upper), Some(late)) = (answer.upper, truth.upper) {
                assert!(f64::from(answer.lower) <= late && truth.lower <= f64::from(upper), "{}", context());
            }
        }
    }
    assert!(counts[0] > 50 && counts[1] > 200 && counts[2] < 12, "{counts:?}");
}

/// The path passes through a vertex of `A − B`, or `A − B` lies on the path: two triangles head on, two segments of one
/// line, a tip against a side.
#[test]
fn bodies_in_one_plane_touch_at_a_vertex() {
    let triangle = || Recipe::Points(vec![Vec3::new(-1.0, -1.0, 0.0), Vec3::new(1.0, -1.0, 0.0), Vec3::Y]);
    let segment = || Recipe::Points(vec![-Vec3::X, Vec3::X]);
    let tip = || Recipe::Points(vec![-Vec3::X, Vec3::new(1.0, 1.0, 0.0), Vec3::new(1.0, -1.0, 0.0)]);
    let side = || Recipe::Points(vec![Vec3::new(1.0, -1.0, 0.0), Vec3::new(1.0, 1.0, 0.0), -Vec3::X]);
    for bodies in [[triangle(), triangle()], [segment(), segment()], [side(), tip()], [segment(), tip()]] {
        let scene = scene_at_rest(bodies, Vec3::X * 4.0, -Vec3::X * 4.0, 1.0);
        for (method, answer) in scene.answers() {
            let context = || format!("{method}: {answer:?}\n{scene:?}");
            assert_eq!(answer.outcome, Outcome::Hit, "{}", context());
            let lower = answer.lower;
            let upper = answer.upper.unwrap();
            assert!(lower <= 0.5 && 0.5 <= upper && upper - lower < 512.0 * EPS, "{}", context());
        }
    }
}
