//! What the tests of separating axes in the plane and in space have in common: how they end, what is found on a line, and what
//! is kept of the lines tried so far. `L` names a line of the test, `V` is a vector of its space.

mod snapshot;

pub use crate::snapshot::sat::Outcome;

use super::numbers::higher;
use super::prelude::*;

/// What was found on a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tested<L, V> {
    /// Which line.
    pub axis: L,
    /// Along it, the way that parts the bodies more: a unit vector from A to B, pair frame.
    pub normal: V,
    /// A's shadow, along `normal` from A's origin, in the pair's length unit.
    pub a: [Real; 2],
    /// B's.
    pub b: [Real; 2],
    /// `min B − max A`: a lower bound of the signed distance.
    pub gap: Real,
    /// The vertex of A that is farthest along `normal`, and that of B farthest against it.
    pub supports: [u32; 2],
}

/// What is kept of the lines tried so far.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Found<L, V> {
    /// What a gap may be off by, in the pair's length unit.
    pub rounding: Real,
    /// What the gaps of two lines may differ by, being the same, in the same unit.
    pub tie: Real,
    /// The lines tried so far.
    pub tested: u32,
    /// What this step found; `None` before the first step, and in a last step that found no line left.
    pub now: Option<Tested<L, V>>,
    /// The line taken so far: the first of those whose gaps are the largest within rounding.
    pub best: Option<Tested<L, V>>,
    /// The largest gap so far.
    pub largest: Real,
    /// The largest gap so far of a line that is not taken: how far behind it is.
    pub second: Real,
}

/// What the test found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answer<L, V> {
    /// The gap along `normal`. Where the bodies overlap, minus the depth; where they are apart, a lower bound of the
    /// distance.
    pub separation: Real,
    /// Proven: the signed distance is not below this.
    pub lower: Real,
    /// Proven: the signed distance is not above this. `None` where the bodies are apart, since a line has no witness points,
    /// and where not all lines were tried.
    pub upper: Option<Real>,
    /// Unit vector from A to B; zero if no line could be tried.
    pub normal: V,
    /// The line that is taken.
    pub axis: Option<L>,
    /// How many lines were tried.
    pub tested: u32,
    /// How many pairs of edges were skipped; 0 in the plane.
    pub pruned: u32,
    /// How the test ended.
    pub outcome: Outcome,
}

impl<L: Copy + PartialEq, V: Copy + Default> Found<L, V> {
    /// Before the first line.
    pub(super) fn new(rounding: Real, tie: Real) -> Self {
        let none = Real::NEG_INFINITY;
        Self { rounding, tie, tested: 0, now: None, best: None, largest: none, second: none }
    }

    /// Whether a gap parts the bodies.
    pub fn parts(&self, tested: &Tested<L, V>) -> Comparison<Real> {
        Comparison::above(tested.gap, self.rounding)
    }

    /// A gap that is not above this is of no line that would be taken.
    pub(super) fn enough(&self) -> Real {
        self.best.map_or(Real::NEG_INFINITY, |best| best.gap + self.tie)
    }

    /// Takes what was found on a line if it is better than what is taken, by more than rounding.
    #[inline(always)]
    pub(super) fn weigh(&mut self, tested: Tested<L, V>) {
        let best = self.best.map_or(Real::NEG_INFINITY, |best| best.gap);
        let taken = tested.gap > best + self.tie;
        self.count(tested.gap, if taken { best } else { tested.gap });
        self.now = Some(tested);
        if taken {
            self.best = Some(tested);
        }
    }

    /// Counts a line with this gap; `loser` is the gap of the line that is not taken, this one or the one taken before.
    #[inline(always)]
    pub(super) fn count(&mut self, gap: Real, loser: Real) {
        self.tested += 1;
        (self.second, self.largest) = (higher(loser, self.second), higher(gap, self.largest));
    }

    /// How the test ends when no line is left.
    pub(super) fn conclude(&self) -> Outcome {
        let Some(best) = self.best else { return Outcome::Degenerate };
        let width = |[low, high]: [Real; 2]| high - low;
        if best.gap > self.rounding {
            Outcome::Separated
        } else if best.gap < -self.rounding {
            Outcome::Overlapping
        } else if width(best.a) + width(best.b) <= self.rounding {
            Outcome::Degenerate
        } else {
            Outcome::Touching
        }
    }

    /// What this says after the test ended so; pair frame. If all lines were tried, the truth of the largest gap is not
    /// above `highest`.
    pub(super) fn answer(&self, outcome: Outcome, highest: Real, pruned: u32) -> Answer<L, V> {
        let complete = matches!(outcome, Outcome::Touching | Outcome::Overlapping | Outcome::Degenerate);
        let lower = match (self.best, outcome) {
            (Some(_), _) => self.largest - self.rounding,
            // Two points in one place: there is no line, and the distance is 0.
            (None, Outcome::Degenerate) => -self.rounding,
            (None, _) => Real::NEG_INFINITY,
        };
        Answer {
            separation: self.best.map_or(0.0, |best| best.gap),
            lower,
            upper: complete.then_some(highest),
            normal: self.best.map_or(V::default(), |best| best.normal),
            axis: self.best.map(|best| best.axis),
            tested: self.tested,
            pruned,
            outcome,
        }
    }

    /// The lines whose gaps are those of the line taken within rounding, without itself, in the order in which the test
    /// `again` tries them; as many as were tried.
    pub(super) fn ties<T: Stepper>(&self, mut again: T, found: impl Fn(&T) -> &Self) -> Vec<Tested<L, V>> {
        let mut ties = Vec::new();
        let Some(best) = self.best else { return ties };
        while again.step().is_continue() && found(&again).tested <= self.tested {
            let tied = |now: &Tested<L, V>| now.axis != best.axis && (now.gap - best.gap).abs() <= self.tie;
            ties.extend(found(&again).now.filter(tied));
        }
        ties
    }
}
