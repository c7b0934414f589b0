//! Jumps to a step, or to a beat (a sub-step) of a step, by number: now, or when a pending answer arrives.

use contact_lens_lesson::BeatIndex;

use super::banner::show_banner;
use super::current_beat::seek;
use crate::banner::{Cause, Severity};
use crate::state::State;

/// Shows the beat at `index`, now or when the pending answer arrives.
pub(super) fn go_to_beat(state: &mut State, index: BeatIndex) {
    state.playhead.is_playing = false;
    if state.request.newest_answered < state.request.newest_id || state.recording.is_none() {
        state.request.pending_beat = Some(index);
    } else {
        show(state, index);
    }
}

/// Shows the requested beat once its answer has arrived.
pub(super) fn show_pending_beat(state: &mut State) {
    if state.request.newest_answered == state.request.newest_id
        && let Some(index) = state.request.pending_beat.take()
    {
        show(state, index);
    }
}

/// Shows the beat at `index`. If there is none, shows the nearest one and a message.
fn show(state: &mut State, index: BeatIndex) {
    let BeatIndex { step, beat } = index;
    let Some(recording) = &state.recording else { return };
    let position = recording.position(step, beat);
    let steps = recording.steps();
    let beats = recording.beats_of(step.min(steps - 1));
    // Callers request the last step, or the last beat of a step, as `usize::MAX`.
    let missing = if step >= steps && step != usize::MAX {
        Some(format!("There is no step {}: the last one is {steps}.", step + 1))
    } else if beat >= beats && beat != usize::MAX {
        Some(format!("Step {} has no sub-step {}: its last one is {beats}.", step + 1, beat + 1))
    } else {
        None
    };
    seek(state, position);
    if let Some(missing) = missing {
        show_banner(state, Severity::Note, Cause::Time, missing);
    }
}
