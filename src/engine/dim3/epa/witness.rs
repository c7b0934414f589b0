//! Witness points on A and B for a point on, or next to, a triangle of `A − B`.

use super::super::prelude::*;
use super::super::rounding::unit_scale;
use super::super::simplex::triangle_weights;
use super::super::support::Vertex;

/// Returns witness points of A and of B, pair frame, whose difference is the point nearest `x` of the triangle with
/// these vertices.
pub fn points_near(corners: [&Vertex; 3], x: Vec3) -> [Vec3; 2] {
    blend(corners, weights_near(corners.map(|corner| corner.w), x))
}

/// `Σ λ a` and `Σ λ b`, the witness points of A and of B.
#[inline]
pub fn blend<const N: usize>(corners: [&Vertex; N], weights: [Real; N]) -> [Vec3; 2] {
    let weighted = corners.into_iter().zip(weights);
    weighted.fold([Vec3::ZERO; 2], |[a, b], (corner, weight)| [a + corner.a * weight, b + corner.b * weight])
}

/// Barycentric weights of the triangle's point nearest `x`: not negative, sum 1. Triangles may be degenerate.
#[inline]
fn weights_near(corners: [Vec3; 3], x: Vec3) -> [Real; 3] {
    let arms = corners.map(|c| c - x);
    let size = arms.iter().fold(0.0, |m: Real, arm| m.max(arm.abs().max_element()));
    triangle_weights(arms.map(|arm| arm * unit_scale(size)))
}
