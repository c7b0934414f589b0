//! The point of a simplex nearest the origin: interchangeable sub-algorithms.
//!
//! All of them take up to four points in fixed slots and a [`Subset`] that says which slots are filled, and give a
//! [`Nearest`]. A vertex keeps its slot while it lives, so that caches and pictures can hang on it.

#[cfg(test)]
pub(crate) mod cases;
pub mod ending;
#[cfg(test)]
pub(crate) mod exact;
pub(in super::super) mod inside;
pub mod johnson;
mod normal;
mod refine;
pub mod signed;
mod signed_volumes;
mod snapshot;
pub mod subset;
#[cfg(test)]
mod tests;
mod turn;
pub mod voronoi;

pub use signed_volumes::{Branch, SignedVolumes, Tried, explain};
pub use subset::{Nearest, Subset};

pub(super) use normal::normal;
pub(super) use signed_volumes::triangle_weights;
pub(super) use subset::Foot;
pub(super) use turn::{turn, weighed};

use super::prelude;
use super::prelude::*;
pub use crate::ask::Solver;

/// The nearest point of the filled slots' hull. Their size should be about 1 ([`super::rounding::unit_scale`]).
#[inline]
pub fn nearest(solver: Solver, points: &[Vec3; 4], filled: Subset) -> Nearest {
    match solver {
        Solver::SignedVolumes => signed_volumes::nearest(points, filled),
        Solver::Johnson => johnson::nearest(points, filled),
        Solver::Voronoi => voronoi::nearest(points, filled),
    }
}

/// The same for who goes on with it at once.
#[inline(always)]
pub(super) fn foot(solver: Solver, points: &[Vec3; 4], filled: Subset) -> Foot {
    match solver {
        Solver::SignedVolumes => signed_volumes::foot(points, filled),
        other => nearest(other, points, filled).into(),
    }
}

/// The same, when all slots but `newest` are the smallest face that holds the last answer: then `newest` is part
/// of the next (`[ACD11]`, theorem 5).
pub fn nearest_after(solver: Solver, points: &[Vec3; 4], filled: Subset, newest: usize) -> Nearest {
    foot_after(solver, points, filled, newest).into()
}

/// The same for GJK, whose next direction waits for it.
#[inline(always)]
pub(super) fn foot_after(solver: Solver, points: &[Vec3; 4], filled: Subset, newest: usize) -> Foot {
    match solver {
        Solver::SignedVolumes => signed_volumes::search(points, filled, 1 << newest),
        other => slow_nearest_after(other, points, filled, newest).into(),
    }
}

/// Out of the way of the default.
#[cold]
fn slow_nearest_after(solver: Solver, points: &[Vec3; 4], filled: Subset, newest: usize) -> Nearest {
    match solver {
        Solver::Johnson => johnson::nearest_with(points, filled, newest),
        other => nearest(other, points, filled),
    }
}

/// The same without trust in any sign: every face is searched and the nearest answer taken. Slow; the backup when
/// rounding has led the search astray.
pub fn nearest_of_all(points: &[Vec3; 4], filled: Subset) -> Nearest {
    signed_volumes::thorough(points, filled).into()
}
