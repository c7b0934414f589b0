//! Progress of a solve after each of its steps, for the horizontal axis of the convergence chart.

use contact_lens_model::snapshot::dynamics::{Phase, World};

/// Number of completed iterations after a step that executed `phase`, a fraction within an iteration. A direct solve
/// counts its `completed_rounds`. NaN for steps outside of the iterations and rounds.
pub(super) fn progress_after(world: &World, phase: Phase, completed_rounds: Option<usize>) -> f64 {
    let row_count = world.constraints.len();
    match phase {
        Phase::Prepare => 0.0,
        // The warm start is complete; no iteration is.
        Phase::WarmStart { index } if index as usize + 1 == row_count => 0.0,
        Phase::Iterate { iteration, index } => f64::from(iteration) + f64::from(index + 1) / row_count as f64,
        Phase::Direct => completed_rounds.map_or(f64::NAN, |rounds| rounds as f64),
        Phase::WarmStart { .. }
        | Phase::Detect
        | Phase::Match
        | Phase::Approach
        | Phase::Kick
        | Phase::Position { .. }
        | Phase::DirectPosition
        | Phase::Move
        | Phase::Relax { .. }
        | Phase::Record => f64::NAN,
    }
}
