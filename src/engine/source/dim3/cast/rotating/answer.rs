//! Answer of a cast with rotation, from the state at its end. World axes, positions from A's origin at the start.

use glam::DVec3;

use super::pair::RotatingPair;
use super::{Outcome, RotatingCast};
use contact_lens_model::snapshot::cast::Answer;

impl<P: RotatingPair> RotatingCast<P> {
    /// Best estimate of the first contact of a hit, seconds: the root of the secant between the queries that bracket
    /// it.
    fn contact_time(&self) -> f64 {
        let samples_before = self.samples.iter().filter(|sample| sample.t <= self.t);
        let Some(before) = samples_before.max_by(|a, b| a.t.total_cmp(&b.t)) else { return self.t };
        let Some(after) = self.samples.iter().find(|sample| sample.t == self.upper) else { return self.t };
        if !(before.d > after.d) {
            return self.t;
        }
        let root = before.t + (after.t - before.t) * before.d / (before.d - after.d);
        root.clamp(self.t, self.upper)
    }

    /// Unit normal of the answer, from A to B: on a miss that of the query with the least distance, otherwise that of
    /// the last query no later than `t`. `None` if that query found no normal.
    fn answer_normal(&self, outcome: Outcome) -> Option<DVec3> {
        let is_miss = outcome.hit() == Some(false);
        let normal = if is_miss {
            self.samples.iter().min_by(|a, b| a.d.total_cmp(&b.d)).map(|sample| sample.normal)
        } else if outcome.is_at_start() {
            self.distance.and_then(|distance| distance.normal)
        } else {
            self.samples.iter().rev().find(|sample| sample.t <= self.t).map(|sample| sample.normal)
        };
        // Samples without a normal have the zero vector.
        normal.filter(|n| n.length_squared() > 0.5 && outcome != Outcome::NotFinite)
    }

    /// Contact points of A and of B at the time `t_first` of a hit; `None` before the first query. After the start,
    /// both are the midpoint of the witness points of the last query, moved back to `t_first` with A.
    fn answer_witness(&self, t_first: f64, at_start: bool) -> Option<[DVec3; 2]> {
        // The witness points of a query are relative to A's origin at the time of the query.
        let origin_of_a = self.course.velocities[0] * self.queried_at;
        let points = self.distance?.witness.map(|p| p + origin_of_a);
        if at_start {
            return Some(points);
        }
        let contact = self.moved_with_a(points[0].midpoint(points[1]), t_first);
        Some([contact; 2])
    }

    /// Answer after this outcome.
    pub fn answer(&self, outcome: Outcome) -> Answer {
        let is_hit = outcome.hit() == Some(true);
        let is_miss = outcome.hit() == Some(false);
        let at_start = outcome.is_at_start();
        let t_first = is_hit.then(|| if at_start { 0.0 } else { self.contact_time() });
        let lower = if is_miss {
            self.options.t_max
        } else if at_start {
            0.0
        } else {
            self.t.min(self.options.t_max)
        };
        Answer {
            outcome,
            t_first,
            lower,
            upper: if at_start { Some(0.0) } else { is_hit.then_some(self.upper) },
            t_last: None,
            normal: self.answer_normal(outcome),
            witness: t_first.and_then(|t| self.answer_witness(t, at_start)),
            gap: if is_miss { self.gap.map(|gap| gap.queried.max(0.0)) } else { None },
            iterations: self.samples.len() as u32,
        }
    }

    /// Position at `t` of the point of A that is at `p` at the time of the last query, shortly after `t`. The point's
    /// path in between is taken as straight, with its velocity at `p`.
    fn moved_with_a(&self, p: DVec3, t: f64) -> DVec3 {
        let [v, _] = self.course.velocities;
        let [spin, _] = self.course.spins;
        let center = v * self.queried_at;
        p + (v + spin.cross(p - center)) * (t - self.queried_at)
    }
}
