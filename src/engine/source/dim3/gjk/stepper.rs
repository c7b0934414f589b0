//! The GJK distance algorithm as a stepper: each iteration computes one support point `w` and reduces the simplex once.
//! A comment `// @name` marks the line of `listing.txt` that the statement implements.
//!
//! - **Fast reduction.** With the default options and certain signs, one operation finds the face of the simplex
//!   nearest the origin, its distance and the next direction ([`Gjk::reduce_with_direction`]). `v` and its weights are
//!   computed only on demand.
//! - **Full reduction.** Otherwise the requested sub-algorithm computes `v` and its weights, and the direction is
//!   chosen afterwards ([`Gjk::reduce_by_solver`]).

use std::ops::ControlFlow::{self, Break, Continue};

use super::direction::{Aim, towards_origin, unit};
use super::{Options, Outcome, Search};
use crate::dim3::prelude::*;
use crate::dim3::rounding;
use crate::dim3::simplex::subset::members;
use crate::dim3::simplex::{self, Nearest, Solver, Subset};
use crate::dim3::support::{Cso, Support, Vertex};

/// State of GJK (`[ACD11]` "GJK distance algorithm"), in the pair frame. GJK runs on the cores of the shapes, without
/// the balls around them; [`Cso::whole`] makes cores that include the balls. Scaled units are meters times `scale`.
#[derive(Clone, Debug)]
pub struct Gjk<A, B> {
    /// The configuration-space obstacle `A − B`.
    pub cso: Cso<A, B>,
    /// Options of the query.
    pub options: Options,
    /// `W`: the vertices of the simplex in fixed slots; only the slots in `filled` count.
    pub simplex: [Vertex; 4],
    /// Slots of `simplex` that are vertices of `W`.
    pub filled: Subset,
    /// First guess of `v`, meters: the start in the options, or the vector from B's origin to A's.
    guess: Vec3,
    /// Nearest point from the sub-algorithm, in scaled units; `None` after a fast reduction.
    pub(in crate::dim3) nearest: Option<Nearest>,
    /// Slot of the newest vertex when `W` was last reduced.
    newest: u8,
    /// Unit direction of the next support point, from A towards B: `−v/|v|`, or the more accurate perpendicular.
    pub d: Vec3,
    /// Slot of `simplex` that received the last `w = S(A−B, d)`, whether or not `w` became a vertex of `W`.
    pub slot: u8,
    /// `W ∪ {w}` as the last iteration reduced it; empty if the iteration ended before the reduction or rejected `w`.
    pub joined: Subset,
    /// Whether the last iteration searched all faces of the simplex, because the sub-algorithm's point was no nearer.
    pub backup: bool,
    /// `g = −d·w`: signed distance of the plane through `w` from the origin, meters; a lower bound for `A − B`.
    pub g: Real,
    /// `μ = max g`: best lower bound of the signed distance of the cores, meters.
    pub mu: Real,
    /// The `d` that gave `μ`: the unit contact normal of the answer, from A towards B.
    pub n: Vec3,
    /// Least `|v|` of all iterations, meters: upper bound of the distance of the cores; infinite before the first.
    pub upper: Real,
    /// `|v|` of the last reduction of `W ∪ {w}`, accepted or not, meters; infinite before the first.
    pub reduced_distance: Real,
    /// Number of iterations of the run.
    pub k: u32,
    /// `M`: bound of the length of all points of both bodies, meters. Points of `A − B` are at most twice as long.
    pub magnitude: Real,
    /// The power of two that scales `M` to at least 1 and below 2.
    pub scale: Real,
    /// `1 / scale`, which is exact.
    unscale: Real,
    /// `scale` in each component: 30 ns less per query than multiplying by the scalar.
    scaling: Vec3,
    /// `d` before normalization, for the support mapping, which does not need a unit vector.
    aim: Vec3,
    /// Sum of the radii of the balls around the cores, meters; subtracted from `μ` and `upper` at the end.
    pub margin: Real,
    /// `W` scaled by `scale`.
    pub(super) scaled: [Vec3; 4],
    /// Ending; `None` while the run goes on.
    pub(super) outcome: Option<Outcome>,
}

impl<A: Support, B: Support> Gjk<A, B> {
    /// State before the first iteration.
    #[inline(always)]
    pub fn new(cso: Cso<A, B>, options: Options) -> Self {
        let magnitude = cso.magnitude();
        let scale = rounding::unit_scale(magnitude);
        let margin = cso.margin();
        let v = match options.start {
            Some(v) if v.is_finite() && v != Vec3::ZERO => v,
            _ => -cso.translation,
        };
        let d = unit(-v).unwrap_or(Vec3::X);
        // The sum of the rotation's components is finite only if all of them are.
        let Mat3 { x_axis, y_axis, z_axis } = cso.rotation;
        let is_usable = rounding::fits_own_unit(magnitude) && (x_axis + y_axis + z_axis).element_sum().is_finite();
        Self {
            cso,
            options,
            // A constant is written in place, a variable would be copied (`benches/suite`).
            simplex: const { [Vertex::ZERO; 4] },
            filled: 0,
            guess: v,
            nearest: None,
            newest: 0,
            d,
            slot: 0,
            joined: 0,
            backup: false,
            g: Real::NEG_INFINITY,
            mu: Real::NEG_INFINITY,
            n: d,
            upper: Real::INFINITY,
            reduced_distance: Real::INFINITY,
            k: 0,
            magnitude,
            scale,
            unscale: scale.recip(),
            scaling: Vec3::splat(scale),
            aim: d,
            margin,
            scaled: [Vec3::ZERO; 4],
            outcome: if is_usable { None } else { Some(Outcome::Degenerate) },
        }
    }

    /// Whether the numbers of the pair are finite and neither too large nor too small. If not, the first iteration ends
    /// the run.
    #[inline]
    pub(in crate::dim3) fn is_usable(&self) -> bool {
        self.outcome != Some(Outcome::Degenerate)
    }

    /// `w = S(A−B, d)` of the last iteration; `None` before the first.
    pub fn w(&self) -> Option<&Vertex> {
        self.simplex.get(usize::from(self.slot)).filter(|_| self.k > 0)
    }

    /// The vertices of `W` without gaps between them, from which EPA starts.
    #[inline]
    pub fn packed_simplex(&self) -> [Option<Vertex>; 4] {
        let mut packed = [None; 4];
        for (vertex, i) in packed.iter_mut().zip(members(self.filled)) {
            *vertex = Some(self.simplex[i]);
        }
        packed
    }

    /// `v`: the point of `conv(W)` nearest the origin. Before the first iteration it is the first guess, which need not
    /// be in `A − B`.
    pub fn v(&self) -> Vec3 {
        if self.filled == 0 {
            return self.guess;
        }
        let scaled = match &self.nearest {
            Some(nearest) => nearest.v,
            // The origin itself, which the weights of a sliver may miss.
            None if Self::is_inside(self.filled) => Vec3::ZERO,
            None => {
                let w = &self.scaled;
                let lambda = self.lambda();
                w[0] * lambda[0] + w[1] * lambda[1] + w[2] * lambda[2] + w[3] * lambda[3]
            }
        };
        scaled * self.unscale
    }

    /// `λ`: barycentric coordinates of `v` by slot, 0 in slots that are not filled.
    #[inline(always)]
    pub fn lambda(&self) -> [Real; 4] {
        if self.filled == 0 {
            return [0.0; 4];
        }
        match &self.nearest {
            Some(nearest) => nearest.weights,
            None => simplex::weights_of(&self.scaled, self.filled, usize::from(self.newest)),
        }
    }

    /// Witness points `Σ λ a` of A and `Σ λ b` of B, pair frame. Their difference is `v`.
    #[inline]
    pub fn witness(&self) -> [Vec3; 2] {
        let [i, j, k, l] = &self.simplex;
        let lambda = self.lambda();
        let a = i.a * lambda[0] + j.a * lambda[1] + k.a * lambda[2] + l.a * lambda[3];
        let b = i.b * lambda[0] + j.b * lambda[1] + k.b * lambda[2] + l.b * lambda[3];
        [a, b]
    }

    /// Right-hand side of the relative stop test: the bracket width that `ε_rel` tolerates at the distance
    /// `upper − margin`, meters.
    #[inline]
    pub fn relative_gap(&self) -> Real {
        self.options.relative * (self.upper - self.margin).abs()
    }

    /// Whether the bracket is as narrow as requested or as the rounding error.
    #[inline]
    pub fn is_closed(&self) -> bool {
        self.upper - self.mu <= self.relative_gap().max(self.options.absolute).max(self.rounding())
    }

    /// Bound of the rounding error of `upper − μ`, meters.
    #[inline]
    pub fn rounding(&self) -> Real {
        rounding::DOT_ROUNDING * EPS * self.magnitude
    }

    /// Ends the run with this outcome.
    #[inline]
    fn end(&mut self, outcome: Outcome) -> Outcome {
        self.outcome = Some(outcome);
        outcome
    }

    /// Search direction of the next iteration.
    #[inline]
    pub(in crate::dim3) fn aim(&self) -> Aim {
        Aim { unit: self.d, along: self.aim }
    }

    /// The first stop test that `v` and the new `w` satisfy; `None` if there is none.
    #[inline]
    fn stop(&self, w: Vec3) -> Option<Outcome> {
        if self.filled == 0 {
            None
        } else if self.by_relative_gap().holds() {
            Some(Outcome::RelativeGap) // @stop-relative
        } else if self.by_absolute_gap().holds() {
            Some(Outcome::AbsoluteGap) // @stop-absolute
        } else if self.by_rounding_gap().holds() {
            Some(Outcome::RoundingGap) // @stop-rounding
        } else if self.repeats(w) {
            Some(Outcome::Repeated) // @stop-repeated
        } else {
            None
        }
    }
}

impl<A: Support, B: Support> Gjk<A, B> {
    /// Runs one iteration in the direction `aim`, which must be [`Gjk::aim`], and returns the direction of the next
    /// one. The direction is passed by value because reading it back from memory takes 5 % longer.
    #[inline(always)]
    pub(in crate::dim3) fn iterate(&mut self, aim: Aim) -> ControlFlow<Outcome, Aim> {
        if let Some(outcome) = self.outcome {
            return Break(outcome);
        }
        let d = aim.unit;
        let filled = self.filled;
        // A run that has not ended has a free slot; `& 3` spares the bounds checks.
        let slot = (!filled).trailing_zeros() as usize & 3;
        let joined = filled | 1 << slot;
        let w = self.cso.support(aim.along); // @support
        self.simplex[slot] = w;
        let g = -d.dot(w.w);
        let rise = g - self.mu;
        self.k += 1;
        self.slot = slot as u8;
        self.g = g;
        self.joined = 0;
        self.backup = false;
        if rise > 0.0 {
            self.mu = g; // @bound
            self.n = d;
        }
        if let Some(outcome) = self.stop(w.w) {
            return Break(self.end(outcome));
        }
        self.scaled[slot] = w.w * self.scaling;
        if let Some(reduction) = self.reduce_with_direction(joined, slot) {
            return self.accept_reduction(joined, reduction);
        }
        match self.reduce_by_solver(joined, slot, rise) {
            Some(reduction) => self.accept_reduction(joined, reduction),
            None => Break(self.end(Outcome::NoProgress)), // @stop-progress
        }
    }

    /// Fast reduction: reduces the simplex and computes the next direction in one operation. `None` if the options
    /// request other methods, a sign is uncertain, or `|v|` does not fall.
    #[inline(always)]
    fn reduce_with_direction(&mut self, joined: Subset, slot: usize) -> Option<Reduction> {
        let Options { solver: Solver::SignedVolumes, search: Search::Perpendicular, .. } = self.options else {
            return None;
        };
        let face = simplex::nearest_face(&self.scaled, joined, slot)?; // @reduce
        let next = if Self::is_inside(face.subset) { None } else { Some(Aim::new(face.direction)?) };
        let reduced_distance = face.squared_distance.sqrt() * self.unscale;
        if !(reduced_distance < self.upper) {
            return None;
        }
        self.reduced_distance = reduced_distance;
        self.nearest = None;
        self.newest = slot as u8;
        Some(Reduction { subset: face.subset, squared_distance: face.squared_distance, next })
    }

    /// Full reduction: reduces the simplex by the requested sub-algorithm, then computes the next direction. `None` if
    /// neither bound improved. `rise` is the increase of `μ` in this iteration, meters.
    #[inline(always)]
    fn reduce_by_solver(&mut self, joined: Subset, slot: usize, rise: Real) -> Option<Reduction> {
        let mut nearest: Nearest = simplex::foot_after(self.options.solver, &self.scaled, joined, slot).into();
        let mut length = nearest.v.length();
        self.reduced_distance = length * self.unscale;
        if self.reduced_distance >= self.upper {
            nearest = simplex::nearest_of_all(&self.scaled, joined);
            self.backup = true;
            length = nearest.v.length();
            self.reduced_distance = length * self.unscale;
            if self.by_no_progress(rise).holds() {
                return None;
            }
        }
        self.nearest = Some(nearest);
        let next = match self.options.search {
            Search::Perpendicular => towards_origin(&self.scaled, nearest.subset, nearest.v),
            Search::MinusV => (length > 0.0).then(|| Aim::from_unit(-nearest.v / length)),
        };
        Some(Reduction { subset: nearest.subset, squared_distance: nearest.v.length_squared(), next })
    }

    /// Accepts the reduced `W` and its upper bound, tests the remaining endings, and sets the next direction.
    #[inline(always)]
    fn accept_reduction(&mut self, joined: Subset, reduction: Reduction) -> ControlFlow<Outcome, Aim> {
        self.joined = joined; // @add
        self.filled = reduction.subset; // @drop
        self.upper = if self.reduced_distance < self.upper { self.reduced_distance } else { self.upper };
        if Self::is_inside(reduction.subset) {
            return Break(self.end(Outcome::Inside)); // @stop-inside
        }
        if self.vanishes(reduction.squared_distance) {
            return Break(self.end(Outcome::Vanished)); // @stop-vanished
        }
        if self.by_limit().holds() {
            return Break(self.end(Outcome::IterationLimit)); // @stop-limit
        }
        match reduction.next {
            Some(next) => {
                self.d = next.unit; // @direction
                self.aim = next.along;
                Continue(next)
            }
            None => Break(self.end(Outcome::Degenerate)),
        }
    }
}

/// Reduced simplex and next direction of an iteration that goes on.
#[derive(Clone, Copy)]
struct Reduction {
    /// The slots that hold the reduced simplex.
    subset: Subset,
    /// Squared length `|v|²` of the new nearest point, in scaled units.
    squared_distance: Real,
    /// Next direction; `None` if the simplex contains the origin, or determines no direction to it.
    next: Option<Aim>,
}

impl<A: Support, B: Support> Stepper for Gjk<A, B> {
    type Outcome = Outcome;

    #[inline]
    fn step(&mut self) -> ControlFlow<Outcome> {
        self.iterate(self.aim()).map_continue(|_| ())
    }

    #[inline]
    fn run(&mut self) -> Outcome {
        loop_with_state(self.aim(), |aim| self.iterate(aim))
    }
}
