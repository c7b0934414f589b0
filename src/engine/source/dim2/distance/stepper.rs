//! The planar distance solver as a stepper: GJK's iterations, then EPA's if the cores overlap.

use std::borrow::Borrow;
use std::ops::ControlFlow;

use super::{Outcome, Phase};
use crate::dim2::answer::Answer;
use crate::dim2::epa::{self, Edge, Epa};
use crate::dim2::gjk::{self, Gjk};
use crate::dim2::prelude::*;
use crate::dim2::shape::Shape;

/// GJK, then EPA if needed, on the cores of a planar pair. The results of the last step stay readable.
#[derive(Clone, Debug)]
pub struct Distance<S> {
    /// Phase that the next step executes.
    pub phase: Phase,
    /// GJK on the cores, which finds their distance or an overlap.
    pub gjk: Gjk<S>,
    /// Ending of GJK; `None` while it runs.
    pub gjk_outcome: Option<gjk::Outcome>,
    /// EPA, which computes the depth of overlapping cores; `None` until it is needed.
    pub epa: Option<Epa<S>>,
    /// Ending of EPA; `None` while it runs.
    pub epa_outcome: Option<epa::Outcome>,
    /// Memory for EPA's edges, empty or from an earlier query.
    pub(super) buffer: Vec<Edge>,
    /// Ending; `None` while the solver runs.
    outcome: Option<Outcome>,
}

impl<S: Borrow<Shape> + Clone> Distance<S> {
    /// Prepares the first iteration of `gjk`.
    #[inline(always)]
    pub fn new(gjk: Gjk<S>) -> Self {
        let buffer = Vec::new();
        Self { phase: Phase::Gjk, gjk, gjk_outcome: None, epa: None, epa_outcome: None, buffer, outcome: None }
    }

    /// Returns the phase that follows this ending of GJK.
    #[inline(always)]
    fn phase_after_gjk(end: gjk::Outcome) -> Phase {
        match end {
            gjk::Outcome::Contained | gjk::Outcome::OnEdge => Phase::Overlap,
            gjk::Outcome::Apart | gjk::Outcome::OnVertex | gjk::Outcome::IterationLimit => Phase::Conclusion,
        }
    }

    /// Records the ending of GJK and changes the phase, if the iteration with the result `flow` ended it.
    #[inline(always)]
    fn after_iteration(&mut self, flow: ControlFlow<gjk::Outcome>) {
        if let ControlFlow::Break(end) = flow {
            self.gjk_outcome = Some(end);
            self.phase = Self::phase_after_gjk(end);
        }
    }

    /// Step of [`Phase::Overlap`]: starts EPA from GJK's simplex, with the iterations that GJK has left.
    #[inline(always)]
    fn start_epa(&mut self) {
        let gjk = &self.gjk;
        let gjk::Options { relative, absolute, max_iterations, .. } = gjk.options;
        let options =
            epa::Options { relative, absolute, max_iterations: max_iterations.saturating_sub(gjk.iterations) };
        let buffer = std::mem::take(&mut self.buffer);
        self.epa = Some(Epa::new(gjk.cso.clone(), &gjk.simplex[..gjk.count], options, buffer)); // @overlap
        self.phase = Phase::Expand;
    }

    /// Step of [`Phase::Expand`]: one iteration of EPA.
    #[inline(always)]
    fn expand(&mut self) {
        // EPA exists in this phase; the fallback only ends the run.
        let flow = self.epa.as_mut().map_or(ControlFlow::Break(epa::Outcome::Flat), Epa::step); // @expand
        if let ControlFlow::Break(end) = flow {
            self.epa_outcome = Some(end);
            self.phase = Phase::Conclusion;
        }
    }

    /// Step of [`Phase::Conclusion`]: chooses the ending.
    fn conclude(&mut self) -> Outcome {
        let end_of_gjk = self.gjk_outcome.unwrap_or(gjk::Outcome::IterationLimit);
        let outcome = match self.epa_outcome {
            Some(end_of_epa) => Outcome::Deep(end_of_epa), // @deep
            None if self.margins_overlap().holds() => Outcome::Shallow(end_of_gjk), // @shallow
            None => Outcome::Separated(end_of_gjk),        // @separated
        };
        self.outcome = Some(outcome);
        outcome
    }

    /// Runs all phases of [`Stepper::step`] and returns the answer. `run_gjk` runs GJK to its end; EPA, if needed, uses
    /// `buffer`.
    #[inline(always)]
    pub(super) fn run_to_answer(
        gjk: Gjk<S>,
        run_gjk: impl FnOnce(&mut Gjk<S>) -> gjk::Outcome,
        buffer: &mut Vec<Edge>,
    ) -> Answer {
        let mut run = Self::new(gjk);
        let end = run_gjk(&mut run.gjk);
        run.after_iteration(ControlFlow::Break(end));
        if run.phase == Phase::Overlap {
            run.buffer = std::mem::take(buffer);
            run.start_epa();
            while run.phase == Phase::Expand {
                run.expand();
            }
            let answer = run.answer();
            *buffer = run.epa.map_or_else(Vec::new, |epa| epa.edges);
            return answer;
        }
        run.answer()
    }
}

impl<S: Borrow<Shape> + Clone> Stepper for Distance<S> {
    type Outcome = Outcome;

    fn heap_bytes(&self) -> usize {
        self.epa.as_ref().map_or(0, Epa::heap_bytes)
    }

    fn step(&mut self) -> ControlFlow<Outcome> {
        if let Some(outcome) = self.outcome {
            return ControlFlow::Break(outcome);
        }
        match self.phase {
            Phase::Gjk => {
                let flow = self.gjk.step(); // @gjk
                self.after_iteration(flow);
            }
            Phase::Overlap => self.start_epa(),
            Phase::Expand => self.expand(),
            Phase::Conclusion => return ControlFlow::Break(self.conclude()),
        }
        ControlFlow::Continue(())
    }
}
