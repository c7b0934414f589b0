//! Path of B relative to A, and bounds of the rounding error along it.

use glam::DVec3;

use super::answer::Plane;
use super::head_start::HeadStart;
use super::motion::{FramePrecision, IS_SINGLE, Motion, Sizes};
use crate::dim3::numbers;
use crate::dim3::prelude::*;
use crate::dim3::rounding;

/// Bound of the relative rounding error of the length of `r` and of a time; most of it comes from the rotation of `r`.
const TIME_ROUNDING: f64 = 16.0 * EPS as f64;

/// [`TIME_ROUNDING`] of the `f32` engine where `r` and times are computed in `f64`.
const FINE_TIME_ROUNDING: f64 = 16.0 * f64::EPSILON;

/// Path of B's origin relative to A: a segment at constant speed. A position on it is the length `s` from the position
/// where the search begins: the start of the motion, or the end of the head start. Without a head start the time is
/// `s / |r|`. The search knows only positions, so its digits do not depend on the speed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Path {
    /// `r = v_B − v_A`, pair frame, length units per second.
    pub r: Vec3,
    /// `r / |r|`; zero if nothing moves.
    pub along: Vec3,
    /// `|r|`, length units per second.
    pub speed: Real,
    /// Part of the path that B has covered before position 0; zero unless the bodies start far apart.
    pub start: HeadStart,
    /// Duration of the motion, seconds.
    pub t_max: Real,
    /// Position at the end of the motion: `|r| · t_max` without a head start.
    pub limit: Real,
    /// Length of the path that is searched: up to `limit`, or to where the bodies have passed each other, if earlier.
    pub length: Real,
    /// `M`: upper bound of all lengths of the pair at the start.
    pub magnitude: Real,
    /// Precision of the pair frame.
    pub precision: FramePrecision,
    /// Length of `r` in `f64`, length units per second.
    speed_f64: f64,
    /// Bound of the relative error of `speed_f64` and of a time.
    time_error: f64,
    /// Bound of the rounding error of a supporting plane of `A − B` at position 0, a length, and its increase per unit
    /// of the path.
    rounding: [Real; 2],
}

/// Largest number in the precision of the engine that is at most `x`.
fn rounded_down(x: f64) -> Real {
    let nearest = x as Real;
    if nearest as f64 > x { nearest.next_down() } else { nearest }
}

/// Smallest number in the precision of the engine that is at least `x`.
fn rounded_up(x: f64) -> Real {
    let nearest = x as Real;
    if (nearest as f64) < x { nearest.next_up() } else { nearest }
}

/// Returns `|r|`; velocities may be so large that their squares overflow.
fn length(r: Vec3) -> Real {
    let largest = r.abs().max_element();
    if largest > 0.0 { largest * (r / largest).length() } else { 0.0 }
}

impl Path {
    /// Path of a pair of these sizes. The path is searched up to twice the radius that contains `A − B`, where the
    /// bodies have passed each other.
    pub fn new(motion: impl Into<Motion>, t_max: Real, sizes: Sizes) -> Self {
        Self::after(HeadStart::NONE, motion.into(), t_max, sizes)
    }

    /// Path of a pair of these sizes from the position where B is after the head start `start`.
    pub(super) fn after(start: HeadStart, motion: Motion, t_max: Real, sizes: Sizes) -> Self {
        let Motion { r, precision, fine } = motion;
        // In f32 the speed before rounding is more exact; in f64 there is no finer one.
        let finer = fine.filter(|_| IS_SINGLE);
        let speed_f64 = finer.map_or_else(|| length(r) as f64, |finer| finer.r.length());
        let time_error = if finer.is_some() { FINE_TIME_ROUNDING } else { TIME_ROUNDING };
        let speed = speed_f64 as Real;
        let along = numbers::unit(r).unwrap_or(Vec3::ZERO);
        // For bodies at rest for an infinite time, the product would be NaN.
        let limit = speed_f64 * t_max as f64 * (1.0 + time_error) - start.length;
        let limit = if speed > 0.0 { rounded_up(limit) } else { 0.0 };
        let length = limit.min(2.0 * sizes.bounding_radius());
        let magnitude = sizes.magnitude();
        // The frame after a head start is rounded.
        let precision = if start.length > 0.0 { FramePrecision::Double } else { precision };
        let [at_start, per_length] = sizes.rounding(precision);
        let rounding = [at_start + start.rounding(), per_length];
        Self { r, along, speed, start, t_max, limit, length, magnitude, precision, speed_f64, time_error, rounding }
    }

    /// Whether no number of the path is NaN, infinite or out of the range of the algorithms.
    pub fn is_usable(&self) -> bool {
        self.r.is_finite() && self.t_max >= 0.0 && rounding::fits_own_unit(self.magnitude)
    }

    /// Whether B is at rest relative to A: its relative velocity is exactly 0.
    pub fn is_still(&self) -> bool {
        self.along == Vec3::ZERO
    }

    /// `x` at position `s`: the vector by which B has moved since position 0. The bodies are in contact if and only if
    /// it is in `A − B`, taken at position 0.
    pub fn at(&self, s: Real) -> Vec3 {
        self.along * s
    }

    /// `|r|` in `f64`, length units per second.
    pub(super) fn speed_f64(&self) -> f64 {
        self.speed_f64
    }

    /// Time at position `s`, seconds.
    pub fn time(&self, s: Real) -> Real {
        self.seconds(s) as Real
    }

    /// Time at position `s` in `f64`, seconds; 0 before the start.
    fn seconds(&self, s: Real) -> f64 {
        let s = self.start.length + s as f64;
        if s <= 0.0 { 0.0 } else { s / self.speed_f64 }
    }

    /// Lower bound of the time at position `s`, seconds, rounding included.
    pub fn earliest_time(&self, s: Real) -> Real {
        rounded_down(self.seconds(s) * (1.0 - self.time_error))
    }

    /// Upper bound of the time at position `s`, seconds, rounding included.
    pub fn latest_time(&self, s: Real) -> Real {
        rounded_up(self.seconds(s) * (1.0 + self.time_error))
    }

    /// Bound of the rounding error of a supporting plane of `A − B` with B at position `s`, a length.
    pub fn rounding(&self, s: Real) -> Real {
        self.rounding[0] + self.rounding[1] * s
    }

    /// Bound of the rounding error of the path's direction, radians: the increase of [`Path::rounding`] per unit of the
    /// path.
    pub fn drift(&self) -> Real {
        self.rounding[1]
    }

    /// Bound of the rounding error of the difference of two dot products at position `s` that use the same rounded
    /// points, a length.
    pub fn dot_rounding(&self, s: Real) -> Real {
        rounding::DOT_ROUNDING * EPS * (self.magnitude + s) + Real::MIN_POSITIVE
    }

    /// Distance up to which bodies count as touching; 0 in `f32`, where only exact arithmetic decides contact.
    pub fn touching_distance(&self) -> Real {
        rounding::touching_distance(self.magnitude)
    }

    /// Position up to which the path is proven to lie outside the half-space `normal · x ≤ h` that contains `A − B`.
    /// `w` is `normal · along`, which must be negative.
    pub fn clear_until(&self, h: Real, w: Real) -> Real {
        let [start, per_length] = self.rounding;
        ((-h - start) / (-w + per_length)).max(0.0)
    }

    /// Plane relative to `A − B` at the start of the motion, from one relative to it after the head start.
    pub(super) fn plane_at_start(&self, plane: Plane) -> Plane {
        let [x, y, z] = plane.normal.to_array().map(|x| x as f64);
        let moved = self.start.offset().dot(DVec3::new(x, y, z));
        Plane { offset: (plane.offset as f64 + moved) as Real, ..plane }
    }

    /// Whether the motion is proven to end before position `s`.
    pub fn ends_before(&self, s: Real) -> Comparison<Real> {
        Comparison::above(s, self.limit)
    }
}
