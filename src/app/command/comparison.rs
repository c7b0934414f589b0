//! Commands about the comparison of two runs.

use std::sync::Arc;

use crate::app::run::comparison::RunDifference;
use crate::app::run::question::Answer;
use crate::app::run::recording::Recording;
use crate::check::Divergence;

/// Comparison of the run shown with a second run.
#[derive(Clone, Debug, PartialEq)]
pub enum ComparisonCommand {
    /// Compare with the other precision, or close the comparison.
    Toggle,
    /// Compare with this run.
    Choose(RunDifference),
    /// The second run was computed.
    Answered(Box<Answer>),
    /// These two runs were compared; `None` if they do not diverge.
    DivergenceFound([Arc<Recording>; 2], Option<Divergence>),
    /// Go to the step and beat at which the two runs diverge.
    GoToDivergence,
}
