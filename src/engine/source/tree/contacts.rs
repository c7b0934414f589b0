//! Search for all contacts of two bodies made of parts: every pair of parts within the margin.

use super::prelude::*;
use super::{Bracket, Outcome, Pairs, PartsResult, Plain, Tree};
use contact_lens_model::snapshot::manifold::Answer;

/// Two bodies made of parts with a contact query for pairs of parts.
pub trait ContactPairs<const N: usize>: Pairs<N> {
    /// Options of the contact query.
    type Options: Clone;

    /// Returns the largest distance at which parts have contacts, length units.
    fn margin(options: &Self::Options) -> Real;

    /// Computes the contacts of two parts; world axes, positions relative to A's origin. `None` for a skipped pair.
    fn contacts(&mut self, parts: [u32; 2], options: &Self::Options) -> Option<Answer>;
}

/// Two bodies searched for all their contacts: the queries that [`Search`](super::Search) needs to collect every pair
/// of parts within the margin.
#[derive(Clone, Debug)]
pub struct ContactSearch<const N: usize, P: ContactPairs<N>> {
    /// The bodies at their poses.
    pub pairs: P,
    /// Options of the contact query.
    pub options: P::Options,
    /// Whether a tested pair of parts has contact points.
    has_contacts: bool,
}

impl<const N: usize, P: ContactPairs<N>> ContactSearch<N, P> {
    /// Creates the contact queries before the first one.
    pub fn new(pairs: P, options: P::Options) -> Self {
        Self { pairs, options, has_contacts: false }
    }
}

impl<const N: usize, P: ContactPairs<N>> Pairs<N> for ContactSearch<N, P> {
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

    fn query(&mut self, parts: [u32; 2]) -> Option<PartsResult<Answer>> {
        let answer = self.pairs.contacts(parts, &self.options)?;
        self.has_contacts |= !answer.points.is_empty(); // @all
        let separation = answer.separation as Real;
        Some(PartsResult { bracket: Bracket { lower: separation, upper: separation }, is_settled: true, answer })
    }

    fn limit(&self) -> Option<Real> {
        Some(P::margin(&self.options))
    }

    fn outcome(&self, _: Option<&PartsResult<Answer>>, _: Real) -> Outcome {
        if self.has_contacts { Outcome::Contacts } else { Outcome::Apart }
    }
}

impl<const N: usize, P: ContactPairs<N>> Plain<N> for ContactSearch<N, P> {
    type Plain = Answer;

    fn plain(&self, answer: &Answer) -> Answer {
        answer.clone()
    }
}
