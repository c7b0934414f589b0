//! Summary of a check: counts of its results, and the line printed at its end. The check passes as verified only if
//! every scene could be read and has queries, and every query converged, has expectations, and meets them.

use std::time::Duration;

use super::{CheckedScene, plural};
use crate::check::CaseSummary;

/// Counts of scenes, cases and answers by result. A case is a query of a scene.
#[derive(Debug, Default)]
pub(super) struct Tally {
    scenes: usize,
    /// Number of scenes without queries.
    empty: usize,
    /// Number of scenes that could not be read.
    pub(super) unreadable: usize,
    cases: usize,
    /// Number of cases in which a claim or an expectation does not hold.
    pub(super) failing: usize,
    /// Number of cases without failures in which an answer did not converge unexpectedly.
    not_converged: usize,
    /// Number of cases without failures and without expectations.
    without_expectations: usize,
    /// Number of cases that meet all their expectations.
    verified: usize,
    /// Number of frames of all cases; each has an answer in f64 and one in f32.
    frames: usize,
    /// Number of answers that did not converge, expected or not.
    undecided_answers: usize,
    /// Time spent on all cases.
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
                tally.undecided_answers += case.open;
                tally.time += case.time;
                match case.standing() {
                    CaseSummary::Fails => tally.failing += 1,
                    CaseSummary::Open => tally.not_converged += 1,
                    CaseSummary::Computed => tally.without_expectations += 1,
                    CaseSummary::Verified => tally.verified += 1,
                }
            }
        }
        tally
    }

    /// Returns the worst result; `None` without queries. An unreadable scene counts as a failure.
    pub(super) fn worst(&self) -> Option<CaseSummary> {
        match self {
            Self { failing: 1.., .. } | Self { unreadable: 1.., .. } => Some(CaseSummary::Fails),
            Self { cases: 0, .. } => None,
            Self { not_converged: 1.., .. } => Some(CaseSummary::Open),
            Self { without_expectations: 1.., .. } | Self { empty: 1.., .. } => Some(CaseSummary::Computed),
            Self { .. } => Some(CaseSummary::Verified),
        }
    }

    /// Returns the result in a few words: failing cases and unreadable scenes first, which change the exit code.
    pub(super) fn headline(&self) -> String {
        let mut problems = Vec::new();
        if self.failing > 0 {
            let verb = if self.failing == 1 { "fails" } else { "fail" };
            problems.push(format!("{} of {} {verb}", self.failing, plural(self.cases, "case")));
        }
        if self.unreadable > 0 {
            problems.push(format!("{} of {} could not be read", self.unreadable, plural(self.scenes, "scene")));
        }
        if !problems.is_empty() {
            return problems.join(", ");
        }
        match self.worst() {
            None => String::from("nothing was checked"),
            Some(CaseSummary::Verified) => String::from("all queries pass"),
            Some(_) => String::from("nothing fails"),
        }
    }

    /// Returns, after a colon, the counts that the headline leaves out: cases without failures by result, and scenes
    /// without queries.
    pub(super) fn details(&self) -> String {
        let parts = [
            (self.verified, "met its expectations", "met their expectations"),
            (self.without_expectations, "has no expectations", "have no expectations"),
            (self.not_converged, "did not converge", "did not converge"),
            (self.empty, "scene has no query", "scenes have no query"),
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
        let undecided = match self.undecided_answers {
            0 => String::new(),
            count => format!(", {count} of them not converged"),
        };
        format!("{scenes}, {cases}, {answers} in f64 and f32{undecided}, {:.1} s", self.time.as_secs_f64())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_headline_never_says_that_nothing_fails_when_the_exit_code_is_not_0() {
        let good = Tally { scenes: 2, cases: 1, verified: 1, ..Tally::default() };
        assert_eq!(good.headline(), "all queries pass");
        let unreadable = Tally { unreadable: 1, ..good };
        assert_eq!(unreadable.headline(), "1 of 2 scenes could not be read");
        assert_eq!(unreadable.details(), ": 1 met its expectations");
        let both = Tally { failing: 1, cases: 2, ..unreadable };
        assert_eq!(both.headline(), "1 of 2 cases fails, 1 of 2 scenes could not be read");
        assert_eq!(Tally { cases: 0, verified: 0, ..both }.worst(), Some(CaseSummary::Fails));
        assert_eq!(Tally::default().headline(), "nothing was checked");
    }
}
