//! State and step of conservative advancement: one distance query per step, then the phases after the search.

use std::ops::ControlFlow::{self, Break, Continue};

use super::super::prelude::*;
use super::{CastState, Motion, Options, Outcome, Pair, Phase};

/// State of conservative advancement, in the pair frame at the start.
#[derive(Clone, Debug)]
pub struct Advance<P: Pair> {
    /// Position of B and proven bounds.
    pub flight: CastState<P>,
    /// Position of B in the last query of the search, and the proven distance there; `None` before the first.
    pub asked: Option<[Real; 2]>,
}

impl<P: Pair> Advance<P> {
    /// State at the start of the motion of B relative to A, in the pair frame.
    pub fn new(pair: P, motion: impl Into<Motion>, options: Options) -> Self {
        Self::of(CastState::new(pair, motion, options))
    }

    pub(in super::super) fn of(flight: CastState<P>) -> Self {
        Self { flight, asked: None }
    }

    /// `g ≤ ρ`: the gap along the normal is zero to rounding.
    pub fn by_gap(&self) -> Comparison<Real> {
        Comparison::at_most(self.flight.g, 0.125 * self.flight.dot_rounding())
    }

    fn search(&mut self) {
        self.flight.k += 1;
        let at = self.flight.s;
        let ending = self.flight.judge();
        self.asked = self.flight.full.map(|full| [at, full.lower]);
        if ending.is_break() || self.by_gap().holds() {
            return self.flight.hand_over(ending); // @stop-gap
        }
        if self.flight.by_limit().holds() {
            return self.flight.hand_over(Break(Outcome::IterationLimit)); // @stop-limit
        }
        if !(self.flight.s > at) {
            self.flight.hand_over(ending); // @stop-stalled
        }
    }
}

impl<P: Pair> Stepper for Advance<P> {
    type Outcome = Outcome;

    fn step(&mut self) -> ControlFlow<Outcome> {
        if self.flight.outcome().is_none() && self.flight.phase == Phase::Search {
            self.search();
            return Continue(());
        }
        self.flight.finish()
    }
}
