//! Quiz questions about the choices of an algorithm's steps: candidates, and the right answers.
//!
//! Each lesson makes its questions from the states of the run (`lesson/<algorithm>/choice.rs`); the engine computed the
//! right answers.

use glam::DVec3;

use crate::lesson::{Beat, Pictures};
use crate::picture::{Form, Key, Role};

/// Largest number of candidates; each one has a digit key.
pub const MOST: usize = 9;

/// Relative difference below which two numbers count as equal: invisible in a picture, and possibly rounding in single
/// precision.
const TIE: f64 = 1e-6;

/// Quiz question about one choice of a step.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// Category of the choice, one or two words, by which scores are counted: `support point`.
    pub kind: &'static str,
    /// Index of the beat that reveals the answer. Beats from this one on are hidden while the question is open.
    pub beat: usize,
    /// Question, one sentence.
    pub asks: String,
    /// Pictures of the data known before the answer, with the candidates. Views without a picture here keep their
    /// current one.
    pub pictures: Pictures,
    /// Candidates, in the order of their numbers.
    pub candidates: Vec<Candidate>,
    /// Reason of the right answer; `None` where the beat's sentence says enough.
    pub why: Option<String>,
    /// Whether visible numbers would reveal the answer, as a sorted list does; they are then hidden with it.
    pub blind: bool,
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

    /// Index of the candidate to which a mark id belongs.
    pub fn of_key(key: &Key) -> Option<usize> {
        key.0.strip_prefix("choice/")?.parse().ok()
    }
}

impl Choice {
    /// Question that the first beat at a line of the listing answers; `None` if no beat has that line.
    pub fn at(beats: &[Beat], line: &str, kind: &'static str, asks: impl Into<String>) -> Option<Self> {
        let beat = beats.iter().position(|beat| beat.line == line)?;
        Some(Self::new(beat, kind, asks))
    }

    /// Question that the beat with index `beat` answers.
    pub fn new(beat: usize, kind: &'static str, asks: impl Into<String>) -> Self {
        let pictures = Pictures::default();
        let candidates = Vec::new();
        Self { kind, beat, asks: asks.into(), pictures, candidates, why: None, blind: false }
    }

    /// Hides visible numbers that would reveal the answer.
    pub fn blindly(self) -> Self {
        Self { blind: true, ..self }
    }

    /// Whether a picture shows candidates.
    pub fn is_drawn(&self) -> bool {
        let mut marks = self.pictures.iter().flat_map(|(_, picture)| &picture.marks);
        marks.any(|mark| Candidate::of_key(&mark.key).is_some())
    }

    /// Sets the pictures of the known data.
    pub fn over(self, pictures: impl Into<Pictures>) -> Self {
        Self { pictures: pictures.into(), ..self }
    }

    /// Draws `known` below the candidates that the pictures already hold.
    pub fn drawn(mut self, known: Pictures) -> Self {
        let asked = std::mem::replace(&mut self.pictures, known);
        for (view, picture) in asked.iter() {
            self.pictures.edit(view).append(picture);
        }
        self
    }

    /// Sets the pictures to those of the beat before the answer.
    pub fn over_before(self, beats: &[Beat]) -> Self {
        let before = self.beat.checked_sub(1).and_then(|before| beats.get(before));
        let pictures = before.map_or_else(Pictures::default, |beat| beat.pictures.clone());
        self.over(pictures)
    }

    /// Adds a candidate without a mark.
    pub fn or(mut self, name: impl Into<String>, right: bool) -> Self {
        self.candidates.push(Candidate { name: name.into(), right });
        self
    }

    /// Adds a candidate at a point of a view.
    pub fn or_point(mut self, view: &'static str, at: DVec3, name: impl Into<String>, right: bool) -> Self {
        let index = self.candidates.len();
        self.pictures.edit(view).badge(Role::Candidate, Candidate::key(index), at, (index + 1).to_string());
        self.or(name, right)
    }

    /// Adds a candidate that is a face or an edge of a view.
    pub fn or_face(mut self, view: &'static str, corners: Vec<DVec3>, name: impl Into<String>, right: bool) -> Self {
        let key = Candidate::key(self.candidates.len());
        let middle = corners.iter().sum::<DVec3>() / corners.len().max(1) as f64;
        let picture = self.pictures.edit(view);
        match corners[..] {
            [] | [_] => {}
            [from, to] => picture.segment(Role::Candidate, key, from, to),
            _ => picture.add(Role::Candidate, key, Form::Polygon(corners)),
        }
        self.or_point(view, middle, name, right)
    }

    /// Returns the question if it can be posed: at most `MOST` candidates, at least one right and at least one wrong.
    pub fn if_answerable(self) -> Option<Self> {
        let right = self.candidates.iter().filter(|candidate| candidate.right).count();
        let count = self.candidates.len();
        (count <= MOST && (1..count).contains(&right)).then_some(self)
    }

    /// Whether several candidates are right.
    pub fn has_several(&self) -> bool {
        self.candidates.iter().filter(|candidate| candidate.right).count() > 1
    }

    /// Names of the right candidates.
    pub fn answers(&self) -> impl Iterator<Item = &str> {
        self.candidates.iter().filter(|candidate| candidate.right).map(|candidate| candidate.name.as_str())
    }
}

/// Chooses at most `most` candidates, the right ones and the nearest misses, and keeps their order. `miss` is how much
/// worse a candidate is than the best; a candidate is right if that is at most `size` × 1e-6. Each result pairs a
/// candidate with whether it is right.
pub fn shortlist<T>(all: Vec<T>, size: f64, most: usize, miss: impl Fn(&T) -> f64) -> Vec<(T, bool)> {
    let mut order: Vec<(usize, f64)> = all.iter().map(&miss).enumerate().collect();
    order.sort_by(|(_, one), (_, other)| one.total_cmp(other));
    let right = order.iter().filter(|(_, miss)| *miss <= TIE * size).count();
    // At least one place is left for a wrong candidate.
    let kept = right.min(most.saturating_sub(1));
    let misses = order.iter().skip(right).take(most - kept);
    let mut shown: Vec<usize> = order[..kept].iter().chain(misses).map(|(index, _)| *index).collect();
    shown.sort_unstable();
    let listed = all.into_iter().enumerate().filter(|(index, _)| shown.binary_search(index).is_ok());
    listed
        .map(|(_, one)| {
            let is_right = miss(&one) <= TIE * size;
            (one, is_right)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_misses_are_listed_in_order() {
        let all = vec![5.0, 1.0, 3.0, 1.0, 9.0];
        assert_eq!(shortlist(all.clone(), 1.0, 4, |x| x - 1.0), [(5.0, false), (1.0, true), (3.0, false), (1.0, true)]);
        assert_eq!(shortlist(all, 1.0, 2, |x| x - 1.0), [(1.0, true), (3.0, false)], "there is a wrong one");
    }

    #[test]
    fn what_leaves_no_choice_is_no_question() {
        assert!(Choice::new(0, "side", "Which side?").or("left", true).or("right", false).if_answerable().is_some());
        assert!(
            Choice::new(0, "side", "Which side?").or("left", true).or("right", true).if_answerable().is_none(),
            "nothing is wrong"
        );
        assert!(
            Choice::new(0, "side", "Which side?").or("left", false).or("right", false).if_answerable().is_none(),
            "nothing is right"
        );
        assert!(Choice::new(0, "side", "Which side?").or("left", true).if_answerable().is_none());
        assert_eq!(Candidate::of_key(&Candidate::key(3)), Some(3));
    }
}
