//! [`Choice`], a quiz question about a choice that an algorithm makes in a step, with its candidates and which of them
//! are right; and [`shortlist`], which selects candidates.
//!
//! The modules `lesson/<algorithm>/choice.rs` make the questions from the states of a run, so the right answers are
//! those that the engine computed.

use std::collections::HashSet;

use contact_lens_picture::{Form, Key, Role};
use glam::DVec3;

use crate::{Beat, Pictures};

/// Largest number of candidates: the user chooses each by a digit key from 1 to 9.
pub const MOST_CANDIDATES: usize = 9;

/// Difference below which two lengths count as equal, as a fraction of the size of the body: such a difference is
/// invisible in a picture, and may be rounding error in single precision.
const TIE: f64 = 1e-6;

/// Quiz question about one choice of a step.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// Category of the choice, one or two words, by which scores are counted: `support point`.
    pub kind: &'static str,
    /// Index of the beat that reveals the answer. Beats from this one on are hidden while the question is open.
    pub beat: usize,
    /// Question, one sentence.
    pub question: String,
    /// Pictures of the data known before the answer, with the candidates. Views without a picture here keep their
    /// current one.
    pub pictures: Pictures,
    /// Candidates, in the order of their numbers.
    pub candidates: Vec<Candidate>,
    /// Reason of the right answer; `None` where the beat's sentence says enough.
    pub why: Option<String>,
    /// Whether the values and tables would reveal the answer, as a sorted list does, and are hidden while the question
    /// is open.
    pub hides_numbers: bool,
}

/// One candidate of a choice.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// Name, a few words.
    pub name: String,
    /// Whether the candidate is a right answer: the step's choice, or equal to it.
    pub right: bool,
}

impl Candidate {
    /// Mark id of the candidate with this index.
    pub fn key(index: usize) -> Key {
        format!("choice/{index}").into()
    }

    /// Index of the candidate to which a mark id belongs; `None` for the id of another mark.
    pub fn of_key(key: &Key) -> Option<usize> {
        key.0.strip_prefix("choice/")?.parse().ok()
    }
}

impl Choice {
    /// Question that the first beat at a line of the listing answers; `None` if no beat has that line.
    pub fn at(beats: &[Beat], line: &str, kind: &'static str, question: impl Into<String>) -> Option<Self> {
        let beat = beats.iter().position(|beat| beat.line == line)?;
        Some(Self::new(beat, kind, question))
    }

    /// Question that the beat with index `beat` answers.
    pub fn new(beat: usize, kind: &'static str, question: impl Into<String>) -> Self {
        let pictures = Pictures::default();
        let candidates = Vec::new();
        Self { kind, beat, question: question.into(), pictures, candidates, why: None, hides_numbers: false }
    }

    /// Hides values and tables while the question is open.
    pub fn hiding_numbers(self) -> Self {
        Self { hides_numbers: true, ..self }
    }

    /// Whether a picture shows candidates, so that the user can choose one there.
    pub fn has_marks(&self) -> bool {
        let mut marks = self.pictures.iter().flat_map(|(_, picture)| &picture.marks);
        marks.any(|mark| Candidate::of_key(&mark.key).is_some())
    }

    /// Sets the pictures of the data known before the answer.
    pub fn with_pictures(self, pictures: impl Into<Pictures>) -> Self {
        Self { pictures: pictures.into(), ..self }
    }

    /// Draws the pictures `below` of the data known before the answer below the candidates that the question has
    /// already.
    pub fn with_pictures_below(mut self, below: Pictures) -> Self {
        let candidates = std::mem::replace(&mut self.pictures, below);
        for (view, picture) in candidates.iter() {
            self.pictures.edit(view).append(picture);
        }
        self
    }

    /// Sets the pictures to those of the beat before the answer; to none if the answer is in the first beat.
    pub fn with_pictures_before_answer(self, beats: &[Beat]) -> Self {
        match self.beat.checked_sub(1).and_then(|before| beats.get(before)) {
            Some(beat) => self.with_pictures(beat.pictures.clone()),
            None => self.with_pictures(Pictures::default()),
        }
    }

    /// Adds a candidate without a mark.
    pub fn with_candidate(mut self, name: impl Into<String>, right: bool) -> Self {
        self.candidates.push(Candidate { name: name.into(), right });
        self
    }

    /// Adds a candidate at the point `at` of a view.
    pub fn with_candidate_point(mut self, view: &'static str, at: DVec3, name: impl Into<String>, right: bool) -> Self {
        let index = self.candidates.len();
        self.pictures.edit(view).badge(Role::Candidate, Candidate::key(index), at, (index + 1).to_string());
        self.with_candidate(name, right)
    }

    /// Adds a candidate that is a face or an edge of a view, with the vertices `vertices`; its number is at their mean.
    pub fn with_candidate_face(
        mut self,
        view: &'static str,
        vertices: Vec<DVec3>,
        name: impl Into<String>,
        right: bool,
    ) -> Self {
        let key = Candidate::key(self.candidates.len());
        // At least 1, so that a candidate without vertices has a position.
        let middle = vertices.iter().sum::<DVec3>() / vertices.len().max(1) as f64;
        let picture = self.pictures.edit(view);
        match vertices[..] {
            [] | [_] => {}
            [from, to] => picture.segment(Role::Candidate, key, from, to),
            _ => picture.add(Role::Candidate, key, Form::Polygon(vertices)),
        }
        self.with_candidate_point(view, middle, name, right)
    }

    /// Returns the question if it is valid: it has at most [`MOST_CANDIDATES`] candidates, at least one right and at
    /// least one wrong.
    pub fn validated(self) -> Option<Self> {
        let right_count = self.candidates.iter().filter(|candidate| candidate.right).count();
        let count = self.candidates.len();
        (count <= MOST_CANDIDATES && (1..count).contains(&right_count)).then_some(self)
    }

    /// Whether several candidates are right.
    pub fn has_several_answers(&self) -> bool {
        self.candidates.iter().filter(|candidate| candidate.right).count() > 1
    }

    /// Names of the right candidates.
    pub fn right_names(&self) -> impl Iterator<Item = &str> {
        self.candidates.iter().filter(|candidate| candidate.right).map(|candidate| candidate.name.as_str())
    }
}

/// Chooses at most `most` of the candidates `all`, the right ones and the nearest misses, and keeps their order. `miss`
/// measures how much worse a candidate is than the best, 0 or more; a candidate is right if that is at most 1e-6 ×
/// `size`. Each result pairs a candidate with whether it is right.
pub fn shortlist<T>(all: Vec<T>, size: f64, most: usize, miss: impl Fn(&T) -> f64) -> Vec<(T, bool)> {
    let tolerance = TIE * size;
    let mut order: Vec<(usize, f64)> = all.iter().map(&miss).enumerate().collect();
    order.sort_by(|(_, a), (_, b)| a.total_cmp(b));
    let right_count = order.iter().filter(|(_, miss)| *miss <= tolerance).count();
    // At least one place is left for a wrong candidate.
    let listed_right_count = right_count.min(most.saturating_sub(1));
    let right = &order[..listed_right_count];
    let nearest_misses = order.iter().skip(right_count).take(most - listed_right_count);
    let listed: HashSet<usize> = right.iter().chain(nearest_misses).map(|(index, _)| *index).collect();
    let mut candidates = Vec::new();
    for (index, candidate) in all.into_iter().enumerate() {
        if listed.contains(&index) {
            let is_right = miss(&candidate) <= tolerance;
            candidates.push((candidate, is_right));
        }
    }
    candidates
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_misses_are_listed_in_order() {
        let all = vec![5.0, 1.0, 3.0, 1.0, 9.0];
        assert_eq!(shortlist(all.clone(), 1.0, 4, |x| x - 1.0), [(5.0, false), (1.0, true), (3.0, false), (1.0, true)]);
        assert_eq!(shortlist(all, 1.0, 2, |x| x - 1.0), [(1.0, true), (3.0, false)], "one candidate is wrong");
    }

    #[test]
    fn a_question_needs_a_right_and_a_wrong_candidate() {
        assert!(
            Choice::new(0, "side", "Which side?")
                .with_candidate("left", true)
                .with_candidate("right", false)
                .validated()
                .is_some()
        );
        assert!(
            Choice::new(0, "side", "Which side?")
                .with_candidate("left", true)
                .with_candidate("right", true)
                .validated()
                .is_none(),
            "nothing is wrong"
        );
        assert!(
            Choice::new(0, "side", "Which side?")
                .with_candidate("left", false)
                .with_candidate("right", false)
                .validated()
                .is_none(),
            "nothing is right"
        );
        assert!(Choice::new(0, "side", "Which side?").with_candidate("left", true).validated().is_none());
        assert_eq!(Candidate::of_key(&Candidate::key(3)), Some(3));
    }
}
