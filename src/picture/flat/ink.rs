//! Lines, dots and words in a role's ink, for drawings that are not projected from space: charts, lanes, tiles and the
//! sphere of directions.

use glam::DVec2;

use super::{Align, Draw, Flat, Item, arrow_head};
use crate::font::{self, Weight};
use crate::marks::theme::{Ink, Rgba, faded, over};
use crate::{Marker, Theme};

/// Width of the casing on both sides of a line together, points.
const CASING_WIDTH: f64 = 2.0;

/// Gap between a dot and labels, points.
const DOT_GAP: f64 = 1.5;

/// Depth of letters below their base line, as a share of the letter height.
const DESCENT: f64 = 0.3;

/// Style of a line relative to its role's ink.
#[derive(Clone, Copy)]
pub struct Stroke {
    /// Width as a share of the ink's.
    pub width: f64,
    /// Opacity as a share of the ink's; below 1 the line has no casing.
    pub strength: f64,
    /// Lengths of dashes and gaps, points.
    pub dash: &'static [f32],
    /// Whether the line ends in an arrow head.
    pub arrow: bool,
}

impl Stroke {
    /// Full width and opacity, with the ink's dashes and without an arrow head.
    pub fn of(ink: &Ink) -> Self {
        Self { width: 1.0, strength: 1.0, dash: ink.dash, arrow: false }
    }
}

/// Words at a fixed position.
pub struct Words<'a> {
    /// Anchor on the base line.
    pub at: DVec2,
    pub text: &'a str,
    /// Height of the letters, points.
    pub size: f64,
    /// Position of `at` along the line.
    pub align: Align,
    /// Whether letters are semi-bold.
    pub strong: bool,
    pub color: Rgba,
}

impl Flat {
    /// Appends a shape of a mark.
    pub fn push(&mut self, mark: usize, draw: Draw) {
        self.items.push(Item { mark, role: None, draw });
    }

    /// Appends a filled polygon of a mark.
    pub fn fill(&mut self, mark: usize, points: Vec<DVec2>, color: Rgba) {
        self.push(mark, Draw::Fill { points, color, sharp: false });
    }

    /// Appends a chain of lines of a mark, without a casing.
    pub fn line(&mut self, mark: usize, points: Vec<DVec2>, color: Rgba, width: f64, dash: &'static [f32]) {
        self.push(mark, Draw::Line { points, color, width, dash, phase: 0.0 });
    }

    /// Appends a chain of lines in a role's ink, with casing and arrow head, and adds it to the lines that labels
    /// avoid. Chains of fewer than two points, or with points that are not finite, are ignored.
    pub fn stroke(&mut self, mark: usize, mut points: Vec<DVec2>, ink: &Ink, style: Stroke) {
        if points.len() < 2 || points.iter().any(|point| !point.is_finite()) {
            return;
        }
        let width = f64::from(ink.width) * style.width;
        let head = style.arrow.then(|| arrow_head(&mut points, width)).flatten();
        self.lines.extend(points.windows(2).map(|pair| [pair[0], pair[1]]));
        if let Some(casing) = ink.casing
            && style.strength == 1.0
        {
            self.line(mark, points.clone(), casing, width + CASING_WIDTH, style.dash);
        }
        let color = faded(ink.stroke, style.strength);
        self.line(mark, points, color, width, style.dash);
        if let Some(head) = head {
            self.fill(mark, head.to_vec(), color);
        }
    }

    /// Appends a dot in a role's ink, and adds it to the dots that labels do not cover.
    pub fn dot(&mut self, mark: usize, at: DVec2, ink: &Ink, marker: Marker, theme: Theme) {
        if !at.is_finite() {
            return;
        }
        let paper = theme.paper();
        let radius = f64::from(ink.size);
        self.dots.push((at, radius + DOT_GAP));
        let color = over(ink.stroke, paper.pane);
        self.push(mark, Draw::Dot { at, marker, radius, color, rim: ink.casing.unwrap_or(paper.pane) });
    }

    /// Appends words of a mark, and adds them to the boxes that labels do not cover.
    pub fn words(&mut self, mark: usize, words: &Words<'_>) {
        if words.text.is_empty() || !words.at.is_finite() {
            return;
        }
        let weight = if words.strong { Weight::SemiBold } else { Weight::Regular };
        let width = font::width(words.text, words.size, weight);
        let left = match words.align {
            Align::Start => words.at.x,
            Align::Middle => words.at.x - 0.5 * width,
            Align::End => words.at.x - width,
        };
        let top_left = DVec2::new(left, words.at.y - words.size);
        let bottom_right = DVec2::new(left + width, words.at.y + DESCENT * words.size);
        self.taken.push([top_left, bottom_right]);
        let &Words { at, size, align, strong, color, .. } = words;
        self.push(mark, Draw::Text { at, text: words.text.to_owned(), size, align, strong, color });
    }
}
