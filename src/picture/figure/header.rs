//! Header of a figure: title, outcome and step, on one line where they fit, else one below the other, wrapped.

use glam::DVec2;

use super::{Figure, MARGIN, SMALL};
use crate::picture::font::{self, Weight};
use crate::picture::marks::theme::{Paper, word_color};
use crate::picture::page::svg::Svg;

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
        let seal = figure.seal.as_ref().map_or(0.0, |seal| width(&seal.word) + MARKER_SPACE + GAP);
        let title = font::width(&figure.title, TITLE_SIZE, Weight::SemiBold);
        let step = font::width(&figure.step, STEP_SIZE, Weight::Regular);
        if title + GAP + seal + step <= available {
            let [title, step] = [&figure.title, &figure.step].map(|text| vec![text.clone()]);
            let mut header = Self { title, step, is_one_line: true };
            header.title.retain(|line| !line.is_empty());
            header.step.retain(|line| !line.is_empty());
            return header;
        }
        // The outcome comes before the first line of the step.
        let step = wrapped(&figure.step, STEP_SIZE, Weight::Regular, available - seal);
        Self { title: wrapped(&figure.title, TITLE_SIZE, Weight::SemiBold, available), step, is_one_line: false }
    }

    /// Number of lines on the page.
    pub(super) fn lines(&self) -> usize {
        if self.is_one_line { self.title.len().max(self.step.len()) } else { self.title.len() + self.step.len() }
    }

    /// Draws the header at the top of the page.
    pub(super) fn draw(&self, svg: &mut Svg, figure: &Figure, paper: &Paper) {
        let mut base = FIRST_LINE;
        for line in &self.title {
            svg.text(DVec2::new(MARGIN, base), line, TITLE_SIZE, Weight::SemiBold, "start", paper.text, None);
            base += LINE_HEIGHT;
        }
        let right = f64::from(figure.size[0]) - MARGIN;
        base = if self.is_one_line { FIRST_LINE } else { base };
        let first = self.step.first().map_or(0.0, |line| font::width(line, STEP_SIZE, Weight::Regular));
        let seal = figure.seal.as_ref().map(|seal| (seal, width(&seal.word)));
        let (anchor, x) = if self.is_one_line { ("end", right) } else { ("start", MARGIN) };
        let after = seal.map_or(0.0, |(_, wide)| MARKER_SPACE + wide + GAP);
        for (k, line) in self.step.iter().enumerate() {
            let x = if self.is_one_line || k > 0 { x } else { x + after };
            svg.text(
                DVec2::new(x, base + k as f64 * LINE_HEIGHT),
                line,
                STEP_SIZE,
                Weight::Regular,
                anchor,
                paper.faint,
                None,
            );
        }
        if let Some((seal, wide)) = seal {
            let gap = if first > 0.0 { GAP } else { 0.0 };
            let x = if self.is_one_line { right - first - gap - wide } else { MARGIN + MARKER_SPACE };
            // Center of the marker, in the middle of the letters.
            let at = DVec2::new(x - 11.0, base - 4.5);
            let ink = figure.theme.ink(seal.role).stroke;
            svg.dot(at, seal.marker, 5.0, ink, paper.background);
            let color = word_color(figure.theme, seal.role);
            svg.text(DVec2::new(x, base), &seal.word, STEP_SIZE, Weight::SemiBold, "start", color, None);
        }
    }
}

/// Width of the outcome's word, points.
fn width(word: &str) -> f64 {
    font::width(word, STEP_SIZE, Weight::SemiBold)
}

/// Lines of a text; an empty text has none.
fn wrapped(text: &str, size: f64, weight: Weight, available: f64) -> Vec<String> {
    if text.is_empty() { Vec::new() } else { font::wrap(text, size, weight, available) }
}
