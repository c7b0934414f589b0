//! Transform of a glTF node relative to its parent: a matrix, or translation, rotation and scale.

use glam::{DMat3, DMat4, DQuat, DVec3};
use serde_json::Value;

use super::numbers;
use crate::pose::{IDENTITY_ROTATION, Pose};

/// Largest deviation of a node's matrix from a product of rotation and scale, per entry and relative to the scale;
/// allows for the rounding of single precision.
const MAX_SHEAR: f64 = 1e-6;

/// Largest deviation of a quaternion's length from 1; allows for the rounding of printed numbers.
const MAX_LENGTH_ERROR: f64 = 1e-3;

/// Transform of a node relative to its parent; the scale applies before the pose.
pub(super) struct LocalTransform {
    /// Pose in the frame of the parent, meters.
    pub(super) pose: Pose,
    /// Factors along the axes of the node.
    pub(super) scale: [f64; 3],
}

/// Reads the transform of a node.
///
/// # Errors
/// Fails if the matrix of the node has shear, or if its quaternion or scale is invalid; the message begins with the
/// field.
pub(super) fn local_transform(node: &Value) -> Result<LocalTransform, String> {
    if let Some(matrix) = numbers::<16>(&node["matrix"], ".matrix")? {
        let matrix = DMat4::from_cols_array(&matrix);
        let (scale, rotation, translation) = matrix.to_scale_rotation_translation();
        let recomposed = DMat3::from_quat(rotation) * DMat3::from_diagonal(scale);
        let difference = (DMat3::from_mat4(matrix) - recomposed).to_cols_array();
        let deviation = difference.into_iter().fold(0.0, |largest: f64, x| largest.max(x.abs()));
        // Negated, so that a matrix with NaN fails.
        if !(deviation <= MAX_SHEAR * scale.abs().max_element()) {
            return Err(String::from(".matrix: must be a product of translation, rotation and scale"));
        }
        let pose = Pose { position: translation.to_array(), rotation: rotation.to_array() };
        return Ok(LocalTransform { pose, scale: scale.to_array() });
    }
    let rotation = numbers::<4>(&node["rotation"], ".rotation")?.unwrap_or(IDENTITY_ROTATION);
    let length = DQuat::from_array(rotation).length();
    if !((length - 1.0).abs() < MAX_LENGTH_ERROR) {
        return Err(format!(".rotation: must be a unit quaternion, but its length is {length}"));
    }
    let position = numbers::<3>(&node["translation"], ".translation")?.unwrap_or_default();
    let scale = numbers::<3>(&node["scale"], ".scale")?.unwrap_or(DVec3::ONE.to_array());
    if scale.contains(&0.0) {
        return Err(String::from(".scale: must not be 0"));
    }
    Ok(LocalTransform { pose: Pose { position, rotation }, scale })
}
