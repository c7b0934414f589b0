//! Nearest point of a simplex by **Voronoi regions and barycentric coordinates**.
//!
//! Source: `[Catto10]`, point to line segment and to triangle; `[Ericson05 §5.1]` for the tetrahedron.
//! Problem: of a point, segment, triangle or tetrahedron `A B C D`, the point nearest the query point `Q`.
//!
//! Space falls into one region a feature: its points are nearest to that feature. They are asked in the order of their
//! dimension: vertices, then edges, then faces, then the inside. The order matters: an edge's test says nothing of
//! what lies beyond its ends.
//!
//! ```text
//! segment AB      u = (Q−B)·(A−B) / |AB|²             fractional lengths
//! triangle ABC    u = n·((B−Q)×(C−B)) / |n|²          fractional areas, n = (B−A)×(C−A)
//! tetrahedron     u = volume(QBCD) / volume(ABCD)     fractional volumes
//! ```
//!
//! A triangle is judged by 9 numbers, a tetrahedron by 28: 12 lengths, 12 areas, 4 volumes.
//!
//! Departures, with their reasons. Vertices are taken relative to `Q`, so `Q` is the origin. Areas are measured from
//! the edge (`B×(C−B)` and not `B×C`): a small triangle far away keeps its digits. An area or volume within its
//! rounding error counts as 0, so that flat simplices answer with an edge or a face. The result is checked against
//! all vertices; if the check fails, or no region claims the point, the nearest point of all features wins (`Backup`).
//!
//! Frames: any; all vectors in one. Units: that of the points. Endings: [`Outcome`]. Cost: at most 15 regions, no
//! allocation.

mod snapshot;
mod stepper;
pub use super::ending::{Outcome, Reason};
pub use stepper::Voronoi;

#[cfg(test)]
mod tests;

use super::super::prelude::*;
use super::subset::{Nearest, Subset};

/// The point nearest the origin of the hull of the `filled` slots of `points`.
#[inline]
pub fn nearest(points: &[Vec3; 4], filled: Subset) -> Nearest {
    Voronoi::new(points, filled).run().nearest()
}
