//! Moves the camera of the world view to the focus of each beat (the marks that the beat is about), until the user
//! moves the camera.

use contact_lens_lesson::{ViewKind, WORLD};
use contact_lens_picture::CameraMotion;
use contact_lens_play as play;

use super::framing::frame_all;
use crate::state::State;

/// Margin on each side of the framed focus, relative to the pane.
const MARGIN: f64 = 0.09;

/// Duration of a motion, seconds.
const MOTION_TIME: f64 = 0.4;

/// Starts the motion of the world view's camera to the focus of the current beat, if the beat has one. Only cameras of
/// views in space that the user has not moved follow the focus. During a drag the camera stays: a moving camera would
/// move the dragged handle under the pointer, which would change the scene again.
pub(super) fn move_to_focus(state: &mut State) {
    if state.doc.in_gesture() {
        return;
    }
    let Some(focus) = state.beat().and_then(|beat| beat.pictures.focus.clone()) else { return };
    let view_camera = state.view_cameras.view_camera(WORLD);
    if !view_camera.follows || view_camera.view.kind != ViewKind::Space {
        return;
    }
    let from = view_camera.camera;
    let bounds = focus.bounds();
    if bounds.is_none() {
        // A focus without bounds is the whole scene: the camera frames everything, then rotates to the focus'
        // direction.
        frame_all(state, WORLD);
    }
    let up = play::up_axis(&state.doc.scene);
    let Some(view_camera) = state.view_cameras.edit(WORLD) else { return };
    let mut to = focus.facing(view_camera.camera, up);
    if let Some(bounds) = bounds {
        to = view_camera.view.kind.framing_clear_of_axes(to, &bounds, view_camera.size, MARGIN);
    }
    // `frame_all` may have moved the camera; the motion starts where it was before.
    view_camera.camera = from;
    view_camera.motion = (from != to).then_some(CameraMotion { from, to, fraction: 0.0 });
}

/// Moves all cameras to the ends of their motions.
pub(super) fn end_motions(state: &mut State) {
    continue_motions(state, MOTION_TIME);
}

/// Continues the motions of all cameras by `seconds`.
pub(super) fn continue_motions(state: &mut State, seconds: f64) {
    for view in state.views() {
        let Some(view_camera) = state.view_cameras.edit(view.id) else { continue };
        let Some(motion) = &mut view_camera.motion else { continue };
        motion.fraction = (motion.fraction + seconds / MOTION_TIME).min(1.0);
        view_camera.camera = motion.camera();
        if motion.fraction >= 1.0 {
            view_camera.motion = None;
        }
    }
}
