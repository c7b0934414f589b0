//! Part of the path during which the projections on an axis overlap.

use super::super::prelude::*;
use super::{FramePrecision, Path};

/// Positions of B between which the projections on an axis overlap; infinite if they always or never do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span {
    /// Computed first and last position of overlap.
    pub at: [Real; 2],
    /// Proven: no overlap before the first position and after the second.
    pub outer: [Real; 2],
    /// Proven: overlap from the first position to the second; nothing is proven if the first is greater.
    pub inner: [Real; 2],
    /// Velocity of B's projection relative to A's, along the axis, in units of `|r|`.
    pub w: Real,
}

/// Interval of the whole path.
const ALWAYS: [Real; 2] = [Real::NEG_INFINITY, Real::INFINITY];

/// Empty interval.
const NEVER: [Real; 2] = [Real::INFINITY, Real::NEG_INFINITY];

/// Interval of overlap of projections that do not move.
fn overlap_at_rest(is_apart: bool) -> [Real; 2] {
    if is_apart { NEVER } else { ALWAYS }
}

/// Interval on the reversed axis.
fn reversed([low, high]: [Real; 2]) -> [Real; 2] {
    [-high, -low]
}

/// Quotient whose divisor depends on the sign of `x`.
fn divided(x: Real, if_positive: Real, otherwise: Real) -> Real {
    x / if x > 0.0 { if_positive } else { otherwise }
}

impl Span {
    /// Span of the projections `a` and `b` at the start. `inner` requires an overlap by more than `spare`.
    pub fn new(a: [Real; 2], b: [Real; 2], w: Real, path: &Path, spare: Real) -> Self {
        if w < 0.0 {
            return Self { w, ..Self::new(reversed(a), reversed(b), -w, path, spare) };
        }
        // The overlap begins when B's upper end reaches A's lower end, and ends when B's lower end leaves A's upper
        // end.
        let enter = a[0] - b[1];
        let leave = a[1] - b[0];
        let rounding = path.rounding(0.0);
        let drift = path.drift();
        if w <= drift {
            let rounding = path.rounding(path.length) + w * path.length;
            // Both projections are the same point throughout, if the bodies lie in a plane across the axis and move in
            // it: to within the touching distance in `f64`, or exactly.
            let extent = enter.abs().max(leave.abs()) + w * path.length;
            let is_exact = extent == 0.0 && a[0] == 0.0 && path.precision != FramePrecision::Native;
            let flat = is_exact || extent <= path.touching() && path.touching() > 0.0;
            return if flat { Self::of_plane(w) } else { Self::still(enter, leave, w, rounding, spare) };
        }
        let faster = w + drift;
        let slower = w - drift;
        Self {
            at: [enter / w, leave / w], // @span
            outer: [divided(enter - rounding, faster, slower), divided(leave + rounding, slower, faster)],
            inner: [
                divided(enter + rounding + spare, slower, faster),
                divided(leave - rounding - spare, faster, slower),
            ],
            w,
        }
    }

    /// Span of projections whose relative velocity is zero to rounding: they overlap always or never.
    fn still(enter: Real, leave: Real, w: Real, rounding: Real, spare: Real) -> Self {
        Self {
            at: overlap_at_rest(enter > 0.0 || leave < 0.0), // @still
            outer: overlap_at_rest(enter > rounding || leave < -rounding),
            inner: overlap_at_rest(enter > -rounding - spare || leave < rounding + spare),
            w,
        }
    }

    /// Span on the normal of a plane that contains both bodies and the path.
    fn of_plane(w: Real) -> Self {
        Self { at: ALWAYS, outer: ALWAYS, inner: ALWAYS, w }
    }

    /// Whether the projections pass each other at a known time, but are not proven to overlap at any time.
    pub fn is_thin(&self) -> bool {
        let ends = [self.outer[0], self.outer[1], self.inner[0], self.inner[1]];
        self.inner[0] > self.inner[1] && ends.iter().all(|end| end.is_finite())
    }

    /// Whether the bodies are separate on this axis at the start and do not approach along it.
    pub fn recedes(&self) -> bool {
        self.outer[1] < 0.0
    }
}
