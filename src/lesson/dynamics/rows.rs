//! Lanes of the rows: one per row in a small solve; in a larger one, one per pair or joint, with the current one
//! expanded.

use std::ops::Range;

use glam::DVec2;

use super::Names;
use super::notation::contact_short_name;
use crate::snapshot::dynamics::{Constraint, ConstraintSource, Contact, World};

/// Name of a row, and its place in the solve.
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

/// Data of a lane.
#[derive(Clone, Debug)]
pub(super) struct ImpulseLane {
    pub name: RowName,
    /// Current impulse `λ`, N s or N m s.
    pub impulse: f64,
    /// Smallest and largest allowed impulse; infinite where there is no bound.
    pub bounds: [f64; 2],
    /// Impulse of the direct solution, if known.
    pub direct: Option<f64>,
    /// Whether the row is angular, with velocities in rad/s.
    pub turns: bool,
    /// Inverse effective mass `K` of the row.
    pub k: f64,
    /// Bias, m/s or rad/s: minus the target velocity.
    pub bias: f64,
    /// Position error `C`, meters or radians.
    pub error: f64,
    /// Constraints of the lane: several if a pair or joint is collapsed.
    pub members: Range<u32>,
}

/// Largest number of lanes shown, centered on the current one.
const MOST_LANES: usize = 5;

/// Largest number of rows with a lane each; in larger solves, all pairs and joints but the current one are collapsed,
/// as a row needs the height of its text.
pub(super) const MOST_ROWS: usize = 5;

/// Short name of a collapsed lane: empty, since the group's name is enough.
pub(super) const COLLAPSED: &str = "";

/// Rows of each lane, in order: one, or all of a collapsed pair or joint. `here` are the current rows.
pub(super) fn split_into_lanes(names: &[RowName], here: &Range<usize>) -> Vec<Range<usize>> {
    if names.len() <= MOST_ROWS {
        return (0..names.len()).map(|i| i..i + 1).collect();
    }
    let mut lanes: Vec<Range<usize>> = Vec::new();
    let mut start = 0;
    while start < names.len() {
        let group = &names[start].group;
        let count = names[start..].iter().take_while(|name| name.group == *group).count();
        let end = start + count;
        if (start..end).contains(&here.start) && !here.is_empty() {
            lanes.extend((start..end).map(|i| i..i + 1));
        } else {
            lanes.push(start..end);
        }
        start = end;
    }
    lanes
}

/// Lanes that are shown around the lane `at`, and a note on the others, which includes the number of rows once these
/// are made.
pub(super) fn visible_lanes(
    lanes: &[Range<usize>],
    at: usize,
    rows: usize,
    are_made: bool,
) -> (Range<usize>, Option<String>) {
    let all = lanes.len();
    let count = if are_made { format!("; {rows} rows") } else { String::new() };
    if all <= MOST_LANES {
        let note = (all < rows).then(|| format!("bars without n or t: the largest λ of the pair{count}"));
        return (0..all, note);
    }
    let from = at.saturating_sub(MOST_LANES / 2).min(all - MOST_LANES);
    let note = format!(
        "bars {} to {} of {all}; without n or t: the largest λ of the pair{count}",
        from + 1,
        from + MOST_LANES
    );
    (from..from + MOST_LANES, Some(note))
}

/// Collapsed lane of several rows, with their largest impulse; contacts use the normals only.
pub(super) fn collapsed_lane(rows: Vec<ImpulseLane>, world: &World) -> Option<ImpulseLane> {
    let members = rows.first()?.members.start..rows.last()?.members.end;
    let impulse = rows.iter().filter(|row| is_push(world, row)).map(|row| row.impulse).fold(0.0, larger_magnitude);
    let direct = rows.iter().filter(|row| is_push(world, row)).filter_map(|row| row.direct).reduce(larger_magnitude);
    let first = rows.into_iter().next()?;
    let name = RowName { short: COLLAPSED, ..first.name };
    Some(ImpulseLane { name, impulse, direct, members, ..first })
}

fn larger_magnitude(x: f64, y: f64) -> f64 {
    if y.abs() > x.abs() { y } else { x }
}

/// Whether a row acts along a normal or belongs to a joint.
fn is_push(world: &World, row: &&ImpulseLane) -> bool {
    !matches!(world.constraints[row.name.constraint as usize].source, ConstraintSource::Friction { .. })
}

/// Names of the rows of a constraint.
pub(super) fn row_names(at: u32, row: &Constraint, world: &World, names: &Names) -> Vec<RowName> {
    let (group, short): (String, [&'static str; 2]) = match row.source {
        ConstraintSource::Equality { joint: number } => {
            (joint_name(names, number), if row.rows == 2 { ["x", "y"] } else { ["C", ""] })
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

fn pair_name(names: &Names, contact: &Contact) -> String {
    let [a, b] = [contact.a, contact.b].map(|body| names.bodies.get(body as usize).map_or("", String::as_str));
    format!("{a} – {b}")
}

/// Position and unit normal of each contact point with a row.
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

/// Number of rows of the joints, or of the contacts.
pub(super) fn row_count(world: &World, joints: bool) -> usize {
    world.constraints.iter().filter(|row| row.is_joint() == joints).map(|row| usize::from(row.rows)).sum()
}

fn joint_name(names: &Names, joint: u32) -> String {
    names.joints.get(joint as usize).cloned().unwrap_or_default()
}
