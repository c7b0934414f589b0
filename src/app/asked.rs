//! What the engine was asked, and what has become of it.

use super::question::Question;
use crate::play::Precision;

/// What the cameras do when the next answer comes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Reframe {
    /// They stay.
    #[default]
    Keep,
    /// All views show everything, from where they look now.
    Views,
    /// As for a scene that was just opened.
    Opened,
}

/// What the engine was asked, and what has become of it.
#[derive(Debug, Default)]
pub(super) struct Asked {
    /// The newest question.
    pub question: Option<Box<Question>>,
    /// What it was made of: edition of the scene, query, frame, precision, and whether a film passes.
    pub inputs: Option<(u64, usize, usize, Precision, bool)>,
    /// Whether only the end of a frame is shown, as a film has passed it.
    pub passed: bool,
    /// The frame that is shown.
    pub frame: usize,
    /// Answers to questions before this one come too late.
    pub oldest: u64,
    /// Number of questions so far.
    pub count: u64,
    /// The newest question that was answered.
    pub answered: u64,
    /// Step and beat, from 0, that are shown with the answer.
    pub place: Option<(usize, usize)>,
    /// Step and beat, from 0, that were shown when the drag began that goes on: there again where the run is long enough.
    pub held: Option<(usize, usize)>,
    /// What the cameras do when the answer comes.
    pub reframe: Reframe,
}
