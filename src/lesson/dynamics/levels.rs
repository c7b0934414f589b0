//! Titles of the groups of steps on the timeline: the solves of a frame, their phases and iterations, and in each of
//! these the pairs of bodies and the joints.

use std::borrow::Cow;

use contact_lens_model::snapshot::dynamics::{Phase, World};

use super::rows::RowName;

/// Largest number of rows for which the timeline has groups per pair or joint; more would be too narrow to see.
const MAX_GROUPED_ROWS: usize = 400;

/// Returns the titles of the three groups that contain a step: the solve, the phase or iteration, and the pair or
/// joint. The last title is empty for steps that solve no row. The step executed `phase` and led to `world`; its frame
/// has `solves` solves. `names` are those of the current solve's rows; `None` before the first solve.
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
            let first_row = names.partition_point(|name| name.constraint < iteration.constraint);
            names.get(first_row).map_or_else(String::new, |name| name.group.clone()).into()
        }
        _ => Cow::Borrowed(""),
    };
    [solve, phase_title, group]
}
