//! The state of EPA in the plane, and one turn of its loop: one edge is expanded.

use std::borrow::Borrow;
use std::ops::ControlFlow::{self, Break, Continue};

use super::super::prelude::*;
use super::super::shape2::Shape2;
use super::super::support2::{Cso2, Vertex2};
use super::super::tolerance;
use super::Edge;
use super::edges::nearest;

/// How the search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The nearest edge is on the CSO's boundary, within rounding.
    Converged,
    /// The CSO has no area: a segment or a point, and the origin on it. The depth is 0.
    Flat,
    /// The cap on turns.
    IterationLimit,
}

/// EPA for the cores of a planar pair. All vectors are in the pair frame.
#[derive(Clone, Debug)]
pub struct Epa2<S> {
    /// The pair.
    pub cso: Cso2<S>,
    /// The polygon's edges, in no order. A flat CSO has one, with the origin on it; so has a start on the boundary.
    pub edges: Vec<Edge>,
    /// The edge nearest the origin: expanded in the last turn unless it ended there, then the answer.
    pub nearest: usize,
    /// `w`: the corner found in the last turn.
    pub w: Vertex2,
    /// Least `n·w` so far: the depth is not above it.
    pub upper: Real,
    /// `ε`: lengths below this are rounding.
    pub epsilon: Real,
    /// Turns so far.
    pub turns: u32,
    /// Cap on turns.
    pub limit: u32,
    outcome: Option<Outcome>,
}

impl<S: Borrow<Shape2>> Epa2<S> {
    /// Starts from the simplex in which GJK found the origin: one to three corners. `buffer` becomes [`Epa2::edges`],
    /// whatever was in it; one that has been long enough before saves the allocation.
    #[inline]
    pub fn new(cso: Cso2<S>, simplex: &[Vertex2], mut buffer: Vec<Edge>) -> Self {
        buffer.clear();
        let epsilon = tolerance::noise2(cso.magnitude());
        let w = simplex.last().copied().unwrap_or_else(|| cso.support(Vec2::X));
        let end = if triangle(simplex, epsilon, &mut buffer) {
            None
        } else {
            quadrilateral(&cso, simplex, w, epsilon, &mut buffer)
        };
        Self {
            edges: buffer,
            nearest: 0,
            w,
            upper: end.map_or(Real::INFINITY, |(_, upper)| upper),
            epsilon,
            turns: 0,
            limit: tolerance::TURNS2,
            outcome: end.map(|(outcome, _)| outcome),
            cso,
        }
    }
}

/// The triangle, counter-clockwise, when it is thicker than rounding.
#[inline]
fn triangle(simplex: &[Vertex2], epsilon: Real, edges: &mut Vec<Edge>) -> bool {
    let &[a, b, c] = simplex else { return false };
    let (u, v) = (b.w - a.w, c.w - a.w);
    let area = u.perp_dot(v);
    let longest = u.length_squared().max(v.length_squared()).max((v - u).length_squared());
    if area * area <= epsilon * epsilon * longest {
        return false;
    }
    let (b, c) = if area > 0.0 { (b, c) } else { (c, b) };
    edges.extend([Edge::new(a, b), Edge::new(b, c), Edge::new(c, a)]);
    true
}

/// The longest edge of the simplex, with what the CSO has to either side of it. Where that is nothing the search is over
/// before it began: how, and the least `n·w` that was seen.
#[cold]
#[inline(never)]
fn quadrilateral<S: Borrow<Shape2>>(
    cso: &Cso2<S>,
    simplex: &[Vertex2],
    w: Vertex2,
    epsilon: Real,
    edges: &mut Vec<Edge>,
) -> Option<(Outcome, Real)> {
    let mut ends = [w, w];
    for (i, a) in simplex.iter().enumerate() {
        for b in &simplex[i + 1..] {
            if b.w.distance_squared(a.w) > ends[1].w.distance_squared(ends[0].w) {
                ends = [*a, *b];
            }
        }
    }
    // A corner alone: stretch it to the extreme points of an axis on which the CSO has some extent.
    for axis in [Vec2::X, Vec2::Y] {
        if ends[0].w.distance(ends[1].w) <= epsilon {
            ends = [cso.support(-axis), cso.support(axis)];
        }
    }
    let [a, b] = ends;
    let along = (b.w - a.w).try_normalize();
    let side = along.map_or(Vec2::X, Vec2::perp);
    let (left, right) = (cso.support(side), cso.support(-side));
    let leftward = side.dot(left.w - a.w) > epsilon;
    let rightward = side.dot(a.w - right.w) > epsilon;
    if leftward && rightward && along.is_some() {
        edges.extend([Edge::new(a, right), Edge::new(right, b), Edge::new(b, left), Edge::new(left, a)]);
        return None;
    }
    // Nothing on one side: the edge is a part of the boundary, and there the search ends. Nothing on either: flat.
    let (edge, outermost, outcome) = match (leftward, rightward) {
        (true, false) => (Edge::new(a, b), right, Outcome::Converged),
        (false, true) => (Edge::new(b, a), left, Outcome::Converged),
        _ => (Edge::new(b, a), left, Outcome::Flat),
    };
    let upper = edge.normal().dot(outermost.w).max(edge.distance());
    edges.push(edge);
    Some((outcome, upper))
}

impl<S> Epa2<S> {
    /// The edge nearest the origin now.
    pub fn closest(&self) -> usize {
        nearest(&self.edges)
    }
}

impl<S: Borrow<Shape2>> Stepper for Epa2<S> {
    type Outcome = Outcome;

    #[inline(always)]
    fn step(&mut self) -> ControlFlow<Outcome> {
        if let Some(outcome) = self.outcome {
            return Break(outcome); // @start
        }
        self.turns += 1;
        self.nearest = nearest(&self.edges); // @nearest
        let Some(&edge) = self.edges.get(self.nearest) else { return Break(Outcome::Flat) };
        let n = edge.outward();
        let w = self.cso.support(n); // @support
        self.w = w;
        let length = n.length();
        self.upper = self.upper.min(n.dot(w.w) / length); // @bound
        if n.dot(w.w - edge.from.w) <= self.epsilon * length {
            self.outcome = Some(Outcome::Converged); // @stop
        } else if self.turns >= self.limit {
            self.outcome = Some(Outcome::IterationLimit); // @cap
        } else {
            self.edges[self.nearest] = Edge::new(edge.from, w); // @split
            self.edges.push(Edge::new(w, edge.to));
        }
        match self.outcome {
            Some(outcome) => Break(outcome),
            None => Continue(()),
        }
    }
}
