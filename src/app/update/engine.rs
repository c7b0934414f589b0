//! What the engine is asked and what it answers. It is asked only when what a run hangs on has changed.

use std::sync::Arc;

use super::asks;
use super::banner::banner;
use super::breakpoints::find_stops;
use super::go_to;
use super::shown::{seek, set_moment};
use crate::app::asked::Reframe;
use crate::app::banner::{Cause, Severity};
use crate::app::effect::Effect;
use crate::app::focus::Focus;
use crate::app::framing::{first_camera, frame_again, frame_all};
use crate::app::question::{Answer, Question};
use crate::app::recording::Recording;
use crate::app::state::State;
use crate::lesson::{Pictures, View, docked};
use crate::play::{self, QueryError};
use crate::scene::model::Query;

/// Asks when the inputs are others than those of the last question.
pub(super) fn ask(state: &mut State) -> Option<Effect> {
    let (scene, focus) = (&state.doc.scene, &mut state.focus);
    focus.query = focus.query.min(scene.queries.len().saturating_sub(1));
    focus.body = focus.body.filter(|body| *body < scene.bodies.len());
    focus.frustum = focus.frustum.filter(|frustum| *frustum < scene.frusta.len());
    focus.frame = focus.frame.min(scene.frames_of(scene.queries.get(focus.query)) - 1);
    // While a world runs only what is drawn is computed; where somebody stops the frame is recorded whole.
    let passing = state.head.film && scene.queries.get(focus.query).is_some_and(Query::is_of_a_world);
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
    let (scene, frame, precision) = (state.doc.scene.clone(), state.focus.frame, state.focus.precision);
    let opening = state.focus.opening;
    let question = Question { id: state.asked.count + 1, scene, query, frame, opening, precision, passing };
    if state.asked.question.as_ref().is_some_and(|last| last.same_answer(&question)) {
        return None;
    }
    state.asked.count += 1;
    if state.recording.is_none() && state.asked.reframe == Reframe::Opened {
        // The panes that are still empty bear the names of what will be in them.
        let card = play::card(question.scene.dimension, question.query.ask.algorithm());
        if let Some(card) = card {
            state.outlooks.show(docked(card.views));
        }
    }
    let question = Box::new(question);
    state.asked.question = Some(question.clone());
    Some(Effect::Ask(question))
}

/// What is asked now.
pub(super) fn question(state: &State) -> Option<Box<Question>> {
    let (scene, query) = (state.doc.scene.clone(), state.query()?.clone());
    let Focus { frame, precision, .. } = state.focus;
    Some(Box::new(Question { id: state.asked.count, scene, query, frame, opening: false, precision, passing: false }))
}

/// Why nothing is shown while a file cannot be read.
fn waiting(state: &State) -> QueryError {
    let message = format!("{} is opened as soon as it can be read.", state.doc.title());
    QueryError::new("", message)
}

/// Shows an answer at the same step and beat as before, as far as they still exist.
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
    // A world that runs is shown as each frame leaves it.
    let runs = state.head.film && state.query().is_some_and(Query::is_of_a_world);
    // The picture stays where the frame of a film that has stopped is recorded.
    let stays = std::mem::replace(&mut state.asked.passed, answer.passing);
    let place = |recording: &Arc<Recording>| match runs || stays {
        true => recording.beats() - 1,
        false => recording.position(step, beat),
    };
    state.head.position = state.recording.as_ref().map_or(0, place);
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
    asks::renewed(state);
}

/// The step and the beat that are to be shown of the next answer: those of now, and while something is dragged those of when the
/// drag began.
fn held(state: &mut State) -> (usize, usize) {
    let now = state.now();
    state.asked.held = state.doc.in_gesture().then(|| state.asked.held.unwrap_or(now));
    state.asked.held.unwrap_or(now)
}

/// The frame in which there is something to see is the one at hand, where none was chosen until now.
fn opened(state: &mut State, answer: &Answer) {
    let Some(question) = state.asked.question.as_mut().filter(|question| question.opening) else { return };
    if !state.focus.opening || answer.id != question.id || answer.recording.is_err() {
        return;
    }
    (question.frame, question.opening) = (answer.frame, false);
    (state.focus.frame, state.focus.opening) = (answer.frame, false);
    if let Some((_, _, frame, _, _)) = &mut state.asked.inputs {
        *frame = answer.frame;
    }
}

/// Takes the beats again: the table of all frames is in them now.
pub(super) fn compared(state: &mut State) {
    let Some(recording) = state.recording.clone() else { return };
    state.beats = recording.make(state.now().0);
    state.revision += 1;
}

/// Shows the views of the lesson; of those that are shown on demand alone all, if they are asked for.
pub(super) fn lay_out(state: &mut State) {
    let Some(recording) = &state.recording else { return };
    let all = recording.lesson.card().views;
    show_views(state, if state.prefs.all_views { all } else { docked(all) });
    frame_again(state, true);
}

/// Lays out the views of the lesson that is shown now, and sets their cameras as far as they are not to stay.
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

/// Drops the run that is shown and every answer that is still to come: another scene, or another query.
pub(super) fn leave(state: &mut State, reframe: Reframe) {
    forget(state);
    seek(state, 0);
    state.head.playing = false;
    state.asked.inputs = None;
    state.asked.question = None;
    // A scene that was opened and not yet shown still needs its first cameras, with its own axis up.
    if state.asked.reframe != Reframe::Opened {
        state.asked.reframe = reframe;
    }
}

/// Ends the run at work. What is shown then belongs to inputs of the past, so it goes too.
pub(super) fn cancel(state: &mut State) -> Vec<Effect> {
    if state.working.is_none() {
        return Vec::new();
    }
    forget(state);
    let message = String::from("The run was ended before it had an answer. Edit the scene, or run the query again.");
    state.refusal = Some(QueryError::new("", message));
    vec![Effect::Cancel]
}

/// Asks again, whatever was asked before.
pub(super) fn rerun(state: &mut State) {
    state.asked.inputs = None;
    state.asked.question = None;
}

fn forget(state: &mut State) {
    (state.recording, state.refusal, state.second, state.working) = (None, None, None, None);
    (state.moment, state.linked) = (None, Pictures::default());
    state.beats.clear();
    state.stops.clear();
    state.asked.oldest = state.asked.count + 1;
    state.asked.answered = state.asked.count;
    (state.hand, state.asked.place) = (None, None);
    state.revision += 1;
}
