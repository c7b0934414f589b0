//! **ISA-GJK**: do two convex shapes overlap, and if not, along which axis are they apart?
//!
//! Source: `[ACD11]` "Intersection test" (Incremental Separating Axis GJK), after `[Bergen99]`. Problem: only yes or no is
//! wanted, so the loop of GJK may stop long before the distance is known: as soon as `v·w > 0`, the plane through `w`
//! with normal `v` has all of `A − B` on one side and the origin on the other, so `v` is a separating axis. An axis that
//! separated a moment ago most likely still does. Started from it, the next frame is settled by one support point.
//!
//! Departures, with their reasons. `v·w > 0` can be true by rounding alone, so the gap `v·w/|v|` must be larger than
//! what rounding may have done to it. Shapes with round margins are asked by their cores: apart when the gap is wider
//! than the margins, overlapping when `|v|` is shorter. `v·v ≤ ε²` compares with the size of `W`, not with a length
//! in some unit. "Overlap" needs a proof as "apart" has one: a tetrahedron that holds the origin deeper than rounding
//! ([`IsaGjk::rho`]). Where rounding hides both, the test hands over to the full answer ([`IsaGjk::full`]), step by step; only
//! where the bracket of that holds 0 the test ends undecided.
//!
//! Frames: the pair frame; an axis is kept in the world between frames ([`Cache`]). Signs: `g > 0` is a gap, meters.
//! Endings: [`Outcome`]. Cost: one support point and one small reduction an iteration; a coherent frame takes one iteration.

mod snapshot;
mod stepper;
pub use crate::snapshot::isa_gjk::Outcome;
pub use stepper::{IsaGjk, Options};

#[cfg(test)]
pub(super) mod tests;

use super::answer::{Answer, Reason};
use super::bracket::{Bracket, Found};
use super::pose::Pose;
use super::prelude::*;
use super::rounding;
use super::support::{Cso, Support};

/// The axis that a pair remembers from frame to frame. World frame: it survives a turn of either body.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cache {
    /// From B towards A; zero before the first frame.
    pub axis: Vec3,
    /// Iterations of the last frame.
    pub iterations: u32,
}

/// Whether two placed shapes overlap, in the world frame. Apart: `normal` is the separating axis and `lower` the proven
/// gap along it. Overlapping: `upper` is at most 0. The distance or depth itself is not looked for.
pub fn intersect<A: Support + Clone, B: Support + Clone>(
    a: A,
    pose_a: &Pose,
    b: B,
    pose_b: &Pose,
    options: &Options,
    cache: &mut Cache,
) -> Answer {
    let start = pose_a.rotation.conjugate() * cache.axis;
    let start = (start != Vec3::ZERO).then_some(start).or(options.start);
    let mut isa = IsaGjk::new(Cso::new(a, pose_a, b, pose_b), Options { start, ..*options });
    let outcome = isa.run();
    if outcome == Outcome::Degenerate && rounding::is_tiny(isa.magnitude) {
        let (answer, axis) = tiny(&isa.cso, &isa.options);
        *cache = Cache { axis: pose_a.rotation * axis, iterations: answer.iterations };
        return answer.in_world(pose_a);
    }
    *cache = Cache { axis: pose_a.rotation * isa.axis(), iterations: isa.k };
    isa.answer(outcome).in_world(pose_a)
}

/// The answer for a pair so small that it has to be computed in another unit, and the axis to remember.
#[cold]
fn tiny<A: Support + Clone, B: Support + Clone>(cso: &Cso<A, B>, options: &Options) -> (Answer, Vec3) {
    let (cso, factor) = cso.in_unit();
    let mut isa = IsaGjk::new(cso, *options);
    let outcome = isa.run();
    (isa.answer(outcome).in_unit(factor), isa.axis())
}

impl<A: Support + Clone, B: Support + Clone> IsaGjk<A, B> {
    /// The guess for the next frame: the axis of the widest gap (or least overlap) seen, from B towards A, pair frame.
    pub fn axis(&self) -> Vec3 {
        -self.n
    }

    /// What is proven after `outcome`, in the pair frame, margins taken off.
    pub fn answer(&self, outcome: Outcome) -> Answer {
        let margin = self.cso.margin();
        let rounding = self.bound_rounding();
        if let Some(full) = &self.full {
            return full.answer(self.k, rounding);
        }
        let (p, q) = self.witness();
        let reached = match outcome {
            Outcome::Inside => -self.rho,
            _ if self.filled == 0 => self.w.map_or(Real::MAX, |w| w.w.length()),
            _ => (p - q).length(),
        };
        let bracket = Bracket::new([self.mu - margin, reached - margin], rounding).uncrossed();
        let found = match outcome {
            Outcome::Separated => Found::Axis,
            Outcome::Inside | Outcome::Shallow | Outcome::Overlapping => Found::CommonPoint,
            // In the plane a triangle, or an edge, that holds the origin is all that there is.
            Outcome::Vanished if self.mu - margin <= -4.0 * rounding => Found::CommonPoint,
            Outcome::Vanished | Outcome::Stalled => Found::Nothing(Reason::Stalled),
            Outcome::IterationLimit => Found::Nothing(Reason::IterationLimit),
            Outcome::Degenerate => Found::Nothing(Reason::Degenerate),
        };
        Answer {
            signed_distance: None,
            normal: (self.k > 0).then_some(self.n),
            witness_a: p + self.n * self.cso.a.margin(),
            witness_b: q - self.n * self.cso.b.margin(),
            lower: bracket.lower,
            upper: bracket.upper,
            status: bracket.tested(found, rounding),
            iterations: self.k,
        }
    }
}
