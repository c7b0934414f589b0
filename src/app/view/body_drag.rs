//! State of a pointer drag that pulls a body of a running world.

use glam::DVec2;

/// A pointer drag on a body of a world. A joint of kind `mouse` in the scene pulls the body to the pointer.
#[derive(Clone, Debug, PartialEq)]
pub struct BodyDrag {
    /// Name of the joint that stores the drag in the scene.
    pub joint: String,
    /// Name of the dragged body.
    pub body: String,
    /// Grabbed point, in the body's frame, meters.
    pub anchor: DVec2,
    /// Largest force of the drag, newtons.
    pub max_force: f64,
    /// Current position of the pointer, world frame, meters.
    pub target: DVec2,
}
