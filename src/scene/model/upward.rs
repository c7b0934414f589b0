//! Which way is up in the pictures of a scene.

use serde::{Deserialize, Serialize};

/// The axis that points up. Nothing is turned: coordinates are what they are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Upward {
    /// y, as most games have it.
    #[default]
    Y,
    /// z, as robots have it.
    Z,
}
