//! View settings: cameras, hidden layers, highlighting and selection.

pub(super) mod hover;
pub(super) mod layers;
pub(super) mod selection;
pub(super) mod view_camera;
