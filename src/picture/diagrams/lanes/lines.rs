//! Lines of text above lanes in a pane that is too low for all rows: the lines move to the left of the lanes, or the
//! last ones are hidden. A row is counted from the top, and text and lanes have rows of the same height as long as all
//! fit.

use glam::DVec2;

use super::NAME_SIZE;
use crate::font::{self, Weight};
use crate::{Form, Mark};

/// Least line spacing, points.
const MIN_SPACING: f64 = 12.5;

/// Greatest line spacing next to lanes, points.
const MAX_SPACING: f64 = 18.0;

/// Least width of a pane that has lanes next to text, points.
const MIN_WIDTH_SIDE_BY_SIDE: f64 = 270.0;

/// Least and greatest share of the pane's width for text next to lanes.
const TEXT_SHARES: [f64; 2] = [0.45, 0.64];

/// Width of a line in addition to its words: dot and gaps, points.
const LINE_MARGINS: f64 = 50.0;

/// Number of lines of text from which they are separated from the lanes: fewer take little height from these.
const MIN_LINES: f64 = 3.0;

/// Space below the rows, points.
const SPACE_BELOW: f64 = 10.0;

/// Letter height of entries that are shrunk to fit, in letter heights of names.
const SHRUNK_LETTERS: f64 = 0.85;

/// Positions of lines of text outside of the lanes' rows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Lines {
    /// Row of the first line.
    first: f64,
    /// Number of lines shown, a whole number. The least important lines are last, so these are hidden first.
    visible: f64,
    /// Top of the first line, points from the pane's top.
    top: f64,
    /// Height of a line, points.
    pub height: f64,
    /// Right end of the lines, points from the pane's left.
    pub right: f64,
}

/// Lines of text, and the area that is left to the lanes.
pub(super) struct SeparateText {
    pub lines: Lines,
    /// Left of the lanes, points from the pane's left.
    pub left: f64,
    /// Top of the lanes, points from the pane's top.
    pub top: f64,
    /// Height of a lane's row, points.
    pub row: f64,
}

impl Lines {
    /// Middle of a line, points from the pane's top; `None` where the line is hidden.
    pub fn y(&self, row: f64) -> Option<f64> {
        let line = row - self.first;
        (line < self.visible).then_some(self.top + line * self.height)
    }
}

/// Rows of text and of the lanes below it.
pub(super) struct RowRange {
    /// Start of the first row of text.
    pub first: f64,
    /// Start of the first lane.
    pub lanes: f64,
    /// End of the last lane.
    pub last: f64,
}

/// Heights of a pane that rows do not take, points.
pub(super) struct AvailableHeight {
    /// Height left free at the top.
    pub top: f64,
    /// Height of the lanes' scale at the bottom.
    pub below: f64,
}

/// Separates text from the lanes below it, where the rows of both do not fit into a pane of `size` points; `None` where
/// they do, and for less than three lines of text.
pub(super) fn separate_text(
    marks: &[Mark],
    RowRange { first, lanes, last }: RowRange,
    size: DVec2,
    AvailableHeight { top, below }: AvailableHeight,
) -> Option<SeparateText> {
    let entries = marks.iter().filter_map(|mark| match &mark.form {
        Form::Entry { row, name, note, .. } if *row < lanes => Some([name, note]),
        _ => None,
    });
    let entries: Vec<[&String; 2]> = entries.collect();
    let count = entries.len() as f64;
    let height = (size.y - top - SPACE_BELOW).max(1.0);
    if count < MIN_LINES || (height - below) / (last - first) >= MIN_SPACING {
        return None;
    }
    let lane_rows = (last - lanes).max(0.0);
    if lane_rows == 0.0 || size.x < MIN_WIDTH_SIDE_BY_SIDE {
        let visible = visible_lines(height - below - MIN_SPACING * lane_rows, count);
        let row = ((height - below) / (visible + lane_rows)).min(MAX_SPACING);
        let lines = Lines { first, visible, top, height: row, right: size.x };
        return Some(SeparateText { lines, left: 0.0, top: top + visible * row, row });
    }
    // Entries are drawn in smaller letters before they are shortened.
    let letters = SHRUNK_LETTERS * NAME_SIZE;
    let widths = entries.into_iter().map(|words| words.map(|text| font::width(text, letters, Weight::SemiBold)));
    let widest = widths.map(|[name, note]| name + note).fold(0.0, f64::max) + LINE_MARGINS;
    let right = widest.clamp(TEXT_SHARES[0] * size.x, TEXT_SHARES[1] * size.x);
    let visible = visible_lines(height, count);
    let line = (height / visible).min(MAX_SPACING);
    // The first line of text, the heading, spans the pane's width above the lanes.
    let lanes_top = top + line;
    let row = (top + height - below - lanes_top) / lane_rows;
    Some(SeparateText { lines: Lines { first, visible, top, height: line, right }, left: right, top: lanes_top, row })
}

/// Number of legible lines in a height of `available` points, at least 2 and at most `count`.
fn visible_lines(available: f64, count: f64) -> f64 {
    (available / MIN_SPACING).floor().clamp(2.0, count)
}
