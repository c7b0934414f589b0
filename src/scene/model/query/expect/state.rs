//! Expected pose, velocity and contact impulse of a body in a frame of a simulated world.

use serde::{Deserialize, Serialize};

/// Expected state of one body in one frame.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StateExpect {
    /// Name of the body.
    pub body: String,
    /// Frame, from 0; the last one if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frame: Option<u32>,
    /// Position of the body's origin, meters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<[f64; 2]>,
    /// Rotation angle, radians, counter-clockwise, not reduced to one revolution.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub angle: Option<f64>,
    /// Velocity of the center of mass, m/s.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub velocity: Option<[f64; 2]>,
    /// Angular velocity, rad/s, counter-clockwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub angular_velocity: Option<f64>,
    /// Sum of the impulses of all contacts on the body in the last solve before this frame, N·s.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contact_impulse: Option<[f64; 2]>,
    /// Allowed error of each number, in the number's unit.
    #[schemars(range(min = 0.0))]
    pub tolerance: f64,
}

impl StateExpect {
    /// Whether any number is expected.
    pub fn expects_anything(&self) -> bool {
        let numbers = self.angle.is_some() || self.angular_velocity.is_some();
        numbers || [self.position, self.velocity, self.contact_impulse].iter().any(Option::is_some)
    }
}
