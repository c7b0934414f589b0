//! The state of EPA in the plane, and one turn of its loop: one edge is expanded.

use std::borrow::Borrow;
use std::ops::ControlFlow::{self, Break, Continue};

use super::super::prelude::*;
use super::super::shape2::Shape2;
use super::super::support2::{Cso2, Vertex2};
use super::super::tolerance;
use super::{Edge, Edges};

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
    /// The polygon's edges. A flat CSO has one, with the origin on it.
    pub edges: Edges,
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
    /// Starts from the simplex in which GJK found the origin: one to three corners.
    #[inline]
    pub fn new(cso: Cso2<S>, simplex: &[Vertex2]) -> Self {
        let epsilon = tolerance::noise2(cso.magnitude());
        let w = simplex.last().copied().unwrap_or_else(|| cso.support(Vec2::X));
        let mut this = Self {
            edges: Edges::default(),
            nearest: 0,
            w,
            upper: Real::INFINITY,
            epsilon,
            turns: 0,
            limit: tolerance::TURNS2,
            outcome: None,
            cso,
        };
        if !this.triangle(simplex) {
            this.quadrilateral(simplex, w);
        }
        this
    }

    /// The triangle, counter-clockwise, when it is thicker than rounding.
    #[inline]
    fn triangle(&mut self, simplex: &[Vertex2]) -> bool {
        let &[a, b, c] = simplex else { return false };
        let (u, v) = (b.w - a.w, c.w - a.w);
        let area = u.perp_dot(v);
        let longest = u.length_squared().max(v.length_squared()).max((v - u).length_squared());
        if area * area <= self.epsilon * self.epsilon * longest {
            return false;
        }
        let (b, c) = if area > 0.0 { (b, c) } else { (c, b) };
        self.surround([a, b, c]);
        true
    }

    /// The longest edge of the simplex, with what the CSO has to either side of it.
    fn quadrilateral(&mut self, simplex: &[Vertex2], w: Vertex2) {
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
            if ends[0].w.distance(ends[1].w) <= self.epsilon {
                ends = [self.cso.support(-axis), self.cso.support(axis)];
            }
        }
        let [a, b] = ends;
        let along = (b.w - a.w).try_normalize();
        let side = along.map_or(Vec2::X, Vec2::perp);
        let (left, right) = (self.cso.support(side), self.cso.support(-side));
        let leftward = side.dot(left.w - a.w) > self.epsilon;
        let rightward = side.dot(a.w - right.w) > self.epsilon;
        if leftward && rightward && along.is_some() {
            self.surround([a, right, b, left]);
            return;
        }
        // Nothing on one side: the edge is a part of the boundary, and there the search ends. Nothing on either: flat.
        let (normal, far, outcome) = match (leftward, rightward) {
            (true, false) => (-side, right, Outcome::Converged),
            (false, true) => (side, left, Outcome::Converged),
            _ => (side, left, Outcome::Flat),
        };
        let distance = normal.dot(a.w);
        self.edges.push(Edge { from: a, to: b, normal, distance, rank: distance });
        self.upper = normal.dot(far.w).max(distance);
        self.outcome = Some(outcome);
    }

    #[inline]
    fn surround<const N: usize>(&mut self, corners: [Vertex2; N]) {
        for i in 0..N {
            self.edges.push(Edge::new(corners[i], corners[(i + 1) % N]));
        }
    }
}

impl<S: Borrow<Shape2>> Stepper for Epa2<S> {
    type Outcome = Outcome;

    #[inline]
    fn step(&mut self) -> ControlFlow<Outcome> {
        if let Some(outcome) = self.outcome {
            return Break(outcome); // @start
        }
        self.turns += 1;
        self.nearest = self.edges.nearest(); // @nearest
        let edge = *self.edges.get(self.nearest);
        let w = self.cso.support(edge.normal); // @support
        self.w = w;
        let reach = edge.normal.dot(w.w);
        self.upper = self.upper.min(reach); // @bound
        if reach - edge.distance <= self.epsilon {
            self.outcome = Some(Outcome::Converged); // @stop
        } else if self.turns >= self.limit {
            self.outcome = Some(Outcome::IterationLimit); // @cap
        } else {
            self.edges.set(self.nearest, Edge::new(edge.from, w)); // @split
            self.edges.push(Edge::new(w, edge.to));
        }
        match self.outcome {
            Some(outcome) => Break(outcome),
            None => Continue(()),
        }
    }
}
