//! Snapshot of the merge of the edges of two polygons as plain data, and the sum of the polygons recorded over a run.

use super::Merge;
use contact_lens_model::snapshot::Snapshots;
use contact_lens_model::snapshot::minkowski::{self, Sum};

impl Snapshots for Merge {
    type Snapshot = minkowski::Merge;

    fn snapshot(&self) -> minkowski::Merge {
        minkowski::Merge {
            vertex_count: self.corners.len(),
            edge_count: self.edges.len(),
            next_edges: [0, 1].map(|polygon| self.next_edge(polygon)),
            order: self.order(),
        }
    }
}

impl Merge {
    /// Returns the part of the sum of both polygons that is made so far.
    pub fn sum(&self) -> Sum {
        Sum { vertices: self.corners.clone(), edges: self.edges.clone() }
    }

    /// Adds the vertex and the edge of the last step to `sum`; to be called after every step. The closing step is not
    /// recorded: it adds no edge, but may merge the last with the first.
    pub fn record_in(&self, sum: &mut Sum) {
        if let (Some(&corner), Some(&edge)) = (self.corners.last(), self.edges.last())
            && self.edges.len() > sum.edges.len()
        {
            sum.vertices.push(corner);
            sum.edges.push(edge);
        }
    }
}
