//! Errors of the construction of bodies from parts.

use std::fmt;

/// Reason why parts make no valid body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartsError {
    /// There is no part.
    Empty,
    /// A mesh has no triangle.
    NoTriangle,
    /// A coordinate of this vertex is not finite, or too large for its square.
    Vertex(usize),
    /// A triangle refers to a vertex that does not exist.
    Index {
        /// Index of the triangle.
        triangle: usize,
        /// Index of the vertex within the triangle, 0 to 2.
        corner: usize,
    },
    /// The vertices of this triangle are collinear, so that it has no normal.
    Degenerate(usize),
    /// A height field has fewer than two rows or columns.
    TooFewHeights,
    /// This row of a height field differs in length from the first.
    Ragged(usize),
    /// The edge length of a height field's cell along x (0) or z (1) is not positive.
    Cell(usize),
    /// There are more parts, triangles or heights than 32-bit indices can number.
    TooMany,
    /// The position of this part is not finite, or too large for its square.
    Position(usize),
    /// The margin is negative, not finite, or too large.
    Margin,
}

impl fmt::Display for PartsError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => write!(out, "a compound needs at least one part"),
            Self::NoTriangle => write!(out, "there is no triangle"),
            Self::Vertex(i) => write!(out, "vertex {i} must be finite, and small enough for its square"),
            Self::Index { triangle, corner } => {
                write!(out, "index {corner} of triangle {triangle} refers to a vertex that does not exist")
            }
            Self::Degenerate(i) => write!(out, "triangle {i} has no area: its vertices are collinear"),
            Self::TooFewHeights => write!(out, "there must be at least 2 × 2 heights"),
            Self::Ragged(row) => write!(out, "row {row} must be as long as row 0"),
            Self::Cell(i) => {
                write!(out, "the length of a cell along {} must be above 0", if *i == 0 { "x" } else { "z" })
            }
            Self::TooMany => write!(out, "there are more parts, triangles or heights than can be numbered"),
            Self::Position(i) => write!(out, "part {i} must be at a finite position, small enough for its square"),
            Self::Margin => write!(out, "the margin must be finite, not negative, and small enough for its square"),
        }
    }
}

impl std::error::Error for PartsError {}
