//! Boolean GJK as a stepper: each iteration computes one support point, adds it to the simplex, and selects the next
//! direction by the case analysis of `cases.rs` or, if its signs are uncertain, from the simplex's nearest point. A
//! comment `// @name` marks the line of `listing.txt` that the statement implements.

use std::ops::ControlFlow::{self, Break, Continue};

use super::Outcome;
use super::cases::{Cases, MAX_SIGN_TESTS, Next, SignTest};
use crate::dim3::answer::Status;
use crate::dim3::distance::Decision;
use crate::dim3::numbers::unit;
use crate::dim3::prelude::*;
use crate::dim3::rounding;
use crate::dim3::simplex::subset::members;
use crate::dim3::simplex::{self, Solver, inside};
use crate::dim3::support::{Cso, Support, Vertex, Whole};

/// Number of iterations after which directions come from the simplex's point nearest to the origin, because such a
/// search always ends. `[Myoru24]` has no proof of termination: near contact, the signs may lead in circles. Random
/// pairs of polytopes need about 4 iterations; only pairs in or near contact need this many.
const MAX_SIGN_ITERATIONS: u32 = 24;

/// Options of an overlap query, made from the default.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// Maximum number of iterations.
    pub max_iterations: u32,
    /// First direction, from A towards B, pair frame; `None` for the x axis, as in the source.
    pub start: Option<Vec3>,
}

impl Default for Options {
    fn default() -> Self {
        Self { max_iterations: rounding::MAX_ITERATIONS, start: None }
    }
}

/// State of boolean GJK, in the pair frame.
#[derive(Clone, Debug)]
pub struct BooleanGjk<A, B> {
    /// The configuration-space obstacle `A − B` of the whole shapes, with the balls around their cores.
    pub cso: Cso<Whole<A>, Whole<B>>,
    /// Options of the query.
    pub options: Options,
    /// Vertices `a, b, c, d` of the simplex, newest first: `points[..len]`.
    pub points: [Vertex; 4],
    /// Number of vertices of the simplex, 0 to 4.
    pub len: usize,
    /// Direction of the next support point, from A towards B; not a unit vector.
    pub d: Vec3,
    /// The support point of the last iteration; `None` before the first.
    pub w: Option<Vertex>,
    /// `−w·d/|d|`: gap along the last direction, meters; negative in overlap.
    pub g: Real,
    /// The largest gap of all directions, meters; negative in overlap.
    pub mu: Real,
    /// The direction that gave `mu`: unit vector from A to B.
    pub n: Vec3,
    /// The simplex of the last iteration before its case removed vertices: `joined[..joined_len]`, newest first.
    pub joined: [Vertex; 4],
    /// Number of vertices in `joined`.
    pub joined_len: usize,
    /// The sign tests of the last case: `sign_tests[..sign_test_count]`.
    pub sign_tests: [SignTest; MAX_SIGN_TESTS],
    /// Number of sign tests of the last case.
    pub sign_test_count: usize,
    /// Decision of the last case; `None` if it was skipped.
    pub next: Option<Next>,
    /// Whether directions come from the simplex's point nearest to the origin, because a sign was uncertain, a vertex
    /// repeated or the signs led in circles.
    pub uses_nearest_point: bool,
    /// Distance of the last nearest point from the origin, in scaled units (meters times `scale`); infinite before the
    /// first.
    pub nearest_distance: Real,
    /// Barycentric coordinates in `points` of the origin, or of the point nearest to it, once that point has ended the
    /// iterations; all 0 before.
    pub lambda: [Real; 4],
    /// `ρ`: radius of a ball around the origin that is proven to be inside the tetrahedron; 0 without a proof.
    pub rho: Real,
    /// Distance query that takes over when rounding errors have stopped the test; `None` before.
    pub fallback: Option<Decision<Whole<A>, Whole<B>>>,
    /// Outcome if the distance query is inconclusive too; `None` before it starts.
    pub outcome_if_undecided: Option<Outcome>,
    /// Number of iterations, without those of the fallback.
    pub k: u32,
    /// Bound of the length of all points of both bodies, meters.
    pub magnitude: Real,
    /// Power of two that scales the magnitude to at least 1 and below 2.
    scale: Real,
    /// Ending; `None` while the run goes on.
    outcome: Option<Outcome>,
}

impl<A: Support + Clone, B: Support + Clone> BooleanGjk<A, B> {
    /// State before the first iteration.
    pub fn new(cso: Cso<A, B>, options: Options) -> Self {
        let cso = cso.whole();
        let magnitude = cso.magnitude();
        let d = options.start.and_then(unit).unwrap_or(Vec3::X);
        let is_usable = rounding::fits_own_unit(magnitude) && cso.rotation.is_finite() && cso.translation.is_finite();
        Self {
            cso,
            options,
            points: [Vertex::default(); 4],
            len: 0,
            d,
            w: None,
            g: Real::NEG_INFINITY,
            mu: Real::NEG_INFINITY,
            n: d,
            joined: [Vertex::default(); 4],
            joined_len: 0,
            sign_tests: Cases::new([Vec3::ZERO; 4]).sign_tests,
            sign_test_count: 0,
            next: None,
            uses_nearest_point: false,
            nearest_distance: Real::INFINITY,
            lambda: [0.0; 4],
            rho: 0.0,
            fallback: None,
            outcome_if_undecided: None,
            k: 0,
            magnitude,
            scale: rounding::unit_scale(magnitude),
            outcome: if is_usable { None } else { Some(Outcome::Degenerate) },
        }
    }

    /// Bound of the rounding error of a gap, meters.
    pub fn bound_rounding(&self) -> Real {
        rounding::bound_rounding(self.magnitude)
    }

    /// Test for a separating axis: the gap `g = −w·d/|d|` exceeds the rounding error.
    #[inline(always)]
    pub fn by_axis(&self) -> Comparison<Real> {
        Comparison::above(self.g, self.bound_rounding())
    }

    /// Test of the iteration limit: `k ≥ limit`.
    #[inline(always)]
    pub fn by_limit(&self) -> Comparison<u32> {
        Comparison::at_least(self.k, self.options.max_iterations)
    }

    /// Test for an overlap: the radius `ρ` of a ball inside the tetrahedron exceeds the rounding error.
    #[inline(always)]
    pub fn by_inside(&self) -> Comparison<Real> {
        Comparison::above(self.rho, self.bound_rounding())
    }

    /// The sign tests of the last case, in order.
    pub fn recorded_tests(&self) -> &[SignTest] {
        &self.sign_tests[..self.sign_test_count]
    }

    /// Witness points of A and of B with the weights `lambda`, pair frame; the same point if the simplex contains the
    /// origin. Those of the last support point while all weights are 0.
    pub fn witness(&self) -> [Vec3; 2] {
        if self.lambda == [0.0; 4] {
            return self.w.map_or([Vec3::ZERO; 2], |w| [w.a, w.b]);
        }
        let mut a = Vec3::ZERO;
        let mut b = Vec3::ZERO;
        for (vertex, weight) in self.points[..self.len].iter().zip(self.lambda) {
            a += vertex.a * weight;
            b += vertex.b * weight;
        }
        [a, b]
    }

    /// Ends the test with this outcome.
    fn end(&mut self, outcome: Outcome) -> ControlFlow<Outcome> {
        self.outcome = Some(outcome);
        Break(outcome)
    }

    /// Starts the distance query, because rounding errors stopped the test. If the bracket of the distance contains 0,
    /// the test will end with `outcome_if_undecided`.
    #[cold]
    fn start_fallback(&mut self, outcome_if_undecided: Outcome) -> ControlFlow<Outcome> {
        self.outcome_if_undecided = Some(outcome_if_undecided);
        self.fallback = Some(Decision::new(&self.cso, self.options.max_iterations.saturating_sub(self.k)));
        Continue(())
    }

    /// Ends the test by the side of 0 that the distance query proved.
    fn end_by_fallback(&mut self, side: Status) -> ControlFlow<Outcome> {
        self.end(match side {
            Status::Separated => Outcome::Separated,
            Status::Penetrating => Outcome::Overlapping,
            Status::Touching | Status::NotConverged(_) => self.outcome_if_undecided.unwrap_or(Outcome::Stalled),
        })
    }

    /// Vertices of the simplex in scaled units; unused entries are 0.
    fn scaled(&self) -> [Vec3; 4] {
        let mut scaled = [Vec3::ZERO; 4];
        for (to, from) in scaled.iter_mut().zip(&self.points[..self.len]) {
            *to = from.w * self.scale;
        }
        scaled
    }

    /// Adds a support point as the newest vertex `a`.
    fn push(&mut self, w: Vertex) {
        self.points = [w, self.points[0], self.points[1], self.points[2]];
        self.len = (self.len + 1).min(4);
        self.joined = self.points;
        self.joined_len = self.len;
    }

    /// Keeps only the vertices at these indices, in this order.
    fn keep(&mut self, indices: &[u8]) {
        let old = self.points;
        for (to, &from) in indices.iter().enumerate() {
            self.points[to] = old[usize::from(from) & 3]; // `& 3` only spares the bounds check.
        }
        self.len = indices.len();
    }

    /// Computes the simplex's point nearest to the origin, and ends or continues the test accordingly:
    ///
    /// - If a tetrahedron provably contains a ball around the origin, the test ends with an overlap.
    /// - If the origin is on the simplex to rounding, or the point is no nearer than the last one, the distance query
    ///   takes over.
    /// - Otherwise the next direction is from the point to the origin.
    fn certify(&mut self) -> ControlFlow<Outcome> {
        let scaled = self.scaled();
        let first_slots = ((1u16 << self.len) - 1) as u8;
        let nearest = simplex::nearest(Solver::default(), &scaled, first_slots);
        self.lambda = nearest.weights;
        if nearest.subset.count_ones() == 4 {
            self.rho = inside::depth(&scaled) / self.scale;
            if self.by_inside().holds() {
                return self.end(Outcome::Inside); // @inside
            }
            return self.start_fallback(Outcome::OnFace);
        }
        let farthest = members(nearest.subset).map(|i| scaled[i].length()).fold(0.0, Real::max);
        // A point this close is the origin to rounding: twice GJK's threshold of a vanished `v`, as a reserve.
        if nearest.v.length() <= 2.0 * rounding::VANISHING_ROUNDING * EPS * farthest {
            return self.start_fallback(match nearest.subset.count_ones() {
                3 => Outcome::OnFace, // @on-face
                _ => Outcome::OnEdge, // @on-edge
            });
        }
        if !(nearest.v.length() < self.nearest_distance) {
            return self.start_fallback(Outcome::Stalled); // @stalled
        }
        self.nearest_distance = nearest.v.length();
        let mut kept = [0; 4];
        let mut count = 0;
        for i in members(nearest.subset) {
            kept[count] = i as u8;
            count += 1;
        }
        self.keep(&kept[..count]);
        self.d = -nearest.v; // @rescue
        self.uses_nearest_point = true;
        self.lambda = [0.0; 4];
        Continue(())
    }
}

impl<A: Support + Clone, B: Support + Clone> Stepper for BooleanGjk<A, B> {
    type Outcome = Outcome;

    fn heap_bytes(&self) -> usize {
        self.fallback.as_ref().map_or(0, Decision::heap_bytes)
    }

    fn step(&mut self) -> ControlFlow<Outcome> {
        if let Some(outcome) = self.outcome {
            return Break(outcome);
        }
        if let Some(fallback) = &mut self.fallback {
            return match fallback.step() {
                // @full
                Continue(()) => Continue(()),
                Break(side) => self.end_by_fallback(side), // @decided
            };
        }
        let Some(d) = unit(self.d) else {
            return self.end(Outcome::Degenerate);
        };
        let w = self.cso.support(d); // @support
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
        // A support point that is already a vertex does not join the simplex.
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
        let mut cases = Cases::new(self.scaled());
        let next = cases.decide(self.len); // @case
        self.sign_tests = cases.sign_tests;
        self.sign_test_count = cases.count;
        self.next = Some(next);
        match next {
            Next::Search { indices, len, d } => {
                self.keep(&indices[..usize::from(len)]);
                self.d = d; // @direction
                Continue(())
            }
            Next::Inside | Next::NoSign => self.certify(), // @certify
        }
    }
}
