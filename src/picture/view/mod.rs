//! Cameras and panes: the direction and scale of a view, and everything derived from a camera: ground, legend, patches
//! of planes, signs on faces.

pub(super) mod camera;
pub(super) mod camera_motion;
pub(super) mod derived_data;
pub(super) mod face_signs;
pub mod ground;
pub(super) mod kind;
pub mod legend;
pub(super) mod moved_body;
pub(super) mod pane;
pub(super) mod plane_patches;
pub(super) mod prepared_camera;
pub(super) mod selected_parts;
