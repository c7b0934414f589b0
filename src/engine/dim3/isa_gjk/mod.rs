//! ISA-GJK: an overlap test that finds a separating axis or proves an overlap.
//!
//! - **Problem.** Whether two convex shapes overlap, and if not, an axis that separates them.
//! - **Source.** `[ACD11]` "Intersection test" (Incremental Separating Axis GJK), after `[Bergen99]`.
//! - **Method.** The loop of GJK can stop long before the distance is known. Let `v` be the point of the simplex
//!   nearest the origin and `w` the support point of `A − B` along `−v`. As soon as `v·w > 0`, the plane through `w`
//!   with normal `v` has all of `A − B` on one side and the origin on the other, so `v` is a separating axis. The axis
//!   of the previous frame is likely to separate again; starting from it, one support point decides the next frame.
//! - **Departures.** `v·w > 0` can be true by rounding alone, so the gap `v·w/|v|` must exceed its rounding error.
//!   Shapes with margins are tested by their cores: separate when the gap exceeds the margins, overlapping when `|v|`
//!   is less than the margins. `v·v ≤ ε²` compares with the size of `W`, not with a length in some unit. An overlap
//!   needs a proof as a separation does: a tetrahedron that contains the origin at a depth above the rounding error
//!   ([`IsaGjk::rho`]). If rounding makes both inconclusive, the distance query takes over ([`IsaGjk::fallback`]),
//!   step by step; the test is undecided only where the bracket of the distance contains 0.
//! - **Frames and signs.** The pair frame; an axis is kept in the world between frames ([`Cache`]). `g > 0` is a gap,
//!   meters.
//! - **Endings.** [`Outcome`].
//! - **Cost.** One support point and one small reduction per iteration; a coherent frame takes one iteration.

mod snapshot;
mod stepper;
pub use crate::snapshot::isa_gjk::Outcome;
pub use stepper::{IsaGjk, Options};

#[cfg(test)]
pub(super) mod tests;

use super::answer::{Answer, Reason};
use super::bracket::{Bracket, SignProof};
use super::pose::Pose;
use super::prelude::*;
use super::rounding;
use super::support::{Cso, Support};

/// Overlap along the best axis, in rounding errors of a gap, from which a nearest point at the origin counts as proof
/// of the overlap. A smaller value would report contacts as overlaps.
const CLEAR_OVERLAP: Real = 4.0;

/// Axis of a pair that is kept from frame to frame. It is stored in the world frame, so that it stays valid when a body
/// rotates.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cache {
    /// Axis from B towards A, world frame, of length 1; zero before the first frame.
    pub axis: Vec3,
    /// Number of iterations of the last frame.
    pub iterations: u32,
}

/// Whether two placed shapes overlap, in the world frame. If separate, `normal` is the separating axis and `lower` the
/// proven gap along it. If overlapping, `upper` is at most 0; only in the plane ([`Options::in_plane`]) may it exceed
/// 0, by rounding error. Does not compute the distance or depth.
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
        let (answer, axis) = tiny_answer(&isa.cso, &isa.options);
        *cache = Cache { axis: pose_a.rotation * axis, iterations: answer.iterations };
        return answer.in_world(pose_a);
    }
    *cache = Cache { axis: pose_a.rotation * isa.axis(), iterations: isa.k };
    isa.answer(outcome).in_world(pose_a)
}

/// Answer of a pair so small that it is computed in another unit of length, and the axis for the next frame.
#[cold]
fn tiny_answer<A: Support + Clone, B: Support + Clone>(cso: &Cso<A, B>, options: &Options) -> (Answer, Vec3) {
    let (cso, factor) = cso.in_unit();
    let mut isa = IsaGjk::new(cso, *options);
    let outcome = isa.run();
    (isa.answer(outcome).in_unit(factor), isa.axis())
}

impl<A: Support + Clone, B: Support + Clone> IsaGjk<A, B> {
    /// Initial axis for the next frame: the unit axis of the largest gap, from B towards A, pair frame.
    pub fn axis(&self) -> Vec3 {
        -self.n
    }

    /// Answer for a run that ended with `outcome`, in the pair frame, margins subtracted.
    pub fn answer(&self, outcome: Outcome) -> Answer {
        let margin = self.cso.margin();
        let rounding = self.bound_rounding();
        if let Some(fallback) = &self.fallback {
            return fallback.answer(self.k, rounding);
        }
        let [p, q] = self.witness();
        let upper = match outcome {
            Outcome::Inside => -self.rho,
            _ if self.filled == 0 => self.w.map_or(Real::MAX, |w| w.w.length()),
            _ => (p - q).length(),
        };
        let bracket = Bracket::new([self.mu - margin, upper - margin], rounding).uncrossed();
        let proof = match outcome {
            Outcome::Separated => SignProof::Axis,
            Outcome::Inside | Outcome::Shallow | Outcome::Overlapping => SignProof::CommonPoint,
            // In 2D, a triangle or an edge that contains the origin is the best proof available.
            Outcome::Vanished if self.mu - margin <= -CLEAR_OVERLAP * rounding => SignProof::CommonPoint,
            Outcome::Vanished | Outcome::Stalled => SignProof::Missing(Reason::Stalled),
            Outcome::IterationLimit => SignProof::Missing(Reason::IterationLimit),
            Outcome::Degenerate => SignProof::Missing(Reason::Degenerate),
        };
        Answer {
            signed_distance: None,
            normal: (self.k > 0).then_some(self.n),
            witness_a: p + self.n * self.cso.a.margin(),
            witness_b: q - self.n * self.cso.b.margin(),
            lower: bracket.lower,
            upper: bracket.upper,
            status: bracket.test_status(proof, rounding),
            iterations: self.k,
        }
    }
}
