//! A step that is told, and where.

use super::TurningContext;
use crate::lesson::{Detail, EndingKind, Verdict};
use crate::snapshot::turning::{Found, Sample, Turning};

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
    /// At the end of a miss, when the least distance was found, seconds, and what was found there.
    pub least: Option<(f64, Found)>,
}

impl Told<'_> {
    /// The moment that is shown, seconds, and what was found there: the one asked, and at the end of a miss that of the least distance,
    /// of which the answer tells.
    pub(super) fn shown(&self) -> (f64, Option<Found>) {
        self.least.map_or((self.after.asked, self.after.found), |(t, found)| (t, Some(found)))
    }
}
