//! Cores whose closest points have a formula.

use crate::dim3::prelude::*;

/// A core that is a point, a segment, a triangle or a box, for the formulas of the distance query. Frame of the shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SimpleCore {
    /// A point, as in a sphere.
    Point(Vec3),
    /// The segment between two points, as in a capsule; they may coincide.
    Segment([Vec3; 2]),
    /// The triangle of three points, which may coincide or be collinear.
    Triangle([Vec3; 3]),
    /// An axis-aligned box centered at the origin, with these half extents, not negative.
    Box(Vec3),
}
