//! Runs of worlds (simulations of rigid bodies) without a lesson: the trait of a run, the space that the bodies travel
//! through, frames saved as scenes, and why two bodies have no contact.

pub(super) mod no_contact;
pub(super) mod recorded_solve;
pub(super) mod saved_frames;
pub(super) mod simulation;
pub(super) mod travel_bounds;
