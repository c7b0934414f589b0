//! To a step, a beat or a frame by its number.

use super::banner::banner;
use super::shown::seek;
use crate::app::banner::{Cause, Severity};
use crate::app::state::State;

/// Shows this beat of this step, both from 0 (the greatest number is the last beat): now, or with the answer that is on its way.
pub(super) fn beat(state: &mut State, step: usize, beat: usize) {
    state.head.playing = false;
    if state.asked.answered < state.asked.count || state.recording.is_none() {
        state.asked.place = Some((step, beat));
    } else {
        show(state, step, beat);
    }
}

/// The answer has come for which somebody waits at a beat.
pub(super) fn arrived(state: &mut State) {
    if state.asked.answered == state.asked.count
        && let Some((step, beat)) = state.asked.place.take()
    {
        show(state, step, beat);
    }
}

fn show(state: &mut State, step: usize, beat: usize) {
    let Some(recording) = &state.recording else { return };
    let place = recording.position(step, beat);
    let (steps, beats) = (recording.steps(), recording.beats_of(step.min(recording.steps() - 1)));
    let missing = if step >= steps {
        Some(format!("There is no step {}: the last one is {steps}.", step + 1))
    } else if beat >= beats && beat != usize::MAX {
        Some(format!("Step {} has no beat {}: its last one is {beats}.", step + 1, beat + 1))
    } else {
        None
    };
    seek(state, place);
    if let Some(missing) = missing {
        banner(state, Severity::Note, Cause::Time, missing);
    }
}
