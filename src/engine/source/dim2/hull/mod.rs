//! The convex hull of planar points, by two methods: Graham's scan and Jarvis's march.
//!
//! - **Problem**: the vertices of the smallest convex set with all points, counter-clockwise. A single point gives one
//!   vertex, collinear points give the two outermost. Duplicates and points inside an edge are no vertices.
//! - **Sources**: `[Graham72]`: sort by angle around the lowest point, then walk along the points and remove every
//!   point at which the path does not bend to the left. `[Jarvis73]`: the vertex after a vertex is the point that has
//!   all others on its left.
//! - **Departure**: every orientation is the sign of an exact determinant (`robust`), and exact comparisons order equal
//!   angles, so both methods find the same vertices, exactly for the given input.
//! - **Cost**: Graham O(n log n), Jarvis O(n · h) for n points and h vertices of the hull.
//! - **Endings**: one per dimension of the hull: [`Dimension::Point`], [`Dimension::Segment`], [`Dimension::Polygon`].
//!
//! ```
//! use contact_lens_engine::double::dim2::hull;
//! use glam::DVec2;
//! let points = [DVec2::ZERO, DVec2::X, DVec2::ONE, DVec2::Y, DVec2::splat(0.5)];
//! assert_eq!(hull::graham(&points)?, [0, 1, 2, 3]);
//! # Ok::<(), hull::HullError>(())
//! ```

pub mod graham;
pub mod jarvis;
#[cfg(test)]
mod tests;

use super::prelude;
use super::prelude::*;
#[cfg(test)]
use super::random;
use crate::dim3::hull::cloud::Cloud;
pub use crate::dim3::hull::{Dimension, HullError};
pub use graham::Graham;
pub use jarvis::{Jarvis, JarvisTest};

/// Returns the vertices of the hull as indices into `points`, counter-clockwise from the lowest one (of several, the
/// leftmost), by Graham's scan.
///
/// # Errors
/// If there is no point, there are too many, or one is not finite.
pub fn graham(points: &[Vec2]) -> Result<Vec<u32>, HullError> {
    let mut scan = Graham::new(points)?;
    scan.run();
    Ok(scan.stack)
}

/// Returns the vertices of the hull as [`graham()`], by Jarvis's march.
///
/// # Errors
/// Those of [`graham()`].
pub fn jarvis(points: &[Vec2]) -> Result<Vec<u32>, HullError> {
    let mut march = Jarvis::new(points)?;
    march.run();
    Ok(march.corners)
}

/// Ending of a planar hull: the dimension of the complete hull, at most `Polygon`.
pub type Outcome = Dimension;

/// Returns the points in the plane z = 0, in the form that exact predicates need.
fn cloud(points: &[Vec2]) -> Result<Cloud, HullError> {
    if points.is_empty() {
        return Err(HullError::Empty);
    }
    if points.len() >= u32::MAX as usize {
        return Err(HullError::TooMany);
    }
    if let Some(index) = points.iter().position(|p| !p.is_finite()) {
        return Err(HullError::NotFinite { index });
    }
    Ok(Cloud::new(points.iter().map(|p| [p.x as f64, p.y as f64, 0.0]).collect()))
}

/// Returns area and perimeter of a polygon with these vertices in counter-clockwise order, in the square of the points'
/// unit and in that unit. The perimeter of a segment is twice its length. Computed in `f64`, whatever the precision.
pub fn measure(points: &[Vec2], corners: &[u32]) -> [f64; 2] {
    let Some(&first) = corners.first() else { return [0.0; 2] };
    let mut area = 0.0;
    let mut perimeter = 0.0;
    for (&i, &j) in corners.iter().zip(corners.iter().cycle().skip(1)) {
        let [a, b] = difference(points, first, i);
        let [c, d] = difference(points, first, j);
        let side = difference(points, i, j);
        area += 0.5 * (a * d - b * c);
        perimeter += side[0].hypot(side[1]);
    }
    [if corners.len() > 2 { area } else { 0.0 }, perimeter]
}

/// Returns the vector between two points; the zero vector replaces points with unknown indices.
fn difference(points: &[Vec2], from: u32, to: u32) -> [f64; 2] {
    let [from, to] = [from, to].map(|i| points.get(i as usize).map_or([0.0; 2], |p| [p.x as f64, p.y as f64]));
    [to[0] - from[0], to[1] - from[1]]
}

/// Returns the dimension of a hull with these vertices.
fn dimension(corners: &[u32]) -> Dimension {
    match corners.len() {
        0 | 1 => Dimension::Point,
        2 => Dimension::Segment,
        _ => Dimension::Polygon,
    }
}

/// Returns twice the signed area of the triangle `a`, `b`, `c`, in the square of the input's unit: positive if the path
/// from `a` over `b` to `c` bends to the left. The sign is exact, the value rounded.
fn turn(cloud: &Cloud, a: u32, b: u32, c: u32) -> f64 {
    cloud.unscaled(cloud.doubled_area(2, a, b, c), 2)
}

/// Compares two points from bottom to top, then from left to right.
fn order(cloud: &Cloud, i: u32, j: u32) -> std::cmp::Ordering {
    let [key_of_i, key_of_j] = [i, j].map(|index| {
        let [x, y, _] = cloud.point(index);
        [y, x]
    });
    key_of_i.partial_cmp(&key_of_j).unwrap_or(std::cmp::Ordering::Equal)
}

/// Returns the index of the lowest point; of several the leftmost.
fn lowest(cloud: &Cloud) -> u32 {
    (1..cloud.len()).fold(0, |best, i| if order(cloud, i, best).is_lt() { i } else { best })
}
