//! The planar distance solver's answer after any of its steps.

use std::borrow::Borrow;

use super::super::answer::{Answer, Reason};
use super::super::epa::Epa;
use super::super::gjk::{self, Gjk, Search};
use super::super::prelude::*;
use super::super::shape::Shape;
use super::super::support::{CoreDistance, Vertex};
use super::Phase;
use super::stepper::Distance;

impl<S: Borrow<Shape>> Distance<S> {
    /// Current answer in the pair frame. Before the end, its status is not converged.
    #[inline(always)]
    pub fn answer(&self) -> Answer {
        match (&self.epa, self.gjk_outcome) {
            (Some(epa), _) => epa.answer(self.epa_outcome, self.gjk.iterations),
            // For overlapping cores, GJK's last support point belongs to an earlier direction than `d`.
            (None, Some(end)) if self.phase != Phase::Overlap => answer_of_gjk(&self.gjk, end),
            (None, _) => answer_of_unfinished_gjk(&self.gjk),
        }
    }

    /// Tolerance of the bracket width of an answer: the requested tolerance plus the rounding error of every bracket.
    pub fn tolerance(&self, answer: &Answer) -> Real {
        // Without a distance the relative tolerance is 0.
        let signed_distance = answer.signed_distance.unwrap_or(0.0);
        self.epa.as_ref().map_or_else(|| self.gjk.tolerance(signed_distance), Epa::tolerance)
    }

    /// Whether the distance of separate cores is less than the sum of the balls' radii, so that the shapes overlap.
    pub fn margins_overlap(&self) -> Comparison<Real> {
        Comparison::below(normal_and_distance(&self.gjk).1, self.gjk.cso.margin())
    }
}

/// Answer of an unfinished run of GJK: the supporting plane along the next direction bounds the distance.
#[cold]
fn answer_of_unfinished_gjk<S: Borrow<Shape>>(gjk: &Gjk<S>) -> Answer {
    answer_of_separate_cores(gjk, &gjk.cso.support(gjk.d), Some(Reason::IterationLimit))
}

/// Answer of a run of GJK with this ending, for cores that are separate or touch at a vertex.
#[inline(always)]
fn answer_of_gjk<S: Borrow<Shape>>(gjk: &Gjk<S>, end: gjk::Outcome) -> Answer {
    answer_of_separate_cores(gjk, &gjk.w, (end == gjk::Outcome::IterationLimit).then_some(Reason::IterationLimit))
}

/// Unit normal from A to B, and the distance of the simplex from the origin, meters.
#[inline(always)]
fn normal_and_distance<S: Borrow<Shape>>(gjk: &Gjk<S>) -> (Vec2, Real) {
    let length = gjk.d.length();
    let normal = if length > 0.0 { gjk.d / length } else { Vec2::X };
    // Along the edge's perpendicular the distance is exact to a rounding error of the edge. For a vertex, or after a
    // search along −v, it is the length of the nearest point.
    let is_perpendicular = gjk.count > 1 && gjk.search() == Search::Perpendicular;
    (normal, if is_perpendicular { -normal.dot(gjk.simplex[0].w) } else { gjk.nearest().v.length() })
}

/// Answer for cores that are separate or touch at a vertex: `v` is the nearest point, and `w`, the support point along
/// `d`, proves it.
#[inline(always)]
fn answer_of_separate_cores<S: Borrow<Shape>>(gjk: &Gjk<S>, w: &Vertex, failed: Option<Reason>) -> Answer {
    let (normal, distance) = normal_and_distance(gjk);
    let lower = -normal.dot(w.w);
    let width = gjk.allowed_width(distance - gjk.cso.margin());
    let failed = failed.or_else(|| (distance - lower > width).then_some(Reason::Stalled));
    let [p, q, _] = gjk.simplex;
    let (q, weight_q) = if gjk.count == 1 { (p, 0.0) } else { (q, gjk.nearest().weights[1]) };
    let core_distance = CoreDistance { lower, estimate: distance, upper: distance };
    gjk.cso.answer([p, q], weight_q, normal, core_distance, gjk.iterations, failed)
}
