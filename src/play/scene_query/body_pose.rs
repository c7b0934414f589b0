//! Poses of a scene's bodies in a frame.

use std::sync::Arc;

use glam::{DQuat, DVec3};

use crate::play::QueryError;
use crate::scene::Track;
use crate::scene::model::Body;

/// A body that is drawn but is not a subject of the query.
#[derive(Clone)]
pub struct Bystander {
    /// The body as written in the scene.
    pub body: Arc<Body>,
    /// Poses over all frames.
    pub track: Track,
}

/// Position and normalized rotation of a body in a frame, world frame, meters.
pub fn placed(track: &Track, frame: usize) -> Result<(DVec3, DQuat), QueryError> {
    if let Some((name, said)) = track.absence(frame) {
        return Err(QueryError::absent(name, said));
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
        return Err(QueryError::new(path, "must be a quaternion that is not zero"));
    }
    Ok((position, rotation / length))
}
