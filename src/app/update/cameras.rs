//! Handles [`ViewCommand`]s: cameras, layers, and the view that keys act on.

use contact_lens_lesson::ViewKind;
use contact_lens_picture::Camera;

use super::focus_camera::move_to_focus;
use super::framing::{frame_all, frame_selection};
use crate::command::ViewCommand;
use crate::state::State;

/// Applies a change of the cameras, the layers or the active view.
pub(super) fn handle(state: &mut State, command: ViewCommand) {
    let active = state.active_view;
    // Hidden layers are part of the revision; a camera is not, since the caches of the views compare it themselves.
    if matches!(command, ViewCommand::ToggleLayer(..) | ViewCommand::LayerAlone(..) | ViewCommand::ShowLayers) {
        state.revision += 1;
    }
    match command {
        ViewCommand::Camera(view, camera) => {
            if let Some(view_camera) = state.view_cameras.edit(view) {
                view_camera.camera = camera;
                view_camera.motion = None;
                view_camera.follows = false;
                view_camera.framed = false;
                state.active_view = view;
            }
        }
        ViewCommand::Size(view, size) => {
            if let Some(view_camera) = state.view_cameras.edit(view) {
                view_camera.size = size;
                if view_camera.framed {
                    frame_all(state, view);
                }
            }
        }
        ViewCommand::Focus(view) => state.active_view = view,
        ViewCommand::FrameSelection => frame_selection(state),
        ViewCommand::FrameAll => {
            for view in state.views() {
                frame_all(state, view.id);
                if let Some(view_camera) = state.view_cameras.edit(view.id) {
                    view_camera.follows = true;
                }
            }
            move_to_focus(state);
        }
        ViewCommand::View(direction) => change_camera(state, active, |camera| camera.looking(direction)),
        ViewCommand::ToggleLayer(view, role) => state.focus.layers.toggle(view, role),
        ViewCommand::LayerAlone(view, role) => state.focus.layers.show_only(view, role),
        ViewCommand::ShowLayers => state.focus.layers.show_all(),
        ViewCommand::ToggleProjection => {
            change_camera(state, active, |camera| Camera { orthographic: !camera.orthographic, ..camera });
        }
    }
}

/// Changes the camera of a view. Lanes, charts and tiles have no direction of view, so their cameras stay.
fn change_camera(state: &mut State, view: &str, change: impl Fn(Camera) -> Camera) {
    let Some(view_camera) = state.view_cameras.edit(view) else { return };
    if !matches!(view_camera.view.kind, ViewKind::Lanes | ViewKind::Chart | ViewKind::Tiles) {
        view_camera.motion = None;
        view_camera.follows = false;
        view_camera.camera = change(view_camera.camera);
    }
}
