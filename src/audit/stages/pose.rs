//! Stage **pose**: poses after the step follow from the poses before and the velocities.
//!
//! - **Position.** `x⁺ = x + h (v⁺ + v_push)` for the center of mass; with the integrator `explicit` the velocity
//!   before, with `midpoint` the mean.
//! - **Rotation.** `q⁺ = exp(h (ω⁺ + ω_push)) q`, or to first order `q + ½ h ω q`, normalized.

use contact_lens_engine::glam::{DQuat, DVec3};

use crate::capture::{Body, Kind, State};
use crate::causes::pose::{cause_of_position, cause_of_rotation};
use crate::law::{Culprit, Law, Stage, StageResult};
use crate::problem::{Motion, Problem, pose_of};
use crate::rotation::{Update, angle_between};

/// Judges the poses after the step.
pub fn judge(problem: &Problem) -> StageResult {
    let mut result = StageResult::new(Stage::Pose, problem.lists_laws);
    for (i, body) in problem.step.bodies.iter().enumerate() {
        let Some((before, after)) = body.before.as_ref().zip(body.after.as_ref()) else {
            result.miss(if body.before.is_none() { "bodies[].before" } else { "bodies[].after" });
            continue;
        };
        let culprit = Culprit::body(i);
        let length = DQuat::from_array(after.rotation).length();
        let law = Law::new("rotation stays unit", (length - 1.0).abs(), problem.bound(16.0, 1.0), "1", culprit);
        let mut law = law;
        if law.value > law.bound {
            law.because = Some("the rotation is not normalized".to_owned());
        }
        result.push(law);
        match body.kind {
            // The program moves kinematic bodies as it likes.
            Kind::Kinematic => {}
            Kind::Static => judge_body(problem, i, Motion::default(), [before, after], &mut result),
            Kind::Dynamic => match velocity_of(problem, i, body) {
                Some(motion) => judge_body(problem, i, motion, [before, after], &mut result),
                None => result.miss("bodies[].after.velocity"),
            },
        }
    }
    result
}

/// Velocity that moves the pose of a dynamic body; `None` if a velocity is not captured.
fn velocity_of(problem: &Problem, i: usize, body: &Body) -> Option<Motion> {
    if body.sleeping {
        return Some(Motion::default());
    }
    let model = &problem.bodies[i];
    let motion = match problem.step.model.integrator.as_deref() {
        Some("explicit") => model.before?,
        Some("midpoint") => {
            let before = model.before?;
            let after = model.after?;
            Motion { linear: (before.linear + after.linear) * 0.5, angular: (before.angular + after.angular) * 0.5 }
        }
        Some(_) | None => model.after?,
    };
    let push = body.push.unwrap_or_default();
    Some(Motion {
        linear: motion.linear + DVec3::from(push.velocity.unwrap_or_default()),
        angular: motion.angular + DVec3::from(push.angular_velocity.unwrap_or_default()),
    })
}

/// Laws of position and rotation of one body.
fn judge_body(problem: &Problem, i: usize, motion: Motion, states: [&State; 2], result: &mut StageResult) {
    let [before, after] = states;
    let body = &problem.step.bodies[i];
    if body.continuous && body.toi.is_none() {
        result.miss("bodies[].toi");
        return;
    }
    let h = problem.h * body.toi.unwrap_or(1.0);
    let update = Update { h, motion, first_order: problem.step.model.rotation.as_deref() == Some("first_order") };
    let [start, end] = [before, after].map(pose_of);
    let offset = DVec3::from(body.center_of_mass);
    let from = start.point(offset);
    let to = end.point(offset);
    let remainder = to - from - motion.linear * h;
    let size = start.position.abs() + end.position.abs() + motion.linear.abs() * h + 2.0 * offset.abs();
    let culprit = Culprit::body(i);
    let mut law =
        Law::new("position follows the velocity", remainder.length(), problem.bound(16.0, size.length()), "m", culprit);
    if law.value > law.band {
        law.because = cause_of_position(problem, i, to - from, &law);
    }
    let angle = angle_between(end.rotation(), update.rotated(start.rotation()));
    let c = 64.0 + 16.0 * h * motion.angular.length();
    let mut turn = Law::new("rotation follows the angular velocity", angle, problem.bound(c, 1.0), "rad", culprit);
    if turn.value > turn.band {
        turn.because = cause_of_rotation(problem, i, &update, [start.rotation(), end.rotation()], &turn);
    }
    // Without the push, velocities after a relaxation are not those that moved the poses.
    let relaxed = problem.step.model.velocity_told.as_deref() == Some("relaxed") && body.push.is_none();
    for law in [law, turn] {
        let may_be_rule = !problem.has_model() && law.because.is_some();
        result.push(if relaxed || may_be_rule { law.without_claim() } else { law });
    }
}
