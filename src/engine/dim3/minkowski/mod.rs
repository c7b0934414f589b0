//! The explicit **Minkowski difference** of two convex polytopes, every face named after what made it.
//!
//! **Problem.** `A − B = {a − b}` holds the origin if and only if the bodies overlap; GJK, EPA and separating axes search it
//! without making it. Here it is made.
//!
//! **Source.** `[Bergen03 §2.3]`, `[Gregorius13]` for the Gauss map.
//!
//! **Faces.** Each face of A is one, moved to the farthest feature of −B along its normal and grown by it; each face of −B
//! likewise; where both have a face along one normal, the two are one. What is left are parallelograms of an edge of A and
//! an edge of −B: these that all other corners of both lie strictly below. Of a convex body it is enough that the next
//! corners of the two faces at the edge do, which is the crossing of two arcs on the Gauss sphere in other words.
//!
//! **Rounding.** Corners are pairs of corners, so that nothing is rounded but the points that are drawn. Signs are exact for
//! bodies that are not turned against each other; turned corners are judged within what the turn may be off by, so that
//! faces that were parallel stay so.
//!
//! **Degenerate.** Bodies of any dimension: flat ones have two faces, a segment an edge, a point neither.
//!
//! **Frames.** World axes; a face runs counter-clockwise seen from outside.
//!
//! **Endings.** [`MinkowskiError`]. **Cost.** About O(n + m + k) for n and m edges that make k faces, k up to n·m: a grid
//! about the Gauss sphere tells which arcs may cross, and the farthest feature along a normal is climbed to. Points of volume 0 are
//! found as well.

mod body;
mod grid;
mod snapshot;
mod stepper;
#[cfg(test)]
mod tests;

pub use crate::snapshot::minkowski::{Facet, FacetOrigin, Now};
pub use stepper::{Overlay, difference};

use super::super::dim2::minkowski::Merge;
use super::hull::{self, Dimension, HullError};
use super::pose::Pose;
use super::prelude::*;
use super::signs::{Difference as Vector, Judgment, difference as vector};

/// More pairs of edges are refused: they would take minutes.
pub const MOST_PAIRS: u64 = 200_000_000;

/// `A − B`.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// The corners: a point of A and a point of B each.
    pub pairs: Vec<[u32; 2]>,
    /// Where they are, world axes, `f64`.
    pub points: Vec<[f64; 3]>,
    /// The faces; both sides of a flat difference, none of a segment or a point.
    pub faces: Vec<Facet>,
    /// Enclosed, cubed length unit; 0 unless it is a solid.
    pub volume: f64,
}

/// Why there is no difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MinkowskiError {
    /// A (0) or B (1) has no hull.
    Body {
        /// Which.
        body: u8,
        /// Why.
        error: HullError,
    },
    /// The bodies have too many edges: more than [`MOST_PAIRS`] pairs.
    TooManyPairs,
}

impl std::fmt::Display for MinkowskiError {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Body { error, .. } => error.fmt(out),
            Self::TooManyPairs => write!(out, "the bodies have more than {MOST_PAIRS} pairs of edges"),
        }
    }
}

impl std::error::Error for MinkowskiError {}
