//! The search for the closest pair of parts of two bodies, as plain data: in space and in the plane alike.

use super::Snapshot;
use super::answer::Answer;
use crate::step::Comparison;

/// How a search for the closest pair of parts ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// All pairs that were not asked are proven to be no closer than the one found.
    Closest,
    /// No pair of parts was asked: all were left out, as one-sided triangles met from behind are.
    NoneMet,
    /// The query of a pair did not converge, so that the bracket of the answer is wider than was asked for.
    NotConverged,
}

/// A pair of nodes. Lengths in meters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Entry {
    /// A proven lower bound of the signed distance of all pairs of parts below.
    pub bound: f64,
    /// A's and B's.
    pub nodes: [u32; 2],
}

/// A pair of nodes that was left out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pruned {
    /// With its lower bound,
    pub entry: Entry,
    /// which is not below this: the least upper bound at that time.
    pub upper: f64,
}

/// A pair of parts that was asked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Asked {
    /// A's and B's.
    pub parts: [u32; 2],
    /// World axes, seen from A's origin. None of a pair that is left out.
    pub answer: Option<Answer>,
}

/// The state after a step.
#[derive(Clone, Debug, PartialEq)]
pub struct Search {
    /// What the step popped.
    pub popped: Option<Entry>,
    /// What that was tested by: its bound against the least upper bound before the step.
    pub tested: Option<Comparison<f64>>,
    /// The pair of parts that it asked.
    pub asked: Option<Asked>,
    /// The pair of parts with the least upper bound so far.
    pub best: Option<Asked>,
    /// What is yet to be looked at, the least bound first.
    pub queue: Vec<Entry>,
    /// All that was pruned, in order,
    pub pruned: Vec<Pruned>,
    /// so much of it before this step.
    pub pruned_before: usize,
    /// The least upper bound of a pair that was asked; infinite before the first.
    pub upper: f64,
    /// The least lower bound of what was asked or is in the queue.
    pub lower: f64,
    /// How many pairs of parts were asked.
    pub queries: u32,
    /// How many were left out because of a one-sided triangle.
    pub left_out: u32,
}

impl Snapshot for Search {
    type Outcome = Outcome;
}
