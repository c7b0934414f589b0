//! Snapshots of the search for the first part on a ray as plain data in `f64`.

use std::ops::Deref;

use contact_lens_model::snapshot::{Snapshots, ToF64, ray};

use super::body::Body;
use super::ray::{RaySearch, Visit};

impl<B: Deref<Target = Body>> Snapshots for RaySearch<B> {
    type Snapshot = ray::Search;

    fn snapshot(&self) -> ray::Search {
        let latest = self.latest.as_ref();
        ray::Search {
            node: latest.map(|entry| entry.node),
            entry: latest.map_or(0.0, |entry| entry.time.to_f64()),
            visit: latest.map(|entry| entry.visit.snapshot()),
            waiting: self.stack.len(),
            queries: self.result.queries,
            skipped: self.result.skipped,
            best: self.result.part.map(|part| (part, self.result.answer.snapshot())),
            until: self.until.to_f64(),
        }
    }
}

impl Visit {
    /// The work of a step as plain data.
    fn snapshot(&self) -> ray::Visit {
        match *self {
            Self::Pruned => ray::Visit::Pruned,
            Self::FromBehind(part) => ray::Visit::FromBehind { part },
            Self::Tested { part, answer, is_best } => ray::Visit::Tested { part, answer: answer.snapshot(), is_best },
            Self::Opened { children, entries } => {
                ray::Visit::Opened { children, entries: entries.map(|entry| entry.map(ToF64::to_f64)) }
            }
        }
    }
}
