//! States of the 2D GJK, EPA and distance solver as plain data. The other 2D algorithms use the types of their 3D
//! counterparts.
//!
//! - **Frame.** Pair frame: A's axes, origin at A's origin; meters. Vectors have three components, with `z = 0`.
//! - **Cores and balls.** A shape is a convex polygon, its *core*, extended by a ball of the radius `μ` around every
//!   point of the core; the core of a disc is a point, that of a capsule a segment. GJK and EPA work on the cores; the
//!   distance solver then subtracts `μ_A + μ_B`.
//! - **CSO.** `A − B`, the set of all differences of a point of A and a point of B; here that of the cores.

pub mod distance;
pub mod epa;
pub mod gjk;

use glam::DVec3;

/// A vertex of the cores' `A − B`: the difference of a vertex of A's core and a vertex of B's core.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vertex {
    /// `w = on_a − on_b`, meters.
    pub w: DVec3,
    /// Index of the vertex in A's core.
    pub a: u32,
    /// Index of the vertex in B's core.
    pub b: u32,
    /// Position of the vertex of A's core, pair frame, meters.
    pub on_a: DVec3,
    /// Position of the vertex of B's core, pair frame, meters.
    pub on_b: DVec3,
}

impl Vertex {
    /// Returns whether `self` and `other` are differences of the same vertex of A and the same vertex of B.
    pub fn has_same_vertices(&self, other: &Self) -> bool {
        self.a == other.a && self.b == other.b
    }
}
