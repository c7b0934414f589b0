//! Which beat and which moment are shown, and what lights up with the mark under the pointer.

use super::asks::stop_before;
use crate::app::framing::frame_again;
use crate::app::hover::kin;
use crate::app::state::State;
use crate::picture::Key;

/// Shows the beat at a position; past the end is the end.
pub(super) fn seek(state: &mut State, position: usize) {
    let position = position.min(state.recording.as_ref().map_or(0, |recording| recording.beats() - 1));
    // Who predicts is asked on the way.
    let position = stop_before(state, position);
    if position == state.head.position {
        state.revision += u64::from(state.predict.is_some());
        return;
    }
    let before = state.now().0;
    state.head.position = position;
    state.revision += 1;
    let now = state.now().0;
    if let Some(recording) = state.recording.as_ref().filter(|_| now != before) {
        state.beats = recording.make(now);
        frame_again(state, false);
    }
    link(state);
}

/// Shows what is where at the moment nearest to `t`, in a lesson that is about a motion.
pub(super) fn set_moment(state: &mut State, t: f64) {
    let lesson = state.recording.as_ref().map(|recording| &recording.lesson);
    state.moment = lesson.and_then(|lesson| {
        let t = lesson.moments()?.nearest(t);
        Some((t, lesson.at_moment(t)))
    });
    state.revision += 1;
}

/// The pointer is on the marks with this key.
pub(super) fn hover(state: &mut State, key: Option<Key>) {
    state.hover = key;
    link(state);
}

/// Brings what belongs to the mark under the pointer up to date.
fn link(state: &mut State) {
    // What a mark of the step to come would tell is told with the step.
    let asks = state.predict.as_ref().is_some_and(|predict| predict.open.is_some());
    let (recording, step) = (state.recording.as_ref().filter(|_| !asks), state.now().0);
    let linked = recording.zip(state.hover.as_ref()).map(|(recording, key)| recording.lesson.linked(step, kin(key)));
    let linked = linked.unwrap_or_default();
    if !(linked.is_empty() && state.linked.is_empty()) {
        state.linked = linked;
        state.revision += 1;
    }
}
