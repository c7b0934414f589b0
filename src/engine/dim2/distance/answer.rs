//! The answer in the plane, after any step of the run.

use std::borrow::Borrow;

use super::super::answer::{Answer, Reason};
use super::super::epa::Epa;
use super::super::gjk::{self, Gjk, Search};
use super::super::prelude::*;
use super::super::shape::Shape;
use super::super::support::Vertex;
use super::Phase;
use super::stepper::Distance;

impl<S: Borrow<Shape>> Distance<S> {
    /// What is known now, in the pair frame. An answer that is asked for before the end says that it has not converged.
    #[inline(always)]
    pub fn answer(&self) -> Answer {
        match (&self.epa, self.end) {
            (Some(epa), _) => epa.answer(self.ended, self.gjk.iterations),
            // GJK's last support point belongs to an earlier direction than `d` where the cores overlap.
            (None, Some(end)) if self.phase != Phase::Overlap => of_gjk(&self.gjk, end),
            (None, _) => unfinished(&self.gjk),
        }
    }

    /// How wide the bracket of an answer may be: what was asked for, and what rounding adds to any bracket.
    pub fn wanted(&self, answer: &Answer) -> Real {
        // Without a distance there is nothing to take a share of.
        let signed_distance = answer.signed_distance.unwrap_or(0.0);
        self.epa.as_ref().map_or_else(|| self.gjk.wanted(signed_distance), Epa::wanted)
    }

    /// Of cores that are apart, whether their distance is less than the balls around them: then these overlap.
    pub fn margins_overlap(&self) -> Comparison<Real> {
        Comparison::below(reached(&self.gjk).1, self.gjk.cso.margin())
    }
}

/// The answer of a run of GJK that is not at its end: the plane along the next direction bounds it.
#[cold]
fn unfinished<S: Borrow<Shape>>(gjk: &Gjk<S>) -> Answer {
    apart(gjk, &gjk.cso.support(gjk.d), Some(Reason::IterationLimit))
}

/// The answer of a run of GJK that ended so, with the cores apart or touching in a corner.
#[inline(always)]
fn of_gjk<S: Borrow<Shape>>(gjk: &Gjk<S>, end: gjk::Outcome) -> Answer {
    apart(gjk, &gjk.w, (end == gjk::Outcome::IterationLimit).then_some(Reason::IterationLimit))
}

/// The unit normal, and how far the nearest point of the simplex is from the origin.
#[inline(always)]
fn reached<S: Borrow<Shape>>(gjk: &Gjk<S>) -> (Vec2, Real) {
    let length = gjk.d.length();
    let normal = if length > 0.0 { gjk.d / length } else { Vec2::X };
    // Along the edge's perpendicular the distance is exact to a rounding of the edge; a corner's is its length, and so is
    // that of an edge from which the search went along −v.
    let square = gjk.count > 1 && gjk.search() == Search::Perpendicular;
    (normal, if square { -normal.dot(gjk.simplex[0].w) } else { gjk.nearest().v.length() })
}

/// The cores are apart, or touch in a corner: `v` is nearest, and `w`, found along `d`, proves it.
#[inline(always)]
fn apart<S: Borrow<Shape>>(gjk: &Gjk<S>, w: &Vertex, failed: Option<Reason>) -> Answer {
    let (normal, distance) = reached(gjk);
    let lower = -normal.dot(w.w);
    let width = gjk.allowed_width(distance - gjk.cso.margin());
    let failed = failed.or_else(|| (distance - lower > width).then_some(Reason::Stalled));
    let [p, q, _] = gjk.simplex;
    let (q, share) = if gjk.count == 1 { (p, 0.0) } else { (q, gjk.nearest().weights[1]) };
    gjk.cso.answer([p, q], share, normal, [lower, distance, distance], gjk.iterations, failed)
}
