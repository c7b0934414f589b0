//! The test of two boxes, one row of three axes per step, and the reconstruction of the state after each single axis.

use std::borrow::Borrow;
use std::ops::ControlFlow::{self, Break, Continue};

use super::super::prelude::*;
use super::rows::{ROWS, Row, Rows, axis};
use super::solid::Solid;
use super::stepper::Sat;
use super::{Axis, Found, Outcome, Tested};

impl<S: Borrow<Solid>> Sat<S> {
    /// Switches to rows of three axes per step, if all axes of two boxes are tested. Faster, with the same answer.
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

    /// Tests the next row of two boxes; after the last, the best axis alone. `None` unless the test runs by rows.
    #[inline(always)]
    pub(super) fn step_row(&mut self) -> Option<ControlFlow<Outcome>> {
        let rows = self.rows.as_mut()?;
        if rows.done < ROWS {
            let row = rows.advance(&self.rotation, self.translation); // @row
            self.update_best_of_row(&row);
            return Some(Continue(()));
        }
        let taken = rows.taken.map(|line| axis(line / 3, line % 3));
        self.found.best = taken.and_then(|axis| self.alone(axis)); // @row-again
        let outcome = self.found.conclude();
        self.outcome = Some(outcome);
        Some(Break(outcome))
    }

    /// Updates the best axis with the axes of a row that are better, in order.
    #[inline(always)]
    fn update_best_of_row(&mut self, row: &Row) {
        let Some(rows) = &self.rows else { return };
        let [gaps @ .., _] = rows.gaps[row.number()];
        let mut best = rows.best();
        let mut taken = rows.taken;
        for (lane, gap) in gaps.into_iter().enumerate() {
            if gap == Real::NEG_INFINITY {
                self.pruned += 1;
                continue;
            }
            let better = gap > best + self.found.tie;
            self.found.count(gap, if better { best } else { gap });
            if better {
                best = gap; // @row-best
                taken = Some(3 * row.number() + lane);
            }
            self.raise_ceiling(gap, row.off());
        }
        if let Some(rows) = &mut self.rows {
            rows.taken = taken;
        }
    }

    /// Whether the test runs by rows.
    pub fn is_by_rows(&self) -> bool {
        self.rows.is_some()
    }

    /// Advances to the next row of two boxes, for a caller that needs all axes. `None` after the last row, and if the
    /// test does not run by rows.
    #[inline(always)]
    pub(in super::super) fn next_row(&mut self) -> Option<Row> {
        let rows = self.rows.as_mut().filter(|rows| rows.done < ROWS)?;
        let row = rows.advance(&self.rotation, self.translation);
        let [x, y, z, _] = rows.gaps[rows.done - 1];
        self.found.largest = self.found.largest.max(x).max(y).max(z);
        Some(row)
    }

    /// Recomputes a row of two boxes that was already tested.
    pub(in super::super) fn row(&self, number: usize) -> Option<Row> {
        let rows = self.rows.as_ref().filter(|rows| number < rows.done)?;
        Some(rows.row(number, &self.rotation, self.translation))
    }

    /// The best of the first `tried` axes, of a test by rows.
    #[cold]
    pub(in super::super) fn best_of_rows(&self, tried: u32) -> Option<Tested> {
        let rows = self.rows.as_ref()?;
        let lines = (0..rows.done).flat_map(|row| (0..3).map(move |lane| (rows.gaps[row][lane], row, lane)));
        let lines = lines.filter(|(gap, ..)| *gap > Real::NEG_INFINITY).take(tried as usize);
        let (_, row, lane) = lines.reduce(|best, line| if line.0 > best.0 + self.found.tie { line } else { best })?;
        self.alone(axis(row, lane))
    }

    /// The axes of the last step with their gaps: one; three of a row, without parallel edges; or those of a walk.
    #[inline(always)]
    pub(in super::super) fn lines_of_step(&self) -> impl Iterator<Item = (Axis, Real)> + '_ {
        self.row_of_step().into_iter().flatten().chain(self.walked_in_step())
    }

    /// The axes of the last step with their gaps, of a test without a walk.
    #[inline(always)]
    pub(in super::super) fn row_of_step(&self) -> [Option<(Axis, Real)>; 3] {
        let Some(rows) = &self.rows else { return [self.found.now.map(|now| (now.axis, now.gap)), None, None] };
        let row = rows.done.saturating_sub(1);
        let gaps = &rows.gaps[row];
        [0, 1, 2].map(|lane| (gaps[lane] > Real::NEG_INFINITY).then(|| (axis(row, lane), gaps[lane])))
    }

    /// The axes of the last step of a walk, with their gaps.
    #[inline(always)]
    pub(in super::super) fn walked_in_step(&self) -> impl Iterator<Item = (Axis, Real)> + '_ {
        self.walk.iter().flat_map(|walk| walk.lines.iter().map(|line| (line.axis, line.gap)))
    }

    /// Result for an axis of the last step.
    pub(in super::super) fn tested(&self, axis: Axis) -> Option<Tested> {
        let known = [self.found.now, self.found.best].into_iter().flatten().find(|line| line.axis == axis);
        known.or_else(|| self.alone(axis))
    }

    /// State after each axis of the last step, in order, and the number of edge pairs skipped until then. A row stores
    /// only gaps, so each of its axes is tested again; pairs skipped after the last axis make an entry without an axis.
    pub fn axis_by_axis(&self) -> Vec<(Found, u32)> {
        if let Some(walked) = self.walked() {
            return walked;
        }
        let Some(rows) = self.rows.as_ref().filter(|_| self.outcome.is_none()) else {
            return vec![(self.found, self.pruned)];
        };
        let mut found = Found::new(self.found.rounding, self.found.tie);
        let mut pruned = 0;
        let mut lines = Vec::new();
        for row in 0..rows.done {
            lines.clear();
            for lane in 0..3 {
                let gap = rows.gaps[row][lane];
                match self.alone(axis(row, lane)).filter(|_| gap > Real::NEG_INFINITY) {
                    Some(tested) => {
                        found.record(Tested { gap, ..tested });
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
