//! Axis that points up in the pictures of a scene.

use serde::{Deserialize, Serialize};

/// Axis that points up in pictures; coordinates do not change with it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Upward {
    /// Axis y, as in most games.
    #[default]
    Y,
    /// Axis z, as in most robotics.
    Z,
}
