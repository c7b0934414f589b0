//! Validation of shapes, and its errors.

use crate::dim3::hull::HullError;
use crate::dim3::numbers::{ACCURATE_SQUARE, length as vector_length};
use crate::dim3::prelude::*;
use crate::dim3::rounding;

/// Reason why a shape is invalid. Names the field of the constructor, as scene files do, and the index within it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShapeError {
    /// A number is infinite or NaN.
    NotFinite {
        /// Name of the field, such as `radius`.
        field: &'static str,
        /// Index of the item in the field; 0 for a field of one item.
        index: usize,
    },
    /// A size is negative.
    Negative {
        /// Name of the field, such as `half_extents`.
        field: &'static str,
        /// Index of the item in the field; 0 for a field of one item.
        index: usize,
    },
    /// The absolute value of a number is above [`rounding::largest`], so that squares of distances might overflow.
    TooLarge {
        /// Name of the field, such as `points`.
        field: &'static str,
        /// Index of the item in the field; 0 for a field of one item.
        index: usize,
    },
    /// A polytope without points.
    NoPoints,
    /// More points than the index type can number.
    TooManyPoints,
}

impl ShapeError {
    /// The invalid field, as scene files name it, with the index if it has several items: `points[3]`.
    pub fn path(&self) -> String {
        match self {
            Self::NotFinite { field, index } | Self::Negative { field, index } | Self::TooLarge { field, index } => {
                match *field {
                    "points" | "half_extents" | "radii" | "matrix" | "offset" => format!("{field}[{index}]"),
                    _ => String::from(*field),
                }
            }
            Self::NoPoints | Self::TooManyPoints => String::from("points"),
        }
    }
}

impl std::fmt::Display for ShapeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NotFinite { .. } => write!(f, "{} must be finite", self.path()),
            Self::Negative { .. } => write!(f, "{} must not be negative", self.path()),
            Self::TooLarge { .. } => {
                write!(
                    f,
                    "{} is too large: the squares of lengths above {:e} may overflow",
                    self.path(),
                    rounding::largest()
                )
            }
            Self::NoPoints => write!(f, "points must contain at least one point"),
            Self::TooManyPoints => write!(f, "points contains more points than can be numbered"),
        }
    }
}

impl std::error::Error for ShapeError {}

impl From<HullError> for ShapeError {
    fn from(error: HullError) -> Self {
        match error {
            HullError::Empty => Self::NoPoints,
            HullError::TooMany => Self::TooManyPoints,
            HullError::NotFinite { index } => Self::NotFinite { field: "points", index },
        }
    }
}

/// Checks that item `index` of `field` is finite and not too large.
fn check_number(field: &'static str, index: usize, x: Real) -> Result<Real, ShapeError> {
    if !x.is_finite() {
        Err(ShapeError::NotFinite { field, index })
    } else if x.abs() > rounding::largest() {
        Err(ShapeError::TooLarge { field, index })
    } else {
        Ok(x)
    }
}

/// Checks that item `index` of `field` is finite, not too large and not negative.
fn check_length_at(field: &'static str, index: usize, x: Real) -> Result<Real, ShapeError> {
    if check_number(field, index, x)? < 0.0 { Err(ShapeError::Negative { field, index }) } else { Ok(x) }
}

/// Checks that the number `field` is finite, not too large and not negative.
pub(super) fn check_length(field: &'static str, x: Real) -> Result<Real, ShapeError> {
    check_length_at(field, 0, x)
}

/// Checks that no coordinate of `field` is infinite, NaN, too large or negative; zeros are valid.
pub(super) fn check_lengths(field: &'static str, v: Vec3) -> Result<Vec3, ShapeError> {
    for (index, x) in v.to_array().into_iter().enumerate() {
        check_length_at(field, index, x)?;
    }
    Ok(v)
}

/// Checks the `index`th point of `field`: every coordinate must be finite and not too large.
pub(super) fn check_point(field: &'static str, index: usize, p: Vec3) -> Result<Vec3, ShapeError> {
    for x in p.to_array() {
        check_number(field, index, x)?;
    }
    Ok(p)
}

/// Checks that every coordinate of the field `points` is finite and not too large.
pub(super) fn check_points(list: &[Vec3]) -> Result<(), ShapeError> {
    for (index, p) in list.iter().enumerate() {
        check_point("points", index, *p)?;
    }
    Ok(())
}

/// The greatest distance of a point from the origin; 0 for no points.
pub(super) fn bounding_radius(list: &[Vec3]) -> Real {
    let largest_square = list.iter().map(|p| p.length_squared()).fold(0.0, Real::max);
    if largest_square > ACCURATE_SQUARE {
        return largest_square.sqrt();
    }
    // Squares of shorter vectors may underflow.
    list.iter().map(|p| vector_length(*p)).fold(0.0, Real::max)
}
