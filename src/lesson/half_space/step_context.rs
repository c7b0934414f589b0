//! Data of a step of a query for a body and a half-space.

use super::HalfSpaceContext;
use crate::lesson::{Detail, EndingKind, Verdict};
use crate::lesson::{Symbol, symbol};
use crate::snapshot::half_space::HalfSpaceRun;

/// Step of a query for a body and a half-space, with the data that its sentences and pictures need.
pub(super) struct StepContext<'a> {
    pub before: &'a HalfSpaceRun,
    pub after: &'a HalfSpaceRun,
    pub context: &'a HalfSpaceContext,
    pub verdict: &'a Verdict,
    pub detail: Detail,
    /// Whether both bodies are in the plane.
    pub planar: bool,
    /// Kind of the ending if the run ends in the step; `None` otherwise.
    pub ending_kind: Option<EndingKind>,
}

/// Symbol of the signed distance `d`: a depth if it is negative, otherwise a gap.
pub(super) fn gap_symbol(d: f64) -> Symbol {
    if d < 0.0 { symbol::DEPTH } else { symbol::GAP }
}
