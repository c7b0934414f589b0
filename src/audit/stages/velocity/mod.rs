//! Stage **velocity**: velocities after the step are the free velocities and the effect of the impulses.

mod bodies;
mod generalized;

use crate::law::{Stage, StageResult};
use crate::problem::Problem;

/// Judges the velocities after the step.
pub fn judge(problem: &Problem) -> StageResult {
    let mut result = StageResult::new(Stage::Velocity, problem.lists_laws);
    if problem.generalized {
        generalized::judge(problem, &mut result);
    } else {
        bodies::judge(problem, &mut result);
    }
    result
}
