//! What every lesson is made of: a card, beats, tables, series and the tape that records a run. Knows no algorithm.

pub mod number;
mod stage;
mod strip;
mod tape;
mod verdict;
pub mod watch;
mod wide;

pub use number::{Exact, Shown};
pub use stage::{Scenery, Stage, named};
pub use strip::{Kind, Strip};
pub use tape::Tape;
pub use verdict::{Proof, Verdict};
pub use watch::Watch;
pub use wide::{Space, Wide};

use std::sync::Arc;

use crate::picture::{Key, Picture};

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
    /// The real code, `include_str!("stepper.rs")`; lines carry `// @label`.
    pub code: &'static str,
    /// The path of that file below `src`.
    pub code_path: &'static str,
    /// What is plotted against the step.
    pub series: &'static [Series],
    /// Every way in which the algorithm may end.
    pub endings: &'static [Ending],
}

/// One way in which an algorithm may end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    /// As [`Verdict::outcome`] and the scene files name it.
    pub name: &'static str,
    /// What it means for the answer, in one sentence.
    pub meaning: &'static str,
}

/// One curve of the plot over the steps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Series {
    /// As the legend names it.
    pub name: &'static str,
    /// Decides its ink.
    pub role: crate::picture::Role,
}

/// One thing worth seeing; several beats may tell one step.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Beat {
    /// The label of the line in the listing and in the real code.
    pub line: &'static str,
    /// One or two sentences, with this step's numbers.
    pub say: String,
    /// What the two panes show beside the backdrop.
    pub world: Picture,
    /// The configuration-space pane.
    pub cso: Picture,
    /// Named numbers of the state.
    pub values: Vec<Value>,
    /// Everything the algorithm weighed in this step.
    pub tables: Vec<Table>,
    /// Every stop test that was tried, with its numbers.
    pub stops: Vec<StopTest>,
    /// Plot points: index into [`Card::series`], and the value at this step.
    pub points: Vec<(usize, f64)>,
    /// What the timeline marks here.
    pub event: Option<Event>,
}

/// A named number (or vector) of the state.
#[derive(Clone, Debug, PartialEq)]
pub struct Value {
    /// In the source's symbols: `|v|`.
    pub symbol: &'static str,
    /// What it is, in a few words.
    pub meaning: &'static str,
    /// The number: as shown, and every digit of it.
    pub text: Shown,
    /// The mark that lights when this is hovered.
    pub key: Option<Key>,
}

impl Value {
    /// A value that lights a mark.
    pub fn new(symbol: &'static str, meaning: &'static str, text: impl Into<Shown>, key: &'static str) -> Self {
        Self { symbol, meaning, text: text.into(), key: Some(key.into()) }
    }
}

/// One test that may end the loop.
#[derive(Clone, Debug, PartialEq)]
pub struct StopTest {
    /// What it is called in the outcome.
    pub name: &'static str,
    /// `|v|² − v·w ≤ ε²`.
    pub formula: &'static str,
    /// The left side's number.
    pub left: f64,
    /// `≤`, `<`, `≥` or `=`.
    pub relation: &'static str,
    /// The right side's number.
    pub right: f64,
    /// Whether it ended the loop here.
    pub fired: bool,
}

/// A table of what was weighed.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Table {
    /// Above the table.
    pub title: &'static str,
    /// Column heads.
    pub columns: Vec<&'static str>,
    /// Rows in order.
    pub rows: Vec<Row>,
}

/// A row of a table.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Row {
    /// One text a column, with the number behind it where it is one.
    pub cells: Vec<Shown>,
    /// The mark that lights with this row.
    pub key: Option<Key>,
    /// The one that was chosen.
    pub chosen: bool,
}

impl Row {
    /// The cells as people read them.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.cells.iter().map(|cell| &**cell)
    }
}

/// What a beat is about, for the marks on the timeline and the jump keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// A support point was found.
    Support,
    /// The simplex was reduced.
    Reduction,
    /// A silhouette was found.
    Silhouette,
    /// A bound got better.
    Bound,
    /// The algorithm ended.
    Stop,
    /// Something to worry about.
    Warning,
}

impl Event {
    /// All of them, in order.
    pub const ALL: [Self; 6] =
        [Self::Support, Self::Reduction, Self::Silhouette, Self::Bound, Self::Stop, Self::Warning];

    /// In a word or two.
    pub fn name(self) -> &'static str {
        match self {
            Self::Support => "support point",
            Self::Reduction => "reduction",
            Self::Silhouette => "silhouette",
            Self::Bound => "better bound",
            Self::Stop => "end",
            Self::Warning => "warning",
        }
    }
}

/// What does not change while stepping: the bodies, the CSO, the origin.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Backdrop {
    /// In world coordinates.
    pub world: Picture,
    /// In the configuration space: the origin of the pictures is the origin of the CSO, axes parallel to the world's.
    pub cso: Picture,
}

/// A recorded run that can be looked at step by step. Window, figures, checker and tests all read this.
pub trait Lesson: Send + Sync {
    /// Everything fixed.
    fn card(&self) -> &'static Card;
    /// How many steps the run has: at least 1.
    fn steps(&self) -> usize;
    /// What is to be seen of step `step` (from 0): at least one beat. The last beat of the last step tells the ending.
    fn beats(&self, step: usize) -> Vec<Beat>;
    /// What does not change over the steps.
    fn backdrop(&self) -> Arc<Backdrop>;
    /// The answer and its proof.
    fn verdict(&self) -> &Verdict;
    /// How every frame of a moving scene went, where that is worth comparing.
    fn strip(&self) -> Option<&Strip> {
        None
    }
}
