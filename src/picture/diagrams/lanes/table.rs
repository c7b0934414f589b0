//! Tables of shades next to lanes: a cell per column and row, the numbers of the columns, and the meaning of the
//! shades.

use glam::DVec2;

use super::Painter;
use super::scale::{power_of_ten, round_step};
use crate::picture::flat::{Align, Words};
use crate::picture::font::{self, Weight};
use crate::picture::marks::theme::{Rgba, faded};
use crate::picture::{Form, Mark, Role};

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
    /// Table in a pane of width `wide`, next to lanes (`next_to_lanes`) or alone right of their names, which end at
    /// `names`.
    pub fn of(range: [u32; 2], names: f64, wide: f64, next_to_lanes: bool) -> Self {
        let count = f64::from(range[1].saturating_sub(range[0]) + 1);
        let available = if next_to_lanes {
            (COLUMN_WIDTH * count).clamp(MIN_WIDTH, (MAX_SHARE * wide).max(MIN_WIDTH))
        } else {
            wide - names
        };
        let left = (wide - available - RIGHT_MARGIN).max(names);
        Self { left, column: (wide - RIGHT_MARGIN - left) / count, range }
    }

    /// Position of a column's number, its center, points from the pane's left.
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
        let base = self.map.bottom + 7.0;
        if table.right() - font::width(name, LETTER_SIZE, Weight::Regular) > TITLE_END {
            let at = DVec2::new(table.right(), self.map.top - 10.0);
            self.flat.words(index, &table_words(at, name, Align::End, color));
        }
        let step = round_step((MIN_SPACING / table.column).max(1.0)).unwrap_or(1.0).ceil() as u32;
        let [first, last] = table.range;
        for column in (first..=last)
            .filter(|column| *column == first || column.is_multiple_of(step) && 4 * (column - first) >= 3 * step)
        {
            let x = table.x(f64::from(column));
            self.flat.line(index, vec![DVec2::new(x, base - 4.0), DVec2::new(x, base)], color, 1.0, &[]);
            let number = column.to_string();
            self.flat.words(index, &table_words(DVec2::new(x, base + 14.0), &number, Align::Middle, color));
        }
        let [low, high] = decades;
        let ends = [power_of_ten(low.into()), format!("{} {unit}", power_of_ten(high.into()))];
        let [before, after] = [&ends[0], &ends[1]].map(|text| font::width(text, LETTER_SIZE, Weight::Regular) + 6.0);
        let y = base + 29.0;
        let from = table.left + before;
        let to = table.right() - after;
        self.flat.words(index, &table_words(DVec2::new(table.left, y + 4.0), &ends[0], Align::Start, color));
        self.flat.words(index, &table_words(DVec2::new(table.right(), y + 4.0), &ends[1], Align::End, color));
        // Two samples of shades per decade.
        let count = 2 * (high - low).clamp(1, 20);
        let ink = self.theme.ink(Role::Bound).stroke;
        let wide = (to - from) / f64::from(count);
        let shown = if wide > 0.0 { count } else { 0 };
        for k in 0..shown {
            let left = from + f64::from(k) * wide;
            let shade = shade_of((f64::from(k) + 0.5) / f64::from(count));
            let corners = [[left, y - 5.0], [left + wide, y - 5.0], [left + wide, y + 5.0], [left, y + 5.0]];
            self.flat.fill(index, corners.map(DVec2::from_array).to_vec(), faded(ink, shade));
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

/// Opacity of a value by its position within the decades, 0 to 1. The least value remains visible.
pub fn shade_of(height: f64) -> f64 {
    0.1 + 0.9 * height.clamp(0.0, 1.0)
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
