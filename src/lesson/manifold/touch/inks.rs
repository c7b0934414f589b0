//! Names of the roles of contact manifolds in the legend, which depend on the features that the run clips or finds in
//! contact.

use super::{StepKind, Touch, TouchContext};
use crate::picture::Role;

/// Names that are the same for all contacts.
const ROLE_NAMES: [(Role, &str); 9] = [
    (Role::Axis, "axis, or clipping side"),
    (Role::Ghost, "before, or not picked yet"),
    (Role::Removed, "left out"),
    (Role::Member, "cut off"),
    (Role::NewSupport, "new corner"),
    (Role::Closest, "contact point"),
    (Role::Witness, "contact point, not touching yet"),
    (Role::Bound, "margin"),
    (Role::Horizon, "takes its place"),
];

/// Names of the roles in this run: the clipped features, and the features in contact where nothing is clipped.
pub(super) fn role_names(context: &TouchContext) -> Vec<(Role, String)> {
    let laid = context.touches.iter().find(|touch| touch.did == StepKind::Incident && !touch.incident.is_empty());
    let clipped = laid.map(|touch| match touch.incident.len() {
        _ if touch.side_ends.is_some() => ["reference side", "incident side"],
        1 => ["reference face", "incident point"],
        2 => ["reference face", "incident edge"],
        _ => ["reference face", "incident face"],
    });
    // A role colors the clipped feature, the feature in contact, or one after the other.
    let own = [(Role::Reference, 0, 0), (Role::ReferenceB, 0, 1), (Role::Incident, 1, 1), (Role::IncidentA, 1, 0)];
    let own = own.map(|(role, part, body)| {
        let own =
            context.touches.iter().filter(|touch| [touch.reference_role(), touch.incident_role()].contains(&role));
        let touching = own.clone().rfind(|touch| touch.did == StepKind::Edges).and_then(|touch| in_ink(touch, body));
        let is_clipped = own.clone().any(|touch| !touch.reference.is_empty());
        let clipped = clipped.map(|names| names[part].to_owned()).filter(|_| touching.is_none() || is_clipped);
        (role, clipped.into_iter().chain(touching).collect::<Vec<_>>().join(", in the end "))
    });
    ROLE_NAMES.map(|(role, name)| (role, name.to_owned())).into_iter().chain(own).collect()
}

/// Name of a line in a body's color where no face is clipped: an edge, or for a vertex the surface around it.
fn in_ink(touch: &Touch, body: usize) -> Option<String> {
    let on = touch.touching(body)?;
    Some(match on.split_once(" of ") {
        Some((what, name)) if what.starts_with("vertex") => format!("surface of {name}"),
        _ => on,
    })
}
