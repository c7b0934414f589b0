//! Step and sub-step that the options `--step` and `--substep` name.

use super::args::Step;
use super::{Failure, Result};
use crate::answer::number::with_noun;
use crate::lesson::Lesson;

/// Existing step of a run, with the sub-step that was requested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RequestedBeat {
    /// Index of the step, from 0.
    pub step: usize,
    /// Sub-step within the step, from 0; `None` if none was requested.
    pub beat: Option<usize>,
}

impl RequestedBeat {
    /// Finds the step `step` of a run and its sub-step `beat`, which counts from 1. [`Step::All`] is
    /// treated as the last step. Fails if the run does not have the step or the sub-step.
    pub(super) fn find(step: Step, beat: Option<u32>, lesson: &dyn Lesson) -> Result<Self> {
        let steps = lesson.steps();
        let step = match step {
            Step::Number(number) if number > steps => {
                let steps = with_noun(steps as u64, "step");
                return Err(Failure::Message(format!("--step {number}: the run has {steps}")));
            }
            Step::Number(number) => number - 1,
            Step::Last | Step::All => steps - 1,
        };
        let beats = lesson.outline(step).len();
        match beat {
            Some(beat) if beat as usize > beats => {
                let beats = with_noun(beats as u64, "sub-step");
                Err(Failure::Message(format!("--substep {beat}: step {} has {beats}", step + 1)))
            }
            beat => Ok(Self { step, beat: beat.map(|beat| beat as usize - 1) }),
        }
    }
}
