//! The last request to the engine and its state.

use super::question::Question;
use crate::lesson::BeatIndex;
use crate::play::Precision;

/// Change of the cameras when the next answer arrives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::app) enum Reframe {
    /// Cameras stay.
    #[default]
    Keep,
    /// All views frame everything, from their current directions.
    Views,
    /// Cameras start as for a scene just opened.
    Opened,
}

/// Inputs of a question. A change of one of them sends the next question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) struct QuestionInputs {
    /// Edition of the scene.
    pub edition: u64,
    /// Index of the query.
    pub query: usize,
    pub frame: usize,
    pub precision: Precision,
    /// Whether only the end of the frame is computed, while frames are playing.
    pub end_only: bool,
}

/// The last request to the engine and its state.
#[derive(Debug, Default)]
pub(in crate::app) struct EngineRequest {
    /// Newest question, answered or not; `None` without one.
    pub question: Option<Box<Question>>,
    /// Inputs of the newest question; `None` lets the next check send it again.
    pub inputs: Option<QuestionInputs>,
    /// Whether only the last beat of the frame is shown, during playback of frames.
    pub shows_end_only: bool,
    /// Frame of the answer shown.
    pub frame: usize,
    /// Smallest id of a question whose answer is accepted; answers to earlier ones are discarded.
    pub oldest: u64,
    /// Number of questions sent, which is the id of the newest one.
    pub count: u64,
    /// Id of the newest question that was answered or whose answer is discarded.
    pub answered: u64,
    /// Beat to show when the answer arrives; `None` when the current step and beat stay.
    pub pending_beat: Option<BeatIndex>,
    /// Beat shown at the start of the current drag, which every answer during the drag shows if its run is long enough;
    /// `None` without a drag.
    pub drag_start: Option<BeatIndex>,
    /// Change of the cameras when the answer arrives.
    pub reframe: Reframe,
}
