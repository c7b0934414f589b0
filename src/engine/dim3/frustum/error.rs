//! Why there is no such frustum, and no such body.

use super::Side;

/// What is wrong with a matrix, with six planes or with a lens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrustumError {
    /// A number is infinite or none.
    NotFinite {
        /// The row of the matrix as it was given, or which of the planes.
        row: usize,
        /// Its place in the row.
        column: usize,
    },
    /// All numbers of this plane are 0, so that it has no sides.
    ZeroPlane {
        /// Which.
        side: Side,
    },
    /// No point lies inside of this plane, whose normal is nothing beside its offset.
    NothingInside {
        /// Which.
        side: Side,
    },
    /// The half-spaces have no common interior: these planes face away from each other, or two of them are one.
    Empty {
        /// Two, three or four planes that are enough for it.
        sides: [Option<Side>; 4],
    },
    /// A number of the lens is out of range.
    BadLens {
        /// Its name: `fov_y`, `aspect`, `near` or `far`.
        field: &'static str,
    },
}

impl std::fmt::Display for FrustumError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NotFinite { row, column } => write!(f, "number {column} of row {row} is not finite"),
            Self::ZeroPlane { side } => write!(f, "the {side} plane is zero: it has no inside"),
            Self::NothingInside { side } => write!(f, "no point is inside of the {side} plane"),
            Self::Empty { sides } => {
                let names: Vec<&str> = sides.iter().flatten().map(|side| side.name()).collect();
                write!(f, "the frustum is empty: the planes {} have no interior point in common", names.join(", "))
            }
            Self::BadLens { field: "fov_y" } => write!(f, "must be an angle above 0° and below 180°"),
            Self::BadLens { field: "aspect" } => write!(f, "must be above 0"),
            Self::BadLens { field: "near" } => write!(f, "must be 0 or above"),
            Self::BadLens { field: "far" } => write!(f, "must be beyond the near plane"),
            Self::BadLens { field } => write!(f, "{field} is out of range"),
        }
    }
}

impl std::error::Error for FrustumError {}

/// What is wrong with a box or a ball.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BodyError {
    /// The center is not finite, or so far away that the squares of lengths would overflow.
    Center {
        /// Which coordinate.
        index: usize,
    },
    /// A half extent, or the radius (index 0), is below 0, not finite, or too large.
    Size {
        /// Which.
        index: usize,
    },
    /// The rotation is zero or not finite.
    Rotation,
}

impl std::fmt::Display for BodyError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Center { .. } => write!(f, "must be finite, and not so far away that squares of lengths overflow"),
            Self::Size { .. } => write!(f, "must be 0 or above, and not so large that squares of lengths overflow"),
            Self::Rotation => write!(f, "must be a quaternion that is not zero"),
        }
    }
}

impl std::error::Error for BodyError {}
