//! Bodies that a capture introduces after its first frame: absent in the frames before their line, and at their initial
//! pose in the next one.

use contact_lens_scene::model::{Frame, FramePose, Scene};

/// Body whose line comes after a frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LateBody {
    /// Index in the scene's list of bodies.
    pub(crate) body: usize,
    /// Index of the frame in which the body appears: the number of frames before its line.
    pub(crate) frame: usize,
}

impl LateBody {
    /// Makes the body absent from the first frame on. Returns false, without a change, if a frame before its line
    /// places or removes the body, or if the scene lacks the body or has no frame.
    pub(crate) fn hide(self, scene: &mut Scene) -> bool {
        let Some(name) = scene.bodies.get(self.body).map(|body| body.name.clone()) else { return false };
        if scene.frames.iter().take(self.frame).any(|frame| mentions(frame, &name)) {
            return false;
        }
        let Some(first) = scene.frames.get_mut(0) else { return false };
        first.gone.push(name);
        true
    }

    /// Gives the body its initial pose in the frame in which it appears, unless that frame places or removes it.
    /// Returns false while the scene lacks the frame.
    pub(crate) fn show(self, scene: &mut Scene) -> bool {
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
