//! Step of conservative advancement with rotation: `t` advances by the time that the gap takes to close at the bound of
//! its closing speed.

use super::stepper::RotatingCast;
use super::{Outcome, RotatingPair};

impl<P: RotatingPair> RotatingCast<P> {
    /// Advances `t` to the time before which `gap`, a length at `t`, cannot close if it closes at most at `max_speed`,
    /// length units per second.
    pub(super) fn advance_linearly(&mut self, gap: f64, max_speed: f64) {
        // The factor covers the rounding errors of the quotient and the product.
        self.t += gap / max_speed * (1.0 - 2.0 * f64::EPSILON); // @advance
        if self.by_end().holds() {
            self.t = self.options.t_max;
            self.end(Outcome::TooLate); // @late
        }
    }
}
