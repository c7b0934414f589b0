//! The distance solver's answer after any of its steps.

use super::closest::Closest;
use super::core_answer::{CoreAnswer, answer_of};
use super::deep::Deep;
use super::stepper::Distance;
use super::tolerances::Tolerances;
use super::witness::witness;
use crate::dim3::answer::{Answer, Reason};
use crate::dim3::epa;
use crate::dim3::gjk;
use crate::dim3::prelude::*;
use crate::dim3::support::Support;
use contact_lens_model::snapshot::distance::Outcome;

impl<A: Support + Clone, B: Support + Clone> Distance<A, B> {
    /// Current answer in the pair frame with the margins subtracted. Before the end, its status depends on the width of
    /// the current bracket.
    pub fn answer(&self) -> Answer {
        match (&self.deep, &self.closest) {
            (Some(deep), _) => self.deep_answer(deep),
            (None, Some(closest)) => self.closest_answer(closest),
            (None, None) => self.gjk.answer(self.gjk_outcome.unwrap_or(gjk::Outcome::IterationLimit)),
        }
    }

    /// Tolerance of the bracket width of an answer: the requested tolerance plus the rounding error of every bracket.
    pub fn tolerance(&self, answer: &Answer) -> Real {
        answer.signed_distance.map_or_else(|| self.gjk.current_tolerance(), |distance| self.tolerated_width(distance))
    }

    /// Tolerated bracket width of an answer with this signed distance.
    fn tolerated_width(&self, signed_distance: Real) -> Real {
        if self.deep.is_none() && self.closest.is_none() {
            return self.gjk.tolerance(signed_distance);
        }
        let tolerances = Tolerances::of_run(&self.gjk);
        if self.deep.is_some() && self.curved {
            tolerances.width(signed_distance, self.options.proof)
        } else {
            tolerances.width_apart(signed_distance)
        }
    }

    /// Answer for separate cores, from the closest points of a formula, of Newton's method or of a disc.
    fn closest_answer(&self, closest: &Closest) -> Answer {
        let iterations = self.gjk.k + closest.steps;
        answer_of(&self.gjk.cso, closest, &Tolerances::of_run(&self.gjk), iterations)
    }

    /// Answer for cores that overlap or touch, from the bounds of the depth search.
    fn deep_answer(&self, deep: &Deep<A, B>) -> Answer {
        let epa = &deep.epa;
        let depth = epa.upper;
        let normal = epa.best.map_or(self.gjk.n, |best| best.normal);
        let points = witness(&self.gjk, deep, normal, normal * depth);
        // Lower bound of the depth: EPA's if the origin is proven to be inside, otherwise minus the distance of two
        // points of the cores, which bounds how far outside it can be.
        let least_depth =
            if epa.lower > 0.0 { epa.lower.min(depth) } else { -self.gjk.upper.min((points[0] - points[1]).length()) };
        let cores = CoreAnswer {
            bounds: [-depth, -least_depth],
            distance: -depth,
            normal,
            points,
            iterations: self.gjk.k + deep.steps(),
        };
        cores.of_shapes(
            &self.gjk.cso,
            &Tolerances::of_run(&self.gjk),
            |distance| self.tolerated_width(distance),
            || match self.outcome {
                Some(Outcome::Deep(epa::Outcome::Stalled)) => Reason::Stalled,
                Some(Outcome::Deep(epa::Outcome::Flat(_))) => Reason::Degenerate,
                Some(Outcome::Deep(
                    epa::Outcome::Converged
                    | epa::Outcome::Apart
                    | epa::Outcome::IterationLimit
                    | epa::Outcome::BrokenHorizon,
                ))
                | Some(Outcome::Separated(_) | Outcome::Shallow(_))
                | None => Reason::IterationLimit,
            },
        )
    }
}
