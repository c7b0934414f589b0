//! Time step of conservative advancement by a linear bound of the gap: the step of the basic method, without bilateral
//! advancement.
//!
//! - **Problem.** At the time `t`, A and B are at least the distance `d` apart along the unit normal `n` of a distance
//!   query, which stays fixed in the world. Find a later time before which they cannot touch, however they rotate.
//! - **Source.** `[Mirtich96]`.
//! - **Method.** The gap along `n` closes at most at the speed `c_max` ([`Bound::sum`](super::Bound)), so at every
//!   later time `t'` it is at least `d − c_max (t' − t)`. This linear function of time is positive before
//!   `t + d / c_max`.
//! - **Rounding.** The computed time must not be later than the exact `t + d / c_max`. Its quotient, product and sum
//!   are each rounded by at most half of `f64::EPSILON`, relative to their results. [`ADVANCE_FACTOR`] covers these
//!   errors as far as they grow with the advance. The error of the sum also grows with `t`; the margin of the pose
//!   error (`Course::rounding`), which each query subtracts from `d`, covers that part.

use super::stepper::RotatingCast;
use super::{Outcome, RotatingPair};

/// Factor on the advance `d / c_max`. Less than 1 by `2 · f64::EPSILON`, which exceeds the three rounding errors of
/// half of `f64::EPSILON` each.
const ADVANCE_FACTOR: f64 = 1.0 - 2.0 * f64::EPSILON;

impl<P: RotatingPair> RotatingCast<P> {
    /// Advances `t` by the least time, seconds, in which the bodies can touch if they are `distance` apart and approach
    /// at most at `max_closing_speed`, length units per second; both are positive. Ends the cast as a miss if that is
    /// after the end of the motion.
    pub(super) fn advance_by_speed_bound(&mut self, distance: f64, max_closing_speed: f64) {
        let advance = distance / max_closing_speed * ADVANCE_FACTOR;
        self.t += advance; // @advance
        if self.by_end().holds() {
            self.t = self.options.t_max;
            self.end(Outcome::TooLate); // @late
        }
    }
}
