//! Errors of colliders: invalid bodies, and questions without an answer.

use std::fmt;

use super::half_space::HalfSpaceError;
use super::masses::MassError;
use super::parts::PartsError;
use super::shape::ShapeError;

/// Reason why numbers make no valid collider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ColliderError {
    /// A convex shape is invalid.
    Shape(ShapeError),
    /// A half-space is invalid.
    HalfSpace(HalfSpaceError),
    /// A compound, mesh or height field is invalid.
    Parts(PartsError),
    /// The rotation of this part is not finite.
    Rotation(usize),
}

impl fmt::Display for ColliderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shape(error) => error.fmt(f),
            Self::HalfSpace(error) => error.fmt(f),
            Self::Parts(error) => error.fmt(f),
            Self::Rotation(i) => write!(f, "part {i} must have a finite rotation"),
        }
    }
}

impl std::error::Error for ColliderError {}

impl From<ShapeError> for ColliderError {
    fn from(error: ShapeError) -> Self {
        Self::Shape(error)
    }
}

impl From<HalfSpaceError> for ColliderError {
    fn from(error: HalfSpaceError) -> Self {
        Self::HalfSpace(error)
    }
}

impl From<PartsError> for ColliderError {
    fn from(error: PartsError) -> Self {
        Self::Parts(error)
    }
}

/// Reason why a question about valid colliders has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoAnswer {
    /// A number of the question is not finite where it must be, a duration or margin is negative, or the direction of
    /// a ray or support point is 0.
    InvalidInput,
    /// The colliders are so far apart, so large or so small that squares of lengths overflow or underflow.
    OutOfRange,
    /// A half-space has no finite answer: two half-spaces overlap without limit, a half-space rotates, or its farthest
    /// point or mass is requested.
    Unbounded,
    /// There is no distance, because all triangles of a one-sided mesh are approached from behind.
    FromBehind,
    /// A convex shape has too many vertices for a contact query.
    TooManyVertices,
    /// The collider has no mass properties.
    Mass(MassError),
}

impl fmt::Display for NoAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InvalidInput => {
                write!(f, "a number is not finite, a duration or margin is negative, or a direction is 0")
            }
            Self::OutOfRange => write!(f, "squares of lengths overflow or underflow"),
            Self::Unbounded => write!(f, "the question has no finite answer for this half-space"),
            Self::FromBehind => write!(f, "all triangles are one-sided and approached from behind"),
            Self::TooManyVertices => write!(f, "a convex shape has too many vertices for a contact query"),
            Self::Mass(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for NoAnswer {}

impl From<MassError> for NoAnswer {
    fn from(error: MassError) -> Self {
        Self::Mass(error)
    }
}
