//! Contact that a search has reached, and the parts of `A − B` around it that prove an upper bound.

use super::super::prelude::*;

/// Contact that a search has reached at the surface of `A − B`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// Position along the path, best estimate.
    pub at: Real,
    /// Upper bound of the distance from `x` to `A − B`.
    pub off: Real,
    /// Unit vector from A to B.
    pub normal: Vec3,
    /// Witness points of A, and of B at its starting position.
    pub witness: [Vec3; 2],
    /// Witness points of the cores.
    pub core: [Vec3; 2],
}

/// Ball inside `A − B`, margins included, around a position on the path; tested for the upper bound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Inner {
    /// Position of the center along the path.
    pub s: Real,
    /// Radius; at most 0 if there is no such ball.
    pub radius: Real,
}

/// Plane that contains `A − B` and the path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Flat {
    /// Unit normal of the plane; zero if no plane contains both.
    pub normal: Vec3,
    /// Points of `A − B` on either side of the path: the segment between them crosses it.
    pub ends: [Vec3; 2],
}
