//! Impulses: sets, residuals, replays and certificates.

use super::world::{contact_of, row_of, step, step_of};
use super::{assert_broken, assert_holds, cause, report};
use crate::certificates::projection::onto_cone;

#[test]
fn impulses_are_in_their_sets() {
    let mut pulling = step();
    row_of(&mut pulling, 3).impulse = Some(-1.0);
    let report = assert_broken(&pulling, "solve", "impulse within its bounds");
    assert_eq!(report.first.unwrap().culprit.contact, Some(1));
    let mut sticky = step();
    row_of(&mut sticky, 4).impulse = Some(30.0);
    assert_broken(&sticky, "solve", "friction within its set");
    let mut open = step();
    row_of(&mut open, 3).impulse = Some(0.0);
    let report = assert_broken(&open, "solve", "friction within its set");
    assert_eq!(cause(&report), Some("friction is kept although the contact does not push"));
}

#[test]
fn impulses_of_contacts_are_in_their_sets() {
    let mut step = step();
    step.rows = None;
    contact_of(&mut step, 0).impulse = Some(-1.0);
    assert_broken(&step, "solve", "impulse within its bounds");
    contact_of(&mut step, 0).impulse = Some(1.0);
    contact_of(&mut step, 0).friction_impulse = Some([1.0, 0.0, 0.0]);
    assert_broken(&step, "solve", "friction within its set");
}

#[test]
fn a_sweep_that_is_not_as_declared_is_broken() {
    let mut longer = step();
    longer.model.iterations = Some(3);
    assert_broken(&longer, "solve", "sweep as declared");
    let mut cold = step();
    for row in cold.rows.as_mut().unwrap() {
        row.warm = Some(1.0);
    }
    assert_broken(&cold, "solve", "sweep as declared");
    let mut unknown = step();
    unknown.model.iterations = None;
    let report = report(&unknown);
    assert_eq!(report.stages[6].verdict, "undecided");
    assert_eq!(report.stages[6].law, Some("residual without a claim"));
}

#[test]
fn a_claimed_tolerance_is_judged() {
    let mut claimed = step();
    claimed.model.solve = Some("boxed".to_owned());
    claimed.model.tolerance = Some(10.0);
    assert_holds(&claimed);
    let mut claimed = step_of(2);
    claimed.model.solve = Some("boxed".to_owned());
    claimed.model.tolerance = Some(1e-6);
    assert_broken(&claimed, "solve", "residual within the claim");
}

#[test]
fn residuals_have_narrow_brackets() {
    for rows in report(&step()).rows {
        let [lower, upper] = rows.residual;
        assert!(lower <= upper && upper - lower < 1e-9, "{rows:?}");
    }
}

/// Squared distance of two points.
fn square(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum()
}

#[test]
fn the_nearest_point_of_a_cone_has_no_nearer_neighbor() {
    let mut seed = 7_u64;
    let mut number = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 11) as f64 / (1_u64 << 53) as f64 * 2.0 - 1.0
    };
    for case in 0..200 {
        let coefficients = if case % 2 == 0 { vec![0.6, 0.6] } else { vec![0.3, 1.4] };
        let point = [number() * 2.0, number(), number()];
        let nearest = onto_cone(&point, &coefficients);
        let slope = (nearest[1] / coefficients[0]).hypot(nearest[2] / coefficients[1]);
        assert!(slope <= nearest[0] + 1e-12, "{point:?} {nearest:?}");
        let distance = square(&point, &nearest);
        for _ in 0..200 {
            let angle = number() * 3.2;
            let height = (nearest[0] + number() * 0.1).max(0.0);
            let other = [height, coefficients[0] * height * angle.cos(), coefficients[1] * height * angle.sin()];
            assert!(square(&point, &other) >= distance - 1e-12, "{point:?} {nearest:?} {other:?}");
        }
    }
}
