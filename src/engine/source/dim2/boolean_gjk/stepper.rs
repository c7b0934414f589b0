//! The direction-driven planar test as a stepper: one iteration computes one support point and runs one case.

use std::borrow::Borrow;
use std::ops::ControlFlow::{self, Break, Continue};

use super::Outcome;
use super::cases::{Cases, MAX_SIGN_TESTS, Next};
use crate::dim2::answer::Status;
use crate::dim2::dim3::boolean_gjk::SignTest;
use crate::dim2::dim3::simplex::inside;
use crate::dim2::distance::{self, Distance};
use crate::dim2::gjk::Gjk;
use crate::dim2::numbers::unit2;
use crate::dim2::prelude::*;
use crate::dim2::rounding;
use crate::dim2::shape::Shape;
use crate::dim2::simplex::subset::members;
use crate::dim2::simplex::{self, Solver};
use crate::dim2::support::{Cso, lift};

/// Number of iterations after which the nearest point gives the directions, which always ends: `[Myoru24]` has no proof
/// of termination, and near contact its signs may cycle. Random pairs need about 3 iterations; only contact needs this
/// many.
const MAX_SIGN_ITERATIONS: u32 = 24;

/// A boundary point of `A − B`, margins included, with the points of A and B that it is the difference of.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct SimplexVertex {
    /// `w = a − b`, pair frame, meters.
    pub w: Vec2,
    /// Support point of A, pair frame, meters.
    pub a: Vec2,
    /// Support point of B, pair frame, meters.
    pub b: Vec2,
    /// Index of the vertex of A's core and of B's core.
    pub ids: [u32; 2],
}

/// State of the test, in the pair frame.
#[derive(Clone, Debug)]
pub struct BooleanGjk<S> {
    /// The pair of shapes.
    pub cso: Cso<S>,
    /// `a, b, c`: the simplex, newest first; `points[..len]`.
    pub points: [SimplexVertex; 3],
    /// Number of vertices of the simplex.
    pub len: usize,
    /// Direction of the next support point; not a unit vector.
    pub d: Vec2,
    /// `w`: support point of the last iteration; `None` before the first.
    pub w: Option<SimplexVertex>,
    /// `−w·d/|d|`: gap along the last direction, meters; negative for an overlap.
    pub g: Real,
    /// Largest gap (or least overlap) of all directions so far, meters.
    pub mu: Real,
    /// The unit direction of `mu`.
    pub n: Vec2,
    /// Simplex of the last iteration before vertices were removed: `joined[..joined_len]`, newest first.
    pub joined: [SimplexVertex; 3],
    /// Number of vertices in `joined`.
    pub joined_len: usize,
    /// Sign tests of the last iteration, in order: `sign_tests[..sign_test_count]`.
    pub sign_tests: [SignTest; MAX_SIGN_TESTS],
    /// Number of sign tests of the last iteration.
    pub sign_test_count: usize,
    /// Decision by the signs of the last iteration; `None` without one.
    pub next: Option<Next>,
    /// Whether directions come from the nearest point, since a product lost its sign or the signs cycle.
    pub uses_nearest_point: bool,
    /// Distance from the origin to the last nearest point that gave a direction, times `scale`; infinite before.
    pub nearest_distance: Real,
    /// Barycentric coordinates, in `points`, of the origin or of the point found nearest to it; 0 if not computed.
    pub lambda: [Real; 3],
    /// `ρ`: proven radius of a disc around the origin inside the triangle, meters; 0 where none is proven.
    pub rho: Real,
    /// Full distance solver; `None` until rounding has stopped the test.
    pub fallback: Option<Box<Distance<S>>>,
    /// Outcome of the test if the distance solver cannot decide either; `None` before it starts.
    pub outcome_if_undecided: Option<Outcome>,
    /// Number of iterations so far.
    pub k: u32,
    /// Limit of iterations, those of the distance solver included.
    pub limit: u32,
    /// Power of two that scales the pair's magnitude to about 1, so that products neither overflow nor underflow.
    scale: Real,
    /// Ending; `None` while the test runs.
    outcome: Option<Outcome>,
}

impl<S: Borrow<Shape> + Clone> BooleanGjk<S> {
    /// Prepares the first iteration along `first`; along x, as in the source, if `first` has no direction.
    pub fn new(cso: Cso<S>, first: Vec2) -> Self {
        let magnitude = cso.magnitude();
        let d = unit2(first).unwrap_or(Vec2::X);
        let is_usable = rounding::fits_own_unit_in_plane(magnitude) && cso.rotation.is_finite();
        Self {
            cso,
            points: [SimplexVertex::default(); 3],
            len: 0,
            d,
            w: None,
            g: Real::NEG_INFINITY,
            mu: Real::NEG_INFINITY,
            n: d,
            joined: [SimplexVertex::default(); 3],
            joined_len: 0,
            sign_tests: Cases::new([Vec2::ZERO; 3]).sign_tests,
            sign_test_count: 0,
            next: None,
            uses_nearest_point: false,
            nearest_distance: Real::INFINITY,
            lambda: [0.0; 3],
            rho: 0.0,
            fallback: None,
            outcome_if_undecided: None,
            k: 0,
            limit: rounding::MAX_ITERATIONS,
            scale: rounding::unit_scale(magnitude),
            outcome: if is_usable { None } else { Some(Outcome::Degenerate) },
        }
    }

    /// Returns the bound of the rounding error of a gap, meters.
    pub fn bound_rounding(&self) -> Real {
        rounding::bound_rounding2(self.cso.magnitude())
    }

    /// Test whether the last direction separates the shapes: `g > rounding`.
    #[inline(always)]
    pub fn by_axis(&self) -> Comparison<Real> {
        Comparison::above(self.g, self.bound_rounding())
    }

    /// Test of the iteration limit, `k ≥ limit`.
    #[inline(always)]
    pub fn by_limit(&self) -> Comparison<u32> {
        Comparison::at_least(self.k, self.limit)
    }

    /// Test whether the triangle contains the origin deeper than rounding error: `ρ > rounding`.
    #[inline(always)]
    pub fn by_inside(&self) -> Comparison<Real> {
        Comparison::above(self.rho, self.bound_rounding())
    }

    /// Returns the sign tests of the last iteration, in order.
    pub fn recorded_tests(&self) -> &[SignTest] {
        &self.sign_tests[..self.sign_test_count]
    }

    /// Returns the points of A and of B with the barycentric coordinates `lambda`: a common point if the origin is
    /// inside. Without these coordinates, the points of the last support point.
    pub fn witness(&self) -> [Vec2; 2] {
        if self.lambda == [0.0; 3] {
            return self.w.map_or([Vec2::ZERO; 2], |w| [w.a, w.b]);
        }
        let weighted = self.points[..self.len].iter().zip(self.lambda);
        let on_a = weighted.clone().map(|(p, weight)| p.a * weight).sum();
        let on_b = weighted.map(|(p, weight)| p.b * weight).sum();
        [on_a, on_b]
    }

    /// Returns the support point of A along the unit vector `d` minus the support point of B along `−d`.
    fn support(&self, d: Vec2) -> SimplexVertex {
        let core = self.cso.support(d);
        let a = self.cso.point_a(core.a) + d * self.cso.a.borrow().margin();
        let b = self.cso.point_b(core.b) - d * self.cso.b.borrow().margin();
        SimplexVertex { w: a - b, a, b, ids: [core.a, core.b] }
    }

    /// Ends the test with this outcome.
    fn end(&mut self, outcome: Outcome) -> ControlFlow<Outcome> {
        self.outcome = Some(outcome);
        Break(outcome)
    }

    /// Starts the distance solver, since rounding prevents a decision by signs. If the solver's bracket contains 0, the
    /// test ends as `outcome_if_undecided`.
    #[cold]
    fn start_distance_solver(&mut self, outcome_if_undecided: Outcome) -> ControlFlow<Outcome> {
        self.outcome_if_undecided = Some(outcome_if_undecided);
        let defaults = distance::Options::default();
        let max_iterations = defaults.max_iterations.min(self.limit.saturating_sub(self.k));
        let gjk = Gjk::new(self.cso.clone(), distance::Options { max_iterations, ..defaults });
        self.fallback = Some(Box::new(Distance::new(gjk)));
        Continue(())
    }

    /// Ends with the outcome that the distance solver's bracket proves.
    fn end_with_status(&mut self, status: Status) -> ControlFlow<Outcome> {
        self.end(match status {
            Status::Separated => Outcome::Separated,
            Status::Penetrating => Outcome::Overlapping,
            Status::Touching | Status::NotConverged(_) => self.outcome_if_undecided.unwrap_or(Outcome::Stalled),
        })
    }

    /// Adds `w` in front of the simplex.
    fn push(&mut self, w: SimplexVertex) {
        self.points = [w, self.points[0], self.points[1]];
        self.len = (self.len + 1).min(3);
        self.joined = self.points;
        self.joined_len = self.len;
    }

    /// Reduces the simplex to the vertices at these indices, in this order.
    fn keep_vertices(&mut self, indices: &[u8]) {
        let old = self.points;
        for (to, &from) in indices.iter().enumerate() {
            self.points[to] = old[usize::from(from) % 3]; // `% 3` only spares the bounds check.
        }
        self.len = indices.len();
    }

    /// Certifies that the origin lies in the simplex, by a disc around it inside the triangle. If it lies on the
    /// boundary, the distance solver takes over; if it lies outside, the nearest point of the simplex gives the next
    /// direction, as long as that point comes nearer from one iteration to the next.
    fn certify(&mut self) -> ControlFlow<Outcome> {
        let mut scaled = [Vec3::ZERO; 4];
        for (to, from) in scaled.iter_mut().zip(&self.points[..self.len]) {
            *to = lift(from.w * self.scale);
        }
        let nearest = simplex::nearest(Solver::default(), &scaled, ((1u16 << self.len) - 1) as u8);
        let [p, q, r, _] = nearest.weights;
        self.lambda = [p, q, r];
        let farthest = members(nearest.subset).map(|i| scaled[i].length()).fold(0.0, Real::max);
        // Twice the threshold at which GJK takes `v` for 0: a nearest point this close is the origin to rounding.
        if nearest.v.length() <= 2.0 * rounding::VANISHING_ROUNDING * EPS * farthest {
            if nearest.subset.count_ones() == 3 {
                self.rho = inside::depth_in_plane(&self.points.map(|point| point.w * self.scale)) / self.scale;
            }
            if self.by_inside().holds() {
                return self.end(Outcome::Inside); // @inside
            }
            return self.start_distance_solver(Outcome::OnEdge); // @on-edge
        }
        if !(nearest.v.length() < self.nearest_distance) {
            return self.start_distance_solver(Outcome::Stalled); // @stalled
        }
        self.nearest_distance = nearest.v.length();
        let indices: [u8; 3] = std::array::from_fn(|i| members(nearest.subset).nth(i).unwrap_or(0) as u8);
        self.keep_vertices(&indices[..(nearest.subset.count_ones() as usize).min(3)]);
        self.d = -nearest.v.truncate(); // @rescue
        self.uses_nearest_point = true;
        self.lambda = [0.0; 3];
        Continue(())
    }
}

impl<S: Borrow<Shape> + Clone> Stepper for BooleanGjk<S> {
    type Outcome = Outcome;

    fn heap_bytes(&self) -> usize {
        self.fallback.as_ref().map_or(0, |fallback| size_of::<Distance<S>>() + fallback.heap_bytes())
    }

    fn step(&mut self) -> ControlFlow<Outcome> {
        if let Some(outcome) = self.outcome {
            return Break(outcome);
        }
        if let Some(fallback) = &mut self.fallback {
            let Break(_) = fallback.step() else { return Continue(()) }; // @full
            let status = fallback.answer().bracket().side();
            return self.end_with_status(status); // @decided
        }
        let Some(d) = unit2(self.d) else {
            return self.end(Outcome::Degenerate);
        };
        let w = self.support(d); // @support
        let g = -d.dot(w.w); // @gap
        self.k += 1;
        self.w = Some(w);
        self.g = g;
        self.next = None;
        self.sign_test_count = 0;
        if g > self.mu {
            self.mu = g;
            self.n = d;
        }
        if self.by_axis().holds() {
            return self.end(Outcome::Separated); // @separated
        }
        if self.points[..self.len].iter().any(|old| old.w == w.w) {
            self.joined = self.points;
            self.joined_len = self.len;
            return self.certify(); // @repeated
        }
        self.push(w); // @push
        if self.by_limit().holds() {
            return self.end(Outcome::IterationLimit); // @limit
        }
        if self.uses_nearest_point || self.k > MAX_SIGN_ITERATIONS {
            return self.certify();
        }
        let mut cases = Cases::new(self.points.map(|point| point.w * self.scale));
        let next = cases.decide(self.len); // @case
        self.sign_tests = cases.sign_tests;
        self.sign_test_count = cases.count;
        self.next = Some(next);
        match next {
            Next::Search { indices, len, d } => {
                self.keep_vertices(&indices[..usize::from(len)]);
                self.d = d; // @direction
                Continue(())
            }
            Next::Inside | Next::NoSign => self.certify(), // @certify
        }
    }
}
