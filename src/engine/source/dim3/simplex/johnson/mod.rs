//! Nearest point of a simplex by **Johnson's distance algorithm**.
//!
//! - **Problem.** The point of the simplex `conv(x_1 … x_n)`, n ≤ 4, nearest the origin.
//! - **Source.** `[ACD11]` "Johnson's Distance Algorithm", after `[GJK88]`.
//! - **Method.** By Cramer's rule the weights of the point of the affine hull `aff(M)` nearest the origin are
//!   `Δ_{M,i} / Σ_j Δ_{M,j}`. The determinants `Δ` of a subset follow from those of subsets with one vertex less:
//!
//! ```text
//! Δ_{i},i = 1
//! Δ_{M∪k},k = Σ_{i∈M} Δ_{M,i} · (x_p − x_k)·x_i        for any p in M
//! ```
//!
//! The answer is the only subset `J` with `Δ_{J,i} > 0` for each vertex `i` in `J` and `Δ_{J∪j,j} ≤ 0` for each other
//! vertex `j`. In an iteration of GJK the newest vertex is always in `J` (theorem 5), so half of the subsets need no
//! test, and the products of the other vertices are known from the previous iteration ([`Products`]).
//!
//! - **Departures.** `[ACD11]` caches `x_i·x_j`. Here `(x_p − x_k)·x_i` is cached, computed from the difference of the
//!   points, because a difference of two products loses every digit for a small simplex far away. If rounding leaves no
//!   subset, or one that a vertex contradicts, the backup search takes the nearest point of all subsets with positive
//!   weights, and the outcome reports that. A face whose determinant is not positive is degenerate; its `Δ` are set to
//!   0.
//! - **Weakness.** `Σ Δ` of a tetrahedron is 36 times its *squared* volume. For a sliver thinner than √EPS of its size
//!   (a needle: EPS^¼) that is below rounding error, and an origin inside it seems to be on its nearest face, until a
//!   vertex or the signs of the volumes contradict. For such a thin triangle the answer may be an edge, in `f32` up to
//!   235 rounding errors too far away. Voronoi regions and signed volumes compare the volume itself and do not have
//!   this weakness; the backup search falls back to signed volumes.
//! - **Frame and units.** Any frame, the same for all vectors; the unit of the points, with `Δ_M` in length^(2|M|−2).
//! - **Endings.** [`Outcome`].
//! - **Cost.** At most 15 subsets, or 8 with the newest vertex; no allocation.

mod products;
mod snapshot;
mod stepper;
pub use super::ending::{Outcome, Reason};
pub use products::Products;
pub use stepper::Johnson;

#[cfg(test)]
mod tests;

use super::subset::{Nearest, Subset};
use crate::dim3::prelude::*;

/// Point nearest the origin of the hull of the `filled` slots of `points`.
#[inline]
pub fn nearest(points: &[Vec3; 4], filled: Subset) -> Nearest {
    Johnson::new(&Products::of(points, filled), None).run().nearest()
}

/// Point nearest the origin of the hull of the `filled` slots, if `newest`, the slot filled last, is known to be in the
/// answer (theorem 5), which halves the subsets.
#[inline]
pub fn nearest_with(points: &[Vec3; 4], filled: Subset, newest: usize) -> Nearest {
    Johnson::new(&Products::of(points, filled), Some(newest)).run().nearest()
}

/// Nearest point within a run of GJK: `products` caches the previous iteration, and `newest` is the slot filled last.
#[inline]
pub fn nearest_after(products: &mut Products, points: &[Vec3; 4], filled: Subset, newest: usize) -> Nearest {
    products.update(points, filled);
    Johnson::new(products, Some(newest)).run().nearest()
}
