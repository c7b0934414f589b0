//! Edges that are parallel to rounding or to a small tilt: brackets are as narrow as for other bodies.

use super::*;

/// Vertices of a prism about the y axis with `sides` sides.
fn prism(sides: u32, [radius, half]: [Real; 2]) -> Vec<Vec3> {
    let corner = |k: u32, y: Real| {
        let angle = std::f64::consts::TAU * f64::from(k) / f64::from(sides);
        Vec3::new((angle.cos() as Real) * radius, y, (angle.sin() as Real) * radius)
    };
    (0..sides).flat_map(|k| [corner(k, -half), corner(k, half)]).collect()
}

fn cuboid(half: Vec3) -> Vec<Vec3> {
    (0..8).map(|k| half * Vec3::from([0, 1, 2].map(|axis| if k >> axis & 1 == 1 { 1.0 } else { -1.0 }))).collect()
}

/// Checks that no direction near the relevant ones has a gap above the upper bound.
fn holds(sat: &Sat<&Solid>, found: &Answer, dice: &mut Dice) {
    let Some(upper) = found.upper else { return };
    for spread in [0.0, 1.0e-7, 1.0e-5, 1.0e-3, 0.1] {
        for _ in 0..8 {
            let n = (found.normal + dice.vector() * spread).normalize();
            let [a, b] = sat.projections(n);
            assert!(b[0] - a[1] <= upper, "{n}: {} above {upper}", b[0] - a[1]);
        }
    }
}

#[test]
fn nearly_parallel_edges_leave_the_bracket_as_narrow_as_others() {
    let (mut dice, mut overlapping, mut parallel) = (Dice::new(41), 0, 0);
    for round in 0..900 {
        let tilt = [0.0, 1.0e-17, 1.0e-12, 1.0e-9, 1.0e-7, 1.0e-6, 1.0e-5, 1.0e-4, 1.0e-3][round % 9];
        let size = |dice: &mut Dice| [0.6 + 0.4 * dice.real().abs(), 0.3 + 0.4 * dice.real().abs()];
        let body = |dice: &mut Dice| match dice.below(3) {
            0 => cuboid(dice.vector().abs() + Vec3::splat(0.2)),
            _ => prism(3 + dice.below(6) as u32, size(dice)),
        };
        let bodies = [body(&mut dice), body(&mut dice)].map(|points| Solid::hull(&points).unwrap());
        let quarter = Quat::from_axis_angle(
            Vec3::Y.into(),
            [0.0, 0.5, 0.25, 1.0][dice.below(4)] * (std::f64::consts::PI as Real),
        );
        let turn = quarter * Quat::from_scaled_axis((dice.vector().normalize_or(Vec3::X) * tilt).into());
        let at = Pose::new(dice.vector() * [0.4, 1.0][round % 2], turn);
        for options in [Options::default(), Options { pairs: EdgePairs::Crossing, ..Options::default() }, all_pairs()] {
            let mut sat = Sat::new(&bodies[0], &Pose::IDENTITY, &bodies[1], &at, options);
            let outcome = sat.run();
            let found = sat.answer(outcome);
            if let Some(upper) = found.upper {
                let wide = (upper - found.separation).max(found.separation - found.lower);
                assert!(
                    wide <= 2.5 * sat.found.rounding,
                    "round {round}: {wide} of {} in {found:?}",
                    sat.found.rounding
                );
                overlapping += 1;
            }
            parallel += u32::from(found.pruned > 0);
            holds(&sat, &found, &mut dice);
        }
    }
    assert!(overlapping > 1_500 && parallel > 1_500, "{overlapping} {parallel}");
}
