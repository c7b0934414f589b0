//! The answer to a query as everyone above the engine reads it.

use crate::answer::{Finding, Found as _, PairFinding, PairStatus};

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
    /// How the algorithm ended, in words that say what it means for the bodies: `Limit reached` for `IterationLimit`.
    pub fn ending(&self) -> String {
        // An algorithm that is asked about cores calls these apart, though the balls around them overlap.
        if self.outcome == "Apart" && self.finding.pair_status() == Some(PairStatus::Penetrating) {
            return String::from("Cores apart");
        }
        match plain(self.outcome, self.finding.standing().is_open()) {
            Some(words) => words.to_owned(),
            None => in_words(self.outcome),
        }
    }

    /// What was found, in a word or two; of contacts as how the search ended, since their own status is for programs.
    pub fn word(&self) -> String {
        match self.finding {
            Finding::Manifold(_) => self.ending().to_lowercase(),
            _ => self.finding.status().to_owned(),
        }
    }

    /// What is known of a pair, where the question was about one.
    pub fn pair(&self) -> Option<&PairFinding> {
        self.finding.pair()
    }
}

/// What an ending means, where its name says so only to those who know the algorithm.
fn plain(outcome: &str, is_open: bool) -> Option<&'static str> {
    let words = match outcome {
        "AbsoluteGap" | "RelativeGap" => "Close enough",
        "RoundingGap" | "NoProgress" => "Exact to rounding",
        "Repeated" => "Nearest point found",
        "Inside" | "Contained" => "Overlapping",
        "Vanished" | "Stalled" => "Touching, or nearly",
        "OnVertex" => "Touching at a corner",
        "OnEdge" => "Touching at an edge",
        "OnFace" => "Touching at a face",
        "Shallow" => "Shallow overlap",
        "Deep" => "Deep overlap",
        "Flat" => "Cores only touch",
        "Unbounded" => "Overlap without end",
        "Degenerate" if is_open => "Unusable numbers",
        "Degenerate" => "Touching",
        "NotFinite" => "Numbers too large",
        "IterationLimit" => "Limit reached",
        "SeparatedByCache" => "Separated as before",
        "NoRelativeMotion" => "No motion between them",
        "TooLate" => "No contact in time",
        "VertexContact" => "Contact at one point",
        "ClipEmptyUsedEdge" => "Edges cross",
        "ClipEmptyUsedClosest" => "Closest points",
        "Closest" => "Nearest pair found",
        "Farthest" => "Farthest point found",
        "Classified" => "All classified",
        "Built" => "All sorted",
        "Subset" => "Subset found",
        "Region" => "Region found",
        _ => return None,
    };
    Some(words)
}

/// `Moves apart` for `MovesApart`.
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
    use super::{in_words, plain};

    #[test]
    fn a_name_of_many_words_is_parted() {
        assert_eq!(
            ["Converged", "MovesApart", "FaceContact"].map(in_words),
            ["Converged", "Moves apart", "Face contact"]
        );
    }

    #[test]
    fn endings_are_told_in_words_that_need_no_algorithm() {
        let told = ["RelativeGap", "Vanished", "Stalled", "ClipEmptyUsedClosest", "IterationLimit"];
        let told = told.map(|outcome| plain(outcome, false).unwrap_or_default());
        assert_eq!(
            told,
            ["Close enough", "Touching, or nearly", "Touching, or nearly", "Closest points", "Limit reached"]
        );
        assert_ne!(plain("Degenerate", true), plain("Degenerate", false), "no answer, and one");
        assert_eq!(plain("MovesApart", false), None, "it is plain already");
    }
}
