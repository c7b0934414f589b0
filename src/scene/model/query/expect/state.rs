//! What a body of a world must do.

use serde::{Deserialize, Serialize};

/// What one body of a world must do in one frame.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StateExpect {
    /// Its name.
    pub body: String,
    /// In which frame; in the last if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frame: Option<u32>,
    /// Of its origin, meters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<[f64; 2]>,
    /// Radians, counter-clockwise, turns counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub angle: Option<f64>,
    /// Of its center of mass, meters a second.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub velocity: Option<[f64; 2]>,
    /// Radians a second, counter-clockwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub angular_velocity: Option<f64>,
    /// Impulses of all contacts that act on it in the last solve before this frame, added up; newton seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contact_impulse: Option<[f64; 2]>,
    /// Allowed error of each number, in its unit.
    #[schemars(range(min = 0.0))]
    pub tolerance: f64,
}

impl StateExpect {
    /// Whether any number of the body is demanded.
    pub fn says_something(&self) -> bool {
        let numbers = self.angle.is_some() || self.angular_velocity.is_some();
        numbers || [self.position, self.velocity, self.contact_impulse].iter().any(Option::is_some)
    }
}
