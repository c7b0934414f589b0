//! Regular polygons, as matter builds them.

use crate::scene::model::Shape;

/// Largest number of vertices of a regular polygon.
const MAX_SIDES: f64 = 1000.0;

/// Builds a regular polygon: the first vertex is half a step from x, and coordinates have three decimals. `None` for
/// fewer than three sides.
pub(super) fn regular_polygon(sides: f64, radius: f64) -> Option<Shape> {
    if !(3.0..=MAX_SIDES).contains(&sides) || sides.fract() != 0.0 {
        return None;
    }
    let step = std::f64::consts::TAU / sides;
    let mut points = Vec::with_capacity(sides as usize);
    for k in 0..sides as usize {
        let angle = step * (k as f64 + 0.5);
        points.push([rounded(radius * angle.cos()), rounded(radius * angle.sin())]);
    }
    Some(Shape::Polygon { points })
}

/// Rounds a coordinate to three decimals.
fn rounded(x: f64) -> f64 {
    (x * 1e3).round() / 1e3
}
