//! The **direction-driven intersection test**: a simplex that is steered towards the origin by triple products.
//!
//! Source: `[Myoru24]` (in the plane: [`super::super::dim2::boolean_gjk`]) and the article that it follows, which has the
//! tetrahedron too; `[Muratori06]`. Problem: do two convex shapes share a point? No distance, no nearest point: from the
//! newest vertex `a`, the signs of a few products say on which side of an edge or face the origin lies, and the search goes
//! there next.
//!
//! ```text
//! line      ab·ao > 0                      d = (ab × ao) × ab
//! triangle  (abc × ac)·ao > 0   beyond ac  d = (ac × ao) × ac       abc = ab × ac
//!           (ab × abc)·ao > 0   beyond ab  the line case
//!           else                above or below: d = ±abc
//! tetrahedron                   beyond abc, acd or adb: the triangle case; else the origin is inside
//! ```
//!
//! Departures, with their reasons. A triple product is 0 when the origin lies on the line through an edge; the source then
//! normalizes 0 and searches for ever. Here such a point is looked at. "Inside" needs a tetrahedron that holds the origin
//! deeper than rounding ([`BooleanGjk::rho`]), "apart" a gap larger than rounding. Where a product has lost its sign, or a
//! vertex comes back, the nearest point of the simplex leads from there on; where the origin lies on the simplex, or nothing
//! comes nearer, the test hands over to the full answer ([`BooleanGjk::full`]), step by step. Normals of a tetrahedron's faces are turned away from the fourth vertex instead of trusting the
//! winding.
//!
//! Frames: the pair frame. Signs: `g > 0` is a gap, meters. Endings: [`Outcome`]. Cost: one support point and a
//! handful of products an iteration; no division, no square root but for the gap.

mod cases;
mod snapshot;
mod stepper;
pub use crate::snapshot::boolean_gjk::{Outcome, Product};
pub use cases::{Asked, Next};
pub use stepper::{BooleanGjk, Options};

#[cfg(test)]
mod tests;

use super::answer::{Answer, Reason};
use super::bracket::{Bracket, Found};
use super::pose::Pose;
use super::prelude::*;
use super::rounding;
use super::support::{Cso, Support, Whole};

/// Whether two placed shapes overlap, in the world frame. The distance or depth itself is not looked for.
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
        return tiny(&test.cso, options).in_world(pose_a);
    }
    test.answer(outcome).in_world(pose_a)
}

/// The answer for a pair so small that it has to be computed in another unit.
#[cold]
fn tiny<A: Support + Clone, B: Support + Clone>(cso: &Cso<Whole<A>, Whole<B>>, options: &Options) -> Answer {
    let (cso, factor) = cso.in_unit();
    let mut test = BooleanGjk::new(cso, *options);
    let outcome = test.run();
    test.answer(outcome).in_unit(factor)
}

impl<A: Support + Clone, B: Support + Clone> BooleanGjk<A, B> {
    /// What is proven after `outcome`, in the pair frame.
    pub fn answer(&self, outcome: Outcome) -> Answer {
        let rounding = self.bound_rounding();
        if let Some(full) = &self.full {
            return full.answer(self.k, rounding);
        }
        let (p, q) = self.witness();
        let reached = if outcome == Outcome::Inside { -self.rho } else { (p - q).length() };
        let bracket = Bracket::new([self.mu, reached], rounding).uncrossed();
        let found = match outcome {
            Outcome::Separated => Found::Axis,
            Outcome::Inside | Outcome::Overlapping => Found::CommonPoint,
            Outcome::OnEdge | Outcome::OnFace | Outcome::Stalled => Found::Nothing(Reason::Stalled),
            Outcome::IterationLimit => Found::Nothing(Reason::IterationLimit),
            Outcome::Degenerate => Found::Nothing(Reason::Degenerate),
        };
        Answer {
            signed_distance: None,
            normal: (self.k > 0).then_some(self.n),
            witness_a: p,
            witness_b: q,
            lower: bracket.lower,
            upper: bracket.upper,
            status: bracket.tested(found, rounding),
            iterations: self.k,
        }
    }
}
