//! Predicting: before a step is shown, what will it choose? The question that is open, and the score so far.

use crate::lesson::score::{Answered, Score};
use crate::lesson::{Beat, Choice};

/// A question that waits for its answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Open {
    /// The position of the beat that tells the answer.
    pub position: usize,
    /// The step that makes the choice, from 0.
    pub step: usize,
    /// The question.
    pub choice: Choice,
    /// What is shown until it is answered: what was there before, and the candidates.
    pub beat: Beat,
}

/// Somebody predicts what the run that is shown will choose.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Predict {
    /// The question that is open.
    pub open: Option<Open>,
    /// What was answered in this run.
    pub score: Score,
    /// So many beats of the run have been shown: of the others nothing is told.
    pub shown: usize,
    /// The answer that was given last, and the position of the beat that tells it.
    pub last: Option<(usize, Answered)>,
    /// The seed of which the scene was made, where it is an exercise.
    pub seed: Option<u64>,
}

impl Predict {
    /// Whether this question was asked already.
    pub fn has_asked(&self, step: usize, choice: &Choice) -> bool {
        let same = |answered: &&Answered| {
            (answered.step, answered.beat, answered.kind) == (step + 1, choice.beat + 1, choice.kind)
        };
        self.score.answers.iter().any(|answered| same(&answered))
    }
}

/// The beat that stands for a question: all that is known before it, and the question in place of a sentence.
pub(super) fn standing(before: Option<&Beat>, choice: &Choice) -> Beat {
    let mut beat = before.cloned().unwrap_or_default();
    beat.say.clone_from(&choice.asks);
    (beat.points, beat.event) = (Vec::new(), None);
    if choice.blind {
        (beat.values, beat.tables) = (Vec::new(), Vec::new());
    }
    for (view, picture) in choice.pictures.iter() {
        *beat.pictures.edit(view) = picture.clone();
    }
    beat
}
