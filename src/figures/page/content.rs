//! Content of a page as data that its script reads: texts, values and figures of every sub-step, and the questions.

use contact_lens_lesson::recorded::score::why;
use contact_lens_lesson::{Beat, Card, Choice, Lesson, Table, split_label};
use contact_lens_model::answer::number::Shown;
use serde::Serialize;

use super::lines::{LineStore, StoredFigure};

/// Everything that the page shows.
#[derive(Serialize)]
pub(super) struct Content {
    /// Name of the scene.
    pub title: String,
    /// Note of the scene; empty without one.
    pub note: String,
    /// Name of the query and of its algorithm.
    pub subject: String,
    /// Question that the algorithm answers.
    pub summary: &'static str,
    /// Answer of the run, one sentence.
    pub answer: String,
    /// Lines of the pseudo-code.
    pub listing: Vec<ListingLine>,
    /// Sub-steps in order.
    pub substeps: Vec<Substep>,
    /// Questions about choices, in the order of the run.
    pub questions: Vec<Question>,
    /// Lines and colors of all figures.
    pub figures: LineStore,
}

/// Line of the pseudo-code.
#[derive(Serialize)]
pub(super) struct ListingLine {
    text: &'static str,
    /// Label by which sub-steps name the line; `None` without one.
    label: Option<&'static str>,
}

/// Texts and figure of one sub-step.
#[derive(Serialize)]
pub(super) struct Substep {
    /// Number of the step, from 1.
    pub step: usize,
    /// Number within the step, from 1.
    pub substep: usize,
    /// Label of the line of the pseudo-code.
    pub line: &'static str,
    /// Sentence of the sub-step.
    pub say: String,
    /// Symbol, meaning and text of each value.
    pub values: Vec<[String; 3]>,
    /// Tables of candidates and tests.
    pub tables: Vec<TableContent>,
    /// Picture of the sub-step.
    pub figure: StoredFigure,
}

/// Table of a sub-step.
#[derive(Serialize)]
pub(super) struct TableContent {
    title: &'static str,
    columns: Vec<&'static str>,
    /// Texts of the cells of each row.
    rows: Vec<Vec<String>>,
    /// Indices of the rows that the algorithm chose.
    chosen: Vec<usize>,
}

/// Question about the choice of a step, for prediction before the sub-step that reveals it.
#[derive(Serialize)]
pub(super) struct Question {
    /// Index of the sub-step that reveals the answer.
    pub before: usize,
    question: String,
    candidates: Vec<String>,
    /// Indices of the right candidates.
    right: Vec<usize>,
    why: String,
    /// Picture of the known data, with the candidates.
    figure: StoredFigure,
}

/// Returns the lines of the pseudo-code of a lesson, without their labels.
pub(super) fn listing(card: &Card) -> Vec<ListingLine> {
    card.listing.lines().map(listing_line).collect()
}

/// Splits a line of pseudo-code into its text and its label.
fn listing_line(line: &'static str) -> ListingLine {
    let (text, label) = split_label(line);
    ListingLine { text, label }
}

/// Returns the values of a sub-step: symbol, meaning and text.
pub(super) fn values(beat: &Beat) -> Vec<[String; 3]> {
    let texts =
        beat.values.iter().map(|value| [value.symbol.to_owned(), value.meaning.to_owned(), value.text.text.clone()]);
    texts.collect()
}

/// Returns the tables of a sub-step.
pub(super) fn tables(beat: &Beat) -> Vec<TableContent> {
    beat.tables.iter().map(table).collect()
}

/// Returns a table with its cells as texts.
fn table(table: &Table) -> TableContent {
    let chosen = table.rows.iter().enumerate().filter(|(_, row)| row.chosen).map(|(index, _)| index);
    TableContent {
        title: table.title,
        columns: table.columns.clone(),
        rows: table.rows.iter().map(|row| row.cells.iter().map(cell_text).collect()).collect(),
        chosen: chosen.collect(),
    }
}

/// Returns the text of a cell.
fn cell_text(cell: &Shown) -> String {
    cell.text.clone()
}

impl Question {
    /// Question of the step `step` of a lesson, whose answer the sub-step `before` of the run reveals.
    pub(super) fn new(lesson: &dyn Lesson, step: usize, choice: &Choice, before: usize, figure: StoredFigure) -> Self {
        let right = choice.candidates.iter().enumerate().filter(|(_, candidate)| candidate.right);
        Self {
            before,
            question: choice.question.clone(),
            candidates: choice.candidates.iter().map(|candidate| candidate.name.clone()).collect(),
            right: right.map(|(index, _)| index).collect(),
            why: why(lesson, step, choice),
            figure,
        }
    }
}
