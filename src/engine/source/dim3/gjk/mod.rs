//! GJK distance in 3D: the signed distance of two convex shapes and their closest points.
//!
//! - **Problem.** `v(A−B)`, the point of the configuration-space obstacle (CSO) `A − B` nearest the origin.
//! - **Source.** `[ACD11]` "GJK", after `[Bergen99]`; `[Catto10]` on termination and bad directions; sub-algorithm
//!   `[Montanari17]`.
//! - **Frame and signs.** The pair frame, which is the frame of A; meters. Directions `d` point from A towards B.
//! - **Certificate.** `S(A−B, d)` is the support point along a unit `d`: `g(d) = −d·S(A−B, d)` bounds the signed
//!   distance from below. With the vertices `w = a − b` of the simplex and the barycentric coordinates `λ` of `v`, the
//!   distance of the points `p_A = Σ λ a` of A and `p_B = Σ λ b` of B bounds it from above.
//!   [`rounding::bound_rounding`] widens both bounds.
//! - **Departures.** (1) The algorithm runs on cores, without the balls around them, and shifts the result by the
//!   margins ([`Options::surface`]). (2) The next direction is not `−v`, whose digits cancel near contact, but the
//!   perpendicular of the current edge or face where that has more digits ([`Search`]). (3) The bounds are stored apart
//!   from `v`: an iteration counts as progress when either of them improves. (4) Where all signs are certain, the face
//!   normal that the reduction computes is the next direction, and `v` and its weights are derived only on demand
//!   ([`Gjk::v`], [`Gjk::lambda`]).
//! - **Endings.** [`Outcome`].
//! - **Cost.** One support mapping and one nearest point of at most four points per iteration.
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
pub use contact_lens_model::ask::Search;
pub use contact_lens_model::snapshot::gjk::Outcome;

use super::prelude::*;
use super::rounding;
use super::simplex::Solver;
use super::support::{Cso, Support};
pub(super) use direction::{Aim, towards_origin};
pub use stepper::Gjk;

/// Least cosine of the angle between the normal and the line through the cores' witness points with which that line
/// counts. Without rounding the two are parallel, so a smaller cosine shows that rounding determines the line.
const RELIABLE_LINE: Real = 0.9;

/// Options of a distance query, made from the default:
///
/// ```
/// let mut options = contact_lens_engine::double::dim3::gjk::Options::default();
/// options.relative = 1.0e-3;
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// Relative tolerance: width of the bracket as a fraction of the signed distance.
    pub relative: Real,
    /// Absolute tolerance: width of the bracket, meters. The larger of the two tolerances counts.
    pub absolute: Real,
    /// Maximum number of iterations.
    pub max_iterations: u32,
    /// Rule for the next direction, which matters where `−v` loses digits.
    pub search: Search,
    /// Sub-algorithm that finds the point of the simplex nearest to the origin.
    pub solver: Solver,
    /// First guess of `v` (pair frame), such as the previous frame's; only its direction matters.
    pub start: Option<Vec3>,
    /// Runs on the surfaces instead of the cores, for teaching: slower, and on balls the run approaches the distance
    /// instead of reaching it in a few iterations.
    pub surface: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            relative: rounding::RELATIVE_TOLERANCE,
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
    /// Options for a pair whose lengths were multiplied by `factor`.
    pub(super) fn in_unit(self, factor: Real) -> Self {
        Self { absolute: self.absolute * factor, ..self }
    }
}

/// Signed distance of two placed shapes, with points and normal in the world frame. If the cores overlap, the depth is
/// only bracketed, and the status reports that; [`super::distance::signed_distance`] computes the depth.
pub fn distance<A: Support, B: Support>(a: A, pose_a: &Pose, b: B, pose_b: &Pose, options: &Options) -> Answer {
    let cso = Cso::new(a, pose_a, b, pose_b);
    let answer = if options.surface { answer_on_surfaces(cso, options) } else { answer(cso, options) };
    answer.in_world(pose_a)
}

/// Signed distance of a pair, in the pair frame.
#[inline(always)]
fn answer<A: Support, B: Support>(cso: Cso<A, B>, options: &Options) -> Answer {
    let mut gjk = Gjk::new(cso, *options);
    let outcome = gjk.run();
    if outcome == Outcome::Degenerate && rounding::is_tiny(gjk.magnitude) {
        return tiny_answer(&gjk.cso, options);
    }
    gjk.answer(outcome)
}

/// Signed distance of a pair so small that its lengths are multiplied by a factor before the run.
#[cold]
fn tiny_answer<A: Support, B: Support>(cso: &Cso<A, B>, options: &Options) -> Answer {
    let (cso, factor) = cso.in_unit();
    let mut gjk = Gjk::new(cso, options.in_unit(factor));
    let outcome = gjk.run();
    gjk.answer(outcome).in_unit(factor)
}

/// Signed distance by GJK on the surfaces instead of the cores.
#[cold]
fn answer_on_surfaces<A: Support, B: Support>(cso: Cso<A, B>, options: &Options) -> Answer {
    answer(cso.whole(), options)
}

impl<A: Support, B: Support> Gjk<A, B> {
    /// Tolerated width of an answer's bracket, meters: the requested tolerance plus the rounding errors of both bounds
    /// and of their difference.
    pub fn tolerance(&self, signed_distance: Real) -> Real {
        let requested = (self.options.relative * signed_distance.abs()).max(self.options.absolute);
        requested + 2.0 * rounding::bound_rounding(self.magnitude + self.margin) + self.rounding()
    }

    /// Upper bound of the signed distance before it is widened by its rounding error, meters: the best estimate of the
    /// signed distance. `core_distance` is the distance of the cores' witness points.
    #[inline(always)]
    fn estimate(&self, core_distance: Real) -> Real {
        // After a fast reduction (`nearest` is `None`), the witness points have more correct digits than `upper`.
        let upper = if self.nearest.is_none() { core_distance } else { core_distance.min(self.upper) };
        upper - self.margin
    }

    /// Bracket of the signed distance that the state proves, given its best estimate ([`Gjk::estimate`]). The lower
    /// bound exceeds the upper one if they contradict each other.
    #[inline(always)]
    fn bracket(&self, estimate: Real) -> Bracket {
        let rounding = rounding::bound_rounding(self.magnitude + self.margin);
        Bracket::new([self.mu - self.margin, estimate], rounding)
    }

    /// [`Gjk::tolerance`] at the best estimate of the signed distance in the current state, meters; at 0 if the bounds
    /// contradict each other.
    pub fn current_tolerance(&self) -> Real {
        let [p, q] = self.witness();
        let estimate = self.estimate((p - q).length());
        let bracket = self.bracket(estimate);
        let is_proven = self.filled != 0 && bracket.lower <= bracket.upper;
        self.tolerance(if is_proven { bracket.nearest(estimate) } else { 0.0 })
    }

    /// Answer of a run that ended with `outcome`, in the pair frame, for the shapes with their margins.
    #[inline(always)]
    pub fn answer(&self, outcome: Outcome) -> Answer {
        if self.filled == 0 {
            return self.no_answer();
        }
        let margin = self.margin;
        let [p, q] = self.witness();
        let core_distance = (p - q).length();
        let estimate = self.estimate(core_distance);
        let bracket = self.bracket(estimate);
        let Bracket { lower, upper } = bracket;
        if lower > upper {
            return self.contradictory_answer(bracket);
        }
        let signed_distance = bracket.nearest(estimate);
        let status = bracket.distance_status(self.tolerance(signed_distance), || match outcome {
            Outcome::Inside => Reason::DepthNotRequested,
            // The cores touch, so positive margins prove the overlap.
            Outcome::Vanished if upper < 0.0 => Reason::DepthNotRequested,
            Outcome::Vanished => Reason::Contact,
            Outcome::IterationLimit => Reason::IterationLimit,
            Outcome::Degenerate => Reason::Degenerate,
            Outcome::AbsoluteGap | Outcome::RelativeGap | Outcome::RoundingGap => Reason::Stalled,
            Outcome::Repeated | Outcome::NoProgress => Reason::Stalled,
        });
        let has_only_bracket = matches!(status, Status::NotConverged(Reason::DepthNotRequested | Reason::Contact));
        let mut witness = [p, q];
        if margin > 0.0 {
            // Shifted along the line through the cores' witness points, the points have the distance
            // `core_distance − margin` of the upper bound. If rounding determines that line, the normal is used.
            let line = (q - p) / core_distance.max(Real::MIN_POSITIVE);
            let along = if line.dot(self.n) > RELIABLE_LINE { line } else { self.n };
            witness = [p + along * self.cso.a.margin(), q - along * self.cso.b.margin()];
        }
        let [witness_a, witness_b] = witness;
        Answer {
            signed_distance: (!has_only_bracket).then_some(signed_distance),
            normal: Some(self.n),
            witness_a,
            witness_b,
            lower,
            upper,
            status,
            iterations: self.k,
        }
    }

    /// Answer for bounds that contradict each other by more than their rounding errors, as after an invalid support
    /// mapping: not converged, with the bounds exchanged so that they ascend.
    #[cold]
    fn contradictory_answer(&self, bracket: Bracket) -> Answer {
        let Bracket { lower: upper, upper: lower } = bracket;
        let [p, q] = self.witness();
        let witness_a = p + self.n * self.cso.a.margin();
        let witness_b = q - self.n * self.cso.b.margin();
        Answer { normal: Some(self.n), witness_a, witness_b, lower, upper, ..self.no_answer() }
    }

    /// Answer of a run that proved nothing: its bracket is unbounded.
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
