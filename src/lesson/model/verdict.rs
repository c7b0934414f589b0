//! [`Verdict`]: the answer to a query, in words and in numbers with a proof, and the ending of the run.

use contact_lens_model::answer::{Finding, PairFinding};

use crate::{Sentence, say};

/// Answer to a query, with the way in which the run ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// Name of the ending of the run; see [`Ending::name`](crate::Ending::name).
    pub outcome: &'static str,
    /// Answer in one sentence.
    pub say: String,
    /// Number of iterations of the outer loop.
    pub iterations: u32,
    /// Answer in numbers, with its proof.
    pub finding: Finding,
}

impl Verdict {
    /// Certified answer after the sentence `why`, the reason of the ending. The reason is omitted if it is empty, or if
    /// the answer reports the iteration limit, which is a reason already.
    pub(crate) fn answer_after(&self, why: impl Into<Sentence>) -> Sentence {
        let answer = Sentence::answer(&self.say);
        let why = why.into();
        // The start of that answer in `answer_sentence`.
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
