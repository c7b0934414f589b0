//! The full answer as a stepper: one phase a step, beginning with GJK's iterations on the cores.

use std::ops::ControlFlow;

use super::super::epa::{self, Buffers};
use super::super::gjk::{self, Aim, Gjk};
use super::super::prelude::*;
use super::super::rounding;
use super::super::support::{Cso, Support};
use super::closest::Closest;
use super::deep::Deep;
use super::options::Options;
use super::over_disc::over_disc;
use crate::snapshot::distance::{Apart, Outcome, Phase};

/// GJK, then EPA if it must be, on the cores of a pair. What the last step found stays to be read.
#[derive(Clone, Debug)]
pub struct Distance<A, B> {
    /// What the next step does.
    pub phase: Phase,
    /// Finds the distance of the cores, or that they overlap.
    pub gjk: Gjk<A, B>,
    /// How GJK ended, once it has.
    pub apart: Option<gjk::Outcome>,
    /// What Newton's method found last, while the cores are apart.
    pub tried: Option<Closest>,
    /// What it, or a flat disc, found, if that ended the query.
    pub closest: Option<Closest>,
    /// The deep branch, once it is needed.
    pub deep: Option<Deep<A, B>>,
    /// As given.
    pub options: Options,
    pub(super) buffers: Option<Box<Buffers>>,
    pub(super) curved: bool,
    pub(super) outcome: Option<Outcome>,
}

impl<A: Support + Clone, B: Support + Clone> Distance<A, B> {
    /// Ready for GJK's first iteration on `cso`, a pair of cores.
    #[inline(always)]
    pub fn new(cso: Cso<A, B>, options: Options, buffers: impl Into<Box<Buffers>>) -> Self {
        let curved = cso.is_curved();
        let max_iterations = options.gjk.max_iterations.min(options.max_iterations);
        let gjk = Gjk::new(cso, gjk::Options { max_iterations, ..options.gjk });
        Self {
            phase: Phase::Gjk,
            gjk,
            apart: None,
            tried: None,
            closest: None,
            deep: None,
            options,
            buffers: Some(buffers.into()),
            curved,
            outcome: None,
        }
    }

    /// Gives the buffers back for the next query.
    #[inline(always)]
    pub fn into_buffers(self) -> Option<Box<Buffers>> {
        match self.deep {
            Some(deep) => Some(deep.epa.buffers),
            None => self.buffers,
        }
    }

    /// Whether no plane is between the cores, beyond rounding: they touch or overlap.
    #[inline]
    pub fn no_gap(&self) -> Comparison<Real> {
        Comparison::at_most(self.gjk.mu, self.gjk.rounding())
    }

    /// Of cores that are apart, whether their gap is less than the margins: then these overlap.
    #[inline]
    pub fn margins_overlap(&self) -> Comparison<Real> {
        Comparison::below(self.closest.map_or(self.gjk.mu, |closest| closest.gap), self.gjk.margin)
    }

    /// Whether points that were found close the bracket: the distance of the two against the gap along their normal, which
    /// is the global truth for separate cores. It is closed when both differ by no more than was asked for, or than the
    /// rounding of the two numbers, or of the normal at a kink. (What is not a number is no proof, nor is a gap that is
    /// wider than its points are apart.)
    #[inline]
    pub fn closes(&self, found: &Closest, at_kink: bool) -> Comparison<Real> {
        let gjk = &self.gjk;
        let apart = (found.a - found.b).length();
        let relative = gjk.options.relative * (apart - gjk.margin).abs();
        let rounding = if at_kink { self.kink() } else { 0.0 };
        let allowed = relative.max(gjk.options.absolute).max(gjk.rounding()).max(rounding);
        Comparison::at_most((apart - found.gap).abs(), allowed)
    }

    /// What the rounding of the normal may cost where the nearest feature is a kink: the gap falls off to either side of
    /// the best normal, as fast as `A − B` reaches from there. No further step can make it good, so that only the end of
    /// the search counts on it.
    fn kink(&self) -> Real {
        2.0 * rounding::bound_rounding(self.gjk.magnitude + self.gjk.margin)
    }

    /// Whether so many steps of Newton's method are within the cap on iterations.
    pub fn affords(&self, found: &Closest) -> Comparison<u32> {
        Comparison::at_most(self.gjk.k.saturating_add(found.steps), self.options.max_iterations)
    }

    /// One iteration of GJK in the direction `aim`, and the direction of the next while that is the phase to come.
    #[inline(always)]
    fn iterate(&mut self, aim: Aim) -> ControlFlow<(), Aim> {
        let flow = self.gjk.iterate(aim); // @gjk
        if let ControlFlow::Break(end) = flow {
            self.apart = Some(end);
        }
        self.phase = self.after_iteration();
        match flow {
            ControlFlow::Continue(next) if self.phase == Phase::Gjk => ControlFlow::Continue(next),
            _ => ControlFlow::Break(()),
        }
    }

    /// As many iterations of GJK as follow each other. On its own, with the iteration in line and all else out of line, what
    /// goes from iteration to iteration stays in registers, and so does a direction in line: 2 % of a query
    /// (`benches/suite`).
    #[inline(never)]
    fn iterate_on(&mut self) {
        hand_on(self.gjk.aim(), |aim| self.iterate(aim))
    }

    /// Newton's method from where GJK stands.
    #[inline(never)]
    fn newton(&mut self) {
        self.tried = Closest::refined(&self.gjk);
        self.closest = self.accepted(false);
    }

    /// What Newton's method found, if it closes the bracket within the cap on iterations.
    fn accepted(&self, at_kink: bool) -> Option<Closest> {
        self.tried.filter(|found| self.affords(found).holds() && self.closes(found, at_kink).holds())
    }

    /// The closest points over a flat disc, if that is where the cores are nearest.
    #[cold]
    fn try_disc(&mut self) {
        let gjk = &self.gjk;
        self.closest = over_disc(&gjk.cso, gjk.n)
            .filter(|found| found.gap > gjk.rounding() && found.gap >= gjk.mu - gjk.rounding());
    }

    /// What looks for the depth, from where GJK stands.
    #[inline(never)]
    fn go_deep(&mut self) {
        let buffers = self.buffers.take().unwrap_or_default();
        let deep = Deep::new(&self.gjk, &self.options, buffers);
        self.deep = Some(deep); // @overlap
    }

    /// The branch that the answer came from.
    fn conclude(&mut self) -> Outcome {
        let how = self.apart.map_or(Apart::Newton, Apart::Gjk);
        let outcome = match &self.deep {
            Some(deep) => Outcome::Deep(deep.end.unwrap_or(epa::Outcome::Converged)), // @deep
            None if self.margins_overlap().holds() => Outcome::Shallow(how),          // @shallow
            None => Outcome::Separated(how),                                          // @separated
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

    /// One phase.
    #[inline]
    fn step(&mut self) -> ControlFlow<Outcome> {
        if let Some(outcome) = self.outcome {
            return ControlFlow::Break(outcome);
        }
        let done = self.phase;
        match (done, &mut self.deep) {
            (Phase::Gjk, _) => {
                let _ = self.iterate(self.gjk.aim());
                return ControlFlow::Continue(());
            }
            (Phase::Newton, _) => self.newton(),
            (Phase::OverDisc, _) => self.try_disc(),
            (Phase::Kink, _) => self.closest = self.accepted(true), // @kink
            (Phase::Overlap, _) => self.go_deep(),
            (Phase::Conclusion, _) => return ControlFlow::Break(self.conclude()),
            (_, Some(deep)) => deep.act(done),
            (_, None) => {}
        }
        self.phase = self.next(done);
        ControlFlow::Continue(())
    }

    #[inline]
    fn run(&mut self) -> Outcome {
        loop {
            if self.phase == Phase::Gjk {
                self.iterate_on();
            }
            if let ControlFlow::Break(outcome) = self.step() {
                return outcome;
            }
        }
    }
}
