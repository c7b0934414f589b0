//! The normal of a triangle, from its two shorter edges where the triangle is thin.

use super::super::numbers::higher;
use super::super::prelude::*;

/// Square of the sine of the angle between two edges from which their cross product is accurate enough as a normal: the
/// sine is 1/4.
pub(super) const MIN_SQUARED_SINE: Real = 0.0625;

/// Returns the normal of a triangle, `(b − a) × (c − a)` to rounding, and the square of its longest edge. The normal is
/// computed from the edges at `a`; if their sine is below 1/4, from the two shorter edges, whose product is the most
/// accurate.
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
    let from_shorter_edges = if x == longest {
        ac.cross(bc)
    } else if y == longest {
        ab.cross(bc)
    } else {
        n
    };
    (from_shorter_edges, longest)
}
