//! Stop tests of the ray cast's search: each compares two numbers of the state. `stepper.rs` defines the symbols.

use super::{Pair, RayCast};
use crate::dim3::cast::prelude::*;
use crate::dim3::cast::simplex::subset::members;

impl<P: Pair> RayCast<P> {
    /// `|u| − μ ≤ 2ρ`, with the distance `|u|` of `x` from `conv(W)`: `x` is on the surface of `A − B`, margins
    /// included, to rounding.
    pub fn by_surface(&self) -> Comparison<Real> {
        Comparison::at_most(self.simplex_distance - self.state.margin, 2.0 * self.state.dot_rounding())
    }

    /// `max(upper − lower, |u| − μ)` is at most the requested width: the bracket is narrow enough, and `W`, from which
    /// the contact points come, is at most that far from `x`. The second condition matters if a triangle of an earlier
    /// simplex has proven the upper bound.
    pub fn by_requested_width(&self) -> Comparison<Real> {
        let state = &self.state;
        Comparison::at_most(
            (state.upper - state.lower).max(self.simplex_distance - state.margin),
            state.requested_width(),
        )
    }

    /// Whether `w` is in `W` already.
    pub fn repeats(&self, w: Vec3) -> bool {
        members(self.filled).any(|i| self.simplex[i].w == w)
    }

    /// `g ≤ ρ`: the plane through `p` does not separate `x` from `A − B` by more than rounding error.
    pub fn by_gap(&self) -> Comparison<Real> {
        Comparison::at_most(self.state.g, self.state.dot_rounding())
    }
}
