//! Search for an overlap at the end of a cast with rotation, once the proven time `t` is as late as rounding allows:
//! distance queries at later and later times, called probes, until one proves that the bodies overlap.

use super::pair::RotatingPair;
use super::{Outcome, Phase, RotatingCast};

/// Largest number of probes. Each is twice as long after `t` as the previous one, the last one 2⁴⁸ times as long as the
/// first.
const MAX_PROBES: u32 = 49;

/// Number of probes that may still prove the bodies separate, because the contact comes a little later. If they are
/// separate at a later probe, they have passed each other.
const MAX_PROBES_OF_GAP: u32 = 4;

/// Shortest time to the first probe, in `f64::EPSILON` times `t`: a shorter one might not change `t`.
const MIN_AHEAD: f64 = 4.0;

impl<P: RotatingPair> RotatingCast<P> {
    /// Starts the probes, or ends the cast as grazing if the motion is over.
    pub(super) fn start_probes(&mut self) {
        let time_left = self.options.t_max - self.t;
        if !(time_left > 0.0) {
            return self.end(Outcome::Grazing);
        }
        // Twice the time in which the bracket of the distance, extended to 0, closes at the recent speed.
        let width = self.distance.map_or(0.0, |distance| distance.upper.max(0.0) - distance.lower.min(0.0));
        let ahead = 2.0 * width.max(f64::EPSILON * self.magnitude()) / self.closing_speed();
        self.ahead = ahead.max(MIN_AHEAD * f64::EPSILON * self.t);
        self.phase = Phase::Probe;
    }

    /// Speed at which the gap closed between the last two samples; if it did not close, the bound of the closing speed
    /// at the last sample. Always positive.
    fn closing_speed(&self) -> f64 {
        // The slope is negative if the gap closes.
        let fastest = self.samples.last().map_or(0.0, |last| -last.slope + last.rotation);
        let measured = match self.samples[..] {
            [.., before, last] if last.t > before.t && before.d > last.d => (before.d - last.d) / (last.t - before.t),
            _ => fastest,
        };
        if measured > 0.0 { measured } else { fastest.abs().max(f64::MIN_POSITIVE) }
    }

    /// Step of [`Phase::Probe`]: one distance query at a later time.
    pub(super) fn probe(&mut self) {
        // Number of probes, this one included.
        let probes = 1 + self.samples.iter().filter(|sample| sample.t > self.t).count() as u32;
        let ahead = self.ahead;
        let probed = (self.t + ahead).min(self.options.t_max);
        self.query(probed); // @probe
        if self.by_overlap().holds() {
            self.upper = probed;
            return self.end(Outcome::Hit);
        }
        let are_separate = self.distance.is_some_and(|distance| distance.lower > 0.0);
        let have_passed = are_separate && probes > MAX_PROBES_OF_GAP;
        if have_passed || probed >= self.options.t_max || probes >= MAX_PROBES {
            return self.end(Outcome::Grazing);
        }
        self.ahead = 2.0 * ahead;
    }
}
