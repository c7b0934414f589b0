//! Runs of worlds: travel of the bodies, and frames saved as scenes.

pub(super) mod saved_frames;
pub(super) mod simulation;
pub(super) mod travel_bounds;
