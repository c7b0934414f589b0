//! Probes after the search: a time at which the bodies are proven to overlap.

use super::pair::RotatingPair;
use super::{Outcome, Phase, RotatingCast};

/// Limit on probes; each looks ahead twice as far as the previous one.
const MOST: u32 = 48;

impl<P: RotatingPair> RotatingCast<P> {
    /// Starts the phase of probes.
    pub(super) fn look_ahead(&mut self) {
        let left = self.options.t_max - self.t;
        if !(left > 0.0) {
            return self.end(Outcome::Grazing);
        }
        // Twice the time in which the distance, with the width of its bracket, closes at the recent speed.
        let width = self.found.map_or(0.0, |found| found.upper.max(0.0) - found.lower.min(0.0));
        let ahead = 2.0 * width.max(f64::EPSILON * self.magnitude()) / self.closing_speed();
        self.ahead = ahead.max(4.0 * f64::EPSILON * self.t);
        self.phase = Phase::Probe;
    }

    /// Speed at which the gap closed between the last two samples; its upper bound if that is not known.
    fn closing_speed(&self) -> f64 {
        let fastest = self.samples.last().map_or(0.0, |last| -last.slope + last.turning);
        let measured = match self.samples[..] {
            [.., before, last] if last.t > before.t && before.d > last.d => (before.d - last.d) / (last.t - before.t),
            _ => fastest,
        };
        if measured > 0.0 { measured } else { fastest.abs().max(f64::MIN_POSITIVE) }
    }

    /// Step of [`Phase::Probe`]: one distance query at a later time.
    pub(super) fn probe(&mut self) {
        let probes = self.samples.iter().filter(|sample| sample.t > self.t).count() as u32;
        let ahead = self.ahead;
        let at = (self.t + ahead).min(self.options.t_max);
        self.query(at); // @probe
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
