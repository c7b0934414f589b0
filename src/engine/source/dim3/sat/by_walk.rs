//! The separating-axis test of two solids with [`EdgePairs::Walk`](super::EdgePairs::Walk): four face axes per step,
//! then one edge of A per step, with all edges of B whose arcs on the Gauss sphere cross its arc.
//!
//! [`Walk`] computes the gaps of a step's axes from few vertices; this module records them in the state of the test.
//! An axis that may become the best one is tested again on the full projections of both bodies, and only that result
//! is stored and reported.

use std::borrow::Borrow;
use std::ops::ControlFlow::{self, Break, Continue};

use super::axis_order::AxisCursor;
use super::posed_pair::PosedPair;
use super::solid::Solid;
use super::stepper::Sat;
use super::walk::{AxisGap, Walk, WalkWorkspace};
use super::{Outcome, StateAfterAxis, Tested, TestedAxes};
use crate::dim3::prelude::*;

impl<S: Borrow<Solid>> Sat<S> {
    /// Runs one step of a test by a walk: tests the next four faces, or the next arc of A that crosses arcs of B.
    /// `None` if the test does not run by a walk, and after the last axis of the walk.
    #[inline(always)]
    pub(super) fn step_walk(&mut self) -> Option<ControlFlow<Outcome>> {
        let mut walk = self.walk.take()?;
        self.found.last = None;
        walk.begin(self.a.borrow());
        walk.gaps.clear();
        self.advance_walk(&mut walk);
        let result = if walk.gaps.is_empty() { None } else { Some(self.record_step(&mut walk)) };
        self.walk = Some(walk);
        result
    }

    /// Moves the cursor to the next faces or arc with axes, and writes the gaps of these axes to `walk.gaps`, which
    /// stays empty if none are left.
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
                    walk.test_faces_of_a(&posed, i); // @four
                    AxisCursor::FacesA(i + 4)
                }
                AxisCursor::FacesB(i) => {
                    walk.test_faces_of_b(&posed, i);
                    AxisCursor::FacesB(i + 4)
                }
                AxisCursor::Edges(mut i, _) => {
                    while walk.gaps.is_empty() && (i as usize) < posed.a.edges.len() {
                        self.pruned = self.pruned.saturating_add(walk.test_arc(&posed, i, irrelevant));
                        i += 1;
                    }
                    AxisCursor::Edges(i, 0)
                }
                AxisCursor::Sides(..) | AxisCursor::Along(_) | AxisCursor::Across(_) | AxisCursor::End => return,
            };
        }
    }

    /// Gap up to which a caller that sets `enough` needs no axis, in the pair's length unit. Less than the best gap by
    /// the rounding error, so that axes that tie with the best are still tested. −∞ if all axes are needed: without
    /// `enough`, and unless the best gap shows an overlap, since for separate bodies the opposite direction of an axis
    /// across edges may have a larger gap.
    #[inline(always)]
    fn irrelevant_gap(&self) -> Real {
        match (self.enough, &self.found.best) {
            (Some(enough), Some(best)) if best.gap + self.found.tie <= 0.0 => {
                enough.min(best.gap - self.found.rounding)
            }
            _ => Real::NEG_INFINITY,
        }
    }

    /// Records the axes of the step in order. Breaks at the first one that separates the bodies, if the options end
    /// the test there; `walk.gaps` then keeps only the axes up to that one.
    #[inline(always)]
    fn record_step(&mut self, walk: &mut Walk) -> ControlFlow<Outcome> {
        walk.steps += 1;
        for k in 0..walk.gaps.len() {
            let tested = walk.gaps[k];
            let gap = self.record_walked(&tested);
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

    /// Counts an axis of the walk and returns its gap. An axis that may be the best one is tested on the full
    /// projections, which replace the walk's gap, and is stored if it is the best.
    #[inline(always)]
    fn record_walked(&mut self, tested: &AxisGap) -> Real {
        let best_gap = self.found.best.map_or(Real::NEG_INFINITY, |best| best.gap);
        if !tested.may_pass(best_gap + self.found.tie) {
            self.found.count(tested.gap, tested.gap);
            return tested.gap;
        }
        let full_test = self.test_alone(tested.axis); // @again
        let gap = full_test.map_or(best_gap, |full_test| full_test.gap);
        let is_best = gap > best_gap + self.found.tie;
        let smaller = if is_best { best_gap } else { gap };
        self.found.count(gap, smaller);
        if is_best {
            self.found.best = full_test;
        }
        gap
    }

    /// The test with the memory of an earlier walk; to be called before the first axis.
    pub(in crate::dim3) fn with_workspace(mut self, workspace: WalkWorkspace) -> Self {
        self.walk = self.walk.map(|walk| walk.with_workspace(workspace));
        self
    }

    /// The memory of the walk, for the next one; `None` without a walk.
    pub(in crate::dim3) fn into_workspace(self) -> Option<WalkWorkspace> {
        self.walk.map(Walk::into_workspace)
    }

    /// State after each axis of the last step, in order, each axis tested again; `None` if the last step was not one
    /// of a walk.
    pub(super) fn states_of_walk_step(&self) -> Option<Vec<StateAfterAxis>> {
        let walk = self.walk.as_ref().filter(|walk| !walk.gaps.is_empty() && self.found.last.is_none())?;
        let mut found = self.found_before_walk_step(walk)?;
        let mut states = Vec::new();
        for candidate in &walk.gaps {
            let best = found.best;
            let Some(tested) = self.test_alone(candidate.axis) else { continue };
            found.record(tested);
            // The step rejects axes by the walk's gap, so they are rejected by that gap here too.
            let gap_to_pass = best.map_or(Real::NEG_INFINITY, |best| best.gap + found.tie);
            if !candidate.may_pass(gap_to_pass) {
                found.best = best;
            }
            states.push(StateAfterAxis { found, pruned: self.pruned });
        }
        // The last state is the test's own one, except that a walk does not store its last axis.
        let last = states.last_mut()?;
        last.found = TestedAxes { last: last.found.last, ..self.found };
        Some(states)
    }

    /// Best axis and counts before the last step of the walk, by a repetition of the steps before it. `None` if the
    /// repetition ends early.
    fn found_before_walk_step(&self, walk: &Walk) -> Option<TestedAxes> {
        let mut before = Sat::placed(self.a.borrow(), self.b.borrow(), self.rotation, self.translation, self.options);
        let has_cached_step = self.options.cached.is_some_and(|axis| before.axis_normal(axis).is_some());
        if has_cached_step && before.step().is_break() {
            return None;
        }
        while before.walk.as_ref().is_some_and(|before| before.steps + 1 < walk.steps) {
            if before.step().is_break() {
                return None;
            }
        }
        Some(before.found)
    }

    /// The other axes whose gaps tie with the best axis, in the order of the test. Tests all axes again.
    pub fn ties(&self) -> Vec<Tested> {
        let Some(best) = self.found.best else { return Vec::new() };
        let mut ties = Vec::new();
        let mut counted = 0;
        let options = super::Options { stop_at_first: false, cached: None, ..self.options };
        let mut repetition = Sat::placed(self.a.borrow(), self.b.borrow(), self.rotation, self.translation, options);
        // The same axes must be skipped, or the counts of axes would differ.
        repetition.enough = self.enough;
        while repetition.step().is_continue() && counted < self.found.tested {
            let remaining = (self.found.tested - counted) as usize;
            for (axis, _) in repetition.axes_of_step().take(remaining) {
                counted += 1;
                let Some(tested) = repetition.result_on(axis) else { continue };
                let is_tie = (tested.gap - best.gap).abs() <= self.found.tie;
                if is_tie && tested.axis != best.axis {
                    ties.push(tested);
                }
            }
        }
        ties
    }
}
