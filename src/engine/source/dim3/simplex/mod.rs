//! Interchangeable sub-algorithms for the point of a simplex nearest the origin, which GJK needs in each iteration.
//!
//! - **Algorithms.** Signed volumes are the default, with a fast path for the usual cases. [`johnson`] and [`voronoi`]
//!   are alternatives. [`signed`] runs signed volumes one face per step, for display.
//! - **Interface.** Each algorithm takes up to four points in fixed slots and a [`Subset`] of filled slots, and returns
//!   a [`Nearest`]. A vertex keeps its slot as long as it is in the simplex, so that caches and figures can refer to
//!   it.

#[cfg(test)]
pub(crate) mod cases;
pub mod ending;
#[cfg(test)]
pub(crate) mod exact;
mod explain;
pub(crate) mod inside;
pub mod johnson;
mod nearest_face;
mod normal;
mod refine;
pub mod signed;
mod signed_volumes;
mod snapshot;
mod solve;
pub mod subset;
#[cfg(test)]
mod tests;
mod volumes;
pub mod voronoi;

pub use explain::{Branch, SignComparison, SignedVolumes, explain};
pub use subset::{Nearest, Subset};

pub(super) use nearest_face::{nearest_face, weights_of};
pub(super) use normal::{TriangleNormal, normal};
pub(super) use signed_volumes::triangle_weights;
pub(super) use subset::Foot;

use super::prelude;
use super::prelude::*;
pub use contact_lens_model::ask::Solver;

/// Point nearest the origin of the hull of the filled slots. The size of the points should be about 1
/// ([`super::rounding::unit_scale`]).
#[inline]
pub fn nearest(solver: Solver, points: &[Vec3; 4], filled: Subset) -> Nearest {
    match solver {
        Solver::SignedVolumes => signed_volumes::nearest(points, filled),
        Solver::Johnson => johnson::nearest(points, filled),
        Solver::Voronoi => voronoi::nearest(points, filled),
    }
}

/// Result of [`nearest`] in the form with which GJK continues.
#[inline(always)]
pub(super) fn foot(solver: Solver, points: &[Vec3; 4], filled: Subset) -> Foot {
    match solver {
        Solver::SignedVolumes => signed_volumes::foot(points, filled),
        Solver::Johnson | Solver::Voronoi => nearest(solver, points, filled).into(),
    }
}

/// Point nearest the origin of the hull of the filled slots in an iteration of GJK: all slots but `newest` are the
/// smallest face that contains the nearest point of the previous iteration. `newest` is then part of the next face
/// (`[ACD11]`, theorem 5).
pub fn nearest_after(solver: Solver, points: &[Vec3; 4], filled: Subset, newest: usize) -> Nearest {
    foot_after(solver, points, filled, newest).into()
}

/// Result of [`nearest_after`] in the form with which GJK continues.
#[inline(always)]
pub(super) fn foot_after(solver: Solver, points: &[Vec3; 4], filled: Subset, newest: usize) -> Foot {
    match solver {
        Solver::SignedVolumes => signed_volumes::search(points, filled, 1 << newest),
        Solver::Johnson | Solver::Voronoi => slow_nearest_after(solver, points, filled, newest).into(),
    }
}

/// Result of [`nearest_after`] by a sub-algorithm other than the default. Only Johnson's makes use of `newest`.
#[cold]
fn slow_nearest_after(solver: Solver, points: &[Vec3; 4], filled: Subset, newest: usize) -> Nearest {
    match solver {
        Solver::Johnson => johnson::nearest_with(points, filled, newest),
        Solver::SignedVolumes | Solver::Voronoi => nearest(solver, points, filled),
    }
}

/// Point nearest the origin of the hull of the filled slots, by a comparison of all faces instead of a selection by
/// signs. Slow; the fallback if rounding errors have misled the sign tests.
pub fn nearest_of_all(points: &[Vec3; 4], filled: Subset) -> Nearest {
    signed_volumes::nearest_of_all_faces(points, filled).into()
}
