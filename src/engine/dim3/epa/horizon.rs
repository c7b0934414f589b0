//! The horizon: the border of the faces that see a new point.

use super::super::prelude::*;

/// An edge of the horizon, identified by the hidden face beyond it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HorizonEdge {
    /// Index of the hidden face, which remains in the polytope.
    pub face: u32,
    /// Index of the edge in that face, 0 to 2.
    pub edge: u8,
    /// Index of the vertex where the edge starts, counter-clockwise around the visible region seen from the new point.
    pub from: u32,
    /// Index of the vertex where the edge ends: the next edge's `from`.
    pub to: u32,
}

/// Vertices of the visible faces, sorted by angle into a ring for [`Horizon::AngleSorted`](super::Horizon). Scratch
/// memory of one sort, readable until the next.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ring {
    /// Vertex indices in the order of the ring.
    pub corners: Vec<u32>,
    /// Mean of the vertices, pair frame; `None` with fewer than three visible faces, which need no sort.
    pub center: Option<Vec3>,
    /// The first two consecutive vertices that no border edge joins; `None` if every pair is joined.
    pub broken: Option<[u32; 2]>,
    /// Angles with their vertices, radians, counter-clockwise from the first vertex.
    pub(super) angles: Vec<(Real, u32)>,
}

impl Ring {
    /// Empties the ring and keeps its memory.
    pub(super) fn clear(&mut self) {
        self.corners.clear();
        self.angles.clear();
        self.center = None;
        self.broken = None;
    }
}
