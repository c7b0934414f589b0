//! The explicit Minkowski difference of two convex polytopes, and for each of its faces the features of the bodies from
//! which it comes.
//!
//! - **Problem.** All vertices and faces of `A − B = {a − b}`, which contains the origin if and only if the bodies
//!   overlap. GJK, EPA and separating axes search it without building it.
//! - **Source.** `[Bergen03 §2.3]`, `[Gregorius13]` for the Gauss map.
//! - **Faces.** Each face of A gives one, moved to the farthest feature of −B along its normal and extended by it; each
//!   face of −B gives one in the same way; where both bodies have a face along one normal, the two are merged. All
//!   other faces are parallelograms of an edge of A and an edge of −B that have all other vertices of both bodies
//!   strictly below their plane. On a convex body it suffices to test the next vertices of the two faces at the edge.
//!   This test is equivalent to the crossing of two arcs on the *Gauss sphere*, the sphere of all unit normals: an edge
//!   has the arc between the normals of its two faces. The arcs of both bodies, drawn on one sphere, are the *overlay*
//!   ([`Overlay`]).
//! - **Rounding.** Vertices are pairs of vertices, so only the points for drawing are rounded. Signs are exact for
//!   bodies that are not rotated relative to each other; for rotated vertices, signs within the error of the rotation
//!   count as 0, so that parallel faces stay parallel.
//! - **Degenerate input.** Bodies of any dimension: a flat one has two faces, a segment one edge and no face, a point
//!   neither.
//! - **Frame.** World axes and origin; the vertices of a face are counter-clockwise seen from outside.
//! - **Endings.** [`MinkowskiError`].
//! - **Cost.** About O(n + m + k) for n and m edges that make k faces, k up to n·m: a grid around the Gauss sphere
//!   selects the arcs that may cross, and the farthest feature along a normal is found by climbing.

mod body;
mod grid;
mod placement;
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
use super::signs::{Difference as Vector, PointAccuracy, difference as vector};

/// Maximum number of pairs of an edge of A and an edge of B: more could take minutes.
pub const MAX_EDGE_PAIRS: u64 = 200_000_000;

/// The Minkowski difference `A − B`.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// Vertices: each a point of A and a point of B, by index.
    pub pairs: Vec<[u32; 2]>,
    /// Positions of the vertices, point of A minus point of B; world axes, `f64`.
    pub points: Vec<[f64; 3]>,
    /// The faces; both sides of a flat difference, none of a segment or a point.
    pub faces: Vec<Facet>,
    /// Enclosed volume, cubed length units; 0 unless the difference is a solid.
    pub volume: f64,
}

/// Reason why there is no difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MinkowskiError {
    /// A (0) or B (1) has no hull.
    Body {
        /// The body: 0 for A, 1 for B.
        body: u8,
        /// Error of the hull.
        error: HullError,
    },
    /// The bodies have too many edges: more than [`MAX_EDGE_PAIRS`] pairs.
    TooManyPairs,
}

impl std::fmt::Display for MinkowskiError {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Body { error, .. } => error.fmt(out),
            Self::TooManyPairs => write!(out, "the bodies have more than {MAX_EDGE_PAIRS} pairs of edges"),
        }
    }
}

impl std::error::Error for MinkowskiError {}
