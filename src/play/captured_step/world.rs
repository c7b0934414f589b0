//! Bodies, contacts and rows of a captured step as the lesson draws them.

use contact_lens_audit::{Body, Contact, Joint, Part, Row, State, Step};
use contact_lens_lesson::audit::{
    BodyVelocities, CapturedBody, CapturedContact, CapturedJoint, CapturedRow, CapturedWorld,
};
use contact_lens_scene::model;
use glam::DVec3;

use super::friction;
use super::places::{BodyIndices, placed, vector};
use crate::double;

/// Bodies of a step at their poses before it, in the order of the step.
pub(super) struct CapturedBodies(pub Vec<model::Body>);

/// The world of a step.
pub(super) fn captured_world(step: &Step, bodies: &CapturedBodies) -> CapturedWorld {
    let mut forms = double::body_forms(&bodies.0);
    let names: BodyIndices<'_> =
        step.bodies.iter().enumerate().map(|(index, body)| (body.name.as_str(), index)).collect();
    CapturedWorld {
        bodies: step
            .bodies
            .iter()
            .map(|body| captured_body(step, body, forms.remove(&body.name).unwrap_or_default()))
            .collect(),
        contacts: step.contacts.iter().flatten().map(|contact| captured_contact(contact, &names)).collect(),
        joints: step.joints.iter().map(|joint| captured_joint(step, joint, &names)).collect(),
        rows: step.rows.iter().flatten().map(|row| captured_row(step, row, &names)).collect(),
        frictions: friction::frictions(step, &names),
        time_step: step.time_step,
        has_forces: step.level.as_deref() == Some("acceleration"),
    }
}

/// Captured velocity of the center of mass.
fn velocity(state: Option<&State>) -> Option<DVec3> {
    state.and_then(|state| state.velocity).map(vector)
}

/// A body with its drawn forms.
fn captured_body(step: &Step, body: &Body, forms: Vec<contact_lens_picture::Form>) -> CapturedBody {
    let mass = body.mass.filter(|_| body.kind == contact_lens_audit::Kind::Dynamic);
    let weight = mass.unwrap_or(0.0) * body.gravity_scale.unwrap_or(1.0) * vector(step.gravity);
    CapturedBody {
        name: body.name.clone(),
        forms,
        center: placed(body.before.as_ref(), vector(body.center_of_mass)),
        mass,
        velocities: BodyVelocities { before: velocity(body.before.as_ref()), after: velocity(body.after.as_ref()) },
        applied_impulse: step.time_step * (weight + vector(body.force)),
    }
}

/// A contact; its point is the middle of both surfaces.
fn captured_contact(contact: &Contact, indices: &BodyIndices<'_>) -> CapturedContact {
    let normal = vector(contact.normal);
    let half = 0.5 * contact.gap * normal;
    let middle = contact.position.map(vector);
    let on_a = contact.on_a.map(vector).or(middle.map(|middle| middle - half));
    let on_b = contact.on_b.map(vector).or(middle.map(|middle| middle + half));
    let on_a = on_a.or(on_b.map(|on_b| on_b - contact.gap * normal)).unwrap_or_default();
    let on_b = on_b.unwrap_or(on_a + contact.gap * normal);
    CapturedContact {
        bodies: [&contact.a, &contact.b].map(|name| indices.get(name.as_str()).copied()),
        on_a,
        on_b,
        normal,
        gap: contact.gap,
        friction: contact.friction.as_ref().and_then(|friction| friction.at(0)),
        impulse: contact.impulse,
        friction_impulse: contact.friction_impulse.map(vector),
    }
}

/// A joint with its anchors in the world.
fn captured_joint(step: &Step, joint: &Joint, indices: &BodyIndices<'_>) -> CapturedJoint {
    let bodies = [&joint.a, &joint.b].map(|name| indices.get(name.as_str()).copied());
    let anchors = [joint.anchor_a, joint.anchor_b];
    let anchor = [0, 1].map(|side| {
        let body = step.bodies.get(bodies[side]?)?;
        Some(placed(body.before.as_ref(), vector(anchors[side]?)))
    });
    let name = joint.name.clone().or(joint.kind.clone()).unwrap_or_default();
    CapturedJoint { name, bodies, anchors: anchor }
}

/// A constraint row with its bodies: its own, or those of its contact or joint.
fn captured_row(step: &Step, row: &Row, indices: &BodyIndices<'_>) -> CapturedRow {
    let contact = row.contact.and_then(|index| step.contacts.as_ref()?.get(index));
    let joint = row.joint.and_then(|index| step.joints.get(index));
    let of_contact = contact.map(|contact| [contact.a.as_str(), contact.b.as_str()]);
    let of_item = of_contact.or(joint.map(|joint| [joint.a.as_str(), joint.b.as_str()]));
    let names = [row.a.as_deref(), row.b.as_deref()];
    let bodies = [0, 1].map(|side| {
        let name = names[side].or(of_item.map(|names| names[side]))?;
        indices.get(name).copied()
    });
    let linear = [0, 6].map(|start| match row.jacobian.get(start..start + 3) {
        Some([x, y, z]) if row.jacobian.len() == 12 => DVec3::new(*x, *y, *z),
        Some(_) | None => DVec3::ZERO,
    });
    let part = match &row.part {
        Some(Part::Name(name)) => name.clone(),
        Some(Part::Number(number)) => number.to_string(),
        None => String::new(),
    };
    CapturedRow { contact: row.contact, joint: row.joint, part, bodies, linear, impulse: row.impulse }
}
