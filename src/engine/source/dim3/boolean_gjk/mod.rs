//! Boolean GJK: an overlap test that steers a simplex towards the origin by the signs of triple products.
//!
//! - **Problem.** Whether two convex shapes share a point, without the distance or the nearest points.
//! - **Source.** `[Myoru24]` for lines and triangles (in 2D: [`crate::dim2::boolean_gjk`]), the article that it
//!   follows for the tetrahedron, and `[Muratori06]`.
//! - **Method.** The simplex has the vertices `a`, `b`, `c` and `d`, with `a` the newest; `ab` is the vector from `a`
//!   to `b`, `ao` the vector from `a` to the origin. The signs of a few products determine on which side of an edge or
//!   face the origin is, and the search continues on that side along `d`:
//!
//! ```text
//! line      ab·ao > 0                      d = (ab × ao) × ab
//! triangle  (abc × ac)·ao > 0   beyond ac  d = (ac × ao) × ac       abc = ab × ac
//!           (ab × abc)·ao > 0   beyond ab  the line case
//!           else                above or below: d = ±abc
//! tetrahedron                   beyond abc, acd or adb: the triangle case; else the origin is inside
//! ```
//!
//! - **Departures.** (1) A triple product is 0 when the origin is on the line through an edge; the source then
//!   normalizes 0 and never ends. Here, if the sign of a product is uncertain or a vertex repeats, all further
//!   directions come from the simplex's point nearest to the origin. (2) The outcome "inside" requires a tetrahedron
//!   that contains the origin at a depth above the rounding error ([`BooleanGjk::rho`]), the outcome "separated" a gap
//!   above it. (3) If the origin is on the simplex, or the nearest point comes no nearer, the distance query takes over
//!   ([`BooleanGjk::fallback`]), step by step. (4) The normals of a tetrahedron's faces are directed away from the
//!   fourth vertex, whatever the winding.
//! - **Frames and signs.** The pair frame; lengths in meters. A positive `g` is a gap between the shapes.
//! - **Endings.** [`Outcome`].
//! - **Cost.** One support point and a few products per iteration, and the lengths of their factors, which bound the
//!   rounding errors of the products.

mod cases;
mod snapshot;
mod stepper;
#[cfg(test)]
mod tests;

pub use cases::{Next, SignTest};
pub use contact_lens_model::snapshot::boolean_gjk::{Outcome, Product};
pub use stepper::{BooleanGjk, Options};

use super::answer::Answer;
use super::bracket::Bracket;
use super::pose::Pose;
use super::prelude::*;
use super::rounding;
use super::support::{Cso, Support, Whole};

/// Tests whether two placed shapes overlap; the answer is in the world frame, without a distance or depth.
pub fn intersect<A: Support + Clone, B: Support + Clone>(
    a: A,
    pose_a: &Pose,
    b: B,
    pose_b: &Pose,
    options: &Options,
) -> Answer {
    let mut test = BooleanGjk::new(Cso::new(a, pose_a, b, pose_b), *options);
    let outcome = test.run();
    if outcome == Outcome::Degenerate && rounding::is_tiny(test.magnitude) {
        return answer_in_unit(&test.cso, options).in_world(pose_a);
    }
    test.answer(outcome).in_world(pose_a)
}

/// Answer for a pair so small that its lengths are multiplied by a factor before the run; pair frame.
#[cold]
fn answer_in_unit<A: Support + Clone, B: Support + Clone>(cso: &Cso<Whole<A>, Whole<B>>, options: &Options) -> Answer {
    let (cso, factor) = cso.in_unit();
    let mut test = BooleanGjk::new(cso, *options);
    let outcome = test.run();
    test.answer(outcome).in_unit(factor)
}

impl<A: Support + Clone, B: Support + Clone> BooleanGjk<A, B> {
    /// Answer for a run that ended with `outcome`, in the pair frame.
    pub fn answer(&self, outcome: Outcome) -> Answer {
        let rounding = self.bound_rounding();
        if let Some(fallback) = &self.fallback {
            return fallback.answer(self.k, rounding);
        }
        let [p, q] = self.witness();
        let upper = if outcome == Outcome::Inside { -self.rho } else { (p - q).length() };
        let bracket = Bracket::new([self.mu, upper], rounding).uncrossed();
        Answer {
            signed_distance: None,
            normal: (self.k > 0).then_some(self.n),
            witness_a: p,
            witness_b: q,
            lower: bracket.lower,
            upper: bracket.upper,
            status: bracket.test_status(outcome.into(), rounding),
            iterations: self.k,
        }
    }
}
