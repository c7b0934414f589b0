//! Bilateral advancement: the normal of a distance query becomes an axis that is fixed in the world or rotates with a
//! body, and the gap along it is followed until it closes, without another distance query.
//!
//! The gap along an axis is the minimum over all pairs of a point of A and a point of B. Each point moves along a
//! circle whose center moves along a line, so the second derivative of each pair's gap is at most a bound `K`, m/s².
//! Hence the gap at a time `t` between two times `a` and `b` is at least the chord of its values there minus
//! `K/2 (t − a)(b − t)`: the values at both ends prove the whole interval.

use glam::DVec3;

use super::pair::RotatingPair;
use super::prelude::*;
use super::{Axis, Carrier, Outcome, RotatingCast};

/// Number of gap values that each carrier (the world, A or B, in which the axis is fixed) may use before the best
/// carrier is chosen. With more, values are spent on carriers that are not chosen; with fewer, the choice may be wrong.
const TRIAL_VALUES: u32 = 16;

/// Largest number of further gap values for the best carrier. A value costs two support points; after the last one a
/// new distance query follows, which costs many more.
const MAX_FURTHER_VALUES: u32 = 80;

/// Bound of the error of an extent along an axis, in `EPS` times the bounding radius: the direction and the support
/// point are rounded.
const EXTENT_ROUNDING: Real = 6.0;

/// Bound of the relative rounding error of `K`, in `f64::EPSILON`: of its lengths, products and sums, with a margin.
const CURVATURE_ROUNDING: f64 = 16.0;

/// Fraction of the time to the root of the gap's secant that the next step covers, below 1 so that the gap at its end
/// is still positive if the gap is about linear. A larger fraction fails more often if the gap is curved.
const SECANT_FRACTION: f64 = 0.9;

/// Returns a lower bound of a function of time in an interval of length `h`, seconds, from its values at both ends and
/// a bound of its second derivative, `curvature`.
fn least_between([from, to]: [f64; 2], h: f64, curvature: f64) -> f64 {
    // Time from the start of the interval to the vertex of the parabola through both values.
    let u = 0.5 * h - (to - from) / (curvature * h);
    let least_end = from.min(to);
    if u > 0.0 && u < h {
        least_end.min(from + (to - from) * (u / h) - 0.5 * curvature * u * (h - u))
    } else {
        least_end
    }
}

impl<P: RotatingPair> RotatingCast<P> {
    /// Direction of the axis in the world at time `t`, from A to B.
    fn axis_at(&self, axis: &Axis, t: f64) -> DVec3 {
        match axis.carrier {
            Carrier::World => axis.normal,
            Carrier::Body(body) => self.course.rotation(usize::from(body), t) * axis.normal,
        }
    }

    /// Lower bound of the gap along an axis at time `t`: the computed gap minus the bound of its rounding error.
    fn gap_along(&self, axis: &Axis, t: f64) -> f64 {
        let n = self.axis_at(axis, t);
        let rotations = [0, 1].map(|body| self.course.rotation(body, t));
        let radii = self.pair.radii();
        let rounding = self.course.rounding(t, radii) + f64::from(EXTENT_ROUNDING * EPS) * (radii[0] + radii[1]);
        n.dot(self.course.between_at(t))
            - self.pair.extent(0, rotations[0], n)
            - self.pair.extent(1, rotations[1], -n)
            - rounding
    }

    /// `K`: bound of the second derivative of the gap along an axis, from the time `from` on for `duration` seconds.
    fn curvature_bound(&self, axis: &Axis, from: f64, duration: f64) -> f64 {
        let spins = self.course.spins;
        let radii = self.pair.radii();
        let n = self.axis_at(axis, from);
        // `|n × ω|` of both bodies, and the speeds of their points that are farthest from their origins.
        let axis_speeds = [0, 1].map(|body| n.cross(spins[body]).length());
        let surface_speeds = [0, 1].map(|body| spins[body].length() * radii[body]);
        let curvature = match axis.carrier {
            Carrier::World => surface_speeds[0] * axis_speeds[0] + surface_speeds[1] * axis_speeds[1],
            Carrier::Body(body) => {
                // Accelerations of the other body's points in the frame of the carrying body.
                let body = usize::from(body);
                let other = 1 - body;
                let speed = (self.course.velocities[1] - self.course.velocities[0]).length();
                let max_origin_distance = self.course.between_at(from).length() + speed * duration;
                let centrifugal = spins[body].length() * axis_speeds[body] * (max_origin_distance + radii[other]);
                let coriolis = 2.0 * axis_speeds[body] * (speed + surface_speeds[other]);
                let other_acceleration = surface_speeds[other] * spins[other].length();
                centrifugal + coriolis + other_acceleration
            }
        };
        curvature * (1.0 + CURVATURE_ROUNDING * f64::EPSILON)
    }

    /// Extends the time up to which an axis proves the bodies separate, step by step: a step that the values of the gap
    /// at both ends prove is followed by one twice as long, any other is tried again shorter. Ends when the gap is zero
    /// to rounding, at the end of the motion, or after `max_values` values of the gap.
    fn follow(&self, axis: &mut Axis, max_values: u32) {
        let end = self.options.t_max;
        let mut step = if axis.next > 0.0 { axis.next.min(end - axis.until) } else { end - axis.until };
        let closed_gap = f64::from(EPS) * self.magnitude();
        for _ in 0..max_values {
            if !(axis.until < end) || axis.gap <= closed_gap {
                return;
            }
            let is_last = axis.until + step >= end;
            let next_time = if is_last { end } else { axis.until + step };
            if !(next_time > axis.until) {
                return;
            }
            let gap = self.gap_along(axis, next_time);
            let h = next_time - axis.until;
            axis.evaluations += 1;
            let curvature = self.curvature_bound(axis, axis.until, h);
            let is_proven_separate = gap > 0.0 && least_between([axis.gap, gap], h, curvature) > 0.0;
            if is_proven_separate {
                axis.until = next_time;
                axis.gap = gap;
                step = 2.0 * h;
            } else {
                // At most half the interval, so that the search goes on if the gap is far from linear.
                let secant = if gap < axis.gap { SECANT_FRACTION * h * axis.gap / (axis.gap - gap) } else { h };
                step = secant.min(0.5 * h);
            }
            axis.next = step;
        }
    }

    /// Axis that is along the unit vector `normal` of the world at `t`, fixed in its carrier, and followed from `t` on
    /// for at most [`TRIAL_VALUES`] values of its gap.
    fn trial_axis(&self, carrier: Carrier, normal: DVec3) -> Axis {
        let from = self.t;
        let normal_in_carrier = match carrier {
            Carrier::World => normal,
            Carrier::Body(body) => self.course.rotation(usize::from(body), from).conjugate() * normal,
        };
        let mut axis = Axis {
            carrier,
            normal: normal_in_carrier,
            from,
            until: from,
            gap: 0.0,
            next: 0.0,
            curvature: 0.0,
            evaluations: 1,
        };
        axis.gap = self.gap_along(&axis, from);
        axis.curvature = self.curvature_bound(&axis, from, self.options.t_max - from);
        if axis.gap > 0.0 {
            self.follow(&mut axis, TRIAL_VALUES);
        }
        axis
    }

    /// Advances `t` by bilateral advancement along `normal`, the unit normal of the query at `t`: the axis is fixed in
    /// the world, in A or in B, whichever proves the bodies separate for longest.
    pub(super) fn advance_bilaterally(&mut self, normal: DVec3) {
        let mut best = self.trial_axis(Carrier::World, normal);
        for body in [0_u8, 1] {
            // An axis fixed in a body that does not rotate is the one fixed in the world.
            if self.course.spins[usize::from(body)] == DVec3::ZERO {
                continue;
            }
            let axis = self.trial_axis(Carrier::Body(body), normal);
            if axis.until > best.until {
                best = axis;
            }
        }
        self.follow(&mut best, MAX_FURTHER_VALUES);
        self.t = best.until; // @carry
        self.axis = Some(best);
        if self.t >= self.options.t_max {
            self.end(Outcome::TooLate); // @through
        }
    }

    /// Points of a plot of the gap along an axis, each `[time in seconds, gap in length units]`: from the query that
    /// gave the normal to a quarter beyond the proven interval, but not beyond the end of the motion.
    pub(super) fn gap_curve(&self, axis: &Axis) -> Vec<[f64; 2]> {
        // Enough for a smooth curve in a plot.
        const INTERVALS: u32 = 48;
        let plot_end = (axis.until + 0.25 * (axis.until - axis.from)).min(self.options.t_max);
        let times = (0..=INTERVALS).map(|k| axis.from + (plot_end - axis.from) * f64::from(k) / f64::from(INTERVALS));
        times.map(|t| [t, self.gap_along(axis, t)]).collect()
    }
}
