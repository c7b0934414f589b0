//! Changes of the beat shown (the current sub-step of the run), of the selected time of a motion, and of the mark under
//! the pointer.

use contact_lens_lesson::Pictures;
use contact_lens_picture::Key;

use super::focus_camera::move_to_focus;
use super::framing::frame_empty_views;
use super::prediction_stops::stop_before;
use crate::run::playhead::SelectedMoment;
use crate::state::State;
use crate::view::hover::related_id;

/// Shows the beat at a position of the run, clamped to the last one. In prediction mode, a move past an unanswered
/// question ends at the beat before its answer and opens the question.
pub(super) fn seek(state: &mut State, position: usize) {
    let last = state.recording.as_ref().map_or(0, |recording| recording.beats() - 1);
    let position = stop_before(state, position.min(last));
    if position == state.playhead.position {
        // The beat stays, but prediction mode may have opened or closed a question, which changes the picture.
        if state.prediction.is_some() {
            state.revision += 1;
        }
        return;
    }
    let step_before = state.beat_index().step;
    state.playhead.position = position;
    state.revision += 1;
    let step = state.beat_index().step;
    if let Some(recording) = state.recording.as_ref().filter(|_| step != step_before) {
        state.beats = recording.build_beats(step);
        frame_empty_views(state);
    }
    move_to_focus(state);
    update_linked_marks(state);
}

/// Selects the time of the motion nearest to `seconds`; in lessons without a motion, clears the selected time.
pub(super) fn set_moment(state: &mut State, seconds: f64) {
    let lesson = state.recording.as_ref().map(|recording| &recording.lesson);
    state.selected_moment = lesson.and_then(|lesson| {
        let time = lesson.moments()?.nearest(seconds);
        Some(SelectedMoment { time, pictures: lesson.at_moment(time) })
    });
    state.revision += 1;
}

/// Sets the mark under the pointer; `None` for none. The views highlight it and the marks related to it.
pub(super) fn hover(state: &mut State, key: Option<Key>) {
    state.hover = key;
    update_linked_marks(state);
}

/// Rebuilds the additional marks that the lesson draws for the mark under the pointer.
fn update_linked_marks(state: &mut State) {
    // The additional marks would reveal the answer of an open question.
    let has_question = state.prediction.as_ref().is_some_and(|prediction| prediction.open.is_some());
    let step = state.beat_index().step;
    let linked_marks = match (&state.recording, &state.hover) {
        (Some(recording), Some(key)) if !has_question => recording.lesson.linked(step, related_id(key)),
        _ => Pictures::default(),
    };
    if linked_marks.is_empty() && state.linked_marks.is_empty() {
        return;
    }
    state.linked_marks = linked_marks;
    state.revision += 1;
}
