//! Axis-aligned boxes, the checks that reject invalid ones, and the order of their endpoints.

use std::cmp::Ordering;
use std::fmt;

use super::axis_name;
use crate::dim3::prelude::*;

/// Maximum number of boxes: one of the 32 bits of an endpoint's tag distinguishes upper endpoints from lower ones.
pub(super) const MAX_BOXES: usize = 1 << 31;

/// The bit of [`Endpoint::tag`] that marks an upper endpoint.
const IS_MAX: u32 = 1 << 31;

/// An axis-aligned box along `D` axes. The points of its surface belong to it. Endpoints may be infinite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds<const D: usize> {
    /// Least coordinate on each axis, meters, world frame.
    pub min: [Real; D],
    /// Greatest coordinate on each axis, meters, world frame.
    pub max: [Real; D],
}

impl<const D: usize> Bounds<D> {
    /// Whether the two boxes share a point; touching counts.
    #[inline]
    pub fn overlaps(&self, other: &Self) -> bool {
        self.first_separating_axis(other).is_none()
    }

    /// The first axis on which the two boxes are apart; `None` if they overlap.
    #[inline]
    pub fn first_separating_axis(&self, other: &Self) -> Option<usize> {
        (0..D).find(|&axis| !(self.min[axis] <= other.max[axis] && other.min[axis] <= self.max[axis]))
    }

    /// Intersection `[low, high]` of the intervals of both boxes on an axis, meters; `None` if they are disjoint.
    pub fn shared_interval(&self, other: &Self, axis: usize) -> Option<[Real; 2]> {
        let low = self.min[axis].max(other.min[axis]);
        let high = self.max[axis].min(other.max[axis]);
        (low <= high).then_some([low, high])
    }

    /// Checks that no endpoint is NaN and no `min` is above its `max`.
    fn check(&self, body: usize) -> Result<(), BoundsError> {
        for axis in 0..D {
            let min = self.min[axis];
            let max = self.max[axis];
            if min.is_nan() || max.is_nan() {
                return Err(BoundsError::NotANumber { body, axis });
            }
            if min > max {
                return Err(BoundsError::Inverted { body, axis });
            }
        }
        Ok(())
    }
}

/// Reason why boxes are rejected: an endpoint that cannot be ordered, or too many boxes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoundsError {
    /// An endpoint is NaN.
    NotANumber {
        /// Index of the body.
        body: usize,
        /// Index of the axis, from 0.
        axis: usize,
    },
    /// `min` is above `max`.
    Inverted {
        /// Index of the body.
        body: usize,
        /// Index of the axis, from 0.
        axis: usize,
    },
    /// There are more boxes than the index type can number.
    TooMany {
        /// Maximum number of boxes.
        most: usize,
    },
}

impl fmt::Display for BoundsError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotANumber { body, axis } => {
                write!(out, "box {body}: an end on {} is not a number", axis_name(*axis))
            }
            Self::Inverted { body, axis } => write!(out, "box {body}: min is above max on {}", axis_name(*axis)),
            Self::TooMany { most } => write!(out, "more than {most} boxes"),
        }
    }
}

impl std::error::Error for BoundsError {}

/// Checks the number of boxes and the endpoints of each box.
pub(super) fn check_all<const D: usize>(boxes: &[Option<Bounds<D>>]) -> Result<(), BoundsError> {
    if boxes.len() > MAX_BOXES {
        return Err(BoundsError::TooMany { most: MAX_BOXES });
    }
    for (body, bounds) in boxes.iter().enumerate() {
        if let Some(bounds) = bounds {
            bounds.check(body)?;
        }
    }
    Ok(())
}

/// An endpoint of a box on one axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Endpoint {
    /// Coordinate on the axis, meters.
    pub value: Real,
    /// Index of the body, with the highest bit set for the upper endpoint. Endpoints with equal values are ordered by
    /// this number.
    tag: u32,
}

impl Endpoint {
    /// The lower endpoint of a body's box.
    pub fn min(body: u32, value: Real) -> Self {
        Self { value, tag: body }
    }

    /// The upper endpoint of a body's box.
    pub fn max(body: u32, value: Real) -> Self {
        Self { value, tag: body | IS_MAX }
    }

    /// Index of the body.
    #[inline]
    pub fn body(self) -> u32 {
        self.tag & !IS_MAX
    }

    /// Whether this is the upper endpoint.
    #[inline]
    pub fn is_max(self) -> bool {
        self.tag & IS_MAX != 0
    }

    /// The endpoint with its coordinate in a new box of the same body.
    #[inline]
    pub(super) fn in_box<const D: usize>(self, bounds: &Bounds<D>, axis: usize) -> Self {
        Self { value: if self.is_max() { bounds.max[axis] } else { bounds.min[axis] }, ..self }
    }

    /// Whether this endpoint comes before `other`: ordered by value, then lower endpoints before upper ones, so that
    /// boxes that touch overlap, then by body.
    #[inline]
    pub fn precedes(self, other: Self) -> bool {
        self.value < other.value || self.value == other.value && self.tag < other.tag
    }

    /// Total order of endpoints, the same as that of [`Endpoint::precedes`]. Values must not be NaN.
    pub fn order(self, other: Self) -> Ordering {
        self.value.partial_cmp(&other.value).unwrap_or(Ordering::Equal).then(self.tag.cmp(&other.tag))
    }
}
