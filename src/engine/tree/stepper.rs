//! The search for the closest pair of parts: one pair of nodes a step, the least bound first.

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::ops::ControlFlow;

use super::prelude::*;
use super::{Bracket, Outcome, Tree};

/// Two bodies made of parts, as the search asks them.
pub trait Pairs<const N: usize> {
    /// What the query for two parts answers.
    type Answer: Clone;

    /// The trees of A and B; neither is empty.
    fn trees(&self) -> [&Tree<N>; 2];

    /// A proven lower bound, rounding included, of the signed distance of all pairs of parts below a node of A and one of B.
    fn bound(&self, nodes: [u32; 2]) -> Real;

    /// Two leaves, or two nodes, seen along another line than those of their boxes: the normal of the closest pair so far, and of a
    /// triangle that to the middle of the other. A proven lower bound as well, and a better one where the boxes are wide. None where there is
    /// no such line.
    fn gap(&self, nodes: [u32; 2]) -> Option<Real>;

    /// Whether a bracket is as narrow as requested, even if the query for two parts did not converge. Searches that have
    /// no such width report what these queries say.
    fn is_narrow(&self, _: &Bracket) -> bool {
        false
    }

    /// Takes notice of the closest pair so far.
    fn face(&mut self, parts: [u32; 2], answer: &Self::Answer);

    /// What is known of the signed distance of two parts. None of a pair that is left out.
    fn ask(&mut self, parts: [u32; 2]) -> Option<Found<Self::Answer>>;

    /// Where all pairs up to a bound are asked for, not the least alone: that bound.
    fn limit(&self) -> Option<Real> {
        None
    }

    /// How a search ends that has looked at all it has to: by the best pair, and the least lower bound of those that are not settled.
    fn outcome(&self, best: Option<&Found<Self::Answer>>, unsettled: Real) -> Outcome {
        match best {
            None => Outcome::NoneMet,
            Some(found) if found.is_settled && unsettled >= found.bracket.lower => Outcome::Closest,
            Some(Found { bracket, .. }) => {
                let all = Bracket { lower: unsettled.min(bracket.lower), ..*bracket };
                if self.is_narrow(&all) { Outcome::Closest } else { Outcome::NotConverged }
            }
        }
    }
}

/// What the query for two parts has found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Found<T> {
    /// The signed distance lies in it, rounding included.
    pub bracket: Bracket,
    /// Whether it is as narrow as was asked for.
    pub is_settled: bool,
    /// All that was answered.
    pub answer: T,
}

/// A pair of nodes that is yet to be looked at, or was left out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Entry {
    /// Not above the signed distance of any pair of parts below.
    pub bound: Real,
    /// A's and B's.
    pub nodes: [u32; 2],
    /// Of equal bounds the later goes first: it lies deeper.
    serial: u32,
}

impl Eq for Entry {}

impl Ord for Entry {
    fn cmp(&self, other: &Self) -> Ordering {
        other.bound.total_cmp(&self.bound).then(self.serial.cmp(&other.serial))
    }
}

impl PartialOrd for Entry {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// A pair of nodes that was left out, and what proves that it may be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pruned {
    /// With its lower bound,
    pub entry: Entry,
    /// which is not below this: the least upper bound so far.
    pub upper: Real,
}

/// A pair of parts, and what is known of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Asked<T> {
    /// A's and B's.
    pub parts: [u32; 2],
    /// What the query for the two answered; none where the pair is left out.
    pub answer: Option<Found<T>>,
}

/// Memory that is kept between searches.
#[derive(Clone, Debug, Default)]
pub struct Buffers {
    queue: BinaryHeap<Entry>,
    pruned: Vec<Pruned>,
}

/// A search. What the last step did stays to be read.
#[derive(Clone, Debug)]
pub struct Search<const N: usize, P: Pairs<N>> {
    /// The two bodies.
    pub pairs: P,
    /// What the last step popped.
    pub popped: Option<Entry>,
    /// The pair of parts that the last step asked.
    pub asked: Option<Asked<P::Answer>>,
    /// The pair of parts with the least upper bound so far, and what is known of it.
    pub best: Option<([u32; 2], Found<P::Answer>)>,
    /// What the popped pair was tested by.
    pub tested: Option<Comparison<Real>>,
    /// Every pair of parts that has been answered, in the order of asking, of a search for all up to a limit.
    pub all: Vec<([u32; 2], P::Answer)>,
    /// The least upper bound of a pair that was asked: infinite before the first. Of a search for all the first number that is
    /// above its limit.
    pub upper: Real,
    /// The least lower bound of a pair that was asked.
    pub lower: Real,
    /// The same of those whose own query did not converge.
    pub unsettled: Real,
    /// How many pairs of parts were asked.
    pub queries: u32,
    /// How many pairs were left out because of a one-sided part.
    pub left_out: u32,
    /// How many pairs of nodes were pruned before the last step.
    pub pruned_before: usize,
    buffers: Buffers,
    serial: u32,
    outcome: Option<Outcome>,
}

impl<const N: usize, P: Pairs<N>> Search<N, P> {
    /// With both roots in the queue.
    pub fn new(pairs: P, mut buffers: Buffers) -> Self {
        buffers.queue.clear();
        buffers.pruned.clear();
        buffers.queue.push(Entry { bound: pairs.bound([0, 0]), nodes: [0, 0], serial: 0 });
        let upper = pairs.limit().map_or(Real::INFINITY, Real::next_up);
        Self {
            pairs,
            popped: None,
            asked: None,
            best: None,
            tested: None,
            all: Vec::new(),
            upper,
            lower: Real::INFINITY,
            unsettled: Real::INFINITY,
            queries: 0,
            left_out: 0,
            pruned_before: 0,
            buffers,
            serial: 0,
            outcome: None,
        }
    }

    /// The pairs of nodes that are yet to be looked at, in no order.
    pub fn queue(&self) -> impl ExactSizeIterator<Item = &Entry> {
        self.buffers.queue.iter()
    }

    /// All pairs of nodes that were pruned, in order.
    pub fn pruned(&self) -> &[Pruned] {
        &self.buffers.pruned
    }

    /// Gives the bodies and the buffers back for the next search.
    pub fn into_parts(self) -> (P, Buffers) {
        (self.pairs, self.buffers)
    }

    /// The bracket of the least signed distance over all pairs of parts. None where no pair was asked.
    pub fn bracket(&self) -> Option<Bracket> {
        self.best.as_ref().map(|_| Bracket { lower: self.lower, upper: self.upper })
    }

    /// Whether a pair of nodes may be left out: nothing below it is closer than a pair that was asked.
    #[inline(always)]
    pub fn is_farther(&self, bound: Real) -> Comparison<Real> {
        Comparison::at_least(bound, self.upper)
    }

    /// The larger of both bounds of two nodes, if the one that is known is not enough.
    #[inline(always)]
    fn bounded(&self, nodes: [u32; 2], known: Real) -> Real {
        if self.is_farther(known).holds() { known } else { self.pairs.gap(nodes).map_or(known, |gap| gap.max(known)) }
    }

    fn prune(&mut self, entry: Entry) {
        self.buffers.pruned.push(Pruned { entry, upper: self.upper });
    }

    /// Asks two parts, and keeps the pair if its upper bound is the least.
    fn ask(&mut self, parts: [u32; 2]) {
        let answer = self.pairs.ask(parts); // @ask
        self.asked = Some(Asked { parts, answer: answer.clone() });
        let Some(found) = answer else {
            self.left_out += 1; // @left-out
            return;
        };
        let Bracket { lower, upper } = found.bracket;
        self.queries += 1;
        if self.pairs.limit().is_some() {
            self.all.push((parts, found.answer));
            return;
        }
        self.lower = self.lower.min(lower);
        self.unsettled = self.unsettled.min(if found.is_settled { Real::INFINITY } else { lower });
        if self.best.is_none() || upper < self.upper {
            self.pairs.face(parts, &found.answer);
            (self.upper, self.best) = (upper, Some((parts, found))); // @best
        }
    }

    /// The node of the two that is split, 0 for A's: the one with the larger box, of those that are no leaves.
    fn larger(&self, nodes: [u32; 2]) -> usize {
        let [a, b] = self.pairs.trees();
        let (a, b) = (a.node(nodes[0]), b.node(nodes[1]));
        match (a.children(), b.children()) {
            (None, _) => 1,
            (_, None) => 0,
            _ => usize::from(b.bounds.half_surface() > a.bounds.half_surface()),
        }
    }

    /// Bounds the children of one of two nodes, and puts them into the queue or leaves them out.
    fn split(&mut self, nodes: [u32; 2]) {
        let body = self.larger(nodes); // @split
        let children = self.pairs.trees()[body].node(nodes[body]).children();
        for child in children.into_iter().flatten() {
            let mut nodes = nodes;
            nodes[body] = child;
            let bound = self.bounded(nodes, self.pairs.bound(nodes));
            self.serial = self.serial.wrapping_add(1);
            let entry = Entry { bound, nodes, serial: self.serial };
            if self.is_farther(bound).holds() {
                self.prune(entry); // @prune
            } else {
                self.buffers.queue.push(entry); // @push
            }
        }
    }

    /// Everything that is left is farther, or nothing is left.
    fn conclude(&mut self) -> ControlFlow<Outcome> {
        while let Some(entry) = self.buffers.queue.pop() {
            self.prune(entry);
        }
        let best = self.best.as_ref().map(|(_, found)| found);
        let outcome = self.pairs.outcome(best, self.unsettled);
        self.outcome = Some(outcome);
        ControlFlow::Break(outcome) // @end
    }
}

impl<const N: usize, P: Pairs<N>> Stepper for Search<N, P> {
    type Outcome = Outcome;

    fn heap_bytes(&self) -> usize {
        let Buffers { queue, pruned } = &self.buffers;
        queue.capacity() * size_of::<Entry>() + pruned.capacity() * size_of::<Pruned>()
    }

    /// Pops one pair of nodes.
    fn step(&mut self) -> ControlFlow<Outcome> {
        if let Some(outcome) = self.outcome {
            return ControlFlow::Break(outcome);
        }
        (self.asked, self.tested) = (None, None);
        self.pruned_before = self.buffers.pruned.len();
        self.popped = self.buffers.queue.pop(); // @pop
        let Some(entry) = self.popped else { return self.conclude() };
        let tested = self.is_farther(entry.bound);
        self.tested = Some(tested);
        if tested.holds() {
            self.prune(entry); // @stop
            return self.conclude();
        }
        let bound = self.bounded(entry.nodes, entry.bound);
        if self.is_farther(bound).holds() {
            self.prune(Entry { bound, ..entry }); // @along
            return ControlFlow::Continue(());
        }
        let [a, b] = self.pairs.trees();
        match [a.node(entry.nodes[0]).part(), b.node(entry.nodes[1]).part()] {
            [Some(a), Some(b)] => self.ask([a, b]),
            _ => self.split(entry.nodes),
        }
        ControlFlow::Continue(())
    }
}
