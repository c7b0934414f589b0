//! The planar EPA as a stepper: one iteration expands the edge of the polygon nearest the origin.

use std::borrow::Borrow;
use std::ops::ControlFlow::{self, Break, Continue};

use super::edges::nearest;
use super::{Edge, Outcome};
use crate::dim2::prelude::*;
use crate::dim2::rounding;
use crate::dim2::shape::Shape;
use crate::dim2::support::{Cso, Vertex};

/// Tolerances and limit of EPA.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// Allowed width of the bracket as a fraction of the depth, margins included. With 0, the default, the search ends
    /// at rounding error, with an edge of the boundary of `A − B`.
    pub relative: Real,
    /// Allowed width of the bracket, meters; the larger of both applies.
    pub absolute: Real,
    /// Limit of iterations, at which the bracket may still be wide.
    pub max_iterations: u32,
}

impl Default for Options {
    fn default() -> Self {
        Self { relative: 0.0, absolute: 0.0, max_iterations: rounding::MAX_ITERATIONS_IN_PLANE }
    }
}

impl Options {
    /// Returns whether a tolerance above rounding error is set.
    #[inline]
    fn is_tolerant(&self) -> bool {
        self.relative > 0.0 || self.absolute > 0.0
    }
}

/// EPA for the cores of a planar pair. All vectors are in the pair frame.
#[derive(Clone, Debug)]
pub struct Epa<S> {
    /// The pair of shapes.
    pub cso: Cso<S>,
    /// Edges of the polygon, in no order; only one if `A − B` is flat or the start is on its boundary.
    pub edges: Vec<Edge>,
    /// Index of the edge that was nearest to the origin in the last iteration, which split it; after the end, of the
    /// edge that gives the answer.
    pub nearest: usize,
    /// `w`: support point of the last iteration; the newest vertex of GJK's simplex before the first.
    pub w: Vertex,
    /// Least `n·w` found, meters: an upper bound of the depth of the cores. Infinite before the first iteration.
    pub upper: Real,
    /// Outward unit normal `n` of `upper`; `None` before the first iteration.
    pub best: Option<Vec2>,
    /// `ε`: lengths below this are zero to rounding, meters.
    pub epsilon: Real,
    /// Number of iterations so far.
    pub iterations: u32,
    /// Tolerances and limit of iterations.
    pub options: Options,
    /// Ending; `None` while EPA runs.
    pub(super) outcome: Option<Outcome>,
}

impl<S: Borrow<Shape>> Epa<S> {
    /// Starts from the simplex in which GJK found the origin: one to three vertices. `buffer` is cleared and becomes
    /// [`Epa::edges`]; reusing one saves the allocation.
    #[inline]
    pub fn new(cso: Cso<S>, simplex: &[Vertex], options: Options, mut buffer: Vec<Edge>) -> Self {
        buffer.clear();
        let epsilon = rounding::dot_rounding2(cso.magnitude());
        let w = simplex.last().copied().unwrap_or_else(|| cso.support(Vec2::X));
        let end = if add_triangle(simplex, epsilon, &mut buffer) {
            None
        } else {
            start_around_longest_edge(&cso, simplex, w, epsilon, &mut buffer)
        };
        let mut this = Self {
            edges: buffer,
            nearest: 0,
            w,
            upper: end.map_or(Real::INFINITY, |end| end.upper),
            best: None,
            epsilon,
            iterations: 0,
            options,
            outcome: end.map(|end| end.outcome),
            cso,
        };
        if options.max_iterations == 0 && end.is_none() {
            this.give_up();
        }
        this
    }

    /// Ends before the first iteration, with the CSO's magnitude as the upper bound.
    #[cold]
    fn give_up(&mut self) {
        self.nearest = nearest(&self.edges);
        self.upper = self.cso.magnitude();
        self.outcome = Some(Outcome::IterationLimit);
    }

    /// Returns the allowed width of the bracket of the depth, meters, without rounding error, for a nearest edge at
    /// this distance.
    fn width(&self, distance: Real) -> Real {
        (self.options.relative * (distance + self.cso.margin()).abs()).max(self.options.absolute)
    }

    /// Returns the allowed width of the bracket of an answer, meters: the tolerance plus rounding error.
    pub fn tolerance(&self) -> Real {
        let distance = self.edges.get(self.nearest).map_or(0.0, Edge::distance);
        self.width(distance) + 2.0 * self.epsilon + 2.0 * rounding::bound_rounding2(self.cso.magnitude())
    }

    /// Test whether the search ends, `n·w − distance ≤ ε`, both sides times the length of `n`: the support point `w` is
    /// at most the allowed width beyond the edge.
    #[inline(always)]
    pub fn by_gap(&self, edge: &Edge, w: &Vertex) -> Comparison<Real> {
        let n = edge.outward();
        // Only a tolerance needs the distance of the edge, which costs a root.
        let allowed =
            if self.options.is_tolerant() { self.width(edge.distance()).max(self.epsilon) } else { self.epsilon };
        Comparison::at_most(n.dot(w.w - edge.from.w), allowed * n.length())
    }

    /// Test of the iteration limit, `k ≥ limit`.
    #[inline(always)]
    pub fn by_limit(&self) -> Comparison<u32> {
        Comparison::at_least(self.iterations, self.options.max_iterations)
    }
}

/// Adds the edges of a simplex of three vertices, counter-clockwise. Adds none and returns false for fewer vertices,
/// and for a triangle that is not thicker than rounding error, `epsilon`.
#[inline]
fn add_triangle(simplex: &[Vertex], epsilon: Real, edges: &mut Vec<Edge>) -> bool {
    let &[a, b, c] = simplex else { return false };
    let u = b.w - a.w;
    let v = c.w - a.w;
    let area = u.perp_dot(v);
    let longest = u.length_squared().max(v.length_squared()).max((v - u).length_squared());
    if area * area <= epsilon * epsilon * longest {
        return false;
    }
    let (b, c) = if area > 0.0 { (b, c) } else { (c, b) };
    edges.extend([Edge::new(a, b), Edge::new(b, c), Edge::new(c, a)]);
    true
}

/// Ending of EPA at its start: the edge that gives the answer is already on the boundary of `A − B`.
#[derive(Clone, Copy)]
struct EndAtStart {
    /// Outcome with which EPA ends.
    outcome: Outcome,
    /// Upper bound of the depth of the cores, meters.
    upper: Real,
}

/// Adds the edges of a quadrilateral: the ends of the simplex's longest edge and the support points on both sides of
/// it. If one side has no support point beyond the edge, adds that edge alone and returns the ending; otherwise returns
/// `None`.
#[cold]
#[inline(never)]
fn start_around_longest_edge<S: Borrow<Shape>>(
    cso: &Cso<S>,
    simplex: &[Vertex],
    w: Vertex,
    epsilon: Real,
    edges: &mut Vec<Edge>,
) -> Option<EndAtStart> {
    let mut ends = [w, w];
    for (i, a) in simplex.iter().enumerate() {
        for b in &simplex[i + 1..] {
            if b.w.distance_squared(a.w) > ends[1].w.distance_squared(ends[0].w) {
                ends = [*a, *b];
            }
        }
    }
    // A simplex of one vertex has no edge: use the extreme points along an axis along which the CSO has an extent.
    for axis in [Vec2::X, Vec2::Y] {
        if ends[0].w.distance(ends[1].w) <= epsilon {
            ends = [cso.support(-axis), cso.support(axis)];
        }
    }
    let [a, b] = ends;
    let along = (b.w - a.w).try_normalize();
    let side = along.map_or(Vec2::X, Vec2::perp);
    let left = cso.support(side);
    let right = cso.support(-side);
    let leftward = side.dot(left.w - a.w) > epsilon;
    let rightward = side.dot(a.w - right.w) > epsilon;
    if leftward && rightward && along.is_some() {
        edges.extend([Edge::new(a, right), Edge::new(right, b), Edge::new(b, left), Edge::new(left, a)]);
        return None;
    }
    // An edge with nothing beyond one side is on the boundary, and the search ends. With nothing beyond both sides,
    // `A − B` is flat.
    let (edge, outermost, outcome) = match (leftward, rightward) {
        (true, false) => (Edge::new(a, b), right, Outcome::Converged),
        (false, true) => (Edge::new(b, a), left, Outcome::Converged),
        _ => (Edge::new(b, a), left, Outcome::Flat),
    };
    let upper = edge.normal().dot(outermost.w).max(edge.distance());
    edges.push(edge);
    Some(EndAtStart { outcome, upper })
}

impl<S> Epa<S> {
    /// Returns the index of the edge that is nearest the origin now.
    pub fn nearest_now(&self) -> usize {
        nearest(&self.edges)
    }
}

impl<S: Borrow<Shape>> Stepper for Epa<S> {
    type Outcome = Outcome;

    fn heap_bytes(&self) -> usize {
        size_of_val(&*self.edges)
    }

    #[inline(always)]
    fn step(&mut self) -> ControlFlow<Outcome> {
        if let Some(outcome) = self.outcome {
            return Break(outcome); // @start
        }
        self.iterations += 1;
        self.nearest = nearest(&self.edges); // @nearest
        let Some(&edge) = self.edges.get(self.nearest) else { return Break(Outcome::Flat) };
        let n = edge.outward();
        let w = self.cso.support(n); // @support
        self.w = w;
        let length = n.length();
        let height = n.dot(w.w) / length;
        if height < self.upper {
            self.upper = height; // @bound
            self.best = Some(n / length);
        }
        if self.by_gap(&edge, &w).holds() {
            self.outcome = Some(Outcome::Converged); // @stop
        } else if self.by_limit().holds() {
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
