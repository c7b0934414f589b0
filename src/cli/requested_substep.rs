//! Step and sub-step that the options `--step` and `--substep` name.

use contact_lens_lesson::Lesson;
use contact_lens_model::answer::number::with_noun;

use super::args::Step;
use super::{Failure, Result};

/// Existing step of a run, with the sub-step that was requested. The indices count from 0; the options count from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RequestedSubstep {
    /// Index of the step in the run.
    pub step: usize,
    /// Index of the sub-step in its step; `None` if none was requested.
    pub substep: Option<usize>,
}

impl RequestedSubstep {
    /// Finds the step and the sub-step with these numbers, as the options give them. [`Step::All`] is treated as the
    /// last step. Fails if the run does not have the step or the sub-step.
    pub(super) fn find(step: Step, substep_number: Option<u32>, lesson: &dyn Lesson) -> Result<Self> {
        let steps = lesson.steps();
        let step = match step {
            Step::Number(number) if number > steps => {
                let steps = with_noun(steps as u64, "step");
                return Err(Failure::Message(format!("--step {number}: the run has {steps}")));
            }
            // At least 1: the parser of the options refuses 0.
            Step::Number(number) => number - 1,
            Step::Last | Step::All => steps - 1,
        };
        let substeps = lesson.outline(step).len();
        match substep_number {
            Some(number) if number as usize > substeps => {
                let substeps = with_noun(substeps as u64, "sub-step");
                Err(Failure::Message(format!("--substep {number}: step {} has {substeps}", step + 1)))
            }
            Some(number) => Ok(Self { step, substep: Some(number as usize - 1) }),
            None => Ok(Self { step, substep: None }),
        }
    }
}
