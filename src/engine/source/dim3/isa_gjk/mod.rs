//! ISA-GJK (incremental separating axis GJK): an overlap test that finds a separating axis or proves an overlap.
//!
//! - **Problem.** Whether two convex shapes overlap, and if not, an axis that separates them.
//! - **Source.** `[ACD11]` "Intersection test", after `[Bergen99]`.
//! - **Method.** The loop of GJK can stop long before the distance is known. Let `W` be the simplex, `v` its point
//!   nearest the origin and `w` the support point of `A − B` along `−v`. As soon as `v·w > 0`, the plane through `w`
//!   with the normal `v` has all of `A − B` on one side and the origin on the other, so `v` is a separating axis. The
//!   axis of the previous frame is likely to separate again; starting from it, one support point decides the next
//!   frame.
//! - **Departures.** (1) `v·w > 0` can be true by rounding alone, so the gap `v·w/|v|` must exceed its rounding error.
//!   (2) Shapes with margins are tested by their cores: separate if the gap exceeds the margins, overlapping if `|v|`
//!   is less than the margins. (3) The test that `v` vanishes compares `|v|` with the size of `W`, not with an absolute
//!   length. (4) An overlap requires a proof as a separation does: a tetrahedron that contains the origin at a depth
//!   above the rounding error ([`IsaGjk::rho`]). (5) If rounding makes both proofs fail, the distance query takes over
//!   ([`IsaGjk::fallback`]), step by step; the test is undecided only if the bracket of the distance contains 0.
//! - **Frames and signs.** The pair frame; lengths in meters. Between frames an axis is stored in the world frame
//!   ([`Cache`]). `g > 0` is a gap.
//! - **Endings.** [`Outcome`].
//! - **Cost.** One support point and one small reduction per iteration; a coherent frame takes one iteration.

mod snapshot;
mod stepper;
pub use contact_lens_model::snapshot::isa_gjk::Outcome;
pub use stepper::{IsaGjk, Options};

#[cfg(test)]
pub(super) mod tests;

use super::answer::{Answer, Reason};
use super::bracket::{Bracket, SignProof};
use super::pose::Pose;
use super::prelude::*;
use super::rounding;
use super::support::{Cso, Support};

/// Least overlap along the best axis, in rounding errors of a gap, with which a simplex that contains the origin to
/// rounding counts as proof of an overlap. A smaller value would report contacts as overlaps.
const CLEAR_OVERLAP: Real = 4.0;

/// Axis of a pair that the next frame starts from. Stored in the world frame, so that it stays valid when a body
/// rotates.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cache {
    /// Unit axis from B towards A, world frame; zero before the first frame.
    pub axis: Vec3,
    /// Number of iterations that the last frame took.
    pub iterations: u32,
}

/// Tests whether two placed shapes overlap; the answer is in the world frame, without a distance or depth.
///
/// If the shapes are separate, `normal` is the separating axis and `lower` the proven gap along it. If they overlap,
/// `upper` is at most 0, except in the plane ([`Options::in_plane`]), where it may exceed 0 by rounding error. `cache`
/// provides the start of the search and receives the axis for the next frame.
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
        return tiny_answer(&isa.cso, &isa.options, pose_a, cache);
    }
    *cache = Cache { axis: pose_a.rotation * isa.axis(), iterations: isa.k };
    isa.answer(outcome).in_world(pose_a)
}

/// Answer for a pair so small that its lengths are multiplied by a factor before the run; world frame. Stores the axis
/// for the next frame in `cache`.
#[cold]
fn tiny_answer<A: Support + Clone, B: Support + Clone>(
    cso: &Cso<A, B>,
    options: &Options,
    pose_a: &Pose,
    cache: &mut Cache,
) -> Answer {
    let (cso, factor) = cso.in_unit();
    let mut isa = IsaGjk::new(cso, *options);
    let outcome = isa.run();
    let answer = isa.answer(outcome).in_unit(factor);
    *cache = Cache { axis: pose_a.rotation * isa.axis(), iterations: answer.iterations };
    answer.in_world(pose_a)
}

impl<A: Support + Clone, B: Support + Clone> IsaGjk<A, B> {
    /// Unit axis of the largest gap, from B towards A, pair frame: the start for the next frame.
    pub fn axis(&self) -> Vec3 {
        -self.n
    }

    /// Answer of a run that ended with `outcome`, in the pair frame, for the shapes with their margins.
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
