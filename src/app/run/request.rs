//! Questions that the window has sent to its engine thread: the newest one, the ids of accepted answers, and what the
//! window shows when the answer arrives.

use contact_lens_lesson::BeatIndex;
use contact_lens_play::Precision;

use super::question::Question;

/// Change of the cameras when the next answer arrives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Reframe {
    /// Cameras stay.
    #[default]
    Keep,
    /// All cameras are set to show all marks, from their current directions.
    Views,
    /// Cameras start as for a scene just opened.
    Opened,
}

/// Inputs of a question. A change of one of them sends the next question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct QuestionInputs {
    /// Edition of the scene, the number of its changes.
    pub edition: u64,
    /// Index of the query.
    pub query: usize,
    pub frame: usize,
    pub precision: Precision,
    /// Whether only the last beat of the frame is computed, while frames are playing.
    pub end_only: bool,
}

/// Beat shown at the start of a drag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DragStart {
    pub index: BeatIndex,
    /// Whether this was the last beat of its run. The drag then keeps showing the answer, however long the runs are.
    pub is_end: bool,
}

/// Newest question to the engine, and what the window does when its answer arrives.
#[derive(Debug, Default)]
pub(crate) struct EngineRequest {
    /// Newest question, answered or not; `None` without one.
    pub question: Option<Box<Question>>,
    /// Inputs of the newest question; `None` lets the next check send it again.
    pub inputs: Option<QuestionInputs>,
    /// Whether only the last beat of the frame is shown, during playback of frames.
    pub shows_end_only: bool,
    /// Frame of the answer shown.
    pub frame: usize,
    /// Smallest id of a question whose answer is accepted; answers to earlier ones are discarded.
    pub oldest_accepted: u64,
    /// Number of questions sent, which is the id of the newest one.
    pub newest_id: u64,
    /// Id of the newest question that was answered or whose answer is discarded.
    pub newest_answered: u64,
    /// Beat to show when the answer arrives; `None` when the current step and beat stay.
    pub pending_beat: Option<BeatIndex>,
    /// Beat shown at the start of the current drag, which every answer during the drag shows if its run is long enough;
    /// `None` without a drag.
    pub drag_start: Option<DragStart>,
    /// Change of the cameras when the answer arrives.
    pub reframe: Reframe,
}
