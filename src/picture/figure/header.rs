//! Header of a figure: title, outcome and step, on one line where they fit, else one below the other, wrapped.

use glam::DVec2;

use super::{Figure, FigureOutcome, MARGIN, SMALL};
use crate::Theme;
use crate::font::{self, Weight};
use crate::marks::theme::{Paper, word_color};
use crate::page::svg::Svg;

/// Letter height of the title, points.
const TITLE_SIZE: f64 = 18.0;

/// Letter height of the step and of the outcome, points.
const STEP_SIZE: f64 = SMALL + 1.0;

/// Spacing of the base lines, points.
const LINE_HEIGHT: f64 = 23.0;

/// Distance from the top of the page to the first base line, points.
const FIRST_LINE: f64 = 29.0;

/// Distance from the last base line to the panes, points.
const SPACE_BELOW: f64 = 17.0;

/// Space between title, outcome and step, points.
const GAP: f64 = 24.0;

/// Space for the marker before the outcome, points.
const MARKER_SPACE: f64 = 18.0;

/// Center of the marker from the start of the outcome's word on its base line, points: in the middle of the letters'
/// height.
const MARKER_OFFSET: DVec2 = DVec2::new(-11.0, -4.5);

/// Radius of the marker, points.
const MARKER_RADIUS: f64 = 5.0;

/// Lines of the title and of the step.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Header {
    /// Lines of the title.
    title: Vec<String>,
    /// Lines of the step's number and name.
    step: Vec<String>,
    /// Whether the step is on the title's line.
    is_one_line: bool,
}

/// Height of a header of `lines` lines, points.
pub(super) fn height(lines: usize) -> f64 {
    match lines {
        0 => MARGIN,
        _ => FIRST_LINE + (lines - 1) as f64 * LINE_HEIGHT + SPACE_BELOW,
    }
}

impl Header {
    /// Breaks the header of a figure into lines of the width `available`, points.
    pub(super) fn of(figure: &Figure, available: f64) -> Self {
        let outcome_width =
            figure.outcome.as_ref().map_or(0.0, |outcome| MARKER_SPACE + word_width(&outcome.word) + GAP);
        let title_width = font::width(&figure.title, TITLE_SIZE, Weight::SemiBold);
        let step_width = font::width(&figure.step, STEP_SIZE, Weight::Regular);
        if title_width + GAP + outcome_width + step_width <= available {
            let [title, step] = [&figure.title, &figure.step].map(|text| vec![text.clone()]);
            let mut header = Self { title, step, is_one_line: true };
            header.title.retain(|line| !line.is_empty());
            header.step.retain(|line| !line.is_empty());
            return header;
        }
        // The outcome comes before the first line of the step.
        let step = wrap(&figure.step, STEP_SIZE, Weight::Regular, available - outcome_width);
        Self { title: wrap(&figure.title, TITLE_SIZE, Weight::SemiBold, available), step, is_one_line: false }
    }

    /// Number of lines on the page.
    pub(super) fn lines(&self) -> usize {
        if self.is_one_line { self.title.len().max(self.step.len()) } else { self.title.len() + self.step.len() }
    }

    /// Draws the header at the top of the page.
    pub(super) fn draw(&self, svg: &mut Svg, figure: &Figure, paper: &Paper) {
        for (k, line) in self.title.iter().enumerate() {
            let at = DVec2::new(MARGIN, FIRST_LINE + k as f64 * LINE_HEIGHT);
            svg.text(at, line, TITLE_SIZE, Weight::SemiBold, "start", paper.text, None);
        }
        if self.is_one_line {
            self.draw_on_right(svg, figure, paper)
        } else {
            self.draw_below_title(svg, figure, paper)
        }
    }

    /// Draws outcome and step at the right end of the title's line.
    fn draw_on_right(&self, svg: &mut Svg, figure: &Figure, paper: &Paper) {
        let right = f64::from(figure.size[0]) - MARGIN;
        for line in &self.step {
            let at = DVec2::new(right, FIRST_LINE);
            svg.text(at, line, STEP_SIZE, Weight::Regular, "end", paper.faint, None);
        }
        if let Some(outcome) = &figure.outcome {
            let step_width = self.step.first().map_or(0.0, |line| font::width(line, STEP_SIZE, Weight::Regular));
            let gap = if step_width > 0.0 { GAP } else { 0.0 };
            let x = right - step_width - gap - word_width(&outcome.word);
            draw_outcome(svg, figure.theme, outcome, DVec2::new(x, FIRST_LINE));
        }
    }

    /// Draws outcome and step on lines of their own below the title, the outcome before the first line of the step.
    fn draw_below_title(&self, svg: &mut Svg, figure: &Figure, paper: &Paper) {
        let base = FIRST_LINE + self.title.len() as f64 * LINE_HEIGHT;
        let outcome_width =
            figure.outcome.as_ref().map_or(0.0, |outcome| MARKER_SPACE + word_width(&outcome.word) + GAP);
        for (k, line) in self.step.iter().enumerate() {
            let x = if k > 0 { MARGIN } else { MARGIN + outcome_width };
            let at = DVec2::new(x, base + k as f64 * LINE_HEIGHT);
            svg.text(at, line, STEP_SIZE, Weight::Regular, "start", paper.faint, None);
        }
        if let Some(outcome) = &figure.outcome {
            draw_outcome(svg, figure.theme, outcome, DVec2::new(MARGIN + MARKER_SPACE, base));
        }
    }
}

/// Draws the word of an outcome, which starts at `at` on its base line, and the marker before it.
fn draw_outcome(svg: &mut Svg, theme: Theme, outcome: &FigureOutcome, at: DVec2) {
    let ink = theme.ink(outcome.role).stroke;
    svg.dot(at + MARKER_OFFSET, outcome.marker, MARKER_RADIUS, ink, theme.paper().background);
    let color = word_color(theme, outcome.role);
    svg.text(at, &outcome.word, STEP_SIZE, Weight::SemiBold, "start", color, None);
}

/// Width of the outcome's word, points.
fn word_width(word: &str) -> f64 {
    font::width(word, STEP_SIZE, Weight::SemiBold)
}

/// Lines of a text; an empty text has none.
fn wrap(text: &str, size: f64, weight: Weight, available: f64) -> Vec<String> {
    if text.is_empty() { Vec::new() } else { font::wrap(text, size, weight, available) }
}
