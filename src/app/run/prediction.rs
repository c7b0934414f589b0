//! State of prediction mode, in which the user predicts the choices of the algorithm: the open question about the next
//! choice, the last answer, and the score.

use contact_lens_lesson::recorded::score::{Answered, Score};
use contact_lens_lesson::{Beat, Candidate, Choice, Pictures};
use contact_lens_picture::Picture;

/// A question that waits for its answer.
#[derive(Clone, Debug, PartialEq)]
pub struct OpenQuestion {
    /// Position of the beat that shows the answer.
    pub position: usize,
    /// Step that makes the choice, from 0.
    pub step: usize,
    pub choice: Choice,
    /// Beat (sub-step) shown until the question is answered; see `question_beat`.
    pub beat: Beat,
}

/// State of prediction mode.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Prediction {
    /// Question that is open; `None` between questions.
    pub open: Option<OpenQuestion>,
    /// Answers in this run.
    pub score: Score,
    /// Number of beats revealed, counted from the start of the run. Later beats may show answers.
    pub revealed: usize,
    /// Last answer; `None` before the first one in this run.
    pub last: Option<LastAnswer>,
    /// Seed of a generated exercise; `None` for other scenes.
    pub seed: Option<u64>,
}

/// Last answer of the user, with the place where its explanation is shown.
#[derive(Clone, Debug, PartialEq)]
pub struct LastAnswer {
    /// Position of the beat that shows the right answer.
    pub position: usize,
    pub answered: Answered,
    /// Marks of the candidates with their numbers, which stay visible next to the right answer; empty after a right
    /// answer.
    pub marks: Pictures,
}

impl Prediction {
    /// Marks of the candidates of the last answer in a view, if it was wrong and `position` shows the right answer.
    pub fn marks_after_answer(&self, position: usize, view: &str) -> Option<&Picture> {
        let last = self.last.as_ref().filter(|last| last.position == position && self.open.is_none())?;
        Some(last.marks.of(view))
    }

    /// Whether the question about `choice`, made in the step `step` (from 0), was answered before.
    pub fn is_answered(&self, step: usize, choice: &Choice) -> bool {
        // Answers count steps and beats from 1.
        self.score.answers.iter().any(|answered| {
            answered.step == step + 1 && answered.beat == choice.beat + 1 && answered.kind == choice.kind
        })
    }
}

/// Marks of the candidates of a choice, by view.
pub(crate) fn candidate_marks(choice: &Choice) -> Pictures {
    let mut marked = Pictures::default();
    for (view, picture) in choice.pictures.iter() {
        let marks = picture.marks.iter().filter(|mark| Candidate::of_key(&mark.key).is_some());
        marked.edit(view).marks = marks.cloned().collect();
    }
    marked
}

/// Beat shown while `choice` is an open question: the beat `before` the choice, with the question as its sentence and
/// the candidates in the pictures. A blind question hides values and tables, which would give the answer away.
pub(crate) fn question_beat(before: Option<&Beat>, choice: &Choice) -> Beat {
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
