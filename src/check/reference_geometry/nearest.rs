//! Point of a convex set nearest the origin, from the set's support mapping: Wolfe's (1976) algorithm.

use glam::DVec3;

/// Maximum number of support points that a search adds.
const MAX_SUPPORT_POINTS: u32 = 400;

/// Length of the part of an edge perpendicular to the others, as a fraction of the edge, below which the points count
/// as dependent.
const MIN_INDEPENDENCE: f64 = 1e-14;

/// Lower, then upper bound of the distance from the origin to the convex set with this support mapping: a plane
/// separates the set from the origin by the lower one, and a point of the set has the upper one as its distance. The
/// search ends when the bounds differ by at most `rounding`. Rounding errors, as on hulls with nearly coplanar points,
/// or [`MAX_SUPPORT_POINTS`] may end the search before; both bounds still hold. The lower bound is 0 when no separating
/// plane is found.
///
/// **Method.** Wolfe (1976): keeps a corral, a set of at most four affinely independent support points, and moves
/// towards the point of its affine hull nearest the origin, until that point is inside the corral's hull.
pub(super) fn nearest(support: impl Fn(DVec3) -> DVec3, rounding: f64) -> [f64; 2] {
    search(support, rounding).bounds
}

/// Simplex of support points that contains a point of the set.
pub struct NearestSimplex {
    /// Point nearest the origin, without proof.
    pub point: DVec3,
    /// Vertices of the simplex, at most four.
    pub vertices: Vec<DVec3>,
}

/// Approximates the point of a convex set nearest the origin.
pub fn nearest_simplex(support: impl Fn(DVec3) -> DVec3) -> NearestSimplex {
    let found = search(support, 0.0);
    NearestSimplex { point: found.point, vertices: found.corral.into_iter().map(|member| member.point).collect() }
}

/// Support point with a weight.
#[derive(Clone, Copy)]
struct WeightedPoint {
    point: DVec3,
    weight: f64,
}

/// Result of Wolfe's algorithm.
struct WolfeResult {
    /// Proven lower, then upper bound of the distance.
    bounds: [f64; 2],
    /// Point of the set whose distance is the upper bound.
    point: DVec3,
    /// At most four affinely independent support points, whose weighted sum is the point.
    corral: Vec<WeightedPoint>,
}

/// Runs Wolfe's algorithm until the bounds differ by at most `rounding`.
fn search(support: impl Fn(DVec3) -> DVec3, rounding: f64) -> WolfeResult {
    let mut x = support(DVec3::X);
    let mut corral = vec![WeightedPoint { point: x, weight: 1.0 }];
    // Lower bound of the distance.
    let mut proven = 0.0_f64;
    for _ in 0..MAX_SUPPORT_POINTS {
        let w = support(-x);
        let length = x.length();
        // A point of the set this near proves no distance above the plane found before.
        if length <= rounding {
            return WolfeResult { bounds: [proven.min(length), length], point: x, corral };
        }
        proven = proven.max(x.dot(w) / length);
        if length - proven <= rounding || corral.iter().any(|member| member.point == w) {
            return WolfeResult { bounds: [proven, length], point: x, corral };
        }
        let previous_corral = corral.clone();
        corral.push(WeightedPoint { point: w, weight: 0.0 });
        let better = minimize(&mut corral);
        if better.length() >= length {
            return WolfeResult { bounds: [proven, length], point: x, corral: previous_corral };
        }
        x = better;
    }
    WolfeResult { bounds: [proven, x.length()], point: x, corral }
}

/// Moves the weights to the nearest point of the corral's hull, drops the points with weight 0, and returns the point.
fn minimize(corral: &mut Vec<WeightedPoint>) -> DVec3 {
    loop {
        let Some(target) = affine_minimizer(corral) else {
            // Affinely dependent points: drop the oldest.
            corral.remove(0);
            let total: f64 = corral.iter().map(|member| member.weight).sum();
            let count = corral.len() as f64;
            for member in corral.iter_mut() {
                member.weight = if total > 0.0 { member.weight / total } else { 1.0 / count };
            }
            continue;
        };
        // Fraction of the way to the target at which the first weight becomes 0; 1 when none does.
        let vanishing = corral.iter().zip(&target).filter(|(_, target)| **target <= 0.0);
        let fractions =
            vanishing.map(|(WeightedPoint { weight, .. }, target)| weight / (weight - target).max(f64::MIN_POSITIVE));
        let step = fractions.fold(1.0, f64::min);
        for (member, target) in corral.iter_mut().zip(&target) {
            member.weight += step * (target - member.weight);
        }
        if step >= 1.0 {
            return corral.iter().map(|member| member.point * member.weight).sum();
        }
        let lightest = corral.iter().map(|member| member.weight).fold(f64::INFINITY, f64::min).max(0.0);
        corral.retain(|member| member.weight > lightest);
    }
}

/// Weights, of any sign and with sum 1, of the point of the affine hull nearest the origin; `None` for affinely
/// dependent points.
fn affine_minimizer(corral: &[WeightedPoint]) -> Option<Vec<f64>> {
    let base = corral[0].point;
    let edges: Vec<DVec3> = corral[1..].iter().map(|member| member.point - base).collect();
    // Gram-Schmidt, then back substitution: x = base + Σ t_i e_i with x orthogonal to every edge.
    let mut orthogonal_edges: Vec<DVec3> = Vec::new();
    let mut factors: Vec<Vec<f64>> = Vec::new();
    for edge in &edges {
        let mut remainder = *edge;
        let mut row = Vec::new();
        for q in &orthogonal_edges {
            let factor = remainder.dot(*q) / q.length_squared();
            remainder -= factor * *q;
            row.push(factor);
        }
        if remainder.length() <= MIN_INDEPENDENCE * edge.length() || orthogonal_edges.len() == 3 {
            return None;
        }
        orthogonal_edges.push(remainder);
        factors.push(row);
    }
    let mut t: Vec<f64> = orthogonal_edges.iter().map(|q| -base.dot(*q) / q.length_squared()).collect();
    for i in (0..t.len()).rev() {
        for j in 0..i {
            t[j] -= factors[i][j] * t[i];
        }
    }
    let first = 1.0 - t.iter().sum::<f64>();
    Some(std::iter::once(first).chain(t).collect())
}
