//! Effect of impulses on bodies: sums over rows or contacts, and the velocity that follows.

use contact_lens_engine::glam::DVec3;

use crate::problem::{BodyModel, FreeMotion, Motion, Problem, abs_cross, points_of};

/// Sum of the impulses on a body.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Effect {
    /// Linear impulse, N s.
    pub linear: DVec3,
    /// Angular impulse around the center of mass, N m s.
    pub angular: DVec3,
    /// Sum of the absolute values of the linear terms, during the solve and at its end.
    pub linear_size: DVec3,
    /// Sum of the absolute values of the angular terms, during the solve and at its end.
    pub angular_size: DVec3,
    /// Angular impulse that depends on which point between both surfaces the engine uses.
    pub slack: f64,
    /// Number of rows or contacts that act on the body.
    pub count: usize,
}

/// Impulses on each body, or the fields that are missing.
///
/// # Errors
/// Names of the missing fields.
pub fn effects(problem: &Problem) -> Result<Vec<Effect>, Vec<&'static str>> {
    let mut all = vec![Effect::default(); problem.bodies.len()];
    if problem.step.rows.is_none() {
        of_contacts(problem, &mut all)?;
        return Ok(all);
    }
    for (r, row) in problem.captured_rows().iter().enumerate() {
        let impulse = row.impulse.ok_or_else(|| vec!["rows[].impulse"])?;
        // Velocities in between are as large as the impulse from which the solve starts makes them.
        let largest = impulse.abs().max(row.warm.map_or(0.0, f64::abs));
        for (side, body) in problem.bodies_of_row(r).into_iter().enumerate() {
            let Some(effect) = body.and_then(|body| all.get_mut(body)) else { continue };
            let [linear, angular] = problem.part_of_row(r, side);
            effect.linear += linear * impulse;
            effect.angular += angular * impulse;
            effect.linear_size += (linear * largest).abs();
            effect.angular_size += (angular * largest).abs();
            effect.count += 1;
        }
    }
    Ok(all)
}

/// Adds the impulses of contacts.
fn of_contacts(problem: &Problem, all: &mut [Effect]) -> Result<(), Vec<&'static str>> {
    if !problem.step.joints.is_empty() {
        return of_joints_missing(problem).map_or(Ok(()), Err);
    }
    let Some(contacts) = &problem.step.contacts else { return Err(vec!["contacts", "rows"]) };
    let frictionless = problem.step.model.friction.as_deref() == Some("none");
    for (c, contact) in contacts.iter().enumerate() {
        let (Some(normal), Some(friction)) =
            (contact.impulse, contact.friction_impulse.or(frictionless.then_some([0.0; 3])))
        else {
            return Err(vec![if contact.impulse.is_none() {
                "contacts[].impulse"
            } else {
                "contacts[].friction_impulse"
            }]);
        };
        let Some(points) = points_of(contact) else { return Err(vec!["contacts[].position"]) };
        let impulse = DVec3::from(contact.normal) * normal + DVec3::from(friction);
        let torque = DVec3::from(contact.torque_impulse.unwrap_or_default());
        let middle = (points.on_a + points.on_b) * 0.5;
        let ends = if points.exact { [points.on_a, points.on_b] } else { [middle; 2] };
        for ((body, sign), end) in problem.contact_pairs[c].into_iter().zip([-1.0, 1.0]).zip(ends) {
            let center = problem.bodies[body].center;
            let effect = &mut all[body];
            let arm = end - center;
            effect.linear += impulse * sign;
            effect.angular += (arm.cross(impulse) + torque) * sign;
            effect.linear_size += impulse.abs();
            effect.angular_size += abs_cross(end.abs() + center.abs(), impulse.abs()) + torque.abs();
            effect.slack += contact.gap.abs() * impulse.length();
            effect.count += 3;
        }
    }
    Ok(())
}

/// The fields that are missing if joints act and rows are not given.
fn of_joints_missing(problem: &Problem) -> Option<Vec<&'static str>> {
    (!problem.step.joints.is_empty()).then(|| vec!["rows"])
}

/// Bounds of the linear and the angular velocity of a body.
#[derive(Clone, Copy, Debug)]
pub struct VelocityBound {
    /// Bound of the linear velocity, m/s.
    pub linear: f64,
    /// Bound of the angular velocity, rad/s.
    pub angular: f64,
    /// Band of the angular velocity, rad/s.
    pub angular_band: f64,
}

/// Bounds of a body's velocities: `c ε S` with `c = 32 + rows (1 + iterations)`, and the rotation of lever arms over
/// sub-steps.
pub fn velocity_bound(problem: &Problem, model: &BodyModel, free: &FreeMotion, effect: &Effect) -> VelocityBound {
    let inertia = model.inertia.unwrap_or_default();
    let rounds = 1 + problem.step.model.iterations.unwrap_or(0);
    let c = 32.0 + (effect.count * rounds) as f64;
    let linear = free.size.linear + inertia.inverse_mass * effect.linear_size;
    let angular = free.size.angular + inertia.size * effect.angular_size;
    let most = inertia.size.x_axis.max_element().max(inertia.size.y_axis.max_element());
    let most = most.max(inertia.size.z_axis.max_element());
    let mut bound = VelocityBound {
        linear: problem.bound(c, linear.length()),
        angular: problem.bound(c, angular.length()),
        angular_band: most * effect.slack,
    };
    if problem.substeps() > 1 {
        let speed = model.after.or(model.before).map_or(0.0, |motion| motion.angular.length());
        let steps = problem.substeps() as f64;
        bound.angular += steps * problem.h * speed * most * effect.angular_size.length();
    }
    bound
}

/// Velocity that follows from free velocity and impulses.
pub fn resulting(model: &BodyModel, free: &FreeMotion, effect: &Effect, factors: [f64; 2]) -> Motion {
    let inertia = model.inertia.unwrap_or_default();
    Motion {
        linear: (free.motion.linear + inertia.inverse_mass * effect.linear) * factors[0],
        angular: (free.motion.angular + inertia.inverse_inertia * effect.angular) * factors[1],
    }
}
