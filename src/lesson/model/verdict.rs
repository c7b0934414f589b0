//! Verdicts: the answer to a query in the form used above the engine.

use crate::answer::{Finding, PairFinding};
use crate::lesson::{Sentence, say};

/// Answer to a query, with the way in which the run ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// Name of the algorithm's `Outcome`.
    pub outcome: &'static str,
    /// Answer in one sentence.
    pub say: String,
    /// Number of iterations of the outer loop.
    pub iterations: u32,
    /// Finding with its proof.
    pub finding: Finding,
}

impl Verdict {
    /// Certified answer after the sentence `why`; an answer that reports a limit stands alone.
    pub(in crate::lesson) fn answer_after(&self, why: impl Into<Sentence>) -> Sentence {
        let answer = Sentence::answer(&self.say);
        let why = why.into();
        if why.is_empty() || self.say.starts_with("Not finished: the limit") {
            answer
        } else {
            say!("{} {}", why, answer)
        }
    }

    /// Finding of a pair query; `None` for other queries.
    pub fn pair(&self) -> Option<&PairFinding> {
        self.finding.pair()
    }
}
