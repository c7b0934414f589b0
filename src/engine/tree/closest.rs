//! Queries over all pairs of parts with reusable memory, the closest pair and overlap, and their results.

use super::prelude::*;
use super::{Bracket, Buffers, Outcome, Overlaps, Pairs, Reason, Search, Status, Tested};

/// The answer about two parts, which can be widened to one about all pairs.
pub trait Widened: Copy {
    /// Status with which the query for the two parts ended.
    fn status(&self) -> Status;

    /// The answer with the bracket over all pairs; `queries` is the number of pairs tested.
    #[must_use]
    fn over_all(self, bracket: Bracket, status: Status, queries: u32) -> Self;
}

/// Two bodies whose queries use memory that is kept between searches.
pub trait Keeps<M> {
    /// The memory that is kept.
    fn memory(&mut self) -> &mut M;

    /// Rounding error of a distance bound, in the bodies' length unit.
    fn rounding(&self) -> Real;
}

/// Result of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Searched<A> {
    /// Outcome of the search.
    pub outcome: Outcome,
    /// Indices of the deciding pair of parts, in A and in B. `None` where no pair was tested.
    pub parts: Option<[u32; 2]>,
    /// Answer of the deciding pair, with the bracket of the least signed distance over all pairs.
    pub answer: Option<A>,
    /// Number of pairs of parts that were tested.
    pub queries: u32,
    /// Number of pairs skipped because of a one-sided triangle; 0 in 2D.
    pub left_out: u32,
}

impl<const N: usize, P: Pairs<N, Answer: Widened>> Search<N, P> {
    /// Result of the search in its present state, in the frame of [`Pairs::query`].
    pub fn searched(&self, outcome: Outcome) -> Searched<P::Answer> {
        let answer = self.best.as_ref().map(|(_, found)| {
            let bracket = Bracket { lower: self.lower.min(found.bracket.lower), upper: self.upper };
            let status = match (outcome, found.answer.status()) {
                (Outcome::NotConverged, Status::NotConverged(reason)) => Status::NotConverged(reason),
                (Outcome::NotConverged, _) => Status::NotConverged(Reason::Stalled),
                _ => bracket.side(),
            };
            found.answer.over_all(bracket, status, self.queries)
        });
        let parts = self.best.as_ref().map(|(parts, _)| *parts);
        Searched { outcome, parts, answer, queries: self.queries, left_out: self.left_out }
    }
}

/// Memory that is kept between queries.
#[derive(Debug, Default)]
pub struct Workspace<M> {
    buffers: Buffers,
    overlaps: Overlaps,
    memory: M,
}

impl<M> Workspace<M> {
    /// The least signed distance over all pairs of parts. Nothing is allocated once the workspace is warm.
    pub fn closest<const N: usize, P: Pairs<N, Answer: Widened> + Keeps<M>>(
        &mut self,
        mut pairs: P,
    ) -> Searched<P::Answer> {
        std::mem::swap(pairs.memory(), &mut self.memory);
        let mut search = Search::new(pairs, std::mem::take(&mut self.buffers));
        let outcome = search.run();
        let searched = search.searched(outcome);
        let (mut pairs, buffers) = search.into_parts();
        std::mem::swap(pairs.memory(), &mut self.memory);
        self.buffers = buffers;
        searched
    }

    /// Whether any two parts overlap, with the deciding pair. `intersects` is `None` where a pair is zero to rounding
    /// and no other pair overlaps.
    pub fn overlap<const N: usize, P: Pairs<N, Answer: Widened> + Keeps<M> + Clone>(&mut self, pairs: &P) -> Tested {
        self.overlap_of(pairs, |_| true)
    }

    /// Overlap test of [`Workspace::overlap`], restricted to the pairs of parts that `includes` accepts.
    pub fn overlap_of<const N: usize, P: Pairs<N, Answer: Widened> + Keeps<M> + Clone>(
        &mut self,
        pairs: &P,
        includes: impl Fn([u32; 2]) -> bool,
    ) -> Tested {
        let mut overlapping = None;
        let mut undecided = None;
        let mut queries = 0;
        let mut queried = pairs.clone();
        std::mem::swap(queried.memory(), &mut self.memory);
        self.overlaps.of(pairs, 0.0, |parts| {
            if !includes(parts) {
                return true;
            }
            let answer = queried.query(parts).map(|found| found.bracket.side());
            queries += u32::from(answer.is_some());
            match answer {
                Some(Status::Penetrating) => overlapping = Some(parts),
                Some(Status::Touching) => undecided = undecided.or(Some(parts)),
                Some(Status::Separated | Status::NotConverged(_)) | None => {}
            }
            overlapping.is_none()
        });
        std::mem::swap(queried.memory(), &mut self.memory);
        let intersects = if overlapping.is_some() { Some(true) } else { undecided.is_none().then_some(false) };
        Tested { intersects, parts: overlapping.or(undecided), rounding: pairs.rounding(), queries }
    }
}
