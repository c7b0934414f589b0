//! Moving scenes: where a body is in a frame.

use super::model::{Body, Scene};

impl Scene {
    /// Number of moments that can be shown: 1 for a scene that stands still.
    pub fn frame_count(&self) -> usize {
        self.frames.len().max(1)
    }

    /// Position and (not normalised) rotation of body `body` in frame `frame`: the last pose recorded up to that frame,
    /// or the body's own. World frame, metres.
    pub fn pose(&self, body: &Body, frame: usize) -> ([f64; 3], [f64; 4]) {
        let past = self.frames.iter().take(frame + 1).rev();
        let last = past.flat_map(|frame| &frame.poses).find(|pose| pose.body == body.name);
        last.map_or((body.position, body.rotation), |pose| (pose.position, pose.rotation))
    }

    /// The body called `name`, with its index.
    pub fn body(&self, name: &str) -> Option<(usize, &Body)> {
        self.bodies.iter().enumerate().find(|(_, body)| body.name == name)
    }
}
