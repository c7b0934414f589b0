//! The test of two boxes, three axes per step, and the reconstruction of the state after each single axis.

use std::borrow::Borrow;
use std::ops::ControlFlow::{self, Break, Continue};

use super::super::prelude::*;
use super::axis_triples::{AxisTriple, BoxAxes, TRIPLES, axis};
use super::solid::Solid;
use super::stepper::Sat;
use super::{Axis, Found, Outcome, Tested};

impl<S: Borrow<Solid>> Sat<S> {
    /// Switches to three axes per step, a triple, if all axes of two boxes are tested; otherwise changes nothing.
    /// Faster, with the same answer.
    #[must_use]
    pub fn by_triples(mut self) -> Self {
        let options = &self.options;
        if let (Some(h), Some(k), false, None) =
            (self.a.borrow().half_extents, self.b.borrow().half_extents, options.stop_at_first, options.cached)
        {
            self.triples = Some(BoxAxes::new([h, k]));
        }
        self
    }

    /// Tests the next triple of two boxes; after the last, the best axis alone. `None` unless the test runs by triples.
    #[inline(always)]
    pub(super) fn step_triple(&mut self) -> Option<ControlFlow<Outcome>> {
        let triples = self.triples.as_mut()?;
        if triples.done < TRIPLES {
            let triple = triples.advance(&self.rotation, self.translation); // @row
            self.update_best_of_triple(&triple);
            return Some(Continue(()));
        }
        let best_axis = triples.best_index.map(|index| axis(index / 3, index % 3));
        self.found.best = best_axis.and_then(|axis| self.test_alone(axis)); // @row-again
        let outcome = self.found.outcome_after_all_axes();
        self.outcome = Some(outcome);
        Some(Break(outcome))
    }

    /// Updates the best axis with the axes of a triple that are better, in order.
    #[inline(always)]
    fn update_best_of_triple(&mut self, triple: &AxisTriple) {
        let Some(triples) = &self.triples else { return };
        let [gaps @ .., _] = triples.gaps[triple.number()];
        let mut best = triples.best();
        let mut best_index = triples.best_index;
        for (lane, gap) in gaps.into_iter().enumerate() {
            if gap == Real::NEG_INFINITY {
                self.pruned += 1;
                continue;
            }
            let is_better = gap > best + self.found.tie;
            self.found.count(gap, if is_better { best } else { gap });
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

    /// Whether the test runs by triples.
    pub fn is_by_triples(&self) -> bool {
        self.triples.is_some()
    }

    /// Advances to the next triple of two boxes, for a caller that needs all axes. `None` after the last triple, and if
    /// the test does not run by triples.
    #[inline(always)]
    pub(in super::super) fn next_triple(&mut self) -> Option<AxisTriple> {
        let triples = self.triples.as_mut().filter(|triples| triples.done < TRIPLES)?;
        let triple = triples.advance(&self.rotation, self.translation);
        let [x, y, z, _] = triples.gaps[triples.done - 1];
        self.found.largest = self.found.largest.max(x).max(y).max(z);
        Some(triple)
    }

    /// Recomputes a triple of two boxes that was already tested; `None` for other triples.
    pub(in super::super) fn triple(&self, number: usize) -> Option<AxisTriple> {
        let triples = self.triples.as_ref().filter(|triples| number < triples.done)?;
        Some(triples.triple(number, &self.rotation, self.translation))
    }

    /// The best of the first `count` axes of a test by triples; `None` for another test, and without an axis.
    #[cold]
    pub(in super::super) fn best_of_triples(&self, count: u32) -> Option<Tested> {
        let triples = self.triples.as_ref()?;
        let mut best: Option<(Real, Axis)> = None;
        let mut counted = 0;
        for triple in 0..triples.done {
            for lane in 0..3 {
                let gap = triples.gaps[triple][lane];
                if !(gap > Real::NEG_INFINITY) || counted == count {
                    continue;
                }
                counted += 1;
                if best.is_none_or(|(best, _)| gap > best + self.found.tie) {
                    best = Some((gap, axis(triple, lane)));
                }
            }
        }
        self.test_alone(best?.1)
    }

    /// The axes of the last step with their gaps: one; three of a triple, without parallel edges; or those of a walk.
    #[inline(always)]
    pub(in super::super) fn axes_of_step(&self) -> impl Iterator<Item = (Axis, Real)> + '_ {
        self.triple_of_step().into_iter().flatten().chain(self.walked_in_step())
    }

    /// The axes of the last step with their gaps, of a test without a walk.
    #[inline(always)]
    pub(in super::super) fn triple_of_step(&self) -> [Option<(Axis, Real)>; 3] {
        let Some(triples) = &self.triples else { return [self.found.now.map(|now| (now.axis, now.gap)), None, None] };
        let triple = triples.done.saturating_sub(1);
        let gaps = &triples.gaps[triple];
        [0, 1, 2].map(|lane| (gaps[lane] > Real::NEG_INFINITY).then(|| (axis(triple, lane), gaps[lane])))
    }

    /// The axes of the last step of a walk, with their gaps.
    #[inline(always)]
    pub(in super::super) fn walked_in_step(&self) -> impl Iterator<Item = (Axis, Real)> + '_ {
        self.walk.iter().flat_map(|walk| walk.gaps.iter().map(|tested| (tested.axis, tested.gap)))
    }

    /// Result of an axis of the last step; `None` if edges span no axis.
    pub(in super::super) fn result_on(&self, axis: Axis) -> Option<Tested> {
        let stored = [self.found.now, self.found.best].into_iter().flatten().find(|tested| tested.axis == axis);
        stored.or_else(|| self.test_alone(axis))
    }

    /// State after each axis of the last step, in order, and the number of edge pairs skipped until then. A triple
    /// stores only gaps, so each of its axes is tested again; pairs skipped after the last axis make an entry without
    /// an axis.
    pub fn axis_by_axis(&self) -> Vec<(Found, u32)> {
        if let Some(states) = self.states_of_walk_step() {
            return states;
        }
        let triples = match &self.triples {
            Some(triples) if self.outcome.is_none() => triples,
            _ => return vec![(self.found, self.pruned)],
        };
        let mut found = Found::new(self.found.rounding, self.found.tie);
        let mut pruned = 0;
        let mut states = Vec::new();
        for triple in 0..triples.done {
            states.clear();
            for lane in 0..3 {
                let gap = triples.gaps[triple][lane];
                let spans_axis = gap > Real::NEG_INFINITY;
                match self.test_alone(axis(triple, lane)) {
                    Some(tested) if spans_axis => {
                        found.record(Tested { gap, ..tested });
                        states.push((found, pruned));
                    }
                    _ => pruned += 1,
                }
            }
        }
        if pruned > states.last().map_or(0, |(_, pruned)| *pruned) {
            states.push((Found { now: None, ..found }, pruned));
        }
        if states.is_empty() { vec![(self.found, self.pruned)] } else { states }
    }
}
