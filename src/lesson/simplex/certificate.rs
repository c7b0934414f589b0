//! What is proven of a simplex's nearest point, in `f64` whatever the precision of the search.

use glam::DVec3;

use crate::snapshot::simplex::{BY_SIZE, Subset, members};

/// In units of the relative rounding and of the farthest vertex: what rounding may do to the distance that a search names. Narrowing the
/// vertices costs 1 (half a unit a coordinate, √3 of them), the four products of the sum `Σ λ w` 2 and its additions 3;
/// shares that are off move the point along the face, which counts in second order only. Twice that, and the length's own
/// rounding. Smaller: a right answer could seem not to have converged. Larger: the proof says less than is known.
const ROUNDING: f64 = 16.0;

/// Bounds of the distance of the origin from a simplex, and what they may be off by.
pub struct Certificate {
    /// The farthest from the origin that a plane with the whole simplex behind it was found.
    pub lower: f64,
    /// The unit normal of that plane, away from the origin; zero where there is none.
    pub normal: DVec3,
    /// How far the point with the weights found is from the origin: a point of the simplex.
    pub upper: f64,
    /// For each of the two.
    pub rounding: f64,
}

impl Certificate {
    /// For the simplex of the vertices `all` of `points`, and the weights that a search found whose numbers have a relative
    /// rounding of `epsilon`.
    pub fn new(points: &[DVec3; 4], all: Subset, weights: &[f64; 4], epsilon: f64) -> Self {
        let radius = members(all).map(|i| points[i].length()).fold(0.0, f64::max);
        let behind = |n: DVec3| members(all).map(|i| n.dot(points[i])).fold(f64::INFINITY, f64::min);
        let faces = BY_SIZE.into_iter().filter(|face| face & !all == 0);
        let farther = |best: (f64, DVec3), n: DVec3| if behind(n) > best.0 { (behind(n), n) } else { best };
        let none = (f64::NEG_INFINITY, DVec3::ZERO);
        let (lower, normal) = faces.filter_map(|face| normal(points, face)).fold(none, farther);
        let whole: f64 = members(all).map(|i| weights[i]).sum();
        let upper = members(all).map(|i| points[i] * (weights[i] / whole)).sum::<DVec3>().length();
        Self { lower, normal, upper, rounding: ROUNDING * epsilon * radius }
    }
}

/// The unit normal of the plane through a face's foot of the origin, away from the origin: none of a tetrahedron, and of
/// faces that hold it.
fn normal(points: &[DVec3; 4], face: Subset) -> Option<DVec3> {
    let corners: Vec<DVec3> = members(face).map(|i| points[i]).collect();
    match corners[..] {
        [a] => a.try_normalize(),
        [a, b] => {
            let along = (b - a).try_normalize()?;
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
