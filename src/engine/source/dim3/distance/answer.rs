//! The distance solver's answer after any of its steps.

use super::closest::Closest;
use super::deep::Deep;
use super::stepper::Distance;
use super::witness::witness;
use crate::dim3::answer::{Answer, Reason};
use crate::dim3::bracket::Bracket;
use crate::dim3::epa;
use crate::dim3::gjk;
use crate::dim3::prelude::*;
use crate::dim3::rounding;
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
        let is_curved_depth = self.deep.is_some() && self.curved;
        let relative = if is_curved_depth { self.options.proof } else { self.options.gjk.relative };
        let requested = (relative * signed_distance.abs()).max(self.options.gjk.absolute);
        let rounding = rounding::bound_rounding(self.gjk.magnitude + self.gjk.margin);
        // Two rounding errors for both bounds, and two for the gap that a normal at a kink may lose.
        requested + 4.0 * rounding + 2.0 * self.gjk.rounding()
    }

    /// Answer for separate cores, from the closest points of Newton's method or of a disc.
    fn closest_answer(&self, closest: &Closest) -> Answer {
        let Closest { normal, gap, a, b, steps } = *closest;
        let iterations = self.gjk.k + steps;
        self.bracketed([gap, (a - b).length()], gap, normal, [a, b], iterations)
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
        self.bracketed([-depth, -least_depth], -depth, normal, points, self.gjk.k + deep.steps())
    }

    /// Makes the answer from the bracket of the cores' signed distance, an estimate within it, the normal and the
    /// witness points of the cores. Subtracts the margins and adds the rounding error of the bounds.
    fn bracketed(
        &self,
        [lower, upper]: [Real; 2],
        distance: Real,
        normal: Vec3,
        [a, b]: [Vec3; 2],
        iterations: u32,
    ) -> Answer {
        let cso = &self.gjk.cso;
        let margin = self.gjk.margin;
        let rounding = rounding::bound_rounding(self.gjk.magnitude + margin);
        let bracket = Bracket::new([lower - margin, upper - margin], rounding).uncrossed();
        // Adding 0 makes −0 positive.
        let signed_distance = bracket.nearest(distance - margin) + 0.0;
        let status = bracket.distance_status(self.tolerated_width(signed_distance), || match self.outcome {
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
        });
        Answer {
            signed_distance: Some(signed_distance),
            normal: Some(normal),
            witness_a: a + normal * cso.a.margin(),
            witness_b: b - normal * cso.b.margin(),
            lower: bracket.lower,
            upper: bracket.upper,
            status,
            iterations,
        }
    }
}
