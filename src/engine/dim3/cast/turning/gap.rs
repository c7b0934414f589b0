//! On a miss: the least distance over the whole motion, between what was found and what the planes of two moments prove.

use super::pair::Turns;
use super::{Phase, Sample, Turning};

/// No more moments are asked for it.
const MOST: usize = 96;

/// A bound this near the least that was found is near enough, as a share of it.
const NEAR: f64 = 1e-3;

/// Between two moments: the lowest that the distance can be by the planes of both, and where.
fn lowest(a: &Sample, b: &Sample) -> (f64, f64) {
    // Two lines: from a on, and back from b.
    let (down, up) = (a.slope - a.turning, b.slope + b.turning);
    let meet = if up > down { (a.lower - b.lower + up * b.t - down * a.t) / (up - down) } else { b.t };
    let t = meet.clamp(a.t, b.t);
    let of = |t: f64| a.lower_at(t).max(b.lower_at(t));
    [a.t, t, b.t].map(|t| (of(t), t)).into_iter().min_by(|x, y| x.0.total_cmp(&y.0)).unwrap_or((a.lower, a.t))
}

impl<P: Turns> Turning<P> {
    /// The moments that count, in order: up to where a plane has proven the rest.
    fn in_order(&self) -> Vec<Sample> {
        let mut all = self.samples.clone();
        all.sort_by(|a, b| a.t.total_cmp(&b.t));
        all
    }

    /// Asks one more moment: where the distance may still be least.
    pub(super) fn measure(&mut self) {
        let all = self.in_order();
        let least = all.iter().map(|sample| sample.d).fold(f64::INFINITY, f64::min);
        let end = self.options.t_max;
        let tail = all.last().map_or((f64::INFINITY, end), |last| (last.lower.min(last.lower_at(end)), end));
        let spans = all.windows(2).map(|pair| lowest(&pair[0], &pair[1]));
        let (bound, at) = spans.chain([tail]).min_by(|x, y| x.0.total_cmp(&y.0)).unwrap_or((least, 0.0));
        self.gap = Some([least, bound.min(least)]);
        let known = all.iter().any(|sample| sample.t == at);
        if bound >= least * (1.0 - NEAR) || known || all.len() >= MOST {
            self.phase = Phase::Conclusion;
            return;
        }
        self.ask(at); // @gap
    }
}
