//! **Boolean GJK in the plane**, as in `[Myoru24]`: an overlap test that steers a simplex of up to three vertices of
//! `A − B` towards the origin by the signs of triple products.
//!
//! - **Problem**: whether two convex planar shapes share a point. No distance, no nearest point.
//! - **Source**: `[Myoru24]` (`GJK`, `GJKLine`, `GJKTriangle`). From the newest vertex `a`, with `ab = b − a` and
//!   `ao = −a`, signs of products give the next search direction `d`. Triple products of planar vectors are planar:
//!
//! ```text
//! line      ab·ao > 0                      d = (ab × ao) × ab
//! triangle  (abc × ac)·ao > 0   beyond ac  d = (ac × ao) × ac       abc = ab × ac
//!           (ab × abc)·ao > 0   beyond ab  the line case
//!           else                           the origin is inside
//! ```
//!
//! - **Departures**: `(ab × ao) × ab` is 0 when the origin lies on the line through the edge; the source then
//!   normalizes 0 and never ends. Here, if a product has no reliable sign, or a vertex repeats, the nearest point of
//!   the simplex gives all further directions. "Inside" needs a triangle that contains the origin deeper than rounding
//!   error ([`BooleanGjk::rho`]), "separated" a gap beyond rounding error. If the origin lies on the simplex, or the
//!   nearest point comes no nearer, the full distance solver takes over step by step ([`BooleanGjk::fallback`]). A
//!   disc's support point is on its rim, as in the source, so nearly touching round shapes need many iterations, which
//!   [`super::distance`] avoids.
//!
//! - **Frame and signs**: pair frame; `g > 0` is a gap, meters.
//! - **Endings**: [`Outcome`].
//! - **Cost**: one support point and a few products per iteration.
//! - **In space**: [`dim3::boolean_gjk`](crate::dim3::boolean_gjk).

mod cases;
mod snapshot;
mod stepper;
pub use cases::Next;
pub use contact_lens_model::snapshot::boolean_gjk::Outcome;
pub use stepper::{BooleanGjk, SimplexVertex};

#[cfg(test)]
mod tests;

use std::borrow::Borrow;

use super::answer::Answer;
use super::bracket::Bracket;
use super::prelude::*;
use super::rounding;
use super::shape::Shape;
use super::support::{Cso, Pose};

impl<S: Borrow<Shape> + Clone> BooleanGjk<S> {
    /// Returns the proven result after `outcome`, in the pair frame.
    pub fn answer(&self, outcome: Outcome) -> Answer {
        let rounding = self.bound_rounding();
        if let Some(fallback) = &self.fallback {
            return self.fallback_answer(fallback.answer(), rounding);
        }
        let [p, q] = self.witness();
        let upper = if outcome == Outcome::Inside { -self.rho } else { (p - q).length() };
        let bracket = Bracket::new([self.mu, upper], rounding).uncrossed();
        let first = self.points[0];
        // An empty simplex has a placeholder as its first and last vertex.
        let last = self.points[self.len.clamp(1, 3) - 1];
        Answer {
            signed_distance: None,
            normal: (self.k > 0).then_some(self.n),
            witness_a: p,
            witness_b: q,
            lower: bracket.lower,
            upper: bracket.upper,
            status: bracket.test_status(outcome.into(), rounding),
            iterations: self.k,
            feature: [first.ids, last.ids],
        }
    }

    /// Returns the answer of the distance solver as the answer of this test; `rounding` is the rounding error of a
    /// bound.
    #[cold]
    fn fallback_answer(&self, answer: Answer, rounding: Real) -> Answer {
        let status = answer.bracket().sign_status(rounding);
        Answer { signed_distance: None, status, iterations: self.k + answer.iterations, ..answer }
    }
}

/// Returns whether two placed shapes overlap, as the status of an answer in the world frame. The first search direction
/// is `first`, in the pair frame. Distance and depth are not computed.
pub fn intersect(a: &Shape, pose_a: &Pose, b: &Shape, pose_b: &Pose, first: Vec2) -> Answer {
    let cso = Cso::new(a, pose_a, b, pose_b);
    if rounding::fits_own_unit_in_plane(cso.magnitude()) {
        return run_to_end(BooleanGjk::new(cso, first)).in_world(pose_a);
    }
    // Compute in a unit in which the pair's size is about one.
    let factor = rounding::unit_scale(cso.magnitude());
    let a = a.scaled(factor);
    let b = b.scaled(factor);
    let moved = Cso::placed(&a, &b, cso.rotation, cso.translation * factor);
    run_to_end(BooleanGjk::new(moved, first)).in_unit(factor).in_world(pose_a)
}

/// Runs a test to its end and returns its answer, in the pair frame.
fn run_to_end(mut test: BooleanGjk<&Shape>) -> Answer {
    let outcome = test.run();
    test.answer(outcome)
}
