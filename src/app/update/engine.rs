//! Sends questions to the engine when the inputs of the run change, and handles the answers.

use contact_lens_lesson::{BeatIndex, Pictures, View, docked_views};
use contact_lens_play::{self as play, QueryError};
use contact_lens_scene::model::Query;

use super::banner::show_banner;
use super::breakpoints::find_stops;
use super::current_beat::{seek, set_moment};
use super::focus_camera::{end_motions, move_to_focus};
use super::framing::{frame_all, frame_views_for_new_run, set_first_camera};
use super::go_to;
use super::prediction_stops;
use crate::background::effect::Effect;
use crate::banner::{Cause, Severity};
use crate::run::question::{Answer, Question};
use crate::run::request::{DragStart, QuestionInputs, Reframe};
use crate::state::State;
use crate::view::selection::Focus;

/// Clamps the selection to the scene, and returns the next question when its inputs differ from those of the last one
/// and its answer may differ too. Without a query, cancels the current run.
pub(super) fn request_run(state: &mut State) -> Option<Effect> {
    let scene = &state.doc.scene;
    let focus = &mut state.focus;
    focus.query = focus.query.min(scene.queries.len().saturating_sub(1));
    focus.body = focus.body.filter(|body| *body < scene.bodies.len());
    focus.frustum = focus.frustum.filter(|frustum| *frustum < scene.frusta.len());
    focus.frame = focus.frame.min(scene.frames_of(scene.queries.get(focus.query)) - 1);
    // During playback of a world only the end of each frame is computed; a pause records the whole frame.
    let end_only = state.playhead.plays_frames && scene.queries.get(focus.query).is_some_and(Query::is_of_a_world);
    let inputs = QuestionInputs {
        edition: state.doc.edition,
        query: focus.query,
        frame: focus.frame,
        precision: focus.precision,
        end_only,
    };
    if state.request.inputs == Some(inputs) {
        return None;
    }
    state.request.inputs = Some(inputs);
    let Some(query) = state.query().cloned() else {
        clear_run(state);
        state.request.question = None;
        state.refusal = state.doc.awaits().then(|| message_of_awaited_file(state));
        return Some(Effect::Cancel);
    };
    let scene = state.doc.scene.clone();
    let frame = state.focus.frame;
    let precision = state.focus.precision;
    let uses_default_frame = state.focus.uses_default_frame;
    let id = state.request.newest_id + 1;
    let question = Question { id, scene, query, frame, uses_default_frame, precision, end_only };
    if state.request.question.as_ref().is_some_and(|last| last.covers(&question)) {
        return None;
    }
    state.request.newest_id += 1;
    if state.recording.is_none() && state.request.reframe == Reframe::Opened {
        // Until the answer arrives, the panes are empty; the titles of the lesson's views are known already.
        if let Some(card) = play::card(question.scene.dimension, question.query.ask.algorithm()) {
            state.view_cameras.show(docked_views(card.views));
        }
    }
    let question = Box::new(question);
    state.request.question = Some(question.clone());
    Some(Effect::Ask(question))
}

/// Question about the selected frame, for other tasks than the run shown; it has the id of the last question. `None`
/// without a query.
pub(super) fn question_about_frame(state: &State) -> Option<Box<Question>> {
    let scene = state.doc.scene.clone();
    let query = state.query()?.clone();
    let Focus { frame, precision, .. } = state.focus;
    Some(Box::new(Question {
        id: state.request.newest_id,
        scene,
        query,
        frame,
        uses_default_frame: false,
        precision,
        end_only: false,
    }))
}

/// Message of the empty window while the awaited file cannot be read.
fn message_of_awaited_file(state: &State) -> QueryError {
    let message = format!("{} opens as soon as the file can be read.", state.doc.title());
    QueryError::new("", message)
}

/// Shows an answer, at the beat that [`choose_position`] selects; the first answer at the step at which its lesson
/// opens. Answers to discarded questions have no effect.
pub(super) fn show_answer(state: &mut State, answer: Answer) {
    if answer.id < state.request.oldest_accepted {
        return;
    }
    state.request.newest_answered = state.request.newest_answered.max(answer.id);
    if state.request.question.as_ref().is_some_and(|question| question.id == answer.id) {
        state.run_progress = None;
    }
    select_answered_frame(state, &answer);
    state.request.frame = answer.frame;
    let is_dragging = state.doc.in_gesture() || state.request.drag_start.is_some();
    let mut start = beat_to_show(state);
    let is_first_answer = state.recording.is_none();
    (state.recording, state.refusal) = match answer.recording {
        Ok(recording) => (Some(recording), None),
        Err(refusal) => (None, Some(refusal)),
    };
    state.other_precision = answer.other_precision;
    if let Some(recording) = state.recording.as_ref().filter(|_| is_first_answer)
        && start.index == BeatIndex::default()
    {
        start.index.step = recording.lesson.opening_step();
    }
    choose_position(state, start, is_dragging, answer.end_only);
    state.playhead.is_playing &= state.recording.is_some();
    state.beats =
        state.recording.as_ref().map_or_else(Vec::new, |recording| recording.build_beats(state.beat_index().step));
    set_moment(state, state.selected_moment.as_ref().map_or(0.0, |moment| moment.time));
    find_stops(state);
    show_lesson_views(state);
    go_to::show_pending_beat(state);
    prediction_stops::restart(state);
}

/// Sets the position in a new recording: the last beat for a playing world and in the first answer after it stopped,
/// or while a drag keeps the answer, else the beat at `start`, or the last one that exists. `end_only` is whether the
/// recording has only the last beat.
fn choose_position(state: &mut State, start: DragStart, is_dragging: bool, end_only: bool) {
    let DragStart { index, is_end } = start;
    // A playing world shows the end of each frame.
    let plays_world = state.playhead.plays_frames && state.query().is_some_and(Query::is_of_a_world);
    // When playback stops, the picture stays while its frame is recorded.
    let was_end_only = std::mem::replace(&mut state.request.shows_end_only, end_only);
    state.playhead.position = match &state.recording {
        Some(recording) if plays_world || was_end_only || (is_dragging && is_end) => recording.beats() - 1,
        Some(recording) => recording.position(index.step, index.beat),
        None => 0,
    };
    let steps = state.recording.as_ref().map_or(usize::MAX, |recording| recording.steps());
    if index.step >= steps && is_dragging && !is_end {
        let text = format!("Step {} no longer exists: the run ends with step {steps}.", index.step + 1);
        show_banner(state, Severity::Note, Cause::Time, text);
    }
}

/// Returns the beat of the next answer to show: the current one, or during a drag the one shown at its start, which is
/// stored.
fn beat_to_show(state: &mut State) -> DragStart {
    let position = state.playhead.position;
    let is_end = state.recording.as_ref().is_some_and(|recording| position + 1 == recording.beats());
    let current = DragStart { index: state.beat_index(), is_end };
    let start = state.request.drag_start.unwrap_or(current);
    // The last answer of a drag may arrive after its end.
    state.request.drag_start = state.doc.in_gesture().then_some(start);
    start
}

/// Forgets the beat at the start of a drag that has ended, unless an answer about the drag is still awaited.
pub(super) fn forget_drag(state: &mut State) {
    if state.request.newest_answered >= state.request.newest_id {
        state.request.drag_start = None;
    }
}

/// Selects the frame that the answer has chosen, when the user has chosen none.
fn select_answered_frame(state: &mut State, answer: &Answer) {
    let Some(question) = state.request.question.as_mut().filter(|question| question.uses_default_frame) else { return };
    if !state.focus.uses_default_frame || answer.id != question.id || answer.recording.is_err() {
        return;
    }
    question.frame = answer.frame;
    question.uses_default_frame = false;
    state.focus.frame = answer.frame;
    state.focus.uses_default_frame = false;
    if let Some(inputs) = &mut state.request.inputs {
        inputs.frame = answer.frame;
    }
}

/// Rebuilds the beats of the current step, once all frames are compared, so that they show the table of frames.
pub(super) fn show_frame_table(state: &mut State) {
    let Some(recording) = state.recording.clone() else { return };
    state.beats = recording.build_beats(state.beat_index().step);
    state.revision += 1;
}

/// Shows the lesson's views, with its optional ones if enabled, and updates their cameras.
pub(super) fn show_lesson_views(state: &mut State) {
    let Some(recording) = &state.recording else { return };
    let views = recording.lesson.card().views;
    let is_opened = state.request.reframe == Reframe::Opened;
    show_views(state, if state.prefs.all_views { views } else { docked_views(views) });
    frame_views_for_new_run(state);
    move_to_focus(state);
    if is_opened {
        end_motions(state);
    }
}

/// Shows these views. Sets the cameras of new views, and those of all views as [`Reframe`] requests.
fn show_views(state: &mut State, views: &'static [View]) {
    let new = state.view_cameras.show(views);
    if !views.iter().any(|view| view.id == state.active_view) {
        state.active_view = views.first().map_or("", |view| view.id);
    }
    let reframe = std::mem::take(&mut state.request.reframe);
    if reframe == Reframe::Opened {
        state.view_cameras.forget_others();
    }
    for view in views {
        if reframe == Reframe::Opened || new.contains(view) {
            set_first_camera(state, view);
        } else if reframe == Reframe::Views {
            frame_all(state, view.id);
        }
    }
}

/// Clears the run shown and discards all pending answers, before another scene or query is shown. `reframe` is the
/// change of the cameras when the answer about that scene or query arrives.
pub(super) fn drop_run(state: &mut State, reframe: Reframe) {
    clear_run(state);
    seek(state, 0);
    state.playhead.is_playing = false;
    state.request.inputs = None;
    state.request.question = None;
    // A scene whose first answer has not arrived still needs its first cameras, with its own up axis.
    if state.request.reframe != Reframe::Opened {
        state.request.reframe = reframe;
    }
}

/// Cancels the current run, clears the recording, which belongs to an earlier question, and returns the effect that
/// stops the engine. Without a current run, does nothing.
pub(super) fn cancel(state: &mut State) -> Vec<Effect> {
    if state.run_progress.is_none() {
        return Vec::new();
    }
    clear_run(state);
    let message = String::from("The run was canceled before its answer. Edit the scene, or run the query again.");
    state.refusal = Some(QueryError::new("", message));
    vec![Effect::Cancel]
}

/// Forgets the last question, so that the next [`request_run`] sends it again.
pub(super) fn rerun(state: &mut State) {
    state.request.inputs = None;
    state.request.question = None;
}

/// Clears everything that belongs to the run shown, and discards answers to earlier questions.
fn clear_run(state: &mut State) {
    state.recording = None;
    state.refusal = None;
    state.other_precision = None;
    state.run_progress = None;
    state.selected_moment = None;
    state.linked_marks = Pictures::default();
    state.beats.clear();
    state.breakpoint_positions.clear();
    state.request.oldest_accepted = state.request.newest_id + 1;
    state.request.newest_answered = state.request.newest_id;
    state.body_drag = None;
    state.request.pending_beat = None;
    state.revision += 1;
}
