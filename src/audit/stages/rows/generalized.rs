//! Rows of generalized coordinates: `J_r u⁻` is the velocity of the contact along the row's direction, computed from
//! the captured velocities of its bodies.

use contact_lens_engine::glam::DVec3;

use crate::capture::Contact;
use crate::law::{Law, StageResult};
use crate::problem::{Motion, Problem, RowKind};
use crate::stages::narrow_phase::points_of;
use crate::stages::solve::culprit_of_row;

/// Judges the rows of all contacts.
pub(super) fn judge(problem: &Problem, result: &mut StageResult) {
    let Some(rows) = &problem.rows else {
        problem.rows_missing.iter().for_each(|field| result.miss(field));
        return;
    };
    let Some(before) = &rows.before else {
        result.miss("generalized.velocity_before");
        return;
    };
    for (r, row) in problem.captured_rows().iter().enumerate() {
        let Some(c) = row.contact.filter(|c| *c < problem.contacts().len()) else { continue };
        let contact = &problem.contacts()[c];
        let Some(along) = velocity_along(problem, contact, problem.contact_pairs[c], problem.kinds[r]) else {
            continue;
        };
        let value = (rows.system.dot(r, before) - along.value).abs();
        let bound = problem.bound(256.0, rows.system.abs_dot(r, before) + along.size);
        result.push(Law::new("row of the contact", value, bound, "m/s", culprit_of_row(problem, r)));
    }
}

/// Velocity along a direction, with the sum of the absolute values of its terms.
struct Along {
    /// Velocity along the direction.
    value: f64,
    /// Sum of the absolute values of the terms.
    size: f64,
}

/// Velocity of b relative to a along a row of a contact; `None` if a velocity or direction is not captured.
fn velocity_along(problem: &Problem, contact: &Contact, pair: [usize; 2], kind: RowKind) -> Option<Along> {
    let normal = DVec3::from(contact.normal);
    let axes = contact.axes.map(|axes| axes.map(DVec3::from));
    match kind {
        RowKind::Normal => relative(problem, contact, pair, normal, false),
        RowKind::Friction(k) => relative(problem, contact, pair, axes?[k + 1], false),
        RowKind::Torsion => relative(problem, contact, pair, normal, true),
        RowKind::Rolling(k) => relative(problem, contact, pair, axes?[k + 1], true),
        RowKind::Edge(edge) if contact.dimension == Some(1) => {
            (edge == 0).then(|| relative(problem, contact, pair, normal, false))?
        }
        RowKind::Edge(edge) => {
            let direction = edge / 2;
            let other = match direction {
                0 | 1 => relative(problem, contact, pair, axes?[direction + 1], false),
                2 => relative(problem, contact, pair, normal, true),
                3 | 4 => relative(problem, contact, pair, axes?[direction - 2], true),
                _ => None,
            }?;
            let main = relative(problem, contact, pair, normal, false)?;
            let mu = contact.friction.as_ref()?.at(direction)?;
            let sign = if edge % 2 == 0 { 1.0 } else { -1.0 };
            Some(Along { value: main.value + sign * mu * other.value, size: main.size + mu.abs() * other.size })
        }
        RowKind::Joint | RowKind::Other => None,
    }
}

/// Linear or angular velocity of b relative to a along a direction.
fn relative(problem: &Problem, contact: &Contact, pair: [usize; 2], d: DVec3, is_angular: bool) -> Option<Along> {
    let points = points_of(contact)?;
    let middle = (points.on_a + points.on_b) * 0.5;
    let mut along = Along { value: 0.0, size: 0.0 };
    for (body, sign) in pair.into_iter().zip([-1.0, 1.0]) {
        let body = &problem.bodies[body];
        let Motion { linear, angular } = body.before?;
        let velocity = if is_angular { angular } else { linear + angular.cross(middle - body.center) };
        let arm = middle.abs().element_sum() + body.center.abs().element_sum();
        along.value += sign * velocity.dot(d);
        along.size += if is_angular { angular.length() } else { linear.length() + angular.length() * arm };
    }
    Some(along)
}
