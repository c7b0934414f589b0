//! Weights of thin triangles and flat tetrahedra, solved for from their edges in `f64`.

use glam::DVec3;

use super::super::prelude::*;

/// The point in `f64`, without rounding.
fn to_f64(p: Vec3) -> DVec3 {
    DVec3::new(p.x as f64, p.y as f64, p.z as f64)
}

/// Barycentric weights of the origin's projection on the triangle's plane, and the projection; `None` unless the
/// triangle contains it. Computed in `f64` from the two shortest edges, with one step of refinement.
pub(super) fn projection(points: [Vec3; 3]) -> Option<([Real; 3], Vec3)> {
    let points = points.map(to_f64);
    // The base is the vertex opposite to the longest edge.
    let opposite_squares = [[1, 2], [2, 0], [0, 1]].map(|[i, j]: [usize; 2]| points[i].distance_squared(points[j]));
    let base = (1..3).fold(0, |longest, i| if opposite_squares[i] > opposite_squares[longest] { i } else { longest });
    let [i, j] = [(base + 1) % 3, (base + 2) % 3];
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
    let is_inside = weights.iter().all(|weight| *weight > 0.0);
    is_inside.then(|| (weights.map(|weight| weight as Real), Vec3::new(v.x as Real, v.y as Real, v.z as Real)))
}

/// Number of times that the linear system is solved for the remaining error. Each time adds as many correct digits as
/// its determinant has: four in `f64` for points within 1e-6 of a line.
const SOLUTIONS: usize = 6;

/// Largest distance from the origin of the point that the weights give, in `EPS` of the distance of the farthest
/// vertex: the rounding error of the weights in `Real`. Chosen with a margin.
const ORIGIN_ROUNDING: Real = 4.0;

/// Barycentric weights of the origin from the edges of the tetrahedron, in `f64` and with refinement, accurate even for
/// a flat tetrahedron. `None` if a weight is not positive or the weights do not give the origin.
pub(super) fn solved_weights(points: &[Vec3; 4]) -> Option<[Real; 4]> {
    let [base, p, q, r] = points.map(to_f64);
    let [e, f, g] = [p - base, q - base, r - base];
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
