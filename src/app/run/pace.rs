//! Playback speeds of the beats (sub-steps) of a run, and of the frames of a moving scene.

use contact_lens_scene::model::{Ask, Query};

/// Selectable speeds of the beats; 1 shows each beat for the time to read its sentence.
pub(crate) const SPEEDS: [f64; 7] = [0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0];

/// Frames per second of a moving scene whose poses are given in its file. Slow enough to see the frames one by one.
const FRAME_RATE: f64 = 12.0;

/// Maximum frames per second of a world, a scene that the solver simulates: that of a usual screen.
const MAX_FRAME_RATE: f64 = 60.0;

/// Frames per second at which a query plays. A world plays in simulated time, at 1 to [`MAX_FRAME_RATE`] frames per
/// second; other scenes, and a scene without a query, play at [`FRAME_RATE`].
pub(crate) fn frame_rate(query: Option<&Query>) -> f64 {
    if let Some(query) = query
        && let Ask::World { options, .. } = &query.ask
    {
        return (1.0 / options.time_step()).clamp(1.0, MAX_FRAME_RATE);
    }
    FRAME_RATE
}
