//! Barycentric coordinates of a point on, or next to, a triangle.

use super::super::prelude::*;
use super::super::simplex::Solver;
use super::super::tolerance::unit_scale;

/// The weights of the triangle's point nearest `x`: not negative, sum 1. Triangles without area are no exception.
pub fn weights_near(corners: &[Vec3; 3], x: Vec3) -> [Real; 3] {
    let arms = corners.map(|c| c - x);
    let size = arms.iter().fold(0.0, |m: Real, arm| m.max(arm.abs().max_element()));
    let [a, b, c] = arms.map(|arm| arm * unit_scale(size));
    let nearest = Solver::default().nearest(&[a, b, c, a], 0b0111);
    [nearest.weights[0], nearest.weights[1], nearest.weights[2]]
}
