//! The edges of the growing polygon.

use super::super::prelude::*;
use super::super::support::Vertex;

/// An edge of the polygon, counter-clockwise.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Edge {
    /// Where it begins.
    pub from: Vertex,
    /// Where it ends.
    pub to: Vertex,
    /// The square of its distance from the origin, negative when the origin is outside of it. Where the foot is beyond
    /// an end, the distance is that of the end: of two edges on one line only one holds the foot. The queue goes by
    /// this; a square needs no root.
    pub rank: Real,
}

impl Edge {
    #[inline]
    pub(super) fn new(from: Vertex, to: Vertex) -> Self {
        let along = to.w - from.w;
        let height = -along.perp_dot(from.w);
        let square = height.abs() * (height / along.length_squared());
        let rank = match (from.w.dot(along) > 0.0, to.w.dot(along) < 0.0) {
            (false, false) => square,
            (true, _) => from.w.length_squared(),
            (_, true) => to.w.length_squared(),
        };
        Self { from, to, rank }
    }

    /// Away from the polygon, as long as the edge.
    #[inline]
    pub fn outward(&self) -> Vec2 {
        -(self.to.w - self.from.w).perp()
    }

    /// The unit outward normal; x for the edge of a flat polygon that is a point.
    #[inline]
    pub fn normal(&self) -> Vec2 {
        self.outward().normalize_or(Vec2::X)
    }

    /// Of the origin from the edge's line: positive when the origin is inside.
    #[inline]
    pub fn distance(&self) -> Real {
        self.normal().dot(self.from.w)
    }
}

/// The number of the edge nearest the origin.
#[inline]
pub(super) fn nearest(edges: &[Edge]) -> usize {
    let mut best = (0, Real::INFINITY);
    for (i, edge) in edges.iter().enumerate() {
        if edge.rank < best.1 {
            best = (i, edge.rank);
        }
    }
    best.0
}
