//! Runs of worlds (simulations of rigid bodies) without a lesson: the trait of a run, the space that the bodies travel
//! through, and frames saved as scenes.

pub(super) mod saved_frames;
pub(super) mod simulation;
pub(super) mod travel_bounds;
