//! Nearest point of a simplex by **Voronoi regions and barycentric coordinates**.
//!
//! - **Problem.** The point of a simplex nearest the query point `Q`: a point `A`, segment `AB`, triangle `ABC` or
//!   tetrahedron `ABCD`.
//! - **Source.** `[Catto10]`, point to line segment and to triangle; `[Ericson05 §5.1]` for the tetrahedron.
//! - **Method.** The Voronoi region of a feature consists of the points of space to which that feature is nearest. The
//!   regions are tested by ascending dimension: vertices, edges, faces, then the inside. The order matters, because the
//!   test of an edge does not consider the regions of its ends. The tests use barycentric coordinates:
//!
//! ```text
//! segment AB      u = (Q−B)·(A−B) / |AB|²             fractional lengths
//! triangle ABC    u = n·((B−Q)×(C−B)) / |n|²          fractional areas, n = (B−A)×(C−A)
//! tetrahedron     u = volume(QBCD) / volume(ABCD)     fractional volumes
//! ```
//!
//! A triangle is decided by 9 numbers, a tetrahedron by 28: 12 lengths, 12 areas, 4 volumes.
//!
//! - **Departures.** Vertices are relative to `Q`, so `Q` is the origin. Areas are measured from the edge (`B×(C−B)`
//!   instead of `B×C`), which keeps the digits of a small triangle far away. A triangle or tetrahedron that is flat to
//!   rounding has zero weights, so that the answer is on one of its edges or faces. The result is checked against all
//!   vertices; if the check fails or no region contains the point, the nearest point of all features is the answer
//!   (`Backup`).
//! - **Frame and units.** Any frame, the same for all vectors; the unit of the points.
//! - **Endings.** [`Outcome`].
//! - **Cost.** At most 15 regions; no allocation.

mod snapshot;
mod stepper;
pub use super::ending::{Outcome, Reason};
pub use stepper::Voronoi;

#[cfg(test)]
mod tests;

use super::subset::{Nearest, Subset};
use crate::dim3::prelude::*;

/// Point nearest the origin of the hull of the `filled` slots of `points`.
#[inline]
pub fn nearest(points: &[Vec3; 4], filled: Subset) -> Nearest {
    Voronoi::new(points, filled).run().nearest()
}
