//! Proven bounds of a signed distance, and what they say.

use super::prelude::*;
pub use crate::snapshot::answer::{Reason, Status};

/// The true signed distance is not below `lower` and not above `upper`, rounding included. Both are finite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bracket {
    /// In the pair's length unit, as all of these.
    pub lower: Real,
    /// Not below `lower`, unless the bounds contradict each other.
    pub upper: Real,
}

/// What an intersection test found out, which asks for no distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// An axis along which the shapes are apart, beyond rounding.
    Axis,
    /// Weights that put the origin inside of the simplex.
    CommonPoint,
    /// None of these.
    Nothing(Reason),
}

/// An intersection test takes for contact what is within so many roundings of 0.
const CONTACT: Real = 4.0;

impl Bracket {
    /// Bounds that were computed, each with an error of `rounding` at most. What is not a number bounds nothing.
    #[inline(always)]
    pub(super) fn new([lower, upper]: [Real; 2], rounding: Real) -> Self {
        Self { lower: (lower - rounding).max(-Real::MAX), upper: (upper + rounding).min(Real::MAX) }
    }

    /// The same, where rounding alone can have made bounds cross that were computed from the same numbers.
    #[inline(always)]
    pub(super) fn uncrossed(self) -> Self {
        Self { upper: self.upper.max(self.lower), ..self }
    }

    /// Nothing is known: as wide as numbers go.
    pub(super) const UNKNOWN: Self = Self { lower: -Real::MAX, upper: Real::MAX };

    /// `upper − lower`.
    #[inline(always)]
    pub fn width(&self) -> Real {
        self.upper - self.lower
    }

    /// The number of the bracket that is nearest to an estimate.
    #[inline(always)]
    pub(super) fn nearest(&self, estimate: Real) -> Real {
        estimate.clamp(self.lower, self.upper)
    }

    /// How far from 0 the truth may be where the bracket holds 0; else `rounding`, the error of a bound.
    pub fn within(&self, rounding: Real) -> Real {
        if self.side() == Status::Touching { self.upper.max(-self.lower) } else { rounding }
    }

    /// On which side of 0 it lies: apart, overlapping, or, if it holds 0, touching.
    #[inline(always)]
    pub fn side(&self) -> Status {
        if self.lower > 0.0 {
            Status::Separated
        } else if self.upper < 0.0 {
            Status::Penetrating
        } else {
            Status::Touching
        }
    }

    /// What it says when the signed distance is asked for in a bracket no wider than `wanted`. If it is wider, `reason`
    /// tells why.
    #[inline(always)]
    pub(super) fn measured(&self, wanted: Real, reason: impl FnOnce() -> Reason) -> Status {
        if self.width() <= wanted { self.side() } else { Status::NotConverged(reason()) }
    }

    /// On which side of 0 it lies when only that is asked for, and if it holds 0 whether rounding is all that is left: bounds have an
    /// error of `rounding`.
    pub(super) fn decided(&self, rounding: Real) -> Status {
        match self.side() {
            Status::Touching => self.tested(Found::Nothing(Reason::Stalled), rounding),
            side => side,
        }
    }

    /// What it says, together with what a test `found`, when only overlap is asked for. Bounds have an error of `rounding`.
    pub(super) fn tested(&self, found: Found, rounding: Real) -> Status {
        match found {
            Found::Axis => Status::Separated,
            Found::CommonPoint => Status::Penetrating,
            Found::Nothing(Reason::Stalled) if self.width() <= CONTACT * rounding => Status::Touching,
            Found::Nothing(reason) => Status::NotConverged(reason),
        }
    }

    /// In the pair's own unit, if it was found with `status` in one in which lengths are `factor` times as many; and what it
    /// says then. Numbers near the smallest have an absolute error, which may open it.
    pub(super) fn in_unit(self, status: Status, factor: Real) -> (Self, Status) {
        let rounding = if factor > 1.0 { 16.0 * Real::MIN_POSITIVE } else { 0.0 };
        let own = Self::new([self.lower / factor, self.upper / factor], rounding);
        // What the bracket said, it may say no more. A proof without it, such as weights that put the origin inside, stands.
        let opened = (self.lower > 0.0 && !(own.lower > 0.0)) || (self.upper < 0.0 && !(own.upper < 0.0));
        let status = match status {
            Status::Separated | Status::Penetrating if opened => Status::Touching,
            other => other,
        };
        (own, status)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bracket(lower: Real, upper: Real) -> Bracket {
        Bracket { lower, upper }
    }

    #[test]
    fn a_bracket_says_on_which_side_of_zero_it_lies() {
        assert_eq!(bracket(0.5, 1.0).side(), Status::Separated);
        assert_eq!(bracket(-1.0, -0.5).side(), Status::Penetrating);
        for touching in [bracket(0.0, 0.0), bracket(-1.0, 0.0), bracket(0.0, 1.0), bracket(-1.0, 1.0)] {
            assert_eq!(touching.side(), Status::Touching);
        }
    }

    #[test]
    fn one_that_is_too_wide_says_why() {
        let wide = bracket(1.0, 2.0);
        assert_eq!(wide.measured(1.0, || Reason::Stalled), Status::Separated);
        assert_eq!(wide.measured(0.5, || Reason::Stalled), Status::NotConverged(Reason::Stalled));
        assert_eq!(wide.measured(Real::NAN, || Reason::Degenerate), Status::NotConverged(Reason::Degenerate));
    }

    #[test]
    fn a_test_that_finds_nothing_touches_only_within_rounding() {
        let narrow = bracket(-1.0, 3.0);
        let wide = bracket(-1.0, 3.5);
        assert_eq!(narrow.tested(Found::Nothing(Reason::Stalled), 1.0), Status::Touching);
        assert_eq!(wide.tested(Found::Nothing(Reason::Stalled), 1.0), Status::NotConverged(Reason::Stalled));
        assert_eq!(wide.tested(Found::CommonPoint, 1.0), Status::Penetrating);
    }

    #[test]
    fn what_is_not_a_number_bounds_nothing() {
        assert_eq!(Bracket::new([Real::NAN, Real::NAN], 0.0), Bracket::UNKNOWN);
        assert_eq!(Bracket::new([Real::NEG_INFINITY, Real::INFINITY], 1.0), Bracket::UNKNOWN);
        assert_eq!(bracket(2.0, 1.0).uncrossed(), bracket(2.0, 2.0));
    }

    #[test]
    fn the_smallest_numbers_open_a_bracket_in_its_own_unit() {
        let factor = 2.0 / Real::MIN_POSITIVE;
        let (own, status) = bracket(1.0, 1.0).in_unit(Status::Separated, factor);
        assert_eq!(status, Status::Touching);
        assert!(own.lower <= 0.0 && own.upper > 0.0);
        assert_eq!(bracket(1.0, 1.0).in_unit(Status::Separated, 0.5), (bracket(2.0, 2.0), Status::Separated));
    }
}
