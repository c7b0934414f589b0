//! Proven bounds of a signed distance, and the statements that follow from them.

use super::prelude::*;
pub use contact_lens_model::snapshot::answer::{Reason, Status};
use contact_lens_model::snapshot::boolean_gjk::Outcome;

/// Proven bounds of a signed distance, rounding included: the true value is in `[lower, upper]`. Bounds of a pair of
/// convex bodies are finite; an unknown lower bound is `−Real::MAX`, an unknown upper bound `Real::MAX`. Brackets of
/// casts in [`tree`](super::tree) bound encoded times instead of distances and may be infinite.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Bracket {
    /// Lower bound, in the pair's length unit.
    pub lower: Real,
    /// Upper bound, in the pair's length unit; not below `lower`, unless the bounds contradict each other.
    pub upper: Real,
}

/// Proof with which an intersection test ends. Such a test computes no distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SignProof {
    /// An axis separates the shapes by more than the rounding error.
    Axis,
    /// Positive barycentric weights place the origin inside the simplex.
    CommonPoint,
    /// No proof, for this reason.
    Missing(Reason),
}

impl From<Outcome> for SignProof {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Separated => Self::Axis,
            Outcome::Inside | Outcome::Overlapping => Self::CommonPoint,
            Outcome::OnEdge | Outcome::OnFace | Outcome::Stalled => Self::Missing(Reason::Stalled),
            Outcome::IterationLimit => Self::Missing(Reason::IterationLimit),
            Outcome::Degenerate => Self::Missing(Reason::Degenerate),
        }
    }
}

/// Largest width of a bracket around 0, in rounding errors, that an intersection test reports as contact: computed
/// bounds of the same number differ by at most two, and [`Bracket::new`] adds one on each side.
const CONTACT_WIDTH: Real = 4.0;

/// Bound of the error of a division whose result is subnormal. A single rounding or a result flushed to 0 is off by at
/// most `Real::MIN_POSITIVE`; the factor is a margin.
const SUBNORMAL_ERROR: Real = 16.0 * Real::MIN_POSITIVE;

impl Bracket {
    /// The widest bracket: nothing is known.
    pub(super) const UNKNOWN: Self = Self { lower: -Real::MAX, upper: Real::MAX };

    /// Creates the bracket of computed bounds, each with an error of at most `rounding`. A NaN bound becomes unknown.
    #[inline(always)]
    pub(super) fn new([lower, upper]: [Real; 2], rounding: Real) -> Self {
        Self { lower: (lower - rounding).max(-Real::MAX), upper: (upper + rounding).min(Real::MAX) }
    }

    /// Raises the upper bound to the lower one, for bounds computed from the same numbers that cross only by rounding.
    #[inline(always)]
    pub(super) fn uncrossed(self) -> Self {
        Self { upper: self.upper.max(self.lower), ..self }
    }

    /// Narrows the bracket on either side by `excess`, the amount by which its rounding error was overestimated.
    pub(super) fn narrowed(self, excess: Real) -> Self {
        Self { lower: self.lower + excess, upper: self.upper - excess }.uncrossed()
    }

    /// Returns the width, `upper − lower`.
    #[inline(always)]
    pub fn width(&self) -> Real {
        self.upper - self.lower
    }

    /// Returns the number in the bracket nearest to an estimate.
    #[inline(always)]
    pub(super) fn nearest(&self, estimate: Real) -> Real {
        estimate.clamp(self.lower, self.upper)
    }

    /// Returns the tolerance of the statement that follows from the bracket: if it contains 0, the largest possible
    /// distance of the true value from 0; otherwise `rounding`, the error of a bound.
    pub fn contact_tolerance(&self, rounding: Real) -> Real {
        if self.side() == Status::Touching { self.upper.max(-self.lower) } else { rounding }
    }

    /// Returns the side of 0 on which the bracket lies: separate, penetrating, or touching if it contains 0.
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

    /// Returns the status of a distance query whose bracket may be as wide as `tolerance`; `reason` explains a wider
    /// bracket.
    #[inline(always)]
    pub(super) fn distance_status(&self, tolerance: Real, reason: impl FnOnce() -> Reason) -> Status {
        if self.width() <= tolerance { self.side() } else { Status::NotConverged(reason()) }
    }

    /// Returns the status of a query for the sign alone. A bracket around 0 is a contact if its width is rounding error
    /// only, given bounds with an error of `rounding`.
    pub(super) fn sign_status(&self, rounding: Real) -> Status {
        match self.side() {
            Status::Touching => self.test_status(SignProof::Missing(Reason::Stalled), rounding),
            side => side,
        }
    }

    /// Returns the status of an intersection test that ended with `proof`, given bounds with an error of `rounding`.
    pub(super) fn test_status(&self, proof: SignProof, rounding: Real) -> Status {
        match proof {
            SignProof::Axis => Status::Separated,
            SignProof::CommonPoint => Status::Penetrating,
            SignProof::Missing(Reason::Stalled) if self.width() <= CONTACT_WIDTH * rounding => Status::Touching,
            SignProof::Missing(reason) => Status::NotConverged(reason),
        }
    }

    /// Converts the bracket and the `status` found with it from a unit in which lengths are `factor` times as large to
    /// the pair's own unit. Numbers near the smallest have an absolute error, which may widen the bracket.
    pub(super) fn in_unit(self, status: Status, factor: Real) -> (Self, Status) {
        let rounding = if factor > 1.0 { SUBNORMAL_ERROR } else { 0.0 };
        let converted = Self::new([self.lower / factor, self.upper / factor], rounding);
        // The wider bracket may no longer prove the status. A proof without it, such as weights that place the origin
        // inside, remains.
        let lost_positive = self.lower > 0.0 && !(converted.lower > 0.0);
        let lost_negative = self.upper < 0.0 && !(converted.upper < 0.0);
        let status = match status {
            Status::Separated | Status::Penetrating if lost_positive || lost_negative => Status::Touching,
            other => other,
        };
        (converted, status)
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
        assert_eq!(wide.distance_status(1.0, || Reason::Stalled), Status::Separated);
        assert_eq!(wide.distance_status(0.5, || Reason::Stalled), Status::NotConverged(Reason::Stalled));
        assert_eq!(wide.distance_status(Real::NAN, || Reason::Degenerate), Status::NotConverged(Reason::Degenerate));
    }

    #[test]
    fn a_test_that_finds_nothing_touches_only_within_rounding() {
        let narrow = bracket(-1.0, 3.0);
        let wide = bracket(-1.0, 3.5);
        assert_eq!(narrow.test_status(SignProof::Missing(Reason::Stalled), 1.0), Status::Touching);
        assert_eq!(wide.test_status(SignProof::Missing(Reason::Stalled), 1.0), Status::NotConverged(Reason::Stalled));
        assert_eq!(wide.test_status(SignProof::CommonPoint, 1.0), Status::Penetrating);
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
