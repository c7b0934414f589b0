//! Lengths and directions of vectors, including those whose squares overflow or underflow, a fast maximum, and
//! conversions from `f64`.

use glam::DVec3;

use super::prelude::*;

/// Returns the larger of two numbers; `current` if one is NaN. The comparison maps to one instruction, which the NaN
/// rule of `Real::max` does not.
#[inline(always)]
pub(super) fn higher(candidate: Real, current: Real) -> Real {
    if candidate > current { candidate } else { current }
}

/// Returns the smaller of two numbers; `current` if one is NaN.
#[inline(always)]
pub(super) fn lower(candidate: Real, current: Real) -> Real {
    if candidate < current { candidate } else { current }
}

/// Least square of a length whose root has all digits: smaller squares are near the subnormal numbers.
pub(super) const ACCURATE_SQUARE: Real = Real::MIN_POSITIVE / EPS;

/// Returns `|v|` to rounding, however small `v` is; NaN for NaN.
#[inline(always)]
pub(super) fn length(v: Vec3) -> Real {
    let square = v.length_squared();
    if square > ACCURATE_SQUARE { square.sqrt() } else { small_length(v.x, v.y, v.z) }
}

/// Returns `|v|` to rounding, in the plane.
#[inline(always)]
pub(super) fn length2(v: Vec2) -> Real {
    let square = v.length_squared();
    if square > ACCURATE_SQUARE { square.sqrt() } else { small_length(v.x, v.y, 0.0) }
}

/// Returns the length of (x, y, z), whose square is at most [`ACCURATE_SQUARE`] or NaN: 0 for the zero vector, NaN for
/// NaN.
#[cold]
#[inline(never)]
fn small_length(x: Real, y: Real, z: Real) -> Real {
    let square = x * x + y * y + z * z;
    let v = Vec3::new(x, y, z);
    let largest = v.abs().max_element();
    if largest > 0.0 && square <= 1.0 { largest * (v / largest).length() } else { square }
}

/// Range of the largest absolute component in which [`squarable`] leaves a vector unchanged: around 1, and far from the
/// limits of squares in `f32`.
const ORDINARY: [Real; 2] = [1.0e-6, 1.0e6];

/// Returns `d`, rescaled if necessary, so that its square neither overflows nor underflows. Unit vectors stay
/// unchanged; zero for 0 and for infinite components.
#[inline]
pub(super) fn squarable(d: Vec3) -> Vec3 {
    let m = d.abs().max_element();
    if m > ORDINARY[0] && m < ORDINARY[1] { d } else { rescaled(d, m) }
}

/// Returns `d` divided by its largest absolute component, `m`; zero for 0, infinity and NaN.
#[cold]
fn rescaled(d: Vec3, m: Real) -> Vec3 {
    if m == 0.0 || !m.is_finite() {
        return Vec3::ZERO;
    }
    // A tiny vector is enlarged first: dividing by a subnormal number through its reciprocal would overflow.
    let d = if m < Real::MIN_POSITIVE / EPS { d / EPS / EPS } else { d };
    d / d.abs().max_element()
}

/// Returns `v / |v|`, however short or long `v` is; `None` for 0, infinity and NaN.
pub(super) fn unit(v: Vec3) -> Option<Vec3> {
    let largest = v.abs().max_element();
    if largest > 0.0 && largest < Real::INFINITY { (v / largest).try_normalize() } else { None }
}

/// Returns `v / |v|` in the plane; `None` for 0, infinity and NaN.
pub(super) fn unit2(v: Vec2) -> Option<Vec2> {
    let largest = v.abs().max_element();
    if largest > 0.0 && largest < Real::INFINITY { (v / largest).try_normalize() } else { None }
}

/// Returns the greatest number of this precision that is at most `x`.
pub(super) fn rounded_down(x: f64) -> Real {
    let nearest = x as Real;
    if f64::from(nearest) > x { nearest.next_down() } else { nearest }
}

/// Returns the least number of this precision that is at least `x`.
pub(super) fn rounded_up(x: f64) -> Real {
    -rounded_down(-x)
}

/// Rounds a vector to this precision.
pub(super) fn narrow(v: DVec3) -> Vec3 {
    Vec3::new(v.x as Real, v.y as Real, v.z as Real)
}
