//! One step of a query for a body and a half-space: the states around it and what its sentences and pictures need.

use super::HalfSpaceContext;
use crate::lesson::{Detail, EndingKind, Symbol, Verdict, symbol};
use crate::snapshot::half_space::HalfSpaceRun;

/// Step of a query for a body and a half-space, with the data that its sentences and pictures need.
pub(super) struct StepContext<'a> {
    /// State before the step.
    pub before: &'a HalfSpaceRun,
    /// State after the step.
    pub after: &'a HalfSpaceRun,
    pub context: &'a HalfSpaceContext,
    /// Verdict of the whole run.
    pub verdict: &'a Verdict,
    pub detail: Detail,
    /// Whether the query is one in the plane z = 0.
    pub planar: bool,
    /// Kind of the ending if the run ends in the step; `None` otherwise.
    pub ending_kind: Option<EndingKind>,
}

/// Symbol of the signed distance `d`, meters: that of a depth if `d` is negative, otherwise that of a gap.
pub(super) fn gap_symbol(d: f64) -> Symbol {
    if d < 0.0 { symbol::DEPTH } else { symbol::GAP }
}
