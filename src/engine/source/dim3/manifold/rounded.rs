//! Height of a contact point on the surface of a core with a ball around it: intersection of a line that leaves the
//! core with that surface. Pair frame, in the pair's length unit.
//!
//! Along `p + t d`, where `p` is on the core and `d` points out of it, the distance `f(t)` from the core is convex, is
//! 0 at 0 and grows. So Newton's method for `f(t) = r`, started at `t = r`, where `f` is at most `r`, overshoots the
//! root once and then descends to it without crossing: `t ← t + (r − f)/f′` with `f′ = d·u`, where `u` points away from
//! the nearest point of the core.

use std::borrow::Borrow;

use super::axes::FaceGap;
use super::pair::Core;
use super::stepper::Manifold;
use super::{Body, Pair};
use crate::dim3::gjk::{Gjk, Options};
use crate::dim3::numbers::unit;
use crate::dim3::prelude::*;
use crate::dim3::support::{Cso, Support, SupportPoint};

/// Limit of Newton steps, enough for full accuracy; with fewer the point could stay slightly outside the surface.
const NEWTON_STEPS: u32 = 12;

/// Relative tolerance of the distance from the core: several rounding errors, so that GJK ends by its tolerance.
const GJK_TOLERANCE: Real = 16.0 * EPS;

/// A point at the origin, as a shape.
struct Origin;

impl Support for Origin {
    fn support(&self, _: Vec3) -> SupportPoint {
        SupportPoint::default()
    }

    fn bounding_radius(&self) -> Real {
        0.0
    }
}

impl<S: Borrow<Body>> Pair<S> {
    /// Distance along the unit vector `d` from the point `p` of a body's core to the surface with its ball; pair frame.
    /// At least the ball's radius, and equal to it where `p` is the core's farthest point along `d`. `rounding` is the
    /// error up to which the distance from the core counts as the radius.
    pub(super) fn distance_to_surface(&self, body: u8, p: Vec3, d: Vec3, rounding: Real) -> Real {
        let ball = self.body(body).ball;
        let mut t = ball;
        if ball <= 0.0 {
            return t;
        }
        for _ in 0..NEWTON_STEPS {
            let from_core = self.vector_from_core(body, p + d * t);
            let slope = from_core.normalize_or_zero().dot(d);
            let missing = ball - from_core.length();
            if missing.abs() <= rounding || !(slope > 0.0) {
                break;
            }
            t = (t + missing / slope).max(ball);
        }
        t
    }

    /// Vector from the nearest point of a body's core to `x`; pair frame.
    fn vector_from_core(&self, body: u8, x: Vec3) -> Vec3 {
        let local = if body == 0 { x } else { self.rotation.transpose() * (x - self.translation) };
        let core = Core(self.body(body));
        let cso = Cso { a: core, b: Origin, rotation: Mat3::IDENTITY, translation: local };
        let mut gjk = Gjk::new(cso, Options { relative: GJK_TOLERANCE, ..Options::default() });
        gjk.run();
        // `A − B` is the core relative to `x`, so minus its nearest point is the vector to `x`.
        self.rotated(body, -gjk.v())
    }
}

impl<S: Borrow<Body>> Manifold<S> {
    /// Height of the other body's surface above the reference's plane, below a point `p` of its core at the height
    /// `above`. For a core that is a segment, so that the body is a capsule, in closed form.
    pub(super) fn height(&self, p: Vec3, above: Real, reference: &FaceGap) -> Real {
        let ball = self.pair.body(1 - reference.body).ball;
        let n = reference.normal;
        let [first, second] = &self.memory.incident[..] else {
            return above - self.pair.distance_to_surface(1 - reference.body, p, -n, self.rounding);
        };
        let first_is_lower = n.dot(first.point) <= n.dot(second.point);
        let low = if first_is_lower { first.point } else { second.point };
        let high = if first_is_lower { second.point } else { first.point };
        let Some(direction) = unit(high - low).filter(|_| ball > 0.0) else { return above - ball };
        // Sine and cosine of the segment's slope against the plane.
        let sin = n.dot(direction).clamp(0.0, 1.0);
        let cos = (1.0 - sin * sin).max(0.0).sqrt();
        let offset = p - low;
        let sideways = (offset - n * n.dot(offset)).length();
        let low_height = above - n.dot(offset);
        // The surface below `p` is on the cap around the lower end, as far as the cap's border with the side. The
        // border is `ball · sin` sideways from the lower end, and `ball · cos` below it.
        if sideways <= ball * sin || cos == 0.0 {
            return low_height - (ball * ball - (sideways * sideways).min(ball * ball)).sqrt();
        }
        // From the border on, the side rises with the slope of the segment.
        low_height - ball * cos + (sideways - ball * sin) / cos * sin
    }
}
