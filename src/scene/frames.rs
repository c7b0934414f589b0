//! Moving scenes: where a body is in a frame.

use super::model::{Body, Scene};

impl Scene {
    /// Number of moments that can be shown: 1 for a scene that stands still.
    pub fn frame_count(&self) -> usize {
        self.frames.len().max(1)
    }

    /// Position and (not normalized) rotation of body `body` in frame `frame`: the last pose recorded up to that frame,
    /// or the body's own. World frame, meters.
    pub fn pose(&self, body: &Body, frame: usize) -> ([f64; 3], [f64; 4]) {
        let past = self.frames.iter().take(frame + 1).rev();
        let last = past.flat_map(|frame| &frame.poses).find(|pose| pose.body == body.name);
        last.map_or((body.position, body.rotation), |pose| (pose.position, pose.rotation))
    }

    /// Where the file says that pose: `frames[3].poses[0]`, or `bodies[1]` where no frame up to that one has it.
    pub fn pose_path(&self, body: &Body, frame: usize) -> String {
        let past = self.frames.iter().enumerate().take(frame + 1).rev();
        let mut places = past.flat_map(|(i, frame)| frame.poses.iter().enumerate().map(move |(j, pose)| (i, j, pose)));
        match places.find(|(_, _, pose)| pose.body == body.name) {
            Some((i, j, _)) => format!("frames[{i}].poses[{j}]"),
            None => format!("bodies[{}]", self.body(&body.name).map_or(0, |(i, _)| i)),
        }
    }

    /// The body called `name`, with its index.
    pub fn body(&self, name: &str) -> Option<(usize, &Body)> {
        self.bodies.iter().enumerate().find(|(_, body)| body.name == name)
    }
}
