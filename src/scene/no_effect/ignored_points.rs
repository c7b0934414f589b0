//! Search for points of a polygon that are inside its convex hull. A polygon is the hull of its points, so such a point
//! has no effect. A polygon that a file means to be concave is detected this way.

use robust::{Coord, orient2d};

use crate::model::Shape;

/// Index of a polygon's first point strictly inside the hull of all its points, also for a polygon inside `inflate` or
/// `affine`; `None` if there is none, and for other shapes.
pub fn inner_point(shape: &Shape) -> Option<usize> {
    if let Shape::Polygon { points } = shape {
        return first_inner_point(points);
    }
    shape.wrapped().and_then(inner_point)
}

/// Index of the first point strictly between the lower and the upper chain of the hull; `None` if there is none.
fn first_inner_point(points: &[[f64; 2]]) -> Option<usize> {
    let mut order: Vec<[f64; 2]> = points.to_vec();
    order.sort_by(|p, q| p[0].total_cmp(&q[0]).then(p[1].total_cmp(&q[1])));
    let leftmost = order.first().map_or(0.0, |p| p[0]);
    let lower = hull_chain(&order, 1.0);
    let upper = hull_chain(&order, -1.0);
    points.iter().position(|p| p[0] > leftmost && is_inside_of(&lower, 1.0, *p) && is_inside_of(&upper, -1.0, *p))
}

/// The lower (`sign` 1) or upper (−1) chain of the hull of sorted points, from left to right.
fn hull_chain(order: &[[f64; 2]], sign: f64) -> Vec<[f64; 2]> {
    let mut chain: Vec<[f64; 2]> = Vec::new();
    for p in order {
        while let [.., a, b] = chain[..]
            && sign * orientation(a, b, *p) <= 0.0
        {
            chain.pop();
        }
        chain.push(*p);
    }
    chain
}

/// Whether a point right of the leftmost one is strictly on the inner side of a chain.
fn is_inside_of(chain: &[[f64; 2]], sign: f64, p: [f64; 2]) -> bool {
    // The edge below or above the point. None is right of the last vertex; on the left an edge may be vertical.
    let next = chain.partition_point(|vertex| vertex[0] <= p[0]);
    next < chain.len() && sign * orientation(chain[next - 1], chain[next], p) > 0.0
}

/// Returns twice the signed area of the triangle `a`, `b`, `p`, with an exact sign: positive if `p` is left of the line
/// from `a` to `b`.
fn orientation(a: [f64; 2], b: [f64; 2], p: [f64; 2]) -> f64 {
    let [a, b, p] = [a, b, p].map(|[x, y]| Coord { x, y });
    orient2d(a, b, p)
}
