//! Queries of batch files that have no lesson, and their results: farthest points, the nearest point of a simplex, mass
//! properties, rays and overlap tests of bodies with child shapes. Most of them need no scene.

use glam::{DQuat, DVec3};

use super::Prepared;

/// A query with its inputs converted to the engine's types.
pub trait Question {
    /// Result of the query.
    type Answer;

    /// Computes the result with the production call of the engine.
    fn answer(&self) -> Self::Answer;

    /// The query as a closure for repeated timing, without the conversion of its inputs.
    fn prepared(&self) -> Prepared<'_>;
}

/// Point farthest along a direction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Farthest {
    /// Index of the point; any one of several points that are equally far.
    pub point: u32,
    /// Dot product of the point with the given direction, which has any length.
    pub value: f64,
    /// Number of evaluations of points; a larger one than the number of points is given as that number.
    pub visited: u32,
}

/// Nearest point of a simplex. World frame, meters.
#[derive(Clone, Debug, PartialEq)]
pub struct Nearest {
    /// Point of the simplex nearest to the query point.
    pub closest: DVec3,
    /// Barycentric weight of each point of the simplex.
    pub barycentric: Vec<f64>,
    /// Indices of the points with positive weight.
    pub feature: Vec<usize>,
    /// Distance from the query point, meters.
    pub distance: f64,
}

/// Mass properties of a body of uniform density. Body frame; meters, kilograms.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MassProperties {
    /// Volume, m³ (area in 2D, m²); 0 for a flat body.
    pub size: f64,
    /// Density times the size, kg.
    pub mass: f64,
    /// Center of mass; `None` where unknown, as for the projection of a cone.
    pub center: Option<DVec3>,
    /// Inertia about the center of mass; `None` for a flat body.
    pub inertia: Option<Inertia>,
    /// Whether child shapes overlap, so that their common volume counts twice.
    pub overlapping: bool,
}

/// Rotational inertia, kg m².
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Inertia {
    /// Moment about the z axis.
    Plane(f64),
    /// Inertia tensor in 3D.
    Space {
        /// Inertia tensor in the axes of the body frame, by rows.
        rows: [[f64; 3]; 3],
        /// Moment about each principal axis.
        moments: [f64; 3],
        /// Rotation from the principal axes to the body frame.
        rotation: DQuat,
    },
}

/// Result of an overlap test of two bodies, at least one with child shapes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TestOfParts {
    /// Whether any two child shapes overlap; `None` if rounding leaves it undecided.
    pub intersects: Option<bool>,
    /// Path of the deciding child shape of each body; `None` if no two overlap.
    pub parts: [Option<Vec<u32>>; 2],
    /// Rounding error of a distance bound, meters.
    pub rounding: f64,
    /// Number of pairs of child shapes tested.
    pub queries: u32,
}

/// Hit of a ray on a body. World frame, meters. A place on the ray is given by its parameter t: the place is the ray's
/// origin plus t times its direction, which has any length.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RayFound {
    /// Whether the ray hits; `None` if rounding leaves it undecided.
    pub hit: Option<bool>,
    /// Parameter of the first contact, from `lower` to `upper`; `None` if no contact is proven.
    pub t: Option<f64>,
    /// Lower bound: no contact before this parameter. End of the ray on a miss.
    pub lower: f64,
    /// Upper bound: contact at or before this parameter; `None` if no contact is proven.
    pub upper: Option<f64>,
    /// Point of the ray at `t`; `None` if no contact is proven.
    pub point: Option<DVec3>,
    /// Outward unit normal of the body at `point`; `None` without a point, and for a ray that starts inside.
    pub normal: Option<DVec3>,
    /// Parameter at which the ray leaves the body; `None` if it ends inside or does not hit the body.
    pub exit: Option<f64>,
    /// Path of the child shape that is hit, outermost index first; empty for a convex body.
    pub part: Vec<u32>,
    /// Name of the ending in batch replies: `hit`, `starts inside`, `miss` or `grazing`.
    pub status: &'static str,
}
