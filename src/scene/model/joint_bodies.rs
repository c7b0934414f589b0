//! Check that a joint can act between its two bodies.

use super::{Joint, Motion, Scene};

impl Scene {
    /// Whether a joint can act in the scene: its bodies exist and differ, and at least one of them is dynamic. A joint
    /// without `a` acts between the world and `b`.
    pub fn can_join(&self, joint: &Joint) -> bool {
        if joint.a.as_ref() == Some(&joint.b) {
            return false;
        }
        let mut has_dynamic_body = false;
        for name in joint.a.iter().chain([&joint.b]) {
            let Some((_, body)) = self.body(name) else { return false };
            has_dynamic_body |= body.dynamics.motion == Motion::Dynamic;
        }
        has_dynamic_body
    }
}
