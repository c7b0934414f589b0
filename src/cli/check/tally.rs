//! Counts of a check's results, from which the summary at its end and the exit code follow. The whole check counts as
//! verified only if it was not interrupted, every scene could be read and has queries, and every query converged, has
//! expectations, and meets them.

use std::time::Duration;

use contact_lens_check::CaseSummary;

use super::{CheckedScene, Ending, Failure, Result, plural};

/// Counts of scenes, cases and answers by result. A case is a query of a scene.
#[derive(Debug, Default)]
pub(super) struct Tally {
    /// Number of scenes, including those that could not be read.
    scenes: usize,
    /// Number of scenes without queries.
    empty: usize,
    /// Number of scenes that could not be read.
    unreadable: usize,
    /// Whether Ctrl-C ended the check, so that queries or scenes may be left.
    interrupted: bool,
    /// Number of cases that were checked.
    cases: usize,
    /// Number of cases that fail, by a broken claim, an unmet expectation, a contradiction, a refusal or a timeout.
    failing: usize,
    /// Number of cases without failures in which an answer unexpectedly did not converge.
    not_converged: usize,
    /// Number of converged cases without failures and without expectations.
    without_expectations: usize,
    /// Number of cases that meet all their expectations.
    verified: usize,
    /// Number of frames of all cases; each has an answer in f64 and one in f32, unless the query was refused or too
    /// slow.
    frames: usize,
    /// Number of answers that did not converge, expected or not.
    undecided_answers: usize,
    /// Time spent on all cases.
    time: Duration,
}

impl Tally {
    /// Counts the results of all scenes that were opened before the end or the interruption.
    pub(super) fn of(checked_scenes: &[CheckedScene], interrupted: bool) -> Self {
        let mut tally = Self { scenes: checked_scenes.len(), interrupted, ..Self::default() };
        for checked in checked_scenes {
            let Ok((document, cases)) = &checked.cases else {
                tally.unreadable += 1;
                continue;
            };
            tally.empty += usize::from(document.scene.queries.is_empty());
            for case in cases {
                tally.cases += 1;
                tally.frames += case.frames;
                tally.undecided_answers += case.open;
                tally.time += case.time;
                match case.summary() {
                    CaseSummary::Fails => tally.failing += 1,
                    CaseSummary::Open => tally.not_converged += 1,
                    CaseSummary::Computed => tally.without_expectations += 1,
                    CaseSummary::Verified => tally.verified += 1,
                }
            }
        }
        tally
    }

    /// Returns the worst result; `None` without checked queries. An unreadable scene counts as a failure. A scene
    /// without queries and queries that an interruption left unchecked count as computed.
    pub(super) fn worst(&self) -> Option<CaseSummary> {
        if self.failing > 0 || self.unreadable > 0 {
            return Some(CaseSummary::Fails);
        }
        if self.cases == 0 {
            return None;
        }
        let is_incomplete = self.without_expectations > 0 || self.empty > 0 || self.interrupted;
        Some(if self.not_converged > 0 {
            CaseSummary::Open
        } else if is_incomplete {
            CaseSummary::Computed
        } else {
            CaseSummary::Verified
        })
    }

    /// Returns the ending of the job, which the headline must state: an interruption first, then unreadable scenes,
    /// then failing cases.
    pub(super) fn ending(&self) -> Result {
        if self.interrupted {
            return Ok(Ending::Interrupted);
        }
        if self.unreadable > 0 {
            return Err(Failure::Message(String::from("not every scene could be read")));
        }
        Ok(if self.failing > 0 { Ending::SomethingFails } else { Ending::Fine })
    }

    /// Returns the result in a few words: an interruption, failing cases and unreadable scenes first, which change the
    /// exit code.
    pub(super) fn headline(&self) -> String {
        let mut problems = Vec::new();
        if self.failing > 0 {
            let verb = if self.failing == 1 { "fails" } else { "fail" };
            problems.push(format!("{} of {} {verb}", self.failing, plural(self.cases, "case")));
        }
        if self.unreadable > 0 {
            problems.push(format!("{} of {} could not be read", self.unreadable, plural(self.scenes, "scene")));
        }
        let problems = problems.join(", ");
        if self.interrupted {
            return if !problems.is_empty() {
                format!("interrupted: {problems}")
            } else if self.cases == 0 {
                String::from("interrupted: nothing was checked")
            } else {
                String::from("interrupted: no checked case fails")
            };
        }
        if !problems.is_empty() {
            return problems;
        }
        match self.worst() {
            None => String::from("nothing was checked"),
            Some(CaseSummary::Verified) => String::from("all queries pass"),
            Some(CaseSummary::Fails | CaseSummary::Open | CaseSummary::Computed) => String::from("nothing fails"),
        }
    }

    /// Returns, after a colon, the counts that the headline leaves out: cases without failures by result, and scenes
    /// without queries.
    pub(super) fn details(&self) -> String {
        let counts = [
            (self.verified, "met its expectations", "met their expectations"),
            (self.without_expectations, "has no expectations", "have no expectations"),
            (self.not_converged, "did not converge", "did not converge"),
            (self.empty, "scene has no query", "scenes have no query"),
        ];
        let present = counts.into_iter().filter(|(count, ..)| *count > 0);
        let parts: Vec<String> = present
            .map(|(count, singular, plural)| format!("{count} {}", if count == 1 { singular } else { plural }))
            .collect();
        if parts.is_empty() { String::new() } else { format!(": {}", parts.join("; ")) }
    }

    /// Returns the extent of the check: the counts of scenes, cases and answers, and the time.
    pub(super) fn extent(&self) -> String {
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

    /// Exit code of an ending.
    fn exit_code(tally: &Tally) -> u8 {
        match tally.ending() {
            Ok(Ending::Fine) => 0,
            Ok(Ending::SomethingFails) => 1,
            Err(_) => 2,
            Ok(Ending::Interrupted) => 130,
        }
    }

    #[test]
    fn the_headline_names_each_problem_and_its_count() {
        let good = Tally { scenes: 2, cases: 1, verified: 1, ..Tally::default() };
        assert_eq!(good.headline(), "all queries pass");
        let unreadable = Tally { unreadable: 1, ..good };
        assert_eq!(unreadable.headline(), "1 of 2 scenes could not be read");
        assert_eq!(unreadable.details(), ": 1 met its expectations");
        let both = Tally { failing: 1, cases: 2, ..unreadable };
        assert_eq!(both.headline(), "1 of 2 cases fails, 1 of 2 scenes could not be read");
        let stopped = Tally { interrupted: true, ..both };
        assert_eq!(stopped.headline(), "interrupted: 1 of 2 cases fails, 1 of 2 scenes could not be read");
        assert_eq!(Tally { cases: 0, verified: 0, ..stopped }.worst(), Some(CaseSummary::Fails));
        assert_eq!(Tally::default().headline(), "nothing was checked");
    }

    #[test]
    fn the_headline_agrees_with_the_exit_code_in_every_case() {
        for flags in 0..128_u32 {
            let [failing, not_converged, without_expectations, verified, empty, unreadable, interrupted] =
                [0, 1, 2, 3, 4, 5, 6].map(|bit| (flags >> bit & 1) as usize);
            let tally = Tally {
                scenes: 1 + empty + unreadable,
                empty,
                unreadable,
                interrupted: interrupted == 1,
                cases: failing + not_converged + without_expectations + verified,
                failing,
                not_converged,
                without_expectations,
                verified,
                ..Tally::default()
            };
            let headline = tally.headline();
            let is_good = ["all queries pass", "nothing fails", "nothing was checked"].contains(&&*headline);
            let expected = match exit_code(&tally) {
                0 => is_good,
                1 => headline.contains("fails") && !headline.contains("read") && !is_good,
                2 => headline.contains("could not be read") && !is_good,
                _ => headline.starts_with("interrupted: "),
            };
            assert!(expected, "{headline} with exit code {}: {tally:?}", exit_code(&tally));
            assert!(headline != "all queries pass" || not_converged + without_expectations + empty == 0, "{tally:?}");
        }
    }
}
