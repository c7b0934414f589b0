//! Support points of boxes, ellipsoids and a few points.

use crate::dim3::prelude::*;
use crate::dim3::support::{Feature, SupportPoint};

/// Returns the same point, held in registers. Without the product the compiler writes the result to memory piece by
/// piece and reads it back whole, which takes 5 % of a query.
#[inline(always)]
pub(super) fn in_registers(SupportPoint { point, feature }: SupportPoint) -> SupportPoint {
    SupportPoint { point: point * 1.0, feature }
}

/// The support vertex of a box: feature bit `i` is set if coordinate `i` of the vertex is negative.
#[inline]
pub(super) fn box_support(half: Vec3, d: Vec3) -> SupportPoint {
    // No branch; adding 0 makes −0 positive.
    let feature = u32::from(d.x < 0.0) | u32::from(d.y < 0.0) << 1 | u32::from(d.z < 0.0) << 2;
    SupportPoint {
        point: Vec3::new(half.x.copysign(d.x + 0.0), half.y.copysign(d.y + 0.0), half.z.copysign(d.z + 0.0)),
        feature: Feature(feature),
    }
}

/// Support point of an ellipsoid: `D · S(ball, D·d)` with `D = diag(radii)`.
#[inline]
pub(super) fn ellipsoid_support(radii: Vec3, d: Vec3) -> Vec3 {
    // Divided by the largest semi-axis, so that the square of `D·d` cannot overflow, nor underflow by the radii alone.
    let largest = radii.max_element();
    if largest == 0.0 {
        return Vec3::ZERO;
    }
    let relative = radii / largest;
    radii * (relative * d).normalize_or(Vec3::X)
}

/// The farthest of a few points along `d`; the first if several are equally far.
#[inline]
pub(super) fn farthest<const N: usize>(points: &[Vec3; N], d: Vec3) -> SupportPoint {
    let mut best = 0;
    for i in 1..N {
        if d.dot(points[i] - points[best]) > 0.0 {
            best = i;
        }
    }
    SupportPoint { point: points[best], feature: Feature(best as u32) }
}
