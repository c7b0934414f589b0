//! Density strips, which replace very many bars on a lane (a row of a diagram with a horizontal scale of values): they
//! show by tones how many bars there are at each value.

use glam::DVec2;

use super::{Painter, is_member_bar};
use crate::marks::theme::faded;
use crate::{Form, Mark, Role};

/// Number of members' bars from which a density strip replaces them.
pub(super) const MIN_DENSE: usize = 400;

/// Width of the strip's columns, points.
const COLUMN_WIDTH: f64 = 2.0;

/// Number of tones of the strip.
const TONES: usize = 8;

/// Opacity that the tones approach for small counts.
const MIN_OPACITY: f64 = 0.12;

/// Difference between the opacity of the largest count and [`MIN_OPACITY`].
const OPACITY_RANGE: f64 = 0.68;

/// Margin above and below the strip, as a share of its lane.
const INSET: f64 = 0.15;

impl Painter {
    /// Draws a strip on each lane in place of its members' bars (those of one body among many), if there are very many.
    pub(super) fn draw_density(&mut self, marks: &[Mark]) {
        if self.members < MIN_DENSE {
            return;
        }
        for lane in marks {
            let Form::Lane { rows, .. } = &lane.form else { continue };
            let bars = marks.iter().enumerate().filter_map(|(i, mark)| match &mark.form {
                Form::Interval { ends, row, .. } if is_member_bar(mark) && *row >= rows[0] && *row < rows[1] => {
                    Some((i, *ends))
                }
                _ => None,
            });
            self.draw_strip(bars, *rows);
        }
    }

    /// Number of columns of a strip, at least 1.
    fn strip_columns(&self) -> usize {
        ((self.map.right - self.map.left) / COLUMN_WIDTH).ceil().max(1.0) as usize
    }

    /// Number of the column of a strip that contains a value, from 0; that of the nearer end for values off the scale,
    /// which may be the number of columns.
    fn strip_column_at(&self, value: f64) -> usize {
        ((self.map.clamped(value).0 - self.map.left) / COLUMN_WIDTH) as usize
    }

    /// Draws the strip of bars with these mark indices and ends, in the rows of their lane.
    fn draw_strip(&mut self, bars: impl Iterator<Item = (usize, [f64; 2])>, rows: [f64; 2]) {
        let columns = self.strip_columns();
        // Change of the number of bars at the start of each column; the last entry collects bars that do not end.
        let mut steps = vec![0i64; columns + 1];
        let mut mark = None;
        for (i, ends) in bars {
            mark = mark.or(Some(i));
            let [from, to] = ends.map(|value| self.strip_column_at(value));
            steps[from.min(columns)] += 1;
            steps[(to + 1).min(columns)] -= 1;
        }
        let Some(mark) = mark else { return };
        let mut open = 0;
        let mut counts = Vec::with_capacity(columns);
        for step in &steps[..columns] {
            open += step;
            counts.push(open);
        }
        self.draw_tones(mark, &counts, rows);
    }

    /// Draws bars that are counted already, in equal intervals between two values: each column of the strip has the
    /// largest count of the intervals in it.
    pub(super) fn draw_counted_strip(&mut self, mark: usize, [low, high]: [f64; 2], rows: [f64; 2], counted: &[u32]) {
        let columns = self.strip_columns();
        let mut counts = vec![0i64; columns];
        let interval_width = (high - low) / counted.len().max(1) as f64;
        for (k, count) in counted.iter().enumerate().filter(|(_, count)| **count > 0) {
            let [from, to] = [k, k + 1].map(|k| low + k as f64 * interval_width);
            if to < self.map.value(self.map.left) || from > self.map.value(self.map.right) {
                continue;
            }
            let [from, to] = [from, to].map(|value| self.strip_column_at(value));
            for column in &mut counts[from.min(columns - 1)..=to.min(columns - 1)] {
                *column = (*column).max(i64::from(*count));
            }
        }
        self.draw_tones(mark, &counts, rows);
    }

    /// Draws the counts of a strip's columns in a few tones, adjacent columns of one tone as one rectangle.
    fn draw_tones(&mut self, mark: usize, counts: &[i64], rows: [f64; 2]) {
        let columns = counts.len();
        let most = counts.iter().copied().max().unwrap_or(0).max(1);
        let tones: Vec<usize> = counts.iter().map(|count| (*count as usize * TONES).div_ceil(most as usize)).collect();
        let [top, bottom] = rows.map(|row| self.map.y(row));
        let inset = INSET * (bottom - top);
        let ink = self.theme.ink(Role::Member);
        let mut start = 0;
        for column in 1..=columns {
            if column < columns && tones[column] == tones[start] {
                continue;
            }
            let share = tones[start] as f64 / TONES as f64;
            if share > 0.0 {
                let [left, right] = [start, column].map(|edge| self.map.left + edge as f64 * COLUMN_WIDTH);
                let [top, bottom] = [top + inset, bottom - inset];
                let corners = [[left, top], [right, top], [right, bottom], [left, bottom]];
                let color = faded(ink.stroke, MIN_OPACITY + OPACITY_RANGE * share);
                self.flat.fill(mark, corners.map(DVec2::from_array).to_vec(), color);
            }
            start = column;
        }
    }
}
