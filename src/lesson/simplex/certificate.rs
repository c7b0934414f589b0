//! Proof of the distance between the origin (the query point) and a simplex, in `f64` for searches of any precision: a
//! plane that separates the two is a lower bound, a point of the simplex an upper bound.

use glam::DVec3;

use crate::snapshot::simplex::{BY_SIZE, Subset, members};

/// Rounding error of the distance that a search returns, in units of the relative rounding and of the farthest vertex.
///
/// - Vertices: 1, since each of the three coordinates is off by at most half a unit.
/// - Products `λ w` of up to four vertices: 2, for the weight and the product.
/// - Their sum: 3 additions.
/// - Length of the sum: 1.
///
/// Errors of the weights move the point along the face, which is a second-order effect. The constant is about twice the
/// total of 7. With a smaller one, a right answer could seem not to have converged; a larger one would widen the proven
/// bounds needlessly.
const ROUNDING: f64 = 16.0;

/// Bounds of the distance of the origin from a simplex, with their rounding error.
pub struct Certificate {
    /// Distance of the origin from the farthest known plane that has the whole simplex on its other side, meters; 0 or
    /// negative without such a plane, for an origin in or on the simplex.
    pub lower: f64,
    /// Unit normal of that plane, away from the origin; zero if no face of the simplex defines a plane.
    pub normal: DVec3,
    /// Distance of the origin from the simplex point with the given weights, meters.
    pub upper: f64,
    /// Rounding error of each bound, meters.
    pub rounding: f64,
}

impl Certificate {
    /// Computes the certificate for the simplex of the vertices `simplex` of `points`, meters, and for the `weights`
    /// from a search with the relative rounding `epsilon`.
    pub fn new(points: &[DVec3; 4], simplex: Subset, weights: &[f64; 4], epsilon: f64) -> Self {
        let radius = members(simplex).map(|i| points[i].length()).fold(0.0, f64::max);
        let faces = BY_SIZE.into_iter().filter(|face| face & !simplex == 0);
        let mut lower = f64::NEG_INFINITY;
        let mut normal = DVec3::ZERO;
        for candidate in faces.filter_map(|face| face_normal(points, face)) {
            let distance = members(simplex).map(|i| candidate.dot(points[i])).fold(f64::INFINITY, f64::min);
            if distance > lower {
                lower = distance;
                normal = candidate;
            }
        }
        let sum: f64 = members(simplex).map(|i| weights[i]).sum();
        let upper = members(simplex).map(|i| points[i] * (weights[i] / sum)).sum::<DVec3>().length();
        Self { lower, normal, upper, rounding: ROUNDING * epsilon * radius }
    }
}

/// Returns the unit normal, away from the origin, of the plane through the origin's projection on a face, perpendicular
/// to the line from the origin to it. `None` for a tetrahedron, a degenerate face, and a vertex or edge through the
/// origin.
fn face_normal(points: &[DVec3; 4], face: Subset) -> Option<DVec3> {
    let corners: Vec<DVec3> = members(face).map(|i| points[i]).collect();
    match corners[..] {
        [a] => a.try_normalize(),
        [a, b] => {
            let along = (b - a).try_normalize()?;
            // Projected twice: the first subtraction leaves a remainder along the edge when the foot is near the
            // origin.
            let foot = a - along * along.dot(a);
            (foot - along * along.dot(foot)).try_normalize()
        }
        [a, b, c] => {
            let n = (b - a).try_normalize()?.cross((c - a).try_normalize()?).try_normalize()?;
            Some(if n.dot(a + b + c) < 0.0 { -n } else { n })
        }
        _ => None,
    }
}
