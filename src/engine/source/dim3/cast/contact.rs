//! Contact that a search has reached, and the ball and the segment in `A − B` from which an upper bound is proven.
//!
//! The frame is the pair frame, with B at position 0 of its path; lengths are in the pair's unit. Positions are lengths
//! along the path of B relative to A, and `x` is the vector by which B has moved along it.

use crate::dim3::prelude::*;

/// Contact that a search has reached at the surface of `A − B`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// Position along the path, best estimate.
    pub s: Real,
    /// Upper bound of the distance from `x` to `A − B`, margins included.
    pub distance_bound: Real,
    /// Unit normal at the contact, from A to B.
    pub normal: Vec3,
    /// Contact points of A, and of B at position 0, margins included.
    pub witness: [Vec3; 2],
    /// Contact points of the cores of A, and of B at position 0.
    pub core: [Vec3; 2],
}

/// Ball inside `A − B`, margins included, around a point of the path; tested for the upper bound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InnerBall {
    /// Position of the center along the path.
    pub s: Real,
    /// Radius; at most 0 if there is no such ball.
    pub radius: Real,
}

/// Plane that contains `A − B` and the path, and a segment of `A − B` in it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Flat {
    /// Unit normal of the plane.
    pub normal: Vec3,
    /// Ends of the segment: points of `A − B`, at first those farthest from the path on either side of it. Equal if
    /// `A − B` lies on the path.
    pub ends: [Vec3; 2],
}
