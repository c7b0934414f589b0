//! Conservative advancement by the time that the gap takes to close at the bound of its speed.

use super::stepper::RotatingCast;
use super::{Outcome, RotatingPair};

impl<P: RotatingPair> RotatingCast<P> {
    /// Advances `t` to the time before which a gap that closes at most at the speed `mu` cannot close.
    pub(super) fn advance_linearly(&mut self, gap: f64, mu: f64) {
        // The factor covers the roundings of the quotient and the product.
        self.t += gap / mu * (1.0 - 2.0 * f64::EPSILON); // @advance
        if self.by_end().holds() {
            self.t = self.options.t_max;
            self.end(Outcome::TooLate); // @late
        }
    }
}
