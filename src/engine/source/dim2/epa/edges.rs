//! Edges of EPA's growing polygon, and the search for the one nearest to the origin.

use crate::dim2::prelude::*;
use crate::dim2::support::Vertex;

/// An edge of the polygon, directed counter-clockwise.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Edge {
    /// Vertex at its start.
    pub from: Vertex,
    /// Vertex at its end.
    pub to: Vertex,
    /// Signed square of the edge's distance from the origin, m²; negative if the origin is outside. If the origin's
    /// projection is beyond an end, it is the squared distance of that end, so that of two collinear edges only the one
    /// with the projection is nearest. The search compares these squares, which need no root.
    pub rank: Real,
}

impl Edge {
    /// Creates the edge between two vertices.
    #[inline]
    pub(super) fn new(from: Vertex, to: Vertex) -> Self {
        let along = to.w - from.w;
        // Distance of the origin from the line, times the length of the edge; positive if the origin is inside.
        let height = -along.perp_dot(from.w);
        let square = height.abs() * (height / along.length_squared());
        let rank = if from.w.dot(along) > 0.0 {
            from.w.length_squared()
        } else if to.w.dot(along) < 0.0 {
            to.w.length_squared()
        } else {
            square
        };
        Self { from, to, rank }
    }

    /// Returns the outward normal, as long as the edge.
    #[inline]
    pub fn outward(&self) -> Vec2 {
        -(self.to.w - self.from.w).perp()
    }

    /// Returns the outward unit normal; the x axis for an edge of length 0.
    #[inline]
    pub fn normal(&self) -> Vec2 {
        self.outward().normalize_or(Vec2::X)
    }

    /// Returns the signed distance of the edge's line from the origin, meters; positive if the origin is inside.
    #[inline]
    pub fn distance(&self) -> Real {
        self.normal().dot(self.from.w)
    }
}

/// Returns the index of the edge nearest the origin, by [`Edge::rank`]; of several, the first.
#[inline]
pub(super) fn nearest(edges: &[Edge]) -> usize {
    let mut best = 0;
    let mut least_rank = Real::INFINITY;
    for (i, edge) in edges.iter().enumerate() {
        if edge.rank < least_rank {
            best = i;
            least_rank = edge.rank;
        }
    }
    best
}
