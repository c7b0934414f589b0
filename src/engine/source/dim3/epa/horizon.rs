//! Data of the horizon: the border between the faces that see a new point and the hidden faces, edge by edge, and the
//! ring of vertices from which the method sorted by angle makes it.

use crate::dim3::prelude::*;

/// An edge of the horizon, as an edge of the hidden face beyond it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HorizonEdge {
    /// Index of the hidden face, which remains in the polytope.
    pub face: u32,
    /// Index of the edge in that face, 0 to 2.
    pub edge: u8,
    /// Index of the vertex where the edge starts. The horizon runs counter-clockwise seen from the new point.
    pub from: u32,
    /// Index of the vertex where the edge ends and the next edge starts.
    pub to: u32,
}

/// Vertices of the visible faces, sorted by angle, for [`Horizon::AngleSorted`](super::Horizon). Valid until the next
/// sort.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ring {
    /// Indices of the vertices, in order.
    pub corners: Vec<u32>,
    /// Mean of the vertices, pair frame; `None` for one or two visible faces, which need no sort.
    pub center: Option<Vec3>,
    /// The first two neighbors in `corners` that no horizon edge joins; `None` if all are joined.
    pub broken: Option<[u32; 2]>,
    /// Scratch memory of the sort.
    pub(super) angles: Vec<VertexAngle>,
}

/// Angle of a vertex around the center of the ring.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct VertexAngle {
    /// Angle, radians, 0 to 2π, counter-clockwise from the first vertex, seen from the new point.
    pub(super) angle: Real,
    /// Index of the vertex.
    pub(super) vertex: u32,
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
