//! Questions about parts that no scene holds: points and directions, a simplex and a point.

use glam::DVec3;

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
