//! Gravity, time step and masses of a recorded engine, by which the impulses that it reported are checked.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::is_default;

/// Gravity, time step and masses of a recorded engine.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Recorded {
    /// Acceleration of all bodies with a mass, m/s².
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(inner(range(min = -1e9, max = 1e9)))]
    pub gravity: [f64; 3],
    /// Time step from one frame to the next, seconds; taken from the times of the frames if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub step: Option<f64>,
    /// Masses by body name, kg, above 0. Bodies without an entry are static.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub masses: BTreeMap<String, f64>,
}
