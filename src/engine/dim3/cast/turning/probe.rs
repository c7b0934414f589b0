//! From the surface a little on: the moment at which the bodies are proven to overlap.

use super::pair::Turns;
use super::{Outcome, Phase, Turning};

/// The most times that it is looked ahead, each time twice as far.
const MOST: u32 = 48;

impl<P: Turns> Turning<P> {
    /// From here on it is looked ahead.
    pub(super) fn look_ahead(&mut self) {
        let left = self.options.t_max - self.t;
        if !(left > 0.0) {
            return self.end(Outcome::Grazing);
        }
        // Twice as long as the distance, with all that rounding leaves open, takes to close at the speed of late.
        let wide = self.found.map_or(0.0, |found| found.upper.max(0.0) - found.lower.min(0.0));
        let ahead = 2.0 * wide.max(f64::EPSILON * self.magnitude()) / self.speed();
        self.ahead = ahead.max(4.0 * f64::EPSILON * self.t);
        self.phase = Phase::Probe;
    }

    /// How fast the gap has closed of late; as fast as it can, where that is not known.
    fn speed(&self) -> f64 {
        let fastest = self.samples.last().map_or(0.0, |last| -last.slope + last.turning);
        let seen = match self.samples[..] {
            [.., before, last] if last.t > before.t && before.d > last.d => (before.d - last.d) / (last.t - before.t),
            _ => fastest,
        };
        if seen > 0.0 { seen } else { fastest.abs().max(f64::MIN_POSITIVE) }
    }

    /// Asks once more, farther on.
    pub(super) fn probe(&mut self) {
        let probes = self.samples.iter().filter(|sample| sample.t > self.t).count() as u32;
        let ahead = self.ahead;
        let at = (self.t + ahead).min(self.options.t_max);
        self.ask(at); // @probe
        if self.by_overlap().holds() {
            self.upper = at;
            return self.end(Outcome::Hit);
        }
        let apart = self.found.is_some_and(|found| found.lower > 0.0);
        if at >= self.options.t_max || probes >= MOST || apart && probes > 3 {
            return self.end(Outcome::Grazing);
        }
        self.ahead = 2.0 * ahead;
    }
}
