//! Data of one step of a query for a body and a half-space, from which its sentences, values and pictures are made.

use contact_lens_model::snapshot::half_space::HalfSpaceRun;

use super::HalfSpaceContext;
use crate::{Detail, EndingKind, Symbol, Verdict, symbol};

/// Step of a query for a body and a half-space: the states around it, and the data of the whole run.
pub(super) struct StepContext<'a> {
    /// State before the step.
    pub before: &'a HalfSpaceRun,
    /// State after the step.
    pub after: &'a HalfSpaceRun,
    /// Half-space and body with their motion.
    pub context: &'a HalfSpaceContext,
    /// Verdict of the whole run.
    pub verdict: &'a Verdict,
    /// Requested amount of detail.
    pub detail: Detail,
    /// Whether the query is in the plane z = 0 instead of space.
    pub planar: bool,
    /// Kind of the ending if the run ends in the step; `None` otherwise.
    pub ending_kind: Option<EndingKind>,
}

/// Symbol of the signed distance `d`, meters: that of a depth if `d` is negative, otherwise that of a gap.
pub(super) fn gap_symbol(d: f64) -> Symbol {
    if d < 0.0 { symbol::DEPTH } else { symbol::GAP }
}
