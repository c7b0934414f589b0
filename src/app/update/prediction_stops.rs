//! Stops of prediction mode, in which the user predicts the choices of the algorithm: before each beat (sub-step of the
//! run) that shows the answer to a question.

use std::ops::RangeInclusive;

use crate::app::run::prediction::{OpenQuestion, Prediction, question_beat};
use crate::app::state::State;
use crate::lesson::{BeatIndex, Choice};

/// Restarts prediction mode at the start of the run, with an empty score, and opens the first question if the first
/// beat answers it.
pub(super) fn begin(state: &mut State) {
    let Some(prediction) = &mut state.prediction else { return };
    *prediction = Prediction { seed: prediction.seed, ..Prediction::default() };
    state.playhead.is_playing = false;
    state.playhead.plays_frames = false;
    state.playhead.position = 0;
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

/// A question without an answer of the user.
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
    let prediction = state.prediction.as_ref()?;
    let first_step = recording.beat_index(*positions.start()).step;
    let last_step = recording.beat_index(*positions.end()).step;
    (first_step..=last_step).find_map(|step| {
        let unanswered =
            recording.lesson.choices(step).into_iter().filter(|choice| !prediction.is_answered(step, choice));
        let mut questions = unanswered.map(|choice| {
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
    let Some(revealed) = state.prediction.as_ref().map(|prediction| prediction.revealed) else { return to };
    let question = if to >= revealed { first_unanswered(state, revealed..=to) } else { None };
    let position_before = question.as_ref().and_then(|question| question.position.checked_sub(1));
    let beat_before = position_before.and_then(|position| {
        let recording = state.recording.as_ref()?;
        let BeatIndex { step, beat } = recording.beat_index(position);
        recording.build_beats(step).into_iter().nth(beat)
    });
    let Some(prediction) = &mut state.prediction else { return to };
    match question {
        Some(UnansweredQuestion { position, step, choice }) => {
            prediction.revealed = position;
            let beat = question_beat(beat_before.as_ref(), &choice);
            prediction.open = Some(OpenQuestion { position, step, choice, beat });
            position_before.unwrap_or(0)
        }
        None => {
            prediction.open = None;
            prediction.revealed = prediction.revealed.max(to + 1);
            to
        }
    }
}
