//! Commands about the comparison of two runs.

use std::sync::Arc;

use crate::app::run::comparison::RunDifference;
use crate::app::run::question::Answer;
use crate::app::run::recording::Recording;
use crate::check::Divergence;

#[derive(Clone, Debug, PartialEq)]
pub enum ComparisonCommand {
    /// Compare with the other precision, or close the comparison.
    Toggle,
    /// Compare with this run.
    Choose(RunDifference),
    /// Answer of the second run.
    Answered(Box<Answer>),
    /// Divergence of these two runs, if they diverge.
    DivergenceFound([Arc<Recording>; 2], Option<Divergence>),
    /// Go to the step and beat at which the two runs diverge.
    GoToDivergence,
}
