//! Least distance over the whole motion, on a miss. Its upper bound is the least queried distance; its lower bound
//! follows from the planes of neighboring queries.

use super::pair::RotatingPair;
use super::{LeastDistance, Phase, RotatingCast, Sample};

/// Largest number of queried times; the bracket of the least distance stays as wide as it is then.
const MAX_SAMPLES: usize = 96;

/// Width of the bracket, relative to the least distance, at which the search ends. A smaller one needs more queries.
const RELATIVE_WIDTH: f64 = 1e-3;

/// Lower bound of the distance in an interval of time.
#[derive(Clone, Copy)]
struct Lowest {
    /// Lower bound of the distance, in length units.
    bound: f64,
    /// Time at which the distance may be that small, seconds.
    t: f64,
}

/// The lowest of some bounds; the first of equals.
fn least_bound(bounds: impl IntoIterator<Item = Lowest>) -> Option<Lowest> {
    bounds.into_iter().min_by(|x, y| x.bound.total_cmp(&y.bound))
}

/// Lower bound of the distance between two queried times, by the planes of both.
fn lowest_between(a: &Sample, b: &Sample) -> Lowest {
    // The bounds are lines, from `a` forward and from `b` backward; the lowest point is at their intersection.
    let down = a.slope - a.rotation;
    let up = b.slope + b.rotation;
    let crossing = if up > down { (a.lower - b.lower + up * b.t - down * a.t) / (up - down) } else { b.t };
    let times = [a.t, crossing.clamp(a.t, b.t), b.t];
    let bounds = times.map(|t| Lowest { bound: a.lower_at(t).max(b.lower_at(t)), t });
    least_bound(bounds).unwrap_or(Lowest { bound: a.lower, t: a.t })
}

impl<P: RotatingPair> RotatingCast<P> {
    /// Samples in the order of time.
    fn samples_by_time(&self) -> Vec<Sample> {
        let mut all = self.samples.clone();
        all.sort_by(|a, b| a.t.total_cmp(&b.t));
        all
    }

    /// Step of [`Phase::Gap`]: queries the time at which the distance may be least, unless the bracket is narrow
    /// enough.
    pub(super) fn measure(&mut self) {
        let all = self.samples_by_time();
        let least = all.iter().map(|sample| sample.d).fold(f64::INFINITY, f64::min);
        let end = self.options.t_max;
        let last = all.last().map_or(f64::INFINITY, |last| last.lower.min(last.lower_at(end)));
        let tail = Lowest { bound: last, t: end };
        let intervals = all.windows(2).map(|pair| lowest_between(&pair[0], &pair[1]));
        let Lowest { bound, t } = least_bound(intervals.chain([tail])).unwrap_or(Lowest { bound: least, t: 0.0 });
        self.gap = Some(LeastDistance { queried: least, lower: bound.min(least) });
        let is_queried = all.iter().any(|sample| sample.t == t);
        if bound >= least * (1.0 - RELATIVE_WIDTH) || is_queried || all.len() >= MAX_SAMPLES {
            self.phase = Phase::Conclusion;
            return;
        }
        self.query(t); // @gap
    }
}
