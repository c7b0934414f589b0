//! Handles [`ComparisonCommand`]s, and keeps the second run of a side-by-side comparison at the same step as the run
//! shown.

use contact_lens_scene::model::Scene;

use super::current_beat::seek;
use super::engine;
use crate::background::effect::Effect;
use crate::command::ComparisonCommand;
use crate::run::comparison::{ComparisonInputs, RunDifference, RunDivergence, RunInputs, matching_position};
use crate::state::{Comparison, State};

/// Applies a command about the side-by-side comparison.
pub(super) fn handle(state: &mut State, command: ComparisonCommand) {
    match command {
        ComparisonCommand::Toggle => {
            state.comparison = match state.comparison.take() {
                Some(_) => None,
                None => state.recording.is_some().then(|| new_comparison(state)),
            };
        }
        ComparisonCommand::Choose(difference) => {
            if let Some(comparison) = &mut state.comparison {
                comparison.difference = difference;
            }
        }
        ComparisonCommand::Answered(answer) => {
            if let Some(comparison) = &mut state.comparison {
                engine::show_answer(&mut comparison.state, *answer);
            }
        }
        ComparisonCommand::DivergenceFound(runs, divergence) => {
            // A result about earlier runs is outdated.
            if let Some(comparison) = &mut state.comparison
                && comparison.compared.as_ref() == Some(&runs)
            {
                comparison.divergence = divergence.map_or(RunDivergence::Absent, RunDivergence::Found);
            }
        }
        ComparisonCommand::GoToDivergence => go_to_divergence(state),
    }
}

/// Comparison with the other precision, not started yet.
fn new_comparison(state: &State) -> Comparison {
    let mut second = State::new(Scene::clone(&state.doc.scene), None, state.prefs.clone(), state.open_query);
    second.shows_handles = false;
    Comparison {
        difference: RunDifference::Precision,
        state: Box::new(second),
        inputs: None,
        compared: None,
        divergence: RunDivergence::Unknown,
    }
}

/// Goes to the beat at which the two runs diverge, once that is known.
fn go_to_divergence(state: &mut State) {
    let Some(recording) = &state.recording else { return };
    let Some(divergence) = state.comparison.as_ref().and_then(|comparison| comparison.divergence.found()) else {
        return;
    };
    let position = recording.position(divergence.step, divergence.beat);
    state.playhead.is_playing = false;
    seek(state, position);
}

/// Sends the second run's question when its inputs have changed, moves it to the step shown, and requests the
/// divergence of two new runs.
pub(super) fn update_second_run(state: &mut State) -> Vec<Effect> {
    let Some(mut comparison) = state.comparison.take() else { return Vec::new() };
    let mut effects = request_run(state, &mut comparison);
    synchronize(state, &mut comparison);
    effects.extend(find_divergence(state, &mut comparison));
    state.comparison = Some(comparison);
    effects
}

/// Sends the question of the second run when its inputs have changed; a difference that the scene shown no longer
/// allows is replaced by the other precision.
fn request_run(state: &State, comparison: &mut Comparison) -> Vec<Effect> {
    let shown = state.run_inputs();
    let frame = state.frame_shown();
    let inputs = ComparisonInputs { shown: shown.clone(), frame, difference: comparison.difference };
    if state.recording.is_none() || comparison.inputs.as_ref() == Some(&inputs) {
        return Vec::new();
    }
    // The difference may be about an option or a query that the scene no longer has.
    if !RunDifference::all(&shown).contains(&comparison.difference) {
        comparison.difference = RunDifference::Precision;
    }
    comparison.inputs = Some(ComparisonInputs { difference: comparison.difference, ..inputs });
    let Some(RunInputs { scene, query, precision }) = comparison.difference.second_run(&shown) else {
        return Vec::new();
    };
    let second = &mut *comparison.state;
    second.doc.scene = scene;
    second.doc.edition += 1;
    second.focus.query = query;
    second.focus.frame = frame;
    second.focus.precision = precision;
    second.focus.uses_default_frame = false;
    match engine::request_run(second) {
        Some(Effect::Ask(question)) => vec![Effect::AskSecondRun(question)],
        _ => Vec::new(),
    }
}

/// Copies to the second run the step, the cameras of common views, hidden bodies and layers, the preferences of the
/// views, and the mark under the pointer.
fn synchronize(state: &State, comparison: &mut Comparison) {
    let second = &mut *comparison.state;
    second.focus.hidden.clone_from(&state.focus.hidden);
    second.focus.layers.clone_from(&state.focus.layers);
    second.prefs.dark = state.prefs.dark;
    second.prefs.labels = state.prefs.labels;
    second.prefs.insets = state.prefs.insets;
    second.prefs.legend = state.prefs.legend;
    second.hover.clone_from(&state.hover);
    if let (Some(shown), Some(other)) = (&state.recording, second.recording.clone()) {
        seek(second, matching_position(shown, state.playhead.position, &other));
    }
    for view in second.views().iter().filter(|view| state.views().contains(view)) {
        if let Some(view_camera) = second.view_cameras.edit(view.id) {
            view_camera.camera = *state.camera(view.id);
        }
    }
}

/// Requests the divergence of the two runs when one of them is new.
fn find_divergence(state: &State, comparison: &mut Comparison) -> Option<Effect> {
    let runs = [state.recording.clone()?, comparison.state.recording.clone()?];
    if comparison.compared.as_ref() == Some(&runs) {
        return None;
    }
    comparison.compared = Some(runs.clone());
    comparison.divergence = RunDivergence::Unknown;
    Some(Effect::FindDivergence(runs))
}
