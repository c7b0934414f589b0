//! Handles [`ExplanationCommand`]s: opens the list of the beats that change a mark, and goes to one of them.

use super::current_beat::seek;
use crate::background::effect::Effect;
use crate::command::ExplanationCommand;
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
        ExplanationCommand::Go(index) => {
            if let Some(open) = state.explanation.take().filter(|open| state.recording.as_ref() == Some(&open.run)) {
                state.playhead.is_playing = false;
                seek(state, open.run.position(index.step, index.beat));
            }
        }
        ExplanationCommand::Close => state.explanation = None,
    }
    Vec::new()
}
