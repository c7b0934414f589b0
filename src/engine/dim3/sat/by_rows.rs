//! The test of two boxes, a row of lines a step: what is taken of a row, and what each of its lines would have been alone.

use std::borrow::Borrow;
use std::ops::ControlFlow::{self, Break, Continue};

use super::super::prelude::*;
use super::rows::{ROWS, Row, Rows, axis};
use super::solid::Solid;
use super::stepper::Sat;
use super::{Axis, Found, Outcome, Tested};

impl<S: Borrow<Solid>> Sat<S> {
    /// The same test a row of three lines a step, where all lines of two boxes are tried: the answer is the same, sooner.
    #[must_use]
    pub fn by_rows(mut self) -> Self {
        let options = &self.options;
        if let (Some(h), Some(k), false, None) =
            (self.a.borrow().half_extents, self.b.borrow().half_extents, options.stop_at_first, options.cached)
        {
            self.rows = Some(Rows::new([h, k]));
        }
        self
    }

    /// The next row of two boxes; after the last one the line that is taken, alone.
    #[inline(always)]
    pub(super) fn step_row(&mut self) -> Option<ControlFlow<Outcome>> {
        let rows = self.rows.as_mut()?;
        if rows.done < ROWS {
            let row = rows.advance(&self.rotation, self.translation); // @row
            self.weigh_row(&row);
            return Some(Continue(()));
        }
        let taken = rows.taken.map(|line| axis(line / 3, line % 3));
        self.found.best = taken.and_then(|axis| self.alone(axis)); // @row-again
        let outcome = self.found.conclude();
        self.outcome = Some(outcome);
        Some(Break(outcome))
    }

    /// Takes of the row at hand the lines that are better than what is taken, in order.
    #[inline(always)]
    fn weigh_row(&mut self, row: &Row) {
        let Some(rows) = &self.rows else { return };
        let [gaps @ .., _] = rows.gaps[row.number()];
        let (mut best, mut taken) = (rows.best(), rows.taken);
        for (lane, gap) in gaps.into_iter().enumerate() {
            if gap == Real::NEG_INFINITY {
                self.pruned += 1;
                continue;
            }
            let better = gap > best + self.found.tie;
            self.found.count(gap, if better { best } else { gap });
            if better {
                (best, taken) = (gap, Some(3 * row.number() + lane)); // @row-best
            }
            self.raise_ceiling(gap, row.off());
        }
        if let Some(rows) = &mut self.rows {
            rows.taken = taken;
        }
    }

    /// Whether it is so tried.
    pub fn is_by_rows(&self) -> bool {
        self.rows.is_some()
    }

    /// The next row of two boxes, of a caller who asks for more than the line taken; none after the last, and of others.
    #[inline(always)]
    pub(in super::super) fn next_row(&mut self) -> Option<Row> {
        let rows = self.rows.as_mut().filter(|rows| rows.done < ROWS)?;
        let row = rows.advance(&self.rotation, self.translation);
        let [x, y, z, _] = rows.gaps[rows.done - 1];
        self.found.largest = self.found.largest.max(x).max(y).max(z);
        Some(row)
    }

    /// A row of two boxes once more, of those that were tried.
    pub(in super::super) fn row(&self, number: usize) -> Option<Row> {
        let rows = self.rows.as_ref().filter(|rows| number < rows.done)?;
        Some(rows.row(number, &self.rotation, self.translation))
    }

    /// The line taken of the first so many, of rows that were tried so.
    #[cold]
    pub(in super::super) fn best_of_rows(&self, tried: u32) -> Option<Tested> {
        let rows = self.rows.as_ref()?;
        let lines = (0..rows.done).flat_map(|row| (0..3).map(move |lane| (rows.gaps[row][lane], row, lane)));
        let lines = lines.filter(|(gap, ..)| *gap > Real::NEG_INFINITY).take(tried as usize);
        let (_, row, lane) = lines.reduce(|best, line| if line.0 > best.0 + self.found.tie { line } else { best })?;
        self.alone(axis(row, lane))
    }

    /// The lines of the last step with their gaps: one; of a row three, less those of parallel edges; or those of a walk.
    #[inline(always)]
    pub(in super::super) fn lines_of_step(&self) -> impl Iterator<Item = (Axis, Real)> + '_ {
        self.row_of_step().into_iter().flatten().chain(self.walked_in_step())
    }

    /// The same where nothing is walked.
    #[inline(always)]
    pub(in super::super) fn row_of_step(&self) -> [Option<(Axis, Real)>; 3] {
        let Some(rows) = &self.rows else { return [self.found.now.map(|now| (now.axis, now.gap)), None, None] };
        let row = rows.done.saturating_sub(1);
        let gaps = &rows.gaps[row];
        [0, 1, 2].map(|lane| (gaps[lane] > Real::NEG_INFINITY).then(|| (axis(row, lane), gaps[lane])))
    }

    /// The lines of the last step of a walk.
    #[inline(always)]
    pub(in super::super) fn walked_in_step(&self) -> impl Iterator<Item = (Axis, Real)> + '_ {
        self.walk.iter().flat_map(|walk| walk.lines.iter().map(|line| (line.axis, line.gap)))
    }

    /// What was found on a line of the last step.
    pub(in super::super) fn tested(&self, axis: Axis) -> Option<Tested> {
        let known = |line: &Tested| line.axis == axis;
        self.found.now.filter(known).or(self.found.best.filter(known)).or_else(|| self.alone(axis))
    }

    /// What was known after each line of the last step, in order, and how many pairs of edges were skipped until then. Of a row,
    /// whose state holds gaps alone, each line is tried again; pairs skipped after the last of its lines come without one.
    pub fn line_by_line(&self) -> Vec<(Found, u32)> {
        if let Some(walked) = self.walked() {
            return walked;
        }
        let Some(rows) = self.rows.as_ref().filter(|_| self.outcome.is_none()) else {
            return vec![(self.found, self.pruned)];
        };
        let (mut found, mut pruned, mut lines) = (Found::new(self.found.rounding, self.found.tie), 0, Vec::new());
        for row in 0..rows.done {
            lines.clear();
            for lane in 0..3 {
                let gap = rows.gaps[row][lane];
                match self.alone(axis(row, lane)).filter(|_| gap > Real::NEG_INFINITY) {
                    Some(tested) => {
                        found.weigh(Tested { gap, ..tested });
                        lines.push((found, pruned));
                    }
                    None => pruned += 1,
                }
            }
        }
        if pruned > lines.last().map_or(0, |(_, pruned)| *pruned) {
            lines.push((Found { now: None, ..found }, pruned));
        }
        if lines.is_empty() { vec![(self.found, self.pruned)] } else { lines }
    }
}
