//! Bodies of a scene that stand somewhere in a frame.

use std::sync::Arc;

use glam::{DQuat, DVec3};

use super::QueryError;
use crate::scene::Track;
use crate::scene::model::Body;

/// A body that the query does not ask about, which is drawn all the same.
#[derive(Clone)]
pub struct Bystander {
    /// As the scene says it.
    pub body: Arc<Body>,
    /// Where it is over all frames.
    pub track: Track,
}

/// Where a body is in a frame: world frame, the rotation normalized.
pub fn placed(track: &Track, frame: usize) -> Result<(DVec3, DQuat), QueryError> {
    if let Some((name, said)) = track.absence(frame) {
        return Err(QueryError::absent(name, said));
    }
    let (position, rotation) = track.pose(frame);
    let position = DVec3::from(position);
    let rotation = DQuat::from_array(rotation);
    let wrong = |field: &str, message: &str| Err(QueryError::new(format!("{}.{field}", track.path(frame)), message));
    if !position.is_finite() {
        return wrong("position", "must be finite");
    }
    let length = rotation.length();
    if !(length.is_finite() && length > 0.0) {
        return wrong("rotation", "must be a quaternion that is not zero");
    }
    Ok((position, rotation / length))
}
