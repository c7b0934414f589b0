//! Linear algebra of the tangent plane for Newton's method: vectors of two coordinates, and symmetric matrices as
//! `[xx, xy, yy]`.

use crate::dim3::distance::prelude::*;

/// Least curvature of a model relative to its size. A ring of equally good normals has no curvature along the ring,
/// where the rounding error of the slope, a few `EPS`, must not cause a long step along it. Bodies that nearly touch
/// have a curvature as small as their distance: a larger limit would shorten the steps there.
pub(super) const LEAST_CURVATURE: Real = if EPS < 1.0e-10 { 1.0e-11 } else { 1.0e-6 };

/// Dot product of two vectors of the tangent plane.
#[inline(always)]
pub(super) fn dot(a: [Real; 2], b: [Real; 2]) -> Real {
    a[0] * b[0] + a[1] * b[1]
}

/// Signed area of the parallelogram of two vectors of the tangent plane, positive counter-clockwise.
#[inline(always)]
pub(super) fn cross(a: [Real; 2], b: [Real; 2]) -> Real {
    a[0] * b[1] - a[1] * b[0]
}

/// Product of a symmetric matrix and a vector.
#[inline(always)]
pub(super) fn apply(m: [Real; 3], x: [Real; 2]) -> [Real; 2] {
    [m[0] * x[0] + m[1] * x[1], m[1] * x[0] + m[2] * x[1]]
}

/// Magnitude of a model's second derivatives.
#[inline(always)]
pub(super) fn size(m: [Real; 3]) -> Real {
    m[0].abs() + m[1].abs() + m[2].abs()
}

/// Factor, at most 1, that limits a step to the length `limit`.
#[inline(always)]
pub(super) fn shrink(delta: [Real; 2], limit: Real) -> Real {
    let square = dot(delta, delta);
    if square > limit * limit { limit / square.sqrt() } else { 1.0 }
}

/// `m⁻¹ b` if `m` is positive definite, or flat to rounding in one direction, where its smaller eigenvalue is raised to
/// [`LEAST_CURVATURE`]; `None` for any other `m`.
#[inline(always)]
pub(super) fn positive_solve(m: [Real; 3], b: [Real; 2]) -> Option<[Real; 2]> {
    let floor = LEAST_CURVATURE * size(m);
    // Both eigenvalues are above the floor: the common case needs no square root.
    let x = m[0] - floor;
    let y = m[2] - floor;
    if x > 0.0 && x * y > m[1] * m[1] {
        return Some(solve(m, b));
    }
    let mean = 0.5 * (m[0] + m[2]);
    let half = 0.5 * (m[0] - m[2]);
    let least = mean - (half * half + m[1] * m[1]).sqrt();
    if !(least > -floor && mean > 0.0) {
        return None;
    }
    let lift = (floor - least).max(0.0);
    Some(solve([m[0] + lift, m[1], m[2] + lift], b))
}

/// `m⁻¹ b`, by Cramer's rule.
#[inline(always)]
fn solve(m: [Real; 3], b: [Real; 2]) -> [Real; 2] {
    let det = m[0] * m[2] - m[1] * m[1];
    [(m[2] * b[0] - m[1] * b[1]) / det, (m[0] * b[1] - m[1] * b[0]) / det]
}
