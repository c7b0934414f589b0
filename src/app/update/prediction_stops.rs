//! Stops of prediction mode, in which the user predicts the choices of the algorithm: before each beat (sub-step of the
//! run) that shows the answer to a question.

use std::ops::RangeInclusive;

use contact_lens_lesson::{Beat, BeatIndex, Choice};

use crate::run::prediction::{OpenQuestion, Prediction, question_beat};
use crate::state::State;

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

/// A question about a choice that the user has not answered.
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
    for step in first_step..=last_step {
        for choice in recording.lesson.choices(step) {
            let position = recording.position(step, choice.beat);
            if positions.contains(&position) && !prediction.is_answered(step, &choice) {
                return Some(UnansweredQuestion { position, step, choice });
            }
        }
    }
    None
}

/// Returns the position where a move to the position `to` ends. Outside of prediction mode, that is `to`. In prediction
/// mode, a move to beats that are not revealed yet ends before the first one that answers an unanswered question, and
/// opens that question; it reveals all beats up to its end.
pub(super) fn stop_before(state: &mut State, to: usize) -> usize {
    let Some(revealed) = state.prediction.as_ref().map(|prediction| prediction.revealed) else { return to };
    let question = if to >= revealed { first_unanswered(state, revealed..=to) } else { None };
    if let Some(question) = question {
        return open_question(state, question);
    }
    if let Some(prediction) = &mut state.prediction {
        prediction.open = None;
        prediction.revealed = prediction.revealed.max(to + 1);
    }
    to
}

/// Opens a question, and returns the position of the beat before its answer; 0 if the first beat is its answer. Reveals
/// all beats before the answer.
fn open_question(state: &mut State, question: UnansweredQuestion) -> usize {
    let UnansweredQuestion { position, step, choice } = question;
    let beat_before = position.checked_sub(1).and_then(|before| build_beat(state, before));
    let beat = question_beat(beat_before.as_ref(), &choice);
    if let Some(prediction) = &mut state.prediction {
        prediction.revealed = position;
        prediction.open = Some(OpenQuestion { position, step, choice, beat });
    }
    position.saturating_sub(1)
}

/// Builds the beat at a position of the run; `None` without a recording.
fn build_beat(state: &State, position: usize) -> Option<Beat> {
    let recording = state.recording.as_ref()?;
    let BeatIndex { step, beat } = recording.beat_index(position);
    recording.build_beats(step).into_iter().nth(beat)
}
