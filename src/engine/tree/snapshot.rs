//! Snapshot of a search as plain data.

use super::prelude::*;
use super::{Entry, Found, Pairs, Search};
use crate::snapshot::{self, Snapshots, ToF64};

/// Conversion of a pair's answer to plain data.
pub trait Plain<const N: usize>: Pairs<N> {
    /// The plain form of an answer.
    type Plain: Send + Sync + 'static;

    /// Converts an answer; world axes, from A's origin.
    fn plain(&self, answer: &Self::Answer) -> Self::Plain;
}

fn plain_entry(entry: &Entry) -> snapshot::parts::Entry {
    snapshot::parts::Entry { bound: entry.bound.to_f64(), nodes: entry.nodes }
}

impl<const N: usize, P: Plain<N>> Search<N, P> {
    /// A pair of parts and its result as plain data.
    fn plain_parts(
        &self,
        parts: [u32; 2],
        found: Option<&Found<P::Answer>>,
    ) -> snapshot::parts::QueriedParts<P::Plain> {
        snapshot::parts::QueriedParts { parts, answer: found.map(|found| self.pairs.plain(&found.answer)) }
    }
}

impl<const N: usize, P: Plain<N>> Snapshots for Search<N, P> {
    type Snapshot = snapshot::parts::Search<P::Plain>;

    fn snapshot(&self) -> snapshot::parts::Search<P::Plain> {
        let mut queue: Vec<Entry> = self.queue().copied().collect();
        queue.sort_by(|a, b| b.cmp(a));
        let pruned = self
            .pruned()
            .iter()
            .map(|pruned| snapshot::parts::Pruned { entry: plain_entry(&pruned.entry), upper: pruned.upper.to_f64() });
        let all = self.all.iter().map(|(parts, answer)| snapshot::parts::QueriedParts {
            parts: *parts,
            answer: Some(self.pairs.plain(answer)),
        });
        let waiting = queue.first().map_or(Real::INFINITY, |entry| entry.bound);
        snapshot::parts::Search {
            popped: self.popped.as_ref().map(plain_entry),
            tested: self.tested.map(|tested| tested.map(ToF64::to_f64)),
            asked: self.queried.as_ref().map(|queried| self.plain_parts(queried.parts, queried.answer.as_ref())),
            best: self.best.as_ref().map(|(parts, found)| self.plain_parts(*parts, Some(found))),
            all: all.collect(),
            queue: queue.iter().map(plain_entry).collect(),
            pruned: pruned.collect(),
            pruned_before: self.pruned_before,
            upper: self.upper.to_f64(),
            lower: self.lower.min(waiting).to_f64(),
            queries: self.queries,
            left_out: self.left_out,
        }
    }
}
