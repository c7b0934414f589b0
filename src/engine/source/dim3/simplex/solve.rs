//! Barycentric weights of thin triangles and flat tetrahedra: the solution of a linear system of their edges in `f64`,
//! with iterative refinement.

use glam::DVec3;

use crate::dim3::prelude::*;

/// A point in `f64`, without rounding.
fn to_f64(p: Vec3) -> DVec3 {
    DVec3::new(p.x as f64, p.y as f64, p.z as f64)
}

/// Projection of the origin on the plane of a triangle.
pub(super) struct Projection {
    /// Barycentric weights by vertex, all positive.
    pub weights: [Real; 3],
    /// Position of the projection.
    pub v: Vec3,
}

/// The projection of the origin on the triangle's plane; `None` if the triangle does not contain it. Computed in `f64`
/// from the two shortest edges, with one step of refinement.
pub(super) fn projection(points: [Vec3; 3]) -> Option<Projection> {
    let points = points.map(to_f64);
    let base = vertex_opposite_to_longest_edge(&points);
    let i = (base + 1) % 3;
    let j = (base + 2) % 3;
    let e = points[i] - points[base];
    let f = points[j] - points[base];
    let n = e.cross(f);
    let mut v = points[base];
    let mut weights = [0.0; 3];
    // Each pass adds the change of the weights that makes `v` perpendicular to both edges, by Cramer's rule.
    for _ in 0..2 {
        weights[i] += f.cross(v).dot(n) / n.length_squared();
        weights[j] -= e.cross(v).dot(n) / n.length_squared();
        v = points[base] + (e * weights[i] + f * weights[j]);
    }
    weights[base] = 1.0 - (weights[i] + weights[j]);
    if !weights.iter().all(|weight| *weight > 0.0) {
        return None;
    }
    let v = Vec3::new(v.x as Real, v.y as Real, v.z as Real);
    Some(Projection { weights: weights.map(|weight| weight as Real), v })
}

/// Index of the vertex opposite to the longest edge of a triangle, the first of equals.
fn vertex_opposite_to_longest_edge(points: &[DVec3; 3]) -> usize {
    let mut longest = 0;
    for vertex in 1..3 {
        if opposite_edge_square(points, vertex) > opposite_edge_square(points, longest) {
            longest = vertex;
        }
    }
    longest
}

/// Squared length of the edge of a triangle opposite to a vertex.
fn opposite_edge_square(points: &[DVec3; 3], vertex: usize) -> f64 {
    points[(vertex + 1) % 3].distance_squared(points[(vertex + 2) % 3])
}

/// Number of times that the linear system is solved for the remaining error. Each time adds as many correct digits as
/// the determinant has: four in `f64` for points within 1e-6 of a line.
const SOLUTIONS: usize = 6;

/// Largest distance from the origin of the point with the solved weights, in `EPS` of the distance of the farthest
/// vertex: the rounding error of weights in `Real`. Chosen with a margin.
const ORIGIN_ROUNDING: Real = 4.0;

/// Barycentric weights of the origin in a tetrahedron, accurate even if the tetrahedron is flat. `None` if a weight is
/// not positive, or if the point with these weights is not the origin.
pub(super) fn solved_weights(points: &[Vec3; 4]) -> Option<[Real; 4]> {
    let [base, p, q, r] = points.map(to_f64);
    let e = p - base;
    let f = q - base;
    let g = r - base;
    let across = [f.cross(g), g.cross(e), e.cross(f)];
    let volume = e.dot(across[0]);
    let mut weights = [0.0; 3];
    let mut v = base;
    for _ in 0..SOLUTIONS {
        for (weight, across) in weights.iter_mut().zip(across) {
            *weight -= v.dot(across) / volume;
        }
        v = base + (e * weights[0] + f * weights[1] + g * weights[2]);
    }
    let [x, y, z] = weights;
    let weights = [1.0 - (x + y + z), x, y, z];
    let radius = points.iter().fold(0.0, |radius: Real, p| radius.max(p.length()));
    let is_inside = weights.iter().all(|weight| *weight > 0.0);
    let is_origin = v.length() <= (ORIGIN_ROUNDING * EPS * radius) as f64;
    (is_inside && is_origin).then(|| weights.map(|weight| weight as Real))
}
