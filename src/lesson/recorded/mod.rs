//! Recorded runs of algorithms. A `tape` keeps the states of a run, a `recording` gives them out as snapshots, and
//! a `narrated` lesson makes the sub-steps from them. `levels` group the steps, `event` and `summary` describe
//! the sub-steps on the timeline, `frame_overview` the frames of a moving scene; `key_numbers` are those of a
//! figure, and [`score`] counts the answers to quiz questions.

pub(super) mod event;
pub(super) mod frame_overview;
pub(super) mod key_numbers;
pub(super) mod levels;
pub(super) mod narrated;
pub(super) mod recording;
pub mod score;
pub(super) mod summary;
pub(super) mod tape;
