//! The edges of the growing polygon: a list that needs the heap only when it gets long.

use super::super::prelude::*;
use super::super::support2::Vertex2;

/// Edges that are kept without allocation. Random polygons of 20 corners need six.
const INLINE: usize = 8;

/// An edge of the polygon, counter-clockwise.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Edge {
    /// Where it begins.
    pub from: Vertex2,
    /// Where it ends.
    pub to: Vertex2,
    /// Unit, away from the polygon.
    pub normal: Vec2,
    /// Of the origin from its line: positive when the origin is inside.
    pub distance: Real,
    /// Of the origin from the edge itself: more than `distance` when the foot is beyond an end. The queue goes by this,
    /// as of two edges on one line only one holds the foot.
    pub rank: Real,
}

impl Edge {
    #[inline]
    pub(super) fn new(from: Vertex2, to: Vertex2) -> Self {
        let along = to.w - from.w;
        let normal = -along.perp().normalize_or_zero();
        let distance = normal.dot(from.w);
        let (before, after) = (from.w.dot(along), to.w.dot(along));
        let rank = match (before > 0.0, after < 0.0) {
            (false, false) => distance,
            (true, _) => from.w.length(),
            (_, true) => to.w.length(),
        };
        Self { from, to, normal, distance, rank }
    }
}

/// A list of edges in no order.
#[derive(Clone, Debug, Default)]
pub struct Edges {
    inline: [Edge; INLINE],
    spill: Vec<Edge>,
    count: usize,
}

impl Edges {
    /// How many there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The `i`-th edge, of those that there are.
    #[inline]
    pub fn get(&self, i: usize) -> &Edge {
        if i < INLINE { &self.inline[i] } else { &self.spill[i - INLINE] }
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &Edge> {
        self.inline[..self.count.min(INLINE)].iter().chain(&self.spill)
    }

    #[inline]
    pub(super) fn set(&mut self, i: usize, edge: Edge) {
        if i < INLINE { self.inline[i] = edge } else { self.spill[i - INLINE] = edge }
    }

    #[inline]
    pub(super) fn push(&mut self, edge: Edge) {
        if self.count < INLINE {
            self.inline[self.count] = edge
        } else {
            self.spill.push(edge)
        }
        self.count += 1;
    }

    /// The number of the edge nearest the origin.
    #[inline]
    pub fn nearest(&self) -> usize {
        let inline = &self.inline[..self.count.min(INLINE)];
        let mut best = 0;
        for (i, edge) in inline.iter().enumerate().skip(1) {
            if edge.rank < inline[best].rank {
                best = i;
            }
        }
        for (i, edge) in self.spill.iter().enumerate() {
            if edge.rank < self.get(best).rank {
                best = INLINE + i;
            }
        }
        best
    }
}
