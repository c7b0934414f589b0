//! Compares the walk over arcs with testing all of them: the same answers, and the same axes in the same order.

use super::*;

/// Two point clouds from a ball, a box or a needle, and the pose of the second.
fn clouds(dice: &mut Dice, round: usize) -> ([Solid; 2], [Pose; 2]) {
    let squeeze = [Vec3::ONE, Vec3::ONE, Vec3::new(1.0, 0.6, 0.3), Vec3::new(1.0, 1.0e-2, 1.0e-2)][round % 4];
    let solids = [(); 2].map(|()| {
        let n = 4 + dice.below([8, 20, 40, 120][round / 4 % 4]);
        let points = cloud(dice, n).into_iter().map(|p| if round.is_multiple_of(2) { p.normalize_or(p) } else { p });
        Solid::hull(&points.map(|p| p * squeeze).collect::<Vec<_>>()).unwrap()
    });
    (solids, [Pose::IDENTITY, Pose::new(dice.vector() * [0.7, 1.6][round % 2], turned(dice))])
}

fn test<'a>([a, b]: &'a [Solid; 2], [pose_a, pose_b]: &[Pose; 2], pairs: EdgePairs) -> Sat<&'a Solid> {
    Sat::new(a, pose_a, b, pose_b, Options { pairs, ..Options::default() })
}

#[test]
fn a_walk_answers_as_a_test_of_all_arcs_does() {
    let (mut dice, mut apart, mut other) = (Dice::new(61), 0, 0);
    let rounds = 2400;
    for round in 0..rounds {
        let (solids, poses) = clouds(&mut dice, round);
        let answer = |pairs| {
            let mut sat = test(&solids, &poses, pairs);
            let outcome = sat.run();
            sat.answer(outcome)
        };
        let [asked, walked] = [EdgePairs::Crossing, EdgePairs::Walk].map(answer);
        let context = || format!("round {round}: {asked:?}\n{walked:?}");
        assert_eq!(asked.outcome, walked.outcome, "{}", context());
        let rounding = 2.0 * (asked.separation - asked.lower).abs();
        if asked.outcome.is_apart() {
            // Until a gap is found, edges are tried in one direction only; the opposite can have a larger gap.
            apart += 1;
            other += u32::from(asked.axis != walked.axis);
            assert!(walked.separation <= asked.separation + rounding, "{}", context());
        } else {
            assert!((asked.separation - walked.separation).abs() <= rounding, "{}", context());
            let upper = asked.upper.zip(walked.upper).map_or(Real::INFINITY, |(x, y)| (x - y).abs());
            assert!(upper <= rounding && walked.upper >= Some(walked.lower), "{}", context());
        }
    }
    assert!(apart > rounds / 5 && apart < rounds * 4 / 5 && other * 50 < apart as u32, "{other} of {apart} apart");
}

#[test]
fn a_step_of_the_walk_is_reported_axis_by_axis() {
    let (mut dice, mut several) = (Dice::new(62), 0);
    for round in 0..160 {
        let (solids, poses) = clouds(&mut dice, round);
        let mut single = test(&solids, &poses, EdgePairs::Crossing);
        let mut walk = test(&solids, &poses, EdgePairs::Walk);
        while walk.step().is_continue() {
            let lines = walk.axis_by_axis();
            several += usize::from(lines.len() > 1);
            for StateAfterAxis { found, .. } in &lines {
                assert!(single.step().is_continue(), "round {round}");
                let [now, line] = [found.last, single.found.last].map(|tested| tested.map(|tested| tested.axis));
                assert_eq!((now, found.tested), (line, single.found.tested), "round {round}");
                assert!(found.best.is_some_and(|best| best.gap <= found.largest));
            }
            let last = lines.last().unwrap();
            assert_eq!((last.found.best, last.pruned), (walk.found.best, walk.pruned), "round {round}");
        }
        assert!(single.step().is_break(), "round {round}");
    }
    assert!(several > 1000, "{several} steps of several lines");
}

#[test]
fn the_first_gap_and_the_cached_axis_end_a_walk() {
    let (mut dice, mut ended) = (Dice::new(63), 0);
    for round in 0..200 {
        let (solids, poses) = clouds(&mut dice, 4 * round + 1);
        let [a, b] = &solids;
        let options = Options { stop_at_first: true, ..Options::default() };
        let first = separation(a, &poses[0], b, &poses[1], &options);
        let whole = separation(a, &poses[0], b, &poses[1], &Options::default());
        assert_eq!((first.outcome, first.tested <= whole.tested), (whole.outcome, true), "round {round}");
        if let (Outcome::Separated, axis) = (first.outcome, first.axis) {
            let cached = Options { cached: axis, ..Options::default() };
            let again = separation(a, &poses[0], b, &poses[1], &cached);
            assert_eq!(
                (again.outcome, again.tested, again.axis),
                (Outcome::SeparatedByCache, 1, axis),
                "round {round}"
            );
            ended += 1;
        }
    }
    assert!(ended > 40, "{ended}");
}

#[test]
fn arcs_skipped_by_a_bound_have_no_better_axis() {
    let (mut dice, mut all, mut looked_for) = (Dice::new(64), 0, 0);
    for round in 0..400 {
        let (solids, poses) = clouds(&mut dice, round);
        let [mut whole, mut some] = [(); 2].map(|()| test(&solids, &poses, EdgePairs::Walk));
        // A test of very many pairs always searches under a bound, so only the caller's limit applies.
        if some.is_bounded() {
            continue;
        }
        some.enough = Some(Real::INFINITY);
        let [outcome, same] = [whole.run(), some.run()];
        let (answer, other) = (whole.answer(outcome), some.answer(same));
        let context = || format!("round {round}: {answer:?}\n{other:?}");
        assert_eq!((outcome, answer.axis, answer.lower), (same, other.axis, other.lower), "{}", context());
        assert!(other.upper <= answer.upper && other.upper.is_none_or(|upper| upper >= other.lower), "{}", context());
        assert_eq!(whole.ties(), some.ties(), "{}", context());
        if !outcome.is_apart() {
            (all, looked_for) = (all + answer.tested, looked_for + other.tested);
        }
    }
    assert!(looked_for * 4 < all * 3, "{looked_for} of {all} lines");
}
