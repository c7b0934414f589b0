//! A step that is told, and where.

use super::TurningContext;
use crate::lesson::{Detail, EndingKind, Verdict};
use crate::snapshot::turning::{Sample, Turning};

/// A step that is told.
pub(super) struct Told<'a> {
    pub before: &'a Turning,
    pub after: &'a Turning,
    pub context: &'a TurningContext,
    pub verdict: &'a Verdict,
    pub detail: Detail,
    /// What its end is worth, if it is the last.
    pub worth: Option<EndingKind>,
    /// All moments that are asked in the whole run.
    pub all: &'a [Sample],
    /// Whether normals are carried along.
    pub bilateral: bool,
}
