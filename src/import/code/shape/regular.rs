//! Shapes that a few numbers or points describe: regular polygons as matter.js builds them, polygons about their
//! centroid, planar capsules by their full extents, and triangles.

use contact_lens_model::ask::Axis;
use contact_lens_scene::model::Shape;

use super::arguments::Reader;
use crate::code::evaluate::value::Value;

/// Largest number of vertices of a regular polygon; larger numbers are mistakes, not sides.
const MAX_SIDES: f64 = 1000.0;

/// Builds a regular polygon about the origin as matter.js does: the first vertex is half a step from the axis x, and
/// coordinates have three decimals. `radius` is in meters.
/// `None` for fewer than three sides, more than a thousand, or a number that is not whole.
pub fn regular_polygon(sides: f64, radius: f64) -> Option<Shape> {
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

/// Returns twice the area of a triangle, positive if its vertices are counterclockwise.
fn doubled_area(a: [f64; 2], b: [f64; 2], c: [f64; 2]) -> f64 {
    (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])
}

/// Moves the vertices of a convex polygon so that its centroid is the origin; `None` if it is not strictly convex.
pub fn about_centroid(points: &[[f64; 2]]) -> Option<Vec<[f64; 2]>> {
    let count = points.len();
    let first = *points.first().filter(|_| count > 2)?;
    let mut area = 0.0;
    let mut moment = [0.0; 2];
    for (k, point) in points.iter().enumerate() {
        let next = points[(k + 1) % count];
        let turn = doubled_area(*point, next, points[(k + 2) % count]);
        let wedge = doubled_area(first, *point, next);
        // Every vertex bends to the same side; a polygon that winds twice has wedges of the other sign.
        let turns_back = turn * doubled_area(first, points[1], points[2]) < 0.0;
        if turn == 0.0 || turns_back || turn * wedge < 0.0 {
            return None;
        }
        area += wedge;
        for axis in 0..2 {
            moment[axis] += wedge * (first[axis] + point[axis] + next[axis]) / 3.0;
        }
    }
    Some(points.iter().map(|point| [0, 1].map(|axis| point[axis] - moment[axis] / area)).collect())
}

/// Builds a planar capsule from its full extents with the caps; the axis is the one in the arguments, else the longer
/// extent.
pub fn stadium(reader: &Reader) -> Option<Shape> {
    let half = reader.halves(2)?;
    let along = if reader.values.contains_key("tall") {
        1
    } else if reader.values.contains_key("flat") {
        0
    } else {
        usize::from(half[1] > half[0])
    };
    let short = half[1 - along];
    // A length below the width leaves a circle.
    let long = half[along].max(short);
    Some(Shape::Capsule { radius: short, half_height: long - short, axis: [Axis::X, Axis::Y][along] })
}

/// Builds the triangle of a list of points; `None` for any other number of points.
pub fn triangle_of(reader: &Reader) -> Option<Shape> {
    let points: Option<Vec<[f64; 3]>> = reader.points(3)?.into_iter().map(|point| point.try_into().ok()).collect();
    Some(Shape::Triangle { points: points?.try_into().ok()? })
}

/// Whether an angle in radians is not 2π to six decimals, or is not a number.
pub fn is_part(angle: &Value) -> bool {
    angle.number().is_none_or(|angle| (angle - std::f64::consts::TAU).abs() > 1e-6)
}
