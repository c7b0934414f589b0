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
    /// The query of a pair did not converge, so that the bracket of the answer is wider than was asked for. Of a first contact: it is
    /// not known of some pair whether it meets before the one found.
    NotConverged,
    /// Bodies in flight meet: every pair that was not asked is proven to meet later, or never.
    FirstContact,
    /// Bodies in flight stay apart: every pair that was not asked is proven to stay farther apart than the one found.
    Missed,
    /// All pairs of parts that are near each other are asked for their contacts, and some have one.
    Contacts,
    /// The same, and none has one.
    Apart,
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
pub struct Asked<A = Answer> {
    /// A's and B's.
    pub parts: [u32; 2],
    /// World axes, seen from A's origin. None of a pair that is left out.
    pub answer: Option<A>,
}

/// The state after a step. Bounds are signed distances; of bodies in flight see [`key`].
#[derive(Clone, Debug, PartialEq)]
pub struct Search<A = Answer> {
    /// What the step popped.
    pub popped: Option<Entry>,
    /// What that was tested by: its bound against the least upper bound before the step.
    pub tested: Option<Comparison<f64>>,
    /// The pair of parts that it asked.
    pub asked: Option<Asked<A>>,
    /// The pair of parts with the least upper bound so far.
    pub best: Option<Asked<A>>,
    /// Every pair that was answered, of a search for all up to a limit.
    pub all: Vec<Asked<A>>,
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

impl<A: Send + Sync + 'static> Snapshot for Search<A> {
    type Outcome = Outcome;
}

/// What the bound of a pair in flight stands for. One number orders them: what may meet comes before all that never does, the
/// earlier first, and then what comes nearest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bound {
    /// No contact before this moment, seconds.
    Meets(f64),
    /// No contact at all, and no nearer than this, meters.
    Misses(f64),
}

/// The number that stands for a bound: minus one over the moment, or the distance.
pub fn key(bound: Bound) -> f64 {
    match bound {
        Bound::Meets(t) if t > 0.0 => -1.0 / t,
        Bound::Meets(_) => f64::NEG_INFINITY,
        Bound::Misses(gap) => gap.max(0.0),
    }
}

/// What a number stands for.
pub fn bound(key: f64) -> Bound {
    if key < 0.0 { Bound::Meets(-1.0 / key) } else { Bound::Misses(key) }
}
