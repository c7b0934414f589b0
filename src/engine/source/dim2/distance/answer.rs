//! The answer of the planar distance solver after any of its steps.

use std::borrow::Borrow;

use super::Phase;
use super::stepper::Distance;
use crate::dim2::answer::{Answer, Reason};
use crate::dim2::epa::Epa;
use crate::dim2::gjk::{self, Gjk, Search};
use crate::dim2::prelude::*;
use crate::dim2::shape::Shape;
use crate::dim2::support::{CoreDistance, Vertex};

impl<S: Borrow<Shape>> Distance<S> {
    /// Returns the current answer in the pair frame, margins included. Before the end, its status is not converged.
    #[inline(always)]
    pub fn answer(&self) -> Answer {
        match (&self.epa, self.gjk_outcome) {
            (Some(epa), _) => epa.answer(self.epa_outcome, self.gjk.iterations),
            // For overlapping cores, GJK's last support point belongs to an earlier direction than `d`.
            (None, Some(end)) if self.phase != Phase::Overlap => answer_of_gjk(&self.gjk, end),
            (None, _) => answer_of_unfinished_gjk(&self.gjk),
        }
    }

    /// Returns the allowed width of the bracket of an answer, meters: the requested tolerance plus the rounding error
    /// of every bracket.
    pub fn tolerance(&self, answer: &Answer) -> Real {
        // Without a distance the relative tolerance is 0.
        let signed_distance = answer.signed_distance.unwrap_or(0.0);
        self.epa.as_ref().map_or_else(|| self.gjk.tolerance(signed_distance), Epa::tolerance)
    }

    /// Test whether the distance of separate cores is less than the sum of the balls' radii: the shapes overlap.
    pub fn margins_overlap(&self) -> Comparison<Real> {
        Comparison::below(core_gap(&self.gjk).distance, self.gjk.cso.margin())
    }
}

/// Distance of separate cores by the simplex of GJK, and its direction.
struct CoreGap {
    /// Unit normal from A to B.
    normal: Vec2,
    /// Distance of the simplex from the origin, meters: upper bound of the distance of the cores.
    distance: Real,
}

/// Returns the answer of an unfinished run of GJK: the supporting line along the next direction bounds the distance.
#[cold]
fn answer_of_unfinished_gjk<S: Borrow<Shape>>(gjk: &Gjk<S>) -> Answer {
    answer_of_separate_cores(gjk, &gjk.cso.support(gjk.d), Some(Reason::IterationLimit))
}

/// Returns the answer of a run of GJK with this ending, for cores that are separate or touch at a vertex.
#[inline(always)]
fn answer_of_gjk<S: Borrow<Shape>>(gjk: &Gjk<S>, end: gjk::Outcome) -> Answer {
    let failed = (end == gjk::Outcome::IterationLimit).then_some(Reason::IterationLimit);
    answer_of_separate_cores(gjk, &gjk.w, failed)
}

/// Returns normal and distance by the simplex of GJK.
#[inline(always)]
fn core_gap<S: Borrow<Shape>>(gjk: &Gjk<S>) -> CoreGap {
    let length = gjk.d.length();
    let normal = if length > 0.0 { gjk.d / length } else { Vec2::X };
    // If `d` is perpendicular to an edge, all points of the edge have the same coordinate along `d`: the distance, to
    // rounding. For a vertex, and after a search along −v, the distance is the length of the nearest point.
    let is_perpendicular = gjk.count > 1 && gjk.search() == Search::Perpendicular;
    let distance = if is_perpendicular { -normal.dot(gjk.simplex[0].w) } else { gjk.nearest().v.length() };
    CoreGap { normal, distance }
}

/// Returns the answer for cores that are separate or touch at a vertex: the nearest point of the simplex gives the
/// upper bound of the distance, and `w`, the support point along GJK's direction, the lower bound. `failed` is the
/// reason why GJK stopped early, if it did.
#[inline(always)]
fn answer_of_separate_cores<S: Borrow<Shape>>(gjk: &Gjk<S>, w: &Vertex, failed: Option<Reason>) -> Answer {
    let CoreGap { normal, distance } = core_gap(gjk);
    let lower = -normal.dot(w.w);
    let width = gjk.allowed_width(distance - gjk.cso.margin());
    let failed = failed.or_else(|| (distance - lower > width).then_some(Reason::Stalled));
    let [p, q, _] = gjk.simplex;
    let (q, weight_q) = if gjk.count == 1 { (p, 0.0) } else { (q, gjk.nearest().weights[1]) };
    let core_distance = CoreDistance { lower, estimate: distance, upper: distance };
    gjk.cso.answer([p, q], weight_q, normal, core_distance, gjk.iterations, failed)
}
