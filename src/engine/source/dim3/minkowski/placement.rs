//! Prepares A and −B for the construction of their difference: transformation to the world frame, scale and convex
//! hull.

use glam::{DMat3, DQuat, DVec3};

use super::body::Body;
use super::*;

/// Transformation of points from a body's frame to the world frame, in `f64`.
pub(super) fn to_world(pose: &Pose) -> impl Fn([f64; 3]) -> [f64; 3] {
    let [x, y, z, w] = pose.rotation.to_array().map(|x| x as f64);
    let rotation = DMat3::from_quat(DQuat::from_xyzw(x, y, z, w).normalize());
    let position = DVec3::from_array(pose.position.to_array().map(|x| x as f64));
    move |p: [f64; 3]| (rotation * DVec3::from_array(p) + position).to_array()
}

/// Converts a point to `f64`.
pub(super) fn to_f64(p: Vec3) -> [f64; 3] {
    p.to_array().map(|x| x as f64)
}

/// The convex hull of A (`body` 0) or of −B (1), with lengths multiplied by `factor`; in the body's own frame with
/// `keeps_frame`, otherwise in the world frame.
///
/// # Errors
/// The points have no hull.
pub(super) fn placed_body(
    body: u8,
    points: &[Vec3],
    pose: &Pose,
    factor: f64,
    keeps_frame: bool,
) -> Result<Body, MinkowskiError> {
    let to_world = to_world(pose);
    let hull = Body::new(points, |p| if keeps_frame { p } else { to_world(p) }.map(|x| x * factor), body == 1);
    hull.map_err(|error| MinkowskiError::Body { body, error })
}

/// Upper bound of the absolute coordinates of the points in the world frame.
pub(super) fn coordinate_bound(points: &[Vec3], pose: &Pose) -> f64 {
    let size = points.iter().map(|p| p.abs().max_element() as f64).fold(0.0, f64::max);
    2.0 * size + pose.position.abs().max_element() as f64
}
