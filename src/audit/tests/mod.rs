//! Tests of the audit on steps of a small engine of their own: every law is met by a clean step and broken by a planted
//! fault.

mod data;
mod generalized;
mod geometry;
mod poses;
mod rows;
mod solve;
mod velocities;
mod world;

use crate::{Options, Report, Step, audit};

/// Report with all laws.
pub(super) fn report(step: &Step) -> Report {
    audit(step, &Options { laws: true, ..Options::default() }).unwrap()
}

/// Checks that a step holds.
#[track_caller]
pub(super) fn assert_holds(step: &Step) {
    let report = report(step);
    assert_eq!(report.verdict.name(), "holds", "{:#?}", report.stages);
}

/// Checks that the first broken law of a step is this one, and returns the report.
#[track_caller]
pub(super) fn assert_broken(step: &Step, stage: &str, law: &str) -> Report {
    let report = report(step);
    let first = report.first.as_ref();
    let found = first.map_or(("none", "none"), |first| (first.stage, first.law));
    assert_eq!(found, (stage, law), "{:#?}", report.stages);
    report
}

/// Cause of the first broken law.
pub(super) fn cause(report: &Report) -> Option<&str> {
    report.first.as_ref()?.because.as_deref()
}
