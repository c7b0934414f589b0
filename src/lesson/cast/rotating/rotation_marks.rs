//! Marks of the speeds at which rotations can close the gap: for each rotating body the circle that its farthest point
//! would follow, the radius of the circle, and the velocity of the point that closes the gap fastest.

use contact_lens_model::answer::number::{brief, length};
use contact_lens_picture::{Form, Picture, Role};
use glam::DVec3;

use super::step_context::StepContext;

/// Length of the velocity's arrow, in radii of the circle.
const VELOCITY_LENGTH: f64 = 0.35;

/// Adds the rotations that can close the gap along the unit vector `n`, from A to B: a point at the distance r from the
/// origin of a body with the angular velocity ω moves along `n` at |n × ω| r or less.
pub(super) fn add_rotations(step: &StepContext<'_>, world: &mut Picture, n: DVec3) {
    let Some(bound) = step.after.bound else { return };
    let context = step.context;
    for (body, speed) in bound.rotation.into_iter().enumerate() {
        if speed <= 0.0 {
            continue;
        }
        let spin = context.course.spins[body];
        // A point of A closes the gap by moving along n, a point of B against it.
        let sign = if body == 0 { 1.0 } else { -1.0 };
        // Perpendicular to n and to the rotation axis: the direction to the point that closes the gap fastest.
        let across = n.cross(spin) * sign;
        let Some(axis) = spin.try_normalize() else { continue };
        let Some(arm) = across.try_normalize() else { continue };
        let radius = speed / across.length();
        let center = context.origin(body, step.shown_time());
        let point = center + arm * radius;
        let key = format!("rotation/{body}");
        world.add(Role::Interval, key.clone(), Form::Circle { center, normal: axis, radius });
        world.segment(Role::Interval, key.clone(), center, point);
        world.label(Role::Interval, key.clone(), center.midpoint(point), format!("r = {}", length(radius)));
        let velocity = spin.cross(arm).normalize_or_zero() * VELOCITY_LENGTH * radius;
        let key = format!("{key}/velocity");
        world.arrow(Role::Interval, key.clone(), point, point + velocity);
        world.label(Role::Interval, key, point + velocity, format!("ω = {} rad/s", brief(spin.length())));
    }
}
