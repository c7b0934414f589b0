//! Titles of the groups of steps on the timeline: solves, their phases and iterations, and the pairs and joints within.

use std::borrow::Cow;

use super::rows::RowName;
use crate::snapshot::dynamics::{Phase, World};

/// Largest number of rows for which the timeline has groups per pair or joint.
const MAX_GROUPED_ROWS: usize = 400;

/// Returns the titles of the groups that contain a step, from the solve to the pair or joint; the last is empty for
/// steps without one. The step executed `phase` and led to `world`; its frame has `solves` solves. `names` are those of
/// the current solve's rows, if known.
pub(super) fn group_titles(
    world: &World,
    phase: Phase,
    solves: u32,
    names: Option<&[RowName]>,
) -> [Cow<'static, str>; 3] {
    let solve: Cow<'static, str> = if solves > 1 && phase != Phase::Record {
        format!("solve {} of {solves}", world.substep + 1).into()
    } else {
        "solve".into()
    };
    let phase_title: Cow<'static, str> = match phase {
        Phase::Detect | Phase::Match | Phase::Approach => "contact detection".into(),
        Phase::Kick | Phase::Prepare => "forces and rows".into(),
        Phase::WarmStart { .. } => "warm start".into(),
        Phase::Iterate { iteration, .. } => format!("iteration {}", iteration + 1).into(),
        Phase::Direct | Phase::DirectPosition => "all at once".into(),
        Phase::Position { iteration, .. } => format!("positions, iteration {}", iteration + 1).into(),
        Phase::Relax { .. } => "without springs".into(),
        Phase::Move | Phase::Record => "move".into(),
    };
    let group = match (world.iteration, names) {
        (Some(iteration), Some(names)) if names.len() <= MAX_GROUPED_ROWS => {
            let at = names.partition_point(|name| name.constraint < iteration.constraint);
            names.get(at).map_or_else(String::new, |name| name.group.clone()).into()
        }
        _ => Cow::Borrowed(""),
    };
    [solve, phase_title, group]
}
