//! The planar GJK as a stepper: one iteration adds one vertex of the CSO, `A − B`, to the simplex and keeps the feature
//! nearest the origin.

use std::borrow::Borrow;
use std::ops::ControlFlow::{self, Break, Continue};

use super::{Options, Outcome, Search};
use crate::dim2::answer::Feature;
use crate::dim2::prelude::*;
use crate::dim2::rounding;
use crate::dim2::shape::Shape;
use crate::dim2::simplex::subset::members;
use crate::dim2::simplex::{self, Solver};
use crate::dim2::support::{Cso, Vertex, lift};

/// The point of the simplex nearest the origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearest {
    /// `v`: position of the point, pair frame, meters.
    pub v: Vec2,
    /// `λ`: barycentric weights of the vertices, 0 to 1; 0 beyond the last vertex, sum 1 to rounding.
    pub weights: [Real; 3],
}

/// GJK for the cores of a planar pair. All vectors are in the pair frame.
#[derive(Clone, Debug)]
pub struct Gjk<S> {
    /// The pair of shapes.
    pub cso: Cso<S>,
    /// `W`: the first `count` vertices are the simplex, the newest last.
    pub simplex: [Vertex; 3],
    /// Number of vertices in the simplex: 1 to 3.
    pub count: usize,
    /// `d`: direction of the next support point; not a unit vector.
    pub d: Vec2,
    /// `w`: support point of the last iteration.
    pub w: Vertex,
    /// `d·(w − v)`, for the `d` along which `w` was found, which need not be a unit vector.
    pub gain: Real,
    /// Feature of an earlier answer from which the search started; `None` for a start without one, and after a restart.
    pub memory: Option<Feature>,
    /// `ε`: lengths below this are zero to rounding, meters.
    pub epsilon: Real,
    /// Number of iterations so far.
    pub iterations: u32,
    /// Options of the query.
    pub options: Options,
    /// Value of [`Options::is_tolerant`], which is needed in every iteration.
    tolerant: bool,
    /// Ending; `None` while the search runs.
    outcome: Option<Outcome>,
}

impl<S: Borrow<Shape>> Gjk<S> {
    /// Starts with the support point along the vector from A's center to B's.
    #[inline(always)]
    pub fn new(cso: Cso<S>, options: Options) -> Self {
        let toward = cso.toward_b();
        Self::start(cso, options, toward)
    }

    /// Starts with the support point along `first`.
    #[inline(always)]
    pub fn start(cso: Cso<S>, options: Options, first: Vec2) -> Self {
        let w = cso.support(first);
        Self::from_vertex(cso, options, w, first)
    }

    /// Starts with the vertex `w`, the support point along `d`.
    #[inline(always)]
    fn from_vertex(cso: Cso<S>, options: Options, w: Vertex, d: Vec2) -> Self {
        let epsilon = rounding::dot_rounding2(cso.magnitude());
        let mut this = Self {
            simplex: [w; 3],
            count: 1,
            d,
            w,
            gain: 0.0,
            memory: None,
            epsilon,
            iterations: 0,
            options,
            tolerant: options.is_tolerant(),
            outcome: None,
            cso,
        };
        this.restart_from(w, d);
        this
    }

    /// Restarts with the single vertex `w`, the support point along `d`.
    #[inline(always)]
    fn restart_from(&mut self, w: Vertex, d: Vec2) {
        self.simplex = [w; 3];
        self.count = 1;
        self.d = d;
        self.w = w;
        self.gain = 0.0;
        self.memory = None;
        (self.d, self.outcome) = self.aim(d); // @start
        if self.outcome.is_none() && self.cso.is_single_vertex() {
            self.outcome = Some(Outcome::Apart);
        }
    }

    /// Starts with the feature that was nearest in an earlier query of the same shapes, given by its vertices of A and
    /// B ([`Answer::feature`](crate::dim2::answer::Answer::feature)). If it still is nearest, one iteration proves it
    /// (`[ACD11]`, last section; the simplex cache of `[Catto10]`).
    #[inline]
    pub fn resume(cso: Cso<S>, options: Options, feature: Feature) -> Self {
        let counts = [cso.a.borrow().core().len(), cso.b.borrow().core().len()];
        if feature.iter().any(|&[a, b]| a as usize >= counts[0] || b as usize >= counts[1]) {
            return Self::new(cso, options);
        }
        // If the origin is beyond an end of the edge, that end alone is nearest.
        let [p, q] = feature.map(|[a, b]| cso.vertex(a, b));
        let e = q.w - p.w;
        let is_beyond_q = q.w.dot(e) <= 0.0;
        let is_beyond_p = !(p.w.dot(e) < 0.0);
        let first = if is_beyond_q { q } else { p };
        let second = if is_beyond_q || is_beyond_p { None } else { Some(q) };
        let toward = cso.toward_b();
        let mut this = Self::from_vertex(cso, options, first, toward);
        if let (Some(second), None) = (second, this.outcome) {
            this.simplex[1] = second;
            this.count = 2;
            this.w = second;
            (this.d, this.outcome) = this.aim(this.d);
        }
        this.memory = Some(feature);
        if this.outcome.is_some_and(Outcome::overlaps) {
            this.restart_if_not_on_boundary();
        }
        this
    }

    /// Restarts the search if the origin was found in a simplex with vertices of the remembered feature that are not on
    /// the boundary of `A − B`: EPA would start with a polygon that is not convex. Support points are on the boundary;
    /// the vertices of a remembered edge are on it if no point of `A − B` is beyond the edge.
    #[cold]
    #[inline(never)]
    fn restart_if_not_on_boundary(&mut self) {
        let Some(feature) = self.memory else { return };
        if !self.simplex[..self.count].iter().any(|corner| feature.contains(&[corner.a, corner.b])) {
            return;
        }
        let [p, q] = feature.map(|[a, b]| self.cso.vertex(a, b).w);
        let n = (q - p).perp();
        let outward = if n.dot(p) < 0.0 { -n } else { n };
        let has_points_on_both_sides =
            [outward, -outward].iter().all(|n| n.dot(self.cso.support(*n).w - p) > self.epsilon * n.length());
        if p == q || has_points_on_both_sides {
            let d = self.cso.toward_b();
            self.restart_from(self.cso.support(d), d);
        }
    }

    /// Returns the choice of the search direction from an edge.
    pub fn search(&self) -> Search {
        self.options.search
    }

    /// Returns the allowed width of the bracket at the end for a signed distance, meters: the tolerance plus the
    /// difference of two computed bounds due to rounding.
    #[inline]
    pub fn allowed_width(&self, signed_distance: Real) -> Real {
        let rounding = 2.0 * self.epsilon;
        if self.tolerant { self.options.width(signed_distance) + rounding } else { rounding }
    }

    /// Returns the allowed width of the bracket of an answer, meters: the tolerance plus all rounding error.
    pub fn tolerance(&self, signed_distance: Real) -> Real {
        self.allowed_width(signed_distance) + 2.0 * rounding::bound_rounding2(self.cso.magnitude())
    }

    /// Returns the direction from the simplex, a vertex or an edge, towards the origin, and the outcome if the origin
    /// is on the simplex. For an origin on a vertex the direction is `d`.
    #[inline(always)]
    fn aim(&self, d: Vec2) -> (Vec2, Option<Outcome>) {
        let a = self.simplex[0].w;
        if self.count == 1 {
            let is_on_vertex = a.length_squared() <= self.epsilon * self.epsilon;
            return if is_on_vertex { (d, Some(Outcome::OnVertex)) } else { (-a, None) };
        }
        let e = self.simplex[1].w - a;
        let n = e.perp();
        let height = n.dot(a);
        let d = match self.options.search {
            Search::Perpendicular if height > 0.0 => -n,
            Search::Perpendicular => n,
            Search::MinusV => -self.nearest().v,
        };
        let is_on_edge = height * height <= self.epsilon * self.epsilon * e.length_squared();
        (d, (is_on_edge || d == Vec2::ZERO).then_some(Outcome::OnEdge))
    }

    /// Adds `w`, found along `d`, to the simplex, and keeps the feature nearest the origin, which contains `w`. Returns
    /// the next direction, and the outcome if the origin is on the feature, as `aim` does.
    #[inline(always)]
    fn reduce(&mut self, w: Vertex, d: Vec2, solver: Solver) -> (Vec2, Option<Outcome>) {
        if solver != Solver::SignedVolumes
            && let Some(next) = self.reduce_by_solver(w, d)
        {
            return next;
        }
        if self.count == 1 {
            // If the origin lies beyond an end, that end alone is nearest.
            let e = self.simplex[0].w - w.w;
            if w.w.dot(e) >= 0.0 {
                self.simplex[0] = w;
            } else {
                self.simplex[1] = w;
                self.count = 2;
            }
            return self.aim(d);
        }
        let u = self.simplex[0].w - w.w;
        let v = self.simplex[1].w - w.w;
        let area = u.perp_dot(v);
        let beyond_u = is_outside(w.w.perp_dot(u), area);
        let beyond_v = is_outside(w.w.perp_dot(v), -area);
        if !beyond_u && !beyond_v {
            self.simplex[2] = w;
            self.count = 3;
            return (d, Some(Outcome::Contained));
        }
        if beyond_u && w.w.dot(u) < 0.0 {
            self.simplex[1] = w;
        } else if beyond_v && w.w.dot(v) < 0.0 {
            self.simplex[0] = self.simplex[1];
            self.simplex[1] = w;
        } else {
            self.simplex[0] = w;
            self.count = 1;
        }
        self.aim(d)
    }

    /// Adds `w` and reduces the simplex by one of the sub-algorithms of space, in the plane z = 0. Returns the result
    /// of `reduce`. `None`, with the simplex unchanged, if the remaining feature does not contain `w`: every exact
    /// result contains `w`, so rounding errors have made this one wrong.
    #[cold]
    #[inline(never)]
    fn reduce_by_solver(&mut self, w: Vertex, d: Vec2) -> Option<(Vec2, Option<Outcome>)> {
        let newest = self.count.min(2);
        let mut corners = [w; 4];
        corners[..newest].copy_from_slice(&self.simplex[..newest]);
        let scale = rounding::unit_scale(self.cso.magnitude());
        let points = corners.map(|corner| lift(corner.w * scale));
        let subset = simplex::nearest_after(self.options.solver, &points, (2 << newest) - 1, newest).subset;
        if subset >> newest & 1 == 0 {
            return None;
        }
        self.count = 0;
        for slot in members(subset).filter(|slot| *slot <= newest) {
            self.simplex[self.count] = corners[slot];
            self.count += 1;
        }
        Some(if self.count == 3 { (d, Some(Outcome::Contained)) } else { self.aim(d) })
    }

    /// Returns the point of the simplex nearest the origin.
    #[inline]
    pub fn nearest(&self) -> Nearest {
        let [a, b, c] = self.simplex.map(|vertex| vertex.w);
        match self.count {
            1 => Nearest { v: a, weights: [1.0, 0.0, 0.0] },
            2 => {
                // Each weight is computed separately, so that both are equally accurate (`[Catto10]`, barycentric
                // coordinates).
                let e = b - a;
                let [weight_a, weight_b] =
                    [b.dot(e), -a.dot(e)].map(|product| (product / e.length_squared()).clamp(0.0, 1.0));
                Nearest { v: a * weight_a + b * weight_b, weights: [weight_a, weight_b, 0.0] }
            }
            _ => {
                let area = (b - a).perp_dot(c - a);
                let weight_a = b.perp_dot(c) / area;
                let weight_b = c.perp_dot(a) / area;
                Nearest { v: Vec2::ZERO, weights: [weight_a, weight_b, 1.0 - weight_a - weight_b] }
            }
        }
    }

    /// Test whether `w` gains only rounding error: `gain ≤ ε |d|`, with both sides squared and the sign of the gain
    /// kept, so that the length of `d` needs no root.
    #[inline(always)]
    pub fn by_rounding(&self, d: Vec2) -> Comparison<Real> {
        Comparison::at_most(self.gain * self.gain.abs(), self.epsilon * self.epsilon * d.length_squared())
    }

    /// Test whether the bracket is within the tolerance `ε`, `d·(w − v) ≤ ε`: both sides times the length of `d`.
    #[inline(always)]
    pub fn by_tolerance(&self, v: Vec2, d: Vec2) -> Comparison<Real> {
        let length = d.length();
        Comparison::at_most(self.gain, self.options.width(-d.dot(v) / length - self.cso.margin()) * length)
    }

    /// Returns whether `w` repeats a vertex of `W` in a search along −v. In such a search, rounding errors may give the
    /// vertex a positive gain, so that the stop test alone would not end the search.
    #[inline(always)]
    pub fn repeats(&self, w: &Vertex) -> bool {
        let [p, q, _] = &self.simplex;
        self.options.search == Search::MinusV && (p.is_same_vertex(w) || self.count > 1 && q.is_same_vertex(w))
    }

    /// Test of the iteration limit, `k ≥ limit`.
    #[inline(always)]
    pub fn by_limit(&self) -> Comparison<u32> {
        Comparison::at_least(self.iterations, self.options.max_iterations)
    }

    /// Returns the point from which the gain of a support point along `d` is measured: `v`, or a vertex of an edge to
    /// which `d` is perpendicular, so that both have the same coordinate along `d`.
    #[inline(always)]
    pub fn base(&self) -> Vec2 {
        if self.options.search == Search::Perpendicular { self.simplex[0].w } else { self.nearest().v }
    }

    /// Runs one iteration in the direction `d`; continues with the next direction, which equals [`Gjk::d`].
    #[inline(always)]
    fn iterate(&mut self, d: Vec2, solver: Solver) -> ControlFlow<Outcome, Vec2> {
        if let Some(outcome) = self.outcome {
            return Break(outcome); // @aim
        }
        self.iterations += 1;
        let w = self.cso.support(d); // @support
        self.w = w;
        let v = self.base();
        self.gain = d.dot(w.w - v);
        let gains_nothing = self.by_rounding(d).holds() || self.repeats(&w);
        let (next, outcome) = if gains_nothing || self.tolerant && self.by_tolerance(v, d).holds() {
            (d, Some(Outcome::Apart)) // @stop
        } else if self.by_limit().holds() {
            (d, Some(Outcome::IterationLimit)) // @cap
        } else {
            self.reduce(w, d, solver) // @reduce
        };
        self.d = next;
        self.outcome = outcome;
        if self.memory.is_some() && outcome.is_some_and(Outcome::overlaps) {
            let gain = self.gain;
            self.restart_if_not_on_boundary();
            if self.outcome.is_none() {
                // The snapshot shows the support point of this iteration along its own direction, even after a restart.
                self.w = w;
                self.gain = gain;
            }
            return self.outcome.map_or(Continue(self.d), Break);
        }
        outcome.map_or(Continue(next), Break)
    }

    /// Runs to the end like [`Stepper::run`], with signed volumes whatever [`Options::solver`] says. Without this copy,
    /// the code of the other sub-algorithms takes a twentieth of a query even if unused (`benches/suite`).
    #[inline]
    pub(in crate::dim2) fn run_by_signed_volumes(&mut self) -> Outcome {
        loop_with_state(self.d, |d| self.iterate(d, Solver::SignedVolumes))
    }
}

impl<S: Borrow<Shape>> Stepper for Gjk<S> {
    type Outcome = Outcome;

    #[inline]
    fn step(&mut self) -> ControlFlow<Outcome> {
        self.iterate(self.d, self.options.solver).map_continue(|_| ())
    }

    #[inline(always)]
    fn run(&mut self) -> Outcome {
        let solver = self.options.solver;
        loop_with_state(self.d, |d| self.iterate(d, solver))
    }
}

/// Returns whether the origin is on a line or beyond it, seen from a triangle: `side` has the sign of the origin's side
/// of the line, `inward` that of the triangle's.
#[inline(always)]
fn is_outside(side: Real, inward: Real) -> bool {
    if inward > 0.0 { side <= 0.0 } else { side >= 0.0 }
}
