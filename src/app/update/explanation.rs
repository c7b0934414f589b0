//! Handles [`ExplanationCommand`]s.

use super::current_beat::seek;
use crate::app::background::effect::Effect;
use crate::app::command::ExplanationCommand;
use crate::app::run::explanation::{Explanation, name_of};
use crate::app::state::State;

pub(super) fn handle(state: &mut State, command: ExplanationCommand) -> Vec<Effect> {
    match command {
        ExplanationCommand::Ask(key) => {
            // The explanation would reveal the answer in prediction mode.
            let Some(of) = state.recording.clone().filter(|_| state.prediction.is_none()) else { return Vec::new() };
            let name = state.beat().and_then(|beat| name_of(beat, &key));
            let now = state.now();
            state.explanation = Some(Explanation { key: key.clone(), name, of: of.clone(), now, entries: None });
            return vec![Effect::Explain(of, key, now)];
        }
        ExplanationCommand::Found(of, key, entries) => {
            if let Some(why) = state.explanation.as_mut().filter(|why| why.of == of && why.key == key) {
                why.entries = Some(entries);
            }
        }
        ExplanationCommand::Go(step, beat) => {
            if let Some(why) = state.explanation.take().filter(|why| state.recording.as_ref() == Some(&why.of)) {
                state.head.playing = false;
                seek(state, why.of.position(step, beat));
            }
        }
        ExplanationCommand::Close => state.explanation = None,
    }
    Vec::new()
}
