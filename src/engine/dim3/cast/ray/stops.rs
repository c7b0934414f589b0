//! The stop tests of the search: each compares two numbers of the state.

use super::super::prelude::*;
use super::super::simplex::subset::members;
use super::{Pair, RayCast};

impl<P: Pair> RayCast<P> {
    /// `|u| − μ ≤ 2ρ`: `x` is on the surface, balls included.
    pub fn by_surface(&self) -> Comparison<Real> {
        Comparison::at_most(self.apart - self.flight.margin, 2.0 * self.flight.dot_rounding())
    }

    /// `upper − lower ≤ asked`: the bracket is as narrow as was asked.
    pub fn by_asked(&self) -> Comparison<Real> {
        Comparison::at_most(self.flight.upper - self.flight.lower, self.flight.asked())
    }

    /// `|u| − μ ≤ asked`: the points of `W` are as near to the contact as its bracket is. They are not where an older triangle has
    /// proven the contact.
    pub fn by_near(&self) -> Comparison<Real> {
        Comparison::at_most(self.apart - self.flight.margin, self.flight.asked())
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
