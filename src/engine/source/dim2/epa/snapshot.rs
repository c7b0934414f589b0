//! Snapshot of the state of the planar EPA as plain data in `f64`.

use std::borrow::Borrow;

use super::{Edge, Epa};
use crate::dim2::gjk::vertex;
use crate::dim2::shape::Shape;
use contact_lens_model::snapshot::plane::epa;
use contact_lens_model::snapshot::{Snapshots, ToF64};

impl<S: Borrow<Shape>> Epa<S> {
    /// Returns the edge that the last iteration took, as it was before the split; `None` before the first iteration.
    fn expanded_edge(&self) -> Option<Edge> {
        let edge_at_index = self.edges.get(self.nearest)?;
        let last = self.edges.last()?;
        // A split shortens the edge so that it ends at `w`, and appends the edge from `w` to its old end.
        let to = if self.outcome.is_none() { last.to } else { edge_at_index.to };
        (self.iterations > 0).then(|| Edge::new(edge_at_index.from, to))
    }

    /// Returns an edge as plain data.
    fn plain_edge(&self, edge: &Edge) -> epa::Edge {
        epa::Edge {
            from: vertex(&self.cso, &edge.from),
            to: vertex(&self.cso, &edge.to),
            rank: edge.rank.to_f64(),
            normal: edge.normal().to_f64(),
            distance: edge.distance().to_f64(),
        }
    }
}

impl<S: Borrow<Shape>> Snapshots for Epa<S> {
    type Snapshot = epa::Epa;

    fn snapshot(&self) -> epa::Epa {
        epa::Epa {
            edges: self.edges.iter().map(|edge| self.plain_edge(edge)).collect(),
            nearest: self.nearest,
            nearest_now: self.nearest_now(),
            w: vertex(&self.cso, &self.w),
            upper: self.upper.to_f64(),
            iterations: self.iterations,
            margins: [&self.cso.a, &self.cso.b].map(|shape| shape.borrow().margin().to_f64()),
            margin: self.cso.margin().to_f64(),
            by_gap: self.expanded_edge().map(|edge| self.by_gap(&edge, &self.w).map(ToF64::to_f64)),
            by_limit: self.by_limit().map(ToF64::to_f64),
        }
    }
}
