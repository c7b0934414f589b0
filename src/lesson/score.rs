//! Who answered what: the questions of a run, and how many of them were answered right, for who grades.

use serde::Serialize;

use super::{Choice, Lesson};

/// A question of a run that was asked, and what became of it. Numbers count from 1, as on screens.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Answered {
    /// The step that makes the choice.
    pub step: usize,
    /// The beat of it that tells the answer.
    pub beat: usize,
    /// What is chosen.
    pub kind: &'static str,
    /// As it was asked.
    pub question: String,
    /// Among what.
    pub candidates: Vec<String>,
    /// The numbers of all candidates that are right.
    pub right: Vec<usize>,
    /// The number of the one that was chosen; none where the answer was shown without a try.
    pub answer: Option<usize>,
    /// Whether it is one of the right ones.
    pub correct: bool,
    /// Why the right ones are.
    pub why: String,
}

impl Answered {
    /// The answer to a choice of a step, which counts from 0; `answer` is an index of its candidates.
    pub fn new(step: usize, choice: &Choice, answer: Option<usize>, why: String) -> Self {
        let candidates = &choice.candidates;
        let right = (1..).zip(candidates).filter(|(_, candidate)| candidate.right).map(|(number, _)| number).collect();
        Self {
            step: step + 1,
            beat: choice.beat + 1,
            kind: choice.kind,
            question: choice.asks.clone(),
            candidates: candidates.iter().map(|candidate| candidate.name.clone()).collect(),
            right,
            answer: answer.map(|index| index + 1),
            correct: answer.and_then(|index| candidates.get(index)).is_some_and(|candidate| candidate.right),
            why,
        }
    }

    /// The names of the right answers.
    pub fn right_names(&self) -> impl Iterator<Item = &str> {
        self.right.iter().filter_map(|number| self.candidates.get(number - 1)).map(String::as_str)
    }
}

/// How many questions of a kind were answered right.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// What is chosen.
    pub kind: &'static str,
    /// How many were asked.
    pub asked: usize,
    /// How many of them were answered right.
    pub right: usize,
}

/// What somebody predicted in a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Score {
    /// How many questions were asked.
    pub asked: usize,
    /// How many of them were answered right at once.
    pub right: usize,
    /// The same by kind, in the order in which they came.
    pub kinds: Vec<Tally>,
    /// Each of them, in the order in which they were answered.
    pub answers: Vec<Answered>,
}

impl Score {
    /// Takes note of one more answer.
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

    /// The answer to the question that this beat of a step answers, both from 0, if it was asked.
    pub fn at(&self, step: usize, beat: usize) -> Option<&Answered> {
        self.answers.iter().find(|answered| (answered.step, answered.beat) == (step + 1, beat + 1))
    }
}

/// Why the right answers to a choice of a step are right: the sentence of the beat that tells them, or the choice's own.
pub fn why(lesson: &dyn Lesson, step: usize, choice: &Choice) -> String {
    let told = || lesson.outline(step).into_iter().nth(choice.beat).map(|beat| beat.say);
    choice.why.clone().or_else(told).unwrap_or_default()
}

/// All questions of a run, with their steps, which count from 0.
pub fn questions(lesson: &dyn Lesson) -> impl Iterator<Item = (usize, Choice)> + '_ {
    (0..lesson.steps()).flat_map(|step| lesson.choices(step).into_iter().map(move |choice| (step, choice)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_counted_by_kind() {
        let choice = Choice::new(2, "side", "Which side?").or("left", true).or("right", false).or("both", true);
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
