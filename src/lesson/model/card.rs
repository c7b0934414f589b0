//! [`Card`], the fixed description of a lesson: names, sources, listing, code, views and endings. The macro `endings!`
//! declares the endings of an algorithm.

use contact_lens_model::answer::{Finding, FindingFacts as _, PairStatus, ProofExtent};
use contact_lens_picture::{Marker, Role};

use crate::{PlotAxis, Series, Verdict, View, ViewKind};

/// Fixed description of a lesson, one `const CARD` per algorithm.
#[derive(Debug)]
pub struct Card {
    /// Name in scene files and on the command line: `gjk`.
    pub id: &'static str,
    /// Name on the screen: `GJK distance`.
    pub title: &'static str,
    /// Question that the algorithm answers, one sentence.
    pub summary: &'static str,
    /// Document and section of each source.
    pub sources: &'static [&'static str],
    /// Pseudo-code in the source's symbols; a line may end in `@label`.
    pub listing: &'static str,
    /// The real code, the file of the stepper first; lines carry `// @label`, each label once.
    pub code: &'static [SourceFile],
    /// Views, in the order in which they are laid out; ids are unique in a card.
    pub views: &'static [View],
    /// Quantity on the x axis of the plot.
    pub plot_over: PlotAxis,
    /// Curves of the plot.
    pub series: &'static [Series],
    /// All ways in which the algorithm may end.
    pub endings: &'static [Ending],
}

/// One source file of the compiled engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// Path from the root of the package: `src/engine/source/dim3/gjk/stepper.rs`.
    pub path: &'static str,
    /// Text of the file, by `include_str!`.
    pub text: &'static str,
}

/// Label at the end of a line of a listing or of code: the word after the last `@`, of lowercase letters, digits and
/// `-`; `None` without one.
pub fn label(line: &str) -> Option<&str> {
    let (_, label) = line.rsplit_once('@')?;
    (!label.is_empty() && label.chars().all(is_label_letter)).then_some(label)
}

/// Whether a character may occur in a label: a lowercase letter, a digit or `-`.
fn is_label_letter(c: char) -> bool {
    c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-'
}

/// Splits a line of a listing or of code at the `@` of its label into the text, without the comment sign of the label,
/// and the label; `None` for a line without a label.
pub fn split_label(line: &str) -> (&str, Option<&str>) {
    let Some(label) = label(line) else { return (line, None) };
    let text = &line[..line.len() - label.len() - 1];
    (text.trim_end().trim_end_matches("//").trim_end(), Some(label))
}

impl SourceFile {
    /// Labels in the file, in order.
    pub fn labels(&self) -> impl Iterator<Item = &'static str> {
        self.text.lines().filter_map(label)
    }
}

impl Card {
    /// Whether the lesson is about bodies in the plane: its first view is a plane.
    pub fn is_planar(&self) -> bool {
        self.views.first().is_some_and(|view| view.kind == ViewKind::Plane)
    }

    /// File that contains the label `line`; the stepper's file for an unknown label. `None` only for a lesson without
    /// files.
    pub fn source_of(&self, line: &str) -> Option<&'static SourceFile> {
        self.code.iter().find(|file| file.labels().any(|label| label == line)).or(self.code.first())
    }

    /// Row of the ending of a run; `None` for an ending that is not on the card.
    pub fn row(&self, verdict: &Verdict) -> Option<&'static Ending> {
        self.endings.iter().find(|ending| ending.name == verdict.outcome)
    }

    /// Short text for the ending of a run: `Touching`, `Moves apart`.
    pub fn ending(&self, verdict: &Verdict) -> String {
        // An algorithm that sees only the cores reports them apart even where the surrounding margins overlap.
        if verdict.outcome == "Apart" && verdict.finding.pair_status() == Some(PairStatus::Penetrating) {
            return String::from("Cores apart");
        }
        // The sentence of the verdict says how touching bodies were recognized.
        if verdict.finding.pair_status() == Some(PairStatus::Touching)
            && self.ending_kind(verdict) == EndingKind::Success
        {
            return String::from("Touching");
        }
        self.row(verdict).map_or_else(|| in_words(verdict.outcome), Ending::words)
    }

    /// Status of the finding in one or two words. A manifold shows the ending of the search instead, since its status
    /// is meant for programs.
    pub fn word(&self, verdict: &Verdict) -> String {
        match verdict.finding {
            Finding::Manifold(_) => self.ending(verdict).to_lowercase(),
            _ => verdict.finding.status().to_owned(),
        }
    }

    /// Value of a run's ending, given its answer; [`EndingKind::Failure`] for an ending that is not on the card. A
    /// success with a bracket wider than the tolerance becomes [`EndingKind::NoAnswer`]; an ending without an answer
    /// becomes a success if the answer is proven nevertheless.
    pub fn ending_kind(&self, verdict: &Verdict) -> EndingKind {
        let declared_kind = self.row(verdict).map_or(EndingKind::Failure, |ending| ending.kind);
        match (declared_kind, verdict.finding.proof_extent()) {
            (EndingKind::Success, ProofExtent::Open) => EndingKind::NoAnswer,
            (EndingKind::NoAnswer, ProofExtent::Proven) => EndingKind::Success,
            (kind, _) => kind,
        }
    }
}

/// Value of an ending to the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EndingKind {
    /// The run found an answer and proved it.
    Success,
    /// The run stopped before the answer was known; its bounds are still valid.
    NoAnswer,
    /// The method broke down.
    Failure,
}

impl EndingKind {
    /// All kinds, the best first.
    pub const ALL: [Self; 3] = [Self::Success, Self::NoAnswer, Self::Failure];

    /// Role that colors the ending in the window and in figures.
    pub fn role(self) -> Role {
        match self {
            Self::Success => Role::Closest,
            Self::NoAnswer => Role::Text,
            Self::Failure => Role::Fault,
        }
    }

    /// Marker that distinguishes the ending without color: closed, open, or crossed out.
    pub fn marker(self) -> Marker {
        match self {
            Self::Success => Marker::Square,
            Self::NoAnswer => Marker::Ring,
            Self::Failure => Marker::Cross,
        }
    }

    /// Character that distinguishes the ending in plain text.
    pub fn sign(self) -> char {
        match self {
            Self::Success => '✓',
            Self::NoAnswer => '○',
            Self::Failure => '✗',
        }
    }
}

/// One way in which an algorithm can end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    /// Name in [`Verdict::outcome`] and in scene files.
    pub name: &'static str,
    /// Value of the ending to the user.
    pub kind: EndingKind,
    /// Consequence for the answer, one sentence.
    pub meaning: &'static str,
    /// Usual label of the line of the listing in which the run ends; empty if the state decides the line.
    pub line: &'static str,
    /// Short text for readers who do not know the algorithm; empty where the spaced name is clear.
    called: &'static str,
}

/// Declares a function from the outcome to the ending, and the list of all endings; `_` in place of the list's name
/// omits the list, for algorithms whose cards have only some of the endings. A row has the outcome, the kind, the name,
/// the short text (`called`, if the name with spaces is not clear), the line of the listing (`at`, if it is always the
/// same), and the meaning.
macro_rules! endings {
    ($visibility:vis fn $ending:ident($outcome:ty), $all:tt:
        $($pattern:pat => $kind:ident $name:literal $(called $called:literal)? $(at $line:literal)?: $meaning:literal;)*
    ) => {
        /// Endings, in the order of their rows.
        const $all: &[Ending] = &[
            $(Ending::$kind($name, $meaning)$(.called($called))?$(.at($line))?,)*
        ];

        /// Ending of an outcome.
        $visibility const fn $ending(outcome: $outcome) -> Ending {
            match outcome {
                $($pattern => Ending::$kind($name, $meaning)$(.called($called))?$(.at($line))?,)*
            }
        }
    };
}

impl Ending {
    /// Ending that answers the question.
    pub const fn success(name: &'static str, meaning: &'static str) -> Self {
        Self::new(name, EndingKind::Success, meaning)
    }

    /// Ending before the answer is known.
    pub const fn no_answer(name: &'static str, meaning: &'static str) -> Self {
        Self::new(name, EndingKind::NoAnswer, meaning)
    }

    /// Ending in which the method breaks down.
    pub const fn failure(name: &'static str, meaning: &'static str) -> Self {
        Self::new(name, EndingKind::Failure, meaning)
    }

    /// Ending without a line and without a short text.
    const fn new(name: &'static str, kind: EndingKind, meaning: &'static str) -> Self {
        Self { name, kind, meaning, line: "", called: "" }
    }

    /// Short text of the ending: `called`, or else the name with spaces.
    pub fn words(&self) -> String {
        if self.called.is_empty() { in_words(self.name) } else { self.called.to_owned() }
    }

    /// Returns the ending with `words` as its short text.
    pub const fn called(self, words: &'static str) -> Self {
        Self { called: words, ..self }
    }

    /// Returns the ending with `line` as the label of its line of the listing.
    pub const fn at(self, line: &'static str) -> Self {
        Self { line, ..self }
    }
}

/// Splits a name at its capitals: `MovesApart` becomes `Moves apart`.
fn in_words(name: &str) -> String {
    let mut words = String::new();
    for (i, letter) in name.chars().enumerate() {
        if letter.is_ascii_uppercase() && i > 0 {
            words.extend([' ', letter.to_ascii_lowercase()]);
        } else {
            words.push(letter);
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::in_words;

    #[test]
    fn names_are_split_at_capitals() {
        assert_eq!(
            ["Converged", "MovesApart", "FaceContact"].map(in_words),
            ["Converged", "Moves apart", "Face contact"]
        );
    }
}
