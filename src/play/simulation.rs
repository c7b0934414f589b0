//! A world that runs without being looked at step by step.

use crate::answer::WorldFinding;
use crate::lesson::Verdict;

/// A world, ready to run from its start.
pub trait Simulation: Send + Sync {
    /// Runs from the start to the last of these frames, which rise, and hands each to `see`. Of a run that breaks down before it is
    /// there only the frames before that are seen, and why is returned. Every call is one run, and gives the same bits.
    fn play(&self, frames: &[u32], see: &mut dyn FnMut(WorldFinding)) -> Option<Broken>;

    /// What is told of a run whose last frame this is, and which broke down after it, or did not.
    fn verdict(&self, last: WorldFinding, broken: Option<&Broken>) -> Verdict;
}

/// Why a run has no further frames.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(tag = "outcome", rename_all = "snake_case")]
pub enum Broken {
    /// A dynamic body's state is not finite, or it is faster than 1e6 m/s or rad/s.
    Diverged {
        /// In which frame.
        frame: usize,
        /// The first such body.
        body: String,
        /// The body's index.
        #[serde(skip)]
        index: u32,
    },
    /// The direct solver was asked for more rows than it takes.
    TooLarge {
        /// In which frame.
        frame: usize,
        /// How many.
        rows: usize,
    },
}
