//! A table of shades beside lanes: a cell in each column and row, the numbers of the columns, and what the shades mean.

use glam::DVec2;

use super::Painter;
use super::scale::{power_of_ten, round_step};
use crate::picture::flat::{Align, Words};
use crate::picture::font::{self, Weight};
use crate::picture::theme::faded;
use crate::picture::{Form, Mark, Role};

/// A column is about so wide where there is room, points.
const COLUMN: f64 = 14.0;

/// No table is less wide beside lanes, points, and none takes more of the pane.
const NARROWEST: f64 = 104.0;
const MOST: f64 = 0.3;

/// Right of the last column, points.
const RIGHT: f64 = 12.0;

/// Numbers of columns are no nearer to one another than this, points.
const APART: f64 = 26.0;

/// Letters of numbers and words, points.
const LETTERS: f64 = 11.5;

/// The title of a pane reaches so far, points: beside it is too little room for words in a narrow one.
const TITLE: f64 = 84.0;

/// Radius of the dot of a cell without a shade, points.
const DOT: f64 = 0.9;

/// Around a cell, points.
const SEAM: f64 = 0.6;

/// Where the columns of a table are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Table {
    /// Where the first column begins, points from the pane's left.
    pub left: f64,
    /// Width of a column, points.
    column: f64,
    /// The first and the last column.
    range: [u32; 2],
}

impl Table {
    /// In a pane so wide, beside lanes or alone right of their names.
    pub fn of(range: [u32; 2], names: f64, wide: f64, beside: bool) -> Self {
        let count = f64::from(range[1].saturating_sub(range[0]) + 1);
        let room = if beside { (COLUMN * count).clamp(NARROWEST, (MOST * wide).max(NARROWEST)) } else { wide - names };
        let left = (wide - room - RIGHT).max(names);
        Self { left, column: (wide - RIGHT - left) / count, range }
    }

    /// Points from the pane's left; columns are around their numbers.
    fn x(&self, column: f64) -> f64 {
        self.left + (column - f64::from(self.range[0]) + 0.5) * self.column
    }

    fn right(&self) -> f64 {
        self.x(f64::from(self.range[1]) + 0.5)
    }
}

impl Painter {
    /// What a shade means above the table; below it the numbers of its columns and the shades.
    pub(super) fn columns(&mut self, index: usize, decades: [i32; 2], unit: &str, name: &str) {
        let Some(table) = self.map.table else { return };
        let (color, base) = (self.paper.faint, self.map.bottom + 7.0);
        let at = |x: f64, y: f64| DVec2::new(x, y);
        let words =
            |x: f64, y: f64, text, align| Words { at: at(x, y), text, size: LETTERS, align, strong: false, color };
        if table.right() - font::width(name, LETTERS, Weight::Regular) > TITLE {
            self.flat.words(index, &words(table.right(), self.map.top - 10.0, name, Align::End));
        }
        let step = round_step((APART / table.column).max(1.0)).unwrap_or(1.0).ceil() as u32;
        let [first, last] = table.range;
        for column in (first..=last)
            .filter(|column| *column == first || column.is_multiple_of(step) && 4 * (column - first) >= 3 * step)
        {
            let x = table.x(f64::from(column));
            self.flat.line(index, vec![at(x, base - 4.0), at(x, base)], color, 1.0, &[]);
            let number = column.to_string();
            let at = at(x, base + 14.0);
            let number = Words { at, text: &number, size: LETTERS, align: Align::Middle, strong: false, color };
            self.flat.words(index, &number);
        }
        let [low, high] = decades;
        let ends = [power_of_ten(low.into()), format!("{} {unit}", power_of_ten(high.into()))];
        let [before, after] = [&ends[0], &ends[1]].map(|text| font::width(text, LETTERS, Weight::Regular) + 6.0);
        let (y, from, to) = (base + 29.0, table.left + before, table.right() - after);
        self.flat.words(index, &words(table.left, y + 4.0, &ends[0], Align::Start));
        self.flat.words(index, &words(table.right(), y + 4.0, &ends[1], Align::End));
        let (count, ink) = (2 * (high - low).clamp(1, 20), self.theme.ink(Role::Bound).stroke);
        let wide = (to - from) / f64::from(count);
        for k in (0..count).filter(|_| wide > 0.0) {
            let (left, shade) = (from + f64::from(k) * wide, shade_of((f64::from(k) + 0.5) / f64::from(count)));
            let corners = [[left, y - 5.0], [left + wide, y - 5.0], [left + wide, y + 5.0], [left, y + 5.0]];
            self.flat.fill(index, corners.map(DVec2::from_array).to_vec(), faded(ink, shade));
        }
    }

    /// A cell in a shade of its role's ink, or a dot where it has none.
    pub(super) fn cell(&mut self, index: usize, mark: &Mark) {
        let (Some(table), Form::Cell { ends, rows, shade, framed }) = (self.map.table, &mark.form) else { return };
        let ([left, right], [top, bottom]) = (ends.map(|column| table.x(column)), rows.map(|row| self.map.y(row)));
        if ![left, right, top, bottom].iter().all(|x| x.is_finite()) || ends[1] - 0.5 > f64::from(table.range[1]) {
            return;
        }
        let around = |x: f64, y: f64, wide: f64, high: f64| {
            let corners = [[x - wide, y - high], [x + wide, y - high], [x + wide, y + high], [x - wide, y + high]];
            corners.map(DVec2::from_array).to_vec()
        };
        let (x, y) = (0.5 * (left + right), 0.5 * (top + bottom));
        let seam = |length: f64| (0.5 * length - SEAM).max(0.4 * length);
        let whole = around(x, y, seam(right - left), seam(bottom - top));
        let ink = self.theme.ink(mark.role);
        match *shade > 0.0 {
            true => self.flat.fill(index, whole.clone(), faded(ink.stroke, *shade)),
            false => self.flat.fill(index, around(x, y, DOT, DOT), faded(self.paper.faint, 0.5)),
        }
        if *framed {
            let frame = whole.iter().chain(&whole[..1]).copied().collect();
            self.flat.line(index, frame, self.theme.ink(Role::Simplex).stroke, 2.0, &[]);
        }
    }
}

/// How much ink a value takes, from its place among the decades, 0 to 1.
pub fn shade_of(height: f64) -> f64 {
    0.1 + 0.9 * height.clamp(0.0, 1.0)
}
