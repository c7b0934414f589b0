//! What an engine knows that was recorded: by it the impulses that it reported can be audited.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::is_default;

/// What the recorded engine knows of the bodies.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Recorded {
    /// What every body is accelerated by, m/s².
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(inner(range(min = -1e9, max = 1e9)))]
    pub gravity: [f64; 3],
    /// Seconds of a step, from one frame to the next. If absent, the times of the frames tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub step: Option<f64>,
    /// Kilograms of what moves, by the names of bodies. What has none stands still.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub masses: BTreeMap<String, f64>,
}
