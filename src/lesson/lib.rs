//! Lessons: sentences, values, tables and pictures of recorded runs, one folder per algorithm.
//!
//! - **This file**: [`Lesson`], and [`Beat`] (one sub-step) with its values, tables and stop tests.
//! - **[`symbol`]**: table of the symbols of values, with one caption each.
//! - **`model/`**: plain data of a lesson: card, sentence, views, plot, verdict, times of a motion.
//! - **`context/`**: surroundings of a run: one body, a pair, a difference of bodies; directions, hints, verdicts.
//! - **`recorded/`**: recorded runs: snapshots, levels, [`Narrated`] lessons, summaries, scores.
//! - **`quiz/`**: quiz questions on the choices of a step.
//! - **One body**: [`hull`], [`hierarchy`], [`support`], [`ray`].
//! - **A pair**: [`gjk`] with its variants [`gjk::boolean`] and [`gjk::isa`]; [`simplex`], [`epa`], [`distance`],
//!   [`sat`], [`minkowski`], [`half_space`], [`cast`], [`manifold`], [`parts`].
//! - **Many bodies**: [`sweep_and_prune`], [`frustum`], [`dynamics`].
//! - **A captured step** of another engine: [`audit`].

#[macro_use]
mod model;

pub mod audit;
pub mod cast;
mod context;
pub mod distance;
pub mod dynamics;
pub mod epa;
pub mod frustum;
pub mod gjk;
pub mod half_space;
pub mod hierarchy;
pub mod hull;
pub mod manifold;
pub mod minkowski;
pub mod parts;
pub mod quiz;
pub mod ray;
pub mod recorded;
pub mod sat;
pub mod simplex;
pub mod support;
pub mod sweep_and_prune;
pub mod symbol;

pub use self::context::Context;
pub use self::context::body::BodyContext;
pub use self::context::difference::{DifferenceContext, corner_names};
pub use self::context::directions::Directions;
pub use self::context::hint::Hint;
pub use self::context::pair::{PAIR_ROLES, PairContext, Scenery, WITH_MARGINS, add_named_point};
pub use self::context::pair_frame::Space;
pub use self::context::pair_verdict::{pair_verdict, pair_verdict_in_world};
pub use self::model::beat_index::BeatIndex;
pub use self::model::card::{Card, Ending, EndingKind, SourceFile, label, split_label};
pub use self::model::moments::Moments;
pub use self::model::plot::{BRACKET, PlotAxis, Series};
pub(crate) use self::model::sentence::say;
pub use self::model::sentence::{Run, Sentence};
pub use self::model::velocity_changes::{PlanarMotion, VelocityCause, VelocityChanges};
pub use self::model::verdict::Verdict;
pub use self::model::view::{
    BODY, BODY_IN_PLANE, CSO, Focus, PAIR, PAIR_AND_SPHERE, PAIR_IN_PLANE, Pictures, SPHERE, View, ViewKind, WORLD,
    docked_views, initial_views,
};
pub use self::quiz::choice::{Candidate, Choice};
pub use self::recorded::event::Event;
pub use self::recorded::frame_overview::{FrameCategory, FrameStrip};
pub use self::recorded::key_numbers::{beat_before, key_numbers};
pub use self::recorded::levels::{Level, Levels};
pub use self::recorded::narrated::{Narrated, Narration, Step};
pub use self::recorded::recording::{Recording, record, recording};
pub use self::recorded::summary::{BeatSummary, Detail};
pub use self::recorded::tape::{RecordedStep, Tape};
pub use contact_lens_long_run::watch::{self, Watch};
pub use contact_lens_model::snapshot::ToF64;
pub use symbol::Symbol;

use std::sync::Arc;

use contact_lens_model::answer::{FindingFacts as _, Shown};
use contact_lens_model::step::Comparison;
use contact_lens_picture::{Camera, Key, KeyNumber, Role};
use glam::DVec3;

/// One sub-step of a step of the algorithm: a sentence with its pictures and numbers.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Beat {
    /// Label of the line in the listing and in the engine's code that the sub-step is about.
    pub line: &'static str,
    /// One or two sentences with the numbers of the step.
    pub say: Sentence,
    /// Marks of the sub-step by view, drawn above the backdrop.
    pub pictures: Pictures,
    /// Named numbers of the state.
    pub values: Vec<Value>,
    /// Tables of the step's candidates and tests.
    pub tables: Vec<Table>,
    /// Stop tests that the sub-step evaluates, with their numbers.
    pub stops: Vec<StopTest>,
    /// Plot points: index of the curve in [`Card::series`], and its value at this step.
    pub points: Vec<(usize, f64)>,
    /// Kind of mark on the timeline; `None` without one.
    pub event: Option<Event>,
    /// Line of the inner algorithm that the sub-step is about; `None` outside of inner runs.
    pub inner: Option<InnerLine>,
}

/// Line in the listing of an inner algorithm, such as that of GJK in the distance query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InnerLine {
    /// Title of the inner algorithm.
    pub title: &'static str,
    /// Listing of the inner algorithm.
    pub listing: &'static str,
    /// Source code of the inner algorithm.
    pub code: &'static [SourceFile],
    /// Label of the line.
    pub line: &'static str,
}

impl InnerLine {
    /// Line of the algorithm of a card.
    pub fn new(card: &Card, line: &'static str) -> Self {
        Self { title: card.title, listing: card.listing, code: card.code, line }
    }
}

impl Beat {
    /// Beat of a listing line with its sentence, without pictures, values and tables.
    pub fn new(line: &'static str, say: impl Into<Sentence>) -> Self {
        Self { line, say: say.into(), ..Self::default() }
    }

    /// Removes pictures, values and tables.
    pub fn outlined(self) -> Self {
        Self { pictures: Pictures::default(), values: Vec::new(), tables: Vec::new(), ..self }
    }

    /// Adds the quantities of the sentence that are not among the values, for the window's list of values; an outline
    /// has no values.
    pub fn add_stated_values(&mut self, detail: Detail) {
        if detail == Detail::Outline {
            return;
        }
        let mut stated = self.say.values_with(Vec::new());
        stated.retain(|quantity| self.values.iter().all(|value| value.symbol != quantity.symbol));
        self.values.extend(stated);
    }

    /// Moves the beat of an inner run, of the algorithm on the card `inner`, to the line `line` of the outer lesson's
    /// listing. The end of the inner run becomes a bound of the outer one.
    pub fn moved_to_line(mut self, line: &'static str, inner: &Card) -> Self {
        self.inner = Some(InnerLine::new(inner, self.line));
        self.line = line;
        for stop in &mut self.stops {
            stop.line = line;
        }
        if matches!(self.event, Some(Event::Stop(_))) {
            self.event = Some(Event::Bound);
        }
        self
    }
}

/// Named scalar or vector of the state.
#[derive(Clone, Debug, PartialEq)]
pub struct Value {
    /// Symbol in the source: `|v|`.
    pub symbol: &'static str,
    /// Caption, a few words.
    pub meaning: &'static str,
    /// Rounded text, and all digits.
    pub text: Shown,
    /// Id of the mark that is highlighted with the value; `None` for a value that is not geometric.
    pub key: Option<Key>,
}

impl Value {
    /// Value of a symbol that highlights the mark `key`.
    pub fn of(symbol: Symbol, text: impl Into<Shown>, key: impl Into<Key>) -> Self {
        Self { symbol: symbol.notation, meaning: symbol.caption, text: text.into(), key: Some(key.into()) }
    }

    /// Value of a symbol that is not geometric: a count, a ratio, a tolerance.
    pub fn number(symbol: Symbol, text: impl Into<Shown>) -> Self {
        Self { symbol: symbol.notation, meaning: symbol.caption, text: text.into(), key: None }
    }
}

/// Converts a value to its form below the sentence of a figure.
impl From<&Value> for KeyNumber {
    fn from(value: &Value) -> Self {
        // A symbol that is a word, with at least three letters, says less than the caption, which takes its place.
        let is_word = value.symbol.chars().filter(char::is_ascii_lowercase).count() > 2;
        let (symbol, caption) = if is_word { (value.meaning, "") } else { (value.symbol, value.meaning) };
        Self { symbol: symbol.to_owned(), caption: caption.to_owned(), value: value.text.text.clone() }
    }
}

/// One test that can end the loop.
#[derive(Clone, Debug, PartialEq)]
pub struct StopTest {
    /// Name of the outcome.
    pub name: &'static str,
    /// Label of the test's line in the listing.
    pub line: &'static str,
    /// Formula: `|v|² − v·w ≤ ε²`.
    pub formula: &'static str,
    /// Value of the left side.
    pub left: f64,
    /// Relation sign: `≤`, `<`, `≥` or `=`.
    pub relation: &'static str,
    /// Value of the right side.
    pub right: f64,
    /// Whether the test ended the loop.
    pub fired: bool,
}

impl StopTest {
    /// Stop test from a stepper's comparison; `name` is that of the ending.
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

/// Table of candidates or tests.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Table {
    /// Heading of the table.
    pub title: &'static str,
    /// Headings of the columns.
    pub columns: Vec<&'static str>,
    /// Rows from top to bottom.
    pub rows: Vec<Row>,
}

/// Row of a [`Table`].
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Row {
    /// Texts of the cells, one per column, with their exact numbers.
    pub cells: Vec<Shown>,
    /// Id of the mark that is highlighted with the row; `None` without one.
    pub key: Option<Key>,
    /// Whether the algorithm chose this row.
    pub chosen: bool,
}

impl Row {
    /// Rounded texts of the cells.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.cells.iter().map(|cell| &**cell)
    }
}

/// Marks that are the same in all steps: the bodies, the CSO, the origin.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Backdrop {
    /// Pictures by view. Axes are the world's, also in configuration space, whose origin is that of `A − B`.
    pub pictures: Pictures,
}

/// Recorded run, presented step by step to the window, figures, the checker and tests.
pub trait Lesson: Send + Sync {
    /// Fixed description of the lesson.
    fn card(&self) -> &'static Card;
    /// Number of steps, at least 1.
    fn steps(&self) -> usize;
    /// Beats of step `step` (from 0), at least one. The last beat of the last step reports the ending.
    fn beats(&self, step: usize) -> Vec<Beat>;
    /// Beats without pictures, values and tables, for a timeline; lessons may override this to skip making them.
    fn outline(&self, step: usize) -> Vec<Beat> {
        self.beats(step).into_iter().map(Beat::outlined).collect()
    }
    /// Quiz questions of a step, in the order of their beats.
    fn choices(&self, _step: usize) -> Vec<Choice> {
        Vec::new()
    }
    /// Vertices of the simplex or polytope after a step, configuration space, by which two runs are compared step by
    /// step; empty in lessons without them.
    fn corners(&self, _step: usize) -> Vec<DVec3> {
        Vec::new()
    }
    /// Marks that are the same in all steps.
    fn backdrop(&self) -> Arc<Backdrop>;
    /// Times that the user can select in a lesson about a motion; `None` in other lessons.
    fn moments(&self) -> Option<Moments> {
        None
    }
    /// Marks at time `t`, seconds, by view; drawn above backdrop and beat.
    fn at_moment(&self, _t: f64) -> Pictures {
        Pictures::default()
    }
    /// Additional marks by view, shown above the step's marks while the pointer is on the mark `key`; may be empty.
    fn linked(&self, _step: usize, _key: &str) -> Pictures {
        Pictures::default()
    }
    /// Step to which selecting the mark `key` jumps, in lessons with one mark per step; `None` in other lessons.
    fn step_about(&self, _key: &str) -> Option<usize> {
        None
    }
    /// Step at which the lesson opens: the first one, or in an audit the first broken law.
    fn opening_step(&self) -> usize {
        0
    }
    /// Hint of a mark; `None` without one.
    fn hint(&self, _key: &Key) -> Option<Hint> {
        None
    }
    /// Why the velocity of a body changed in the frame of a world; `None` for bodies that are not dynamic, for a frame
    /// that was not recorded from its start, and in other lessons.
    fn velocity_changes(&self, _body: &str) -> Option<VelocityChanges> {
        None
    }
    /// Answer with its proof.
    fn verdict(&self) -> &Verdict;
    /// Groupings of the steps, the coarsest first; may be empty.
    fn levels(&self) -> &[Level] {
        &[]
    }
    /// Largest number of levels in any frame of this query; the timeline reserves space for them.
    fn most_levels(&self) -> usize {
        self.levels().len()
    }
    /// Names of roles in the legend, where they differ from the usual ones.
    fn role_names(&self) -> Vec<(Role, String)> {
        Vec::new()
    }
    /// Initial camera of a view, the same in every step.
    fn camera(&self, view: &View) -> Camera {
        view.camera(self.verdict().finding.normal().unwrap_or_default())
    }
    /// Summary of all frames of a moving scene; `None` for other scenes.
    fn strip(&self) -> Option<&FrameStrip> {
        None
    }
}
