//! Conversion of the state of a search in trees of boxes to plain data.

use super::prelude::*;
use super::{Pairs, PartsResult, QueueEntry, Search};
use contact_lens_model::snapshot::{self, Snapshots, ToF64};

/// Conversion of a pair's answer to plain data.
pub trait Plain<const N: usize>: Pairs<N> {
    /// Plain data type of an answer.
    type Plain: Send + Sync + 'static;

    /// Converts an answer; world axes, positions relative to A's origin.
    fn plain(&self, answer: &Self::Answer) -> Self::Plain;
}

/// Returns a pair of nodes as plain data.
fn plain_pair(entry: &QueueEntry) -> snapshot::parts::NodePair {
    snapshot::parts::NodePair { bound: entry.bound.to_f64(), nodes: entry.nodes }
}

impl<const N: usize, P: Plain<N>> Search<N, P> {
    /// Returns a pair of parts and its result as plain data.
    fn plain_parts(
        &self,
        parts: [u32; 2],
        result: Option<&PartsResult<P::Answer>>,
    ) -> snapshot::parts::QueriedParts<P::Plain> {
        snapshot::parts::QueriedParts { parts, answer: result.map(|result| self.pairs.plain(&result.answer)) }
    }
}

impl<const N: usize, P: Plain<N>> Snapshots for Search<N, P> {
    type Snapshot = snapshot::parts::Search<P::Plain>;

    fn snapshot(&self) -> snapshot::parts::Search<P::Plain> {
        let mut queue: Vec<QueueEntry> = self.queue().copied().collect();
        queue.sort_by(|a, b| b.cmp(a));
        let pruned = self
            .pruned()
            .iter()
            .map(|pruned| snapshot::parts::Pruned { pair: plain_pair(&pruned.entry), upper: pruned.upper.to_f64() });
        let all = self.all.iter().map(|(parts, answer)| snapshot::parts::QueriedParts {
            parts: *parts,
            answer: Some(self.pairs.plain(answer)),
        });
        let least_waiting = queue.first().map_or(Real::INFINITY, |entry| entry.bound);
        snapshot::parts::Search {
            popped: self.popped.as_ref().map(plain_pair),
            stop_test: self.stop_test.map(|test| test.map(ToF64::to_f64)),
            queried: self.queried.as_ref().map(|queried| self.plain_parts(queried.parts, queried.answer.as_ref())),
            best: self.best.as_ref().map(|best| self.plain_parts(best.parts, Some(&best.result))),
            all: all.collect(),
            queue: queue.iter().map(plain_pair).collect(),
            pruned: pruned.collect(),
            pruned_before: self.pruned_before,
            upper: self.upper.to_f64(),
            lower: self.lower.min(least_waiting).to_f64(),
            queries: self.queries,
            skipped: self.skipped,
        }
    }
}
