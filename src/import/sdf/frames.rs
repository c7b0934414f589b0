//! Named frames of a file, each with its pose in another.

use std::collections::HashMap;

use crate::import::pose::Pose;

/// Frame as the file declares it.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    /// Name of the frame that the pose is in.
    pub(super) base: String,
    pub(super) pose: Pose,
    /// Frame inside a model that has this pose instead of the model's own frame (`placement_frame`).
    pub(super) placed_by: Option<String>,
    /// Own frame of that model; empty for other frames.
    pub(super) root: String,
}

/// All frames by their full names; `world` always exists.
#[derive(Debug, Default)]
pub(super) struct Frames(HashMap<String, Frame>);

/// Maximum number of frames between a frame and the world.
const MAX_DEPTH: usize = 1_000;

impl Frames {
    /// Declares a frame.
    ///
    /// # Errors
    /// Returns the name, if it is taken.
    pub(super) fn declare(&mut self, name: String, frame: Frame) -> Result<(), String> {
        if name == "world" || self.0.contains_key(&name) {
            return Err(name);
        }
        self.0.insert(name, frame);
        Ok(())
    }

    /// Returns the pose of a frame in the world.
    ///
    /// # Errors
    /// Fails when a frame does not exist, or when frames refer to each other in a cycle.
    pub(super) fn pose(&self, name: &str) -> Result<Pose, String> {
        self.between(name, "world", 0)
    }

    /// Returns the pose of a frame in one of those that it depends on.
    fn between(&self, name: &str, root: &str, depth: usize) -> Result<Pose, String> {
        let mut chain = Vec::new();
        let mut at = name;
        while at != root {
            if chain.len() + depth > MAX_DEPTH {
                return Err(format!("the frames that `{name}` depends on form a cycle"));
            }
            let frame = self.0.get(at).ok_or_else(|| format!("there is no frame `{at}`"))?;
            let own = match &frame.placed_by {
                Some(inner) => frame.pose.then(self.between(inner, &frame.root, depth + chain.len() + 1)?.inverse()),
                None => frame.pose,
            };
            chain.push(own);
            at = &frame.base;
        }
        Ok(chain.into_iter().rev().fold(Pose::default(), Pose::then))
    }
}
