//! GJK's stop tests. Each is a comparison of two numbers of the state, which a debugger can show.

use super::Gjk;
use crate::dim3::prelude::*;
use crate::dim3::rounding;
use crate::dim3::simplex::Subset;
use crate::dim3::simplex::subset::{members, size};
use crate::dim3::support::Support;

/// Fraction of the rounding error by which the lower bound must rise to count as progress: smaller rises of a converged
/// bound could go on until the iteration limit.
const LEAST_RISE: Real = 0.125;

/// All four slots of the simplex.
const ALL_SLOTS: Subset = 0b1111;

/// Bound of the squared length of a scaled point: points of `A − B` are at most twice as long as the magnitude, which
/// is scaled below 2. Most iterations compare with it alone and need not search for the longest point.
const MAX_SCALED_SQUARE: Real = 16.0;

/// `ε²`, the tolerated ratio of `|v|²` to `max|w|²`.
const VANISHING: Real = (rounding::VANISHING_ROUNDING * EPS) * (rounding::VANISHING_ROUNDING * EPS);

/// Tests before `w` joins: `upper` belongs to the previous `v`; `μ` and `g` include the plane through `w`.
impl<A: Support, B: Support> Gjk<A, B> {
    /// Stop test of the relative tolerance: `|v| − μ ≤ ε_rel · |signed distance|`.
    #[inline(always)]
    pub fn by_relative_gap(&self) -> Comparison<Real> {
        Comparison::at_most(self.upper - self.mu, self.relative_gap())
    }

    /// Stop test of the absolute tolerance: `|v|² − v·w ≤ ε_abs²`.
    #[inline(always)]
    pub fn by_absolute_gap(&self) -> Comparison<Real> {
        let absolute = self.options.absolute;
        Comparison::at_most(self.upper * (self.upper - self.g), absolute * absolute)
    }

    /// Stop test of the rounding error: `|v| − μ` is at most the rounding error of both.
    #[inline(always)]
    pub fn by_rounding_gap(&self) -> Comparison<Real> {
        Comparison::at_most(self.upper - self.mu, self.rounding())
    }

    /// Stop test of a repetition: `w` is already a vertex of `W`.
    #[inline(always)]
    pub fn repeats(&self, w: Vec3) -> bool {
        (0..4).any(|i| self.simplex[i].w.x == w.x && self.filled >> i & 1 == 1 && self.simplex[i].w == w)
    }

    /// [`Gjk::repeats`] as a number: distance (maximum norm) of `w` from the nearest vertex of `W`, compared with 0.
    pub fn by_repetition(&self, w: Vec3) -> Comparison<Real> {
        let distances = members(self.filled).map(|i| (self.simplex[i].w - w).abs().max_element());
        Comparison::equal(distances.fold(Real::INFINITY, Real::min), 0.0)
    }
}

/// Test after the reduction, before it is accepted: `reduced_distance` is the new `|v|`, `upper` the previous one.
impl<A: Support, B: Support> Gjk<A, B> {
    /// Whether the iteration made no progress: `|v|` did not fall, and `rise`, the increase of `μ`, is at most an
    /// eighth of the rounding error. If `|v|` grew by more than the rounding error, no rise counts.
    #[inline(always)]
    pub fn by_no_progress(&self, rise: Real) -> Comparison<Real> {
        let rounding = self.rounding();
        let mu_gain = if self.reduced_distance > self.upper + rounding { 0.0 } else { rise - LEAST_RISE * rounding };
        let distance_gain = self.upper - self.reduced_distance;
        Comparison::at_most(if mu_gain > distance_gain { mu_gain } else { distance_gain }, 0.0)
    }
}

/// Tests after `v` has moved and `W` is reduced.
impl<A: Support, B: Support> Gjk<A, B> {
    /// Whether the reduced simplex is a tetrahedron, so that it contains the origin.
    #[inline(always)]
    pub fn is_inside(filled: Subset) -> bool {
        filled == ALL_SLOTS
    }

    /// [`Gjk::is_inside`] as a number: `|W| = 4`.
    pub fn by_inside(&self) -> Comparison<u32> {
        Comparison::equal(size(self.filled) as u32, 4)
    }

    /// Whether `|v|² ≤ ε² max|w|²`; `square` is `|v|²` in scaled units.
    #[inline(always)]
    pub fn vanishes(&self, square: Real) -> bool {
        square <= MAX_SCALED_SQUARE * VANISHING && self.by_vanishing(square).holds()
    }

    /// Comparison of [`Gjk::vanishes`], both sides in scaled units.
    #[inline(always)]
    pub fn by_vanishing(&self, square: Real) -> Comparison<Real> {
        let farthest = members(self.filled).map(|i| self.scaled[i].length_squared()).fold(0.0, Real::max);
        Comparison::at_most(square, VANISHING * farthest)
    }

    /// Whether the iteration limit is reached: `k ≥ limit`.
    #[inline(always)]
    pub fn by_limit(&self) -> Comparison<u32> {
        Comparison::at_least(self.k, self.options.max_iterations)
    }
}
