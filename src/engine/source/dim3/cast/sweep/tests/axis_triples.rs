//! Tests the sweep of two boxes by axis triples against the sweep of the same boxes axis by axis.

use super::*;

type BoxSweep<'a> = Sweep<Sat<&'a Solid>>;

/// Two moving boxes: of any sizes and rotations, rotated by quarters and nearly so, flat, in tiny and in huge units,
/// far from each other, along an axis, on a lattice, and at rest.
fn moving_boxes(dice: &mut Dice, round: usize) -> ([Solid; 2], Pose, Motion) {
    let scale: Real = [1.0, 1.0e-6, 1.0e6][round / 16 % 3];
    let thin: Real = if round.is_multiple_of(5) { 1.0e-4 } else { 1.0 };
    let mut half = || (dice.vector().abs() * Vec3::new(thin, 1.0, 1.0) + Vec3::splat(0.05 * thin)) * scale;
    let mut halves = [half(), half()];
    let axis = [Vec3::X, Vec3::Y, Vec3::Z][dice.below(3)];
    let quarters = [0.0, 90.0, 180.0, 270.0][dice.below(4)];
    let quarter = Quat::from_axis_angle(axis.into(), Real::to_radians(quarters));
    let tilt = [1.0e-3, 1.0e-5, 1.0e-7, 3.0e-9][dice.below(4)];
    let any = Quat::from_xyzw(dice.vector().x, dice.vector().x, dice.vector().x, 1.0).normalize();
    let rotations =
        [any, any, quarter, quarter * Quat::from_axis_angle(dice.vector().normalize_or(Vec3::X).into(), tilt)];
    let mut pose = Pose::new(dice.vector() * 4.0 * scale, rotations[round % 4]);
    let mut r = (dice.vector() * 1.3 * scale - pose.position) * (0.4 + 0.6 * dice.vector().x.abs());
    match round / 4 % 8 {
        5 => r = axis * r.x,
        6 => {
            halves = [Vec3::ONE, Vec3::splat(0.5)];
            pose = Pose::new((dice.vector() * 6.0).round() * 0.5, Quat::IDENTITY);
            r = (dice.vector() * 4.0).round();
        }
        7 if dice.below(4) == 0 => (pose.position, r) = (pose.position * 1.0e4, r * 1.0e4),
        7 if dice.below(2) == 0 => r *= 1.0e-12,
        _ => {}
    }
    let precision = if pose.rotation == Quat::IDENTITY { FramePrecision::Exact } else { FramePrecision::Native };
    (halves.map(|half| Solid::cuboid(half).unwrap()), pose, Motion { r, precision, fine: None })
}

/// Sweeps of the same boxes axis by axis, and by triples.
fn both<'a>([a, b]: &'a [Solid; 2], pose: &Pose, motion: Motion, options: Options) -> [BoxSweep<'a>; 2] {
    let axes = Sat::placed(a, b, matrix(pose.rotation), pose.position, sat::Options::default());
    [Sweep::new(axes.clone(), motion, options), Sweep::new(axes.by_triples(), motion, options)]
}

#[test]
fn triples_give_the_answers_of_single_axes() {
    let mut dice = Dice::new(93);
    let mut endings = std::collections::HashMap::<_, u32>::new();
    for round in 0..12_000 {
        let (solids, pose, motion) = moving_boxes(&mut dice, round);
        let options = Options { t_max: 2.0, measure: round.is_multiple_of(7), ..Options::default() };
        let [mut single, mut triples] = both(&solids, &pose, motion, options);
        let one = single.run();
        let other = triples.run();
        assert_eq!(single.answer(one), triples.answer(other), "round {round}");
        *endings.entry(one).or_default() += 1;
    }
    assert!(endings.len() >= 7 && endings.values().all(|count| *count >= 3), "{endings:?}");
}

#[test]
fn a_triple_is_reported_axis_by_axis() {
    let mut dice = Dice::new(94);
    let mut compared = 0;
    for round in 0..600 {
        let (solids, pose, motion) = moving_boxes(&mut dice, round);
        let options = Options { t_max: 2.0, ..Options::default() };
        let [mut single, mut triples] = both(&solids, &pose, motion, options);
        while triples.phase == SweepPhase::Axes {
            let flow = triples.step();
            for state in triples.axis_by_axis() {
                let one = single.step();
                assert_eq!(one.is_break(), flow.is_break() && state.phase != SweepPhase::Axes, "round {round}");
                let fields = |s: &BoxSweep| (s.now, s.tested, [s.outer, s.nominal, s.inner], s.first, s.last, s.phase);
                assert_eq!(fields(&state), fields(&single), "round {round}");
                compared += 1;
            }
        }
        assert!(triples.tested == single.tested, "round {round}");
    }
    assert!(compared > 4000, "{compared}");
}
