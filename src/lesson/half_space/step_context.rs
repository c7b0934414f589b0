//! Step of a half-space query, with the data that its sentences and pictures need.

use super::HalfSpaceContext;
use crate::lesson::{Detail, EndingKind, Verdict};
use crate::lesson::{Symbol, symbol};
use crate::snapshot::half_space::Against;

pub(super) struct StepContext<'a> {
    pub before: &'a Against,
    pub after: &'a Against,
    pub context: &'a HalfSpaceContext,
    pub verdict: &'a Verdict,
    pub detail: Detail,
    /// Whether both bodies are in the plane.
    pub planar: bool,
    /// Value of the ending, in the last step.
    pub ending_kind: Option<EndingKind>,
}

/// Symbol of a signed distance.
pub(super) fn gap_symbol(d: f64) -> Symbol {
    if d < 0.0 { symbol::DEPTH } else { symbol::GAP }
}
