//! GJK's stop tests: each compares two numbers of the state at its moment of the iteration.

use super::super::prelude::*;
use super::super::rounding;
use super::super::simplex::Subset;
use super::super::simplex::subset::{members, size};
use super::super::support::Support;
use super::Gjk;

/// Share of rounding by which a plane must rise to count as progress.
const LEAST_RISE: Real = 0.125;

/// Before `w` joins: `upper` is of the `v` before, `μ` and `g` know of the plane through `w`.
impl<A: Support, B: Support> Gjk<A, B> {
    /// `|v| − μ ≤ ε_rel · |signed distance|`
    #[inline(always)]
    pub fn by_relative_gap(&self) -> Comparison<Real> {
        Comparison::at_most(self.upper - self.mu, self.relative_gap())
    }

    /// `|v|² − v·w ≤ ε_abs²`
    #[inline(always)]
    pub fn by_absolute_gap(&self) -> Comparison<Real> {
        let absolute = self.options.absolute;
        Comparison::at_most(self.upper * (self.upper - self.g), absolute * absolute)
    }

    /// `|v| − μ` is no more than the rounding of both.
    #[inline(always)]
    pub fn by_rounding_gap(&self) -> Comparison<Real> {
        Comparison::at_most(self.upper - self.mu, self.rounding())
    }

    /// Whether `w` is in `W` already.
    #[inline(always)]
    pub fn repeats(&self, w: Vec3) -> bool {
        (0..4).any(|i| self.simplex[i].w.x == w.x && self.filled >> i & 1 == 1 && self.simplex[i].w == w)
    }

    /// The same as a number: how far `w` is from the nearest corner of `W`.
    pub fn by_repetition(&self, w: Vec3) -> Comparison<Real> {
        let off = members(self.filled).map(|i| (self.simplex[i].w - w).abs().max_element());
        Comparison::equal(off.fold(Real::INFINITY, Real::min), 0.0)
    }

    /// Neither `|v|` fell, nor `μ` rose, by `rise`, beyond rounding. A rise counts for nothing while `|v|` grew beyond rounding
    /// with it.
    #[inline(always)]
    pub fn by_no_progress(&self, rise: Real) -> Comparison<Real> {
        let rounding = self.rounding();
        let risen = if self.tried > self.upper + rounding { 0.0 } else { rise - LEAST_RISE * rounding };
        let fallen = self.upper - self.tried;
        Comparison::at_most(if risen > fallen { risen } else { fallen }, 0.0)
    }
}

/// After `v` has moved and `W` is reduced.
impl<A: Support, B: Support> Gjk<A, B> {
    /// Whether the simplex that holds `v` is a tetrahedron.
    #[inline(always)]
    pub fn is_inside(filled: Subset) -> bool {
        filled == 15
    }

    /// The same as a number: `|W| = 4`.
    pub fn by_inside(&self) -> Comparison<u32> {
        Comparison::equal(size(self.filled) as u32, 4)
    }

    /// Whether `|v|² ≤ ε² max|w|²`, with `|v|²` in scaled units.
    #[inline(always)]
    pub fn vanishes(&self, square: Real) -> bool {
        // Scaled points are at most 4 long.
        square <= 16.0 * VANISHING && self.by_vanishing(square).holds()
    }

    /// Both sides of that, in scaled units.
    #[inline(always)]
    pub fn by_vanishing(&self, square: Real) -> Comparison<Real> {
        let farthest = members(self.filled).map(|i| self.scaled[i].length_squared()).fold(0.0, Real::max);
        Comparison::at_most(square, VANISHING * farthest)
    }

    /// `k ≥ limit`
    #[inline(always)]
    pub fn by_limit(&self) -> Comparison<u32> {
        Comparison::at_least(self.k, self.options.max_iterations)
    }
}

/// `ε²`, as a share of squares.
const VANISHING: Real = (rounding::VANISHING * EPS) * (rounding::VANISHING * EPS);
