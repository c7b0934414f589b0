//! Velocities of bodies without impulses: `u* = u⁻ + h W (m g s + f, τ)` + gyroscopic term, with damping.

use contact_lens_engine::glam::{DMat3, DVec3};

use super::{BodyModel, Motion, Problem, Rows};
use crate::capture::Body;
use crate::dense::abs_matrix;

/// Velocity of a body without impulses.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FreeMotion {
    /// Velocity without any impulses.
    pub motion: Motion,
    /// Sums of the absolute values of the terms.
    pub size: Motion,
}

/// Rules by which the velocity is computed, so that a cause can change one of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rules<'a> {
    /// Gravity that acts on the body, m/s².
    pub gravity: DVec3,
    /// Gyroscopic term: `none`, `explicit` or `implicit_body`.
    pub gyroscopic: &'a str,
    /// Whether the captured damping acts.
    pub damping: bool,
}

impl<'a> Rules<'a> {
    /// Rules that the capture declares for a body.
    pub fn declared(problem: &Problem<'a>, body: &Body) -> Self {
        Self {
            gravity: problem.gravity * body.gravity_scale.unwrap_or(1.0),
            gyroscopic: problem.step.model.gyroscopic.as_deref().unwrap_or("none"),
            damping: true,
        }
    }
}

/// Factors of damping for linear and angular velocity, at a place of the step; `None` if the rule is not declared.
fn damping_at(problem: &Problem, body: &Body, place: &str) -> Option<[f64; 2]> {
    if body.linear_damping == 0.0 && body.angular_damping == 0.0 {
        return Some([1.0; 2]);
    }
    let declared = problem.step.model.damping.as_ref()?;
    if declared.rule.as_deref() == Some("none") {
        return Some([1.0; 2]);
    }
    if declared.at.as_deref()? != place {
        return Some([1.0; 2]);
    }
    let h = problem.h;
    let strengths = [body.linear_damping, body.angular_damping];
    match declared.rule.as_deref()? {
        "factor" => Some(strengths.map(|d| (1.0 - d).max(0.0).powf(h))),
        "implicit" => Some(strengths.map(|d| 1.0 / (1.0 + h * d))),
        _ => Some([1.0; 2]),
    }
}

/// Factors of damping that act after the solve; `None` if the rule is not declared.
pub fn damping_after_solve(problem: &Problem, body: &Body) -> Option<[f64; 2]> {
    damping_at(problem, body, "after_solve")
}

/// Change of the angular velocity by the gyroscopic term, world frame, with the size of its terms.
fn gyroscopic_change(rule: &str, h: f64, model: &BodyModel, own: DMat3, angular: DVec3) -> [DVec3; 2] {
    let to_body = model.rotation.transpose();
    let omega = to_body * angular;
    let momentum = own * omega;
    let inverse = own.inverse();
    let change = match rule {
        "explicit" => -h * (inverse * omega.cross(momentum)),
        "implicit_body" => {
            let jacobian = own + (skew(omega) * own - skew(momentum)) * h;
            -(jacobian.inverse() * (omega.cross(momentum) * h))
        }
        _ => DVec3::ZERO,
    };
    if change == DVec3::ZERO {
        return [DVec3::ZERO; 2];
    }
    let rates = abs_matrix(to_body) * angular.abs();
    let products = abs_cross(rates, abs_matrix(own) * rates);
    let size = abs_matrix(model.rotation) * (abs_matrix(inverse) * products) * h;
    [model.rotation * change, size]
}

/// Matrix of the cross product with a vector from the left.
fn skew(v: DVec3) -> DMat3 {
    DMat3::from_cols(DVec3::new(0.0, v.z, -v.y), DVec3::new(-v.z, 0.0, v.x), DVec3::new(v.y, -v.x, 0.0))
}

/// Cross product whose two terms are added, for vectors that are not negative.
pub fn abs_cross(a: DVec3, b: DVec3) -> DVec3 {
    DVec3::new(a.y * b.z + a.z * b.y, a.z * b.x + a.x * b.z, a.x * b.y + a.y * b.x)
}

/// Velocity of a body without impulses, by these rules; `None` if a number or a rule that is needed is not given.
pub fn free_motion(problem: &Problem, index: usize, rules: &Rules) -> Option<FreeMotion> {
    let body = &problem.step.bodies[index];
    let model = &problem.bodies[index];
    let start = model.before?;
    let size = Motion { linear: start.linear.abs(), angular: start.angular.abs() };
    if !model.is_dynamic() || body.sleeping {
        return Some(FreeMotion { motion: start, size });
    }
    let inertia = model.inertia?;
    let own = model.body_inertia?;
    let h = problem.h;
    let early = if rules.damping { damping_at(problem, body, "before_forces")? } else { [1.0; 2] };
    let late = if rules.damping { damping_at(problem, body, "after_forces")? } else { [1.0; 2] };
    let weight = rules.gravity * body.mass?;
    let force = DVec3::from(body.force);
    let torque = DVec3::from(body.torque);
    let angular = start.angular * early[1];
    let [gyroscopic, gyroscopic_size] = gyroscopic_change(rules.gyroscopic, h, model, own, angular);
    let linear = start.linear * early[0] + inertia.inverse_mass * (weight + force) * h;
    let angular = angular + inertia.inverse_inertia * torque * h + gyroscopic;
    let linear_size = size.linear + inertia.inverse_mass * (weight.abs() + force.abs()) * h;
    let angular_size = size.angular + inertia.size * torque.abs() * h + gyroscopic_size;
    Some(FreeMotion {
        motion: Motion { linear: linear * late[0], angular: angular * late[1] },
        size: Motion { linear: linear_size, angular: angular_size },
    })
}

/// Completes the rows of bodies with their free velocities, and removes damping after the solve from the captured
/// velocities. Velocities after a damping whose rule is not declared are not used.
pub(super) fn fill(problem: &Problem, rows: &mut Rows) {
    if problem.generalized {
        return;
    }
    remove_damping(problem, rows);
    let mut free = Vec::new();
    let mut sizes = Vec::new();
    for (i, body) in problem.step.bodies.iter().enumerate() {
        let Some(motion) = free_motion(problem, i, &Rules::declared(problem, body)) else { return };
        free.extend(motion.motion.linear.to_array());
        free.extend(motion.motion.angular.to_array());
        sizes.extend(motion.size.linear.to_array());
        sizes.extend(motion.size.angular.to_array());
    }
    rows.free = Some(free);
    rows.free_size = sizes;
}

/// Divides the captured velocities by the factors of damping after the solve.
fn remove_damping(problem: &Problem, rows: &mut Rows) {
    let Some(after) = &mut rows.after else { return };
    for (body, six) in problem.step.bodies.iter().zip(after.chunks_exact_mut(6)) {
        let Some([linear, angular]) = damping_after_solve(problem, body) else {
            rows.after = None;
            return;
        };
        six[..3].iter_mut().for_each(|x| *x /= linear);
        six[3..].iter_mut().for_each(|x| *x /= angular);
    }
}
