//! Commands of prediction mode.

use std::path::PathBuf;

/// Commands of prediction mode.
#[derive(Clone, Debug, PartialEq)]
pub enum PredictionCommand {
    /// Enter prediction mode at the start of the run, or leave it.
    Toggle,
    /// Answer the open question, by the index of a candidate.
    Answer(usize),
    /// Reveal the answer of the open question, which then does not count as right.
    Reveal,
    /// Make another exercise like this scene, from the next seed.
    Another,
    /// Open this exercise, made from this seed.
    Exercise(Box<crate::scene::model::Scene>, u64),
    /// Open a dialog for the file of the score.
    AskScore,
    /// Write the score to this path; over an existing file only if true.
    WriteScore(PathBuf, bool),
}
