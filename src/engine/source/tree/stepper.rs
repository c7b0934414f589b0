//! The search for the closest pair of parts as a stepper: one pair of nodes per step, the least bound first.

use std::ops::ControlFlow;

use super::prelude::*;
use super::queue::{Queue, QueueEntry};
use super::{Bracket, Outcome, Tree};

/// Two bodies made of parts, with the queries that the search needs.
pub trait Pairs<const N: usize> {
    /// Answer of the query for two parts.
    type Answer: Clone;

    /// Returns the trees of A and B; neither is empty.
    fn trees(&self) -> [&Tree<N>; 2];

    /// Returns a proven lower bound, rounding included, of the signed distance of all pairs of parts below two nodes of
    /// A and B, or of the number that the search minimizes instead.
    fn bound(&self, nodes: [u32; 2]) -> Real;

    /// Returns a second proven lower bound for two nodes: their gap along the normal of the closest pair, or, for a
    /// triangle and a body of one part, along the line from the triangle's nearest point to the center of that part.
    /// Often tighter than [`Pairs::bound`] for wide boxes. `None` without such an axis.
    fn gap_along_normal(&self, nodes: [u32; 2]) -> Option<Real>;

    /// Returns whether a bracket is as narrow as requested, even if the query for two parts did not converge. The
    /// default suits searches without a tolerance, which rely on those queries alone.
    fn is_narrow(&self, _: &Bracket) -> bool {
        false
    }

    /// Stores the normal of the closest pair for [`Pairs::gap_along_normal`].
    fn store_normal(&mut self, parts: [u32; 2], answer: &Self::Answer);

    /// Queries two parts: their signed distance, or the number that the search minimizes instead. `None` for a skipped
    /// pair.
    fn query(&mut self, parts: [u32; 2]) -> Option<PartsResult<Self::Answer>>;

    /// Returns the largest bound of interest for searches that collect all pairs up to it; `None` for searches for the
    /// closest pair.
    fn limit(&self) -> Option<Real> {
        None
    }

    /// Returns the outcome of a finished search, given the best pair and the least lower bound of the pairs that are
    /// not settled.
    fn outcome(&self, best: Option<&PartsResult<Self::Answer>>, unsettled: Real) -> Outcome {
        match best {
            None => Outcome::NoneMet,
            Some(result) if result.is_settled && unsettled >= result.bracket.lower => Outcome::Closest,
            Some(PartsResult { bracket, .. }) => {
                let all = Bracket { lower: unsettled.min(bracket.lower), ..*bracket };
                if self.is_narrow(&all) { Outcome::Closest } else { Outcome::NotConverged }
            }
        }
    }
}

/// Result of the query for two parts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PartsResult<T> {
    /// Bracket of the signed distance, or of the number that the search minimizes instead, rounding included.
    pub bracket: Bracket,
    /// Whether the query converged: the bracket is as narrow as requested.
    pub is_settled: bool,
    /// The full answer of the query.
    pub answer: T,
}

/// A pruned pair of nodes, with the proof that pruning is safe.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pruned {
    /// The pruned pair of nodes, with its lower bound.
    pub entry: QueueEntry,
    /// Least upper bound of a tested pair when the pair was pruned; at most the pair's lower bound.
    pub upper: Real,
}

/// A pair of parts and the result of its query.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct QueriedParts<T> {
    /// Indices of A's part and of B's part.
    pub parts: [u32; 2],
    /// Result of the query; `None` where the pair is skipped.
    pub answer: Option<PartsResult<T>>,
}

/// The closest pair of parts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClosestParts<T> {
    /// Indices of A's part and of B's part.
    pub parts: [u32; 2],
    /// Result of the query for these parts.
    pub result: PartsResult<T>,
}

/// Memory of a search that the next search reuses.
#[derive(Clone, Debug, Default)]
pub struct Buffers {
    /// Pairs of nodes that wait, least bound first.
    queue: Queue,
    /// Pairs of nodes that were pruned, in order.
    pruned: Vec<Pruned>,
}

/// State of a search. The results of the last step stay readable.
#[derive(Clone, Debug)]
pub struct Search<const N: usize, P: Pairs<N>> {
    /// The two bodies with their queries.
    pub pairs: P,
    /// The pair of nodes that the last step popped; `None` before the first step, and if the queue was empty.
    pub popped: Option<QueueEntry>,
    /// The pair of parts that the last step tested; `None` if it tested none.
    pub queried: Option<QueriedParts<P::Answer>>,
    /// The pair of parts with the least upper bound; `None` before the first tested pair, and with a limit.
    pub best: Option<ClosestParts<P::Answer>>,
    /// Stop test of the last step: `bound ≥ upper` for the popped pair; `None` if no pair was popped.
    pub stop_test: Option<Comparison<Real>>,
    /// Indices and answers of all tested pairs of parts, in order; used only with a limit ([`Pairs::limit`]).
    pub all: Vec<([u32; 2], P::Answer)>,
    /// Least upper bound of a tested pair; infinite before the first. With a limit, the next number above the limit.
    pub upper: Real,
    /// Least lower bound of a tested pair; infinite before the first, and with a limit.
    pub lower: Real,
    /// Least lower bound of the tested pairs whose own query did not converge; infinite if all converged.
    pub unsettled: Real,
    /// Number of pairs of parts that were tested.
    pub queries: u32,
    /// Number of pairs skipped because of a one-sided part.
    pub skipped: u32,
    /// Number of pairs of nodes pruned before the last step.
    pub pruned_before: usize,
    /// The queue and the pruned pairs.
    buffers: Buffers,
    /// Serial number of the newest entry of the queue.
    serial: u32,
    /// Ending; `None` while the search runs.
    outcome: Option<Outcome>,
}

impl<const N: usize, P: Pairs<N>> Search<N, P> {
    /// Creates the state before the search, with the pair of both roots in the queue.
    pub fn new(pairs: P, mut buffers: Buffers) -> Self {
        buffers.queue.clear();
        buffers.pruned.clear();
        buffers.queue.push(QueueEntry { bound: pairs.bound([0, 0]), nodes: [0, 0], serial: 0 });
        let upper = pairs.limit().map_or(Real::INFINITY, Real::next_up);
        Self {
            pairs,
            popped: None,
            queried: None,
            best: None,
            stop_test: None,
            all: Vec::new(),
            upper,
            lower: Real::INFINITY,
            unsettled: Real::INFINITY,
            queries: 0,
            skipped: 0,
            pruned_before: 0,
            buffers,
            serial: 0,
            outcome: None,
        }
    }

    /// Returns the pairs of nodes in the queue, in no particular order.
    pub fn queue(&self) -> impl Iterator<Item = &QueueEntry> {
        self.buffers.queue.iter()
    }

    /// Returns the number of pairs of nodes in the queue.
    pub fn queue_length(&self) -> usize {
        self.buffers.queue.len()
    }

    /// Returns all pairs of nodes that were pruned, in order.
    pub fn pruned(&self) -> &[Pruned] {
        &self.buffers.pruned
    }

    /// Returns the bodies and the buffers, for the next search.
    pub fn into_parts(self) -> (P, Buffers) {
        (self.pairs, self.buffers)
    }

    /// Returns the bracket of the least signed distance: over all pairs of parts once the search has ended, over the
    /// tested pairs before. `None` where no pair was tested.
    pub fn bracket(&self) -> Option<Bracket> {
        self.best.as_ref().map(|_| Bracket { lower: self.lower, upper: self.upper })
    }

    /// Returns the test that prunes a pair of nodes: its bound is at least the least upper bound.
    #[inline(always)]
    pub fn is_farther(&self, bound: Real) -> Comparison<Real> {
        Comparison::at_least(bound, self.upper)
    }

    /// Returns the larger of both bounds of two nodes: `bound_by_boxes`, and the gap along the normal of the closest
    /// pair. The latter is computed only if the former does not prune the pair.
    #[inline(always)]
    fn larger_bound(&self, nodes: [u32; 2], bound_by_boxes: Real) -> Real {
        if self.is_farther(bound_by_boxes).holds() {
            return bound_by_boxes;
        }
        match self.pairs.gap_along_normal(nodes) {
            Some(gap) => gap.max(bound_by_boxes),
            None => bound_by_boxes,
        }
    }

    /// Records a pair of nodes as pruned by the present least upper bound.
    fn prune(&mut self, entry: QueueEntry) {
        self.buffers.pruned.push(Pruned { entry, upper: self.upper });
    }

    /// Queries two parts. Keeps the pair if its upper bound is the least, or, with a limit, in the list of all pairs.
    fn query(&mut self, parts: [u32; 2]) {
        let answer = self.pairs.query(parts); // @ask
        self.queried = Some(QueriedParts { parts, answer: answer.clone() });
        let Some(result) = answer else {
            self.skipped += 1; // @left-out
            return;
        };
        let Bracket { lower, upper } = result.bracket;
        self.queries += 1;
        if self.pairs.limit().is_some() {
            self.all.push((parts, result.answer));
            return;
        }
        self.lower = self.lower.min(lower);
        if !result.is_settled {
            self.unsettled = self.unsettled.min(lower);
        }
        if self.best.is_none() || upper < self.upper {
            self.pairs.store_normal(parts, &result.answer);
            self.upper = upper;
            self.best = Some(ClosestParts { parts, result }); // @best
        }
    }

    /// Returns the body whose node is split, 0 for A or 1 for B: that of the larger box, leaves excluded.
    fn body_to_split(&self, nodes: [u32; 2]) -> usize {
        let [a, b] = self.pairs.trees();
        let a = a.node(nodes[0]);
        let b = b.node(nodes[1]);
        match (a.children(), b.children()) {
            (None, _) => 1,
            (_, None) => 0,
            _ => usize::from(b.bounds.half_surface() > a.bounds.half_surface()),
        }
    }

    /// Computes bounds for the children of one of two nodes; queues or prunes each pair.
    fn split(&mut self, nodes: [u32; 2]) {
        let body = self.body_to_split(nodes); // @split
        let children = self.pairs.trees()[body].node(nodes[body]).children();
        for child in children.into_iter().flatten() {
            let mut nodes = nodes;
            nodes[body] = child;
            let bound = self.larger_bound(nodes, self.pairs.bound(nodes));
            self.serial = self.serial.wrapping_add(1);
            let entry = QueueEntry { bound, nodes, serial: self.serial };
            if self.is_farther(bound).holds() {
                self.prune(entry); // @prune
            } else {
                self.buffers.queue.push(entry); // @push
            }
        }
    }

    /// Ends the search: prunes all pairs left in the queue, in no particular order. They are farther than the best.
    fn conclude(&mut self) -> ControlFlow<Outcome> {
        let Buffers { queue, pruned } = &mut self.buffers;
        pruned.extend(queue.drain().map(|entry| Pruned { entry, upper: self.upper }));
        let best = self.best.as_ref().map(|best| &best.result);
        let outcome = self.pairs.outcome(best, self.unsettled);
        self.outcome = Some(outcome);
        ControlFlow::Break(outcome) // @end
    }
}

impl<const N: usize, P: Pairs<N>> Stepper for Search<N, P> {
    type Outcome = Outcome;

    fn heap_bytes(&self) -> usize {
        let Buffers { queue, pruned } = &self.buffers;
        queue.heap_bytes() + pruned.capacity() * size_of::<Pruned>()
    }

    /// Pops one pair of nodes, and prunes, queries or splits it; ends the search if no pair is left or can be closer.
    fn step(&mut self) -> ControlFlow<Outcome> {
        if let Some(outcome) = self.outcome {
            return ControlFlow::Break(outcome);
        }
        self.queried = None;
        self.stop_test = None;
        self.pruned_before = self.buffers.pruned.len();
        self.popped = self.buffers.queue.pop(); // @pop
        let Some(entry) = self.popped else { return self.conclude() };
        let stop_test = self.is_farther(entry.bound);
        self.stop_test = Some(stop_test);
        if stop_test.holds() {
            self.prune(entry); // @stop
            return self.conclude();
        }
        // The normal of the closest pair may have changed since the pair of nodes was queued.
        let bound = self.larger_bound(entry.nodes, entry.bound);
        if self.is_farther(bound).holds() {
            self.prune(QueueEntry { bound, ..entry }); // @along
            return ControlFlow::Continue(());
        }
        let [a, b] = self.pairs.trees();
        match [a.node(entry.nodes[0]).part(), b.node(entry.nodes[1]).part()] {
            [Some(a), Some(b)] => self.query([a, b]),
            _ => self.split(entry.nodes),
        }
        ControlFlow::Continue(())
    }
}
