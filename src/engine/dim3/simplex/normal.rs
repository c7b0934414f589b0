//! The normal of a triangle, from its two shorter edges where the triangle is thin.

use super::super::numbers::higher;
use super::super::prelude::*;

/// Square of 1/4, the least sine of the angle between two edges for which their cross product is accurate enough as a
/// normal.
pub(super) const MIN_SQUARED_SINE: Real = 0.0625;

/// Returns the normal of a triangle, `(b − a) × (c − a)` to rounding, and the square of the length of its longest edge.
/// The normal is computed from the edges at `a`; if their sine is below 1/4, from the two shorter edges, whose product
/// is the most accurate.
#[inline(always)]
pub fn normal(a: Vec3, b: Vec3, c: Vec3) -> (Vec3, Real) {
    let ab = b - a;
    let ac = c - a;
    let bc = c - b;
    let n = ab.cross(ac);
    let ab_square = ab.length_squared();
    let ac_square = ac.length_squared();
    let bc_square = bc.length_squared();
    let longest_square = higher(higher(ab_square, ac_square), bc_square);
    if n.length_squared() >= MIN_SQUARED_SINE * (ab_square * ac_square) {
        return (n, longest_square);
    }
    let from_shorter_edges = if ab_square == longest_square {
        ac.cross(bc)
    } else if ac_square == longest_square {
        ab.cross(bc)
    } else {
        n
    };
    (from_shorter_edges, longest_square)
}
