//! Errors of frustums, and of bodies for culling.

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
    /// All numbers of this plane are 0, so that it has no sides.
    ZeroPlane {
        /// The zero plane.
        side: Side,
    },
    /// No point is inside this plane, whose normal is negligible compared with its offset.
    NothingInside {
        /// The plane without an inside.
        side: Side,
    },
    /// The half-spaces have no common interior: these planes face away from each other, or two of them coincide.
    Empty {
        /// Two, three or four planes that suffice for the contradiction.
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

/// Defect of a box or a ball.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BodyError {
    /// The center is not finite, or so far away that squares of lengths would overflow.
    Center {
        /// Index of the coordinate.
        index: usize,
    },
    /// A half extent, or the radius (index 0), is negative, not finite, or too large.
    Size {
        /// Index of the half extent.
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
