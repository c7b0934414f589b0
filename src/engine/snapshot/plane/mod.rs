//! Algorithms of the plane as plain data, where they differ from those of space. All vectors have `z = 0`.

pub mod distance;
pub mod epa;
pub mod gjk;

use glam::DVec3;

/// A corner of the cores' `A − B` that remembers where it comes from. Pair frame, meters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vertex {
    /// `w = a − b`.
    pub w: DVec3,
    /// Corner of A's core.
    pub a: u32,
    /// Corner of B's core.
    pub b: u32,
    /// Where the corner of A is.
    pub on_a: DVec3,
    /// Where the corner of B is.
    pub on_b: DVec3,
}

impl Vertex {
    /// Whether both come from the same two corners.
    pub fn is(&self, other: &Self) -> bool {
        self.a == other.a && self.b == other.b
    }
}
