//! GJK distance in 3D: how far apart are two convex shapes, and where are they closest?
//!
//! **Problem.** `v(A−B)`, the point of the configuration-space obstacle nearest the origin. **Source.** `[ACD11]` "GJK",
//! after `[Bergen99]`; `[Catto10]` on termination and bad directions; sub-algorithm `[Montanari17]`.
//! **Frame.** The pair frame. **Signs.** Directions `d` point from A towards B.
//!
//! **Certificate.** For a unit `d`, `g(d) = −d·S(A−B, d)` bounds the signed distance from below, the points
//! `p_A = Σ λ a`, `p_B = Σ λ b` bound it from above, and [`rounding::bound_rounding`] is added to both for rounding.
//!
//! **Departures.** (1) Cores: balls around cores are taken off and the result is shifted ([`Options::surface`]).
//! (2) The next direction is not `−v`, whose digits cancel near contact, but the perpendicular of the current edge or
//! face where that has more digits ([`Search`]). (3) Bounds are kept apart from `v`: an iteration counts as progress when
//! either of them improves. (4) Where no sign is in doubt, the face's normal that the reduction computes is the next direction,
//! and `v` with its weights is derived when somebody asks for it ([`Gjk::v`], [`Gjk::lambda`]).
//!
//! **Endings.** [`Outcome`]. **Cost.** One support mapping and one nearest point of at most four points per iteration.
//!
//! ```
//! use contact_lens_engine::double::{answer::Status, dim3::gjk, dim3::shape::Shape, pose::Pose};
//! use glam::{DQuat, DVec3};
//! let (a, b) = (Shape::sphere(1.0)?, Shape::cuboid(DVec3::ONE)?);
//! let pose_b = Pose::new(DVec3::new(3.5, 0.0, 0.0), DQuat::IDENTITY);
//! let answer = gjk::distance(&a, &Pose::IDENTITY, &b, &pose_b, &gjk::Options::default());
//! assert_eq!(answer.status, Status::Separated);
//! assert!(answer.signed_distance.is_some_and(|d| (d - 1.5).abs() < 1.0e-12));
//! # Ok::<(), contact_lens_engine::double::dim3::shape::ShapeError>(())
//! ```

mod direction;
mod snapshot;
mod stepper;
mod stops;
#[cfg(test)]
mod tests;

use super::answer::{Answer, Reason, Status};
use super::bracket::Bracket;
use super::pose::Pose;
pub use crate::ask::Search;
pub use crate::snapshot::gjk::Outcome;

use super::prelude::*;
use super::rounding;
use super::simplex::Solver;
use super::support::{Cso, Support};
pub(super) use direction::{Aim, towards_origin};
pub use stepper::Gjk;

/// How a query is to be answered. Made from the default:
///
/// ```
/// let mut options = contact_lens_engine::double::dim3::gjk::Options::default();
/// options.relative = 1.0e-3;
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// The bracket may be this share of the signed distance wide.
    pub relative: Real,
    /// Or this many meters.
    pub absolute: Real,
    /// Cap on iterations.
    pub max_iterations: u32,
    /// Where `−v` loses digits.
    pub search: Search,
    /// The sub-algorithm.
    pub solver: Solver,
    /// Any first guess of `v` (pair frame), such as the previous frame's; only its direction matters.
    pub start: Option<Vec3>,
    /// Work on the surfaces themselves, not on their cores. Slower, and smooth shapes only converge; for teaching.
    pub surface: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            relative: rounding::RELATIVE,
            absolute: 0.0,
            max_iterations: rounding::MAX_ITERATIONS,
            search: Search::default(),
            solver: Solver::default(),
            start: None,
            surface: false,
        }
    }
}

impl Options {
    /// The same in a unit in which lengths are `factor` times as many.
    pub(super) fn in_unit(self, factor: Real) -> Self {
        Self { absolute: self.absolute * factor, ..self }
    }
}

/// The signed distance of two placed shapes, in the world frame. When they overlap so deeply that their cores do, the
/// depth is only bracketed and the status says so; `penetration` goes on from there.
pub fn distance<A: Support, B: Support>(a: A, pose_a: &Pose, b: B, pose_b: &Pose, options: &Options) -> Answer {
    let cso = Cso::new(a, pose_a, b, pose_b);
    let answer = if options.surface { on_surfaces(cso, options) } else { answer(cso, options) };
    answer.in_world(pose_a)
}

#[inline(always)]
fn answer<A: Support, B: Support>(cso: Cso<A, B>, options: &Options) -> Answer {
    let mut gjk = Gjk::new(cso, *options);
    let outcome = gjk.run();
    if outcome == Outcome::Degenerate && rounding::is_tiny(gjk.magnitude) {
        return tiny(&gjk.cso, options);
    }
    gjk.answer(outcome)
}

/// The answer for a pair so small that it has to be computed in another unit.
#[cold]
fn tiny<A: Support, B: Support>(cso: &Cso<A, B>, options: &Options) -> Answer {
    let (cso, factor) = cso.in_unit();
    let mut gjk = Gjk::new(cso, options.in_unit(factor));
    let outcome = gjk.run();
    gjk.answer(outcome).in_unit(factor)
}

/// Out of the way of the default.
#[cold]
fn on_surfaces<A: Support, B: Support>(cso: Cso<A, B>, options: &Options) -> Answer {
    answer(cso.whole(), options)
}

impl<A: Support, B: Support> Gjk<A, B> {
    /// How wide the bracket of an answer may be: what was asked for, and what rounding adds to any bracket.
    pub fn wanted(&self, signed_distance: Real) -> Real {
        let asked = (self.options.relative * signed_distance.abs()).max(self.options.absolute);
        asked + 2.0 * rounding::bound_rounding(self.magnitude + self.margin) + self.rounding()
    }

    /// The bracket of the signed distance that is proven now, and the best estimate in it, which says little while the
    /// bracket is wide. The bounds cross where they contradict each other.
    #[inline(always)]
    fn bracket(&self, apart: Real) -> (Bracket, Real) {
        let rounding = rounding::bound_rounding(self.magnitude + self.margin);
        // The rounding of the very last sums is in it too.
        // Of what a turn found the points say it better than the turn.
        let upper = if self.found.is_none() { apart } else { apart.min(self.upper) };
        (Bracket::new([self.mu - self.margin, upper - self.margin], rounding), upper - self.margin)
    }

    /// How wide the bracket may be for what is known now: [`Gjk::wanted`] of the best estimate.
    pub fn wanted_now(&self) -> Real {
        let (p, q) = self.witness();
        let (bracket, estimate) = self.bracket((p - q).length());
        let known = self.filled != 0 && bracket.lower <= bracket.upper;
        self.wanted(if known { bracket.nearest(estimate) } else { 0.0 })
    }

    /// What is known after `outcome`, in the pair frame, with margins taken off.
    #[inline(always)]
    pub fn answer(&self, outcome: Outcome) -> Answer {
        if self.filled == 0 {
            return self.no_answer();
        }
        let margin = self.margin;
        let (p, q) = self.witness();
        let apart = (p - q).length();
        let (bracket, estimate) = self.bracket(apart);
        let Bracket { lower, upper } = bracket;
        if lower > upper {
            return self.contradicted([upper, lower]);
        }
        let signed_distance = bracket.nearest(estimate);
        let status = bracket.measured(self.wanted(signed_distance), || match outcome {
            Outcome::Inside => Reason::DepthNotAsked,
            // With margins around the cores that touch, the overlap is proven.
            Outcome::Vanished if upper < 0.0 => Reason::DepthNotAsked,
            Outcome::Vanished => Reason::Contact,
            Outcome::IterationLimit => Reason::IterationLimit,
            Outcome::Degenerate => Reason::Degenerate,
            _ => Reason::Stalled,
        });
        let bracketed = matches!(status, Status::NotConverged(Reason::DepthNotAsked | Reason::Contact));
        let mut witness = (p, q);
        if margin > 0.0 {
            // On the line through the cores' points the witnesses are exactly `apart − margin` apart, as the upper bound
            // says; where that line is rounding alone, the normal is as good.
            let line = (q - p) / apart.max(Real::MIN_POSITIVE);
            let along = if line.dot(self.n) > 0.9 { line } else { self.n };
            witness = (p + along * self.cso.a.margin(), q - along * self.cso.b.margin());
        }
        let (witness_a, witness_b) = witness;
        Answer {
            signed_distance: (!bracketed).then_some(signed_distance),
            normal: Some(self.n),
            witness_a,
            witness_b,
            lower,
            upper,
            status,
            iterations: self.k,
        }
    }

    /// The bounds contradict each other beyond rounding, as with a support mapping that is none: neither is a proof.
    #[cold]
    fn contradicted(&self, [lower, upper]: [Real; 2]) -> Answer {
        let (p, q) = self.witness();
        let (witness_a, witness_b) = (p + self.n * self.cso.a.margin(), q - self.n * self.cso.b.margin());
        Answer { normal: Some(self.n), witness_a, witness_b, lower, upper, ..self.no_answer() }
    }

    /// Nothing is known: the bracket is as wide as numbers go.
    fn no_answer(&self) -> Answer {
        let Bracket { lower, upper } = Bracket::UNKNOWN;
        Answer {
            signed_distance: None,
            normal: None,
            witness_a: Vec3::ZERO,
            witness_b: Vec3::ZERO,
            lower,
            upper,
            status: Status::NotConverged(Reason::Degenerate),
            iterations: self.k,
        }
    }
}
