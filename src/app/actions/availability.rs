//! Conditions under which the user's commands are available. The registry of commands refers to these functions; menus
//! and keys disable a command whose condition does not hold.
//!
//! A beat is a sub-step of the recorded run.

use contact_lens_check::captured::has_judged_answers;
use contact_lens_play as play;
use contact_lens_scene::model::{Algorithm, Query};

use crate::state::State;

/// Always true, for commands that are always available.
pub(super) fn always(_: &State) -> bool {
    true
}

/// Whether there is a recorded run.
pub(super) fn has_recording(state: &State) -> bool {
    state.recording.is_some()
}

/// Whether the run has a beat before the one shown.
pub(super) fn can_go_back(state: &State) -> bool {
    state.playhead.position > 0
}

/// Whether the run has a beat after the one shown.
pub(super) fn can_go_forward(state: &State) -> bool {
    state.recording.as_ref().is_some_and(|recording| state.playhead.position + 1 < recording.beats())
}

/// Whether the steps of the run are grouped, in at least one level.
pub(super) fn has_groups(state: &State) -> bool {
    state.recording.as_ref().is_some_and(|recording| !recording.lesson.levels().is_empty())
}

/// Whether the steps of the run are grouped in two or more levels.
pub(super) fn has_nested_groups(state: &State) -> bool {
    state.recording.as_ref().is_some_and(|recording| recording.lesson.levels().len() > 1)
}

/// Whether there is an edit to undo.
pub(super) fn can_undo(state: &State) -> bool {
    state.doc.can_undo()
}

/// Whether there is an undone edit.
pub(super) fn can_redo(state: &State) -> bool {
    state.doc.can_redo()
}

/// Whether the query can be shown in two or more frames.
pub(super) fn has_several_frames(state: &State) -> bool {
    state.frames() > 1
}

/// Whether a query of the scene has captured answers that can be compared with proven ones.
pub(super) fn has_captured_answers(state: &State) -> bool {
    state.doc.scene.queries.iter().any(has_judged_answers)
}

/// Whether the query simulates a world.
pub(super) fn has_world_query(state: &State) -> bool {
    state.query().is_some_and(Query::is_of_a_world)
}

/// Whether the query is a distance, cast or manifold query in which a body consists of child shapes.
pub(super) fn has_child_shapes(state: &State) -> bool {
    let Some(query) = state.query() else { return false };
    matches!(query.ask.algorithm(), Algorithm::Distance | Algorithm::Cast | Algorithm::Manifold)
        && play::has_child_shapes(&state.doc.scene, query)
}

/// Whether the scene was made from a frame of a world, to which the window can return.
pub(super) fn has_origin_world(state: &State) -> bool {
    state.doc.world.is_some()
}

/// Whether an animation is being written.
pub(super) fn is_writing_animation(state: &State) -> bool {
    state.animation_progress.is_some()
}

/// Whether the user has hidden a layer in a legend.
pub(super) fn has_hidden_layers(state: &State) -> bool {
    state.focus.layers.any_off()
}

/// Whether a query is running or a file is being read.
pub(super) fn is_busy(state: &State) -> bool {
    state.run_progress.is_some() || state.reading_progress.is_some()
}

/// Whether the scene has a query.
pub(super) fn has_query(state: &State) -> bool {
    state.query().is_some()
}

/// Whether there is a breakpoint, enabled or not.
pub(super) fn has_breakpoints(state: &State) -> bool {
    !state.breakpoints.is_empty()
}

/// Whether prediction mode waits for the answer to a question.
pub(super) fn has_open_question(state: &State) -> bool {
    state.prediction.as_ref().is_some_and(|prediction| prediction.open.is_some())
}

/// Whether prediction mode has asked a question that counts in the score.
pub(super) fn has_score(state: &State) -> bool {
    state.prediction.as_ref().is_some_and(|prediction| prediction.score.asked > 0)
}

/// Whether the runs in the two precisions are known to diverge.
pub(super) fn has_divergence(state: &State) -> bool {
    state.divergence_position().is_some()
}

/// Whether a second run can be shown next to the recorded one; not in prediction mode.
pub(super) fn can_compare(state: &State) -> bool {
    has_recording(state) && state.prediction.is_none()
}

/// Whether there is a scene to save; not while the document waits for a file that does not exist yet.
pub(super) fn has_scene(state: &State) -> bool {
    !state.doc.awaits()
}

/// Whether a body or a frustum is selected.
pub(super) fn has_selection(state: &State) -> bool {
    state.focus.body.is_some() || state.focus.frustum.is_some()
}

/// Whether the beat shown has values.
pub(super) fn has_values(state: &State) -> bool {
    state.beat().is_some_and(|beat| !beat.values.is_empty())
}

/// Whether the beat shown has tables.
pub(super) fn has_tables(state: &State) -> bool {
    state.beat().is_some_and(|beat| !beat.tables.is_empty())
}

/// Whether the document has the path of a file.
pub(super) fn has_file(state: &State) -> bool {
    state.doc.path.is_some()
}
