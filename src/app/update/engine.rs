//! Sends questions to the engine when the inputs of the run change, and handles the answers.

use super::banner::banner;
use super::breakpoints::find_stops;
use super::current_beat::{seek, set_moment};
use super::framing::{first_camera, frame_again, frame_all};
use super::go_to;
use super::prediction_stops;
use crate::app::background::effect::Effect;
use crate::app::banner::{Cause, Severity};
use crate::app::run::question::{Answer, Question};
use crate::app::run::request::Reframe;
use crate::app::state::State;
use crate::app::view::selection::Focus;
use crate::lesson::{Pictures, View, docked};
use crate::play::{self, QueryError};
use crate::scene::model::Query;

/// Returns a question when its inputs differ from those of the last one.
pub(super) fn ask(state: &mut State) -> Option<Effect> {
    let scene = &state.doc.scene;
    let focus = &mut state.focus;
    focus.query = focus.query.min(scene.queries.len().saturating_sub(1));
    focus.body = focus.body.filter(|body| *body < scene.bodies.len());
    focus.frustum = focus.frustum.filter(|frustum| *frustum < scene.frusta.len());
    focus.frame = focus.frame.min(scene.frames_of(scene.queries.get(focus.query)) - 1);
    // During playback of a world only the end of each frame is computed; a pause records the whole frame.
    let passing = state.head.frames_playing && scene.queries.get(focus.query).is_some_and(Query::is_of_a_world);
    let inputs = (state.doc.edition, focus.query, focus.frame, focus.precision, passing);
    if state.asked.inputs == Some(inputs) {
        return None;
    }
    state.asked.inputs = Some(inputs);
    let Some(query) = state.query().cloned() else {
        forget(state);
        state.asked.question = None;
        state.refusal = state.doc.awaits().then(|| waiting(state));
        return Some(Effect::Cancel);
    };
    let scene = state.doc.scene.clone();
    let frame = state.focus.frame;
    let precision = state.focus.precision;
    let opening = state.focus.opening;
    let question = Question { id: state.asked.count + 1, scene, query, frame, opening, precision, passing };
    if state.asked.question.as_ref().is_some_and(|last| last.same_answer(&question)) {
        return None;
    }
    state.asked.count += 1;
    if state.recording.is_none() && state.asked.reframe == Reframe::Opened {
        // Empty panes get the titles of the views to come.
        let card = play::card(question.scene.dimension, question.query.ask.algorithm());
        if let Some(card) = card {
            state.outlooks.show(docked(card.views));
        }
    }
    let question = Box::new(question);
    state.asked.question = Some(question.clone());
    Some(Effect::Ask(question))
}

/// Question for the current state.
pub(super) fn question(state: &State) -> Option<Box<Question>> {
    let scene = state.doc.scene.clone();
    let query = state.query()?.clone();
    let Focus { frame, precision, .. } = state.focus;
    Some(Box::new(Question { id: state.asked.count, scene, query, frame, opening: false, precision, passing: false }))
}

/// Reason for the empty window while a file cannot be read.
fn waiting(state: &State) -> QueryError {
    let message = format!("{} is opened as soon as it can be read.", state.doc.title());
    QueryError::new("", message)
}

/// Shows an answer at the same step and beat as before, as far as these exist.
pub(super) fn answered(state: &mut State, answer: Answer) {
    if answer.id < state.asked.oldest {
        return;
    }
    state.asked.answered = state.asked.answered.max(answer.id);
    if state.asked.question.as_ref().is_some_and(|question| question.id == answer.id) {
        state.working = None;
    }
    opened(state, &answer);
    state.asked.frame = answer.frame;
    let (step, beat) = held(state);
    (state.recording, state.refusal) = match answer.recording {
        Ok(recording) => (Some(recording), None),
        Err(refusal) => (None, Some(refusal)),
    };
    state.second = answer.second;
    // A playing world shows the end of each frame.
    let runs = state.head.frames_playing && state.query().is_some_and(Query::is_of_a_world);
    // When playback stops, the picture stays while its frame is recorded.
    let stays = std::mem::replace(&mut state.asked.passed, answer.passing);
    state.head.position = match &state.recording {
        Some(recording) if runs || stays => recording.beats() - 1,
        Some(recording) => recording.position(step, beat),
        None => 0,
    };
    let steps = state.recording.as_ref().map_or(usize::MAX, |recording| recording.steps());
    if step >= steps && state.asked.held.is_some() {
        let text = format!("There is no step {} now: the run ends with step {steps}.", step + 1);
        banner(state, Severity::Note, Cause::Time, text);
    }
    state.head.playing &= state.recording.is_some();
    state.beats = state.recording.as_ref().map_or_else(Vec::new, |recording| recording.make(state.now().0));
    set_moment(state, state.moment.as_ref().map_or(0.0, |(t, _)| *t));
    find_stops(state);
    lay_out(state);
    go_to::arrived(state);
    prediction_stops::renewed(state);
}

/// Step and beat to show of the next answer: the current ones, or during a drag those of its start.
fn held(state: &mut State) -> (usize, usize) {
    let now = state.now();
    state.asked.held = state.doc.in_gesture().then(|| state.asked.held.unwrap_or(now));
    state.asked.held.unwrap_or(now)
}

/// Selects the frame that the answer has chosen, when the user has chosen none.
fn opened(state: &mut State, answer: &Answer) {
    let Some(question) = state.asked.question.as_mut().filter(|question| question.opening) else { return };
    if !state.focus.opening || answer.id != question.id || answer.recording.is_err() {
        return;
    }
    question.frame = answer.frame;
    question.opening = false;
    state.focus.frame = answer.frame;
    state.focus.opening = false;
    if let Some((_, _, frame, _, _)) = &mut state.asked.inputs {
        *frame = answer.frame;
    }
}

/// Rebuilds the beats with the table of all frames.
pub(super) fn compared(state: &mut State) {
    let Some(recording) = state.recording.clone() else { return };
    state.beats = recording.make(state.now().0);
    state.revision += 1;
}

/// Shows the lesson's views, and its optional ones if enabled.
pub(super) fn lay_out(state: &mut State) {
    let Some(recording) = &state.recording else { return };
    let all = recording.lesson.card().views;
    show_views(state, if state.prefs.all_views { all } else { docked(all) });
    frame_again(state, true);
}

/// Shows these views, and sets their cameras unless these must stay.
fn show_views(state: &mut State, views: &'static [View]) {
    let new = state.outlooks.show(views);
    if !views.iter().any(|view| view.id == state.view) {
        state.view = views.first().map_or("", |view| view.id);
    }
    let reframe = std::mem::take(&mut state.asked.reframe);
    if reframe == Reframe::Opened {
        state.outlooks.forget_others();
    }
    for view in views {
        match reframe {
            Reframe::Opened => first_camera(state, view),
            _ if new.contains(view) => first_camera(state, view),
            Reframe::Views => frame_all(state, view.id),
            Reframe::Keep => {}
        }
    }
}

/// Drops the run shown and all pending answers, before another scene or query.
pub(super) fn leave(state: &mut State, reframe: Reframe) {
    forget(state);
    seek(state, 0);
    state.head.playing = false;
    state.asked.inputs = None;
    state.asked.question = None;
    // A scene that was not shown yet still needs its first cameras, with its own up axis.
    if state.asked.reframe != Reframe::Opened {
        state.asked.reframe = reframe;
    }
}

/// Cancels the current run and drops the recording, whose inputs are outdated.
pub(super) fn cancel(state: &mut State) -> Vec<Effect> {
    if state.working.is_none() {
        return Vec::new();
    }
    forget(state);
    let message = String::from("The run was ended before it had an answer. Edit the scene, or run the query again.");
    state.refusal = Some(QueryError::new("", message));
    vec![Effect::Cancel]
}

/// Sends the question again, whether or not its inputs have changed.
pub(super) fn rerun(state: &mut State) {
    state.asked.inputs = None;
    state.asked.question = None;
}

fn forget(state: &mut State) {
    state.recording = None;
    state.refusal = None;
    state.second = None;
    state.working = None;
    state.moment = None;
    state.linked = Pictures::default();
    state.beats.clear();
    state.stops.clear();
    state.asked.oldest = state.asked.count + 1;
    state.asked.answered = state.asked.count;
    state.hand = None;
    state.asked.place = None;
    state.revision += 1;
}
