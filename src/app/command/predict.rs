//! What happens while somebody predicts the steps of a run.

use std::path::PathBuf;

/// Questions before each step, exercises, and the score.
#[derive(Clone, Debug, PartialEq)]
pub enum PredictCommand {
    /// Begin to ask before each choice of the run, from its start, or stop asking.
    Toggle,
    /// Answer the question that is open, by the index of a candidate.
    Answer(usize),
    /// Show the answer of the question that is open: it does not count as right.
    Reveal,
    /// Another scene like this one, from the next seed.
    Another,
    /// That scene, made from this seed.
    Exercise(Box<crate::scene::model::Scene>, u64),
    /// Ask where to write the score.
    AskScore,
    /// Write the score there; over a file that is there only if this says so.
    WriteScore(PathBuf, bool),
}
