//! Lines of words that stand above lanes, where the pane is too low for all rows: beside the lanes instead, or fewer of them.

use glam::DVec2;

use super::NAME;
use crate::picture::font::{self, Weight};
use crate::picture::{Form, Mark};

/// Lines are no nearer to one another than this, points, and beside lanes no farther apart.
const LEAST: f64 = 12.5;
const MOST: f64 = 18.0;

/// Panes less wide than this have no room for lanes beside words, points.
const WIDE: f64 = 270.0;

/// No more of a pane's width is for words beside lanes, and no less.
const SHARES: [f64; 2] = [0.45, 0.64];

/// Beside a line's words: its dot and the gaps, points.
const AROUND: f64 = 50.0;

/// Where lines of words are that have a place of their own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Lines {
    /// The row of the first line, and how many are shown: those that matter least stand last.
    first: f64,
    shown: f64,
    /// Where the first one begins, points from the pane's top, and how high each is.
    top: f64,
    pub high: f64,
    /// Where they end, points from the pane's left.
    pub right: f64,
}

/// Lines of words, and the room that is left to the lanes.
pub(super) struct Parted {
    pub lines: Lines,
    /// Where lanes begin, points from the pane's left and top.
    pub left: f64,
    pub top: f64,
    /// Height of a lane's row, points.
    pub row: f64,
}

impl Lines {
    /// The middle of a line, points from the pane's top; none where there is no room for it.
    pub fn y(&self, row: f64) -> Option<f64> {
        let place = row - self.first;
        (place < self.shown).then_some(self.top + place * self.high)
    }
}

/// Parts words from the lanes below them, where the rows of both, `first` to `last`, do not fit into a pane of `size`. `lanes` is where
/// lanes begin among the rows. The first `top` points are left free, and `below` is for the scale of the lanes.
pub(super) fn parted(
    marks: &[Mark],
    [first, lanes, last]: [f64; 3],
    size: DVec2,
    (top, below): (f64, f64),
) -> Option<Parted> {
    let entries = || {
        marks.iter().filter_map(|mark| match &mark.form {
            Form::Entry { row, name, note, .. } if *row < lanes => Some((name, note)),
            _ => None,
        })
    };
    let (count, high) = (entries().count() as f64, (size.y - top - 10.0).max(1.0));
    if count < 3.0 || (high - below) / (last - first) >= LEAST {
        return None;
    }
    let many = |room: f64| (room / LEAST).floor().clamp(2.0, count);
    let rows = (last - lanes).max(0.0);
    if rows == 0.0 || size.x < WIDE {
        let shown = many(high - below - LEAST * rows);
        let row = ((high - below) / (shown + rows)).min(MOST);
        let lines = Lines { first, shown, top, high: row, right: size.x };
        return Some(Parted { lines, left: 0.0, top: top + shown * row, row });
    }
    let letters = |text: &str| font::width(text, 0.85 * NAME, Weight::SemiBold);
    let widest = entries().map(|(name, note)| letters(name) + letters(note)).fold(0.0, f64::max) + AROUND;
    let right = widest.clamp(SHARES[0] * size.x, SHARES[1] * size.x);
    let shown = many(high);
    let line = (high / shown).min(MOST);
    // The heading is as wide as the pane.
    let begin = top + line;
    let row = (top + high - below - begin) / rows;
    Some(Parted { lines: Lines { first, shown, top, high: line, right }, left: right, top: begin, row })
}
