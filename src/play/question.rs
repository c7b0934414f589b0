//! Questions about parts that no scene holds: points and directions, a simplex and a point, one body.

use glam::{DQuat, DVec3};

use super::Prepared;

/// A question that is ready to be asked of an engine.
pub trait Question {
    /// What is found.
    type Answer;

    /// Asks.
    fn answer(&self) -> Self::Answer;

    /// The same, to be asked again and again: for the clock.
    fn prepared(&self) -> Prepared<'_>;
}

/// The farthest of points along a direction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Farthest {
    /// Its number; of equally far points any.
    pub point: u32,
    /// How far it lies along the direction as it is given.
    pub value: f64,
    /// How many points were weighed.
    pub visited: u32,
}

/// The nearest point of a simplex. World frame, meters.
#[derive(Clone, Debug, PartialEq)]
pub struct Nearest {
    /// Where it is.
    pub closest: DVec3,
    /// The weight of each point of the simplex.
    pub barycentric: Vec<f64>,
    /// The numbers of the points that carry weight.
    pub feature: Vec<usize>,
    /// From the query point.
    pub distance: f64,
}

/// What a body weighs, filled evenly. The body's frame; meters, kilograms.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MassProperties {
    /// Its volume, in the plane its area; 0 of a flat body.
    pub size: f64,
    /// How heavy it is.
    pub mass: f64,
    /// Its center of mass; none where it is not known, as of the shadow of a cone.
    pub center: Option<DVec3>,
    /// About the center; none of a flat body.
    pub inertia: Option<Inertia>,
    /// Whether parts of it overlap, and count twice.
    pub overlapping: bool,
}

/// How hard a body is to turn, kg m².
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Inertia {
    /// In the plane.
    Plane(f64),
    /// In space.
    Space {
        /// The matrix by rows.
        rows: [[f64; 3]; 3],
        /// About each principal axis.
        moments: [f64; 3],
        /// From the principal axes to the body's frame.
        rotation: DQuat,
    },
}

/// Whether two bodies overlap, one of which is made of parts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TestOfParts {
    /// Whether any two of their parts do; none where rounding decides.
    pub intersects: Option<bool>,
    /// The parts that decide; none where no two overlap.
    pub parts: [Option<Vec<u32>>; 2],
    /// What a bound of a distance may be off by, meters.
    pub rounding: f64,
    /// How many pairs of parts were asked.
    pub queries: u32,
}

/// Where a ray meets a body. World frame; moments count in the ray's direction.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RayFound {
    /// Whether it does; none where rounding decides.
    pub hit: Option<bool>,
    /// The first contact, inside its bounds.
    pub t: Option<f64>,
    /// Proven: no contact before. The ray's end on a miss.
    pub lower: f64,
    /// Proven: contact by then.
    pub upper: Option<f64>,
    /// The point of first contact.
    pub point: Option<DVec3>,
    /// Of the body there, towards the ray; none of a ray that starts inside.
    pub normal: Option<DVec3>,
    /// Where it leaves the body.
    pub exit: Option<f64>,
    /// Which part of it is met, from the outside in; empty of a convex body.
    pub part: Vec<u32>,
    /// The ending's name.
    pub status: &'static str,
}
