//! Contact that a search has reached, and the ball and the plane of `A − B` from which an upper bound is proven.

use super::super::prelude::*;

/// Contact that a search has reached at the surface of `A − B`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// Position along the path, best estimate.
    pub s: Real,
    /// Upper bound of the distance from `x` to `A − B`.
    pub distance_bound: Real,
    /// Unit vector from A to B.
    pub normal: Vec3,
    /// Contact points of A, and of B at its starting position, margins included.
    pub witness: [Vec3; 2],
    /// Contact points of the cores of A, and of B at its starting position.
    pub core: [Vec3; 2],
}

/// Ball inside `A − B`, margins included, around a position on the path; tested for the upper bound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InnerBall {
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
