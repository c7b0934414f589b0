//! State and step of the ray cast: one support point per step, then the phases after the search.
//!
//! Symbols: `r` velocity of B relative to A, `x` vector by which B has moved, `s` its length, `W` simplex, `n` search
//! direction, `p = S(A−B, n)` its support point, `g` gap from the plane through `p` to `x`, `μ` sum of the margins, `ρ`
//! rounding error of `g`, `k` number of steps, `M` magnitude of the pair. A comment `// @name` marks the line of
//! `listing.txt` that the statement implements.

use std::ops::ControlFlow::{self, Break, Continue};

use super::{CastState, Contact, Motion, Options, Outcome, Pair, Phase, Plane};
use crate::dim3::cast::gjk::towards_origin;
use crate::dim3::cast::numbers::unit;
use crate::dim3::cast::prelude::*;
use crate::dim3::cast::rounding;
use crate::dim3::cast::simplex::subset::members;
use crate::dim3::cast::simplex::{self, Foot, Solver, Subset};
use crate::dim3::cast::support::Vertex;

/// Simplex with a vertex in each of its four slots: a tetrahedron.
const ALL_SLOTS: Subset = 0b1111;

/// State of the ray cast, in the pair frame at the start.
#[derive(Clone, Debug)]
pub struct RayCast<P: Pair> {
    /// Position of B and proven bounds.
    pub state: CastState<P>,
    /// `W`: points of the cores' `A − B`, in fixed slots; only those in `filled` are valid.
    pub simplex: [Vertex; 4],
    /// Slots of `simplex` that are vertices of `W`.
    pub filled: Subset,
    /// `λ`: barycentric coordinates of the point of `conv(W)` nearest to `x`.
    pub lambda: [Real; 4],
    /// Vector from the nearest point of `conv(W)` to `x`, in length units.
    pub u: Vec3,
    /// `|u|`, distance of `x` from `conv(W)`; infinite if `W` is empty.
    pub simplex_distance: Real,
    /// Unit direction of the next support point, from A towards B.
    pub n: Vec3,
    /// Unit direction of the last support point, `p`, from A towards B.
    pub p_direction: Vec3,
    /// Slot that received `p`, whether or not the reduction kept it.
    pub slot: u8,
    /// `W ∪ {p}` before the reduction of the last step.
    pub joined: Subset,
    /// Members of `W ∪ {p}` whose triangle or segment gave the upper bound of this step; empty if none did.
    pub pierced: Subset,
    /// Factor from lengths to units of about the magnitude `M`, a power of two: squares of scaled lengths neither
    /// overflow nor underflow.
    scale: Real,
    /// The vectors from `x` to the points in `simplex`, multiplied by `scale`.
    scaled: [Vec3; 4],
}

impl<P: Pair> RayCast<P> {
    /// State at the start of the motion of B relative to A, in the pair frame.
    pub fn new(pair: P, motion: impl Into<Motion>, options: Options) -> Self {
        Self::from_state(CastState::new(pair, motion, options))
    }

    /// Cast from a prepared state; the first direction is against the motion of B.
    pub(in crate::dim3::cast) fn from_state(state: CastState<P>) -> Self {
        let n = -state.path.along;
        Self {
            simplex: [Vertex::ZERO; 4],
            filled: 0,
            lambda: [0.0; 4],
            u: Vec3::ZERO,
            simplex_distance: Real::INFINITY,
            n,
            p_direction: n,
            slot: 0,
            joined: 0,
            pierced: 0,
            scale: rounding::unit_scale(state.path.magnitude),
            scaled: [Vec3::ZERO; 4],
            state,
        }
    }

    /// `p = S(A−B, n)` of the last step; `None` before the first step of a search.
    pub fn p(&self) -> Option<&Vertex> {
        self.simplex.get(usize::from(self.slot)).filter(|_| self.simplex_distance < Real::INFINITY)
    }

    /// Points of the cores of A, and of B at position 0, whose difference is the point of `conv(W)` nearest to `x`.
    pub fn witness(&self) -> [Vec3; 2] {
        let mut points = [Vec3::ZERO; 2];
        for i in members(self.filled) {
            points[0] += self.simplex[i].a * self.lambda[i];
            points[1] += self.simplex[i].b * self.lambda[i];
        }
        points
    }

    /// Adds the support point along `n` to the simplex, in its first free slot. Returns whether `W` contained it
    /// before.
    #[inline]
    fn add_support_point(&mut self) -> bool {
        // `& 3` only spares the bounds check.
        let slot = (!self.filled).trailing_zeros() as usize & 3;
        let p = self.state.pair.support(self.n); // @support
        let is_repeated = self.repeats(p.w);
        self.simplex[slot] = p;
        self.slot = slot as u8;
        self.p_direction = self.n;
        self.joined = self.filled | 1 << slot;
        is_repeated
    }

    /// Moves B forward to the plane through the last support point, if that plane separates the bodies; breaks if it
    /// proves a miss.
    #[inline]
    fn clip_to_support_plane(&mut self) -> ControlFlow<Outcome> {
        let normal = self.p_direction;
        let p = self.simplex[usize::from(self.slot)];
        let offset = normal.dot(p.w) + self.state.margin;
        self.state.g = normal.dot(self.state.x) - offset;
        let dot_error = self.state.dot_rounding();
        let plane_error = self.state.rounding();
        self.state.clip(Plane { normal, offset }, self.state.g, dot_error, plane_error)
    }

    /// Step of [`Phase::Search`]: one support point.
    fn search(&mut self) {
        self.pierced = 0;
        self.state.k += 1;
        let is_repeated = self.add_support_point();
        let s_before = self.state.s;
        let ending = self.clip_to_support_plane();
        let clipped = self.state.s > s_before;
        if ending.is_break() {
            return self.state.choose_next_phase(ending);
        }
        // The simplex is reduced. A step that neither moves B nor finds a nearer point makes no progress.
        if !self.reduce(clipped) || is_repeated && !clipped {
            return self.stall();
        }
        // The search ends at the surface of `A − B`, or once the bracket is as narrow as requested: its upper bound
        // then proves a contact at most that far ahead.
        if self.has_arrived() {
            return self.record_contact();
        }
        if self.by_requested_width().holds() {
            return self.record_contact(); // @stop-bracket
        }
        if self.state.by_limit().holds() {
            return self.state.choose_next_phase(Break(Outcome::IterationLimit)); // @stop-limit
        }
        // The next direction is from the nearest point of the simplex to `x`; there is none if they coincide.
        match towards_origin(&self.scaled, self.filled, -self.u * self.scale) {
            Some(next) => self.n = next.unit,
            None => self.record_contact(),
        }
    }

    /// Reduces `W ∪ {p}` to its face nearest to `x`, and lowers the upper bound by its faces. `clipped` is whether this
    /// step has moved `x`. Returns false if it has not and no point of the simplex is nearer than before.
    fn reduce(&mut self, clipped: bool) -> bool {
        let joined = self.joined;
        let x = self.state.x;
        members(joined).for_each(|i| self.scaled[i] = (self.simplex[i].w - x) * self.scale);
        let unscale = self.scale.recip();
        let mut nearest = simplex::foot(Solver::SignedVolumes, &self.scaled, joined); // @reduce
        let mut distance = nearest.v.length() * unscale;
        if !clipped && distance >= self.simplex_distance {
            // Rounding errors may lead the solver to another face than the nearest: compare all of them.
            nearest = Foot::from(simplex::nearest_of_all(&self.scaled, joined));
            distance = nearest.v.length() * unscale;
        }
        let is_nearer = clipped || distance < self.simplex_distance;
        if is_nearer {
            self.filled = nearest.subset;
            nearest.write_weights(&mut self.lambda);
            self.u = -nearest.v * unscale;
            self.simplex_distance = distance;
        }
        self.bound_from_simplex();
        is_nearer
    }

    /// Whether `x` has reached `A − B`: its surface, or the inside of a tetrahedron.
    fn has_arrived(&self) -> bool {
        self.by_surface().holds() // @stop-surface
            || self.filled == ALL_SLOTS
    }

    /// Ends a search without progress if `x` has reached `A − B` or the end of the path; otherwise a distance query
    /// follows.
    fn stall(&mut self) {
        if self.has_arrived() || self.state.is_at_end() {
            self.record_contact();
        } else {
            self.state.phase = Phase::Query; // @stop-stalled
            self.filled = 0;
            self.simplex_distance = Real::INFINITY;
        }
    }

    /// Restarts the search after a distance query has moved B forward.
    fn resume(&mut self) {
        let normal = self.state.planes[0].map(|plane| plane.normal);
        self.filled = 0;
        self.simplex_distance = Real::INFINITY;
        self.n = normal.unwrap_or(self.n);
    }

    /// Records the contact at `x`, which has reached `A − B` as closely as the search can tell, and ends the search.
    fn record_contact(&mut self) {
        let normal = self.state.planes[0].map_or(self.p_direction, |plane| plane.normal);
        let distance_bound = (self.simplex_distance - self.state.margin).max(0.0) + self.state.rounding();
        // The normal of the last plane is proven. With margins, the contact points are on the line between the nearest
        // points of the cores.
        let [a, b] = self.witness();
        let [margin_a, margin_b] = self.state.pair.margins();
        let direction = if self.state.margin > 0.0 { unit(self.u).unwrap_or(normal) } else { normal };
        let witness = [a + direction * margin_a, b - direction * margin_b];
        self.state.contact = Some(Contact { s: self.state.s, distance_bound, normal, witness, core: [a, b] });
        self.state.reach_surface();
    }
}

impl<P: Pair> Stepper for RayCast<P> {
    type Outcome = Outcome;

    fn step(&mut self) -> ControlFlow<Outcome> {
        if self.state.outcome().is_some() {
            return self.state.finish();
        }
        match self.state.phase {
            Phase::Search => self.search(),
            Phase::Query => {
                if self.state.step_distance_query() {
                    self.resume();
                }
            }
            Phase::Refine | Phase::Balls | Phase::Flat | Phase::Probe | Phase::Gap | Phase::Conclusion => {
                return self.state.finish();
            }
        }
        Continue(())
    }
}
