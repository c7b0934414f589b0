//! Names of the roles of contact manifolds in the legend, which depend on the features that the run clips or finds in
//! contact.

use contact_lens_picture::Role;

use super::{ManifoldContext, ManifoldState, StepKind};

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

/// Index of the body A in pairs of features.
const A: usize = 0;

/// Index of the body B in pairs of features.
const B: usize = 1;

/// Names of the two features of a clip.
struct ClippedNames {
    reference: &'static str,
    incident: &'static str,
}

impl ClippedNames {
    /// Names for the state `state` after the choice of the incident feature.
    fn of(state: &ManifoldState) -> Self {
        if state.side_ends.is_some() {
            return Self { reference: "reference side", incident: "incident side" };
        }
        let incident = match state.incident_vertices.len() {
            1 => "incident point",
            2 => "incident edge",
            _ => "incident face",
        };
        Self { reference: "reference face", incident }
    }
}

/// Names of the roles in this run: the clipped features, and the features in contact where nothing is clipped.
pub(super) fn role_names(context: &ManifoldContext) -> Vec<(Role, String)> {
    let incident_state =
        context.states.iter().find(|state| state.kind == StepKind::Incident && !state.incident_vertices.is_empty());
    let is_planar = incident_state.is_some_and(|state| state.side_ends.is_some());
    let mut names: Vec<(Role, String)> = Vec::from(ROLE_NAMES.map(|(role, name)| (role, name.to_owned())));
    if is_planar {
        for (role, name) in &mut names {
            if *role == Role::Horizon {
                *name = String::from("clip line");
            }
        }
    }
    let clipped = incident_state.map(ClippedNames::of);
    let reference = clipped.as_ref().map(|names| names.reference);
    let incident = clipped.as_ref().map(|names| names.incident);
    names.push((Role::Reference, name_of_feature(context, Role::Reference, reference, A)));
    names.push((Role::ReferenceB, name_of_feature(context, Role::ReferenceB, reference, B)));
    names.push((Role::Incident, name_of_feature(context, Role::Incident, incident, B)));
    names.push((Role::IncidentA, name_of_feature(context, Role::IncidentA, incident, A)));
    names
}

/// Name of a role that colors a feature of the body `body`: the clipped feature, `clipped_name`, the feature in contact
/// where nothing is clipped, or one after the other. Empty if the run has neither.
fn name_of_feature(context: &ManifoldContext, role: Role, clipped_name: Option<&str>, body: usize) -> String {
    let states: Vec<&ManifoldState> =
        context.states.iter().filter(|state| state.reference_role() == role || state.incident_role() == role).collect();
    let edges_state = states.iter().rfind(|state| state.kind == StepKind::Edges);
    let contact_name = edges_state.and_then(|state| name_of_line(state, body));
    let is_clipped = states.iter().any(|state| !state.reference_name.is_empty());
    match (clipped_name, contact_name) {
        (Some(clipped), Some(contact)) if is_clipped => format!("{clipped}, then {contact}"),
        (_, Some(contact)) => contact,
        (Some(clipped), None) => clipped.to_owned(),
        (None, None) => String::new(),
    }
}

/// Name of a line in a body's color where no face is clipped: an edge, or for a vertex the surface around it. `None`
/// without contact points.
fn name_of_line(state: &ManifoldState, body: usize) -> Option<String> {
    let feature = state.feature_in_contact(body)?;
    Some(if feature.is_vertex { feature.surface() } else { feature }.to_string())
}
