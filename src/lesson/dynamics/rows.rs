//! Which rows are lanes: all of a small solve; of a larger one a lane for each pair and each joint, with the one at hand open.

use std::ops::Range;

use super::Names;
use crate::snapshot::dynamics::{Constraint, Of, World};

/// A row as people read it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct RowName {
    /// `hinge`, `ground – L`.
    pub group: String,
    /// `n1`, `t`, `x`, `lower`.
    pub short: &'static str,
    /// Which constraint, and which of its rows.
    pub constraint: u32,
    pub part: u8,
}

/// A lane.
#[derive(Clone, Debug)]
pub(super) struct RowShown {
    pub name: RowName,
    /// `λ` now.
    pub impulse: f64,
    pub bounds: [f64; 2],
    pub direct: Option<f64>,
    /// Whether it is about turning: its velocity is in rad/s.
    pub turns: bool,
    pub k: f64,
    pub bias: f64,
    pub error: f64,
    /// The constraints of the lane: several where a pair or a joint is closed.
    pub members: Range<u32>,
}

/// Lanes shown at once; of more those around the lit one.
const MOST_LANES: usize = 40;

/// Of more rows a pair or a joint is one lane, but for the one at hand: in a pane each row is as high as its words.
const MOST_ROWS: usize = 24;

/// What a closed lane is called after its pair or joint: nothing, it stands for both.
pub(super) const CLOSED: &str = "";

/// The rows of each lane, in order: one, or all of a pair or a joint that is closed. `here` are the rows at hand.
pub(super) fn lanes(names: &[RowName], here: &Range<usize>) -> Vec<Range<usize>> {
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

/// The lanes that are shown, around the one at `at`, and what is said of those that are not. How many rows they stand for is said once
/// these are made.
pub(super) fn window(lanes: &[Range<usize>], at: usize, rows: usize, are_made: bool) -> (Range<usize>, Option<String>) {
    let (all, count) = (lanes.len(), if are_made { format!("; {rows} rows") } else { String::new() });
    if all <= MOST_LANES {
        let note = (all < rows).then(|| format!("one lane a pair, its largest impulse{count}"));
        return (0..all, note);
    }
    let from = at.saturating_sub(MOST_LANES / 2).min(all - MOST_LANES);
    let note = format!("lanes {} to {} of {all}{count}", from + 1, from + MOST_LANES);
    (from..from + MOST_LANES, Some(note))
}

/// One lane for several rows: that of the largest impulse, of a contact among its normals.
pub(super) fn closed(rows: Vec<RowShown>, world: &World) -> Option<RowShown> {
    let members = rows.first()?.members.start..rows.last()?.members.end;
    let pushes = |row: &&RowShown| !matches!(world.constraints[row.name.constraint as usize].of, Of::Friction { .. });
    let larger = |x: f64, y: f64| if y.abs() > x.abs() { y } else { x };
    let impulse = rows.iter().filter(pushes).map(|row| row.impulse).fold(0.0, larger);
    let direct = rows.iter().filter(pushes).filter_map(|row| row.direct).reduce(larger);
    let first = rows.into_iter().next()?;
    let name = RowName { short: CLOSED, ..first.name };
    Some(RowShown { name, impulse, direct, members, ..first })
}

/// The rows of a constraint.
pub(super) fn named(at: u32, row: &Constraint, world: &World, names: &Names) -> Vec<RowName> {
    let joint = |joint: u32| names.joints.get(joint as usize).cloned().unwrap_or_default();
    let pair = |contact: u32| {
        let contact = &world.contacts[contact as usize];
        let name = |body: u32| names.bodies.get(body as usize).map_or("", String::as_str);
        (format!("{} – {}", name(contact.a), name(contact.b)), contact.points.len() == 1)
    };
    let (group, short): (String, [&'static str; 2]) = match row.of {
        Of::Equality { joint: number } => (joint(number), if row.rows == 2 { ["x", "y"] } else { ["C", ""] }),
        Of::Lower { joint: number } => (joint(number), ["lower", ""]),
        Of::Upper { joint: number } => (joint(number), ["upper", ""]),
        Of::Normal { contact, point } => {
            let (group, single) = pair(contact);
            (group, [if single { "n" } else { ["n₁", "n₂"][usize::from(point.min(1))] }, ""])
        }
        Of::Friction { contact, point } => {
            let (group, single) = pair(contact);
            (group, [if single { "t" } else { ["t₁", "t₂"][usize::from(point.min(1))] }, ""])
        }
    };
    let part = |part: u8| RowName { group: group.clone(), short: short[usize::from(part)], constraint: at, part };
    (0..row.rows).map(part).collect()
}
