//! What cameras see: frusta of a scene, in any of three forms.

use serde::{Deserialize, Serialize};

use crate::ask::{DepthRange, MatrixLayout};

/// What a camera sees, to cull bodies by.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[schemars(extend("additionalProperties" = false))]
pub struct Frustum {
    /// Unique among the frusta of the scene.
    #[schemars(length(min = 1, max = 200))]
    pub name: String,
    /// Its planes.
    #[serde(flatten)]
    pub form: FrustumForm,
}

/// The planes of a frustum: by a camera (`eye`, `fov_y`, `aspect`, `near`), by a `matrix`, or the `planes` themselves.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(default)]
#[schemars(extend("additionalProperties" = false))]
pub struct FrustumForm {
    /// Where the camera stands, meters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub eye: Option<[f64; 3]>,
    /// Quaternion x, y, z, w from the camera's axes to the world's: the camera looks along its own −z, y is up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rotation: Option<[f64; 4]>,
    /// What the camera looks at, meters, in place of a rotation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<[f64; 3]>,
    /// Which way is up on the screen of a camera with a target; (0, 1, 0) if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub up: Option<[f64; 3]>,
    /// The angle between bottom and top, degrees, below 180.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub fov_y: Option<f64>,
    /// Width of the screen over its height.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub aspect: Option<f64>,
    /// Distance of the near plane from the eye, meters.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.0))]
    pub near: Option<f64>,
    /// That of the far plane; there is none if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub far: Option<f64>,
    /// A projection, or view and projection multiplied: its rows one after the other.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub matrix: Option<[f64; 16]>,
    /// On which side of the matrix points stand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub layout: Option<MatrixLayout>,
    /// The depths that the matrix lets through.
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
