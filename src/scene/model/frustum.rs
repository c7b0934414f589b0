//! View frusta of a scene, by which bodies are culled. A frustum is described by a camera, a matrix or six planes.

use contact_lens_model::ask::{DepthRange, MatrixLayout};
use serde::{Deserialize, Serialize};

/// View frustum of a camera, by which bodies are culled.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[schemars(extend("additionalProperties" = false))]
pub struct Frustum {
    /// Name, unique among the frusta of the scene.
    #[schemars(length(min = 1, max = 200))]
    pub name: String,
    /// Planes of the frustum.
    #[serde(flatten)]
    pub form: FrustumForm,
}

/// Planes of a frustum: from a camera (`eye`, `fov_y`, `aspect`, `near`), from a `matrix`, or the `planes` themselves.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(default)]
#[schemars(extend("additionalProperties" = false))]
pub struct FrustumForm {
    /// Position of the camera, meters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub eye: Option<[f64; 3]>,
    /// Quaternion x, y, z, w from the camera's axes to the world's: the camera looks along its own −z, y is up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rotation: Option<[f64; 4]>,
    /// Point that the camera looks at, meters, in place of a rotation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<[f64; 3]>,
    /// Direction that is up on the screen of a camera with a target; (0, 1, 0) if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub up: Option<[f64; 3]>,
    /// Angle between the bottom and top plane, degrees, below 180.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub fov_y: Option<f64>,
    /// Ratio of the screen's width to its height.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub aspect: Option<f64>,
    /// Distance of the near plane from the eye, meters.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.0))]
    pub near: Option<f64>,
    /// Distance of the far plane from the eye, meters; no far plane if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub far: Option<f64>,
    /// Projection matrix, or product of view and projection: 16 entries, row by row.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub matrix: Option<[f64; 16]>,
    /// Whether the matrix multiplies row or column vectors.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub layout: Option<MatrixLayout>,
    /// Range of depths inside the frustum.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<DepthRange>,
    /// Whether the near plane has the largest depth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reversed: Option<bool>,
    /// Whether the matrix has no far plane.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub infinite: Option<bool>,
    /// Left, right, bottom, top, near and far plane as a, b, c, d with ax + by + cz + d ≥ 0 inside.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub planes: Option<[[f64; 4]; 6]>,
}
