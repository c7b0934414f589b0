//! Why a body of parts cannot be made.

use std::fmt;

/// Why a body cannot be made of some parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartsError {
    /// There is no part.
    Empty,
    /// A mesh without a triangle.
    NoTriangle,
    /// A coordinate of this vertex is not finite, or too large for its square.
    Vertex(usize),
    /// This corner of this triangle is the number of no vertex.
    Index {
        /// Which triangle.
        triangle: usize,
        /// Which of its corners.
        corner: usize,
    },
    /// The corners of this triangle lie on one line, so that it has no normal.
    Degenerate(usize),
    /// A height field has less than two rows or columns.
    TooFewHeights,
    /// Rows of a height field differ in length: this one from the first.
    Ragged(usize),
    /// A cell of a height field is not longer than 0 along x (0) or z (1).
    Cell(usize),
    /// There are more triangles than can be numbered.
    TooMany,
    /// The position of this part is not finite, or too far out for its square.
    Position(usize),
    /// The margin is negative, not finite, or too large.
    Margin,
}

impl fmt::Display for PartsError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => write!(out, "there is no part"),
            Self::NoTriangle => write!(out, "there is no triangle"),
            Self::Vertex(i) => write!(out, "vertex {i} must be finite, and small enough for its square"),
            Self::Index { triangle, corner } => write!(out, "corner {corner} of triangle {triangle} is no vertex"),
            Self::Degenerate(i) => write!(out, "triangle {i} has no area: its corners lie on one line"),
            Self::TooFewHeights => write!(out, "there must be at least 2 × 2 heights"),
            Self::Ragged(row) => write!(out, "row {row} must be as long as row 0"),
            Self::Cell(i) => write!(out, "side {i} of a cell must be above 0"),
            Self::TooMany => write!(out, "there are too many triangles to be numbered"),
            Self::Position(i) => write!(out, "part {i} must stand at a finite position, small enough for its square"),
            Self::Margin => write!(out, "the margin must be finite, not negative, and small enough for its square"),
        }
    }
}

impl std::error::Error for PartsError {}
