//! The answer to a query as everyone above the engine reads it.

use crate::answer::{Finding, PairFinding, PairStatus};

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
    /// How the algorithm ended, in words: `Iteration limit` for `IterationLimit`.
    pub fn ending(&self) -> String {
        // An algorithm that is asked about cores calls these apart, though the balls around them overlap.
        if self.outcome == "Apart" && self.finding.pair_status() == Some(PairStatus::Penetrating) {
            return String::from("Cores apart");
        }
        // How it came about is told in the sentence.
        if self.outcome == "ClipEmptyUsedClosest" {
            return String::from("Clip empty, closest points used");
        }
        in_words(self.outcome)
    }

    /// What is known of a pair, where the question was about one.
    pub fn pair(&self) -> Option<&PairFinding> {
        self.finding.pair()
    }
}

/// `Iteration limit` for `IterationLimit`.
fn in_words(name: &str) -> String {
    let mut words = String::new();
    for (i, letter) in name.chars().enumerate() {
        match letter.is_ascii_uppercase() && i > 0 {
            true => words.extend([' ', letter.to_ascii_lowercase()]),
            false => words.push(letter),
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::in_words;

    #[test]
    fn a_name_of_many_words_is_parted() {
        assert_eq!(
            ["Converged", "IterationLimit", "SeparatedByCache"].map(in_words),
            ["Converged", "Iteration limit", "Separated by cache"]
        );
    }
}
