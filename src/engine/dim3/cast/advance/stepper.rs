//! The state and the step: a full distance query a step, then what brings the search to its end.

use std::ops::ControlFlow::{self, Break, Continue};

use super::super::prelude::*;
use super::{Flight, Motion, Options, Outcome, Pair, Phase};

/// The state of conservative advancement, in the pair frame at the start.
#[derive(Clone, Debug)]
pub struct Advance<P: Pair> {
    /// How far B has come, and what is proven.
    pub flight: Flight<P>,
    /// Where B was, and how far apart the bodies were there, by the last query of the search.
    pub asked: Option<[Real; 2]>,
}

impl<P: Pair> Advance<P> {
    /// At the start of the motion of B seen from A (pair frame).
    pub fn new(pair: P, motion: impl Into<Motion>, options: Options) -> Self {
        Self::of(Flight::new(pair, motion, options))
    }

    pub(in super::super) fn of(flight: Flight<P>) -> Self {
        Self { flight, asked: None }
    }

    /// `g ≤ ρ`: the gap along the normal is no more than rounding.
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
