//! Tables of shades next to lanes: a cell per column and row, the numbers of the columns, and the meaning of the
//! shades. Columns have whole numbers, such as iterations; the rows are those of the lanes (named rows of a diagram),
//! and the shade of a cell shows the magnitude of a value on a logarithmic scale.

use glam::DVec2;

use super::Painter;
use super::scale::{power_of_ten, round_step};
use crate::flat::{Align, Words};
use crate::font::{self, Weight};
use crate::marks::theme::{Rgba, faded};
use crate::{Form, Mark, Role};

/// Width of a column where there is space, points.
const COLUMN_WIDTH: f64 = 14.0;

/// Least width of a table next to lanes, points.
const MIN_WIDTH: f64 = 104.0;

/// Largest share of the pane's width for a table next to lanes.
const MAX_SHARE: f64 = 0.3;

/// Space right of the last column, points.
const RIGHT_MARGIN: f64 = 12.0;

/// Least spacing of the columns' numbers, points.
const MIN_SPACING: f64 = 48.0;

/// Letter height of numbers and words, points.
const LETTER_SIZE: f64 = 11.5;

/// Right end of the pane's title, points: a narrow pane has no space for words next to it.
const TITLE_END: f64 = 84.0;

/// Radius of the dot of a cell without a shade, points.
const DOT_RADIUS: f64 = 0.9;

/// Margin around a cell, points.
const CELL_MARGIN: f64 = 0.6;

/// Opacity of the least shade, which remains visible.
const MIN_OPACITY: f64 = 0.1;

/// Distance from the rows to the lower ends of the ticks at the columns' numbers, points.
const TICKS_BELOW: f64 = 7.0;

/// Length of a tick, points.
const TICK: f64 = 4.0;

/// Distance from the ticks to the baseline of the columns' numbers, points.
const NUMBERS_BELOW: f64 = 14.0;

/// Distance from the ticks to the middle of the scale of shades, points.
const SHADES_BELOW: f64 = 29.0;

/// Half the height of the scale of shades, points.
const HALF_SHADES: f64 = 5.0;

/// Distance of the baseline of the words next to the scale of shades below its middle, points.
const HALF_LETTERS: f64 = 4.0;

/// Gap between the scale of shades and the words next to it, points.
const SHADES_GAP: f64 = 6.0;

/// Distance of the heading's baseline above the rows, points.
const HEADING_ABOVE: f64 = 10.0;

/// Number of samples of shades per decade.
const SHADES_PER_DECADE: i32 = 2;

/// Largest number of decades for which samples of shades are drawn.
const MAX_DECADES: i32 = 20;

/// Positions of a table's columns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Table {
    /// Left of the first column, points from the pane's left.
    pub left: f64,
    /// Width of a column, points.
    column: f64,
    /// First and last column.
    range: [u32; 2],
}

impl Table {
    /// Table of the columns `range` in a pane of the width `pane_width`, right of the lanes (`next_to_lanes`) or, where
    /// these have no scale, right of their names, which end at `names_end`; points.
    pub fn of(range: [u32; 2], names_end: f64, pane_width: f64, next_to_lanes: bool) -> Self {
        let count = f64::from(range[1].saturating_sub(range[0]) + 1);
        let width = if next_to_lanes {
            (COLUMN_WIDTH * count).clamp(MIN_WIDTH, (MAX_SHARE * pane_width).max(MIN_WIDTH))
        } else {
            pane_width - names_end
        };
        let left = (pane_width - width - RIGHT_MARGIN).max(names_end);
        Self { left, column: (pane_width - RIGHT_MARGIN - left) / count, range }
    }

    /// Position of a column, points from the pane's left: column 3 is around 3, and 3.5 is its right end.
    fn x(&self, column: f64) -> f64 {
        self.left + (column - f64::from(self.range[0]) + 0.5) * self.column
    }

    /// Right end of the last column, points from the pane's left.
    fn right(&self) -> f64 {
        self.x(f64::from(self.range[1]) + 0.5)
    }
}

impl Painter {
    /// Draws the meaning of a shade above the table, and the numbers of its columns and the scale of shades below.
    pub(super) fn draw_columns(&mut self, index: usize, decades: [i32; 2], unit: &str, name: &str) {
        let Some(table) = self.map.table else { return };
        let color = self.paper.faint;
        let base = self.map.bottom + TICKS_BELOW;
        if table.right() - font::width(name, LETTER_SIZE, Weight::Regular) > TITLE_END {
            let at = DVec2::new(table.right(), self.map.top - HEADING_ABOVE);
            self.flat.words(index, &table_words(at, name, Align::End, color));
        }
        let step = round_step((MIN_SPACING / table.column).max(1.0)).unwrap_or(1.0).ceil() as u32;
        let [first, last] = table.range;
        for column in first..=last {
            // Multiples of the step have a number, and the first column, unless the two are too near to each other.
            let is_far_from_first = 4 * (column - first) >= 3 * step;
            if column != first && !(column.is_multiple_of(step) && is_far_from_first) {
                continue;
            }
            let x = table.x(f64::from(column));
            self.flat.line(index, vec![DVec2::new(x, base - TICK), DVec2::new(x, base)], color, 1.0, &[]);
            let number = column.to_string();
            let at = DVec2::new(x, base + NUMBERS_BELOW);
            self.flat.words(index, &table_words(at, &number, Align::Middle, color));
        }
        self.draw_scale_of_shades(index, &table, base + SHADES_BELOW, decades, unit);
    }

    /// Draws the scale of shades: samples from the least to the greatest value, 10 to the powers `decades`, with these
    /// values at both ends. Its middle is at `y`, points from the pane's top.
    fn draw_scale_of_shades(&mut self, index: usize, table: &Table, y: f64, [low, high]: [i32; 2], unit: &str) {
        let color = self.paper.faint;
        let ends = [power_of_ten(low.into()), format!("{} {unit}", power_of_ten(high.into()))];
        let [before, after] =
            [&ends[0], &ends[1]].map(|text| font::width(text, LETTER_SIZE, Weight::Regular) + SHADES_GAP);
        let from = table.left + before;
        let to = table.right() - after;
        let base_line = y + HALF_LETTERS;
        self.flat.words(index, &table_words(DVec2::new(table.left, base_line), &ends[0], Align::Start, color));
        self.flat.words(index, &table_words(DVec2::new(table.right(), base_line), &ends[1], Align::End, color));
        let count = SHADES_PER_DECADE * (high - low).clamp(1, MAX_DECADES);
        let ink = self.theme.ink(Role::Bound).stroke;
        let width = (to - from) / f64::from(count);
        if width > 0.0 {
            for k in 0..count {
                let shade = shade_of((f64::from(k) + 0.5) / f64::from(count));
                let left = from + f64::from(k) * width;
                let right = left + width;
                let [top, bottom] = [y - HALF_SHADES, y + HALF_SHADES];
                let corners = [[left, top], [right, top], [right, bottom], [left, bottom]];
                self.flat.fill(index, corners.map(DVec2::from_array).to_vec(), faded(ink, shade));
            }
        }
    }

    /// Draws a cell in a shade of its role's ink, or a dot where it has none.
    pub(super) fn draw_cell(&mut self, index: usize, mark: &Mark) {
        let (Some(table), Form::Cell { ends, rows, shade, framed }) = (self.map.table, &mark.form) else { return };
        let [left, right] = ends.map(|column| table.x(column));
        let [top, bottom] = rows.map(|row| self.map.y(row));
        if ![left, right, top, bottom].iter().all(|x| x.is_finite()) || ends[1] - 0.5 > f64::from(table.range[1]) {
            return;
        }
        let middle = DVec2::new(0.5 * (left + right), 0.5 * (top + bottom));
        let size = DVec2::new(right - left, bottom - top);
        let whole = rectangle(middle, (0.5 * size - CELL_MARGIN).max(0.4 * size));
        let ink = self.theme.ink(mark.role);
        if *shade > 0.0 {
            self.flat.fill(index, whole.clone(), faded(ink.stroke, *shade));
        } else {
            self.flat.fill(index, rectangle(middle, DVec2::splat(DOT_RADIUS)), faded(self.paper.faint, 0.5));
        }
        if *framed {
            let frame = whole.iter().chain(&whole[..1]).copied().collect();
            self.flat.line(index, frame, self.theme.ink(Role::Simplex).stroke, 2.0, &[]);
        }
    }
}

/// Opacity of a value by its position within the decades, 0 to 1.
pub fn shade_of(position: f64) -> f64 {
    MIN_OPACITY + 0.9 * position.clamp(0.0, 1.0)
}

/// Words of a table, with their anchor at `at`.
fn table_words(at: DVec2, text: &str, align: Align, color: Rgba) -> Words<'_> {
    Words { at, text, size: LETTER_SIZE, align, strong: false, color }
}

/// Corners of the rectangle around `middle` with the half widths `half`.
fn rectangle(middle: DVec2, half: DVec2) -> Vec<DVec2> {
    let [low, high] = [middle - half, middle + half];
    vec![low, DVec2::new(high.x, low.y), high, DVec2::new(low.x, high.y)]
}
