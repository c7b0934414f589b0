//! Friction impulses of a captured step with their coefficients, and the slip at the contacts.

use contact_lens_audit::{Contact, Row, State, Step};
use contact_lens_lesson::audit::{CapturedFriction, Slip};
use glam::DVec3;

use super::places::{BodyIndices, placed, vector};

/// Friction of the contacts of a step: one entry per contact, or per friction row if its rows have bounds of their own.
pub(super) fn frictions(step: &Step, indices: &BodyIndices<'_>) -> Vec<CapturedFriction> {
    match &step.rows {
        Some(rows) if step.model.friction.as_deref() == Some("cone") => cones(step, rows, indices),
        Some(rows) => single_rows(step, rows, indices),
        None => step
            .contacts
            .iter()
            .flatten()
            .enumerate()
            .filter_map(|(index, contact)| of_contact(step, index, contact, indices))
            .collect(),
    }
}

/// Friction rows, each with a bound of its own.
fn single_rows(step: &Step, rows: &[Row], indices: &BodyIndices<'_>) -> Vec<CapturedFriction> {
    rows.iter().enumerate().filter_map(|(index, row)| of_row(step, rows, index, row.friction_of?, indices)).collect()
}

/// Friction of one row with its normal row; `None` if a number is not captured.
fn of_row(
    step: &Step,
    rows: &[Row],
    index: usize,
    normal: usize,
    indices: &BodyIndices<'_>,
) -> Option<CapturedFriction> {
    let row = &rows[index];
    let slip = row_velocity(step, row, indices).map(|along| Slip { speed: along.abs(), along });
    Some(CapturedFriction {
        contact: row.contact?,
        row: Some(index),
        normal: rows.get(normal)?.impulse?,
        friction: row.impulse?,
        coefficient: coefficient(step, row, 0)?,
        slip,
    })
}

/// Friction cones: a normal row with its friction rows.
fn cones(step: &Step, rows: &[Row], indices: &BodyIndices<'_>) -> Vec<CapturedFriction> {
    let mut tangential = vec![Vec::new(); rows.len()];
    for row in rows {
        if let Some(of_normal) = row.friction_of.and_then(|normal| tangential.get_mut(normal)) {
            of_normal.push(row);
        }
    }
    rows.iter().zip(&tangential).filter_map(|(normal, rows)| of_cone(step, normal, rows, indices)).collect()
}

/// Friction of a normal row with its friction rows; `None` if a number is not captured. With coefficients that differ,
/// impulses are scaled to the first one.
fn of_cone(step: &Step, normal: &Row, rows: &[&Row], indices: &BodyIndices<'_>) -> Option<CapturedFriction> {
    let first = coefficient(step, rows.first()?, 0)?;
    let mut parts: Vec<(f64, Option<f64>)> = Vec::new();
    for (direction, row) in rows.iter().enumerate() {
        let scale = first / coefficient(step, row, direction)?;
        let velocity = row_velocity(step, row, indices).map(|velocity| velocity / scale);
        parts.push((row.impulse? * scale, velocity));
    }
    let friction = parts.iter().map(|(impulse, _)| impulse * impulse).sum::<f64>().sqrt();
    Some(CapturedFriction {
        contact: normal.contact?,
        row: None,
        normal: normal.impulse?,
        friction,
        coefficient: first,
        slip: slip_of_parts(&parts, friction),
    })
}

/// Slip of a cone from the impulse and the velocity of each friction row; `None` if a velocity is unknown, and without
/// friction.
fn slip_of_parts(parts: &[(f64, Option<f64>)], friction: f64) -> Option<Slip> {
    let mut square = 0.0;
    let mut along = 0.0;
    for (impulse, velocity) in parts {
        let velocity = (*velocity)?;
        square += velocity * velocity;
        along += velocity * impulse;
    }
    (friction > 0.0).then(|| Slip { speed: square.sqrt(), along: along / friction })
}

/// Friction of a contact that states its impulses.
fn of_contact(step: &Step, index: usize, contact: &Contact, indices: &BodyIndices<'_>) -> Option<CapturedFriction> {
    let impulse = vector(contact.friction_impulse?);
    let friction = impulse.length();
    let slip = (friction > 0.0)
        .then(|| slip_at_contact(step, contact, indices))
        .flatten()
        .map(|slip| Slip { speed: slip.length(), along: slip.dot(impulse) / friction });
    Some(CapturedFriction {
        contact: index,
        row: None,
        normal: contact.impulse?,
        friction,
        coefficient: contact.friction.as_ref()?.at(0)?,
        slip,
    })
}

/// Coefficient of a friction row: its own, otherwise that of its contact.
fn coefficient(step: &Step, row: &Row, direction: usize) -> Option<f64> {
    let contact = row.contact.and_then(|contact| step.contacts.as_ref()?.get(contact));
    let of_contact = contact.and_then(|contact| contact.friction.as_ref()?.at(direction));
    row.coefficient.or(of_contact).filter(|coefficient| *coefficient > 0.0)
}

/// Velocity of a row after the step, m/s; `None` if a velocity is not captured, and in generalized coordinates.
fn row_velocity(step: &Step, row: &Row, indices: &BodyIndices<'_>) -> Option<f64> {
    let (of_a, of_b) = row.jacobian.split_at_checked(6)?;
    let contact = step.contacts.as_ref()?.get(row.contact?)?;
    let names = [row.a.as_ref().unwrap_or(&contact.a), row.b.as_ref().unwrap_or(&contact.b)];
    let mut velocity = 0.0;
    for (part, name) in [of_a, of_b].into_iter().zip(names) {
        let [linear, angular] = motion_after(step, name, indices)?;
        let jacobian: [f64; 6] = part.try_into().ok()?;
        let motion = [linear.to_array(), angular.to_array()].concat();
        velocity += jacobian.iter().zip(motion).map(|(j, u)| j * u).sum::<f64>();
    }
    Some(velocity)
}

/// Slip of the second body on the first at a contact after the step, m/s; `None` if a velocity or the point is not
/// captured.
fn slip_at_contact(step: &Step, contact: &Contact, indices: &BodyIndices<'_>) -> Option<DVec3> {
    let at = vector(contact.position.or(contact.on_b).or(contact.on_a)?);
    let mut slip = DVec3::ZERO;
    for (name, sign) in [(&contact.a, -1.0), (&contact.b, 1.0)] {
        let [linear, angular] = motion_after(step, name, indices)?;
        slip += sign * (linear + angular.cross(at - center(step, name, indices)?));
    }
    let normal = vector(contact.normal);
    Some(slip - normal * slip.dot(normal))
}

/// Linear and angular velocity of a body after the step; zero for a static one.
fn motion_after(step: &Step, name: &str, indices: &BodyIndices<'_>) -> Option<[DVec3; 2]> {
    let body = &step.bodies[*indices.get(name)?];
    if body.kind == contact_lens_audit::Kind::Static {
        return Some([DVec3::ZERO; 2]);
    }
    let State { velocity, angular_velocity, .. } = body.after.as_ref()?;
    Some([vector((*velocity)?), vector((*angular_velocity)?)])
}

/// Center of mass of a body before the step, meters; the origin for a static body without a pose.
fn center(step: &Step, name: &str, indices: &BodyIndices<'_>) -> Option<DVec3> {
    let body = &step.bodies[*indices.get(name)?];
    Some(placed(body.before.as_ref(), vector(body.center_of_mass)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn friction_against_the_slip_has_a_negative_component() {
        let parts = [(3.0, Some(-0.3)), (4.0, Some(-0.4))];
        let slip = slip_of_parts(&parts, 5.0).unwrap();
        assert!((slip.speed - 0.5).abs() < 1e-15 && (slip.along + 0.5).abs() < 1e-15);
        assert_eq!(slip_of_parts(&[(3.0, None)], 3.0), None);
    }
}
