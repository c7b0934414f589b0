//! View settings: cameras, hidden layers, highlighting, selection, and the drag of a body.

pub(super) mod body_drag;
pub(super) mod hover;
pub(super) mod layers;
pub(super) mod selection;
pub(super) mod view_camera;
