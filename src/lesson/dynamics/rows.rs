//! Names of the constraint rows of a solve, and their grouping into lanes of a picture. A small solve has one lane per
//! row. A larger solve has one lane per pair of bodies or joint, except that the rows of the current pair or joint have
//! a lane each.

use std::ops::Range;

use contact_lens_model::snapshot::dynamics::{Constraint, ConstraintSource, Contact, World};
use glam::DVec2;

use super::Names;
use super::notation::contact_short_name;

/// Name of a row, and its place among the rows of the solve.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct RowName {
    /// Name of the pair or joint: `hinge`, `ground – L`.
    pub group: String,
    /// Name within the group: `n₁`, `t`, `x`, `lower`.
    pub short: &'static str,
    /// Index of the constraint.
    pub constraint: u32,
    /// Index of the row within its constraint, 0 or 1.
    pub component: u8,
}

impl RowName {
    /// Component of this row in a quantity of its constraint.
    pub fn component_of(&self, quantity: DVec2) -> f64 {
        quantity.to_array()[usize::from(self.component)]
    }
}

/// Data of a lane: of one row, or of all rows of a collapsed pair or joint.
#[derive(Clone, Debug)]
pub(super) struct ImpulseLane {
    /// Name of the row, or of the first row with the short name [`COLLAPSED`].
    pub name: RowName,
    /// Current impulse `λ`, N s or N m s.
    pub impulse: f64,
    /// Smallest and largest allowed impulse; infinite where there is no bound.
    pub bounds: [f64; 2],
    /// Impulse of the direct solution, N s or N m s; `None` if it is not known.
    pub direct: Option<f64>,
    /// Whether the row is angular, with velocities in rad/s.
    pub is_angular: bool,
    /// Inverse effective mass `K` of the row, 1/kg or 1/(kg m²).
    pub inverse_mass: f64,
    /// Bias, m/s or rad/s: minus the velocity that the row aims for.
    pub bias: f64,
    /// Position error `C`, meters or radians.
    pub error: f64,
    /// Indices of the constraints of the lane: several if a pair or joint is collapsed.
    pub members: Range<u32>,
}

/// Lanes that a picture shows.
pub(super) struct VisibleLanes {
    /// Indices of the visible ones among all lanes.
    pub lanes: Range<usize>,
    /// Note for the reader on which lanes are visible, and on the meaning of collapsed ones; `None` if each row has a
    /// visible lane.
    pub note: Option<String>,
}

/// Largest number of lanes shown, centered on the current one: more lanes would be too low for their texts.
const MAX_LANES: usize = 5;

/// Largest number of rows with a lane each; in larger solves, all pairs and joints but the current one are collapsed,
/// as a row needs the height of its text.
pub(super) const MAX_EXPANDED_ROWS: usize = 5;

/// Short name of the only row of a joint's equality: the symbol of the constraint function.
pub(super) const ONLY_ROW: &str = "C";

/// Short name of a collapsed lane: empty, since the group's name is enough.
pub(super) const COLLAPSED: &str = "";

/// Returns the rows of each lane, as ranges of indices in `names`: one row, or all rows of a collapsed pair or joint.
/// `current` are the indices of the current rows; empty if there are none.
pub(super) fn split_into_lanes(names: &[RowName], current: &Range<usize>) -> Vec<Range<usize>> {
    if names.len() <= MAX_EXPANDED_ROWS {
        return (0..names.len()).map(|i| i..i + 1).collect();
    }
    let mut lanes: Vec<Range<usize>> = Vec::new();
    let mut start = 0;
    while start < names.len() {
        let group = &names[start].group;
        let count = names[start..].iter().take_while(|name| name.group == *group).count();
        let end = start + count;
        if (start..end).contains(&current.start) && !current.is_empty() {
            lanes.extend((start..end).map(|i| i..i + 1));
        } else {
            lanes.push(start..end);
        }
        start = end;
    }
    lanes
}

/// Returns the lanes that are shown around the lane of index `current_lane`. The note includes the number of rows,
/// `row_count`, if the solve has made them (`are_made`).
pub(super) fn visible_lanes(
    lanes: &[Range<usize>],
    current_lane: usize,
    row_count: usize,
    are_made: bool,
) -> VisibleLanes {
    let lane_count = lanes.len();
    if lane_count <= MAX_LANES {
        let count = if are_made { format!("; {row_count} rows") } else { String::new() };
        let has_collapsed_lanes = lane_count < row_count;
        let note = has_collapsed_lanes.then(|| format!("a bar of several rows shows their largest λ{count}"));
        return VisibleLanes { lanes: 0..lane_count, note };
    }
    let start = current_lane.saturating_sub(MAX_LANES / 2).min(lane_count - MAX_LANES);
    let end = start + MAX_LANES;
    let note = format!("bars {} to {end} of {lane_count}; a bar of several rows shows their largest λ", start + 1);
    VisibleLanes { lanes: start..end, note: Some(note) }
}

/// Merges the lanes of several rows into a collapsed one. Its impulse and its direct solution are the largest by
/// magnitude of the rows without friction, its other data are those of the first row. `None` without rows.
pub(super) fn collapsed_lane(rows: Vec<ImpulseLane>, world: &World) -> Option<ImpulseLane> {
    let members = rows.first()?.members.start..rows.last()?.members.end;
    let compared = rows.iter().filter(|row| !is_friction(world, row));
    let impulse = compared.clone().map(|row| row.impulse).fold(0.0, larger_magnitude);
    let direct = compared.filter_map(|row| row.direct).reduce(larger_magnitude);
    let first = rows.into_iter().next()?;
    let name = RowName { short: COLLAPSED, ..first.name };
    Some(ImpulseLane { name, impulse, direct, members, ..first })
}

/// Number with the larger magnitude; `x` if both are equal.
fn larger_magnitude(x: f64, y: f64) -> f64 {
    if y.abs() > x.abs() { y } else { x }
}

/// Whether the lane of a row is that of friction.
fn is_friction(world: &World, row: &ImpulseLane) -> bool {
    matches!(world.constraints[row.name.constraint as usize].source, ConstraintSource::Friction { .. })
}

/// Returns the names of the one or two rows of a constraint. `index` is the index of the constraint in the world.
pub(super) fn row_names(index: u32, constraint: &Constraint, world: &World, names: &Names) -> Vec<RowName> {
    let group = match constraint.source {
        ConstraintSource::Equality { joint }
        | ConstraintSource::Lower { joint }
        | ConstraintSource::Upper { joint } => joint_name(names, joint),
        ConstraintSource::Normal { contact, .. } | ConstraintSource::Friction { contact, .. } => {
            pair_name(names, &world.contacts[contact as usize])
        }
    };
    // Only the equality of a joint may have two rows.
    let short_names = match constraint.source {
        ConstraintSource::Equality { .. } if constraint.rows == 2 => ["x", "y"],
        ConstraintSource::Equality { .. } => [ONLY_ROW, ""],
        ConstraintSource::Lower { .. } => ["lower", ""],
        ConstraintSource::Upper { .. } => ["upper", ""],
        ConstraintSource::Normal { contact, point } | ConstraintSource::Friction { contact, point } => {
            let point_count = world.contacts[contact as usize].points.len();
            [contact_short_name(constraint.source, point_count, point), ""]
        }
    };
    (0..constraint.rows)
        .map(|component| RowName {
            group: group.clone(),
            short: short_names[usize::from(component)],
            constraint: index,
            component,
        })
        .collect()
}

/// Name of the pair of a contact: `ground – L`.
fn pair_name(names: &Names, contact: &Contact) -> String {
    let [a, b] = [contact.a, contact.b].map(|body| names.bodies.get(body as usize).map_or("", String::as_str));
    format!("{a} – {b}")
}

/// Contact point with its normal.
#[derive(Clone, Copy, Debug)]
pub(super) struct ContactNormal {
    /// Position of the contact point, world, meters.
    pub position: DVec2,
    /// Unit normal from the first to the second body, world.
    pub normal: DVec2,
}

/// Returns the normals of all contact points with a normal row, in the order of the rows.
pub(super) fn contact_normals(world: &World) -> Vec<ContactNormal> {
    let mut normals = Vec::new();
    for row in &world.constraints {
        if let ConstraintSource::Normal { contact, point } = row.source {
            let position = world.contacts[contact as usize].points[usize::from(point)].position;
            normals.push(ContactNormal { position, normal: row.jacobian[0].linear });
        }
    }
    normals
}

/// Returns the numbers of rows of the contacts and of the joints.
pub(super) fn row_counts(world: &World) -> RowCounts {
    let mut counts = RowCounts { contacts: 0, joints: 0 };
    for row in &world.constraints {
        let count = if row.is_joint() { &mut counts.joints } else { &mut counts.contacts };
        *count += usize::from(row.rows);
    }
    counts
}

/// Numbers of constraint rows.
#[derive(Clone, Copy, Debug)]
pub(super) struct RowCounts {
    /// Number of the contacts' rows.
    pub contacts: usize,
    /// Number of the joints' rows.
    pub joints: usize,
}

/// Name of the joint of index `joint`; empty if there is none.
fn joint_name(names: &Names, joint: u32) -> String {
    names.joints.get(joint as usize).cloned().unwrap_or_default()
}
