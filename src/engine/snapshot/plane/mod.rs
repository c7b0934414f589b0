//! States of planar algorithms as plain data where they differ from space. All vectors have `z = 0`.

pub mod distance;
pub mod epa;
pub mod gjk;

use glam::DVec3;

/// A vertex of the cores' `A − B` with the vertices of A and B that it is the difference of. Pair frame, meters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vertex {
    /// `w = a − b`, meters.
    pub w: DVec3,
    /// Index of the vertex of A's core.
    pub a: u32,
    /// Index of the vertex of B's core.
    pub b: u32,
    /// Position of the vertex of A, meters.
    pub on_a: DVec3,
    /// Position of the vertex of B, meters.
    pub on_b: DVec3,
}

impl Vertex {
    /// Returns whether both are differences of the same two vertices.
    pub fn has_same_vertices(&self, other: &Self) -> bool {
        self.a == other.a && self.b == other.b
    }
}
