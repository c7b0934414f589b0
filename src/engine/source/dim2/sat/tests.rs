//! Separating axes compared with the table of two rectangles and with signed distances; bodies without area.

use super::*;
use crate::dim2::answer::Status;
use crate::dim2::dim3::simplex::cases::Dice;
use crate::dim2::distance;
use crate::dim2::prelude::*;

fn pose(dice: &mut Dice, reach: Real) -> Pose {
    let at = dice.vector() * reach;
    let turn = dice.vector();
    Pose::new(Vec2::new(at.x, at.y), Vec2::new(turn.x, turn.y))
}

#[test]
fn rectangles_agree_with_their_table() {
    let mut dice = Dice::new(4);
    let mut apart = 0;
    let rounds = 2000;
    for _ in 0..rounds {
        let halves = [(); 2].map(|()| Vec2::new(dice.real().abs(), dice.real().abs()) + Vec2::splat(0.05));
        let pose_a = pose(&mut dice, 1.0);
        let pose_b = pose(&mut dice, 1.3);
        let shapes = halves.map(|half| Shape::rectangle(half).unwrap());
        let found = separation(&shapes[0], &pose_a, &shapes[1], &pose_b, &Options::default());
        apart += u32::from(found.outcome == Outcome::Separated);
        let axes = [&pose_a, &pose_b].map(|pose| [pose.rotation, pose.rotation.perp()]);
        let between = pose_b.position - pose_a.position;
        let reach = |i: usize, line: Vec2| (0..2).map(|k| halves[i][k] * axes[i][k].dot(line).abs()).sum::<Real>();
        let gap = |line: Vec2| between.dot(line).abs() - reach(0, line) - reach(1, line);
        let best = axes.as_flattened().iter().map(|line| gap(*line)).fold(Real::NEG_INFINITY, Real::max);
        assert!((best - found.separation).abs() <= 64.0 * EPS && found.tested == 4, "{best} {found:?}");
    }
    assert!((rounds / 4..3 * rounds / 4).contains(&apart), "{apart} of {rounds} are apart");
}

#[test]
fn bodies_of_every_dimension_agree_with_the_full_answer() {
    let mut dice = Dice::new(6);
    let mut seen = [0; 3];
    for round in 0..6000 {
        let mut points = |dimension: usize| -> Vec<Vec2> {
            let span = [Vec2::new(1.0, 2.0), Vec2::new(-2.0, 1.0)];
            let mut point = || (0..dimension).map(|k| span[k] * (dice.below(5) as Real - 2.0)).sum();
            (0..1 + round % 7).map(|_| point()).collect()
        };
        let [a, b] = [points(round % 3), points(round / 3 % 3)];
        let shift = points(1 + round % 2)[0] * 0.5;
        let turn = if round % 2 == 0 { Vec2::X } else { Vec2::new(dice.real(), 1.1) };
        let pose_a = Pose::new(Vec2::ZERO, turn);
        let pose_b = Pose::new(turn.normalize().rotate(shift), turn);
        let [a, b] = [a, b].map(|points| Shape::polygon(&points).unwrap());
        let found = separation(&a, &pose_a, &b, &pose_b, &Options::default());
        let full = distance::signed_distance(&a, &pose_a, &b, &pose_b, &distance::Options::default());
        let rounding = found.upper.map_or(0.0, |upper| upper - found.lower) + (full.upper - full.lower);
        let context = || format!("{found:?}\n{full:?}\n{a:?} {pose_a:?}\n{b:?} {pose_b:?}");
        assert!(found.lower <= full.upper, "{}", context());
        match found.outcome {
            Outcome::Separated => {
                seen[0] += 1;
                assert!(full.status != Status::Penetrating, "{}", context());
            }
            Outcome::Overlapping => {
                seen[1] += 1;
                assert_eq!(full.status, Status::Penetrating, "{}", context());
                assert!(
                    found.lower - rounding <= full.upper && full.lower <= found.separation + rounding,
                    "{}",
                    context()
                );
            }
            _ => {
                seen[2] += 1;
                assert!(full.upper >= -rounding && full.lower <= rounding, "{}", context());
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 300), "apart, overlapping, touching or flat: {seen:?}");
}

#[test]
fn the_line_of_the_frame_before_ends_the_test_at_once() {
    let square = Shape::rectangle(Vec2::ONE).unwrap();
    let at = |x: Real| Pose::new(Vec2::new(x, 0.5), Vec2::new(0.8, 0.6));
    let first = Options { stop_at_first: true, ..Options::default() };
    let found = separation(&square, &Pose::IDENTITY, &square, &at(3.0), &first);
    let again = separation(&square, &Pose::IDENTITY, &square, &at(2.9), &Options { cached: found.axis, ..first });
    assert_eq!((found.outcome, again.outcome, again.tested), (Outcome::Separated, Outcome::SeparatedByCache, 1));
    let far = Pose::new(Vec2::new(Real::MAX, 0.0), Vec2::X);
    let refused = separation(&square, &Pose::IDENTITY, &square, &far, &first);
    assert_eq!((refused.outcome, refused.tested), (Outcome::NotFinite, 0));
}

/// From 256 vertices on the support point is found by bisection; it equals that of all vertices, and so does every gap.
#[test]
fn polygons_of_very_many_corners_have_the_shadows_of_all_corners() {
    let mut dice = Dice::new(26);
    let mut seen = [0; 2];
    for round in 0_usize..60 {
        // Vertices on a circle, some with a flat part, some with half of it missing.
        let count = 300 + 40 * (round % 7);
        let mut corner = |k: usize| {
            let turn = std::f64::consts::TAU * (k as f64 + 0.3 * dice.real() as f64) / count as f64;
            let (sin, cos) = turn.sin_cos();
            Vec2::new(cos as Real, if round % 3 == 0 { (sin as Real).max(0.25) } else { sin as Real * 0.7 })
        };
        let points: Vec<Vec2> = (0..count).map(&mut corner).collect();
        let a = Shape::polygon(&points).unwrap();
        let rounding = 8.0 * EPS;
        for k in 0..200 {
            let turned = dice.vector();
            // Directions include normals of sides and borders of sectors.
            let d = match k % 3 {
                0 => a.side(k as u32).map_or(Vec2::X, |side| -side.direction.perp()),
                1 => [Vec2::X, -Vec2::Y, Vec2::ONE, Vec2::new(-2.0, 1.0)][k / 3 % 4],
                _ => Vec2::new(turned.x, turned.y),
            };
            let highest = a.core().iter().map(|p| d.dot(*p)).fold(Real::NEG_INFINITY, Real::max);
            let found = d.dot(a.core()[a.farthest(d) as usize]);
            assert!(highest - found <= rounding * d.length(), "round {round}, {d}: {found} of {highest}");
        }
        let b = Shape::polygon(&points[..40]).unwrap();
        let pose = pose(&mut dice, [0.5, 1.2][round % 2]);
        let found = separation(&a, &Pose::IDENTITY, &b, &pose, &Options::default());
        let full = distance::signed_distance(&a, &Pose::IDENTITY, &b, &pose, &distance::Options::default());
        assert!(found.lower <= full.upper, "{found:?} {full:?}");
        match found.outcome {
            Outcome::Overlapping => {
                let depth = full.signed_distance.unwrap();
                assert!((found.separation - depth).abs() <= 64.0 * EPS, "{found:?} {full:?}");
                seen[0] += 1;
            }
            _ => seen[1] += 1,
        }
    }
    assert!(seen.iter().all(|n| *n > 10), "{seen:?}");
}
