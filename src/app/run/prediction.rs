//! Prediction mode: the open question about the next step's choice, and the score.

use crate::lesson::recorded::score::{Answered, Score};
use crate::lesson::{Beat, Choice};

/// A question that waits for its answer.
#[derive(Clone, Debug, PartialEq)]
pub struct OpenQuestion {
    /// Position of the beat that shows the answer.
    pub position: usize,
    /// Step that makes the choice, from 0.
    pub step: usize,
    pub choice: Choice,
    /// Beat shown until the answer: the previous one with the candidates.
    pub beat: Beat,
}

/// State of prediction mode.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Prediction {
    /// Question that is open; `None` between questions.
    pub open: Option<OpenQuestion>,
    /// Answers in this run.
    pub score: Score,
    /// Number of beats revealed.
    pub shown: usize,
    /// Last answer, and the position of its beat.
    pub last: Option<(usize, Answered)>,
    /// Seed of the scene, for an exercise.
    pub seed: Option<u64>,
}

impl Prediction {
    /// Whether this question was answered before.
    pub fn is_answered(&self, step: usize, choice: &Choice) -> bool {
        let question = (step + 1, choice.beat + 1, choice.kind);
        self.score.answers.iter().any(|answered| (answered.step, answered.beat, answered.kind) == question)
    }
}

/// Beat shown during a question: the previous one, with the question as its sentence.
pub(in crate::app) fn question_beat(before: Option<&Beat>, choice: &Choice) -> Beat {
    let mut beat = before.cloned().unwrap_or_default();
    beat.say = choice.question.as_str().into();
    beat.points = Vec::new();
    beat.event = None;
    if choice.hides_numbers {
        beat.values = Vec::new();
        beat.tables = Vec::new();
    }
    for (view, picture) in choice.pictures.iter() {
        *beat.pictures.edit(view) = picture.clone();
    }
    beat
}
