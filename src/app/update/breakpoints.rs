//! Handles [`BreakCommand`]s: adds, switches and removes breakpoints, and finds the positions at which they stop the
//! timeline.

use crate::command::BreakCommand;
use crate::run::breakpoint::{Breakpoint, Condition};
use crate::state::State;

/// Applies a change of the breakpoints.
pub(super) fn handle(state: &mut State, command: BreakCommand) {
    match command {
        BreakCommand::ToggleBreak(condition) => toggle_break(state, condition),
        BreakCommand::BreakHere(label) => {
            let label = label.or(state.beat().map(|beat| beat.inner.map_or(beat.line, |inner| inner.line)));
            // Beats of lessons without a listing have an empty label.
            if let Some(label) = label.filter(|label| !label.is_empty()) {
                toggle_break(state, Condition::Line(label.to_owned()));
            }
        }
        BreakCommand::SwitchBreak(index) => {
            if let Some(breakpoint) = state.breakpoints.get_mut(index) {
                breakpoint.is_enabled = !breakpoint.is_enabled;
            }
        }
        BreakCommand::RemoveBreak(index) => {
            if index < state.breakpoints.len() {
                state.breakpoints.remove(index);
            }
        }
        BreakCommand::ClearBreaks => state.breakpoints.clear(),
    }
    find_stops(state);
}

/// Removes the breakpoint with this condition, or adds an enabled one.
fn toggle_break(state: &mut State, condition: Condition) {
    match state.breakpoints.iter().position(|breakpoint| breakpoint.condition == condition) {
        Some(index) => drop(state.breakpoints.remove(index)),
        None => state.breakpoints.push(Breakpoint { condition, is_enabled: true }),
    }
}

/// Recomputes the positions of the run at which enabled breakpoints match.
pub(super) fn find_stops(state: &mut State) {
    state.breakpoint_positions.clear();
    let Some(recording) = &state.recording else { return };
    let divergence = state.divergence_position();
    let enabled = state.breakpoints.iter().filter(|breakpoint| breakpoint.is_enabled);
    let mut stops: Vec<usize> =
        enabled.flat_map(|breakpoint| breakpoint.condition.hits(recording, divergence)).collect();
    stops.sort_unstable();
    stops.dedup();
    state.breakpoint_positions = stops;
}
