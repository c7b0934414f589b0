//! ISA-GJK as a stepper: each iteration computes one support point, tests whether its direction is a separating axis,
//! and reduces the simplex. A comment `// @name` marks the line of `listing.txt` that the statement implements.

use std::ops::ControlFlow::{self, Break, Continue};

use super::Outcome;
use crate::dim3::answer::Status;
use crate::dim3::distance::Decision;
use crate::dim3::numbers::unit;
use crate::dim3::prelude::*;
use crate::dim3::rounding;
use crate::dim3::simplex::inside;
use crate::dim3::simplex::johnson::{self, Products};
use crate::dim3::simplex::subset::members;
use crate::dim3::simplex::{self, Nearest, Solver, Subset};
use crate::dim3::support::{Cso, Support, Vertex};

/// All four slots of the simplex.
const ALL_SLOTS: Subset = 0b1111;

/// Fraction of the rounding error by which the lower bound must rise to count as progress. Smaller rises of a converged
/// bound could continue until the iteration limit.
const LEAST_RISE: Real = 0.125;

/// Options of an overlap query, made from the default.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// Maximum number of iterations.
    pub max_iterations: u32,
    /// Sub-algorithm that finds the point of the simplex nearest to the origin.
    pub solver: Solver,
    /// First guess of `v` (pair frame), such as the previous frame's axis. Only its direction matters.
    pub start: Option<Vec3>,
    /// Whether both bodies are in the plane z = 0. A tetrahedron then never proves an overlap, and the distance query,
    /// which is 3D, is not run.
    pub in_plane: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { max_iterations: rounding::MAX_ITERATIONS, solver: Solver::default(), start: None, in_plane: false }
    }
}

/// State of ISA-GJK (`[ACD11]` "Intersection test"), in the pair frame.
#[derive(Clone, Debug)]
pub struct IsaGjk<A, B> {
    /// The configuration-space obstacle `A − B` of the cores.
    pub cso: Cso<A, B>,
    /// Options of the query.
    pub options: Options,
    /// `W`: the vertices of the simplex in fixed slots; only the slots in `filled` count.
    pub simplex: [Vertex; 4],
    /// Slots of `simplex` that are vertices of `W`.
    pub filled: Subset,
    /// Barycentric coordinates of `v` by slot.
    pub lambda: [Real; 4],
    /// Point of `conv(W)` nearest the origin, meters; before the first iteration a unit vector along the first guess.
    pub v: Vec3,
    /// Direction of the next support point, from A towards B: `−v/|v|`.
    pub d: Vec3,
    /// `w = S(A−B, −v)` of the last iteration; `None` before the first.
    pub w: Option<Vertex>,
    /// Slot that received `w` in the last iteration; `None` if `w` did not join `W`.
    pub newest: Option<u8>,
    /// Slots of the vertices that the last iteration removed.
    pub removed: Subset,
    /// `v·w/|v|`: gap of the cores along the last axis, meters; negative where they overlap along it.
    pub g: Real,
    /// The largest gap of the cores on all axes tested, meters; negative (the least overlap) if they overlap on all; −∞
    /// before the first.
    pub mu: Real,
    /// The `d` that gave `mu`: unit vector from A to B.
    pub n: Vec3,
    /// The least `|v|` of all iterations, meters; infinite before the first.
    pub upper: Real,
    /// `ρ`: radius of a ball around the origin that is proven to be inside the tetrahedron `W`; 0 without a proof.
    pub rho: Real,
    /// Distance query that takes over when rounding errors have stopped the test; `None` before.
    pub fallback: Option<Decision<A, B>>,
    /// Outcome if the distance query is inconclusive too; `None` before it starts.
    pub outcome_if_undecided: Option<Outcome>,
    /// Products that Johnson's algorithm caches between iterations; unused by the other sub-algorithms.
    pub products: Products,
    /// Number of iterations, without those of the fallback.
    pub k: u32,
    /// Bound of the length of all points of both bodies, meters.
    pub magnitude: Real,
    /// The power of two that scales the magnitude to at least 1 and below 2.
    scale: Real,
    /// `W` scaled by `scale`.
    scaled: [Vec3; 4],
    /// Ending; `None` while the run goes on.
    outcome: Option<Outcome>,
}

impl<A: Support + Clone, B: Support + Clone> IsaGjk<A, B> {
    /// State before the first iteration.
    pub fn new(cso: Cso<A, B>, options: Options) -> Self {
        let magnitude = cso.magnitude();
        let guess = options.start.filter(|v| v.is_finite() && *v != Vec3::ZERO).unwrap_or(-cso.translation);
        let v = unit(guess).unwrap_or(Vec3::X);
        let is_usable = rounding::fits_own_unit(magnitude) && cso.rotation.is_finite() && cso.translation.is_finite();
        Self {
            cso,
            options,
            simplex: [Vertex::default(); 4],
            filled: 0,
            lambda: [0.0; 4],
            v,
            d: -v,
            w: None,
            newest: None,
            removed: 0,
            g: Real::NEG_INFINITY,
            mu: Real::NEG_INFINITY,
            n: -v,
            upper: Real::INFINITY,
            rho: 0.0,
            fallback: None,
            outcome_if_undecided: None,
            products: Products::default(),
            k: 0,
            magnitude,
            scale: rounding::unit_scale(magnitude),
            scaled: [Vec3::ZERO; 4],
            outcome: if is_usable { None } else { Some(Outcome::Degenerate) },
        }
    }

    /// Witness points of A and of B whose difference is `v`, pair frame. Those of the last support point while `W` is
    /// empty.
    pub fn witness(&self) -> [Vec3; 2] {
        if self.filled == 0 {
            return self.w.map_or([Vec3::ZERO; 2], |w| [w.a, w.b]);
        }
        let mut a = Vec3::ZERO;
        let mut b = Vec3::ZERO;
        for i in members(self.filled) {
            a += self.simplex[i].a * self.lambda[i];
            b += self.simplex[i].b * self.lambda[i];
        }
        [a, b]
    }

    /// Bound of the rounding error of a gap, meters.
    pub fn bound_rounding(&self) -> Real {
        rounding::bound_rounding(self.magnitude + self.cso.margin())
    }

    /// Test for a separating axis: the gap `v·w/|v|` of the cores exceeds the margins plus the rounding error.
    #[inline(always)]
    pub fn by_axis(&self) -> Comparison<Real> {
        Comparison::above(self.g, self.cso.margin() + self.bound_rounding())
    }

    /// Test for an overlap of the cores: the radius `ρ` of a ball inside the tetrahedron exceeds the rounding error.
    #[inline(always)]
    pub fn by_inside(&self) -> Comparison<Real> {
        Comparison::above(self.rho, self.bound_rounding())
    }

    /// Test whether `v` is 0 to rounding: `|v| ≤ ε max|w|`.
    #[inline(always)]
    pub fn by_vanishing(&self) -> Comparison<Real> {
        let farthest = members(self.filled).map(|i| self.scaled[i].length()).fold(0.0, Real::max);
        let length = (self.v * self.scale).length();
        Comparison::at_most(length, rounding::VANISHING_ROUNDING * EPS * farthest).map(|length| length / self.scale)
    }

    /// Test for an overlap of the balls around the cores: `|v|` plus the rounding error is below the margins.
    #[inline(always)]
    pub fn by_margins(&self) -> Comparison<Real> {
        let length = (self.v * self.scale).length() / self.scale;
        Comparison::below(length + self.bound_rounding(), self.cso.margin())
    }

    /// Test of the iteration limit: `k ≥ limit`.
    #[inline(always)]
    pub fn by_limit(&self) -> Comparison<u32> {
        Comparison::at_least(self.k, self.options.max_iterations)
    }

    /// Point of the simplex `joined` nearest the origin, in scaled units, by the requested sub-algorithm. If its point
    /// is no nearer than the previous one, all faces are searched. If it reports a tetrahedron that contains the
    /// origin, but the point with its weights is not the origin, signed volumes decide, the most accurate
    /// sub-algorithm.
    fn nearest(&mut self, points: &[Vec3; 4], joined: Subset, newest: usize) -> Nearest {
        let nearest = match self.options.solver {
            Solver::Johnson => johnson::nearest_after(&mut self.products, points, joined, newest),
            solver => simplex::nearest_after(solver, points, joined, newest),
        };
        if !(nearest.v.length() < self.upper * self.scale) && self.filled != 0 {
            // Rounding errors may have led to another face than the nearest.
            return simplex::nearest_of_all(points, joined);
        }
        let is_uncertain = nearest.subset == ALL_SLOTS && nearest.v.length() > rounding::BOUND_ROUNDING * EPS;
        if is_uncertain { simplex::nearest(Solver::SignedVolumes, points, joined) } else { nearest }
    }

    /// Ends the test with this outcome.
    fn end(&mut self, outcome: Outcome) -> ControlFlow<Outcome> {
        self.outcome = Some(outcome);
        Break(outcome)
    }

    /// Starts the distance query, because rounding errors stopped the test. If the bracket of the distance contains 0,
    /// the test will end with `outcome_if_undecided`; in the plane it ends immediately.
    #[cold]
    fn start_fallback(&mut self, outcome_if_undecided: Outcome) -> ControlFlow<Outcome> {
        if self.options.in_plane {
            return self.end(outcome_if_undecided);
        }
        self.outcome_if_undecided = Some(outcome_if_undecided);
        self.fallback = Some(Decision::new(&self.cso, self.options.max_iterations.saturating_sub(self.k)));
        Continue(())
    }

    /// Stores a support point and its gap `g`, which becomes the lower bound if it is larger than the previous one.
    fn record_support(&mut self, w: Vertex, g: Real) {
        let is_better = g - self.mu > 0.0;
        self.k += 1;
        self.w = Some(w);
        self.g = g;
        self.newest = None;
        self.removed = 0;
        if is_better || self.k == 1 {
            self.mu = g;
            self.n = self.d;
        }
    }

    /// Ends the test by the side of 0 that the distance query proved.
    fn end_by_fallback(&mut self, side: Status) -> ControlFlow<Outcome> {
        let answer = self.fallback.as_ref().map(|fallback| fallback.run.answer());
        self.n = answer.and_then(|answer| answer.normal).unwrap_or(self.n);
        self.end(match side {
            Status::Separated => Outcome::Separated,
            Status::Penetrating => Outcome::Overlapping,
            Status::Touching | Status::NotConverged(_) => self.outcome_if_undecided.unwrap_or(Outcome::Stalled),
        })
    }

    /// Whether the support point `w` makes no progress: it is already in `W`, or neither bound improves by more than
    /// the rounding error. `length` is the new `|v|` and `rise` the increase of the lower bound, meters.
    fn is_stalled(&self, w: Vec3, length: Real, rise: Real) -> bool {
        let rounding = rounding::DOT_ROUNDING * EPS * self.magnitude;
        let repeats = members(self.filled).any(|i| self.simplex[i].w == w);
        let upper_falls = length < self.upper;
        let lower_rises = rise > LEAST_RISE * rounding && length <= self.upper + rounding;
        self.filled != 0 && (repeats || !(upper_falls || lower_rises))
    }
}

impl<A: Support + Clone, B: Support + Clone> Stepper for IsaGjk<A, B> {
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
        let w = self.cso.support(self.d); // @support
        let g = -self.d.dot(w.w); // @gap
        let rise = g - self.mu;
        self.record_support(w, g);
        if self.by_axis().holds() {
            return self.end(Outcome::Separated); // @separated
        }
        // A run that has not ended has a free slot; `& 3` spares the bounds checks.
        let slot = (!self.filled).trailing_zeros() as usize & 3;
        let mut scaled = self.scaled;
        scaled[slot] = w.w * self.scale;
        let joined = self.filled | 1 << slot;
        let nearest = self.nearest(&scaled, joined, slot); // @nearest
        let length = nearest.v.length() / self.scale;
        if self.is_stalled(w.w, length, rise) {
            return self.start_fallback(Outcome::Stalled); // @stalled
        }
        self.simplex[slot] = w;
        self.filled = nearest.subset; // @keep
        self.lambda = nearest.weights;
        self.scaled = scaled;
        self.newest = Some(slot as u8);
        self.removed = joined & !nearest.subset;
        self.v = nearest.v / self.scale;
        self.upper = self.upper.min(length);
        if self.filled == ALL_SLOTS {
            self.rho = inside::depth(&self.scaled) / self.scale;
            if self.by_inside().holds() {
                return self.end(Outcome::Inside); // @inside
            }
            return self.start_fallback(Outcome::Vanished);
        }
        if self.by_vanishing().holds() {
            return self.start_fallback(Outcome::Vanished); // @vanished
        }
        if self.by_margins().holds() {
            return self.end(Outcome::Shallow); // @shallow
        }
        if self.by_limit().holds() {
            return self.end(Outcome::IterationLimit); // @limit
        }
        match unit(-nearest.v) {
            Some(d) => {
                self.d = d; // @direction
                Continue(())
            }
            None => self.end(Outcome::Degenerate),
        }
    }
}
