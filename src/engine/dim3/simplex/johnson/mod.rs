//! Nearest point of a simplex by **Johnson's distance algorithm**.
//!
//! Source: `[ACD11]` "Johnson's Distance Algorithm", after `[GJK88]`.
//! Problem: of the simplex `conv(x_1 … x_n)`, n ≤ 4, the point nearest the origin.
//!
//! Cramer's rule gives the weights of the point of `aff(M)` nearest the origin as `Δ_{M,i} / Σ_j Δ_{M,j}`, and the
//! determinants grow by one vertex at a time:
//!
//! ```text
//! Δ_{i},i = 1
//! Δ_{M∪k},k = Σ_{i∈M} Δ_{M,i} · (x_p − x_k)·x_i        for any p in M
//! ```
//!
//! The answer is the one `J` with all `Δ_{J,i} > 0` inside and all `Δ_{J∪j,j} ≤ 0` outside. Within GJK the newest
//! vertex is always in `J` (theorem 5), so half the subsets need not be weighed, and the products of the vertices that
//! stayed are known from the iteration before ([`Products`]).
//!
//! Departures, with their reasons. `[ACD11]` caches `x_i·x_j`; we cache `(x_p − x_k)·x_i`, made from the difference of the
//! points, because a difference of two products has lost every digit when the simplex is small and far away. When
//! rounding leaves no subset, or one that a vertex contradicts, the backup procedure takes the nearest of all subsets
//! whose weights are positive, and says so. A face whose determinant is not positive is flat; its `Δ` are set to 0.
//!
//! Where it is weak: `Σ Δ` of a tetrahedron is 36 times its *squared* volume. A sliver thinner than √EPS of its size (a
//! needle: EPS^¼) is lost in rounding, and the origin inside it seems to lie on its nearest face, until a vertex or the signs of
//! the volumes contradict. A triangle so thin may be answered by an edge, in `f32` up to 235 roundings too far away. Voronoi regions
//! and signed volumes compare the volume itself and do not have this trouble: the latter are the backup's last resort.
//!
//! Frames: any; all vectors in one. Units: that of the points; `Δ_M` is in length^(2|M|−2). Endings: [`Outcome`].
//! Cost: at most 15 subsets, or 8 with the newest vertex; no allocation.

mod products;
mod snapshot;
mod stepper;
pub use super::ending::{Outcome, Reason};
pub use products::Products;
pub use stepper::Johnson;

#[cfg(test)]
mod tests;

use super::super::prelude::*;
use super::subset::{Nearest, Subset};

/// The point nearest the origin of the hull of the `filled` slots of `points`.
#[inline]
pub fn nearest(points: &[Vec3; 4], filled: Subset) -> Nearest {
    Johnson::new(&Products::of(points, filled), None).run().nearest()
}

/// The same when `newest`, the slot that was filled last, is known to be in the answer (theorem 5): half the subsets.
#[inline]
pub fn nearest_with(points: &[Vec3; 4], filled: Subset, newest: usize) -> Nearest {
    Johnson::new(&Products::of(points, filled), Some(newest)).run().nearest()
}

/// The same within a run: `products` remembers the iteration before, and `newest` is the slot that was filled last.
#[inline]
pub fn nearest_after(products: &mut Products, points: &[Vec3; 4], filled: Subset, newest: usize) -> Nearest {
    products.update(points, filled);
    Johnson::new(products, Some(newest)).run().nearest()
}
