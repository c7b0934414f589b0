//! Velocities of bodies: gravity, gyroscopic term, damping, impulses, sleep.

use contact_lens_engine::glam::DVec3;

use super::world::{box_of, row_of, spinning, step};
use super::{assert_broken, assert_holds, cause, report};
use crate::{Damping, FreeVelocity, Step};

/// Adds to the velocity after a step, and moves the position accordingly.
fn shift(step: &mut Step, linear: DVec3) {
    let h = step.time_step;
    let after = box_of(step).after.as_mut().unwrap();
    let velocity = DVec3::from(after.velocity.unwrap()) + linear;
    after.velocity = Some(velocity.to_array());
    after.position = (DVec3::from(after.position) + linear * h).to_array();
}

#[test]
fn gravity_acts_on_every_body() {
    let mut weightless = spinning();
    shift(&mut weightless, DVec3::new(0.0, 0.1, 0.0));
    let report = assert_broken(&weightless, "velocity", "linear velocity follows the impulses");
    assert_eq!(cause(&report), Some("gravity does not act on this body"));
    assert_eq!(report.first.unwrap().culprit.body.as_deref(), Some("box"));
    box_of(&mut weightless).gravity_scale = Some(0.0);
    assert_holds(&weightless);
}

#[test]
fn the_gyroscopic_term_is_the_declared_one() {
    let mut step = spinning();
    step.model.gyroscopic = Some("none".to_owned());
    let report = assert_broken(&step, "velocity", "angular velocity follows the impulses");
    assert_eq!(cause(&report), Some("the gyroscopic term is `explicit`"));
}

#[test]
fn damping_needs_a_rule() {
    let mut damped = spinning();
    box_of(&mut damped).linear_damping = 0.5;
    assert_eq!(report(&damped).stages[7].missing, ["model.damping"]);
    damped.model.damping = Some(Damping { rule: Some("implicit".to_owned()), at: Some("after_forces".to_owned()) });
    let report = assert_broken(&damped, "velocity", "linear velocity follows the impulses");
    assert_eq!(cause(&report), Some("damping does not act"));
}

#[test]
fn every_impulse_acts_once() {
    let mut lost = step();
    let impulse = row_of(&mut lost, 2).impulse.unwrap();
    shift(&mut lost, DVec3::new(-impulse / 6.0, 0.0, 0.0));
    assert_broken(&lost, "velocity", "linear velocity follows the impulses");
    let mut substeps = step();
    for row in substeps.rows.as_mut().unwrap() {
        row.impulse = Some(row.impulse.unwrap() / 4.0);
    }
    substeps.model.iterations = None;
    let report = assert_broken(&substeps, "velocity", "linear velocity follows the impulses");
    assert_eq!(cause(&report), Some("the impulses are those of the last of 4 sub-steps"));
}

#[test]
fn impulses_of_contacts_replace_rows() {
    let mut step = step();
    step.rows = None;
    assert_holds(&step);
    shift(&mut step, DVec3::new(0.1, 0.0, 0.0));
    assert_broken(&step, "velocity", "linear velocity follows the impulses");
}

#[test]
fn a_captured_free_velocity_is_judged() {
    let mut step = spinning();
    box_of(&mut step).free = Some(FreeVelocity { velocity: Some([9.0, 0.0, 0.0]), angular_velocity: None });
    assert_broken(&step, "velocity", "free linear velocity");
}

#[test]
fn a_sleeping_body_does_not_move() {
    let mut asleep = spinning();
    let body = box_of(&mut asleep);
    body.sleeping = true;
    let state = body.before.as_mut().unwrap();
    state.velocity = Some([0.0; 3]);
    state.angular_velocity = Some([0.0; 3]);
    body.after = body.before;
    assert_holds(&asleep);
    shift(&mut asleep, DVec3::X);
    assert_broken(&asleep, "velocity", "linear velocity follows the impulses");
}
