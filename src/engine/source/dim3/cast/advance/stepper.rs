//! State and step of conservative advancement: one distance query per step, then the phases after the search. A comment
//! `// @name` marks the line of `listing.txt` that the statement implements.

use std::ops::ControlFlow::{self, Break, Continue};

use super::{CastState, Motion, Options, Outcome, Pair, Phase};
use crate::dim3::cast::prelude::*;

/// Gap at which the search ends, as a fraction of the rounding error of a difference of two dot products: one rounding
/// error instead of eight.
const CLOSED_GAP: Real = 0.125;

/// State of conservative advancement, in the pair frame at the start.
#[derive(Clone, Debug)]
pub struct Advance<P: Pair> {
    /// Position of B and proven bounds.
    pub state: CastState<P>,
    /// Position of B along the path at the last query of the search, and the proven lower bound of the distance there;
    /// `None` before the first.
    pub queried: Option<[Real; 2]>,
}

impl<P: Pair> Advance<P> {
    /// State at the start of the motion of B relative to A, in the pair frame.
    pub fn new(pair: P, motion: impl Into<Motion>, options: Options) -> Self {
        Self::from_state(CastState::new(pair, motion, options))
    }

    /// Cast from a prepared state.
    pub(in crate::dim3::cast) fn from_state(state: CastState<P>) -> Self {
        Self { state, queried: None }
    }

    /// `g ≤ ρ`: the gap along the normal is zero to rounding. Here `ρ` is one rounding error of the magnitude, an
    /// eighth of [`Path::dot_rounding`](crate::dim3::cast::Path::dot_rounding).
    pub fn by_gap(&self) -> Comparison<Real> {
        Comparison::at_most(self.state.g, CLOSED_GAP * self.state.dot_rounding())
    }

    /// Step of [`Phase::Search`]: one distance query.
    fn search(&mut self) {
        self.state.k += 1;
        let s_before = self.state.s;
        let ending = self.state.query_distance();
        self.queried = self.state.distance.map(|distance| [s_before, distance.lower]);
        if ending.is_break() || self.by_gap().holds() {
            return self.state.choose_next_phase(ending); // @stop-gap
        }
        if self.state.by_limit().holds() {
            return self.state.choose_next_phase(Break(Outcome::IterationLimit)); // @stop-limit
        }
        if !(self.state.s > s_before) {
            self.state.choose_next_phase(ending); // @stop-stalled
        }
    }
}

impl<P: Pair> Stepper for Advance<P> {
    type Outcome = Outcome;

    fn step(&mut self) -> ControlFlow<Outcome> {
        if self.state.outcome().is_none() && self.state.phase == Phase::Search {
            self.search();
            return Continue(());
        }
        self.state.finish()
    }
}
