//! Recorded runs: snapshots, steps grouped in levels, sub-steps, summaries and scores.

pub(super) mod event;
pub(super) mod frame_overview;
pub(super) mod key_numbers;
pub(super) mod levels;
pub(super) mod narrated;
pub(super) mod recording;
pub mod score;
pub(super) mod summary;
pub(super) mod tape;
