//! Least distance over the whole motion of a cast with rotation, on a miss. Its upper bound is the least queried
//! distance. Its lower bound follows from the normals of neighboring queries: along each, a bound of the speed limits
//! how fast the gap can close.

use super::pair::RotatingPair;
use super::{LeastDistance, Phase, RotatingCast, Sample};

/// Largest number of queried times, each of which costs a distance query; after them the bracket of the least distance
/// stays as wide as it is.
const MAX_SAMPLES: usize = 96;

/// Width of the bracket, relative to the least distance, at which the search ends. A smaller one needs more queries.
const RELATIVE_WIDTH: f64 = 1e-3;

/// Lower bound of the distance in an interval of time.
#[derive(Clone, Copy)]
struct LowerBound {
    /// Lower bound of the distance, in length units.
    distance: f64,
    /// Time at which the distance may be that small, seconds.
    t: f64,
}

/// Returns the least of these bounds, the first of equals; `None` if there are none.
fn least_bound(bounds: impl IntoIterator<Item = LowerBound>) -> Option<LowerBound> {
    bounds.into_iter().min_by(|x, y| x.distance.total_cmp(&y.distance))
}

/// Returns a lower bound of the distance between two queried times, by the normals of both.
fn lower_bound_between(a: &Sample, b: &Sample) -> LowerBound {
    // The bounds are lines over time, from `a` forward and from `b` backward; their larger one is least at their
    // intersection or at an end.
    let down = a.slope - a.rotation;
    let up = b.slope + b.rotation;
    let crossing = if up > down { (a.lower - b.lower + up * b.t - down * a.t) / (up - down) } else { b.t };
    let times = [a.t, crossing.clamp(a.t, b.t), b.t];
    let bounds = times.map(|t| LowerBound { distance: a.lower_at(t).max(b.lower_at(t)), t });
    least_bound(bounds).unwrap_or(LowerBound { distance: a.lower, t: a.t })
}

impl<P: RotatingPair> RotatingCast<P> {
    /// Samples in the order of time.
    fn samples_by_time(&self) -> Vec<Sample> {
        let mut samples = self.samples.clone();
        samples.sort_by(|a, b| a.t.total_cmp(&b.t));
        samples
    }

    /// Step of [`Phase::Gap`]: queries the time at which the distance may be least, unless the bracket is narrow
    /// enough.
    pub(super) fn measure(&mut self) {
        let samples = self.samples_by_time();
        let queried = samples.iter().map(|sample| sample.d).fold(f64::INFINITY, f64::min);
        // Lower bounds between neighboring samples, and from the last sample to the end of the motion.
        let end = self.options.t_max;
        let after_last = samples.last().map_or(f64::INFINITY, |last| last.lower.min(last.lower_at(end)));
        let between_samples = samples.windows(2).map(|pair| lower_bound_between(&pair[0], &pair[1]));
        let bounds = between_samples.chain([LowerBound { distance: after_last, t: end }]);
        let least = least_bound(bounds).unwrap_or(LowerBound { distance: queried, t: 0.0 });
        self.gap = Some(LeastDistance { queried, lower: least.distance.min(queried) });
        let is_narrow = least.distance >= queried * (1.0 - RELATIVE_WIDTH);
        let is_queried = samples.iter().any(|sample| sample.t == least.t);
        if is_narrow || is_queried || samples.len() >= MAX_SAMPLES {
            self.phase = Phase::Conclusion;
            return;
        }
        self.query(least.t); // @gap
    }
}
