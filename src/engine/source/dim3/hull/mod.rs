//! The convex hull of points in 3D, exact for the points as given.
//!
//! - **Problem.** The smallest convex set that contains all points: a point, a segment, a flat polygon or a solid.
//!   Duplicate, collinear, coplanar, huge and tiny input needs no special care from the caller.
//! - **Source.** `[Barber96]`: the farthest point of a face's conflict list joins the hull; the faces it sees are
//!   replaced by a cone from their horizon.
//! - **Departures.** (1) No face is ever merged to hide rounding: every sign is exact (integers or `robust`, behind a
//!   filter), so the polytope is convex, closed and outward after every iteration. (2) "Visible" is *strictly* below
//!   the apex. Coplanar faces stay, so the cone never contains a degenerate triangle; triangles of one plane become one
//!   polygon at the end, and points within an edge or a facet are removed then.
//! - **Endings.** One for each dimension of the hull (point, segment, polygon, solid). Each iteration adds one point,
//!   so the iterations need no limit.
//! - **Cost.** O(n log n) in practice, O(n · r) for r points on the hull. Vertices of the answer index the input.
//!
//! **Proof that a point above no new face may be discarded.** A point *sees* the faces that it is strictly above. Let
//! it see a deleted face and be outside the new hull. If it also sees a face that stays, it sees both faces at some
//! edge of the horizon, since the faces that it sees of the old hull are connected. The cone's triangle there has a
//! plane that is a non-negative combination of those two planes (weighted by the apex's heights), so the point is above
//! the cone too. If it sees no face that stays, it sees a face of the cone, since it is outside the new hull.
//!
//! ```
//! use contact_lens_engine::double::dim3::hull;
//! use glam::DVec3;
//! let corners: Vec<DVec3> =
//!     (0..8).map(|i| DVec3::new((i & 1) as f64, (i >> 1 & 1) as f64, (i >> 2) as f64)).collect();
//! let cube = hull::hull(&corners)?;
//! assert_eq!((cube.vertices.len(), cube.edges.len(), cube.faces().count()), (8, 12, 6));
//! # Ok::<(), hull::HullError>(())
//! ```

pub(crate) mod cloud;
mod facets;
mod flat;
mod integers;
pub(crate) mod listed;
mod snapshot;
mod start;
mod stepper;
#[cfg(test)]
mod tests;

use super::prelude::*;
pub use contact_lens_model::snapshot::hull::{CanonicalHull, Dimension, FaceEdge, HorizonEdge};
pub use stepper::{Face, Quickhull};

/// Reason why points have no hull.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HullError {
    /// The input has no points.
    Empty,
    /// The input has more points than `u32` can number.
    TooMany,
    /// A coordinate of this point is infinite or NaN.
    NotFinite {
        /// Index of the point in the input.
        index: usize,
    },
}

impl std::fmt::Display for HullError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Empty => write!(f, "a hull needs at least one point"),
            Self::TooMany => write!(f, "more points than can be numbered"),
            Self::NotFinite { index } => write!(f, "point {index} is not finite"),
        }
    }
}

impl std::error::Error for HullError {}

/// An edge of a hull.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// Hull vertices at the ends, the lower number first.
    pub ends: [u32; 2],
    /// The face whose boundary runs from `ends[0]` to `ends[1]`, and the one whose boundary runs back; `u32::MAX` for
    /// the edge of a segment, which has no faces.
    pub faces: [u32; 2],
}

/// A convex hull. Faces, edges and neighbors refer to *hull vertices*, which index [`Hull::vertices`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hull {
    /// Dimension of the hull.
    pub dimension: Dimension,
    /// For every hull vertex the index of its point in the input, of any one among equal points. Points within an edge
    /// or a face are no vertices.
    pub vertices: Vec<u32>,
    /// All edges, each once.
    pub edges: Vec<Edge>,
    /// Start of each face's vertices in `face_corners`; one more entry than faces.
    face_start: Vec<u32>,
    /// The vertices of all faces, face by face.
    face_corners: Vec<u32>,
    /// Start of each vertex's neighbors in `neighbors`; one more entry than vertices.
    neighbor_start: Vec<u32>,
    /// The neighbors of all vertices, vertex by vertex.
    neighbors: Vec<u32>,
}

impl Hull {
    /// The faces: convex polygons, strictly convex at every vertex, counter-clockwise seen from outside. A flat hull
    /// has two, a segment and a point none.
    pub fn faces(&self) -> impl ExactSizeIterator<Item = &[u32]> {
        self.face_start.windows(2).map(|ends| &self.face_corners[ends[0] as usize..ends[1] as usize])
    }

    /// The vertices of the face `i`, in the order of [`Hull::faces`].
    pub(in crate::dim3) fn face(&self, i: usize) -> &[u32] {
        &self.face_corners[self.face_start[i] as usize..self.face_start[i + 1] as usize]
    }

    /// The hull vertices that share an edge with vertex `i`, in ascending order.
    #[inline]
    pub fn neighbors(&self, i: u32) -> &[u32] {
        let i = i as usize;
        &self.neighbors[self.neighbor_start[i] as usize..self.neighbor_start[i + 1] as usize]
    }
}

/// The convex hull of `points`, in any frame and unit.
///
/// # Errors
/// If there are no points, too many, or one that is not finite.
pub fn hull(points: &[Vec3]) -> Result<Hull, HullError> {
    let mut quickhull = Quickhull::new(points)?;
    quickhull.run();
    Ok(quickhull.hull())
}

/// The convex hull of points in `f64`, whatever the engine's precision: for points that were computed in `f64`.
///
/// # Errors
/// As [`hull`].
pub fn hull_f64(points: Vec<[f64; 3]>) -> Result<Hull, HullError> {
    let mut quickhull = Quickhull::of_f64(points)?;
    quickhull.run();
    Ok(quickhull.hull())
}
