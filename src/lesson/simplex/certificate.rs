//! Proof of the distance between the origin (the query point) and a simplex, in `f64` for searches of any precision: a
//! plane that separates the two is a lower bound, a point of the simplex an upper bound. [`Certificate`] computes both,
//! and `proven_verdict` makes the answer of a search from them.

use contact_lens_model::answer::number::length;
use contact_lens_model::answer::{Finding, PairFinding, PairStatus, Proof};
use contact_lens_model::snapshot::simplex::{BY_SIZE, Outcome, Subset, members, size};
use glam::DVec3;

use super::SimplexQuery;
use crate::{Ending, Verdict};

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
    /// Computes the certificate of a search with the relative rounding `epsilon`. The simplex has the vertices
    /// `simplex` of `points`, relative to the query point, meters; `weights` are the barycentric weights of its nearest
    /// point.
    pub fn new(points: &[DVec3; 4], simplex: Subset, weights: &[f64; 4], epsilon: f64) -> Self {
        let radius = members(simplex).map(|i| points[i].length()).fold(0.0, f64::max);
        let mut lower = f64::NEG_INFINITY;
        let mut normal = DVec3::ZERO;
        for face in BY_SIZE {
            let is_face_of_simplex = face & !simplex == 0;
            if !is_face_of_simplex {
                continue;
            }
            let Some(candidate) = face_normal(points, face) else { continue };
            // Distance of the origin from the plane with this normal that supports the simplex.
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

/// Returns the unit vector from the origin to its projection on a face, which is the normal of the plane that separates
/// the two; for a triangle, its normal away from the origin. `None` for a tetrahedron, a degenerate face, and a vertex
/// or edge through the origin.
fn face_normal(points: &[DVec3; 4], face: Subset) -> Option<DVec3> {
    let vertices: Vec<DVec3> = members(face).map(|i| points[i]).collect();
    match vertices[..] {
        [a] => a.try_normalize(),
        [a, b] => {
            let along = (b - a).try_normalize()?;
            // The rejection is done twice, because the first subtraction leaves a remainder along the edge when the
            // foot is near the origin.
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

/// Verdict of a search that ended after `steps` steps with `outcome`, which the lesson calls `ending`: the distance of
/// the query point from the simplex, proven by a plane in `f64`.
pub(super) fn proven_verdict(query: &SimplexQuery, steps: usize, outcome: Outcome, ending: Ending) -> Verdict {
    let nearest = outcome.nearest();
    let farthest_vertex = members(query.simplex).map(|i| query.points[i].length()).fold(0.0, f64::max);
    let Certificate { lower, normal, upper, rounding } =
        Certificate::new(&query.points, query.simplex, &nearest.weights, query.epsilon);
    let v = nearest.v;
    let is_inside = size(nearest.subset) == 4;
    let is_apart = v.length() > rounding && !is_inside;
    // The depth of a point in or on the simplex is at most the simplex's diameter.
    let lower = if is_apart { lower - rounding } else { -(2.0 * farthest_vertex + rounding) };
    let upper = if is_inside { rounding } else { upper.max(v.length()) + rounding };
    // Sum of the rounding errors of both bounds and of the distance between them.
    let tolerance = if is_apart { 3.0 * rounding } else { f64::INFINITY };
    let q = &query.names[1];
    let say = if is_apart {
        format!("{q} is {} from the simplex.", length(v.length()))
    } else if is_inside {
        format!("{q} lies inside the simplex.")
    } else {
        format!("{q} lies on the simplex: the distance between them is below rounding error.")
    };
    let status = if !is_apart {
        PairStatus::Penetrating
    } else if lower <= 0.0 || upper - lower > tolerance {
        PairStatus::NotConverged
    } else {
        PairStatus::Separated
    };
    let finding = PairFinding {
        signed_distance: is_apart.then(|| v.length()),
        normal: is_apart.then_some(-normal),
        witness_a: query.q + v,
        witness_b: query.q,
        proof: Proof { lower: lower.min(upper), upper, tolerance },
        status,
    };
    Verdict { outcome: ending.name, say, iterations: steps as u32, finding: Finding::Distance(finding) }
}
