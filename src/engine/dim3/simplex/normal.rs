//! The normal of a triangle.

use super::super::numbers::higher;
use super::super::prelude::*;

/// Square of the sine between two edges, 1/16 for a sine of 1/4, from which their cross product is the normal.
pub(super) const MIN_SQUARED_SINE: Real = 0.0625;

/// Returns the normal of a triangle, `(b − a) × (c − a)` to rounding, and the square of its longest edge. The normal is
/// computed from two edges at a vertex that is neither sharp nor blunt; that of a needle from its two shorter edges,
/// which determine its accuracy.
#[inline(always)]
pub fn normal(a: Vec3, b: Vec3, c: Vec3) -> (Vec3, Real) {
    let ab = b - a;
    let ac = c - a;
    let bc = c - b;
    let n = ab.cross(ac);
    let x = ab.length_squared();
    let y = ac.length_squared();
    let z = bc.length_squared();
    let longest = higher(higher(x, y), z);
    if n.length_squared() >= MIN_SQUARED_SINE * (x * y) {
        return (n, longest);
    }
    (
        if x == longest {
            ac.cross(bc)
        } else if y == longest {
            ab.cross(bc)
        } else {
            n
        },
        longest,
    )
}
