//! Names of the roles of contact manifolds in the legend, which depend on the features that the run clips or finds in
//! contact.

use super::{ManifoldContext, ManifoldState, StepKind};
use crate::picture::Role;

/// Names that are the same for all contacts.
const ROLE_NAMES: [(Role, &str); 14] = [
    // The separation, its features and the line of centers are named at their marks.
    (Role::Gap, ""),
    (Role::Penetration, ""),
    (Role::Added, ""),
    (Role::Simplex, ""),
    (Role::Horizon, "clip side"),
    (Role::Normal, "normal"),
    (Role::Ghost, "still to come"),
    (Role::Idle, "not picked yet"),
    (Role::Removed, "removed"),
    (Role::NewSupport, "new vertex"),
    (Role::Closest, "contact point"),
    (Role::Witness, "contact point, not touching"),
    (Role::Bound, "margin"),
    (Role::Upper, "replacement"),
];

/// Names of the roles in this run: the clipped features, and the features in contact where nothing is clipped.
pub(super) fn role_names(context: &ManifoldContext) -> Vec<(Role, String)> {
    let incident_state =
        context.states.iter().find(|state| state.kind == StepKind::Incident && !state.incident_vertices.is_empty());
    let clipped_names = incident_state.map(|state| match state.incident_vertices.len() {
        _ if state.side_ends.is_some() => ["reference side", "incident side"],
        1 => ["reference face", "incident point"],
        2 => ["reference face", "incident edge"],
        _ => ["reference face", "incident face"],
    });
    // Each role with the index of the clipped feature's name, and with the body whose features have the role.
    let feature_roles =
        [(Role::Reference, 0, 0), (Role::ReferenceB, 0, 1), (Role::Incident, 1, 1), (Role::IncidentA, 1, 0)];
    let feature_names = feature_roles
        .map(|(role, part, body)| (role, name_of_feature(context, role, clipped_names.map(|names| names[part]), body)));
    let is_planar = incident_state.is_some_and(|state| state.side_ends.is_some());
    let fixed = ROLE_NAMES.map(|(role, name)| {
        (role, if role == Role::Horizon && is_planar { String::from("clip line") } else { name.to_owned() })
    });
    fixed.into_iter().chain(feature_names).collect()
}

/// Name of a role that colors the clipped feature, `clipped_name`, the feature of `body` in contact where nothing is
/// clipped, or one after the other.
fn name_of_feature(context: &ManifoldContext, role: Role, clipped_name: Option<&str>, body: usize) -> String {
    let states = context.states.iter().filter(|state| [state.reference_role(), state.incident_role()].contains(&role));
    let edges_state = states.clone().rfind(|state| state.kind == StepKind::Edges);
    let touching = edges_state.and_then(|state| name_of_line(state, body));
    let is_clipped = states.clone().any(|state| !state.reference_name.is_empty());
    let clipped = clipped_name.map(str::to_owned).filter(|_| touching.is_none() || is_clipped);
    clipped.into_iter().chain(touching).collect::<Vec<_>>().join(", then ")
}

/// Name of a line in a body's color where no face is clipped: an edge, or for a vertex the surface around it. `None`
/// without contact points.
fn name_of_line(state: &ManifoldState, body: usize) -> Option<String> {
    let feature = state.feature_in_contact(body)?;
    Some(if feature.is_vertex { feature.surface() } else { feature }.to_string())
}
