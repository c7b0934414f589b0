//! Boxes along the axes, and the order of their ends.

use std::cmp::Ordering;
use std::fmt;

use super::super::prelude::*;
use super::axis_name;

/// A box along `D` axes, closed: a point that lies on a side belongs to it. Ends may be infinite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds<const D: usize> {
    /// Its least coordinate on each axis, meters, world frame.
    pub min: [Real; D],
    /// Its largest.
    pub max: [Real; D],
}

impl<const D: usize> Bounds<D> {
    /// Whether the two share a point. Touching is enough.
    #[inline]
    pub fn overlaps(&self, other: &Self) -> bool {
        self.apart_on(other).is_none()
    }

    /// The first axis on which the two are apart.
    #[inline]
    pub fn apart_on(&self, other: &Self) -> Option<usize> {
        (0..D).find(|&axis| !(self.min[axis] <= other.max[axis] && other.min[axis] <= self.max[axis]))
    }

    /// From where to where both lie on an axis, if they overlap there: `[low, high]`.
    pub fn shared(&self, other: &Self, axis: usize) -> Option<[Real; 2]> {
        let (low, high) = (self.min[axis].max(other.min[axis]), self.max[axis].min(other.max[axis]));
        (low <= high).then_some([low, high])
    }

    /// Whether every end is a number and no `min` is above its `max`.
    fn check(&self, body: usize) -> Result<(), BoundsError> {
        for axis in 0..D {
            let (min, max) = (self.min[axis], self.max[axis]);
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

/// Why boxes are refused: their ends could not be put in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoundsError {
    /// An end is not a number.
    NotANumber {
        /// Index of the box.
        body: usize,
        /// 0, 1 or 2.
        axis: usize,
    },
    /// `min` is above `max`.
    Inverted {
        /// Index of the box.
        body: usize,
        /// 0, 1 or 2.
        axis: usize,
    },
    /// More boxes than can be numbered.
    TooMany {
        /// How many there may be.
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

/// How many boxes there may be: one bit of 32 tells an end from a beginning.
pub(super) const MOST: usize = 1 << 31;

/// Whether all boxes that are there can be sorted.
pub(super) fn check_all<const D: usize>(boxes: &[Option<Bounds<D>>]) -> Result<(), BoundsError> {
    if boxes.len() > MOST {
        return Err(BoundsError::TooMany { most: MOST });
    }
    boxes.iter().enumerate().try_for_each(|(body, bounds)| bounds.as_ref().map_or(Ok(()), |bounds| bounds.check(body)))
}

/// One end of a box on one axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Endpoint {
    /// Where it is, meters.
    pub value: Real,
    /// The body, and in the highest bit whether it is the upper end: ties are ordered by this number alone.
    tag: u32,
}

/// The bit of [`Endpoint::tag`] that says that it is the upper end.
const IS_MAX: u32 = 1 << 31;

impl Endpoint {
    /// The lower end of a body's box.
    pub fn min(body: u32, value: Real) -> Self {
        Self { value, tag: body }
    }

    /// The upper end.
    pub fn max(body: u32, value: Real) -> Self {
        Self { value, tag: body | IS_MAX }
    }

    /// Whose box it is.
    #[inline]
    pub fn body(self) -> u32 {
        self.tag & !IS_MAX
    }

    /// Whether it is the upper end.
    #[inline]
    pub fn is_max(self) -> bool {
        self.tag & IS_MAX != 0
    }

    /// The same end where the box lies now.
    #[inline]
    pub(super) fn moved<const D: usize>(self, bounds: &Bounds<D>, axis: usize) -> Self {
        Self { value: if self.is_max() { bounds.max[axis] } else { bounds.min[axis] }, ..self }
    }

    /// Whether it comes before another in the one order that there is: by value, at one value lower ends before upper
    /// ones, so that boxes that touch overlap, and then by body.
    #[inline]
    pub fn precedes(self, other: Self) -> bool {
        self.value < other.value || self.value == other.value && self.tag < other.tag
    }

    /// That order. Values are numbers.
    pub fn order(self, other: Self) -> Ordering {
        self.value.partial_cmp(&other.value).unwrap_or(Ordering::Equal).then(self.tag.cmp(&other.tag))
    }
}
