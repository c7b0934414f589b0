//! Stops of prediction mode, in which the user predicts the choices of the algorithm: before each beat (sub-step of the
//! run) that shows the answer to a question.

use std::ops::RangeInclusive;

use crate::app::run::prediction::{OpenQuestion, Prediction, question_beat};
use crate::app::state::State;
use crate::lesson::{BeatIndex, Choice};

/// Restarts prediction mode at the start of the run, with an empty score, and opens the first question if the first
/// beat answers it.
pub(super) fn begin(state: &mut State) {
    let Some(predict) = &mut state.prediction else { return };
    *predict = Prediction { seed: predict.seed, ..Prediction::default() };
    state.head.playing = false;
    state.head.frames_playing = false;
    state.head.position = 0;
    state.beats = state.recording.as_ref().map_or_else(Vec::new, |recording| recording.build_beats(0));
    state.revision += 1;
    stop_before(state, 0);
}

/// Restarts prediction mode, if it is on, after a new run has arrived.
pub(super) fn restart(state: &mut State) {
    if state.prediction.is_some() {
        begin(state);
    }
}

/// A question that was not answered yet.
pub(super) struct UnansweredQuestion {
    /// Position of the beat that shows the answer.
    position: usize,
    /// Step that makes the choice, from 0.
    step: usize,
    choice: Choice,
}

/// First unanswered question whose answer is shown by a beat at one of these positions; `None` if all are answered.
pub(super) fn first_unanswered(state: &State, positions: RangeInclusive<usize>) -> Option<UnansweredQuestion> {
    let recording = state.recording.as_ref()?;
    let predict = state.prediction.as_ref()?;
    let first_step = recording.beat_index(*positions.start()).step;
    let last_step = recording.beat_index(*positions.end()).step;
    (first_step..=last_step).find_map(|step| {
        let open = recording.lesson.choices(step).into_iter().filter(|choice| !predict.is_answered(step, choice));
        let mut questions = open.map(|choice| {
            let position = recording.position(step, choice.beat);
            UnansweredQuestion { position, step, choice }
        });
        questions.find(|question| positions.contains(&question.position))
    })
}

/// Returns the position where a move to the position `to` ends. Outside of prediction mode, that is `to`. In prediction
/// mode, a move to beats that are not revealed yet ends before the first one that answers an unanswered question, and
/// opens that question; it reveals all beats up to its end.
pub(super) fn stop_before(state: &mut State, to: usize) -> usize {
    let Some(revealed) = state.prediction.as_ref().map(|predict| predict.revealed) else { return to };
    let found = if to >= revealed { first_unanswered(state, revealed..=to) } else { None };
    let before = found.as_ref().and_then(|question| question.position.checked_sub(1));
    let beat_before = before.and_then(|before| {
        let recording = state.recording.as_ref()?;
        let BeatIndex { step, beat } = recording.beat_index(before);
        recording.build_beats(step).into_iter().nth(beat)
    });
    let Some(predict) = &mut state.prediction else { return to };
    match found {
        Some(UnansweredQuestion { position, step, choice }) => {
            predict.revealed = position;
            let beat = question_beat(beat_before.as_ref(), &choice);
            predict.open = Some(OpenQuestion { position, step, choice, beat });
            before.unwrap_or(0)
        }
        None => {
            predict.open = None;
            predict.revealed = predict.revealed.max(to + 1);
            to
        }
    }
}
