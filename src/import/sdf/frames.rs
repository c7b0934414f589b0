//! Named frames of an SDF file: each is declared with its pose in another frame, and [`Frames::pose`] computes its pose
//! in the world.

use std::collections::HashMap;

use crate::pose::Pose;

/// Frame as the file declares it.
#[derive(Clone, Debug)]
pub(super) struct DeclaredFrame {
    /// Full name of the frame that the pose is in.
    pub(super) base: String,
    /// Pose in the frame `base`.
    pub(super) pose: Pose,
    /// Full name of the frame inside a model that has this pose instead of the model's own frame (`placement_frame`);
    /// `None` without one.
    pub(super) placed_by: Option<String>,
    /// Full name of the own frame of that model; empty for other frames.
    pub(super) model_frame: String,
}

impl DeclaredFrame {
    /// Creates a frame with a pose in the frame `base`.
    pub(super) fn new(base: String, pose: Pose) -> Self {
        Self { base, pose, placed_by: None, model_frame: String::new() }
    }
}

/// All frames by their full names; `world` always exists.
#[derive(Debug, Default)]
pub(super) struct Frames {
    by_name: HashMap<String, DeclaredFrame>,
}

/// Maximum number of frames between a frame and the world; more of them count as a cycle.
const MAX_DEPTH: usize = 1_000;

impl Frames {
    /// Declares a frame.
    ///
    /// # Errors
    /// Returns the name, if it is taken.
    pub(super) fn declare(&mut self, name: String, frame: DeclaredFrame) -> Result<(), String> {
        if name == "world" || self.by_name.contains_key(&name) {
            return Err(name);
        }
        self.by_name.insert(name, frame);
        Ok(())
    }

    /// Returns the pose of the frame with a full name in the world.
    ///
    /// # Errors
    /// Fails when a frame does not exist, or when frames refer to each other in a cycle.
    pub(super) fn pose(&self, name: &str) -> Result<Pose, String> {
        self.pose_in(name, "world", 0)
    }

    /// Returns the pose of a frame in the frame `root`, on which it depends; `depth` is the number of frames on the
    /// chain that led to this call.
    fn pose_in(&self, name: &str, root: &str, depth: usize) -> Result<Pose, String> {
        let mut chain = Vec::new();
        let mut current = name;
        while current != root {
            if chain.len() + depth > MAX_DEPTH {
                return Err(format!("the frames that `{name}` depends on form a cycle"));
            }
            let frame = self.by_name.get(current).ok_or_else(|| format!("there is no frame `{current}`"))?;
            let pose = match &frame.placed_by {
                // The stated pose is that of the inner frame: the model's own frame follows from it.
                Some(inner) => {
                    let inner_pose = self.pose_in(inner, &frame.model_frame, depth + chain.len() + 1)?;
                    frame.pose.then(inner_pose.inverse())
                }
                None => frame.pose,
            };
            chain.push(pose);
            current = &frame.base;
        }
        Ok(chain.into_iter().rev().fold(Pose::default(), Pose::then))
    }
}
