//! Errors of planar shapes.

use crate::dim2::hull::HullError;
use crate::dim2::prelude::*;
use crate::dim2::rounding::largest;

/// Error of a shape's numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShapeError {
    /// A length is not finite, negative, or larger than [`largest`].
    Length {
        /// Name of the length.
        field: &'static str,
    },
    /// A coordinate of a point is larger than [`largest`] in magnitude.
    TooLarge {
        /// Index in the list of points.
        index: usize,
    },
    /// The points have no convex hull.
    Points(HullError),
}

impl std::fmt::Display for ShapeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Length { field } => write!(f, "{field} must be finite, not negative and at most {:e}", largest()),
            Self::TooLarge { index } => write!(f, "point {index} has a coordinate beyond {:e}", largest()),
            Self::Points(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for ShapeError {}

impl From<HullError> for ShapeError {
    fn from(error: HullError) -> Self {
        Self::Points(error)
    }
}

/// Returns a length if it is valid; the error names it `field`.
pub(super) fn length(field: &'static str, value: Real) -> Result<Real, ShapeError> {
    if value >= 0.0 && value <= largest() { Ok(value) } else { Err(ShapeError::Length { field }) }
}

/// Checks the coordinates of a point.
pub(super) fn check_point(index: usize, point: Vec2) -> Result<(), ShapeError> {
    if point.abs().max_element() <= largest() { Ok(()) } else { Err(ShapeError::TooLarge { index }) }
}
