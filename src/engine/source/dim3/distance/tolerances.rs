//! Tolerances of a pair's bracket, from its size and the options of the query.

use super::closest::Closest;
use super::options::Options;
use crate::dim3::gjk::Gjk;
use crate::dim3::prelude::*;
use crate::dim3::rounding;
use crate::dim3::support::{Cso, Support};

/// Size of a pair and requested tolerances, lengths in the shapes' unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Tolerances {
    /// Radius of a ball around A's origin that contains both shapes.
    pub magnitude: Real,
    /// Sum of the margins.
    pub margin: Real,
    /// Requested width of the bracket relative to the signed distance.
    relative: Real,
    /// Requested width of the bracket.
    absolute: Real,
}

impl Tolerances {
    /// Tolerances of a pair of cores.
    #[inline(always)]
    pub(super) fn new<A: Support, B: Support>(cso: &Cso<A, B>, options: &Options) -> Self {
        let Options { gjk, .. } = options;
        let magnitude = cso.magnitude();
        Self { magnitude, margin: cso.margin(), relative: gjk.relative, absolute: gjk.absolute }
    }

    /// Tolerances of the pair of a GJK run.
    #[inline(always)]
    pub(super) fn of_run<A: Support, B: Support>(gjk: &Gjk<A, B>) -> Self {
        let Gjk { magnitude, margin, options, .. } = gjk;
        Self { magnitude: *magnitude, margin: *margin, relative: options.relative, absolute: options.absolute }
    }

    /// Rounding error of the difference of two bounds.
    #[inline(always)]
    pub(super) fn difference(&self) -> Real {
        rounding::DOT_ROUNDING * EPS * self.magnitude
    }

    /// Rounding error of a bound of the signed distance of the shapes.
    #[inline(always)]
    pub(super) fn bound(&self) -> Real {
        rounding::bound_rounding(self.magnitude + self.margin)
    }

    /// Width of a bracket that is requested or due to rounding, at a signed distance with the tolerance `relative`.
    #[inline(always)]
    pub(super) fn width(&self, signed_distance: Real, relative: Real) -> Real {
        let requested = (relative * signed_distance.abs()).max(self.absolute);
        // Two rounding errors for both bounds, and two for the gap that a normal at a kink may lose.
        requested + 4.0 * self.bound() + 2.0 * self.difference()
    }

    /// Width of the bracket of the signed distance of separate cores, whose tolerance is the requested one.
    #[inline(always)]
    pub(super) fn width_apart(&self, signed_distance: Real) -> Real {
        self.width(signed_distance, self.relative)
    }

    /// Whether these points close the bracket: compares the difference of their distance, an upper bound, and the gap
    /// along their normal, a lower bound for separate cores, with the largest of the requested tolerances, the rounding
    /// error of the two numbers and, with `at_kink`, the loss due to the rounded normal at a kink. The comparison fails
    /// for NaN, and where the gap exceeds the distance by more than that.
    #[inline(always)]
    pub(super) fn closes(&self, points: &Closest, at_kink: bool) -> Comparison<Real> {
        let distance = (points.a - points.b).length();
        let relative = self.relative * (distance - self.margin).abs();
        let kink = if at_kink { self.kink_loss() } else { 0.0 };
        let allowed = relative.max(self.absolute).max(self.difference()).max(kink);
        Comparison::at_most((distance - points.gap).abs(), allowed)
    }

    /// Whether these points close the bracket of cores that are separate by more than the rounding error.
    #[inline(always)]
    pub(super) fn accepts(&self, points: &Closest) -> bool {
        points.gap > self.difference() && self.closes(points, false).holds()
    }

    /// Loss of gap due to the rounded normal where `h` has a kink: on either side of the best normal the gap decreases
    /// linearly, by the error of the normal times the size of `A − B`. No further step can recover the loss, so it is
    /// only tolerated at the end of the search.
    fn kink_loss(&self) -> Real {
        2.0 * self.bound()
    }
}
