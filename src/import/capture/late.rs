//! Bodies that a capture introduces after its first frame.

use crate::scene::model::{Frame, FramePose, Scene};

/// Body whose line comes after a frame.
#[derive(Clone, Copy, Debug)]
pub(in crate::import) struct Late {
    /// Index in the list of bodies.
    pub(in crate::import) body: usize,
    /// Number of frames before its line: the index of the frame in which it appears.
    pub(in crate::import) frame: usize,
}

impl Late {
    /// Makes the body absent in the frames before its line; returns false if one of them places or removes it.
    pub(in crate::import) fn hide(self, scene: &mut Scene) -> bool {
        let Some(name) = scene.bodies.get(self.body).map(|body| body.name.clone()) else { return false };
        if scene.frames.iter().take(self.frame).any(|frame| mentions(frame, &name)) {
            return false;
        }
        let first = scene.frames.get_mut(0);
        first.map(|frame| frame.gone.push(name)).is_some()
    }

    /// Gives the body its own pose in its first frame, unless that frame places or removes it. Returns false while the
    /// frame is missing.
    pub(in crate::import) fn show(self, scene: &mut Scene) -> bool {
        let Some(body) = scene.bodies.get(self.body) else { return false };
        let pose =
            FramePose { body: body.name.clone(), position: body.position, rotation: body.unit_rotation().into() };
        let Some(frame) = scene.frames.get_mut(self.frame) else { return false };
        if !mentions(frame, &pose.body) {
            frame.poses.push(pose);
        }
        true
    }
}

/// Whether a frame places or removes a body.
fn mentions(frame: &Frame, name: &str) -> bool {
    frame.poses.iter().any(|pose| pose.body == name) || frame.gone.iter().any(|gone| gone == name)
}
