//! The test of two solids by a walk over arcs: four faces per step, then one arc of A per step.

use std::borrow::Borrow;
use std::ops::ControlFlow::{self, Break, Continue};

use super::super::prelude::*;
use super::axis_order::AxisCursor;
use super::posed_pair::PosedPair;
use super::solid::Solid;
use super::stepper::Sat;
use super::walk::{AxisGap, Walk, WalkWorkspace};
use super::{Found, Outcome, Tested};

impl<S: Borrow<Solid>> Sat<S> {
    /// Tests the next four faces, or the next arc of A that crosses arcs of B. `None` if the test does not run by a
    /// walk, or if the walk has no next axis.
    #[inline(always)]
    pub(super) fn step_walk(&mut self) -> Option<ControlFlow<Outcome>> {
        let mut walk = self.walk.take()?;
        self.found.now = None;
        walk.begin(self.a.borrow());
        walk.gaps.clear();
        self.advance_walk(&mut walk);
        let result = if walk.gaps.is_empty() { None } else { Some(self.update_best_of_step(&mut walk)) };
        self.walk = Some(walk);
        result
    }

    /// Advances to the next axes, if any are left.
    #[inline(always)]
    fn advance_walk(&mut self, walk: &mut Walk) {
        let rotation = &self.rotation;
        let translation = self.translation;
        let irrelevant = self.irrelevant_gap();
        while walk.gaps.is_empty() {
            self.cursor = self.skip_to_existing(self.cursor);
            let posed = PosedPair { a: self.a.borrow(), b: self.b.borrow(), rotation, translation };
            self.cursor = match self.cursor {
                AxisCursor::FacesA(i) => {
                    walk.faces_of_a(&posed, i); // @four
                    AxisCursor::FacesA(i + 4)
                }
                AxisCursor::FacesB(i) => {
                    walk.faces_of_b(&posed, i);
                    AxisCursor::FacesB(i + 4)
                }
                AxisCursor::Edges(mut i, _) => {
                    while walk.gaps.is_empty() && (i as usize) < posed.a.edges.len() {
                        self.pruned = self.pruned.saturating_add(walk.arc(&posed, i, irrelevant));
                        i += 1;
                    }
                    AxisCursor::Edges(i, 0)
                }
                AxisCursor::Sides(..) | AxisCursor::Along(_) | AxisCursor::Across(_) | AxisCursor::End => return,
            };
        }
    }

    /// Gap up to which an axis is irrelevant to a caller that sets `enough`; axes that tie with the best stay relevant.
    /// −∞ if all axes are relevant: without `enough`, and unless the best gap shows an overlap, since for separate
    /// bodies the opposite direction of an axis across edges counts too.
    #[inline(always)]
    fn irrelevant_gap(&self) -> Real {
        match (self.enough, &self.found.best) {
            (Some(enough), Some(best)) if best.gap + self.found.tie <= 0.0 => {
                enough.min(best.gap - self.found.rounding)
            }
            _ => Real::NEG_INFINITY,
        }
    }

    /// Updates the best axis with the axes of the step that are better, in order.
    #[inline(always)]
    fn update_best_of_step(&mut self, walk: &mut Walk) -> ControlFlow<Outcome> {
        walk.steps += 1;
        for k in 0..walk.gaps.len() {
            let tested = walk.gaps[k];
            let gap = self.update_best(&tested);
            self.raise_ceiling(gap, tested.angle_error);
            if self.options.stop_at_first && self.is_best_separating() {
                walk.gaps.truncate(k + 1);
                self.outcome = Some(Outcome::Separated);
                return Break(Outcome::Separated);
            }
        }
        Continue(())
    }

    /// Whether the best axis separates the bodies.
    fn is_best_separating(&self) -> bool {
        self.found.best.as_ref().is_some_and(|best| self.found.separates(best).holds())
    }

    /// Tests an axis on the full projections if it may be the best, makes it the best if it is, and returns its gap.
    #[inline(always)]
    fn update_best(&mut self, tested: &AxisGap) -> Real {
        let best = self.found.best.map_or(Real::NEG_INFINITY, |best| best.gap);
        if !tested.may_pass(best + self.found.tie) {
            self.found.count(tested.gap, tested.gap);
            return tested.gap;
        }
        let full_test = self.test_alone(tested.axis); // @again
        let gap = full_test.map_or(best, |full_test| full_test.gap);
        let is_best = gap > best + self.found.tie;
        self.found.count(gap, if is_best { best } else { gap });
        if is_best {
            self.found.best = full_test;
        }
        gap
    }

    /// Returns the test with the lists of an earlier walk, for reuse; to be called before the first axis.
    pub(in super::super) fn with_workspace(mut self, workspace: WalkWorkspace) -> Self {
        self.walk = self.walk.map(|walk| walk.with_workspace(workspace));
        self
    }

    /// The lists of the walk, for reuse; `None` without a walk.
    pub(in super::super) fn into_workspace(self) -> Option<WalkWorkspace> {
        self.walk.map(Walk::into_workspace)
    }

    /// State after each axis of the last step, in order, with the number of edge pairs skipped; `None` if that was no
    /// step of a walk. Each axis is tested again.
    pub(super) fn states_of_walk_step(&self) -> Option<Vec<(Found, u32)>> {
        let walk = self.walk.as_ref().filter(|walk| !walk.gaps.is_empty() && self.found.now.is_none())?;
        let mut before = Sat::placed(self.a.borrow(), self.b.borrow(), self.rotation, self.translation, self.options);
        if self.options.cached.is_some_and(|axis| before.axis_normal(axis).is_some()) && before.step().is_break() {
            return None;
        }
        while before.walk.as_ref().is_some_and(|before| before.steps + 1 < walk.steps) {
            if before.step().is_break() {
                return None;
            }
        }
        let mut found = before.found;
        let mut states = Vec::new();
        for candidate in &walk.gaps {
            let best = found.best;
            let Some(tested) = self.test_alone(candidate.axis) else { continue };
            found.record(tested);
            // The step rejects axes by their gap, so they are rejected here too.
            if !candidate.may_pass(best.map_or(Real::NEG_INFINITY, |best| best.gap + found.tie)) {
                found.best = best;
            }
            states.push((found, self.pruned));
        }
        if let Some((last, _)) = states.last_mut() {
            *last = Found { now: last.now, ..self.found };
        }
        Some(states).filter(|states| !states.is_empty())
    }

    /// The other axes whose gaps tie with the best axis, in the order of the test. Tests all axes again.
    pub fn ties(&self) -> Vec<Tested> {
        let Some(best) = self.found.best else { return Vec::new() };
        let mut ties = Vec::new();
        let mut counted = 0;
        let options = super::Options { stop_at_first: false, cached: None, ..self.options };
        let mut again = Sat::placed(self.a.borrow(), self.b.borrow(), self.rotation, self.translation, options);
        // The same axes must be skipped, or the counts of axes would differ.
        again.enough = self.enough;
        while again.step().is_continue() && counted < self.found.tested {
            for (axis, _) in again.axes_of_step().take((self.found.tested - counted) as usize) {
                counted += 1;
                let tested = again.result_on(axis).filter(|tested| tested.axis != best.axis);
                ties.extend(tested.filter(|tested| (tested.gap - best.gap).abs() <= self.found.tie));
            }
        }
        ties
    }
}
