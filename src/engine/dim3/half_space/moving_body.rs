//! Casts: the gap changes linearly, so one division gives the time.

use glam::DVec3;

use super::placed_body::FINE;
use super::prelude::*;
use super::{Against, Corners, Moment, Outcome, Phase, Query, cast, rounding};

impl<S: Corners> Against<S> {
    /// Test whether the body is in contact at the start of the motion.
    pub fn touches(&self) -> Comparison<f64> {
        let [between, radius, offset] = self.sizes();
        let touching = rounding::TOUCHING * (between + radius + offset);
        let greatest = self.gap.map_or(f64::INFINITY, |gap| gap.d + self.own_rounding()[1]);
        Comparison::at_most(greatest, touching)
    }

    /// Test whether the gap does not close: `c ≤ 0`.
    pub fn leaves(&self) -> Comparison<f64> {
        Comparison::at_most(self.closing.unwrap_or(f64::INFINITY), 0.0)
    }

    /// Test whether the gap closes only after the end of the motion.
    pub fn late(&self) -> Comparison<f64> {
        let t_max = if let Query::Cast { t_max, .. } = self.query { t_max } else { f64::INFINITY };
        Comparison::above(self.moment.map_or(f64::NEG_INFINITY, |moment| moment.lower), t_max)
    }

    /// Outcome, if the bodies are in contact at the start.
    pub(super) fn start(&mut self) -> Option<Outcome> {
        self.phase = Phase::Closing;
        self.started().map(Outcome::Cast) // @start
    }

    pub(super) fn close(&mut self) -> Option<Outcome> {
        let Query::Cast { velocity, t_max } = self.query else { return Some(Outcome::NotFinite) };
        self.closing = Some(-self.normal().dot(velocity)); // @closing
        self.phase = Phase::Time;
        self.leaves().holds().then(|| Outcome::Cast(self.leaving(velocity, t_max))) // @leaves
    }

    pub(super) fn time(&mut self) -> Outcome {
        let Query::Cast { velocity, .. } = self.query else { return Outcome::NotFinite };
        self.moment = self.timed(velocity); // @time
        Outcome::Cast(self.met())
    }

    /// Outcome at the start; `None` without contact there.
    fn started(&self) -> Option<cast::Outcome> {
        if self.inside().holds() {
            Some(cast::Outcome::Overlapping)
        } else {
            let near = !self.apart().holds() && self.touches().holds();
            near.then_some(cast::Outcome::Touching)
        }
    }

    /// Rounding error of the closing speed, meters per second.
    fn speed_rounding(&self, velocity: DVec3) -> f64 {
        let products = (self.normal() * velocity).abs().element_sum();
        self.normal_rounding() * velocity.length() + 4.0 * FINE * products
    }

    fn leaving(&self, velocity: DVec3, t_max: f64) -> cast::Outcome {
        if velocity == DVec3::ZERO {
            return cast::Outcome::NoRelativeMotion;
        }
        let off = self.speed_rounding(velocity);
        let apart = self.gap.is_some_and(|gap| gap.lower > if off > 0.0 { off * t_max } else { 0.0 });
        if apart { cast::Outcome::MovesApart } else { cast::Outcome::Grazing }
    }

    fn timed(&self, velocity: DVec3) -> Option<Moment> {
        let gap = self.gap?;
        let c = self.closing?;
        let off = self.speed_rounding(velocity);
        let t = gap.d / c;
        let lower = gap.lower / (c + off) * (1.0 - 2.0 * FINE);
        let upper = if c > off { gap.upper / (c - off) * (1.0 + 2.0 * FINE) } else { f64::INFINITY };
        Some(Moment { t: t.max(0.0), lower: lower.max(0.0), upper: upper.max(0.0) })
    }

    /// Outcome of the time: whether the bodies touch before the end of the motion.
    fn met(&self) -> cast::Outcome {
        let Query::Cast { t_max, .. } = self.query else { return cast::Outcome::NotFinite };
        match self.moment {
            _ if self.late().holds() => cast::Outcome::TooLate,
            Some(moment) if moment.upper <= t_max => cast::Outcome::Hit,
            _ => cast::Outcome::Grazing,
        }
    }
}
