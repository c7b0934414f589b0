//! Lengths of vectors, also of those whose squares are no normal numbers.

use super::prelude::*;

/// `|v|` to rounding, however small `v` is. Not a number if `v` is not.
#[inline(always)]
pub(super) fn length(v: Vec3) -> Real {
    let square = v.length_squared();
    if square > Real::MIN_POSITIVE / EPS { square.sqrt() } else { small_length(v, square) }
}

/// The same in the plane.
#[inline(always)]
pub(super) fn length2(v: Vec2) -> Real {
    let square = v.length_squared();
    if square > Real::MIN_POSITIVE / EPS { square.sqrt() } else { small_length(Vec3::new(v.x, v.y, 0.0), square) }
}

/// Of a vector whose square has lost digits.
#[cold]
fn small_length(v: Vec3, square: Real) -> Real {
    let largest = v.abs().max_element();
    if largest > 0.0 && square <= 1.0 { largest * (v / largest).length() } else { square }
}
