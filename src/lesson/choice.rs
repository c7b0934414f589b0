//! A choice that a step makes, as a question to who watches: what is chosen, among what, and which answers are right.
//!
//! Each lesson makes its own from the states of the run (`lesson/<algorithm>/choice.rs`): what is right was computed by the engine.

use glam::DVec3;

use super::{Beat, Pictures};
use crate::picture::{Form, Key, Role};

/// So many candidates can be told apart, and each has a digit as its key.
pub const MOST: usize = 9;

/// Numbers are one within so much of the size of what they measure: nobody sees a smaller difference, and in single precision
/// it may be rounding.
const TIE: f64 = 1e-6;

/// A choice that a step makes.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// What is chosen, in a word or two: `support point`. Scores count by it.
    pub kind: &'static str,
    /// The beat of the step that tells the answer, from 0. Nothing from it on is shown while the question is open.
    pub beat: usize,
    /// The question, a sentence.
    pub asks: String,
    /// What is known before the answer, with the candidates on it. A view that is not named goes on with what it shows.
    pub pictures: Pictures,
    /// Among what is chosen, in the order of their numbers.
    pub candidates: Vec<Candidate>,
    /// Why the right answer is right, where more than the beat has to be said.
    pub why: Option<String>,
    /// Whether the numbers that are known already would tell the answer, as a list that is sorted by them does: then they are
    /// hidden with it.
    pub blind: bool,
}

/// One of the things among which a step chooses.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// In a few words.
    pub name: String,
    /// Whether the step chooses it, or might as well: of equals each one is right.
    pub right: bool,
}

impl Candidate {
    /// The identity of the marks of the candidate with this index.
    pub fn key(index: usize) -> Key {
        format!("choice/{index}").into()
    }

    /// The index of the candidate to which a key belongs.
    pub fn of_key(key: &Key) -> Option<usize> {
        key.0.strip_prefix("choice/")?.parse().ok()
    }
}

impl Choice {
    /// A question that the first beat at a line of the listing answers; none where that line is not told.
    pub fn at(beats: &[Beat], line: &str, kind: &'static str, asks: impl Into<String>) -> Option<Self> {
        let beat = beats.iter().position(|beat| beat.line == line)?;
        Some(Self::new(beat, kind, asks))
    }

    /// A question that this beat answers.
    pub fn new(beat: usize, kind: &'static str, asks: impl Into<String>) -> Self {
        let (pictures, candidates) = (Pictures::default(), Vec::new());
        Self { kind, beat, asks: asks.into(), pictures, candidates, why: None, blind: false }
    }

    /// The same with the numbers hidden that are known already.
    pub fn blindly(self) -> Self {
        Self { blind: true, ..self }
    }

    /// Whether there are marks of candidates in a picture.
    pub fn is_drawn(&self) -> bool {
        let mut marks = self.pictures.iter().flat_map(|(_, picture)| &picture.marks);
        marks.any(|mark| Candidate::of_key(&mark.key).is_some())
    }

    /// The same over these pictures of what is known.
    pub fn over(self, pictures: impl Into<Pictures>) -> Self {
        Self { pictures: pictures.into(), ..self }
    }

    /// The same with what is known drawn below the candidates, which have been added already.
    pub fn drawn(mut self, known: Pictures) -> Self {
        let asked = std::mem::replace(&mut self.pictures, known);
        for (view, picture) in asked.iter() {
            self.pictures.edit(view).marks.extend(picture.marks.iter().cloned());
        }
        self
    }

    /// The same over the pictures of the beat before the one that tells the answer.
    pub fn over_before(self, beats: &[Beat]) -> Self {
        let before = self.beat.checked_sub(1).and_then(|before| beats.get(before));
        let pictures = before.map_or_else(Pictures::default, |beat| beat.pictures.clone());
        self.over(pictures)
    }

    /// The same with one more candidate, in words alone.
    pub fn or(mut self, name: impl Into<String>, right: bool) -> Self {
        self.candidates.push(Candidate { name: name.into(), right });
        self
    }

    /// The same with one more candidate, a point in a view.
    pub fn or_point(mut self, view: &'static str, at: DVec3, name: impl Into<String>, right: bool) -> Self {
        let index = self.candidates.len();
        self.pictures.edit(view).badge(Role::Candidate, Candidate::key(index), at, (index + 1).to_string());
        self.or(name, right)
    }

    /// The same with one more candidate, a face or an edge in a view.
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

    /// The question, if it is one: some of what can be told apart is right, and some is not.
    pub fn asked(self) -> Option<Self> {
        let right = self.candidates.iter().filter(|candidate| candidate.right).count();
        let count = self.candidates.len();
        (count <= MOST && (1..count).contains(&right)).then_some(self)
    }

    /// Whether more than one candidate is right.
    pub fn has_several(&self) -> bool {
        self.candidates.iter().filter(|candidate| candidate.right).count() > 1
    }

    /// The names of the right answers.
    pub fn answers(&self) -> impl Iterator<Item = &str> {
        self.candidates.iter().filter(|candidate| candidate.right).map(|candidate| candidate.name.as_str())
    }
}

/// Of all candidates as many as can be told apart: those that are right, and the nearest misses, in their order. `miss` says by
/// how much a candidate is worse than the best; it is right where that is nothing beside `size`.
pub fn shortlist<T>(all: Vec<T>, size: f64, most: usize, miss: impl Fn(&T) -> f64) -> Vec<(T, bool)> {
    let is_right = |miss: f64| miss <= TIE * size;
    let mut order: Vec<(usize, f64)> = all.iter().map(&miss).enumerate().collect();
    order.sort_by(|(_, one), (_, other)| one.total_cmp(other));
    let right = order.iter().filter(|(_, miss)| is_right(*miss)).count();
    // Of many that are right some give way to what is not.
    let kept = right.min(most.saturating_sub(1));
    let misses = order.iter().skip(right).take(most - kept);
    let mut shown: Vec<usize> = order[..kept].iter().chain(misses).map(|(index, _)| *index).collect();
    shown.sort_unstable();
    let of = |(index, one): (usize, T)| shown.binary_search(&index).is_ok().then(|| (is_right(miss(&one)), one));
    all.into_iter().enumerate().filter_map(of).map(|(right, one)| (one, right)).collect()
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
        let choice = || Choice::new(0, "side", "Which side?");
        assert!(choice().or("left", true).or("right", false).asked().is_some());
        assert!(choice().or("left", true).or("right", true).asked().is_none(), "nothing is wrong");
        assert!(choice().or("left", false).or("right", false).asked().is_none(), "nothing is right");
        assert!(choice().or("left", true).asked().is_none());
        assert_eq!(Candidate::of_key(&Candidate::key(3)), Some(3));
    }
}
