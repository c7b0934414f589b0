//! The distance solver as a stepper: one phase per step, starting with a formula or GJK's iterations on the cores. A
//! comment `// @name` marks the line of `listing.txt` that the statement implements.

use std::ops::ControlFlow;

use super::closed_form::{self, ClosedForm};
use super::closest::Closest;
use super::deep::Deep;
use super::options::Options;
use super::over_disc::over_disc;
use super::tolerances::Tolerances;
use crate::dim3::epa::{self, Buffers};
use crate::dim3::gjk::{self, Aim, Gjk};
use crate::dim3::prelude::*;
use crate::dim3::support::{Cso, Support};
use contact_lens_model::snapshot::distance::{Apart, Outcome, Phase};

/// GJK, then EPA if needed, on the cores of a pair. The results of the last step stay readable.
#[derive(Clone, Debug)]
pub struct Distance<A, B> {
    /// Phase that the next step executes.
    pub phase: Phase,
    /// GJK on the cores: finds their distance or that they overlap.
    pub gjk: Gjk<A, B>,
    /// Ending of GJK; `None` while it runs.
    pub gjk_outcome: Option<gjk::Outcome>,
    /// Result of a formula for the closest points, accepted or not; `None` where none was evaluated.
    pub closed_form: Option<ClosedForm>,
    /// Last result of Newton's method for separate cores, accepted or not; `None` if it found no gap.
    pub newton_points: Option<Closest>,
    /// Closest points from a formula, Newton's method or a flat disc; `None` unless they ended the query.
    pub closest: Option<Closest>,
    /// State of the depth search; `None` until it is needed.
    pub deep: Option<Deep<A, B>>,
    /// Options of the query.
    pub options: Options,
    /// EPA's memory until the depth search uses it.
    pub(super) buffers: Option<Box<Buffers>>,
    /// Whether a core has a curved surface region.
    pub(super) curved: bool,
    /// Branch that gave the answer; `None` until the end.
    pub(super) outcome: Option<Outcome>,
}

impl<A: Support + Clone, B: Support + Clone> Distance<A, B> {
    /// Prepares the first step on `cso`, a pair of cores: a formula if there is one, otherwise GJK's first iteration.
    #[inline(always)]
    pub fn new(cso: Cso<A, B>, options: Options, buffers: impl Into<Box<Buffers>>) -> Self {
        let curved = cso.is_curved();
        let has_formula = closed_form::applies(&cso, &options);
        let max_iterations = options.gjk.max_iterations.min(options.max_iterations);
        let gjk = Gjk::new(cso, gjk::Options { max_iterations, ..options.gjk });
        Self {
            phase: if has_formula { Phase::ClosedForm } else { Phase::Gjk },
            gjk,
            gjk_outcome: None,
            closed_form: None,
            newton_points: None,
            closest: None,
            deep: None,
            options,
            buffers: Some(buffers.into()),
            curved,
            outcome: None,
        }
    }

    /// Returns the buffers for the next query.
    #[inline(always)]
    pub fn into_buffers(self) -> Option<Box<Buffers>> {
        match self.deep {
            Some(deep) => Some(deep.epa.buffers),
            None => self.buffers,
        }
    }

    /// Whether no plane separates the cores by more than the rounding error: they touch or overlap.
    #[inline]
    pub fn no_gap(&self) -> Comparison<Real> {
        Comparison::at_most(self.gjk.mu, self.gjk.rounding())
    }

    /// Whether the gap of separate cores is less than the sum of the margins, so that the shapes overlap.
    #[inline]
    pub fn margins_overlap(&self) -> Comparison<Real> {
        Comparison::below(self.closest.map_or(self.gjk.mu, |closest| closest.gap), self.gjk.margin)
    }

    /// Whether these points close the bracket, with the loss at a kink if `at_kink` ([`Tolerances::closes`]).
    #[inline]
    pub(super) fn closes(&self, points: &Closest, at_kink: bool) -> Comparison<Real> {
        Tolerances::of_run(&self.gjk).closes(points, at_kink)
    }

    /// Whether the steps of Newton's method fit in the iteration limit.
    pub fn by_limit(&self, points: &Closest) -> Comparison<u32> {
        Comparison::at_most(self.gjk.k.saturating_add(points.steps), self.options.max_iterations)
    }

    /// Executes one iteration of GJK in the direction `aim` and returns the next direction if the next phase is GJK
    /// again.
    #[inline(always)]
    fn iterate(&mut self, aim: Aim) -> ControlFlow<(), Aim> {
        let flow = self.gjk.iterate(aim); // @gjk
        if let ControlFlow::Break(end) = flow {
            self.gjk_outcome = Some(end);
        }
        self.phase = self.after_iteration();
        match flow {
            ControlFlow::Continue(next) if self.phase == Phase::Gjk => ControlFlow::Continue(next),
            _ => ControlFlow::Break(()),
        }
    }

    /// Executes iterations of GJK until another phase follows. Not inlined, so that the state of the iteration stays in
    /// registers: 2 % of a query (`benches/suite`).
    #[inline(never)]
    fn iterate_gjk(&mut self) {
        loop_with_state(self.gjk.aim(), |aim| self.iterate(aim))
    }

    /// Evaluates the formula for the closest points and accepts them if they close the bracket.
    fn evaluate_formula(&mut self) {
        self.closed_form = closed_form::closest(&self.gjk.cso);
        let points = self.closed_form.map(|found| found.points);
        let is_usable = self.gjk.is_usable();
        self.closest = points.filter(|points| is_usable && Tolerances::of_run(&self.gjk).accepts(points)); // @proof
    }

    /// Runs Newton's method from GJK's current state.
    #[inline(never)]
    fn newton(&mut self) {
        self.newton_points = Closest::refined(&self.gjk);
        self.closest = self.accepted_newton_points(false);
    }

    /// Last result of Newton's method, if it closes the bracket within the iteration limit.
    fn accepted_newton_points(&self, at_kink: bool) -> Option<Closest> {
        self.newton_points.filter(|points| self.by_limit(points).holds() && self.closes(points, at_kink).holds())
    }

    /// Searches the closest points over a flat disc; accepts them if their gap is as wide as GJK's best one, to
    /// rounding.
    #[cold]
    fn try_disc(&mut self) {
        let gjk = &self.gjk;
        self.closest = over_disc(&gjk.cso, gjk.n)
            .filter(|points| points.gap > gjk.rounding() && points.gap >= gjk.mu - gjk.rounding());
    }

    /// Prepares the depth search from GJK's current state.
    #[inline(never)]
    fn start_depth_search(&mut self) {
        let buffers = self.buffers.take().unwrap_or_default();
        let deep = Deep::new(&self.gjk, &self.options, buffers);
        self.deep = Some(deep); // @overlap
    }

    /// Executes a phase of the depth search.
    #[inline(always)]
    fn search_depth(&mut self, phase: Phase) {
        if let Some(deep) = &mut self.deep {
            deep.execute(phase);
        }
    }

    /// Determines the branch that gave the answer.
    fn conclude(&mut self) -> Outcome {
        let solver = match self.gjk_outcome {
            Some(end) => Apart::Gjk(end),
            None if self.gjk.k == 0 => Apart::ClosedForm,
            None => Apart::Newton,
        };
        let outcome = match &self.deep {
            Some(deep) => Outcome::Deep(deep.epa_outcome.unwrap_or(epa::Outcome::Converged)), // @deep
            None if self.margins_overlap().holds() => Outcome::Shallow(solver),               // @shallow
            None => Outcome::Separated(solver),                                               // @separated
        };
        self.outcome = Some(outcome);
        outcome
    }
}

impl<A: Support + Clone, B: Support + Clone> Stepper for Distance<A, B> {
    type Outcome = Outcome;

    fn heap_bytes(&self) -> usize {
        let unused = self.buffers.as_ref().map_or(0, |buffers| buffers.bytes());
        unused + self.deep.as_ref().map_or(0, |deep| deep.epa.heap_bytes())
    }

    /// Executes one phase: one iteration of GJK, or the whole phase otherwise.
    #[inline]
    fn step(&mut self) -> ControlFlow<Outcome> {
        if let Some(outcome) = self.outcome {
            return ControlFlow::Break(outcome);
        }
        let done = self.phase;
        match done {
            Phase::Gjk => {
                // A stepper computes the next direction again from its state.
                let _ = self.iterate(self.gjk.aim());
                return ControlFlow::Continue(());
            }
            Phase::ClosedForm => self.evaluate_formula(),
            Phase::Newton => self.newton(),
            Phase::OverDisc => self.try_disc(),
            Phase::Kink => self.closest = self.accepted_newton_points(true), // @kink
            Phase::Overlap => self.start_depth_search(),
            Phase::Conclusion => return ControlFlow::Break(self.conclude()),
            Phase::Expand | Phase::Facet | Phase::Guess | Phase::Disc { .. } => self.search_depth(done),
            Phase::Rim { .. } | Phase::Refine | Phase::Balls | Phase::Mirror => self.search_depth(done),
            Phase::Join | Phase::Minimum => self.search_depth(done),
        }
        self.phase = self.next(done);
        ControlFlow::Continue(())
    }

    #[inline]
    fn run(&mut self) -> Outcome {
        loop {
            if self.phase == Phase::Gjk {
                self.iterate_gjk();
            }
            if let ControlFlow::Break(outcome) = self.step() {
                return outcome;
            }
        }
    }
}
