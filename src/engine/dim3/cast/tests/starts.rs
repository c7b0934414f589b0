//! Bodies that touch at the start, or all but do, and bodies of one plane: where rounding decides, nothing is said, and
//! where there is none, the truth.

use super::super::rounding;
use super::*;

/// `x` and so many numbers on.
fn ulps(x: Real, count: i32) -> Real {
    (0..count.abs()).fold(x, |x, _| if count > 0 { x.next_up() } else { x.next_down() })
}

/// Two boxes along the axes, `count` numbers from touching along x, and the truth of their gap. A stands anywhere.
fn boxes(dice: &mut Dice, count: i32) -> (Scene, f64) {
    let sizes: [Real; 5] = [0.25, 0.5, 1.0, 5.0, 10.0];
    let mut half = || Vec3::new(sizes[dice.below(5)], sizes[dice.below(5)], sizes[dice.below(5)]);
    let halves = [half(), half()];
    // Of numbers with few digits the place of B seen from A is exact.
    let home = if dice.below(2) == 0 { dice.vector() * 20.0 } else { (dice.vector() * 20.0).round() * 0.25 };
    let beside = halves.iter().copied().sum::<Vec3>() * dice.vector() * 0.9;
    let mut place = home + beside;
    place.x = ulps(home.x + halves[0].x + halves[1].x, count);
    let poses = [Pose::new(home, Quat::IDENTITY), Pose::new(place, Quat::IDENTITY)];
    let bodies = halves.map(Recipe::Box);
    // Numbers of `f32` are exact in `f64`, and so is their sum.
    let gap = f64::from(place.x) - f64::from(home.x) - f64::from(halves[0].x) - f64::from(halves[1].x);
    (Scene { bodies, poses, velocities: [Vec3::ZERO; 2], t_max: 1.0 }, gap)
}

#[test]
fn boxes_within_rounding_of_each_other_are_told_truly() {
    let mut dice = Dice::new(76);
    let mut seen = [0; 3];
    for _ in 0..600 {
        let count = [0, 0, 1, -1, 2, -2, 4, 8, -8, 16, 33, 64][dice.below(12)];
        let (mut scene, gap) = boxes(&mut dice, count);
        let v = dice.vector();
        let mode = dice.below(3);
        scene.velocities[1] = [Vec3::X, -Vec3::X + v * 0.5, v.with_x(0.0)][mode];
        for (method, answer) in scene.answers() {
            let context = || format!("{method}, gap {gap:e}: {answer:?}\n{scene:?}");
            let closes = mode == 1;
            seen[answer.outcome.hit().map_or(2, usize::from)] += 1;
            match answer.outcome.hit() {
                // In `f64` bodies that rest on each other in a scene touch.
                Some(true) if rounding::touching(1.0) > 0.0 => assert!(gap < 1.0e-10 || closes, "{}", context()),
                Some(true) => {
                    assert!(gap <= 0.0 || closes, "{}", context());
                    assert!(gap <= 0.0 || answer.upper.unwrap() > 0.0, "a hit at 0: {}", context());
                }
                Some(false) => assert!(gap > 0.0, "{}", context()),
                None => {}
            }
        }
    }
    assert!(seen[0] > 20 && seen[1] > 600, "{seen:?}");
}

/// Twenty meters wide and ten millionths of a meter apart: within what rounding may do in `f32`, and not touching.
#[test]
fn boxes_apart_that_move_away_do_not_touch() {
    let mut scene = quiet(
        [Recipe::Box(Vec3::new(0.5, 0.25, 0.25)), Recipe::Box(Vec3::new(10.0, 5.0, 5.0))],
        Vec3::new(10.5 + 1.0e-5, 0.0, 0.0),
        Vec3::X,
        1.0,
    );
    for (method, answer) in scene.answers() {
        assert_eq!(answer.outcome, Outcome::MovesApart, "{method}: {answer:?}");
    }
    // Turned, rounding decides, and only a scene in `f64` is as good as exact.
    let turn = Quat::from_rotation_z(0.5);
    scene.poses = scene.poses.map(|pose| Pose::new(turn * pose.position, turn));
    scene.velocities[1] = turn * Vec3::X;
    for (method, answer) in scene.answers() {
        assert_ne!(answer.outcome.hit(), Some(true), "{method}: {answer:?}");
    }
}

/// Triangles and segments in the plane z = 0 that fly within it, against the same in the plane.
#[test]
fn bodies_of_one_plane_meet_within_it() {
    let mut dice = Dice::new(77);
    let mut seen = [0; 3];
    for _ in 0..200 {
        let points = [0, 1].map(|_| {
            let count = 2 + dice.below(4);
            (0..count).map(|_| dice.vector().with_z(0.0)).collect::<Vec<_>>()
        });
        let at = Vec3::new(3.0 * dice.real(), 3.0 * dice.real(), 0.0);
        let velocity = (dice.vector() - at).with_z(0.0);
        let turn = Quat::from_rotation_z(dice.real());
        let mut scene = quiet(points.clone().map(Recipe::Points), at, velocity, 1.5);
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
            seen[answer.outcome.hit().map_or(2, usize::from)] += 1;
            match (answer.outcome.hit(), truth.outcome.hit()) {
                (Some(said), Some(is)) => assert_eq!(said, is, "{}", context()),
                _ => continue,
            }
            if let (Some(upper), Some(late)) = (answer.upper, truth.upper) {
                assert!(f64::from(answer.lower) <= late && truth.lower <= f64::from(upper), "{}", context());
            }
        }
    }
    assert!(seen[0] > 50 && seen[1] > 200 && seen[2] < 12, "{seen:?}");
}

/// The first contact is a corner on the way, or all of it: two triangles head on, two segments of one line, a tip
/// against a side.
#[test]
fn bodies_of_one_plane_meet_in_a_corner() {
    let triangle = || Recipe::Points(vec![Vec3::new(-1.0, -1.0, 0.0), Vec3::new(1.0, -1.0, 0.0), Vec3::Y]);
    let segment = || Recipe::Points(vec![-Vec3::X, Vec3::X]);
    let tip = || Recipe::Points(vec![-Vec3::X, Vec3::new(1.0, 1.0, 0.0), Vec3::new(1.0, -1.0, 0.0)]);
    let side = || Recipe::Points(vec![Vec3::new(1.0, -1.0, 0.0), Vec3::new(1.0, 1.0, 0.0), -Vec3::X]);
    for bodies in [[triangle(), triangle()], [segment(), segment()], [side(), tip()], [segment(), tip()]] {
        let scene = quiet(bodies, Vec3::X * 4.0, -Vec3::X * 4.0, 1.0);
        for (method, answer) in scene.answers() {
            let context = || format!("{method}: {answer:?}\n{scene:?}");
            assert_eq!(answer.outcome, Outcome::Hit, "{}", context());
            let (lower, upper) = (answer.lower, answer.upper.unwrap());
            assert!(lower <= 0.5 && 0.5 <= upper && upper - lower < 512.0 * EPS, "{}", context());
        }
    }
}
