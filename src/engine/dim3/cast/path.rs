//! Where B goes seen from A, and what rounding may do to a place on that way.

use super::super::numbers;
use super::super::prelude::*;
use super::super::rounding;

/// The way of B's origin seen from A: a segment, walked at one speed. Places on it are lengths `s` from its start; the
/// time is `s / |r|`, so that how slow or fast the bodies are changes no digit of the search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Path {
    /// `r = v_B − v_A`, pair frame, in length units a second.
    pub r: Vec3,
    /// `r / |r|`; zero where there is no motion.
    pub along: Vec3,
    /// `|r|`.
    pub speed: Real,
    /// How long the motion lasts, seconds.
    pub t_max: Real,
    /// `|r| · t_max`: where the motion ends.
    pub limit: Real,
    /// How far the way is looked along: to its end, or less far, where the bodies have left each other before.
    pub length: Real,
    /// `M`: all numbers of the pair at the start are at most of this size.
    pub magnitude: Real,
}

impl Path {
    /// The way of a pair of this magnitude, whose bodies lie within `reach` of the pair frame's origin and at most so far
    /// apart that beyond `2 · reach` they have passed each other.
    pub fn new(r: Vec3, t_max: Real, magnitude: Real, reach: Real) -> Self {
        // Velocities may be so large that their squares overflow.
        let largest = r.abs().max_element();
        let speed = if largest > 0.0 { largest * (r / largest).length() } else { 0.0 };
        let along = numbers::unit(r).unwrap_or(Vec3::ZERO);
        // A product of infinity and 0, of bodies that stand still for ever, is no number.
        let limit = if speed > 0.0 { speed * t_max * (1.0 + 4.0 * EPS) } else { 0.0 };
        Self { r, along, speed, t_max, limit, length: limit.min(2.0 * reach), magnitude }
    }

    /// Whether all its numbers can be computed with.
    pub fn is_sound(&self) -> bool {
        self.r.is_finite() && self.t_max >= 0.0 && rounding::is_sound(self.magnitude)
    }

    /// Whether B moves seen from A at all: only a velocity of exactly 0 is no motion.
    pub fn is_still(&self) -> bool {
        self.along == Vec3::ZERO
    }

    /// `r · t` at this place: where the origin of the moving pair lies in `A − B` at rest.
    pub fn at(&self, s: Real) -> Vec3 {
        self.along * s
    }

    /// When that is.
    pub fn time(&self, s: Real) -> Real {
        if s <= 0.0 { 0.0 } else { s / self.speed }
    }

    /// Not after the moment of this place, whatever rounding did.
    pub fn not_after(&self, s: Real) -> Real {
        self.time(s) * (1.0 - 4.0 * EPS)
    }

    /// Not before the moment of this place.
    pub fn not_before(&self, s: Real) -> Real {
        self.time(s) * (1.0 + 4.0 * EPS)
    }

    /// What a bound of the signed distance may be off by when B has gone so far.
    pub fn rounding(&self, s: Real) -> Real {
        rounding::bound_rounding(self.magnitude + s)
    }

    /// What two bounds that were computed from the same rounded points may differ by there.
    pub fn dot_rounding(&self, s: Real) -> Real {
        rounding::DOT_ROUNDING * EPS * (self.magnitude + s) + Real::MIN_POSITIVE
    }

    /// Where, before this motion is over, `h + rounding` is reached along a normal with `normal · along = w < 0`: from the
    /// start to there `A − B`, which lies where `normal · x ≤ h`, is not met.
    pub fn clear_until(&self, h: Real, w: Real) -> Real {
        ((-h - rounding::bound_rounding(self.magnitude)) / (-w + rounding::BOUND_ROUNDING * EPS)).max(0.0)
    }

    /// Whether the motion is over before `s`, beyond rounding.
    pub fn ends_before(&self, s: Real) -> Comparison<Real> {
        Comparison::above(s, self.limit)
    }
}
