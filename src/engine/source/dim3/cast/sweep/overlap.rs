//! Interval of B's path in which the projections of both bodies on an axis overlap.
//!
//! Let `w` be the component of the unit direction of the path along the axis: B's projection moves by `w · s` while B
//! covers the length `s` of the path. Each end of the interval is then the quotient of a gap at the start and `w`. The
//! gap has a rounding error and `w` an error of at most the drift ([`Path::drift`]), so each end has a proven lower and
//! a proven upper bound. A comment `// @name` marks the line of `listing.txt` that the statement implements.

use super::{FramePrecision, Path};
use crate::dim3::cast::prelude::*;

/// Positions of B on its path between which the projections of A and B on an axis overlap, in length units: from −∞ to
/// ∞ if they always overlap, from ∞ to −∞ if they never do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OverlapInterval {
    /// Computed first and last position of overlap: best estimates, without a bound of their error.
    pub nominal: [Real; 2],
    /// Proven: no overlap before the first position nor after the second.
    pub outer: [Real; 2],
    /// Proven: overlap from the first position to the second; nothing is proven if the first is greater.
    pub inner: [Real; 2],
    /// Velocity of B's projection relative to A's along the axis, as a fraction of the relative speed of the bodies,
    /// −1 to 1.
    pub w: Real,
}

/// Interval of the whole path.
const ALWAYS: [Real; 2] = [Real::NEG_INFINITY, Real::INFINITY];

/// Interval without any position.
const NEVER: [Real; 2] = [Real::INFINITY, Real::NEG_INFINITY];

/// Overlap interval of projections that do not move relative to each other.
fn overlap_at_rest(is_apart: bool) -> [Real; 2] {
    if is_apart { NEVER } else { ALWAYS }
}

/// Projection, given as `[min, max]`, on the reversed axis.
fn reversed([low, high]: [Real; 2]) -> [Real; 2] {
    [-high, -low]
}

/// Lower bound of `gap / w` over all `w` between `slower` and `faster`, both positive: the divisor of a positive gap is
/// the larger one.
fn earliest(gap: Real, slower: Real, faster: Real) -> Real {
    gap / if gap > 0.0 { faster } else { slower }
}

/// Upper bound of `gap / w` over all `w` between `slower` and `faster`, both positive.
fn latest(gap: Real, slower: Real, faster: Real) -> Real {
    gap / if gap > 0.0 { slower } else { faster }
}

impl OverlapInterval {
    /// Overlap interval of the projections `a` and `b` at the start, each `[min, max]`, with `w` as in
    /// [`OverlapInterval::w`]. `inner` requires an overlap by more than `gap_error`, the error of the gap that the
    /// axis's [`ProjectedAxis::angle_error`](super::ProjectedAxis::angle_error) causes.
    pub fn new(a: [Real; 2], b: [Real; 2], w: Real, path: &Path, gap_error: Real) -> Self {
        if w < 0.0 {
            return Self { w, ..Self::new(reversed(a), reversed(b), -w, path, gap_error) };
        }
        // The overlap begins when B's upper end reaches A's lower end, and ends when B's lower end leaves A's upper
        // end.
        let enter = a[0] - b[1];
        let leave = a[1] - b[0];
        let drift = path.drift();
        if w <= drift {
            // `w` is zero to rounding; it moves B's projection by at most `w · length`.
            let rounding_over_path = path.rounding(path.length) + w * path.length;
            // Both projections are one point throughout, if the bodies lie in a plane across the axis and move in it:
            // exactly, or in `f64` to within the touching distance.
            let extent = enter.abs().max(leave.abs()) + w * path.length;
            let is_in_plane_exactly = extent == 0.0 && a[0] == 0.0 && path.precision != FramePrecision::Native;
            let touching = path.touching_distance();
            if is_in_plane_exactly || extent <= touching && touching > 0.0 {
                return Self::in_plane(w);
            }
            return Self::at_rest(enter, leave, w, rounding_over_path, gap_error);
        }
        let rounding = path.rounding(0.0);
        let faster = w + drift;
        let slower = w - drift;
        Self {
            nominal: [enter / w, leave / w], // @span
            outer: [earliest(enter - rounding, slower, faster), latest(leave + rounding, slower, faster)],
            inner: [
                latest(enter + rounding + gap_error, slower, faster),
                earliest(leave - rounding - gap_error, slower, faster),
            ],
            w,
        }
    }

    /// Overlap interval of projections whose relative velocity `w` is zero to rounding: always or never. The rounding
    /// error of the gaps `enter` and `leave` is at most `rounding` on the whole path.
    fn at_rest(enter: Real, leave: Real, w: Real, rounding: Real, gap_error: Real) -> Self {
        Self {
            nominal: overlap_at_rest(enter > 0.0 || leave < 0.0), // @still
            outer: overlap_at_rest(enter > rounding || leave < -rounding),
            inner: overlap_at_rest(enter > -rounding - gap_error || leave < rounding + gap_error),
            w,
        }
    }

    /// Overlap interval on the normal of a plane that contains both bodies and the path.
    fn in_plane(w: Real) -> Self {
        Self { nominal: ALWAYS, outer: ALWAYS, inner: ALWAYS, w }
    }

    /// Whether the projections are proven to pass each other within a finite interval, but not to overlap at any
    /// position: both are points to rounding.
    pub fn is_thin(&self) -> bool {
        let ends = [self.outer[0], self.outer[1], self.inner[0], self.inner[1]];
        self.inner[0] > self.inner[1] && ends.iter().all(|end| end.is_finite())
    }

    /// Whether the bodies are separate on this axis at the start of the motion, which is one head start before position
    /// 0, and do not approach along it.
    pub fn recedes(&self, path: &Path) -> bool {
        (self.outer[1] as f64) < -path.start.length
    }
}
