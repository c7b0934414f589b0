//! The state as plain data, and what is gathered over a run.

use super::Merge;
use crate::snapshot::Snapshots;
use crate::snapshot::minkowski::{self, Sum};

impl Snapshots for Merge {
    type Snapshot = minkowski::Merge;

    fn snapshot(&self) -> minkowski::Merge {
        minkowski::Merge {
            corners: self.corners.len(),
            edges: self.edges.len(),
            next: [0, 1].map(|which| self.next_edge(which)),
            order: self.order(),
        }
    }
}

impl Merge {
    /// What was made so far.
    pub fn sum(&self) -> Sum {
        Sum { corners: self.corners.clone(), edges: self.edges.clone() }
    }

    /// Adds what the last step has made to the sum so far, as it is before it is closed; to be called after every step.
    pub fn gather(&self, sum: &mut Sum) {
        // The step that closes it makes no edge, and may make one of the last and the first.
        if let (Some(&corner), Some(&edge)) = (self.corners.last(), self.edges.last())
            && self.edges.len() > sum.edges.len()
        {
            sum.corners.push(corner);
            sum.edges.push(edge);
        }
    }
}
