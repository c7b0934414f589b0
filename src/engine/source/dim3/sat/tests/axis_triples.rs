//! Compares the test of two boxes by triples with the same test axis by axis.

use super::*;

/// Two boxes and their poses: any sizes and rotations, quarter turns, nearly quarter turns, tiny and huge units.
fn boxes(dice: &mut Dice, round: usize) -> ([Solid; 2], [Pose; 2]) {
    let scale: Real = [1.0, 1.0e-6, 1.0e6][round / 8 % 3];
    let thin: Real = if round.is_multiple_of(5) { 1.0e-4 } else { 1.0 };
    let mut half = || (dice.vector().abs() * Vec3::new(thin, 1.0, 1.0) + Vec3::splat(0.05 * thin)) * scale;
    let halves = [half(), half()];
    let (axis, quarters) = ([Vec3::X, Vec3::Y, Vec3::Z][dice.below(3)], [0.0, 90.0, 180.0, 270.0][dice.below(4)]);
    let quarter = Quat::from_axis_angle(axis.into(), Real::to_radians(quarters));
    let tilt = [1.0e-7, 1.0e-5, 1.0e-3][dice.below(3)];
    let turn = match round % 4 {
        0 | 1 => turned(dice),
        2 => quarter,
        _ => quarter * Quat::from_axis_angle(dice.vector().normalize_or(Vec3::X).into(), tilt),
    };
    let poses = [Pose::new(Vec3::ZERO, Quat::IDENTITY), Pose::new(dice.vector() * 1.3 * scale, turn)];
    (halves.map(|half| Solid::cuboid(half).unwrap()), poses)
}

#[test]
fn triples_answer_as_single_axes_do() {
    let (mut dice, mut apart, mut parallel) = (Dice::new(91), 0, 0);
    for round in 0..6000 {
        let ([a, b], [pose_a, pose_b]) = boxes(&mut dice, round);
        let mut single = Sat::new(&a, &pose_a, &b, &pose_b, Options::default());
        let outcome = single.run();
        let (one, rows) = (single.answer(outcome), separation(&a, &pose_a, &b, &pose_b, &Options::default()));
        let context = || format!("round {round}: {one:?} {rows:?}");
        assert_eq!(
            (rows.outcome, rows.axis, rows.tested, rows.pruned),
            (one.outcome, one.axis, one.tested, one.pruned),
            "{}",
            context()
        );
        assert_eq!((rows.separation, rows.normal), (one.separation, one.normal), "{}", context());
        // The sums have another order.
        let near = |x: Real, y: Real| (x - y).abs() <= 16.0 * EPS * single.magnitude();
        assert!(near(rows.lower, one.lower) && rows.upper.is_some() == one.upper.is_some(), "{}", context());
        assert!(rows.upper.zip(one.upper).is_none_or(|(x, y)| near(x, y)), "{}", context());
        (apart, parallel) = (apart + u32::from(one.outcome.is_apart()), parallel + u32::from(one.pruned > 0));
    }
    assert!((1500..4500).contains(&apart) && parallel > 500, "{apart} apart, {parallel} with parallel edges");
}

#[test]
fn a_triple_is_reported_axis_by_axis() {
    let mut dice = Dice::new(92);
    for round in 0..300 {
        let ([a, b], [pose_a, pose_b]) = boxes(&mut dice, round);
        let mut single = Sat::new(&a, &pose_a, &b, &pose_b, Options::default());
        let mut rows = single.clone().by_triples();
        let mut steps = 0;
        while rows.step().is_continue() {
            steps += 1;
            for StateAfterAxis { found, pruned } in rows.axis_by_axis() {
                let Some(now) = found.last else { continue };
                assert!(single.step().is_continue());
                let line = single.found.last.unwrap();
                let off = (now.gap - line.gap).abs();
                assert_eq!(
                    (now.axis, now.normal, now.supports),
                    (line.axis, line.normal, line.supports),
                    "round {round}"
                );
                assert!(off <= 16.0 * EPS * rows.magnitude(), "round {round}: {now:?} {line:?}");
                assert_eq!((found.tested, pruned), (single.found.tested, single.pruned), "round {round}");
                assert_eq!(found.best.map(|best| best.axis), single.found.best.map(|best| best.axis), "round {round}");
            }
            let last = rows.axis_by_axis().pop().unwrap();
            assert_eq!((last.found.tested, last.pruned), (rows.found.tested, rows.pruned), "round {round}");
        }
        assert_eq!((steps, single.step(), rows.found.tested), (5, rows.step(), single.found.tested), "round {round}");
        assert_eq!(rows.ties(), single.ties(), "round {round}");
    }
}

#[test]
fn other_bodies_and_tests_that_end_early_run_axis_by_axis() {
    let cube = Solid::cuboid(Vec3::ONE).unwrap();
    let hull = Solid::hull(&[Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z]).unwrap();
    let first = Options { stop_at_first: true, ..Options::default() };
    let cached = Options { cached: Some(Axis::FaceB(1)), ..Options::default() };
    for (b, options) in [(&hull, Options::default()), (&cube, first), (&cube, cached)] {
        let mut sat = Sat::new(&cube, &Pose::IDENTITY, b, &Pose::IDENTITY, options).by_triples();
        assert!(sat.step().is_continue());
        assert_eq!((sat.found.tested, sat.axis_by_axis().len()), (1, 1));
    }
}
