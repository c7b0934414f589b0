//! Nearest point of a convex set given by its support mapping: Wolfe's (1976) algorithm.

use glam::DVec3;

/// Maximum number of support points that a search adds.
const MAX_SUPPORT_POINTS: u32 = 400;

/// Part of an edge perpendicular to the others, relative to its length, up to which the points count as dependent.
const MIN_INDEPENDENCE: f64 = 1e-14;

/// Lower and upper bound of the distance from the origin to the convex set with this support mapping. The search ends
/// when the bounds differ by at most `rounding`. Rounding errors, or [`MAX_SUPPORT_POINTS`], may end the search before,
/// as on hulls with nearly coplanar points; both bounds still hold: a plane separates the set from the origin by the
/// first, and a point of the set has the second as its distance. The lower bound is 0 when no such plane is found.
///
/// **Method.** Wolfe (1976): keeps a corral, a set of at most four affinely independent support points, and moves
/// towards the point of its affine hull nearest the origin, until that point is inside the corral's hull.
pub(super) fn nearest(support: impl Fn(DVec3) -> DVec3, rounding: f64) -> [f64; 2] {
    search(support, rounding).bounds
}

/// Approximates, without proof, the point of a convex set nearest the origin, and the vertices of the simplex that
/// contains the point.
pub fn nearest_simplex(support: impl Fn(DVec3) -> DVec3) -> (DVec3, Vec<DVec3>) {
    let found = search(support, 0.0);
    (found.point, found.corral.into_iter().map(|(p, _)| p).collect())
}

/// Result of Wolfe's algorithm.
struct Found {
    /// Proven lower and upper bound of the distance.
    bounds: [f64; 2],
    /// Point of the set whose distance is the upper bound.
    point: DVec3,
    /// At most four affinely independent support points with their weights, whose weighted sum is the point.
    corral: Vec<(DVec3, f64)>,
}

/// Runs Wolfe's algorithm until the bounds differ by at most `rounding`.
fn search(support: impl Fn(DVec3) -> DVec3, rounding: f64) -> Found {
    let mut corral = vec![(support(DVec3::X), 1.0)];
    let mut x = corral[0].0;
    let mut proven = 0.0_f64;
    for _ in 0..MAX_SUPPORT_POINTS {
        let w = support(-x);
        let length = x.length();
        // A point of the set this near proves no distance above the plane found before.
        if length <= rounding {
            return Found { bounds: [proven.min(length), length], point: x, corral };
        }
        proven = proven.max(x.dot(w) / length);
        if length - proven <= rounding || corral.iter().any(|(p, _)| *p == w) {
            return Found { bounds: [proven, length], point: x, corral };
        }
        let previous_corral = corral.clone();
        corral.push((w, 0.0));
        let better = minimize(&mut corral);
        if better.length() >= length {
            return Found { bounds: [proven, length], point: x, corral: previous_corral };
        }
        x = better;
    }
    Found { bounds: [proven, x.length()], point: x, corral }
}

/// Moves the weights to the nearest point of the corral's hull, drops the points with weight 0, and returns the point.
fn minimize(corral: &mut Vec<(DVec3, f64)>) -> DVec3 {
    loop {
        let Some(target) = affine_minimizer(corral) else {
            // Affinely dependent points: drop the oldest.
            corral.remove(0);
            let total: f64 = corral.iter().map(|(_, weight)| weight).sum();
            let count = corral.len() as f64;
            corral.iter_mut().for_each(|(_, w)| *w = if total > 0.0 { *w / total } else { 1.0 / count });
            continue;
        };
        let step = corral.iter().zip(&target).filter(|((_, _), t)| **t <= 0.0);
        let step = step.map(|((_, w), t)| w / (w - t).max(f64::MIN_POSITIVE)).fold(1.0, f64::min);
        for ((_, weight), target) in corral.iter_mut().zip(&target) {
            *weight += step * (target - *weight);
        }
        if step >= 1.0 {
            return corral.iter().map(|(p, w)| *p * *w).sum();
        }
        let lightest = corral.iter().map(|(_, w)| *w).fold(f64::INFINITY, f64::min).max(0.0);
        corral.retain(|(_, weight)| *weight > lightest);
    }
}

/// Weights, of any sign and with sum 1, of the point of the affine hull nearest the origin; `None` for affinely
/// dependent points.
fn affine_minimizer(corral: &[(DVec3, f64)]) -> Option<Vec<f64>> {
    let base = corral[0].0;
    let edges: Vec<DVec3> = corral[1..].iter().map(|(p, _)| *p - base).collect();
    // Gram-Schmidt, then back substitution: x = base + Σ t_i e_i with x orthogonal to every edge.
    let mut ortho: Vec<DVec3> = Vec::new();
    let mut factors: Vec<Vec<f64>> = Vec::new();
    for edge in &edges {
        let mut remainder = *edge;
        let mut row = Vec::new();
        for q in &ortho {
            let factor = remainder.dot(*q) / q.length_squared();
            remainder -= factor * *q;
            row.push(factor);
        }
        if remainder.length() <= MIN_INDEPENDENCE * edge.length() || ortho.len() == 3 {
            return None;
        }
        ortho.push(remainder);
        factors.push(row);
    }
    let mut t: Vec<f64> = ortho.iter().map(|q| -base.dot(*q) / q.length_squared()).collect();
    for i in (0..t.len()).rev() {
        for j in 0..i {
            t[j] -= factors[i][j] * t[i];
        }
    }
    let first = 1.0 - t.iter().sum::<f64>();
    Some(std::iter::once(first).chain(t).collect())
}
