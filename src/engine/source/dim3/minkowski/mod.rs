//! The explicit Minkowski difference of two convex polytopes, and for each of its faces the features of the bodies from
//! which it comes.
//!
//! - **Problem.** All vertices and faces of `A − B = {a − b}`, which contains the origin if and only if the bodies
//!   overlap. GJK, EPA and the separating-axis test search `A − B` without building it.
//! - **Source.** `[Bergen03 §2.3]`, `[Gregorius13]` for the Gauss map.
//! - **Faces.** Each face of A gives one, moved to the farthest feature of −B along its normal and extended by it; each
//!   face of −B gives one in the same way; where both bodies have a face along one normal, the two are merged. All
//!   other faces are parallelograms of an edge of A and an edge of −B that have all other vertices of both bodies
//!   strictly below their plane. On a convex body it suffices to test the next vertices of the two faces at the edge.
//!   This test is equivalent to the crossing of two arcs on the *Gauss sphere*, the sphere of all unit normals: an edge
//!   has the arc between the normals of its two faces. The arcs of both bodies, drawn on one sphere, are the *overlay*
//!   ([`Overlay`]).
//! - **Rounding.** A vertex of the difference is stored as a pair of vertices of A and B; only its position for display
//!   is rounded. Signs of determinants are exact for bodies that are not rotated relative to each other. For rotated
//!   bodies a sign below the rounding error of the rotation counts as 0, so that parallel faces stay parallel.
//! - **Degenerate input.** Bodies of any dimension: a flat body has two faces, a segment has one edge and no face, a
//!   point has neither.
//! - **Frame.** World axes and origin; the vertices of a face are counter-clockwise seen from outside.
//! - **Endings.** [`MinkowskiError`].
//! - **Cost.** About O(n + m + k) for n and m edges that make k faces, with k up to n·m. A grid around the Gauss sphere
//!   selects the arcs that may cross, and climbing along edges finds the farthest feature along a normal.

mod body;
mod grid;
mod placement;
mod snapshot;
mod stepper;
#[cfg(test)]
mod tests;

pub use contact_lens_model::snapshot::minkowski::{Facet, FacetOrigin, OverlayAction};
pub use stepper::{Overlay, difference};

use super::hull::{self, Dimension, HullError};
use super::pose::Pose;
use super::prelude::*;
use super::signs::{Difference as Vector, PointAccuracy, difference as vector};
use crate::dim2::minkowski::Merge;

/// Maximum number of pairs of an edge of A and an edge of B. More could take minutes.
pub const MAX_EDGE_PAIRS: u64 = 200_000_000;

/// The Minkowski difference `A − B`.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// For each vertex the indices of its points of A and of B in the input.
    pub pairs: Vec<[u32; 2]>,
    /// Positions of the vertices, the point of A minus the point of B; world axes, input's length unit.
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
