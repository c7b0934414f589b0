//! Runs of a world without recorded steps.

use crate::answer::WorldFinding;
use crate::lesson::Verdict;

/// A world that is ready to run from its start.
pub trait Simulation: Send + Sync {
    /// Runs from the start to the last of `frames`, which ascend, and passes each to `observe`. If the run breaks
    /// down earlier, `observe` gets the frames before that and the reason is returned. Every call simulates anew and
    /// gives the same bits.
    fn play(&self, frames: &[u32], observe: &mut dyn FnMut(WorldFinding)) -> Option<RunEnd>;

    /// Verdict of a run whose last frame is `last`; `broken` is the reason if it broke down after that frame.
    fn verdict(&self, last: WorldFinding, broken: Option<&RunEnd>) -> Verdict;
}

/// Reason why a run has no further frames.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(tag = "outcome", rename_all = "snake_case")]
pub enum RunEnd {
    /// A dynamic body's state is not finite, or it is faster than 1e6 m/s or rad/s.
    Diverged {
        /// Frame of the divergence.
        frame: usize,
        /// Name of the first such body.
        body: String,
        /// Index of the body.
        #[serde(skip)]
        index: u32,
    },
    /// The world has more constraint rows than the direct solver accepts.
    TooLarge {
        /// Frame with too many rows.
        frame: usize,
        /// Number of rows in that frame.
        rows: usize,
    },
}
