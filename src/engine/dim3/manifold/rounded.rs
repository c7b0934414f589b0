//! Intersection of a line that leaves a core with the surface of the core plus its ball.
//!
//! Along `p + t d`, where `p` is on the core and `d` points out of it, the distance `f(t)` from the core is convex, is
//! 0 at 0 and grows. So Newton's method for `f(t) = r`, started at `t = r`, where `f` is at most `r`, overshoots the
//! root once and then descends to it without crossing: `t ← t + (r − f)/f′` with `f′ = d·u`, where `u` points away from
//! the nearest point of the core.

use std::borrow::Borrow;

use super::super::gjk::{Gjk, Options};
use super::super::numbers::unit;
use super::super::prelude::*;
use super::super::support::{Cso, Support, SupportPoint};
use super::axes::FaceGap;
use super::pair::Core;
use super::stepper::Manifold;
use super::{Body, Pair};

/// Number of Newton steps, enough for full accuracy; fewer leave the point slightly outside.
const NEWTON_STEPS: u32 = 12;

/// A point at the origin, as a shape.
struct Dot;

impl Support for Dot {
    fn support(&self, _: Vec3) -> SupportPoint {
        SupportPoint::default()
    }

    fn bounding_radius(&self) -> Real {
        0.0
    }
}

impl<S: Borrow<Body>> Pair<S> {
    /// Distance along the unit vector `d` from the point `p` of a body's core to the surface with its ball; pair frame.
    /// At least the ball's radius, and equal to it where `p` is the core's farthest point along `d`.
    pub(super) fn distance_to_surface(&self, body: u8, p: Vec3, d: Vec3, rounding: Real) -> Real {
        let ball = self.body(body).ball;
        let mut t = ball;
        if ball <= 0.0 {
            return t;
        }
        for _ in 0..NEWTON_STEPS {
            let off = self.off_core(body, p + d * t);
            let f = off.length();
            let rise = off.normalize_or_zero().dot(d);
            let short = ball - f;
            if short.abs() <= rounding || !(rise > 0.0) {
                break;
            }
            t = (t + short / rise).max(ball);
        }
        t
    }

    /// Vector from the nearest point of a body's core to `x`; pair frame.
    fn off_core(&self, body: u8, x: Vec3) -> Vec3 {
        let turned = if body == 0 { Mat3::IDENTITY } else { self.rotation.transpose() };
        let local = if body == 0 { x } else { turned * (x - self.translation) };
        let core = Core(self.body(body));
        let cso = Cso { a: core, b: Dot, rotation: Mat3::IDENTITY, translation: local };
        let mut gjk = Gjk::new(cso, Options { relative: 16.0 * EPS, ..Options::default() });
        gjk.run();
        // `A − B` is the core relative to `x`, so minus its nearest point is the vector to `x`.
        self.rotated(body, -gjk.v())
    }
}

impl<S: Borrow<Body>> Manifold<S> {
    /// Height of the other body's surface above the reference's plane, below a point of its core at the height `above`.
    pub(super) fn height(&self, p: Vec3, above: Real, reference: &FaceGap) -> Real {
        let ball = self.pair.body(1 - reference.body).ball;
        let n = reference.normal;
        let [own, other] = &self.memory.own[..] else {
            return above - self.pair.distance_to_surface(1 - reference.body, p, -n, self.rounding);
        };
        let (near, far) =
            if n.dot(own.point) <= n.dot(other.point) { (own.point, other.point) } else { (other.point, own.point) };
        let Some(way) = unit(far - near).filter(|_| ball > 0.0) else { return above - ball };
        let rise = n.dot(way).clamp(0.0, 1.0);
        let forward = (1.0 - rise * rise).max(0.0).sqrt();
        let off = p - near;
        let from = (off - n * n.dot(off)).length();
        let base = above - n.dot(off);
        // On the cap up to the foot of the line's own normal, then on the line.
        if from <= ball * rise || forward == 0.0 {
            return base - (ball * ball - (from * from).min(ball * ball)).sqrt();
        }
        base - ball * forward + (from - ball * rise) / forward * rise
    }
}
