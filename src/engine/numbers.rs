//! Lengths and directions of vectors, also of those whose squares are no normal numbers; the higher of two numbers.

use super::prelude::*;

/// The higher of two numbers, and what is known where the other is no number: one instruction, which `max` is not.
#[inline(always)]
pub(super) fn higher(found: Real, known: Real) -> Real {
    if found > known { found } else { known }
}

/// `|v|` to rounding, however small `v` is. Not a number if `v` is not.
#[inline(always)]
pub(super) fn length(v: Vec3) -> Real {
    let square = v.length_squared();
    if square > Real::MIN_POSITIVE / EPS { square.sqrt() } else { small_length(v.x, v.y, v.z) }
}

/// The same in the plane.
#[inline(always)]
pub(super) fn length2(v: Vec2) -> Real {
    let square = v.length_squared();
    if square > Real::MIN_POSITIVE / EPS { square.sqrt() } else { small_length(v.x, v.y, 0.0) }
}

/// Of a vector whose square has lost digits. Three numbers come in registers: a vector would have to go through memory
/// even where its square is fine.
#[cold]
#[inline(never)]
fn small_length(x: Real, y: Real, z: Real) -> Real {
    let square = x * x + y * y + z * z;
    let v = Vec3::new(x, y, z);
    let largest = v.abs().max_element();
    if largest > 0.0 && square <= 1.0 { largest * (v / largest).length() } else { square }
}

/// The same direction, at a length whose square neither overflows nor underflows. Algorithms pass unit vectors, which
/// stay as they are.
#[inline]
pub(super) fn squarable(d: Vec3) -> Vec3 {
    let m = d.abs().max_element();
    if m > 1.0e-6 && m < 1.0e6 { d } else { rescaled(d, m) }
}

#[cold]
fn rescaled(d: Vec3, m: Real) -> Vec3 {
    if m == 0.0 || !m.is_finite() {
        return Vec3::ZERO;
    }
    // Twice, since the reciprocal of a denormal overflows.
    let d = if m < Real::MIN_POSITIVE / EPS { d / EPS / EPS } else { d };
    d / d.abs().max_element()
}

/// `v / |v|`, however short or long; none for 0 and for what is not finite.
pub(super) fn unit(v: Vec3) -> Option<Vec3> {
    let largest = v.abs().max_element();
    if largest > 0.0 && largest < Real::INFINITY { (v / largest).try_normalize() } else { None }
}

/// The same in the plane.
pub(super) fn unit2(v: Vec2) -> Option<Vec2> {
    let largest = v.abs().max_element();
    if largest > 0.0 && largest < Real::INFINITY { (v / largest).try_normalize() } else { None }
}
