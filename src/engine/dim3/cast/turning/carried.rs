//! Bilateral advancement: the normal of a distance query is carried along as an axis, and the gap along it is followed to where it
//! closes; no distance is asked on the way.
//!
//! The gap along an axis is the least over all pairs of points, each of which moves on a circle and a line: its second derivative is `K`
//! at most. So between two moments the gap stays above the chord of its two values less `K/2 (t − a)(b − t)`: values at both ends prove
//! the whole way between them, however the bodies move there.

use glam::DVec3;

use super::pair::Turns;
use super::prelude::*;
use super::{Axis, Carrier, Outcome, Turning};

/// Values of a gap by which carriers are compared, and by which the best is followed to the end.
const FEW: u32 = 16;
const MOST: u32 = 80;

/// What a height along an axis may be off by, in `EPS` times the radii: the direction is rounded, and so is the farthest point.
const HEIGHT: Real = 6.0;

/// The least that a function can be between two of its values, `h` apart, if it bends by no more than `bend`.
fn least_between([from, to]: [f64; 2], h: f64, bend: f64) -> f64 {
    let at = |u: f64| from + (to - from) * (u / h) - 0.5 * bend * u * (h - u);
    let u = 0.5 * h - (to - from) / (bend * h);
    let ends = from.min(to);
    if u > 0.0 && u < h { ends.min(at(u)) } else { ends }
}

impl<P: Turns> Turning<P> {
    /// The axis at a moment.
    fn axis_at(&self, axis: &Axis, t: f64) -> DVec3 {
        match axis.carrier {
            Carrier::World => axis.normal,
            Carrier::Body(body) => self.course.turn(usize::from(body), t) * axis.normal,
        }
    }

    /// The gap along an axis, less what rounding may do.
    fn gap_along(&self, axis: &Axis, t: f64) -> f64 {
        let (n, turns) = (self.axis_at(axis, t), [0, 1].map(|body| self.course.turn(body, t)));
        let radii = self.pair.radii();
        let off = self.course.rounding(t, radii) + f64::from(HEIGHT * EPS) * (radii[0] + radii[1]);
        n.dot(self.course.between_at(t)) - self.pair.reach(0, turns[0], n) - self.pair.reach(1, turns[1], -n) - off
    }

    /// `K`: how much the gap along an axis bends at most from a moment on for so long.
    fn bend(&self, axis: &Axis, from: f64, long: f64) -> f64 {
        let (spins, radii) = (self.course.spins, self.pair.radii());
        let n = self.axis_at(axis, from);
        let across = |body: usize| n.cross(spins[body]).length();
        let own = |body: usize| spins[body].length() * radii[body];
        let bend = match axis.carrier {
            Carrier::World => own(0) * across(0) + own(1) * across(1),
            Carrier::Body(body) => {
                let (body, other) = (usize::from(body), 1 - usize::from(body));
                let speed = (self.course.velocities[1] - self.course.velocities[0]).length();
                let far = self.course.between_at(from).length() + speed * long;
                let turning = spins[body].length() * across(body) * (far + radii[other]);
                turning + 2.0 * across(body) * (speed + own(other)) + own(other) * spins[other].length()
            }
        };
        bend * (1.0 + 16.0 * f64::EPSILON)
    }

    /// How far an axis proves that the bodies are apart, with so many values of the gap at most.
    fn follow(&self, axis: &mut Axis, most: u32) {
        let end = self.options.t_max;
        let mut long = if axis.next > 0.0 { axis.next.min(end - axis.until) } else { end - axis.until };
        let closed = f64::from(EPS) * self.magnitude();
        for _ in 0..most {
            if !(axis.until < end) || axis.gap <= closed {
                return;
            }
            let reaches = axis.until + long >= end;
            let at = if reaches { end } else { axis.until + long };
            if !(at > axis.until) {
                return;
            }
            let (gap, h) = (self.gap_along(axis, at), at - axis.until);
            axis.values += 1;
            if gap > 0.0 && least_between([axis.gap, gap], h, self.bend(axis, axis.until, h)) > 0.0 {
                (axis.until, axis.gap) = (at, gap);
                long = 2.0 * h;
            } else {
                // Where a straight line would close, a little less, and at most the half.
                let secant = if gap < axis.gap { 0.9 * h * axis.gap / (axis.gap - gap) } else { h };
                long = secant.min(0.5 * h);
            }
            axis.next = long;
        }
    }

    /// Carries the normal along: with the world, with A or with B, whichever proves most.
    pub(super) fn carry(&mut self, normal: DVec3) {
        let from = self.t;
        let carriers = [Carrier::World, Carrier::Body(0), Carrier::Body(1)];
        let turns = |carrier: &Carrier| match carrier {
            Carrier::World => true,
            Carrier::Body(body) => self.course.spins[usize::from(*body)] != DVec3::ZERO,
        };
        let followed = carriers.into_iter().filter(turns).map(|carrier| {
            let own = match carrier {
                Carrier::World => normal,
                Carrier::Body(body) => self.course.turn(usize::from(body), from).conjugate() * normal,
            };
            let mut axis = Axis { carrier, normal: own, from, until: from, gap: 0.0, next: 0.0, bend: 0.0, values: 1 };
            axis.gap = self.gap_along(&axis, from);
            axis.bend = self.bend(&axis, from, self.options.t_max - from);
            if axis.gap > 0.0 {
                self.follow(&mut axis, FEW);
            }
            axis
        });
        let best = followed.reduce(|best, axis| if axis.until > best.until { axis } else { best });
        let Some(mut best) = best else { return };
        self.follow(&mut best, MOST);
        self.t = best.until; // @carry
        self.axis = Some(best);
        if self.t >= self.options.t_max {
            self.end(Outcome::TooLate); // @through
        }
    }

    /// The gap along an axis over time, for those who look at it: so many values from where it was taken to a little beyond.
    pub(super) fn curve(&self, axis: &Axis) -> Vec<[f64; 2]> {
        const VALUES: u32 = 48;
        let beyond = (axis.until + 0.25 * (axis.until - axis.from)).min(self.options.t_max);
        let at = |k: u32| axis.from + (beyond - axis.from) * f64::from(k) / f64::from(VALUES);
        (0..=VALUES).map(|k| [at(k), self.gap_along(axis, at(k))]).collect()
    }
}
