//! Step of conservative advancement with rotation, with the data that its sentences and pictures need.

use super::RotatingContext;
use crate::lesson::{Detail, EndingKind, Verdict};
use crate::snapshot::rotating::{Found, RotatingCast, Sample};

pub(super) struct StepContext<'a> {
    pub before: &'a RotatingCast,
    pub after: &'a RotatingCast,
    pub context: &'a RotatingContext,
    pub verdict: &'a Verdict,
    pub detail: Detail,
    /// Value of the ending, in the last step.
    pub worth: Option<EndingKind>,
    /// Queries of the whole run.
    pub all: &'a [Sample],
    /// Whether normals are carried along.
    pub bilateral: bool,
    /// At the end of a miss, the time of the smallest distance, seconds, and the result of the query there.
    pub least: Option<(f64, Found)>,
}

impl StepContext<'_> {
    /// Displayed time, seconds, and the query's result there: the queried time, or that of the smallest distance at the
    /// end of a miss.
    pub(super) fn shown(&self) -> (f64, Option<Found>) {
        self.least.map_or((self.after.asked, self.after.found), |(t, found)| (t, Some(found)))
    }
}
