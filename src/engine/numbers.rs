//! Lengths of vectors, also of those whose squares are no normal numbers.

use super::prelude::*;

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
