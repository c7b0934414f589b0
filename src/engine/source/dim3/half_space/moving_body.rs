//! First contact of a body that moves relative to a half-space without rotation: the gap changes linearly, so one
//! division gives the time.

use glam::DVec3;

use super::placed_body::F64_EPS;
use super::prelude::*;
use super::{HalfSpaceBody, HalfSpaceRun, Moment, Outcome, Phase, Query, cast, rounding};

/// Bound of the rounding error of a dot product relative to the sum of the magnitudes of its products: three products
/// and two sums, and a reserve.
const DOT_ROUNDING: f64 = 4.0 * F64_EPS;

/// Relative rounding error of a bound of the time: half a [`F64_EPS`] each for the sum in the divisor, the quotient,
/// the factor that widens it and the last product.
const QUOTIENT_ROUNDING: f64 = 2.0 * F64_EPS;

impl<S: HalfSpaceBody> HalfSpaceRun<S> {
    /// Test whether the body is in contact at the start of the motion: the upper bound of the gap, without the rounding
    /// of the input, is at most the touching distance.
    pub fn touches(&self) -> Comparison<f64> {
        let [between, radius, offset] = self.sizes();
        let touching = rounding::RELATIVE_TOUCHING_DISTANCE * (between + radius + offset);
        let upper = self.gap.map_or(f64::INFINITY, |gap| gap.d + self.rounding_of_exact_input().above);
        Comparison::at_most(upper, touching)
    }

    /// Test whether the gap never closes: `c ≤ 0`.
    pub fn leaves(&self) -> Comparison<f64> {
        Comparison::at_most(self.closing.unwrap_or(f64::INFINITY), 0.0)
    }

    /// Test whether the gap closes only after the end of the motion: the lower bound of the time is above `t_max`.
    pub fn late(&self) -> Comparison<f64> {
        let t_max = if let Query::Cast { t_max, .. } = self.query { t_max } else { f64::INFINITY };
        Comparison::above(self.moment.map_or(f64::NEG_INFINITY, |moment| moment.lower), t_max)
    }

    /// Tests for contact at the start of the motion. Returns the outcome if there is one, otherwise `None`.
    pub(super) fn test_start(&mut self) -> Option<Outcome> {
        self.phase = Phase::Closing;
        self.outcome_at_start().map(Outcome::Cast) // @start
    }

    /// Computes the closing speed. Returns the outcome if the gap does not close.
    pub(super) fn compute_closing_speed(&mut self) -> Option<Outcome> {
        let Query::Cast { velocity, t_max } = self.query else { return Some(Outcome::NotFinite) };
        self.closing = Some(-self.normal().dot(velocity)); // @closing
        self.phase = Phase::Time;
        self.leaves().holds().then(|| Outcome::Cast(self.outcome_of_leaving(velocity, t_max))) // @leaves
    }

    /// Computes the time at which the gap is closed and ends the query.
    pub(super) fn compute_time(&mut self) -> Outcome {
        let Query::Cast { velocity, .. } = self.query else { return Outcome::NotFinite };
        self.moment = self.moment_of_contact(velocity); // @time
        Outcome::Cast(self.outcome_of_time())
    }

    /// Outcome at the start; `None` without contact there.
    fn outcome_at_start(&self) -> Option<cast::Outcome> {
        if self.inside().holds() {
            return Some(cast::Outcome::Overlapping);
        }
        let is_touching = !self.apart().holds() && self.touches().holds();
        is_touching.then_some(cast::Outcome::Touching)
    }

    /// Bound of the rounding error of the closing speed, meters per second.
    fn speed_rounding(&self, velocity: DVec3) -> f64 {
        let products = (self.normal() * velocity).abs().element_sum();
        self.normal_rounding() * velocity.length() + DOT_ROUNDING * products
    }

    /// Outcome for a gap that does not close: the bodies are proven to stay separate only if the gap is wider than the
    /// rounding error of the closing speed over the whole motion.
    fn outcome_of_leaving(&self, velocity: DVec3, t_max: f64) -> cast::Outcome {
        if velocity == DVec3::ZERO {
            return cast::Outcome::NoRelativeMotion;
        }
        let rounding = self.speed_rounding(velocity);
        // An infinite time with an exact speed would give NaN.
        let possible_loss = if rounding > 0.0 { rounding * t_max } else { 0.0 };
        let stays_separate = self.gap.is_some_and(|gap| gap.lower > possible_loss);
        if stays_separate { cast::Outcome::MovesApart } else { cast::Outcome::Grazing }
    }

    /// Time at which the gap is closed, seconds, with its bracket; `None` before the gap and the closing speed are
    /// known.
    fn moment_of_contact(&self, velocity: DVec3) -> Option<Moment> {
        let gap = self.gap?;
        let c = self.closing?;
        let rounding = self.speed_rounding(velocity);
        let t = gap.d / c;
        let lower = gap.lower / (c + rounding) * (1.0 - QUOTIENT_ROUNDING);
        let upper = if c > rounding { gap.upper / (c - rounding) * (1.0 + QUOTIENT_ROUNDING) } else { f64::INFINITY };
        Some(Moment { t: t.max(0.0), lower: lower.max(0.0), upper: upper.max(0.0) })
    }

    /// Outcome of a gap that closes: whether the bodies are proven to touch before the end of the motion.
    fn outcome_of_time(&self) -> cast::Outcome {
        let Query::Cast { t_max, .. } = self.query else { return cast::Outcome::NotFinite };
        if self.late().holds() {
            return cast::Outcome::TooLate;
        }
        let is_proven = self.moment.is_some_and(|moment| moment.upper <= t_max);
        if is_proven { cast::Outcome::Hit } else { cast::Outcome::Grazing }
    }
}
