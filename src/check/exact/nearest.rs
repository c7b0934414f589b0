//! Exact vectors with integer coordinates, and the point of a convex hull nearest the origin without rounding, by
//! Wolfe's algorithm (1976).

use dashu::integer::IBig;
use dashu::rational::RBig;

/// Point or direction with integer coordinates.
pub(super) type Vector = [IBig; 3];

/// Dot product of two vectors, exact.
pub(super) fn dot(a: &Vector, b: &Vector) -> IBig {
    &a[0] * &b[0] + &a[1] * &b[1] + &a[2] * &b[2]
}

/// Difference `a − b` of two vectors, exact.
pub(super) fn minus(a: &Vector, b: &Vector) -> Vector {
    [0, 1, 2].map(|k| &a[k] - &b[k])
}

/// Cross product of two vectors, exact.
pub(super) fn cross(a: &Vector, b: &Vector) -> Vector {
    [(1, 2), (2, 0), (0, 1)].map(|(i, j)| &a[i] * &b[j] - &a[j] * &b[i])
}

/// Normal of the plane through three points; 0 for collinear points.
pub(super) fn normal(p: &Vector, q: &Vector, r: &Vector) -> Vector {
    cross(&minus(q, p), &minus(r, p))
}

/// All pairs of points at different positions of the list.
pub(super) fn pairs(points: &[Vector]) -> impl Iterator<Item = [&Vector; 2]> {
    points.iter().enumerate().flat_map(|(i, p)| points[..i].iter().map(move |q| [p, q]))
}

/// All triples of points at different positions of the list.
pub(super) fn triples(points: &[Vector]) -> impl Iterator<Item = [&Vector; 3]> {
    points.iter().enumerate().flat_map(|(i, p)| pairs(&points[..i]).map(move |[q, r]| [p, q, r]))
}

/// Component of `p` perpendicular to a nonzero direction, times a positive number.
pub(super) fn reject(p: &Vector, along: &Vector) -> Vector {
    let square = dot(along, along);
    let part = dot(along, p);
    [0, 1, 2].map(|k| &p[k] * &square - &along[k] * &part)
}

/// Point of a convex hull nearest the origin.
pub(super) struct NearestPoint {
    /// Position of the point, multiplied by `denominator`.
    pub numerator: Vector,
    /// Positive number by which all coordinates are divided.
    pub denominator: IBig,
    /// Vertices of a simplex that contains the point with positive weights.
    pub simplex: Vec<Vector>,
}

/// Returns the point of the convex hull of `points` (at least one) nearest the origin.
pub(super) fn nearest(points: &[Vector]) -> NearestPoint {
    let mut simplex: Vec<Vector> = points.iter().min_by_key(|p| dot(p, p)).cloned().into_iter().collect();
    let mut weights = vec![RBig::ONE];
    loop {
        let (numerator, denominator) = weighted_sum(&simplex, &weights);
        let square = dot(&numerator, &numerator);
        let heights = points.iter().map(|p| (dot(&numerator, p), p));
        let Some((height, next)) = heights.min_by(|(one, _), (other, _)| one.cmp(other)) else {
            return NearestPoint { numerator, denominator, simplex };
        };
        // All points p lie on or beyond the plane through x = numerator / denominator perpendicular to x: x · p ≥ |x|².
        if height * &denominator >= square {
            return NearestPoint { numerator, denominator, simplex };
        }
        simplex.push(next.clone());
        weights.push(RBig::ZERO);
        move_inside(&mut simplex, &mut weights);
    }
}

/// Moves towards the point of the vertices' affine hull nearest the origin, until that point lies inside the simplex.
/// Vertices whose weights become 0 on the way are dropped.
fn move_inside(simplex: &mut Vec<Vector>, weights: &mut Vec<RBig>) {
    loop {
        // Never `None`: the new point is off the affine hull of the others, so the vertices are independent.
        let Some(target) = weights_of_nearest_point(simplex) else { return };
        let vanishing = weights.iter().zip(&target).filter(|(_, target)| **target <= RBig::ZERO);
        // A weight is positive, or 0 for the new vertex, whose target is positive: w − target > 0 ≥ target here.
        let Some(step) = vanishing.map(|(w, target)| w / (w - target)).min() else {
            *weights = target;
            return;
        };
        let moved = weights.iter().zip(&target).map(|(w, target)| w + (target - w) * &step);
        *weights = moved.collect();
        let vanished: Vec<usize> = (0..simplex.len()).filter(|k| weights[*k] <= RBig::ZERO).collect();
        // From the last one, so that the other indices stay valid.
        for k in vanished.into_iter().rev() {
            simplex.remove(k);
            weights.remove(k);
        }
    }
}

/// Point with these barycentric weights, as a numerator and a positive denominator.
fn weighted_sum(simplex: &[Vector], weights: &[RBig]) -> (Vector, IBig) {
    let denominator = weights.iter().fold(IBig::ONE, |product, w| product * IBig::from(w.denominator().clone()));
    let mut numerator = [IBig::ZERO, IBig::ZERO, IBig::ZERO];
    for (p, w) in simplex.iter().zip(weights) {
        let factor = &denominator / IBig::from(w.denominator().clone()) * w.numerator();
        for (sum, coordinate) in numerator.iter_mut().zip(p) {
            *sum += &factor * coordinate;
        }
    }
    (numerator, denominator)
}

/// Weights of the point of the vertices' affine hull nearest the origin, to which the edges from the first vertex are
/// perpendicular. `None` for affinely dependent vertices.
fn weights_of_nearest_point(simplex: &[Vector]) -> Option<Vec<RBig>> {
    let edges: Vec<Vector> = simplex[1..].iter().map(|p| minus(p, &simplex[0])).collect();
    let rows = edges.iter().map(|edge| {
        let products = edges.iter().map(|other| RBig::from(dot(edge, other)));
        products.chain([RBig::from(-dot(edge, &simplex[0]))]).collect()
    });
    let weights = solve_linear_system(rows.collect())?;
    // All weights sum to 1.
    let first = weights.iter().fold(RBig::ONE, |remainder, w| remainder - w);
    Some([first].into_iter().chain(weights).collect())
}

/// Solves a linear system by Gauss-Jordan elimination; the last column is the right side. `None` for a singular system.
fn solve_linear_system(mut rows: Vec<Vec<RBig>>) -> Option<Vec<RBig>> {
    let n = rows.len();
    for k in 0..n {
        let first = (k..n).find(|&i| rows[i][k] != RBig::ZERO)?;
        rows.swap(k, first);
        let pivot = rows[k].clone();
        for i in (0..n).filter(|&i| i != k) {
            let factor = &rows[i][k] / &pivot[k];
            for (x, p) in rows[i].iter_mut().zip(&pivot) {
                *x -= &factor * p;
            }
        }
    }
    Some((0..n).map(|k| &rows[k][n] / &rows[k][k]).collect())
}
