//! Points of a polygon that are none of its corners, since the polygon is their convex hull.

use robust::{Coord, orient2d};

use super::super::model::Shape;

/// The first of a polygon's points that lies inside of the hull of all: whoever listed it may have thought of a concave
/// polygon. `None` of other shapes.
pub fn inner_point(shape: &Shape) -> Option<usize> {
    match shape {
        Shape::Polygon { points } => inside(points),
        Shape::Inflate { shape, .. } | Shape::Affine { shape, .. } => inner_point(shape),
        _ => None,
    }
}

/// The first point between the lower and the upper chain of the hull, and on neither.
fn inside(points: &[[f64; 2]]) -> Option<usize> {
    let mut order: Vec<[f64; 2]> = points.to_vec();
    order.sort_by(|p, q| p[0].total_cmp(&q[0]).then(p[1].total_cmp(&q[1])));
    let chain = |sign: f64| {
        let mut chain: Vec<[f64; 2]> = Vec::new();
        for p in &order {
            while let [.., a, b] = chain[..]
                && sign * side(a, b, *p) <= 0.0
            {
                chain.pop();
            }
            chain.push(*p);
        }
        chain
    };
    let chains = [(chain(1.0), 1.0), (chain(-1.0), -1.0)];
    let leftmost = order.first().map_or(0.0, |p| p[0]);
    let within = |p: &[f64; 2]| {
        chains.iter().all(|(chain, sign)| {
            // The piece over which the point lies: none right of the last corner, and on the left a side may be upright.
            let next = chain.partition_point(|corner| corner[0] <= p[0]);
            p[0] > leftmost && next < chain.len() && sign * side(chain[next - 1], chain[next], *p) > 0.0
        })
    };
    points.iter().position(within)
}

/// Positive where `p` lies left of the way from `a` to `b`; its sign is exact.
fn side(a: [f64; 2], b: [f64; 2], p: [f64; 2]) -> f64 {
    let [a, b, p] = [a, b, p].map(|[x, y]| Coord { x, y });
    orient2d(a, b, p)
}
