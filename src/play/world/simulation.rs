//! The trait of a world (a simulation of rigid bodies) that is run without recording its steps, and the reasons why a
//! run ends early.

use contact_lens_lesson::Verdict;
use contact_lens_model::answer::WorldFinding;

/// A world that is ready to run from its start.
pub trait Simulation: Send + Sync {
    /// Runs from the start to the last of `frames`, which ascend, and passes each of them to `observe`. If the run
    /// breaks down earlier, `observe` gets the frames before that and the reason is returned; `None` otherwise. Every
    /// call simulates anew and gives the same bits.
    fn play(&self, frames: &[u32], observe: &mut dyn FnMut(WorldFinding)) -> Option<RunEnd>;

    /// Verdict of a run whose last frame is `last`; `run_end` is the reason why it broke down after that frame, `None`
    /// if it did not.
    fn verdict(&self, last: WorldFinding, run_end: Option<&RunEnd>) -> Verdict;
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
