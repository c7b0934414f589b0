//! State and step of the ray cast: one support point per step, then the phases after the search.

use std::ops::ControlFlow::{self, Break, Continue};

use super::super::gjk::towards_origin;
use super::super::numbers::unit;
use super::super::prelude::*;
use super::super::rounding;
use super::super::simplex::subset::members;
use super::super::simplex::{self, Foot, Solver, Subset};
use super::super::support::Vertex;
use super::{CastState, Contact, Motion, Options, Outcome, Pair, Phase, Plane};

/// State of the ray cast, in the pair frame at the start.
#[derive(Clone, Debug)]
pub struct RayCast<P: Pair> {
    /// Position of B and proven bounds.
    pub state: CastState<P>,
    /// `W`: points of the cores' `A − B`, in fixed slots; only those in `filled` count.
    pub simplex: [Vertex; 4],
    /// Slots of `simplex` that are vertices of `W`.
    pub filled: Subset,
    /// `λ`: barycentric coordinates of the point of `conv(W)` nearest to `x`.
    pub lambda: [Real; 4],
    /// Vector from the nearest point of `conv(W)` to `x`.
    pub u: Vec3,
    /// `|u|`, distance of `x` from `conv(W)`; infinite before the first step.
    pub simplex_distance: Real,
    /// Unit direction of the next support point, from A towards B.
    pub n: Vec3,
    /// Unit direction of the last support point, `p`.
    pub p_direction: Vec3,
    /// Slot that received `p`, whether or not the reduction kept it.
    pub slot: u8,
    /// `W ∪ {p}` before the reduction of the last step.
    pub joined: Subset,
    /// Members of `W ∪ {p}` whose triangle or segment gave the upper bound of this step; empty if none did.
    pub pierced: Subset,
    /// Factor from lengths to units of about the magnitude `M`, a power of two.
    scale: Real,
    /// The vectors from `x` to the vertices of `W`, in units of about `M`.
    scaled: [Vec3; 4],
}

impl<P: Pair> RayCast<P> {
    /// State at the start of the motion of B relative to A, in the pair frame.
    pub fn new(pair: P, motion: impl Into<Motion>, options: Options) -> Self {
        Self::from_state(CastState::new(pair, motion, options))
    }

    /// Cast from a prepared state.
    pub(in super::super) fn from_state(state: CastState<P>) -> Self {
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

    /// `p = S(A−B, n)` of the last step; `None` before the first.
    pub fn p(&self) -> Option<&Vertex> {
        self.simplex.get(usize::from(self.slot)).filter(|_| self.simplex_distance < Real::INFINITY)
    }

    /// Points of the cores of A, and of B at its starting position, whose difference is nearest to `x`.
    pub fn witness(&self) -> [Vec3; 2] {
        let mut points = [Vec3::ZERO; 2];
        for i in members(self.filled) {
            points[0] += self.simplex[i].a * self.lambda[i];
            points[1] += self.simplex[i].b * self.lambda[i];
        }
        points
    }

    /// Step of [`Phase::Search`]: one support point.
    fn search(&mut self) {
        let d = self.n;
        // The first free slot; `& 3` only spares the bounds check.
        let slot = (!self.filled).trailing_zeros() as usize & 3;
        let p = self.state.pair.support(d); // @support
        let is_repeated = self.repeats(p.w);
        self.simplex[slot] = p;
        self.slot = slot as u8;
        self.p_direction = d;
        self.pierced = 0;
        self.state.k += 1;
        let offset = d.dot(p.w) + self.state.margin;
        self.state.g = d.dot(self.state.x) - offset;
        let least = self.state.dot_rounding();
        let rounding = self.state.rounding();
        let s_before = self.state.s;
        let ending = self.state.clip(Plane { normal: d, offset }, self.state.g, least, rounding);
        let clipped = self.state.s > s_before;
        self.joined = self.filled | 1 << slot;
        if ending.is_break() {
            return self.state.choose_next_phase(ending);
        }
        if !self.reduce(clipped) || is_repeated && !clipped {
            return self.stall();
        }
        if self.has_arrived() {
            return self.record_contact();
        }
        if self.by_requested_width().holds() {
            return self.record_contact(); // @stop-bracket
        }
        if self.state.by_limit().holds() {
            return self.state.choose_next_phase(Break(Outcome::IterationLimit)); // @stop-limit
        }
        match towards_origin(&self.scaled, self.filled, -self.u * self.scale) {
            Some(next) => self.n = next.unit,
            None => self.record_contact(),
        }
    }

    /// Reduces `W ∪ {p}` to its feature nearest to `x`. Returns false if `x` did not move and no point is nearer than
    /// before.
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
            || self.filled == 0b1111
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
        let plane = self.state.planes[0].map(|plane| plane.normal);
        self.filled = 0;
        self.simplex_distance = Real::INFINITY;
        self.n = plane.unwrap_or(self.n);
    }

    /// Records the contact at `x`, which has reached `A − B` as closely as the search can tell, and ends the search.
    fn record_contact(&mut self) {
        let normal = self.state.planes[0].map_or(self.p_direction, |plane| plane.normal);
        let distance_bound = (self.simplex_distance - self.state.margin).max(0.0) + self.state.rounding();
        // The plane's normal is proven. With margins, the contact lies on the line between the nearest points of the
        // cores.
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
        match (self.state.outcome(), self.state.phase) {
            (None, Phase::Search) => self.search(),
            (None, Phase::Query) => {
                if self.state.step_distance_query() {
                    self.resume();
                }
            }
            _ => return self.state.finish(),
        }
        Continue(())
    }
}
