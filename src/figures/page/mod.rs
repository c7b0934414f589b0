//! A recorded run as one self-contained page, with every sub-step, its listing line, its numbers
//! and its figure. The page needs no network, no server and no font but those of the system.
//!
//! - **`content`**: what the page shows, as data.
//! - **`lines`**: the lines of all figures, each stored once.
//! - **`page.css`, `page.js`**: its look, and its script: keys, timeline, questions, light and dark, print.

mod content;
mod lines;

use contact_lens_lesson::{Beat, BeatIndex};
use contact_lens_picture::{Caption, Figure, Theme};

use self::content::{Content, Question, Substep, listing, tables, values};
use self::lines::{LineStore, StoredFigure};
use super::markup::escape;
use super::{CommonLayout, RunFigures};

/// Maximum number of sub-steps of a page: its file would be too large for a browser.
const MAX_SUBSTEPS: usize = 3000;

/// Returns the page of a run as HTML. The theme of `figures` has no effect: the page has a light and a dark one.
/// `report` is called with the number of sub-steps drawn so far.
///
/// # Errors
/// The run has too many sub-steps for a page.
pub fn page(figures: &RunFigures<'_>, mut report: impl FnMut(usize)) -> Result<String, PageError> {
    let count = figures.substeps().len();
    if count > MAX_SUBSTEPS {
        return Err(PageError::TooManySubsteps { count });
    }
    let mut drawing = Drawing::new(figures);
    let mut substeps = Vec::with_capacity(count);
    let mut questions = Vec::new();
    for step in 0..figures.lesson.steps() {
        let beats = figures.lesson.beats(step);
        for choice in figures.lesson.choices(step) {
            let before = substeps.len() + choice.beat.min(beats.len() - 1);
            let figure = drawing.store(figures.draw_question(step, &beats, &choice, &drawing.common));
            questions.push(Question::new(figures.lesson, step, &choice, before, figure));
        }
        for (beat, content) in beats.iter().enumerate() {
            let index = BeatIndex { step, beat };
            let figure = drawing.store(figures.draw_in_sequence(index, &beats, &drawing.common));
            substeps.push(substep(index, content, figure));
        }
        report(substeps.len());
    }
    let content = content(figures, substeps, questions, drawing.lines);
    let data = serde_json::to_string(&content).map_err(|error| PageError::NotWritable(error.to_string()))?;
    Ok(html(&content.title, &data))
}

/// Reason why a run cannot be a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PageError {
    /// The run has more sub-steps than a page shows.
    TooManySubsteps {
        /// Number of sub-steps of the run.
        count: usize,
    },
    /// The content could not be written as JSON, for this reason.
    NotWritable(String),
}

impl std::fmt::Display for PageError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::TooManySubsteps { count } => {
                write!(f, "the run has {count} sub-steps, and a page shows at most {MAX_SUBSTEPS}")
            }
            Self::NotWritable(reason) => f.write_str(reason),
        }
    }
}

impl std::error::Error for PageError {}

/// Layout of a page's figures, and the lines that were drawn of them.
struct Drawing {
    /// Layout of all figures.
    common: CommonLayout,
    /// Lines of the figures drawn so far.
    lines: LineStore,
}

impl Drawing {
    /// Prepares the figures of a run.
    fn new(figures: &RunFigures<'_>) -> Self {
        // The page itself shows title, sentence and values, so its figures reserve no space for them.
        Self { common: figures.common_to_substeps().with_legend_only(), lines: LineStore::default() }
    }

    /// Stores the lines of a figure in both themes.
    fn store(&mut self, figure: Figure) -> StoredFigure {
        let light = Figure { theme: Theme::Light, ..without_texts(figure) };
        let dark = Figure { theme: Theme::Dark, ..light.clone() };
        self.lines.store(&light.svg(), &dark.svg())
    }
}

/// Returns the figure without the texts that the page shows next to it.
fn without_texts(figure: Figure) -> Figure {
    Figure {
        title: String::new(),
        step: String::new(),
        outcome: None,
        progress: None,
        caption: Caption::default(),
        numbers: Vec::new(),
        metadata: Vec::new(),
        ..figure
    }
}

/// Returns the content of a sub-step.
fn substep(index: BeatIndex, beat: &Beat, figure: StoredFigure) -> Substep {
    Substep {
        step: index.step + 1,
        substep: index.beat + 1,
        line: beat.line,
        say: beat.say.text(),
        values: values(beat),
        tables: tables(beat),
        figure,
    }
}

/// Returns everything that the page shows.
fn content(figures: &RunFigures<'_>, substeps: Vec<Substep>, questions: Vec<Question>, lines: LineStore) -> Content {
    let card = figures.lesson.card();
    Content {
        title: figures.scene.name.clone(),
        note: figures.scene.note.clone(),
        subject: format!("{}, query “{}”, {}", card.title, figures.query.name, figures.precision.name()),
        summary: card.summary,
        answer: figures.lesson.verdict().say.clone(),
        listing: listing(card),
        substeps,
        questions,
        figures: lines,
    }
}

/// Returns the page with this title and this content as JSON.
fn html(title: &str, data: &str) -> String {
    // In a script element, `</` could end the element.
    let data = data.replace("</", "<\\/");
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n\
         <meta name=\"generator\" content=\"Contact Lens {}\">\n<title>{}</title>\n<style>\n{}</style>\n</head>\n\
         <body>\n{}<script type=\"application/json\" id=\"run\">{data}</script>\n<script>\n{}</script>\n</body>\n</html>\n",
        env!("CARGO_PKG_VERSION"),
        escape(title),
        include_str!("page.css"),
        include_str!("body.html"),
        include_str!("page.js"),
    )
}
