//! The convex hull of points in the plane, by two competing: Graham's scan and Jarvis's march.
//!
//! **Problem.** The corners of the smallest convex set that holds all points, counter-clockwise. One point gives one
//! corner, points of one line give its two ends. Duplicates and points within an edge are no corners.
//!
//! **Sources.** `[Graham72]`: sort by angle about the lowest point, then walk and drop every corner that does not turn
//! left. `[Jarvis73]`: from a corner, the next is the point that has all others on its left. **Departure.** Every turn is
//! the sign of an exact determinant (`robust`), and equal angles are told apart by exact comparisons, so both find the
//! same corners, to the last bit of the input.
//!
//! **Cost.** Graham O(n log n), Jarvis O(n · h) for h corners. Both end after a bounded number of iterations.
//!
//! ```
//! use contact_lens::double::dim2::hull;
//! use glam::DVec2;
//! let points = [DVec2::ZERO, DVec2::X, DVec2::ONE, DVec2::Y, DVec2::splat(0.5)];
//! assert_eq!(hull::graham(&points)?, [0, 1, 2, 3]);
//! # Ok::<(), hull::HullError>(())
//! ```

mod graham;
mod jarvis;
#[cfg(test)]
mod tests;

pub use super::super::dim3::hull::HullError;
use super::super::dim3::hull::cloud::Cloud;
use super::prelude::*;
pub use graham::Graham;
pub use jarvis::Jarvis;

/// The corners of the hull as indices into `points`, counter-clockwise from the lowest (then leftmost) one.
pub fn graham(points: &[Vec2]) -> Result<Vec<u32>, HullError> {
    let mut scan = Graham::new(points)?;
    scan.run();
    Ok(scan.stack)
}

/// The same corners, found by wrapping.
pub fn jarvis(points: &[Vec2]) -> Result<Vec<u32>, HullError> {
    let mut march = Jarvis::new(points)?;
    march.run();
    Ok(march.corners)
}

/// How a planar hull ends: there is one way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Outcome {
    /// All points have been looked at.
    Complete,
}

/// The points in the plane z = 0, ready for exact questions.
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

/// Exact: positive when `a`, `b`, `c` turn left.
fn turn(cloud: &Cloud, a: u32, b: u32, c: u32) -> f64 {
    cloud.turn(2, a, b, c)
}

/// From bottom to top, then from left to right.
fn order(cloud: &Cloud, i: u32, j: u32) -> std::cmp::Ordering {
    let key = |i: u32| {
        let [x, y, _] = cloud.point(i);
        (y, x)
    };
    key(i).partial_cmp(&key(j)).unwrap_or(std::cmp::Ordering::Equal)
}

fn lowest(cloud: &Cloud) -> u32 {
    (1..cloud.len()).fold(0, |best, i| if order(cloud, i, best).is_lt() { i } else { best })
}
