//! Sign of the signed distance, computed by the distance solver for overlap tests that rounding has stopped.

use std::ops::ControlFlow;

use super::{Distance, Options};
use crate::dim3::answer::{Answer, Status};
use crate::dim3::bracket::Bracket;
use crate::dim3::epa::Buffers;
use crate::dim3::numbers::length;
use crate::dim3::prelude::*;
use crate::dim3::rounding;
use crate::dim3::support::{Cso, Support};

/// A run of the distance solver on behalf of an overlap test.
#[derive(Clone, Debug)]
pub struct Decision<A, B> {
    /// The distance solver, paused between steps.
    pub run: Box<Distance<A, B>>,
}

impl<A: Support + Clone, B: Support + Clone> Decision<A, B> {
    /// Prepares a run of at most `max_iterations`.
    #[cold]
    pub(in crate::dim3) fn new(cso: &Cso<A, B>, max_iterations: u32) -> Self {
        let defaults = Options::default();
        let options = Options { max_iterations: defaults.max_iterations.min(max_iterations), ..defaults };
        Self { run: Box::new(Distance::new(cso.clone(), options, Buffers::default())) }
    }

    /// Executes one step. At the end, returns the side of 0 on which the whole bracket lies, or [`Status::Touching`] if
    /// the bracket contains 0.
    #[cold]
    pub(in crate::dim3) fn step(&mut self) -> ControlFlow<Status> {
        match self.run.step() {
            ControlFlow::Continue(()) => ControlFlow::Continue(()),
            ControlFlow::Break(_) => ControlFlow::Break(self.bracket().side()),
        }
    }

    /// Returns the proven answer, in the pair frame, for a test that has done `iterations` and whose numbers have an
    /// error of `rounding`.
    pub(in crate::dim3) fn answer(&self, iterations: u32, rounding: Real) -> Answer {
        let answer = self.run.answer();
        let bracket = self.bracket();
        let Bracket { lower, upper } = bracket;
        let status = bracket.sign_status(rounding);
        Answer { signed_distance: None, lower, upper, status, iterations: iterations + answer.iterations, ..answer }
    }

    /// Bracket of the signed distance with the rounding error summed up body by body: near contact it is a third to a
    /// half of the common bound by the magnitude, so that fewer pairs stay undecided.
    fn bracket(&self) -> Bracket {
        let gjk = &self.run.gjk;
        let common = rounding::bound_rounding(gjk.magnitude + gjk.margin);
        let origin_distance = length(gjk.cso.translation);
        let by_body =
            rounding::bound_rounding_by_body(gjk.cso.bounding_radii(), origin_distance, gjk.magnitude + gjk.margin);
        self.run.answer().bracket().narrowed((common - by_body).max(0.0))
    }

    /// Size on the heap, as [`Stepper::heap_bytes`] defines it.
    pub(in crate::dim3) fn heap_bytes(&self) -> usize {
        size_of::<Distance<A, B>>() + self.run.heap_bytes()
    }
}
