//! Playback speeds of the beats (sub-steps) of a run, and of the frames of a moving scene.

use crate::scene::model::{Ask, Query};

/// Selectable speeds of the beats; 1 shows each beat for the time to read its sentence.
pub(in crate::app) const SPEEDS: [f64; 7] = [0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0];

/// Frames per second of a moving scene that is no world.
const FRAME_RATE: f64 = 12.0;

/// Maximum frames per second of a world.
const MAX_FRAME_RATE: f64 = 60.0;

/// Frames per second at which a query plays: for a world those of the simulated time, from 1 to [`MAX_FRAME_RATE`].
pub(in crate::app) fn frame_rate(query: Option<&Query>) -> f64 {
    match query.map(|query| &query.ask) {
        Some(Ask::World { options, .. }) => (1.0 / options.time_step()).clamp(1.0, MAX_FRAME_RATE),
        _ => FRAME_RATE,
    }
}
