//! Reasons why numbers define no frustum, and why a body cannot be culled.

use super::Side;

/// Defect of a matrix, of six planes or of a lens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrustumError {
    /// A number is infinite or NaN.
    NotFinite {
        /// Row of the matrix as given, or index of the plane in [`Side::ALL`], counting absent planes.
        row: usize,
        /// Index within the row.
        column: usize,
    },
    /// The offset of this plane is 0 and its normal zero, exactly or to rounding, so that it has no sides.
    ZeroPlane {
        /// The plane without sides.
        side: Side,
    },
    /// No valid body can be inside this plane: the offset is negative and the normal negligible compared with it.
    NothingInside {
        /// The plane without an inside.
        side: Side,
    },
    /// The half-spaces have no interior point in common, such as those of a far plane in front of the near plane.
    Empty {
        /// Two, three or four planes that already have no interior point in common; `None` after the last.
        sides: [Option<Side>; 4],
    },
    /// A number of the lens is out of range.
    BadLens {
        /// Name of the number: `fov_y`, `aspect`, `near` or `far`.
        field: &'static str,
    },
}

impl std::fmt::Display for FrustumError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NotFinite { row, column } => write!(f, "number {column} of row {row} is not finite"),
            Self::ZeroPlane { side } => write!(f, "the {side} plane is zero: it has no inside"),
            Self::NothingInside { side } => write!(f, "no point is inside the {side} plane"),
            Self::Empty { sides } => {
                let names: Vec<&str> = sides.iter().flatten().map(|side| side.name()).collect();
                write!(f, "the frustum is empty: the planes {} have no interior point in common", names.join(", "))
            }
            Self::BadLens { field: "fov_y" } => write!(f, "`fov_y` must be above 0° and below 180°"),
            Self::BadLens { field: "aspect" } => write!(f, "`aspect` must be finite and above 0"),
            Self::BadLens { field: "near" } => write!(f, "`near` must be finite and at least 0"),
            Self::BadLens { field: "far" } => write!(f, "`far` must be finite and beyond `near`"),
            Self::BadLens { field } => write!(f, "`{field}` is out of range"),
        }
    }
}

impl std::error::Error for FrustumError {}

/// Defect of the position, the size or the rotation of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BodyError {
    /// The center is not finite, or so far away that squares of lengths would overflow.
    Center {
        /// Index of the coordinate.
        index: usize,
    },
    /// A half extent, or the radius (index 0), is negative, not finite, or too large.
    Size {
        /// Index of the half extent; 0 for the radius.
        index: usize,
    },
    /// The squared length of the rotation's quaternion is zero or not finite.
    Rotation,
}

impl std::fmt::Display for BodyError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Center { index } => {
                write!(f, "coordinate {index} of the center is not finite, or its square could overflow")
            }
            Self::Size { .. } => {
                write!(f, "a half extent or the radius is negative or not finite, or its square could overflow")
            }
            Self::Rotation => write!(f, "the rotation is zero or not finite"),
        }
    }
}

impl std::error::Error for BodyError {}
