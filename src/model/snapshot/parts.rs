//! State of the search for the closest pair of child shapes of two bodies as plain data, in space and in the plane.

use super::Snapshot;
use super::answer::Answer;
use crate::step::Comparison;

/// Ending of a search for the closest pair of child shapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// All pairs that were not queried are proven to be no closer than the best pair.
    Closest,
    /// All pairs were skipped: they involve one-sided triangles that are approached from behind.
    NoneMet,
    /// The query of a pair did not converge, so the bracket of the answer is wider than requested. For a cast: some
    /// pair may touch earlier than the best pair.
    NotConverged,
    /// Cast: the bodies touch, and every pair that was not queried is proven to touch later or never.
    FirstContact,
    /// Cast: the bodies stay separate, and every pair that was not queried is proven to stay farther apart than the
    /// best pair.
    Missed,
    /// All nearby pairs were queried for contacts, and at least one has contacts.
    Contacts,
    /// All nearby pairs were queried for contacts, and none has contacts.
    Apart,
}

/// A pair of nodes of the two trees of bounding boxes, with its bound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NodePair {
    /// Proven lower bound of the signed distance of all pairs of child shapes below the nodes, meters; for casts, see
    /// [`encode_bound`].
    pub bound: f64,
    /// Index of the node in the tree of A and in the tree of B.
    pub nodes: [u32; 2],
}

/// A pruned pair of nodes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pruned {
    /// The pair with its lower bound.
    pub pair: NodePair,
    /// [`Search::upper`] at the time of pruning, not greater than the pair's lower bound.
    pub upper: f64,
}

/// A queried pair of child shapes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct QueriedParts<A = Answer> {
    /// Indices of the child shapes of A and of B.
    pub parts: [u32; 2],
    /// Result in world axes, positions relative to A's origin (for casts, at the start); `None` for a skipped pair.
    pub answer: Option<A>,
}

/// State after a step. Bounds are signed distances, meters; for casts, see [`encode_bound`].
#[derive(Clone, Debug, PartialEq)]
pub struct Search<A = Answer> {
    /// Pair of nodes that the step popped; `None` before the first step, and if the queue was empty.
    pub popped: Option<NodePair>,
    /// `bound ≥ upper`, with the popped bound and [`Self::upper`] before the step: the search is finished.
    pub stop_test: Option<Comparison<f64>>,
    /// Pair of child shapes that the step queried or skipped; `None` if it split or pruned a pair of nodes.
    pub queried: Option<QueriedParts<A>>,
    /// Queried pair with the least upper bound; `None` in a search that collects every pair up to a limit.
    pub best: Option<QueriedParts<A>>,
    /// All queried pairs, for a search that collects every pair up to a limit.
    pub all: Vec<QueriedParts<A>>,
    /// Waiting pairs of nodes, least bound first.
    pub queue: Vec<NodePair>,
    /// All pruned pairs, in order.
    pub pruned: Vec<Pruned>,
    /// Length of `pruned` before this step.
    pub pruned_before: usize,
    /// Bound at which pairs are pruned: the least upper bound of the queried pairs, infinite before the first query. In
    /// a search up to a limit, the next number above the limit from the start to the end.
    pub upper: f64,
    /// Least lower bound of the queried pairs and of the queue; of the queue alone in a search up to a limit.
    pub lower: f64,
    /// Number of queried pairs.
    pub queries: u32,
    /// Number of pairs skipped because of a one-sided triangle.
    pub skipped: u32,
}

impl<A: Send + Sync + 'static> Snapshot for Search<A> {
    type Outcome = Outcome;
}

/// Lower bound of a pair in a cast. Pairs are ordered by the number that encodes it ([`encode_bound`]): possible
/// contacts before misses, contacts by time, misses by distance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bound {
    /// No contact before this time, seconds.
    Contact(f64),
    /// No contact, and no distance below this one, meters.
    Miss(f64),
}

/// Returns the number that encodes a bound: `−1 / t` for a contact that is possible from the time `t` on, −∞ for one
/// that is possible from the start on, and the distance, at least 0, for a miss.
pub fn encode_bound(bound: Bound) -> f64 {
    match bound {
        Bound::Contact(t) if t > 0.0 => -1.0 / t,
        Bound::Contact(_) => f64::NEG_INFINITY,
        Bound::Miss(gap) => gap.max(0.0),
    }
}

/// Returns the bound that a number made by [`encode_bound`] encodes.
pub fn decode_bound(code: f64) -> Bound {
    if code < 0.0 { Bound::Contact(-1.0 / code) } else { Bound::Miss(code) }
}
