//! Conservative advancement: on by as long as the gap takes to close at the bound of its speed.

use super::stepper::Turning;
use super::{Outcome, Turns};

impl<P: Turns> Turning<P> {
    /// To the moment before which a gap cannot close that closes no faster than `mu`.
    pub(super) fn go_on(&mut self, gap: f64, mu: f64) {
        self.t += gap / mu * (1.0 - 2.0 * f64::EPSILON); // @advance
        if self.by_end().holds() {
            self.t = self.options.t_max;
            self.end(Outcome::TooLate); // @late
        }
    }
}
