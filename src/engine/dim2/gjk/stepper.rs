//! The state of GJK in the plane, and one iteration of its loop: one corner of the CSO joins the simplex.

use std::borrow::Borrow;
use std::ops::ControlFlow::{self, Break, Continue};

use super::super::answer::Feature;
use super::super::prelude::*;
use super::super::rounding;
use super::super::shape::Shape;
use super::super::simplex::subset::members;
use super::super::simplex::{self, Solver};
use super::super::support::{Cso, Vertex, lift};
use super::{Options, Outcome, Search};

/// The nearest point of the simplex.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearest {
    /// `v`, pair frame.
    pub v: Vec2,
    /// `λ`: how much of each corner; they sum to 1.
    pub weights: [Real; 3],
}

/// GJK for the cores of a planar pair. All vectors are in the pair frame.
#[derive(Clone, Debug)]
pub struct Gjk<S> {
    /// The pair.
    pub cso: Cso<S>,
    /// `W`: the first `count` are the simplex, the newest last.
    pub simplex: [Vertex; 3],
    /// Corners in the simplex: 1 to 3.
    pub count: usize,
    /// `d`: where the next corner is sought, not a unit vector.
    pub d: Vec2,
    /// `w`: the corner found in the last iteration.
    pub w: Vertex,
    /// `d·(w − v)`, for the `d` in which `w` was found.
    pub gain: Real,
    /// What the search started from, where that is an earlier answer and is not refuted.
    pub memory: Option<Feature>,
    /// `ε`: lengths below this are rounding.
    pub epsilon: Real,
    /// Iterations so far.
    pub iterations: u32,
    /// How it is to be answered.
    pub options: Options,
    /// [`Options::is_tolerant`], known before the first iteration.
    tolerant: bool,
    outcome: Option<Outcome>,
}

impl<S: Borrow<Shape>> Gjk<S> {
    /// Starts with the corner nearest the other shape's middle.
    #[inline(always)]
    pub fn new(cso: Cso<S>, options: Options) -> Self {
        let toward = cso.toward_b();
        Self::start(cso, options, toward)
    }

    /// Starts with the corner farthest in direction `first`.
    #[inline(always)]
    pub fn start(cso: Cso<S>, options: Options, first: Vec2) -> Self {
        let w = cso.support(first);
        Self::from_corner(cso, options, w, first)
    }

    #[inline(always)]
    fn from_corner(cso: Cso<S>, options: Options, w: Vertex, d: Vec2) -> Self {
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
        this.begin(w, d);
        this
    }

    /// Goes on from the corner `w`, found along `d`, alone.
    #[inline(always)]
    fn begin(&mut self, w: Vertex, d: Vec2) {
        (self.simplex, self.count, self.d, self.w, self.gain) = ([w; 3], 1, d, w, 0.0);
        self.memory = None;
        (self.d, self.outcome) = self.aim(d); // @start
        if self.outcome.is_none() && self.cso.is_corner() {
            self.outcome = Some(Outcome::Apart);
        }
    }

    /// Starts with the feature that was nearest in a query before, of the same shapes: the corners of A and B whose
    /// differences it held ([`Answer::feature`](super::super::answer::Answer::feature)). While it stays the nearest,
    /// one iteration proves it (`[ACD11]`, last section; the simplex cache of `[Catto10]`).
    #[inline]
    pub fn resume(cso: Cso<S>, options: Options, feature: Feature) -> Self {
        let counts = [cso.a.borrow().core().len(), cso.b.borrow().core().len()];
        if feature.iter().any(|&[a, b]| a as usize >= counts[0] || b as usize >= counts[1]) {
            return Self::new(cso, options);
        }
        let [p, q] = feature.map(|[a, b]| cso.vertex(a, b));
        let e = q.w - p.w;
        let (first, second) =
            if q.w.dot(e) <= 0.0 { (q, None) } else { (p, Some(q).filter(|q| p.w.dot(q.w - p.w) < 0.0)) };
        let toward = cso.toward_b();
        let mut this = Self::from_corner(cso, options, first, toward);
        if let (Some(second), None) = (second, this.outcome) {
            (this.simplex[1], this.count, this.w) = (second, 2, second);
            (this.d, this.outcome) = this.aim(this.d);
        }
        this.memory = Some(feature);
        if this.outcome.is_some_and(Outcome::overlaps) {
            this.doubt();
        }
        this
    }

    /// The origin was found in a simplex that may hold remembered corners. Corners that were found are on the boundary of
    /// `A − B`; those of a remembered edge are if nothing lies beyond it. Otherwise a polygon of them would have a dent,
    /// which EPA cannot repair, and the search starts afresh.
    #[cold]
    #[inline(never)]
    fn doubt(&mut self) {
        let Some(feature) = self.memory else { return };
        if !self.simplex[..self.count].iter().any(|corner| feature.contains(&[corner.a, corner.b])) {
            return;
        }
        let [p, q] = feature.map(|[a, b]| self.cso.vertex(a, b).w);
        let out = if (q - p).perp().dot(p) < 0.0 { -(q - p).perp() } else { (q - p).perp() };
        let beyond = |n: Vec2| n.dot(self.cso.support(n).w - p) > self.epsilon * n.length();
        if p == q || beyond(out) && beyond(-out) {
            let d = self.cso.toward_b();
            self.begin(self.cso.support(d), d);
        }
    }

    /// Where it goes from an edge.
    pub fn search(&self) -> Search {
        self.options.search
    }

    /// How wide the gap between the bounds may be at the end, for a signed distance.
    #[inline]
    pub fn allowed_width(&self, signed_distance: Real) -> Real {
        let rounding = 2.0 * self.epsilon;
        if self.tolerant { self.options.width(signed_distance) + rounding } else { rounding }
    }

    /// How wide the bracket of an answer may be: what was asked for, and what rounding adds to any bracket.
    pub fn wanted(&self, signed_distance: Real) -> Real {
        self.allowed_width(signed_distance) + 2.0 * rounding::bound_rounding2(self.cso.magnitude())
    }

    /// The direction from the simplex towards the origin, unless the origin is on it: on a corner, `d` stays.
    #[inline(always)]
    fn aim(&self, d: Vec2) -> (Vec2, Option<Outcome>) {
        let a = self.simplex[0].w;
        if self.count == 1 {
            let near = a.length_squared() <= self.epsilon * self.epsilon;
            return if near { (d, Some(Outcome::OnVertex)) } else { (-a, None) };
        }
        let e = self.simplex[1].w - a;
        let n = e.perp();
        let height = n.dot(a);
        let d = match self.options.search {
            Search::Perpendicular if height > 0.0 => -n,
            Search::Perpendicular => n,
            Search::MinusV => -self.nearest().v,
        };
        let near = height * height <= self.epsilon * self.epsilon * e.length_squared();
        (d, (near || d == Vec2::ZERO).then_some(Outcome::OnEdge))
    }

    /// Adds `w`, found along `d`, and keeps the feature of the triangle nearest the origin; it holds `w`. Then as [`Gjk::aim`].
    #[inline(always)]
    fn reduce(&mut self, w: Vertex, d: Vec2, solver: Solver) -> (Vec2, Option<Outcome>) {
        if solver != Solver::SignedVolumes
            && let Some(next) = self.reduce_by_solver(w, d)
        {
            return next;
        }
        if self.count == 1 {
            // The origin may lie beyond either end: then that end alone is nearest.
            let e = self.simplex[0].w - w.w;
            if w.w.dot(e) >= 0.0 {
                self.simplex[0] = w;
            } else {
                self.simplex[1] = w;
                self.count = 2;
            }
            return self.aim(d);
        }
        let (u, v) = (self.simplex[0].w - w.w, self.simplex[1].w - w.w);
        let area = u.perp_dot(v);
        // Whether the origin is on the far side of a line through w, or on it, seen from the triangle.
        let outside = |side: Real, inward: Real| if inward > 0.0 { side <= 0.0 } else { side >= 0.0 };
        let beyond_u = outside(w.w.perp_dot(u), area);
        let beyond_v = outside(w.w.perp_dot(v), -area);
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

    /// The same by one of the sub-algorithms of space, in the plane z = 0. None where it leaves `w` out, which no exact
    /// answer does: then rounding has misled it.
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
            (self.simplex[self.count], self.count) = (corners[slot], self.count + 1);
        }
        Some(if self.count == 3 { (d, Some(Outcome::Contained)) } else { self.aim(d) })
    }

    /// The simplex's point nearest the origin.
    #[inline]
    pub fn nearest(&self) -> Nearest {
        let [a, b, c] = self.simplex.map(|vertex| vertex.w);
        match self.count {
            1 => Nearest { v: a, weights: [1.0, 0.0, 0.0] },
            2 => {
                // Each share by itself: as exact as the other (`[Catto10]`, barycentric coordinates).
                let e = b - a;
                let [u, t] = [b.dot(e), -a.dot(e)].map(|share| (share / e.length_squared()).clamp(0.0, 1.0));
                Nearest { v: a * u + b * t, weights: [u, t, 0.0] }
            }
            _ => {
                let whole = (b - a).perp_dot(c - a);
                let (p, q) = (b.perp_dot(c) / whole, c.perp_dot(a) / whole);
                Nearest { v: Vec2::ZERO, weights: [p, q, 1.0 - p - q] }
            }
        }
    }
}

impl<S: Borrow<Shape>> Gjk<S> {
    /// `d·(w − v) ≤ rounding`, in squares with their signs, so that the length of `d` needs no root.
    #[inline(always)]
    pub fn by_rounding(&self, d: Vec2) -> Comparison<Real> {
        Comparison::at_most(self.gain * self.gain.abs(), self.epsilon * self.epsilon * d.length_squared())
    }

    /// `d·(w − v) ≤ ε`, times the length of `d`: the bounds are as near as was asked for, where that is more than rounding.
    #[inline(always)]
    pub fn by_tolerance(&self, v: Vec2, d: Vec2) -> Comparison<Real> {
        let length = d.length();
        Comparison::at_most(self.gain, self.options.width(-d.dot(v) / length - self.cso.margin()) * length)
    }

    /// Whether `w` repeats a corner of `W`. Along −v a gain may be of rounding's making; a corner that repeats is none.
    #[inline(always)]
    pub fn repeats(&self, w: &Vertex) -> bool {
        let [p, q, _] = &self.simplex;
        self.options.search == Search::MinusV && (p.is(w) || self.count > 1 && q.is(w))
    }

    /// `k ≥ limit`
    #[inline(always)]
    pub fn by_limit(&self) -> Comparison<u32> {
        Comparison::at_least(self.iterations, self.options.max_iterations)
    }

    /// The point from which a gain is measured: of the line on which the nearest point lies.
    #[inline(always)]
    pub fn base(&self) -> Vec2 {
        if self.options.search == Search::Perpendicular { self.simplex[0].w } else { self.nearest().v }
    }

    /// One iteration in the direction `d`, and the direction of the next: that of [`Gjk::d`], but on a way from iteration to iteration that
    /// does not lead through memory, where it would be written by halves and read as one.
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
        let none = self.by_rounding(d).holds() || self.repeats(&w);
        let (next, outcome) = if none || self.tolerant && self.by_tolerance(v, d).holds() {
            (d, Some(Outcome::Apart)) // @stop
        } else if self.by_limit().holds() {
            (d, Some(Outcome::IterationLimit)) // @cap
        } else {
            self.reduce(w, d, solver) // @reduce
        };
        (self.d, self.outcome) = (next, outcome);
        if self.memory.is_some() && outcome.is_some_and(Outcome::overlaps) {
            let found = (self.w, self.gain);
            self.doubt();
            if self.outcome.is_none() {
                // A search that starts afresh still shows the support point of this iteration, along its own direction.
                (self.w, self.gain) = found;
            }
            return self.outcome.map_or(Continue(self.d), Break);
        }
        outcome.map_or(Continue(next), Break)
    }
}

impl<S: Borrow<Shape>> Gjk<S> {
    /// As [`Stepper::run`] with the usual sub-algorithm, whatever [`Options::solver`] says: written out, so that the iteration is
    /// compiled without the others, which take a twentieth of a query even if they are not asked for (`benches/suite`).
    #[inline]
    pub(in super::super) fn run_by_signed_volumes(&mut self) -> Outcome {
        hand_on(self.d, |d| self.iterate(d, Solver::SignedVolumes))
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
        hand_on(self.d, |d| self.iterate(d, solver))
    }
}
