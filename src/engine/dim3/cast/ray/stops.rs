//! The stop tests of the search: each compares two numbers of the state.

use super::super::prelude::*;
use super::super::simplex::subset::members;
use super::{Pair, RayCast};

impl<P: Pair> RayCast<P> {
    /// `|u| − μ ≤ 2ρ`: `x` is on the surface, balls included.
    pub fn by_surface(&self) -> Comparison<Real> {
        Comparison::at_most(self.apart - self.flight.margin, 2.0 * self.flight.dot_rounding())
    }

    /// Whether `w` is in `W` already.
    pub fn repeats(&self, w: Vec3) -> bool {
        members(self.filled).any(|i| self.simplex[i].w == w)
    }

    /// `g ≤ ρ`: the plane through `p` does not part `x` from `A − B`.
    pub fn by_gap(&self) -> Comparison<Real> {
        Comparison::at_most(self.flight.g, self.flight.dot_rounding())
    }
}
