//! The **direction-driven intersection test** in the plane, as S2 writes it: a simplex of up to three corners, steered
//! towards the origin by the signs of triple products.
//!
//! Problem: do two convex shapes of the plane share a point? No distance, no nearest point. Source: S2 (`GJK`,
//! `GJKLine`, `GJKTriangle`). A product of three vectors of the plane is again one of the plane:
//!
//! ```text
//! line      ab·ao > 0                      d = (ab × ao) × ab
//! triangle  (abc × ac)·ao > 0   beyond ac  d = (ac × ao) × ac       abc = ab × ac
//!           (ab × abc)·ao > 0   beyond ab  the line case
//!           else                           the origin is inside
//! ```
//!
//! **Departures**, with their reasons. `(ab × ao) × ab` is 0 when the origin lies on the line through the edge (erratum
//! 6); S2 then normalizes 0 and searches for ever. Here the shares of the corners decide. Every "inside" is
//! certified by them before it is given, every "apart" by a gap larger than rounding. Where a product has lost its sign,
//! or a corner comes back, the nearest point of the simplex leads from there on. A disc's farthest point is on its rim,
//! as in S2, so round shapes that all but touch need many iterations; [`super::distance`] needs none of them.
//!
//! Frames: the pair frame. Signs: `g > 0` is a gap, meters. Endings: [`Outcome`]. Cost: one support and a handful of
//! products an iteration. The same test in space: [`dim3::boolean_gjk`](super::super::dim3::boolean_gjk).

mod cases;
mod stepper;
pub use cases::Next;
pub use stepper::{BooleanGjk, Corner, Outcome};

#[cfg(feature = "lessons")]
pub mod lesson;
#[cfg(test)]
mod tests;

use std::borrow::Borrow;

use super::answer::{Reason, Status};
use super::distance::Answer;
use super::prelude::*;
use super::shape::Shape;

impl<S: Borrow<Shape>> BooleanGjk<S> {
    /// What is proven after `outcome`, in the pair frame.
    pub fn answer(&self, outcome: Outcome) -> Answer {
        let allowance = self.allowance();
        let (p, q) = self.witness();
        let lower = (self.mu - allowance).max(-Real::MAX);
        let reached = (p - q).length();
        let upper = (reached + allowance).min(Real::MAX).max(lower);
        let status = match outcome {
            Outcome::Separated => Status::Separated,
            Outcome::Inside => Status::Penetrating,
            Outcome::OnEdge if self.mu > -4.0 * allowance => Status::Touching,
            Outcome::OnEdge => Status::Penetrating,
            Outcome::Stalled if upper - lower <= 4.0 * allowance => Status::Touching,
            Outcome::Stalled => Status::NotConverged(Reason::Stalled),
            Outcome::IterationLimit => Status::NotConverged(Reason::IterationLimit),
            Outcome::Degenerate => Status::NotConverged(Reason::Degenerate),
        };
        let [first, last] = [self.points[0], self.points[self.len.clamp(1, 3) - 1]];
        Answer {
            signed_distance: reached.clamp(lower, upper),
            normal: self.n,
            witness_a: p,
            witness_b: q,
            lower,
            upper,
            status,
            iterations: self.k,
            feature: [first.ids, last.ids],
        }
    }
}
