//! How fast beats and frames pass.

use crate::scene::model::{Ask, Query};

/// The speeds that the keys walk through, beats a second.
pub(super) const SPEEDS: [f64; 7] = [0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0];

/// Frames of a moving scene that are shown in a second.
const FRAME_RATE: f64 = 12.0;

/// Frames of a world are shown in its own time, if that is not faster than this.
const FASTEST: f64 = 60.0;

/// Frames that are shown in a second.
pub(super) fn frame_rate(query: Option<&Query>) -> f64 {
    match query.map(|query| &query.ask) {
        Some(Ask::World { options, .. }) => (1.0 / options.time_step()).clamp(1.0, FASTEST),
        _ => FRAME_RATE,
    }
}
