//! Stops of prediction mode: before each beat that answers a question.

use crate::app::run::prediction::{OpenQuestion, Prediction, question_beat};
use crate::app::state::State;
use crate::lesson::Choice;

/// Restarts prediction at the start of the run, with a new score.
pub(super) fn begin(state: &mut State) {
    let Some(predict) = &mut state.prediction else { return };
    *predict = Prediction { seed: predict.seed, ..Prediction::default() };
    state.head.playing = false;
    state.head.frames_playing = false;
    state.head.position = 0;
    state.beats = state.recording.as_ref().map_or_else(Vec::new, |recording| recording.make(0));
    state.revision += 1;
    stop_before(state, 0);
}

/// Restarts prediction when a new run has arrived.
pub(super) fn restart(state: &mut State) {
    if state.prediction.is_some() {
        begin(state);
    }
}

/// First unanswered question that a beat from position `from` to `to` answers: position of that beat, step and choice.
pub(super) fn first_from(state: &State, from: usize, to: usize) -> Option<(usize, usize, Choice)> {
    let recording = state.recording.as_ref()?;
    let predict = state.prediction.as_ref()?;
    let to = to.min(recording.beats() - 1);
    (recording.at(from).0..=recording.at(to).0).find_map(|step| {
        let open = recording.lesson.choices(step).into_iter().filter(|choice| !predict.is_answered(step, choice));
        let mut at_positions = open.map(|choice| (recording.position(step, choice.beat), step, choice));
        at_positions.find(|(position, ..)| (from..=to).contains(position))
    })
}

/// Position where a move to `to` ends: before the first beat that answers an open question. Opens that question.
pub(super) fn stop_before(state: &mut State, to: usize) -> usize {
    let Some(shown) = state.prediction.as_ref().map(|predict| predict.shown) else { return to };
    let found = if to >= shown { first_from(state, shown, to) } else { None };
    let before = found.as_ref().and_then(|(position, ..)| position.checked_sub(1));
    let beat_before = before.and_then(|before| {
        let recording = state.recording.as_ref()?;
        let (step, beat) = recording.at(before);
        recording.make(step).into_iter().nth(beat)
    });
    let Some(predict) = &mut state.prediction else { return to };
    match found {
        Some((position, step, choice)) => {
            predict.shown = position;
            let beat = question_beat(beat_before.as_ref(), &choice);
            predict.open = Some(OpenQuestion { position, step, choice, beat });
            before.unwrap_or(0)
        }
        None => {
            predict.open = None;
            predict.shown = predict.shown.max(to + 1);
            to
        }
    }
}
