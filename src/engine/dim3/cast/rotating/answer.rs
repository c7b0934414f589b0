//! Answer of a cast with rotation. World axes, positions from A's origin at the start.

use super::pair::RotatingPair;
use super::{Outcome, RotatingCast};
use crate::snapshot::cast::Answer;

impl<P: RotatingPair> RotatingCast<P> {
    /// Best estimate of the first contact of a hit, seconds: the root of the secant between the queries that bracket
    /// it.
    fn contact_time(&self) -> f64 {
        let before = self.samples.iter().filter(|sample| sample.t <= self.t).max_by(|a, b| a.t.total_cmp(&b.t));
        let after = self.samples.iter().find(|sample| sample.t == self.upper);
        match (before, after) {
            (Some(a), Some(b)) if a.d > b.d => (a.t + (b.t - a.t) * a.d / (a.d - b.d)).clamp(self.t, self.upper),
            _ => self.t,
        }
    }

    /// Answer after this outcome.
    pub fn answer(&self, outcome: Outcome) -> Answer {
        let is_hit = outcome.hit() == Some(true);
        let is_miss = outcome.hit() == Some(false);
        let at_start = outcome.is_at_start();
        let t = is_hit.then(|| if at_start { 0.0 } else { self.contact_time() });
        let normal = if is_miss {
            self.samples.iter().min_by(|a, b| a.d.total_cmp(&b.d)).map(|sample| sample.normal)
        } else if at_start {
            self.distance.and_then(|distance| distance.normal)
        } else {
            self.samples.iter().rev().find(|sample| sample.t <= self.t).map(|sample| sample.normal)
        };
        // Query results are relative to A's origin at that time. After the start, both witness points of a hit are the
        // midpoint of those of the last query, moved back to `t`.
        let witness = self.distance.zip(t).map(|(distance, t)| {
            let points = distance.witness.map(|p| p + self.course.velocities[0] * self.queried_at);
            if at_start { points } else { [points[0].midpoint(points[1]); 2].map(|p| self.moved_with_a(p, t)) }
        });
        Answer {
            outcome,
            t_first: t,
            lower: if is_miss {
                self.options.t_max
            } else if at_start {
                0.0
            } else {
                self.t.min(self.options.t_max)
            },
            upper: if at_start { Some(0.0) } else { is_hit.then_some(self.upper) },
            t_last: None,
            // Samples without a normal have the zero vector.
            normal: normal.filter(|n| n.length_squared() > 0.5 && outcome != Outcome::NotFinite),
            witness,
            gap: if is_miss { self.gap.map(|gap| gap.queried.max(0.0)) } else { None },
            iterations: self.samples.len() as u32,
        }
    }

    /// Position at `t` of the point of A that is at `p` at the time of the last query, shortly after `t`.
    fn moved_with_a(&self, p: glam::DVec3, t: f64) -> glam::DVec3 {
        let [v, _] = self.course.velocities;
        let [spin, _] = self.course.spins;
        let center = v * self.queried_at;
        p + (v + spin.cross(p - center)) * (t - self.queried_at)
    }
}
