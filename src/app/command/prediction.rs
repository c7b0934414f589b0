//! Commands of prediction mode, in which the run stops before each choice of the algorithm and the user predicts it.

use std::path::PathBuf;

use contact_lens_scene::model::Scene;

/// Predictions of the algorithm's choices, and exercises.
#[derive(Clone, Debug, PartialEq)]
pub enum PredictionCommand {
    /// Enter prediction mode at the start of the run, or leave it.
    Toggle,
    /// Answer the open question by the index of one of its candidates.
    Answer(usize),
    /// Show the answer to the current question; it then does not count as correct.
    Reveal,
    /// Generate another exercise like this scene, from the next seed.
    Another,
    /// Open a generated exercise.
    Exercise {
        scene: Box<Scene>,
        /// Seed that the scene was generated from.
        seed: u64,
    },
    /// Open a dialog for the path of the score.
    AskScore,
    /// Write the score to a file, as JSON.
    WriteScore {
        path: PathBuf,
        /// Whether an existing file is replaced; otherwise it is an error.
        overwrite: bool,
    },
}
