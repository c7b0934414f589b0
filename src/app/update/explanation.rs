//! Handles [`ExplanationCommand`]s: opens the list of the beats that change a mark or the
//! derivation of a number, and goes to one of their beats.

use contact_lens_lesson::{BeatIndex, Value};

use super::current_beat::seek;
use super::go_to::go_to_beat;
use crate::background::effect::Effect;
use crate::command::ExplanationCommand;
use crate::run::derivation::Derivation;
use crate::run::explanation::{Explanation, name_of};
use crate::state::State;

/// Applies a command about the explanation of a mark, and returns its effects.
pub(super) fn handle(state: &mut State, command: ExplanationCommand) -> Vec<Effect> {
    match command {
        ExplanationCommand::Ask(key) => {
            // The explanation would reveal the answer in prediction mode.
            let Some(run) = state.recording.clone().filter(|_| state.prediction.is_none()) else { return Vec::new() };
            let name = state.beat().and_then(|beat| name_of(beat, &key));
            let opened_at = state.beat_index();
            state.explanation =
                Some(Explanation { key: key.clone(), name, run: run.clone(), opened_at, entries: None });
            return vec![Effect::Explain(run, key, opened_at)];
        }
        ExplanationCommand::Found(run, key, entries) => {
            if let Some(open) = state.explanation.as_mut().filter(|open| open.run == run && open.key == key) {
                open.entries = Some(entries);
            }
        }
        ExplanationCommand::Derive(value) => return begin_derivation(state, *value),
        ExplanationCommand::DeriveAnswer => {
            go_to_beat(state, BeatIndex { step: usize::MAX, beat: usize::MAX });
            let value = state.beat().and_then(|beat| beat.values.first().cloned());
            return value.map_or_else(Vec::new, |value| begin_derivation(state, value));
        }
        ExplanationCommand::Derived(run, value, links) => {
            if let Some(open) = state.derivation.as_mut().filter(|open| open.run == run && open.value == *value) {
                open.links = Some(links);
            }
        }
        ExplanationCommand::Go(index) => {
            let explained = state.explanation.take().map(|open| open.run);
            let derived = state.derivation.take().map(|open| open.run);
            if let Some(run) = explained.or(derived).filter(|run| state.recording.as_ref() == Some(run)) {
                state.playhead.is_playing = false;
                seek(state, run.position(index.step, index.beat));
            }
        }
        ExplanationCommand::Close => {
            state.explanation = None;
            state.derivation = None;
        }
    }
    Vec::new()
}

/// Opens the derivation of a value of the beat shown. In prediction mode it would reveal the answer.
fn begin_derivation(state: &mut State, value: Value) -> Vec<Effect> {
    let Some(run) = state.recording.clone().filter(|_| state.prediction.is_none()) else { return Vec::new() };
    state.derivation = Some(Derivation { value: value.clone(), run: run.clone(), links: None });
    vec![Effect::Derive(run, value, state.beat_index())]
}
