//! The normal of a triangle, computed from its two shorter edges if the triangle is thin.

use crate::dim3::numbers::higher;
use crate::dim3::prelude::*;

/// Square of 1/4, the least sine of the angle between two edges for which their cross product is accurate enough as a
/// normal.
pub(super) const MIN_SQUARED_SINE: Real = 0.0625;

/// Normal of a triangle with the vertices `a`, `b` and `c`.
#[derive(Clone, Copy)]
pub struct TriangleNormal {
    /// `(b − a) × (c − a)` to rounding.
    pub n: Vec3,
    /// Square of the length of the longest edge.
    pub longest_square: Real,
}

/// Computes the normal of a triangle from the edges at `a`; if the sine of their angle is below 1/4, from the two
/// shorter edges, whose product is the most accurate.
#[inline(always)]
pub fn normal(a: Vec3, b: Vec3, c: Vec3) -> TriangleNormal {
    let ab = b - a;
    let ac = c - a;
    let bc = c - b;
    let n = ab.cross(ac);
    let ab_square = ab.length_squared();
    let ac_square = ac.length_squared();
    let bc_square = bc.length_squared();
    let longest_square = higher(higher(ab_square, ac_square), bc_square);
    if n.length_squared() >= MIN_SQUARED_SINE * (ab_square * ac_square) {
        return TriangleNormal { n, longest_square };
    }
    let from_shorter_edges = if ab_square == longest_square {
        ac.cross(bc)
    } else if ac_square == longest_square {
        ab.cross(bc)
    } else {
        n
    };
    TriangleNormal { n: from_shorter_edges, longest_square }
}
