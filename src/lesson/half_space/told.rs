//! A step that is told, and where.

use super::HalfSpaceContext;
use crate::lesson::{Detail, EndingKind, Verdict};
use crate::snapshot::half_space::Against;

/// A step that is told.
pub(super) struct Told<'a> {
    pub before: &'a Against,
    pub after: &'a Against,
    pub context: &'a HalfSpaceContext,
    pub verdict: &'a Verdict,
    pub detail: Detail,
    /// What its end is worth, if it is the last.
    pub worth: Option<EndingKind>,
}
