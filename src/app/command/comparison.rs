//! Commands of the comparison, which shows a second run (in the other precision, with another option, or of another
//! query) next to the first, and the results that its threads deliver.

use std::sync::Arc;

use contact_lens_check::Divergence;

use crate::run::comparison::RunDifference;
use crate::run::question::Answer;
use crate::run::recording::Recording;

/// Comparison of the run shown with a second run.
#[derive(Clone, Debug, PartialEq)]
pub enum ComparisonCommand {
    /// Compare with the other precision, or close the comparison.
    Toggle,
    /// Compare with the run that differs in this way.
    Choose(RunDifference),
    /// Result: the answer of the second run.
    Answered(Box<Answer>),
    /// Result: where the run shown and the second run, in this order, diverge; `None` if they do not.
    DivergenceFound([Arc<Recording>; 2], Option<Divergence>),
    /// Go to the step and beat at which the two runs diverge.
    GoToDivergence,
}
