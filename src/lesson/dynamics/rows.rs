//! Names of the constraint rows of a solve, and their grouping into lanes of a picture: one lane per row in a small
//! solve; in a larger one, one per pair or joint, and the current pair or joint expanded into its rows.

use std::ops::Range;

use glam::DVec2;

use super::Names;
use super::notation::contact_short_name;
use crate::snapshot::dynamics::{Constraint, ConstraintSource, Contact, World};

/// Name of a row, and its index.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct RowName {
    /// Name of the pair or joint: `hinge`, `ground – L`.
    pub group: String,
    /// Name within the group: `n1`, `t`, `x`, `lower`.
    pub short: &'static str,
    /// Index of the constraint.
    pub constraint: u32,
    /// Index of the row within its constraint.
    pub part: u8,
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
    /// Impulse of the direct solution, if known.
    pub direct: Option<f64>,
    /// Whether the row is angular, with velocities in rad/s.
    pub is_angular: bool,
    /// Inverse effective mass `K` of the row, 1/kg or 1/(kg m²).
    pub inverse_mass: f64,
    /// Bias, m/s or rad/s: minus the velocity that the row aims for.
    pub bias: f64,
    /// Position error `C`, meters or radians.
    pub error: f64,
    /// Constraints of the lane: several if a pair or joint is collapsed.
    pub members: Range<u32>,
}

/// Largest number of lanes shown, centered on the current one.
const MAX_LANES: usize = 5;

/// Largest number of rows with a lane each; in larger solves, all pairs and joints but the current one are collapsed,
/// as a row needs the height of its text.
pub(super) const MAX_EXPANDED_ROWS: usize = 5;

/// Short name of the row of a joint with one equality.
pub(super) const ONLY_ROW: &str = "C";

/// Short name of a collapsed lane: empty, since the group's name is enough.
pub(super) const COLLAPSED: &str = "";

/// Returns the rows of each lane, as ranges of indices: one row, or all rows of a collapsed pair or joint.
/// `current` are the current rows; empty if there are none.
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

/// Returns the range of the lanes that are shown around the lane `at`, and a note for the reader: which lanes are
/// shown, and what collapsed ones mean. The note includes the number of `rows` if `are_made`. `None` if each row has a
/// visible lane.
pub(super) fn visible_lanes(
    lanes: &[Range<usize>],
    at: usize,
    rows: usize,
    are_made: bool,
) -> (Range<usize>, Option<String>) {
    let all = lanes.len();
    let count = if are_made { format!("; {rows} rows") } else { String::new() };
    if all <= MAX_LANES {
        let note = (all < rows).then(|| format!("one bar for several rows shows the largest λ of them{count}"));
        return (0..all, note);
    }
    let from = at.saturating_sub(MAX_LANES / 2).min(all - MAX_LANES);
    let note =
        format!("bars {} to {} of {all}; one bar for several rows: the largest λ of them", from + 1, from + MAX_LANES);
    (from..from + MAX_LANES, Some(note))
}

/// Merges the lanes of several rows into a collapsed one, whose impulse is the largest by magnitude, without
/// friction. `None` without rows.
pub(super) fn collapsed_lane(rows: Vec<ImpulseLane>, world: &World) -> Option<ImpulseLane> {
    let members = rows.first()?.members.start..rows.last()?.members.end;
    let impulse =
        rows.iter().filter(|row| is_normal_or_joint(world, row)).map(|row| row.impulse).fold(0.0, larger_magnitude);
    let direct =
        rows.iter().filter(|row| is_normal_or_joint(world, row)).filter_map(|row| row.direct).reduce(larger_magnitude);
    let first = rows.into_iter().next()?;
    let name = RowName { short: COLLAPSED, ..first.name };
    Some(ImpulseLane { name, impulse, direct, members, ..first })
}

/// Number with the larger magnitude.
fn larger_magnitude(x: f64, y: f64) -> f64 {
    if y.abs() > x.abs() { y } else { x }
}

/// Whether a row is a contact normal or belongs to a joint, so that it is not friction.
fn is_normal_or_joint(world: &World, row: &&ImpulseLane) -> bool {
    !matches!(world.constraints[row.name.constraint as usize].source, ConstraintSource::Friction { .. })
}

/// Returns the names of the rows of the constraint `row`, whose index is `at`.
pub(super) fn row_names(at: u32, row: &Constraint, world: &World, names: &Names) -> Vec<RowName> {
    let (group, short): (String, [&'static str; 2]) = match row.source {
        ConstraintSource::Equality { joint: number } => {
            (joint_name(names, number), if row.rows == 2 { ["x", "y"] } else { [ONLY_ROW, ""] })
        }
        ConstraintSource::Lower { joint: number } => (joint_name(names, number), ["lower", ""]),
        ConstraintSource::Upper { joint: number } => (joint_name(names, number), ["upper", ""]),
        ConstraintSource::Normal { contact, point } | ConstraintSource::Friction { contact, point } => {
            let contact = &world.contacts[contact as usize];
            (pair_name(names, contact), [contact_short_name(row.source, contact.points.len(), point), ""])
        }
    };
    (0..row.rows)
        .map(|part| RowName { group: group.clone(), short: short[usize::from(part)], constraint: at, part })
        .collect()
}

/// Name of the pair of a contact: `ground – L`.
fn pair_name(names: &Names, contact: &Contact) -> String {
    let [a, b] = [contact.a, contact.b].map(|body| names.bodies.get(body as usize).map_or("", String::as_str));
    format!("{a} – {b}")
}

/// Position, meters, and unit normal of each contact point with a row, world frame.
pub(super) fn normals(world: &World) -> Vec<[DVec2; 2]> {
    let rows = world.constraints.iter().filter_map(|row| match row.source {
        ConstraintSource::Normal { contact, point } => {
            let at = world.contacts[contact as usize].points[usize::from(point)].position;
            Some([at, row.jacobian[0].linear])
        }
        _ => None,
    });
    rows.collect()
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
