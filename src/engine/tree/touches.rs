//! Search for all contacts of two bodies made of parts: every pair of parts within the margin.

use super::prelude::*;
use super::{Bracket, Found, Outcome, Pairs, Plain, Tree};
use crate::snapshot::manifold::Answer;

/// Two bodies made of parts with a contact query for pairs of parts.
pub trait Touching<const N: usize>: Pairs<N> {
    /// Options of the contact query.
    type Options: Clone;

    /// Largest distance at which parts have contacts, length units.
    fn margin(options: &Self::Options) -> Real;

    /// Contacts of two parts; world axes, from A's origin. `None` for a skipped pair.
    fn contacts(&mut self, parts: [u32; 2], options: &Self::Options) -> Option<Answer>;
}

/// A search for all contacts of two bodies.
#[derive(Clone, Debug)]
pub struct Touches<const N: usize, P: Touching<N>> {
    /// The bodies at their poses.
    pub pairs: P,
    /// Options of the contact query.
    pub options: P::Options,
    /// Whether a tested pair of parts has contact points.
    touches: bool,
}

impl<const N: usize, P: Touching<N>> Touches<N, P> {
    /// State before the search.
    pub fn new(pairs: P, options: P::Options) -> Self {
        Self { pairs, options, touches: false }
    }
}

impl<const N: usize, P: Touching<N>> Pairs<N> for Touches<N, P> {
    type Answer = Answer;

    fn trees(&self) -> [&Tree<N>; 2] {
        self.pairs.trees()
    }

    fn bound(&self, nodes: [u32; 2]) -> Real {
        self.pairs.bound(nodes)
    }

    fn gap_along_normal(&self, _: [u32; 2]) -> Option<Real> {
        None
    }

    fn store_normal(&mut self, _: [u32; 2], _: &Answer) {}

    fn query(&mut self, parts: [u32; 2]) -> Option<Found<Answer>> {
        let answer = self.pairs.contacts(parts, &self.options)?;
        self.touches |= !answer.points.is_empty(); // @all
        let at = answer.separation as Real;
        Some(Found { bracket: Bracket { lower: at, upper: at }, is_settled: true, answer })
    }

    fn limit(&self) -> Option<Real> {
        Some(P::margin(&self.options))
    }

    fn outcome(&self, _: Option<&Found<Answer>>, _: Real) -> Outcome {
        if self.touches { Outcome::Contacts } else { Outcome::Apart }
    }
}

impl<const N: usize, P: Touching<N>> Plain<N> for Touches<N, P> {
    type Plain = Answer;

    fn plain(&self, answer: &Answer) -> Answer {
        answer.clone()
    }
}
