//! Snapshot of the merge of two polygons as plain data, and the sum recorded over a run.

use super::Merge;
use crate::snapshot::Snapshots;
use crate::snapshot::minkowski::{self, Sum};

impl Snapshots for Merge {
    type Snapshot = minkowski::Merge;

    fn snapshot(&self) -> minkowski::Merge {
        minkowski::Merge {
            vertices: self.corners.len(),
            edges: self.edges.len(),
            next: [0, 1].map(|which| self.next_edge(which)),
            order: self.order(),
        }
    }
}

impl Merge {
    /// The part of the difference that is merged so far.
    pub fn sum(&self) -> Sum {
        Sum { vertices: self.corners.clone(), edges: self.edges.clone() }
    }

    /// Adds the result of the last step to `sum`, which stays unclosed; to be called after every step.
    pub fn record_in(&self, sum: &mut Sum) {
        // The closing step adds no edge, and may merge the last with the first.
        if let (Some(&corner), Some(&edge)) = (self.corners.last(), self.edges.last())
            && self.edges.len() > sum.edges.len()
        {
            sum.vertices.push(corner);
            sum.edges.push(edge);
        }
    }
}
