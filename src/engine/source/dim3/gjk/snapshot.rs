//! Snapshot of GJK's state as plain data in `f64`, with the stop tests of the next step.

use super::{Gjk, Outcome};
use crate::dim3::prelude::*;
use crate::dim3::support::{Support, Vertex};
use contact_lens_model::snapshot::{Snapshots, ToF64, gjk};

impl<A: Support + Clone, B: Support + Clone> Snapshots for Gjk<A, B> {
    type Snapshot = gjk::Gjk;

    fn snapshot(&self) -> gjk::Gjk {
        // A run that has not ended is answered as if it ended now.
        let end = self.outcome.unwrap_or(Outcome::IterationLimit);
        gjk::Gjk {
            simplex: [0, 1, 2, 3].map(|i| self.simplex[i].snapshot()),
            filled: self.filled,
            lambda: self.lambda().map(ToF64::to_f64),
            v: self.v().to_f64(),
            d: self.d.to_f64(),
            w: self.w().map(Vertex::snapshot),
            joined: self.joined,
            backup: self.backup,
            g: self.g.to_f64(),
            mu: self.mu.to_f64(),
            upper: self.upper.to_f64(),
            k: self.k,
            margin: self.margin.to_f64(),
            next_tests: self.next_tests(),
            answer: self.answer(end).snapshot(self.current_tolerance()),
        }
    }
}

impl<A: Support + Clone, B: Support + Clone> Gjk<A, B> {
    /// Stop tests of the next step, with the numbers that it compares: a copy of the state takes the step.
    fn next_tests(&self) -> Vec<(Outcome, Comparison<f64>)> {
        let mut after = self.clone();
        let end = after.step().break_value();
        if after.k == self.k {
            return Vec::new();
        }
        let mut tests = self.tests_of_support_point(&after);
        tests.extend(self.tests_of_nearest_point(&after));
        let last = tests.iter().position(|(outcome, _)| Some(*outcome) == end);
        tests.truncate(last.map_or(tests.len(), |last| last + 1));
        tests
    }

    /// Stop tests evaluated before `w` joins the simplex.
    fn tests_of_support_point(&self, after: &Self) -> Vec<(Outcome, Comparison<f64>)> {
        let Some(w) = after.w().filter(|_| self.filled != 0) else { return Vec::new() };
        let state = self.with_w_of(after);
        vec![
            (Outcome::RelativeGap, state.by_relative_gap().map(ToF64::to_f64)),
            (Outcome::AbsoluteGap, state.by_absolute_gap().map(ToF64::to_f64)),
            (Outcome::RoundingGap, state.by_rounding_gap().map(ToF64::to_f64)),
            (Outcome::Repeated, state.by_repetition(w.w).map(ToF64::to_f64)),
        ]
    }

    /// Stop tests evaluated after `v` has moved. The first iteration has no previous `v`, so its progress is not
    /// tested.
    fn tests_of_nearest_point(&self, after: &Self) -> Vec<(Outcome, Comparison<f64>)> {
        let progress = self.with_w_of(after).by_no_progress(after.mu - self.mu);
        let vanishing = after.by_vanishing((after.v() * after.scale).length_squared());
        // The scale is a power of two, so the comparison is the same in meters.
        let square = after.scale.to_f64() * after.scale.to_f64();
        let tests = [
            (Outcome::NoProgress, progress.map(ToF64::to_f64)),
            (Outcome::Inside, after.by_inside().map(ToF64::to_f64)),
            (Outcome::Vanished, vanishing.map(|x| x.to_f64() / square)),
            (Outcome::IterationLimit, after.by_limit().map(ToF64::to_f64)),
        ];
        tests.into_iter().skip(usize::from(self.filled == 0)).collect()
    }

    /// State of the iteration that led to `after`, at the moment when `w` was found: `v` and `upper` are those of
    /// `self`, the plane is the new one.
    fn with_w_of(&self, after: &Self) -> Self {
        let mut state = after.clone();
        state.filled = self.filled;
        state.upper = self.upper;
        state
    }
}
