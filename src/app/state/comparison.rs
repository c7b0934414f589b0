//! State of a comparison of two runs.

use std::sync::Arc;

use super::State;
use crate::run::comparison::{ComparisonInputs, RunDifference, RunDivergence};
use crate::run::recording::Recording;

/// A second run that is compared with the run shown.
pub struct Comparison {
    /// Difference between the two runs.
    pub difference: RunDifference,
    /// State of the second run, kept by the same functions as that of the run shown.
    pub state: Box<State>,
    /// Inputs of the second run when it was last requested; `None` before.
    pub(crate) inputs: Option<ComparisonInputs>,
    /// Recordings of the run shown and of the second run in the current or the last comparison; `None` before.
    pub(crate) compared: Option<[Arc<Recording>; 2]>,
    /// First beat at which the two runs differ.
    pub divergence: RunDivergence,
}
