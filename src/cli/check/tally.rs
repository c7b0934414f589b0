//! Summary of a check. Everything holds only if every query was decided, has expectations, and meets them.

use std::time::Duration;

use super::{CheckedScene, plural};
use crate::check::CaseSummary;

/// Counts of scenes, cases and answers by result.
#[derive(Debug, Default)]
pub(super) struct Tally {
    scenes: usize,
    /// Number of scenes without queries.
    empty: usize,
    pub(super) unreadable: usize,
    cases: usize,
    pub(super) failing: usize,
    open: usize,
    computed: usize,
    verified: usize,
    frames: usize,
    /// Number of undecided answers, expected or not.
    undecided: usize,
    time: Duration,
}

impl Tally {
    /// Counts the results of all scenes.
    pub(super) fn of(all: &[CheckedScene]) -> Self {
        let mut tally = Self { scenes: all.len(), ..Self::default() };
        for judged in all {
            let Ok((_, cases)) = &judged.cases else {
                tally.unreadable += 1;
                continue;
            };
            tally.empty += usize::from(cases.is_empty());
            for case in cases {
                tally.cases += 1;
                tally.frames += case.frames;
                tally.undecided += case.open;
                tally.time += case.time;
                *match case.standing() {
                    CaseSummary::Fails => &mut tally.failing,
                    CaseSummary::Open => &mut tally.open,
                    CaseSummary::Computed => &mut tally.computed,
                    CaseSummary::Verified => &mut tally.verified,
                } += 1;
            }
        }
        tally
    }

    /// Returns the worst result; `None` without queries. An unreadable scene counts as a failure.
    pub(super) fn worst(&self) -> Option<CaseSummary> {
        match self {
            Self { failing: 1.., .. } | Self { unreadable: 1.., .. } => Some(CaseSummary::Fails),
            Self { cases: 0, .. } => None,
            Self { open: 1.., .. } => Some(CaseSummary::Open),
            Self { computed: 1.., .. } | Self { empty: 1.., .. } => Some(CaseSummary::Computed),
            Self { .. } => Some(CaseSummary::Verified),
        }
    }

    /// Returns the result in a few words.
    pub(super) fn headline(&self) -> String {
        match self.worst() {
            Some(CaseSummary::Verified) => String::from("all queries pass"),
            _ if self.failing > 0 => {
                let verb = if self.failing == 1 { "fails" } else { "fail" };
                format!("{} of {} {verb}", self.failing, plural(self.cases, "case"))
            }
            _ if self.cases == 0 => String::from("nothing was checked"),
            _ => String::from("nothing fails"),
        }
    }

    /// Returns, after a colon, the counts of cases that did not fail, and of scenes without cases.
    pub(super) fn details(&self) -> String {
        let parts = [
            (self.verified, "met its expectations", "met their expectations"),
            (self.computed, "has no expectations", "have no expectations"),
            (self.open, "did not converge", "did not converge"),
            (self.empty, "scene has no query", "scenes have no query"),
            (self.unreadable, "scene could not be read", "scenes could not be read"),
        ];
        let counted = parts.into_iter().filter(|(count, ..)| *count > 0);
        let parts: Vec<String> =
            counted.map(|(count, one, many)| format!("{count} {}", if count == 1 { one } else { many })).collect();
        if parts.is_empty() { String::new() } else { format!(": {}", parts.join("; ")) }
    }

    /// Returns the counts of scenes, cases and answers.
    pub(super) fn counted(&self) -> String {
        let scenes = plural(self.scenes, "scene");
        let cases = plural(self.cases, "case");
        let answers = plural(2 * self.frames, "answer");
        let undecided = match self.undecided {
            0 => String::new(),
            count => format!(", {count} of them not converged"),
        };
        format!("{scenes}, {cases}, {answers} in f64 and f32{undecided}, {:.1} s", self.time.as_secs_f64())
    }
}
