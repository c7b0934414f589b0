//! Queries of two bodies made of parts that run to their end at once: the least signed distance, and whether the bodies
//! overlap. A [`Workspace`] keeps their memory between calls.

use super::prelude::*;
use super::{Bracket, Buffers, ClosestParts, Outcome, OverlapResult, OverlapWalk, Pairs, Reason, Search, Status};

/// An answer about one pair of parts that can be widened to an answer about all pairs.
pub trait Widen: Copy {
    /// Returns the status with which the query for the two parts ended.
    fn status(&self) -> Status;

    /// Returns the answer with the bracket and the status over all pairs, after tests of `queries` of them.
    #[must_use]
    fn over_all(self, bracket: Bracket, status: Status, queries: u32) -> Self;
}

/// Two bodies whose queries use memory that is kept between searches.
pub trait HasMemory<M> {
    /// Returns the memory of the queries for two parts.
    fn memory(&mut self) -> &mut M;

    /// Returns the rounding error of a distance bound, in the bodies' length unit.
    fn rounding(&self) -> Real;
}

/// Result of a search for the closest pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SearchResult<A> {
    /// Outcome of the search.
    pub outcome: Outcome,
    /// Indices of the deciding pair of parts, in A and in B. `None` where no pair was tested.
    pub parts: Option<[u32; 2]>,
    /// Answer of the deciding pair, with the bracket of the least signed distance over all pairs.
    pub answer: Option<A>,
    /// Number of pairs of parts that were tested.
    pub queries: u32,
    /// Number of pairs skipped because of a one-sided triangle; 0 in 2D.
    pub skipped: u32,
}

impl<const N: usize, P: Pairs<N, Answer: Widen>> Search<N, P> {
    /// Returns the result of the search in its present state, in the frame of [`Pairs::query`].
    pub fn result(&self, outcome: Outcome) -> SearchResult<P::Answer> {
        let answer = self.best.as_ref().map(|ClosestParts { result, .. }| {
            let bracket = Bracket { lower: self.lower.min(result.bracket.lower), upper: self.upper };
            let status = match (outcome, result.answer.status()) {
                (Outcome::NotConverged, Status::NotConverged(reason)) => Status::NotConverged(reason),
                (Outcome::NotConverged, _) => Status::NotConverged(Reason::Stalled),
                _ => bracket.side(),
            };
            result.answer.over_all(bracket, status, self.queries)
        });
        let parts = self.best.as_ref().map(|best| best.parts);
        SearchResult { outcome, parts, answer, queries: self.queries, skipped: self.skipped }
    }
}

/// Memory of queries that the next query reuses.
#[derive(Debug, Default)]
pub struct Workspace<M> {
    /// Memory of the search for the closest pair.
    buffers: Buffers,
    /// Memory of the walk over overlapping boxes.
    overlap_walk: OverlapWalk,
    /// Memory of the queries for two parts.
    memory: M,
}

impl<M> Workspace<M> {
    /// Returns the least signed distance over all pairs of parts. Nothing is allocated once the workspace is warm.
    pub fn closest<const N: usize, P: Pairs<N, Answer: Widen> + HasMemory<M>>(
        &mut self,
        mut pairs: P,
    ) -> SearchResult<P::Answer> {
        std::mem::swap(pairs.memory(), &mut self.memory);
        let mut search = Search::new(pairs, std::mem::take(&mut self.buffers));
        let outcome = search.run();
        let result = search.result(outcome);
        let (mut pairs, buffers) = search.into_parts();
        std::mem::swap(pairs.memory(), &mut self.memory);
        self.buffers = buffers;
        result
    }

    /// Tests whether any two parts overlap, and returns the deciding pair. The result is undecided where the distance
    /// of a pair is zero to rounding and no other pair overlaps.
    pub fn overlap<const N: usize, P: Pairs<N, Answer: Widen> + HasMemory<M> + Clone>(
        &mut self,
        pairs: &P,
    ) -> OverlapResult {
        self.overlap_of(pairs, |_| true)
    }

    /// Tests whether any two parts overlap, as [`Workspace::overlap`], among the pairs of parts that `includes`
    /// accepts.
    pub fn overlap_of<const N: usize, P: Pairs<N, Answer: Widen> + HasMemory<M> + Clone>(
        &mut self,
        pairs: &P,
        includes: impl Fn([u32; 2]) -> bool,
    ) -> OverlapResult {
        let mut overlapping = None;
        let mut undecided = None;
        let mut queries = 0;
        let mut with_memory = pairs.clone();
        std::mem::swap(with_memory.memory(), &mut self.memory);
        self.overlap_walk.walk_pairs(pairs, 0.0, |parts| {
            if !includes(parts) {
                return true;
            }
            let side = with_memory.query(parts).map(|result| result.bracket.side());
            queries += u32::from(side.is_some());
            match side {
                Some(Status::Penetrating) => overlapping = Some(parts),
                Some(Status::Touching) => undecided = undecided.or(Some(parts)),
                Some(Status::Separated | Status::NotConverged(_)) | None => {}
            }
            overlapping.is_none()
        });
        std::mem::swap(with_memory.memory(), &mut self.memory);
        let intersects = if overlapping.is_some() {
            Some(true)
        } else if undecided.is_some() {
            None
        } else {
            Some(false)
        };
        OverlapResult { intersects, parts: overlapping.or(undecided), rounding: pairs.rounding(), queries }
    }
}
