//! Sets the beat (the sub-step of the run that is shown), the time of a motion, and the marks highlighted with the
//! pointer.

use super::focus_camera::move_to_focus;
use super::framing::frame_empty_views;
use super::prediction_stops::stop_before;
use crate::app::state::State;
use crate::app::view::hover::related_id;
use crate::picture::Key;

/// Shows the beat at a position, clamped to the end. In prediction mode the beat before the first open question up to
/// there is shown instead.
pub(super) fn seek(state: &mut State, position: usize) {
    let position = position.min(state.recording.as_ref().map_or(0, |recording| recording.beats() - 1));
    let position = stop_before(state, position);
    if position == state.head.position {
        state.revision += u64::from(state.prediction.is_some());
        return;
    }
    let before = state.beat_index().step;
    state.head.position = position;
    state.revision += 1;
    let now = state.beat_index().step;
    if let Some(recording) = state.recording.as_ref().filter(|_| now != before) {
        state.beats = recording.build_beats(now);
        frame_empty_views(state);
    }
    move_to_focus(state);
    update_linked_marks(state);
}

/// Shows the bodies at the time of the motion nearest to `t`; in lessons without a motion, clears the time.
pub(super) fn set_moment(state: &mut State, t: f64) {
    let lesson = state.recording.as_ref().map(|recording| &recording.lesson);
    state.moment = lesson.and_then(|lesson| {
        let t = lesson.moments()?.nearest(t);
        Some((t, lesson.at_moment(t)))
    });
    state.revision += 1;
}

/// Highlights the marks with the id `key`, or none.
pub(super) fn hover(state: &mut State, key: Option<Key>) {
    state.hover = key;
    update_linked_marks(state);
}

/// Updates the marks linked to the one under the pointer.
fn update_linked_marks(state: &mut State) {
    // Links would reveal the answer of an open question.
    let has_question = state.prediction.as_ref().is_some_and(|predict| predict.open.is_some());
    let recording = state.recording.as_ref().filter(|_| !has_question);
    let step = state.beat_index().step;
    let linked =
        recording.zip(state.hover.as_ref()).map(|(recording, key)| recording.lesson.linked(step, related_id(key)));
    let linked = linked.unwrap_or_default();
    if !(linked.is_empty() && state.linked.is_empty()) {
        state.linked = linked;
        state.revision += 1;
    }
}
