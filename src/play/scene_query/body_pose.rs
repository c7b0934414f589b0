//! Bystanders of a query, and checked poses of bodies in a frame.

use std::sync::Arc;

use contact_lens_scene::Track;
use contact_lens_scene::model::Body;
use glam::{DQuat, DVec3};

use crate::QueryError;

/// A body that is drawn but is not a subject of the query.
#[derive(Clone)]
pub struct Bystander {
    /// The body as written in the scene.
    pub body: Arc<Body>,
    /// Poses of the body over all frames.
    pub track: Track,
}

/// Position, meters, and normalized rotation of a body in a frame, world frame.
///
/// # Errors
/// The body is absent in the frame, its position is not finite, or its rotation has no direction.
pub fn pose_in_frame(track: &Track, frame: usize) -> Result<(DVec3, DQuat), QueryError> {
    if let Some((name, path)) = track.absence(frame) {
        return Err(QueryError::absent(name, path));
    }
    let (position, rotation) = track.pose(frame);
    let position = DVec3::from(position);
    let rotation = DQuat::from_array(rotation);
    if !position.is_finite() {
        return Err(QueryError::new(format!("{}.position", track.path(frame)), "must be finite"));
    }
    let length = rotation.length();
    if !(length.is_finite() && length > 0.0) {
        let path = format!("{}.rotation", track.path(frame));
        return Err(QueryError::new(path, "must be a quaternion with a finite length above 0"));
    }
    Ok((position, rotation / length))
}
