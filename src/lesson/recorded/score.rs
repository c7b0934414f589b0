//! Score of a quiz: the answers of a user to the questions of a run, and the number of right ones. The window and the
//! command line fill it; its fields are serialized for the report.

use serde::Serialize;

use crate::{Choice, Lesson};

/// Question of a run that the user answered or skipped. Numbers count from 1, as on the screen.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Answered {
    /// Number of the step that makes the choice.
    pub step: usize,
    /// Number of the beat that reveals the answer, within the step.
    pub beat: usize,
    /// Category of the choice.
    pub kind: &'static str,
    /// Question, one sentence.
    pub question: String,
    /// Names of the candidates.
    pub candidates: Vec<String>,
    /// Numbers of all right candidates.
    pub right: Vec<usize>,
    /// Number of the chosen candidate; `None` if the user had the answer shown without choosing one.
    pub answer: Option<usize>,
    /// Whether the chosen candidate is right.
    pub correct: bool,
    /// Reason of the right answer; empty without one.
    pub why: String,
}

impl Answered {
    /// Result of a question about step `step`; unlike the fields, `step` and the index `answer` of the chosen candidate
    /// count from 0.
    pub fn new(step: usize, choice: &Choice, answer: Option<usize>, why: String) -> Self {
        let candidates = &choice.candidates;
        let numbered = (1..).zip(candidates);
        let right = numbered.filter(|(_, candidate)| candidate.right).map(|(number, _)| number).collect();
        let chosen = answer.and_then(|index| candidates.get(index));
        Self {
            step: step + 1,
            beat: choice.beat + 1,
            kind: choice.kind,
            question: choice.question.clone(),
            candidates: candidates.iter().map(|candidate| candidate.name.clone()).collect(),
            right,
            answer: answer.map(|index| index + 1),
            correct: chosen.is_some_and(|candidate| candidate.right),
            why,
        }
    }

    /// Names of the right candidates.
    pub fn right_names(&self) -> impl Iterator<Item = &str> {
        self.right.iter().filter_map(|number| self.candidates.get(number - 1)).map(String::as_str)
    }
}

/// Counts of one category of questions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// Category of the choice.
    pub kind: &'static str,
    /// Number of questions.
    pub asked: usize,
    /// Number of right answers.
    pub right: usize,
}

/// Score of a user in one run.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Score {
    /// Number of questions.
    pub asked: usize,
    /// Number of questions answered right.
    pub right: usize,
    /// Counts by category, in the order of first use.
    pub kinds: Vec<Tally>,
    /// Results, in the order in which they were given.
    pub answers: Vec<Answered>,
}

impl Score {
    /// Adds one result.
    pub fn add(&mut self, answered: Answered) {
        let right = usize::from(answered.correct);
        self.asked += 1;
        self.right += right;
        match self.kinds.iter_mut().find(|tally| tally.kind == answered.kind) {
            Some(tally) => {
                tally.asked += 1;
                tally.right += right;
            }
            None => self.kinds.push(Tally { kind: answered.kind, asked: 1, right }),
        }
        self.answers.push(answered);
    }

    /// Result of the first question about this step and beat, both counted from 0; `None` if none is answered yet.
    pub fn at(&self, step: usize, beat: usize) -> Option<&Answered> {
        self.answers.iter().find(|answered| answered.step == step + 1 && answered.beat == beat + 1)
    }
}

/// Reason of the right answers to a question of the step of index `step`: that of the question, or else the sentence of
/// the beat that reveals the answers; empty without such a beat.
pub fn why(lesson: &dyn Lesson, step: usize, choice: &Choice) -> String {
    if let Some(reason) = &choice.why {
        return reason.clone();
    }
    let mut beats = lesson.outline(step).into_iter();
    beats.nth(choice.beat).map_or_else(String::new, |beat| beat.say.text())
}

/// All questions of a run, each with the index of its step.
pub fn questions(lesson: &dyn Lesson) -> impl Iterator<Item = (usize, Choice)> + '_ {
    (0..lesson.steps()).flat_map(|step| lesson.choices(step).into_iter().map(move |choice| (step, choice)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_counted_by_kind() {
        let choice = Choice::new(2, "side", "Which side?")
            .with_candidate("left", true)
            .with_candidate("right", false)
            .with_candidate("both", true);
        let mut score = Score::default();
        for answer in [Some(0), Some(1), None, Some(2)] {
            score.add(Answered::new(4, &choice, answer, String::from("So it is.")));
        }
        assert_eq!((score.asked, score.right), (4, 2));
        assert_eq!(score.kinds, [Tally { kind: "side", asked: 4, right: 2 }]);
        let first = score.at(4, 2).unwrap();
        assert_eq!((first.step, first.beat, first.answer, &first.right[..]), (5, 3, Some(1), &[1, 3][..]));
        assert_eq!(first.right_names().collect::<Vec<_>>(), ["left", "both"]);
    }
}
