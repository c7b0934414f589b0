//! Everything fixed about a lesson: names, sources, listing, code, views, and how it may end.

use super::{PlotAxis, Series, Verdict, View};
use crate::answer::{Finding, Found as _, PairStatus, Standing};
use crate::picture::{Marker, Role};

/// Everything fixed about a lesson. One `const CARD` beside each algorithm.
#[derive(Debug)]
pub struct Card {
    /// As scene files and the command line name it: `gjk`.
    pub id: &'static str,
    /// As people read it: `GJK distance`.
    pub title: &'static str,
    /// One sentence: what question it answers.
    pub summary: &'static str,
    /// Document and section.
    pub sources: &'static [&'static str],
    /// Pseudo-code in the source's symbols; lines may end in `@label`.
    pub listing: &'static str,
    /// The real code, the file of the stepper first; lines carry `// @label`, each label once.
    pub code: &'static [SourceFile],
    /// What is shown side by side, in this order; ids differ within a card.
    pub views: &'static [View],
    /// What the plot runs over.
    pub plot_over: PlotAxis,
    /// What is plotted against it.
    pub series: &'static [Series],
    /// Every way in which the algorithm may end.
    pub endings: &'static [Ending],
}

/// A file of the code that was compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// From the root of the package: `src/engine/dim3/gjk/stepper.rs`.
    pub path: &'static str,
    /// `include_str!` of it.
    pub text: &'static str,
}

/// The label at the end of a line of a listing or of code: what stands after `@`.
pub fn label(line: &str) -> Option<&str> {
    let (_, label) = line.rsplit_once('@')?;
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    (!label.is_empty() && label.chars().all(plain)).then_some(label)
}

impl SourceFile {
    /// The labels of its lines.
    pub fn labels(&self) -> impl Iterator<Item = &'static str> {
        self.text.lines().filter_map(label)
    }
}

impl Card {
    /// The file in which the line labeled so stands; the stepper's for a label that stands nowhere.
    pub fn source_of(&self, line: &str) -> Option<&'static SourceFile> {
        self.code.iter().find(|file| file.labels().any(|label| label == line)).or(self.code.first())
    }

    /// How a run ended, in words that stand alone.
    pub fn ending(&self, verdict: &Verdict) -> String {
        // An algorithm that is asked about cores calls these apart, though the balls around them overlap.
        if verdict.outcome == "Apart" && verdict.finding.pair_status() == Some(PairStatus::Penetrating) {
            return String::from("Cores apart");
        }
        // How bodies that touch were found to do so is told in the sentence.
        if verdict.finding.pair_status() == Some(PairStatus::Touching) && self.worth(verdict) == EndingKind::Success {
            return String::from("Touching");
        }
        let ending = self.endings.iter().find(|ending| ending.name == verdict.outcome);
        ending.map_or_else(|| in_words(verdict.outcome), Ending::words)
    }

    /// What was found, in a word or two; of contacts as how the search ended, since their own status is for programs.
    pub fn word(&self, verdict: &Verdict) -> String {
        match verdict.finding {
            Finding::Manifold(_) => self.ending(verdict).to_lowercase(),
            _ => verdict.finding.status().to_owned(),
        }
    }

    /// What the ending of a run is worth, given its answer. An ending that is a success elsewhere is none where the
    /// bracket stayed wider than was asked for; one that mostly is none may find the answer just in time.
    pub fn worth(&self, verdict: &Verdict) -> EndingKind {
        let ending = self.endings.iter().find(|ending| ending.name == verdict.outcome);
        match (ending.map_or(EndingKind::Failure, |ending| ending.kind), verdict.finding.standing()) {
            (EndingKind::Success, Standing::Open) => EndingKind::NoAnswer,
            (EndingKind::NoAnswer, Standing::Proven) => EndingKind::Success,
            (kind, _) => kind,
        }
    }
}

/// What an ending is worth to the one who asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EndingKind {
    /// The question is answered, and the answer proven.
    Success,
    /// The run stopped before the answer was known; what is known still holds.
    NoAnswer,
    /// The method itself broke down.
    Failure,
}

impl EndingKind {
    /// All of them, the best first.
    pub const ALL: [Self; 3] = [Self::Success, Self::NoAnswer, Self::Failure];

    /// Decides its ink, in the window and in figures.
    pub fn role(self) -> Role {
        match self {
            Self::Success => Role::Closest,
            Self::NoAnswer => Role::Text,
            Self::Failure => Role::Fault,
        }
    }

    /// The second cue: closed, open, or crossed out.
    pub fn marker(self) -> Marker {
        match self {
            Self::Success => Marker::Square,
            Self::NoAnswer => Marker::Ring,
            Self::Failure => Marker::Cross,
        }
    }

    /// The same where there are but letters.
    pub fn sign(self) -> char {
        match self {
            Self::Success => '✓',
            Self::NoAnswer => '○',
            Self::Failure => '✗',
        }
    }
}

/// One way in which an algorithm may end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    /// As [`Verdict::outcome`] and the scene files name it.
    pub name: &'static str,
    /// Whether it answers the question.
    pub kind: EndingKind,
    /// What it means for the answer, in one sentence.
    pub meaning: &'static str,
    /// What it is called where it stands alone, if that is more than its name says to who does not know the algorithm.
    called: &'static str,
}

impl Ending {
    /// An ending that answers the question.
    pub const fn success(name: &'static str, meaning: &'static str) -> Self {
        Self { name, kind: EndingKind::Success, meaning, called: "" }
    }

    /// An ending before the answer was known.
    pub const fn no_answer(name: &'static str, meaning: &'static str) -> Self {
        Self { name, kind: EndingKind::NoAnswer, meaning, called: "" }
    }

    /// An ending in which the method broke down.
    pub const fn failure(name: &'static str, meaning: &'static str) -> Self {
        Self { name, kind: EndingKind::Failure, meaning, called: "" }
    }

    /// What it is called where it stands alone.
    pub fn words(&self) -> String {
        if self.called.is_empty() { in_words(self.name) } else { self.called.to_owned() }
    }

    /// The same, called so where it stands alone.
    pub const fn called(self, words: &'static str) -> Self {
        Self { called: words, ..self }
    }
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
    use super::in_words;

    #[test]
    fn a_name_of_many_words_is_parted() {
        assert_eq!(
            ["Converged", "MovesApart", "FaceContact"].map(in_words),
            ["Converged", "Moves apart", "Face contact"]
        );
    }
}
