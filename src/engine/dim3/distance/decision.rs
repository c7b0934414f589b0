//! The full answer asked by a test that only wants to know on which side of 0 the signed distance lies, where rounding has
//! stopped its own search.

use std::ops::ControlFlow;

use super::super::answer::{Answer, Status};
use super::super::epa::Buffers;
use super::super::prelude::*;
use super::super::support::{Cso, Support};
use super::{Distance, Options};

/// A run of the full answer on behalf of a test.
#[derive(Clone, Debug)]
pub struct Decision<A, B> {
    /// What is asked.
    pub run: Box<Distance<A, B>>,
}

impl<A: Support + Clone, B: Support + Clone> Decision<A, B> {
    /// Before its first step, of at most so many iterations.
    #[cold]
    pub(in super::super) fn new(cso: &Cso<A, B>, most: u32) -> Self {
        let plain = Options::default();
        let options = Options { max_iterations: plain.max_iterations.min(most), ..plain };
        Self { run: Box::new(Distance::new(cso.clone(), options, Buffers::default())) }
    }

    /// One step; at the end the side of 0 on which all of the bracket lies, [`Status::Touching`] if it holds 0.
    #[cold]
    pub(in super::super) fn step(&mut self) -> ControlFlow<Status> {
        match self.run.step() {
            ControlFlow::Continue(()) => ControlFlow::Continue(()),
            ControlFlow::Break(_) => ControlFlow::Break(self.run.answer().bracket().side()),
        }
    }

    /// What it proves, as the answer of the test that asked, which had done `iterations` and whose numbers have an error of
    /// `rounding`: pair frame.
    pub(in super::super) fn answer(&self, iterations: u32, rounding: Real) -> Answer {
        let answer = self.run.answer();
        let status = answer.bracket().decided(rounding);
        Answer { signed_distance: None, status, iterations: iterations + answer.iterations, ..answer }
    }

    /// As [`Stepper::heap_bytes`].
    pub(in super::super) fn heap_bytes(&self) -> usize {
        size_of::<Distance<A, B>>() + self.run.heap_bytes()
    }
}
