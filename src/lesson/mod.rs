//! What every lesson is made of: a card, beats, tables, series and the tape that records a run. Knows no algorithm.

mod body_context;
pub mod boolean_gjk;
mod card;
pub mod cast;
pub mod choice;
pub mod crowd;
mod difference_context;
mod directions;
pub mod distance;
pub mod dynamics;
pub mod epa;
mod event;
mod farthest_choice;
pub mod frustum;
pub mod gjk;
pub mod half_space;
pub mod hierarchy;
mod hint;
pub mod hull;
pub mod isa_gjk;
mod levels;
pub mod manifold;
pub mod minkowski;
mod moments;
mod narrated;
mod pair_context;
mod pair_verdict;
pub mod parts;
mod plot;
mod recording;
pub mod sat;
pub mod score;
pub mod shadows;
pub mod simplex;
mod space;
mod strip;
mod summary;
pub mod support;
pub mod sweep_and_prune;
mod tape;
mod verdict;
mod view;

pub use crate::snapshot::ToF64;
pub use crate::watch::{self, Watch};
pub use body_context::BodyContext;
pub use card::{Card, Ending, EndingKind, SourceFile, label};
pub use choice::{Candidate, Choice};
pub use difference_context::{DifferenceContext, corner_names};
pub use directions::Directions;
pub use event::Event;
pub use hint::Hint;
pub use levels::{Level, Levels};
pub use moments::Moments;
pub use narrated::{Context, Narrated, Narration, Step};
pub use pair_context::{PAIR_ROLES, PairContext, Scenery, named};
pub use pair_verdict::{pair_verdict, pair_verdict_in_world};
pub use plot::{BRACKET, PlotAxis, Series};
pub use recording::{Recording, record, recording};
pub use space::Space;
pub use strip::{Kind, Strip};
pub use summary::{BeatSummary, Detail};
pub use tape::{Around, Tape};
pub use verdict::Verdict;
pub use view::{
    BODY, BODY_IN_PLANE, CSO, PAIR, PAIR_AND_SPHERE, PAIR_IN_PLANE, Pictures, SPHERE, View, ViewKind, WORLD, at_first,
    docked,
};

use std::sync::Arc;

use glam::DVec3;

use crate::answer::{Found as _, Shown};
use crate::picture::{Camera, Key, KeyNumber, Role};
use crate::step::Comparison;

/// One thing worth seeing; several beats may tell one step.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Beat {
    /// The label of the line in the listing and in the real code.
    pub line: &'static str,
    /// One or two sentences, with this step's numbers.
    pub say: String,
    /// What the views show beside the backdrop.
    pub pictures: Pictures,
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

impl Beat {
    /// Without pictures, values and tables.
    pub fn outlined(self) -> Self {
        Self { pictures: Pictures::default(), values: Vec::new(), tables: Vec::new(), ..self }
    }

    /// A beat of a lesson that is a part of another: told at this line of the other's listing. Its end is none of the whole.
    pub fn retold(mut self, line: &'static str) -> Self {
        self.line = line;
        self.stops.iter_mut().for_each(|stop| stop.line = line);
        if matches!(self.event, Some(Event::Stop(_))) {
            self.event = Some(Event::Bound);
        }
        self
    }
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

/// As a figure shows it below its sentence.
impl From<&Value> for KeyNumber {
    fn from(value: &Value) -> Self {
        Self { symbol: value.symbol.to_owned(), caption: value.meaning.to_owned(), value: value.text.text.clone() }
    }
}

/// One test that may end the loop.
#[derive(Clone, Debug, PartialEq)]
pub struct StopTest {
    /// What it is called in the outcome.
    pub name: &'static str,
    /// The label of its line in the listing: the line is run wherever the test is tried.
    pub line: &'static str,
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

impl StopTest {
    /// What a stepper compares, as people read it: the `name` of the ending, and the `line` and the `formula` of the test.
    pub fn new(
        name: &'static str,
        line: &'static str,
        formula: &'static str,
        compared: Comparison<impl ToF64<F64 = f64> + PartialOrd>,
    ) -> Self {
        let fired = compared.holds();
        let Comparison { left, relation, right } = compared;
        Self { name, line, formula, left: left.to_f64(), relation: relation.sign(), right: right.to_f64(), fired }
    }
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

/// What does not change while stepping: the bodies, the CSO, the origin.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Backdrop {
    /// By view: spaces in world coordinates, the configuration space about the CSO's origin with the world's axes.
    pub pictures: Pictures,
}

/// A recorded run that can be looked at step by step. Window, figures, checker and tests all read this.
pub trait Lesson: Send + Sync {
    /// Everything fixed.
    fn card(&self) -> &'static Card;
    /// How many steps the run has: at least 1.
    fn steps(&self) -> usize;
    /// What is to be seen of step `step` (from 0): at least one beat. The last beat of the last step tells the ending.
    fn beats(&self, step: usize) -> Vec<Beat>;
    /// The same beats without pictures, values and tables, for a timeline; a lesson may leave them out from the start.
    fn outline(&self, step: usize) -> Vec<Beat> {
        self.beats(step).into_iter().map(Beat::outlined).collect()
    }
    /// The choices that a step makes, in the order of their beats: what people may be asked before it is shown.
    fn choices(&self, _step: usize) -> Vec<Choice> {
        Vec::new()
    }
    /// The corners of the simplex or polytope after a step, configuration space: where runs hold the same they go one way.
    fn corners(&self, _step: usize) -> Vec<DVec3> {
        Vec::new()
    }
    /// What does not change over the steps.
    fn backdrop(&self) -> Arc<Backdrop>;
    /// The moments of a motion among which people may choose, in a lesson that is about one.
    fn moments(&self) -> Option<Moments> {
        None
    }
    /// What is where at such a moment: drawn beside backdrop and beat, by view.
    fn at_moment(&self, _t: f64) -> Pictures {
        Pictures::default()
    }
    /// What belongs to the marks with a key, in all views: shown over a step's own marks while the pointer is on one of
    /// them. Nothing where these say it themselves.
    fn linked(&self, _step: usize, _key: &str) -> Pictures {
        Pictures::default()
    }
    /// The step that is about the mark with a key, where each step is about one: who chooses the mark wants to see that step.
    fn step_about(&self, _key: &str) -> Option<usize> {
        None
    }
    /// What a mark tells of itself, if it does.
    fn hint(&self, _key: &Key) -> Option<Hint> {
        None
    }
    /// The answer and its proof.
    fn verdict(&self) -> &Verdict;
    /// Groups of steps that belong together, where there are any: the coarsest level first.
    fn levels(&self) -> &[Level] {
        &[]
    }
    /// How many levels frames of this query have at most: room is left for them in all.
    fn most_levels(&self) -> usize {
        self.levels().len()
    }
    /// What roles are called in this lesson, in legends, where their usual names do not fit.
    fn role_names(&self) -> Vec<(Role, String)> {
        Vec::new()
    }
    /// From where a view is looked at before anybody has turned it: the same in every step.
    fn camera(&self, view: &View) -> Camera {
        view.camera(self.verdict().finding.normal().unwrap_or_default())
    }
    /// How every frame of a moving scene went, where that is worth comparing and is known.
    fn strip(&self) -> Option<&Strip> {
        None
    }
}
