//! Phase transitions of the distance solver: each step executes one phase, then a pure function of the executed phase
//! and the resulting state chooses the next.

use super::deep::Deep;
use super::stepper::Distance;
use crate::dim3::epa;
use crate::dim3::gjk;
use crate::dim3::support::Support;
use contact_lens_model::snapshot::distance::{Phase, Purpose};

/// Number of GJK iterations on curved cores before each try of Newton's method: the normal is then usually near enough
/// for quadratic convergence.
const NEWTON_INTERVAL: u32 = 3;

impl<A: Support + Clone, B: Support + Clone> Distance<A, B> {
    /// Phase that follows `done`.
    #[inline]
    pub(super) fn next(&self, done: Phase) -> Phase {
        match done {
            Phase::ClosedForm if self.closest.is_some() => Phase::Conclusion,
            Phase::ClosedForm => Phase::Gjk,
            Phase::Gjk => self.after_iteration(),
            Phase::Newton | Phase::OverDisc if self.closest.is_some() => Phase::Conclusion,
            Phase::Newton if self.gjk_outcome.is_none() => Phase::Gjk,
            Phase::Newton if !self.gjk.is_closed() => Phase::OverDisc,
            Phase::OverDisc if self.newton_points.is_some() => Phase::Kink,
            Phase::Newton | Phase::OverDisc | Phase::Kink | Phase::Conclusion => Phase::Conclusion,
            Phase::Overlap | Phase::Expand | Phase::Facet | Phase::Guess | Phase::Disc { .. } => self.after_deep(done),
            Phase::Rim { .. } | Phase::Refine | Phase::Balls | Phase::Mirror => self.after_deep(done),
            Phase::Join | Phase::Minimum => self.after_deep(done),
        }
    }

    /// Phase that follows `done`, a phase of the depth search or its preparation.
    #[inline(always)]
    fn after_deep(&self, done: Phase) -> Phase {
        self.deep.as_ref().map_or(Phase::Conclusion, |deep| deep.next(done))
    }

    /// Phase that follows an iteration of GJK.
    #[inline(always)]
    pub(super) fn after_iteration(&self) -> Phase {
        match self.gjk_outcome {
            None if self.curved && self.gjk.k.is_multiple_of(NEWTON_INTERVAL) && self.gjk.mu > 0.0 => Phase::Newton,
            None => Phase::Gjk,
            Some(end) => self.after_gjk(end),
        }
    }

    /// Phase that follows GJK's end: the depth search for cores that no plane separates, Newton's method for separate
    /// cores that are curved or whose bounds have not converged. For polytopes only rounding can prevent that; Newton's
    /// method may then converge, since a vertex is a branch like any other.
    fn after_gjk(&self, end: gjk::Outcome) -> Phase {
        let has_simplex = end != gjk::Outcome::Degenerate || self.gjk.filled != 0;
        if has_simplex && self.no_gap().holds() {
            Phase::Overlap
        } else if self.curved || !self.gjk.is_closed() {
            Phase::Newton
        } else {
            Phase::Conclusion
        }
    }
}

impl<A: Support, B: Support> Deep<A, B> {
    /// Phase that follows `done` for overlapping cores.
    #[inline]
    fn next(&self, done: Phase) -> Phase {
        match done {
            Phase::Expand => self.after_expansion(),
            Phase::Overlap | Phase::Facet if self.facet.is_some() => Phase::Facet,
            Phase::Facet | Phase::Balls if self.proven => Phase::Conclusion,
            Phase::Overlap | Phase::Facet if self.curved && self.tried_directly => Phase::Guess,
            Phase::Guess | Phase::Mirror if self.trial.is_some() => self.first_trial_phase(),
            Phase::Disc { of_a } if self.over_rim.is_some() => Phase::Rim { of_a },
            Phase::Disc { of_a: true } | Phase::Rim { of_a: true } => self.after_disc_of_a(),
            Phase::Disc { of_a: false } | Phase::Rim { of_a: false } => Phase::Refine,
            Phase::Refine => self.after_refinement(),
            Phase::Balls if self.trial.is_some_and(|trial| trial.purpose == Purpose::First) => Phase::Mirror,
            Phase::Minimum if self.trial.is_some() => self.first_trial_phase(),
            Phase::Minimum => Phase::Conclusion,
            Phase::ClosedForm
            | Phase::Gjk
            | Phase::Newton
            | Phase::OverDisc
            | Phase::Kink
            | Phase::Overlap
            | Phase::Facet
            | Phase::Guess
            | Phase::Balls
            | Phase::Mirror
            | Phase::Join
            | Phase::Conclusion => Phase::Expand,
        }
    }

    /// First phase of the trial: the test of A's disc, if there is one.
    fn first_trial_phase(&self) -> Phase {
        match self.trial.map(|trial| trial.discs) {
            Some([Some(_), _]) => Phase::Disc { of_a: true },
            Some([None, _]) | None => self.after_disc_of_a(),
        }
    }

    /// Phase of the trial after A's disc: the test of B's disc, if there is one.
    fn after_disc_of_a(&self) -> Phase {
        match self.trial.map(|trial| trial.discs) {
            Some([_, Some(_)]) => Phase::Disc { of_a: false },
            Some([_, None]) | None => Phase::Refine,
        }
    }

    /// Phase that follows EPA's start or an expansion.
    #[inline(always)]
    fn after_expansion(&self) -> Phase {
        match self.epa_outcome {
            None if !self.curved => Phase::Expand,
            None if self.epa.iterations == 1 && self.carried_plane.is_some() => Phase::Join,
            _ if self.trial.is_some() => self.first_trial_phase(),
            None => Phase::Expand,
            Some(epa::Outcome::Converged) if self.curved => Phase::Minimum,
            Some(_) => Phase::Conclusion,
        }
    }

    /// Phase that follows the refinement of the trial's normal, by the reason for the trial.
    fn after_refinement(&self) -> Phase {
        match self.trial.map(|trial| trial.purpose) {
            Some(Purpose::First | Purpose::Mirror) => Phase::Balls,
            Some(Purpose::LowerBound) if self.lowered => Phase::Balls,
            Some(Purpose::Converged) => Phase::Minimum,
            Some(Purpose::Minimum) if !self.is_shallower() => Phase::Minimum,
            Some(Purpose::Separate) => Phase::Conclusion,
            Some(Purpose::LowerBound | Purpose::Minimum) | None => Phase::Expand,
        }
    }
}
