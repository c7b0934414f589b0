//! Types of separating axis tests that 2D and 3D share: the result on one axis, the best axis of all, and the answer.
//! `L` identifies an axis of the test, `V` is the vector type of the dimension.

mod snapshot;

pub use contact_lens_model::snapshot::sat::Outcome;

use super::numbers::higher;
use super::prelude::*;

/// Projections of both bodies on one axis, as intervals, and the gap between these.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tested<L, V> {
    /// Tested axis, by the feature that defines it.
    pub axis: L,
    /// Unit vector along the axis from A to B, pair frame, in the direction of the larger gap.
    pub normal: V,
    /// Interval of A along `normal`, from A's origin, in the pair's length unit.
    pub a: [Real; 2],
    /// Interval of B along `normal`, from A's origin, in the pair's length unit.
    pub b: [Real; 2],
    /// `min B − max A`: a lower bound of the signed distance.
    pub gap: Real,
    /// Index of the vertex of A farthest along `normal` and of the vertex of B farthest against it.
    pub supports: [u32; 2],
}

/// Best axis and statistics of the axes tested so far.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TestedAxes<L, V> {
    /// Bound of the rounding error of a gap, in the pair's length unit.
    pub rounding: Real,
    /// Largest difference of two computed gaps that are exactly equal, in the pair's length unit.
    pub tie: Real,
    /// Number of axes tested.
    pub tested: u32,
    /// Axis of the last step; `None` before the first step and in a last step that found no axis left.
    pub last: Option<Tested<L, V>>,
    /// Best axis: the first of those whose gaps are the largest to rounding.
    pub best: Option<Tested<L, V>>,
    /// Largest gap of all axes tested; −∞ before the first.
    pub largest: Real,
    /// Largest gap of the axes other than the best; −∞ before the second axis.
    pub second: Real,
}

/// Result of a separating axis test: the best axis, and proven bounds of the signed distance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answer<L, V> {
    /// Gap along `normal`, in the pair's length unit: minus the depth for overlapping bodies, a lower bound of the
    /// distance for separate bodies; 0 if no axis could be tested.
    pub separation: Real,
    /// Proven lower bound of the signed distance; −∞ if no axis was tested, unless both bodies are the same point.
    pub lower: Real,
    /// Proven upper bound of the signed distance. `None` for separate bodies, since an axis has no witness points, and
    /// if not all axes were tested.
    pub upper: Option<Real>,
    /// Unit vector from A to B; zero if no axis could be tested.
    pub normal: V,
    /// Best axis; `None` if no axis could be tested.
    pub axis: Option<L>,
    /// Number of axes tested.
    pub tested: u32,
    /// Number of pairs of edges skipped; 0 in the plane.
    pub pruned: u32,
    /// Ending of the test: what it proved about the bodies.
    pub outcome: Outcome,
}

impl<L: Copy + PartialEq, V: Copy + Default> TestedAxes<L, V> {
    /// Creates the state before the first axis, with the bounds of rounding errors that the fields describe.
    pub(super) fn new(rounding: Real, tie: Real) -> Self {
        let no_gap = Real::NEG_INFINITY;
        Self { rounding, tie, tested: 0, last: None, best: None, largest: no_gap, second: no_gap }
    }

    /// Returns the comparison that decides whether a gap separates the bodies: `gap > rounding`.
    pub fn separates(&self, tested: &Tested<L, V>) -> Comparison<Real> {
        Comparison::above(tested.gap, self.rounding)
    }

    /// Returns the largest gap with which an axis does not become the best.
    pub(super) fn gap_to_beat(&self) -> Real {
        self.best.map_or(Real::NEG_INFINITY, |best| best.gap + self.tie)
    }

    /// Adds the result on an axis, which becomes the best if its gap is larger by more than `tie`.
    #[inline(always)]
    pub(super) fn record(&mut self, tested: Tested<L, V>) {
        let best = self.best.map_or(Real::NEG_INFINITY, |best| best.gap);
        let is_best = tested.gap > best + self.tie;
        self.count(tested.gap, if is_best { best } else { tested.gap });
        self.last = Some(tested);
        if is_best {
            self.best = Some(tested);
        }
    }

    /// Counts an axis with this gap; `smaller` is the smaller gap of this axis and the best one.
    #[inline(always)]
    pub(super) fn count(&mut self, gap: Real, smaller: Real) {
        self.tested += 1;
        self.second = higher(smaller, self.second);
        self.largest = higher(gap, self.largest);
    }

    /// Returns the ending of a test with no axis left.
    pub(super) fn outcome_after_all_axes(&self) -> Outcome {
        let Some(best) = self.best else { return Outcome::Degenerate };
        let extent_of_difference = (best.a[1] - best.a[0]) + (best.b[1] - best.b[0]);
        if best.gap > self.rounding {
            Outcome::Separated
        } else if best.gap < -self.rounding {
            Outcome::Overlapping
        } else if extent_of_difference <= self.rounding {
            // `A − B` is flat along the best axis.
            Outcome::Degenerate
        } else {
            Outcome::Touching
        }
    }

    /// Returns the answer after this ending; pair frame. If all axes were tested, `upper` is an upper bound of the
    /// exact largest gap.
    pub(super) fn answer(&self, outcome: Outcome, upper: Real, pruned: u32) -> Answer<L, V> {
        let all_tested = matches!(outcome, Outcome::Touching | Outcome::Overlapping | Outcome::Degenerate);
        let lower = match (self.best, outcome) {
            (Some(_), _) => self.largest - self.rounding,
            // Two coincident points have no axis, and the distance is 0.
            (None, Outcome::Degenerate) => -self.rounding,
            (None, _) => Real::NEG_INFINITY,
        };
        Answer {
            separation: self.best.map_or(0.0, |best| best.gap),
            lower,
            upper: all_tested.then_some(upper),
            normal: self.best.map_or(V::default(), |best| best.normal),
            axis: self.best.map(|best| best.axis),
            tested: self.tested,
            pruned,
            outcome,
        }
    }

    /// Returns the axes whose gaps equal that of the best to rounding, without the best itself, in the order of the
    /// test. Repeats the test with `fresh`, the same test before its first step, up to the number of axes tested here;
    /// `found` reads the state of that test.
    pub(super) fn ties<T: Stepper>(&self, mut fresh: T, found: impl Fn(&T) -> &Self) -> Vec<Tested<L, V>> {
        let mut ties = Vec::new();
        let Some(best) = self.best else { return ties };
        while fresh.step().is_continue() && found(&fresh).tested <= self.tested {
            let last = found(&fresh).last;
            ties.extend(last.filter(|last| last.axis != best.axis && (last.gap - best.gap).abs() <= self.tie));
        }
        ties
    }
}
