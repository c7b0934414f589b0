//! Nearest point of a simplex by **Voronoi regions and barycentric coordinates**.
//!
//! - **Problem**: the point of a point, segment, triangle or tetrahedron `A B C D` nearest the query point `Q`.
//! - **Source**: `[Catto10]`, point to line segment and to triangle; `[Ericson05 §5.1]` for the tetrahedron.
//! - **Method**: each feature has a region of space whose points are nearest to it. The regions are tested by ascending
//!   dimension: vertices, edges, faces, then the inside. The order matters: an edge's test does not consider what lies
//!   beyond its ends.
//!
//! ```text
//! segment AB      u = (Q−B)·(A−B) / |AB|²             fractional lengths
//! triangle ABC    u = n·((B−Q)×(C−B)) / |n|²          fractional areas, n = (B−A)×(C−A)
//! tetrahedron     u = volume(QBCD) / volume(ABCD)     fractional volumes
//! ```
//!
//! A triangle is decided by 9 numbers, a tetrahedron by 28: 12 lengths, 12 areas, 4 volumes.
//!
//! - **Departures**: vertices are relative to `Q`, so `Q` is the origin. Areas are measured from the edge (`B×(C−B)`
//!   instead of `B×C`), which keeps the digits of a small triangle far away. A triangle or tetrahedron that is flat to
//!   rounding has zero weights, so that it answers with an edge or a face. The result is checked against all vertices;
//!   if the check fails or no region contains the point, the nearest point of all features wins (`Backup`).
//! - **Frame and units**: any frame, all vectors in the same; the unit of the points.
//! - **Endings**: [`Outcome`].
//! - **Cost**: at most 15 regions, no allocation.

mod snapshot;
mod stepper;
pub use super::ending::{Outcome, Reason};
pub use stepper::Voronoi;

#[cfg(test)]
mod tests;

use super::super::prelude::*;
use super::subset::{Nearest, Subset};

/// Point nearest the origin of the hull of the `filled` slots of `points`.
#[inline]
pub fn nearest(points: &[Vec3; 4], filled: Subset) -> Nearest {
    Voronoi::new(points, filled).run().nearest()
}
