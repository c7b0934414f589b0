//! The separating-axis test of two boxes by triples: three of the fifteen axes per step instead of one.
//!
//! - **Steps.** Each of the first five steps computes an [`AxisTriple`], in whose lanes the three axes are evaluated
//!   together, and stores only their gaps. The sixth step projects the boxes on the best axis once more, alone, and
//!   ends the test; the answer reports that projection.
//! - **Parallel edges.** Two parallel edges span no axis. Their gap is stored as −∞, and they count as a skipped pair.
//! - **Single axes.** A debugger shows one axis at a time, so [`Sat::axis_by_axis`] reconstructs the state after each
//!   axis of a step. The functions that list the axes of a step serve the other two modes too: one axis per step, and
//!   the walk over arcs.

use std::borrow::Borrow;
use std::ops::ControlFlow::{self, Break, Continue};

use super::axis_triples::{AxisTriple, BoxAxes, TRIPLES};
use super::solid::Solid;
use super::stepper::Sat;
use super::{Axis, Outcome, Tested, TestedAxes};
use crate::dim3::prelude::*;

/// State of a test after one of the axes of a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StateAfterAxis {
    /// Best axis, largest gap and counts after this axis. `found.last` is `None` if the step has no further axis, only
    /// skipped pairs of edges.
    pub found: TestedAxes,
    /// Number of edge pairs skipped up to this axis.
    pub pruned: u32,
}

impl<S: Borrow<Solid>> Sat<S> {
    /// Switches to three axes per step if both bodies are boxes and the options require all axes: the answer is the
    /// same, and is found faster. Other tests stay as they are.
    #[must_use]
    pub fn by_triples(mut self) -> Self {
        let requires_all_axes = !self.options.stop_at_first && self.options.cached.is_none();
        let half_extents_a = self.a.borrow().half_extents;
        let half_extents_b = self.b.borrow().half_extents;
        if let (Some(h), Some(k), true) = (half_extents_a, half_extents_b, requires_all_axes) {
            self.triples = Some(BoxAxes::new([h, k]));
        }
        self
    }

    /// Whether the test runs by triples.
    pub fn is_by_triples(&self) -> bool {
        self.triples.is_some()
    }

    /// Runs one step of a test by triples: computes the next triple or, after the last one, tests the best axis alone
    /// and ends. `None` if the test does not run by triples.
    #[inline(always)]
    pub(super) fn step_triple(&mut self) -> Option<ControlFlow<Outcome>> {
        let triples = self.triples.as_mut()?;
        if triples.done < TRIPLES {
            let triple = triples.advance(&self.rotation, self.translation); // @row
            self.update_best_of_triple(&triple);
            return Some(Continue(()));
        }
        let best_axis = triples.best_axis();
        self.found.best = best_axis.and_then(|axis| self.test_alone(axis)); // @row-again
        let outcome = self.found.outcome_after_all_axes();
        self.outcome = Some(outcome);
        Some(Break(outcome))
    }

    /// Counts the axes of a triple in order, and stores the index of each that is better than the best one before it.
    #[inline(always)]
    fn update_best_of_triple(&mut self, triple: &AxisTriple) {
        let Some(triples) = &self.triples else { return };
        let [x, y, z, _] = triples.gaps[triple.number()];
        let mut best = triples.best_gap();
        let mut best_index = triples.best_index;
        for (lane, gap) in [x, y, z].into_iter().enumerate() {
            if gap == Real::NEG_INFINITY {
                self.pruned += 1;
                continue;
            }
            let is_better = gap > best + self.found.tie;
            let smaller = if is_better { best } else { gap };
            self.found.count(gap, smaller);
            if is_better {
                best = gap; // @row-best
                best_index = Some(3 * triple.number() + lane);
            }
            self.raise_ceiling(gap, triple.angle_error());
        }
        if let Some(triples) = &mut self.triples {
            triples.best_index = best_index;
        }
    }

    /// Computes the next triple of two boxes for a sweep, which evaluates all axes itself: only the largest gap is
    /// updated, not the best axis. `None` after the last triple, and if the test does not run by triples.
    #[inline(always)]
    pub(in crate::dim3) fn next_triple(&mut self) -> Option<AxisTriple> {
        let triples = self.triples.as_mut().filter(|triples| triples.done < TRIPLES)?;
        let triple = triples.advance(&self.rotation, self.translation);
        let [x, y, z, _] = triples.gaps[triple.number()];
        self.found.largest = self.found.largest.max(x).max(y).max(z);
        Some(triple)
    }

    /// Computes a triple of two boxes again, by its index; `None` if the test has not computed it before.
    pub(in crate::dim3) fn triple(&self, number: usize) -> Option<AxisTriple> {
        let triples = self.triples.as_ref().filter(|triples| number < triples.done)?;
        Some(triples.triple(number, &self.rotation, self.translation))
    }

    /// Result on the best of the first `count` axes of a test by triples, in the order of the test. `None` for other
    /// tests, and if no axis was computed.
    #[cold]
    pub(in crate::dim3) fn best_of_triples(&self, count: u32) -> Option<Tested> {
        let triples = self.triples.as_ref()?;
        let mut best_axis = None;
        let mut best_gap = Real::NEG_INFINITY;
        for (axis, gap) in triples.axis_gaps().take(count as usize) {
            if gap > best_gap + self.found.tie {
                best_axis = Some(axis);
                best_gap = gap;
            }
        }
        self.test_alone(best_axis?)
    }

    /// Axes of the last step with their gaps, in order, in any mode: one axis, up to three of a triple, or those of a
    /// step of a walk.
    #[inline(always)]
    pub(in crate::dim3) fn axes_of_step(&self) -> impl Iterator<Item = (Axis, Real)> + '_ {
        self.single_or_triple_of_step().into_iter().flatten().chain(self.walked_axes_of_step())
    }

    /// Axes of the last step with their gaps, in order, without those of a walk: up to three in a test by triples,
    /// which has `None` for parallel edges, otherwise at most one.
    #[inline(always)]
    pub(in crate::dim3) fn single_or_triple_of_step(&self) -> [Option<(Axis, Real)>; 3] {
        let Some(triples) = &self.triples else {
            let single = self.found.last.map(|now| (now.axis, now.gap));
            return [single, None, None];
        };
        let last_triple = triples.done.saturating_sub(1);
        [0, 1, 2].map(|lane| triples.axis_gap(last_triple, lane))
    }

    /// Axes of the last step of a walk with their gaps, in order; none for tests without a walk.
    #[inline(always)]
    pub(in crate::dim3) fn walked_axes_of_step(&self) -> impl Iterator<Item = (Axis, Real)> + '_ {
        self.walk.iter().flat_map(|walk| walk.gaps.iter().map(|tested| (tested.axis, tested.gap)))
    }

    /// Result on an axis of the last step: the stored one if there is one, otherwise computed again. `None` if edges
    /// span no axis.
    pub(in crate::dim3) fn result_on(&self, axis: Axis) -> Option<Tested> {
        let stored = [self.found.last, self.found.best].into_iter().flatten().find(|tested| tested.axis == axis);
        stored.or_else(|| self.test_alone(axis))
    }

    /// State after each axis of the last step, in order; never empty. Axes of a triple or a walk are tested again,
    /// since their step stores only gaps.
    pub fn axis_by_axis(&self) -> Vec<StateAfterAxis> {
        if let Some(states) = self.states_of_walk_step() {
            return states;
        }
        match &self.triples {
            Some(triples) if self.outcome.is_none() && triples.done > 0 => self.states_of_triple_step(triples),
            _ => vec![StateAfterAxis { found: self.found, pruned: self.pruned }],
        }
    }

    /// State after each axis of the last triple, in order. Pairs of edges that are skipped after the last axis make a
    /// state of their own, without an axis.
    fn states_of_triple_step(&self, triples: &BoxAxes) -> Vec<StateAfterAxis> {
        let mut found = TestedAxes::new(self.found.rounding, self.found.tie);
        let mut pruned = 0;
        let mut states: Vec<StateAfterAxis> = Vec::new();
        // The counts and the best axis depend on all triples, so those before the last are replayed too.
        for triple in 0..triples.done {
            states.clear();
            for lane in 0..3 {
                let axis_and_gap = triples.axis_gap(triple, lane);
                let result = axis_and_gap.and_then(|(axis, gap)| Some(Tested { gap, ..self.test_alone(axis)? }));
                match result {
                    Some(tested) => {
                        found.record(tested);
                        states.push(StateAfterAxis { found, pruned });
                    }
                    None => pruned += 1,
                }
            }
        }
        let pruned_at_last_axis = states.last().map_or(0, |state| state.pruned);
        if pruned > pruned_at_last_axis {
            states.push(StateAfterAxis { found: TestedAxes { last: None, ..found }, pruned });
        }
        states
    }
}
