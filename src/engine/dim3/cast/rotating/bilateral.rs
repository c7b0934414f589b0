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
/// new distance query follows.
const MAX_FURTHER_VALUES: u32 = 80;

/// Bound of the error of an extent along an axis, in `EPS` times the bounding radius: the direction and the support
/// point are rounded.
const EXTENT_ROUNDING: Real = 6.0;

/// Bound of the relative rounding error of `K`, in `f64::EPSILON`: of its lengths, products and sums, with a margin.
const CURVATURE_ROUNDING: f64 = 16.0;

/// Fraction of the time to the secant's root that a step covers, so that the next gap is still positive if the gap is
/// about linear. A larger fraction fails more often if the gap is curved.
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
                // Seen from the rotating body: centrifugal, Coriolis, and the other body's own acceleration.
                let body = usize::from(body);
                let other = 1 - body;
                let speed = (self.course.velocities[1] - self.course.velocities[0]).length();
                let far = self.course.between_at(from).length() + speed * duration;
                let from_axis = spins[body].length() * axis_speeds[body] * (far + radii[other]);
                from_axis
                    + 2.0 * axis_speeds[body] * (speed + surface_speeds[other])
                    + surface_speeds[other] * spins[other].length()
            }
        };
        curvature * (1.0 + CURVATURE_ROUNDING * f64::EPSILON)
    }

    /// Extends the time up to which an axis proves the bodies separate, computing the gap at most `max_values` times.
    fn follow(&self, axis: &mut Axis, max_values: u32) {
        let end = self.options.t_max;
        let mut step = if axis.next > 0.0 { axis.next.min(end - axis.until) } else { end - axis.until };
        let closed = f64::from(EPS) * self.magnitude();
        for _ in 0..max_values {
            if !(axis.until < end) || axis.gap <= closed {
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
            if gap > 0.0 && least_between([axis.gap, gap], h, self.curvature_bound(axis, axis.until, h)) > 0.0 {
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

    /// Whether an axis of this carrier needs a trial of its own: the axis of a body that does not rotate is the one
    /// fixed in the world.
    fn is_distinct(&self, carrier: Carrier) -> bool {
        match carrier {
            Carrier::World => true,
            Carrier::Body(body) => self.course.spins[usize::from(body)] != DVec3::ZERO,
        }
    }

    /// Advances `t` by bilateral advancement along `normal`, the unit normal of the query at `t`: the axis is fixed in
    /// the world, in A or in B, whichever proves the bodies separate for longest.
    pub(super) fn advance_bilaterally(&mut self, normal: DVec3) {
        let from = self.t;
        let carriers = [Carrier::World, Carrier::Body(0), Carrier::Body(1)];
        let followed = carriers.into_iter().filter(|carrier| self.is_distinct(*carrier)).map(|carrier| {
            let axis_normal = match carrier {
                Carrier::World => normal,
                Carrier::Body(body) => self.course.rotation(usize::from(body), from).conjugate() * normal,
            };
            let mut axis = Axis {
                carrier,
                normal: axis_normal,
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
        });
        let best = followed.reduce(|best, axis| if axis.until > best.until { axis } else { best });
        let Some(mut best) = best else { return };
        self.follow(&mut best, MAX_FURTHER_VALUES);
        self.t = best.until; // @carry
        self.axis = Some(best);
        if self.t >= self.options.t_max {
            self.end(Outcome::TooLate); // @through
        }
    }

    /// Times, seconds, and gaps along an axis, length units, for a plot: from the query that gave the normal to a
    /// quarter beyond the proven interval.
    pub(super) fn gap_curve(&self, axis: &Axis) -> Vec<[f64; 2]> {
        const INTERVALS: u32 = 48;
        let beyond = (axis.until + 0.25 * (axis.until - axis.from)).min(self.options.t_max);
        let times = (0..=INTERVALS).map(|k| axis.from + (beyond - axis.from) * f64::from(k) / f64::from(INTERVALS));
        times.map(|t| [t, self.gap_along(axis, t)]).collect()
    }
}
