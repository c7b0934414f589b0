//! Keeps the second run of a comparison in step with the run shown.

use super::engine;
use super::shown::seek;
use crate::app::beside::{Asked, Other, partner};
use crate::app::command::BesideCommand;
use crate::app::effect::Effect;
use crate::app::state::{Beside, State};
use crate::scene::model::Scene;

pub(super) fn beside(state: &mut State, command: BesideCommand) {
    match command {
        BesideCommand::Toggle => {
            state.beside = match state.beside.take() {
                Some(_) => None,
                None => state.recording.is_some().then(|| opened(state)),
            };
        }
        BesideCommand::Choose(other) => {
            if let Some(beside) = &mut state.beside {
                beside.other = other;
            }
        }
        BesideCommand::Answered(answer) => {
            if let Some(beside) = &mut state.beside {
                engine::answered(&mut beside.state, *answer);
            }
        }
        BesideCommand::Parted(runs, parts) => {
            if let Some(beside) = state.beside.as_mut().filter(|beside| beside.compared.as_ref() == Some(&runs)) {
                beside.parts = Some(parts);
            }
        }
        BesideCommand::ToParting => to_parting(state),
    }
}

/// Comparison with the other precision, not started yet.
fn opened(state: &State) -> Beside {
    let mut twin = State::new(Scene::clone(&state.doc.scene), None, state.prefs.clone(), state.player);
    twin.handles = false;
    Beside { other: Other::Precision, state: Box::new(twin), inputs: None, compared: None, parts: None }
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
    stand(state, &mut beside);
    effects.extend(compare(state, &mut beside));
    state.beside = Some(beside);
    effects
}

fn ask(state: &State, beside: &mut Beside) -> Vec<Effect> {
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
    let twin = &mut *beside.state;
    twin.doc.scene = scene;
    twin.doc.edition += 1;
    twin.focus.query = query;
    twin.focus.frame = frame;
    twin.focus.precision = precision;
    twin.focus.opening = false;
    match engine::ask(twin) {
        Some(Effect::Ask(question)) => vec![Effect::AskBeside(question)],
        _ => Vec::new(),
    }
}

/// Copies step, cameras, hidden bodies and theme to the second run.
fn stand(state: &State, beside: &mut Beside) {
    let twin = &mut *beside.state;
    twin.focus.hidden.clone_from(&state.focus.hidden);
    twin.focus.layers.clone_from(&state.focus.layers);
    twin.prefs.dark = state.prefs.dark;
    twin.prefs.labels = state.prefs.labels;
    twin.prefs.legend = state.prefs.legend;
    twin.hover.clone_from(&state.hover);
    if let (Some(shown), Some(other)) = (&state.recording, twin.recording.clone()) {
        seek(twin, partner(shown, state.head.position, &other));
    }
    for view in twin.views() {
        let camera = *state.camera(view.id);
        if let Some(outlook) = twin.outlooks.edit(view.id).filter(|_| state.views().contains(view)) {
            outlook.camera = camera;
        }
    }
}

fn compare(state: &State, beside: &mut Beside) -> Option<Effect> {
    let runs = [state.recording.clone()?, beside.state.recording.clone()?];
    if beside.compared.as_ref() == Some(&runs) {
        return None;
    }
    beside.compared = Some(runs.clone());
    beside.parts = None;
    Some(Effect::Part(runs))
}
