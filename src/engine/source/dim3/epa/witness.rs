//! Witness points: the points of A and of B whose difference is a given point of a triangle of `A − B`.

use crate::dim3::prelude::*;
use crate::dim3::rounding::unit_scale;
use crate::dim3::simplex::triangle_weights;
use crate::dim3::support::Vertex;

/// Witness points of A and of B, pair frame. Their difference is the point nearest `x` of the triangle with these
/// vertices.
pub fn points_near(corners: [&Vertex; 3], x: Vec3) -> [Vec3; 2] {
    blend(corners, weights_near(corners.map(|corner| corner.w), x))
}

/// Witness points `Σ λ a` of A and `Σ λ b` of B, for vertices `a − b` with the barycentric weights `λ`.
#[inline]
pub fn blend<const N: usize>(corners: [&Vertex; N], weights: [Real; N]) -> [Vec3; 2] {
    let mut a = Vec3::ZERO;
    let mut b = Vec3::ZERO;
    for (corner, weight) in corners.into_iter().zip(weights) {
        a += corner.a * weight;
        b += corner.b * weight;
    }
    [a, b]
}

/// Barycentric weights of the triangle's point nearest `x`, not negative, with the sum 1. The triangle may be
/// degenerate.
#[inline]
fn weights_near(corners: [Vec3; 3], x: Vec3) -> [Real; 3] {
    let arms = corners.map(|corner| corner - x);
    let largest_component = arms.iter().fold(0.0, |largest: Real, arm| largest.max(arm.abs().max_element()));
    let scale = unit_scale(largest_component);
    triangle_weights(arms.map(|arm| arm * scale))
}
