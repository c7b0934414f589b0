//! What a search has found over all pairs of parts, and the two questions that programs ask again and again.

use super::prelude::*;
use super::{Bracket, Buffers, Outcome, Overlaps, Pairs, Reason, Search, Status, Tested};

/// An answer about two parts, of which one about all pairs is made.
pub trait Widened: Copy {
    /// How the query for the two parts ended.
    fn status(&self) -> Status;

    /// The same with the bracket of the least signed distance over all pairs, of which so many were asked.
    #[must_use]
    fn over_all(self, bracket: Bracket, status: Status, queries: u32) -> Self;
}

/// Two bodies that are asked with memory which is kept between queries.
pub trait Keeps<M> {
    /// That memory.
    fn memory(&mut self) -> &mut M;

    /// What a bound of a distance may be off by.
    fn rounding(&self) -> Real;
}

/// What a search has found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Searched<A> {
    /// How it ended.
    pub outcome: Outcome,
    /// The deciding pair of parts, of A and of B. None where no pair was asked.
    pub parts: Option<[u32; 2]>,
    /// Its answer, with the bracket of the least signed distance over all pairs.
    pub answer: Option<A>,
    /// How many pairs of parts were asked.
    pub queries: u32,
    /// How many were left out because of a one-sided triangle; 0 in the plane.
    pub left_out: u32,
}

impl<const N: usize, P: Pairs<N, Answer: Widened>> Search<N, P> {
    /// What is known now, in the frame of [`Pairs::ask`].
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

    /// Whether any two parts overlap. None where a pair is undecided within rounding and no other overlaps. The deciding pair is
    /// told.
    pub fn overlap<const N: usize, P: Pairs<N, Answer: Widened> + Keeps<M> + Clone>(&mut self, pairs: &P) -> Tested {
        self.overlap_of(pairs, |_| true)
    }

    /// The same of those pairs of parts that are worth a look.
    pub fn overlap_of<const N: usize, P: Pairs<N, Answer: Widened> + Keeps<M> + Clone>(
        &mut self,
        pairs: &P,
        looks: impl Fn([u32; 2]) -> bool,
    ) -> Tested {
        let (mut found, mut open, mut queries) = (None, None, 0);
        let mut asked = pairs.clone();
        std::mem::swap(asked.memory(), &mut self.memory);
        self.overlaps.of(pairs, 0.0, |parts| {
            if !looks(parts) {
                return true;
            }
            let answer = asked.ask(parts).map(|found| found.bracket.side());
            queries += u32::from(answer.is_some());
            match answer {
                Some(Status::Penetrating) => found = Some(parts),
                Some(Status::Touching) => open = open.or(Some(parts)),
                _ => {}
            }
            found.is_none()
        });
        std::mem::swap(asked.memory(), &mut self.memory);
        let intersects = if found.is_some() { Some(true) } else { open.is_none().then_some(false) };
        Tested { intersects, parts: found.or(open), rounding: pairs.rounding(), queries }
    }
}
