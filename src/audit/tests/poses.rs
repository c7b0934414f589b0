//! Poses after a step, and their causes.

use contact_lens_engine::glam::{DQuat, DVec3};

use super::world::{box_of, spinning};
use super::{assert_broken, assert_holds, cause, report};
use crate::FreeVelocity;
use crate::rotation::{exponential, rotated};

#[test]
fn positions_follow_the_velocity_of_the_integrator() {
    let mut old = spinning();
    let body = box_of(&mut old);
    let before = body.before.unwrap();
    let start = DVec3::from(before.position);
    let moved = start + DVec3::from(before.velocity.unwrap()) * 0.01;
    body.after.as_mut().unwrap().position = moved.to_array();
    let report = assert_broken(&old, "pose", "position follows the velocity");
    assert_eq!(cause(&report), Some("the position was moved with the velocity before the step"));
    let body = box_of(&mut old);
    let turned =
        rotated(DQuat::from_array(before.rotation), DVec3::from(before.angular_velocity.unwrap()) * 0.01, false);
    body.after.as_mut().unwrap().rotation = turned.to_array();
    old.model.integrator = Some("explicit".to_owned());
    assert_holds(&old);
}

#[test]
fn rotations_follow_the_angular_velocity_in_the_world() {
    let mut local = spinning();
    let body = box_of(&mut local);
    let start = DQuat::from_array(body.before.unwrap().rotation);
    let after = body.after.as_mut().unwrap();
    let vector = DVec3::from(after.angular_velocity.unwrap()) * 0.01;
    after.rotation = (start * exponential(vector)).to_array();
    let report = assert_broken(&local, "pose", "rotation follows the angular velocity");
    assert_eq!(cause(&report), Some("the angular velocity was applied in the body's frame"));
    box_of(&mut local).after.as_mut().unwrap().rotation = rotated(start, vector, true).to_array();
    let report = assert_broken(&local, "pose", "rotation follows the angular velocity");
    assert_eq!(cause(&report), Some("the rotation was updated to first order"));
    local.model.rotation = Some("first_order".to_owned());
    assert_holds(&local);
}

#[test]
fn rotations_stay_unit() {
    let mut step = spinning();
    let rotation = &mut box_of(&mut step).after.as_mut().unwrap().rotation;
    *rotation = rotation.map(|x| 1.0001 * x);
    let report = assert_broken(&step, "pose", "rotation stays unit");
    assert_eq!(cause(&report), Some("the rotation is not normalized"));
}

#[test]
fn single_precision_in_a_double_step_is_broken() {
    let mut step = spinning();
    let position = &mut box_of(&mut step).after.as_mut().unwrap().position;
    *position = position.map(|x| f64::from(x as f32));
    let report = assert_broken(&step, "pose", "position follows the velocity");
    assert_eq!(cause(&report), Some("the numbers were single precision"));
    step.precision = Some("f32".to_owned());
    assert_holds(&step);
}

#[test]
fn a_push_moves_the_pose_and_a_relaxed_velocity_decides_nothing() {
    let mut pushed = spinning();
    let after = box_of(&mut pushed).after.as_mut().unwrap();
    after.position[1] += 0.001;
    pushed.model.velocity_told = Some("relaxed".to_owned());
    assert_eq!(report(&pushed).stages[8].verdict, "undecided");
    box_of(&mut pushed).push = Some(FreeVelocity { velocity: Some([0.0, 0.1, 0.0]), angular_velocity: None });
    assert_holds(&pushed);
}

#[test]
fn continuous_bodies_stop_at_the_time_of_impact() {
    let mut step = spinning();
    let body = box_of(&mut step);
    let before = body.before.unwrap();
    let after = body.after.as_mut().unwrap();
    let h = 0.25 * 0.01;
    let velocity = DVec3::from(after.velocity.unwrap());
    let vector = DVec3::from(after.angular_velocity.unwrap()) * h;
    after.position = (DVec3::from(before.position) + velocity * h).to_array();
    after.rotation = rotated(DQuat::from_array(before.rotation), vector, false).to_array();
    body.continuous = true;
    assert_eq!(report(&step).stages[8].missing, ["bodies[].toi"]);
    box_of(&mut step).toi = Some(0.25);
    assert_holds(&step);
    box_of(&mut step).toi = Some(0.5);
    assert_broken(&step, "pose", "rotation follows the angular velocity");
}
