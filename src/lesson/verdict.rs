//! The answer to a query as everyone above the engine reads it.

use crate::answer::{Finding, PairFinding};

/// An answer: how it came about, and what was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// How the algorithm ended, as its `Outcome` is called.
    pub outcome: &'static str,
    /// One line in plain words.
    pub say: String,
    /// Iterations of the outer loop.
    pub iterations: u32,
    /// What was found, with its proof.
    pub finding: Finding,
}

impl Verdict {
    /// The answer in words after why the run ended; an answer that says of a limit that it was reached says this alone.
    pub(super) fn after(&self, why: &str) -> String {
        if self.say.starts_with("Not finished: the limit") { self.say.clone() } else { format!("{why} {}", self.say) }
    }

    /// What is known of a pair, where the question was about one.
    pub fn pair(&self) -> Option<&PairFinding> {
        self.finding.pair()
    }
}
