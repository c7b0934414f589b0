//! The answer in the plane, after any step of the run.

use std::borrow::Borrow;

use super::super::answer::{Reason, Status};
use super::super::epa::{self, Epa};
use super::super::gjk::{self, Direction, Gjk};
use super::super::prelude::*;
use super::super::rounding;
use super::super::shape::Shape;
use super::super::support::{Cso, Vertex};
use super::Answer;
use super::stepper::Distance;

impl<S: Borrow<Shape>> Distance<S> {
    /// What is known now, in the pair frame. An answer that is asked for before the end says that it has not converged.
    #[inline(always)]
    pub fn answer(&self) -> Answer {
        match (&self.epa, self.end) {
            (Some(epa), _) => of_epa(epa, self.ended, self.gjk.turns),
            (None, Some(end)) => of_gjk(&self.gjk, end),
            (None, None) => unfinished(&self.gjk),
        }
    }

    /// How wide the bracket of an answer may be: what was asked for, and what rounding adds to any bracket.
    pub fn wanted(&self, signed_distance: Real) -> Real {
        self.epa.as_ref().map_or_else(|| self.gjk.wanted(signed_distance), Epa::wanted)
    }

    /// Of cores that are apart, whether their distance is less than the balls around them: then these overlap.
    pub fn margins_overlap(&self) -> Comparison<Real> {
        Comparison::below(reached(&self.gjk).1, self.gjk.cso.ball())
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
    let square = gjk.count > 1 && gjk.direction() == Direction::Perpendicular;
    (normal, if square { -normal.dot(gjk.simplex[0].w) } else { gjk.nearest().v.length() })
}

/// The cores are apart, or touch in a corner: `v` is nearest, and `w`, found along `d`, proves it.
#[inline(always)]
fn apart<S: Borrow<Shape>>(gjk: &Gjk<S>, w: &Vertex, failed: Option<Reason>) -> Answer {
    let (normal, distance) = reached(gjk);
    let lower = -normal.dot(w.w);
    let width = gjk.allowed_width(distance - gjk.cso.ball());
    let failed = failed.or_else(|| (distance - lower > width).then_some(Reason::Stalled));
    let [p, q, _] = gjk.simplex;
    let (q, share) = if gjk.count == 1 { (p, 0.0) } else { (q, gjk.nearest().weights[1]) };
    finish(&gjk.cso, [p, q], share, normal, [lower, distance, distance], gjk.turns, failed)
}

/// The answer of a run of EPA that ended so, if it did, after `turns` of GJK.
#[inline]
pub(in super::super) fn of_epa<S: Borrow<Shape>>(epa: &Epa<S>, ended: Option<epa::Outcome>, turns: u32) -> Answer {
    let open = ended.is_none_or(|ended| ended == epa::Outcome::IterationLimit);
    let nearest = if ended.is_some() { epa.nearest } else { epa.closest() };
    // A run has at least one edge; without any there is nothing but its last corner.
    let [from, to] = epa.edges.get(nearest).map_or([epa.w, epa.w], |edge| [edge.from, edge.to]);
    let along = to.w - from.w;
    let length = along.length();
    let (normal, share) = if length > 0.0 {
        (-along.perp() / length, (-from.w.dot(along) / (length * length)).clamp(0.0, 1.0))
    } else {
        (Vec2::X, 0.0)
    };
    let distance = normal.dot(from.w);
    let failed = open.then_some(Reason::IterationLimit);
    finish(&epa.cso, [from, to], share, normal, [-epa.upper, -distance, -distance], turns + epa.turns, failed)
}

/// Adds the balls to what is known of the cores: `v` is the share `t` of the way from `p` to `q`, and `bounds` are the lower bound, the estimate and the upper bound.
#[inline(always)]
fn finish<S: Borrow<Shape>>(
    cso: &Cso<S>,
    [p, q]: [Vertex; 2],
    t: Real,
    normal: Vec2,
    bounds: [Real; 3],
    iterations: u32,
    failed: Option<Reason>,
) -> Answer {
    let allowance = rounding::allowance2(cso.magnitude());
    let [lower, estimate, upper] = bounds.map(|bound| bound - cso.ball());
    let (lower, upper) = (lower.min(estimate) - allowance, upper.max(estimate) + allowance);
    let status = match failed {
        Some(reason) => Status::NotConverged(reason),
        None if lower > 0.0 => Status::Separated,
        None if upper < 0.0 => Status::Penetrating,
        None => Status::Touching,
    };
    Answer {
        signed_distance: estimate,
        normal,
        witness_a: cso.point_a(p.a).lerp(cso.point_a(q.a), t) + normal * cso.a.borrow().ball(),
        witness_b: cso.point_b(p.b).lerp(cso.point_b(q.b), t) - normal * cso.b.borrow().ball(),
        feature: [[p.a, p.b], [q.a, q.b]],
        lower,
        upper,
        status,
        iterations,
    }
}
