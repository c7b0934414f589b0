//! Keeps the second run of a comparison in step with the run shown.

use super::current_beat::seek;
use super::engine;
use crate::app::background::effect::Effect;
use crate::app::command::ComparisonCommand;
use crate::app::run::comparison::{Asked, Other, partner};
use crate::app::state::{Comparison, State};
use crate::scene::model::Scene;

pub(super) fn beside(state: &mut State, command: ComparisonCommand) {
    match command {
        ComparisonCommand::Toggle => {
            state.beside = match state.beside.take() {
                Some(_) => None,
                None => state.recording.is_some().then(|| opened(state)),
            };
        }
        ComparisonCommand::Choose(other) => {
            if let Some(beside) = &mut state.beside {
                beside.other = other;
            }
        }
        ComparisonCommand::Answered(answer) => {
            if let Some(beside) = &mut state.beside {
                engine::answered(&mut beside.state, *answer);
            }
        }
        ComparisonCommand::Parted(runs, parts) => {
            if let Some(beside) = state.beside.as_mut().filter(|beside| beside.compared.as_ref() == Some(&runs)) {
                beside.parts = Some(parts);
            }
        }
        ComparisonCommand::ToParting => to_parting(state),
    }
}

/// Comparison with the other precision, not started yet.
fn opened(state: &State) -> Comparison {
    let mut second = State::new(Scene::clone(&state.doc.scene), None, state.prefs.clone(), state.player);
    second.handles = false;
    Comparison { other: Other::Precision, state: Box::new(second), inputs: None, compared: None, parts: None }
}

fn to_parting(state: &mut State) {
    let parts = state.beside.as_ref().and_then(|beside| beside.parts.as_ref()?.as_ref());
    let place = state.recording.as_ref().zip(parts).map(|(run, parts)| run.position(parts.step, parts.beat));
    if let Some(position) = place {
        state.head.playing = false;
        seek(state, position);
    }
}

/// Sends the second run's question when its inputs have changed, and moves it to the step shown.
pub(super) fn follow(state: &mut State) -> Vec<Effect> {
    let Some(mut beside) = state.beside.take() else { return Vec::new() };
    let mut effects = ask(state, &mut beside);
    synchronize(state, &mut beside);
    effects.extend(compare(state, &mut beside));
    state.beside = Some(beside);
    effects
}

fn ask(state: &State, beside: &mut Comparison) -> Vec<Effect> {
    let shown = state.shown();
    let frame = state.frame_shown();
    let inputs = (shown.clone(), frame, beside.other);
    if state.recording.is_none() || beside.inputs.as_ref() == Some(&inputs) {
        return Vec::new();
    }
    // Another scene may not have the same difference.
    if !Other::all(&shown).contains(&beside.other) {
        beside.other = Other::Precision;
    }
    beside.inputs = Some((shown.clone(), frame, beside.other));
    let Some(Asked { scene, query, precision }) = beside.other.asked(&shown) else { return Vec::new() };
    let second = &mut *beside.state;
    second.doc.scene = scene;
    second.doc.edition += 1;
    second.focus.query = query;
    second.focus.frame = frame;
    second.focus.precision = precision;
    second.focus.opening = false;
    match engine::ask(second) {
        Some(Effect::Ask(question)) => vec![Effect::AskBeside(question)],
        _ => Vec::new(),
    }
}

/// Copies step, cameras, hidden bodies and layers, the look, and the mark under the pointer to the second run.
fn synchronize(state: &State, beside: &mut Comparison) {
    let second = &mut *beside.state;
    second.focus.hidden.clone_from(&state.focus.hidden);
    second.focus.layers.clone_from(&state.focus.layers);
    second.prefs.dark = state.prefs.dark;
    second.prefs.labels = state.prefs.labels;
    second.prefs.legend = state.prefs.legend;
    second.hover.clone_from(&state.hover);
    if let (Some(shown), Some(other)) = (&state.recording, second.recording.clone()) {
        seek(second, partner(shown, state.head.position, &other));
    }
    for view in second.views() {
        let camera = *state.camera(view.id);
        if let Some(outlook) = second.outlooks.edit(view.id).filter(|_| state.views().contains(view)) {
            outlook.camera = camera;
        }
    }
}

fn compare(state: &State, beside: &mut Comparison) -> Option<Effect> {
    let runs = [state.recording.clone()?, beside.state.recording.clone()?];
    if beside.compared.as_ref() == Some(&runs) {
        return None;
    }
    beside.compared = Some(runs.clone());
    beside.parts = None;
    Some(Effect::Part(runs))
}
