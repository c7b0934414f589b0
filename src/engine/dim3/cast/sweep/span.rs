//! During which part of the way the shadows on a line overlap.

use super::super::prelude::*;
use super::{Path, Placed};

/// Places on the way of B between which the shadows on a line overlap; infinite where they always or never do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span {
    /// As computed: from here to there.
    pub at: [Real; 2],
    /// Proven: no overlap before the first nor after the second.
    pub outer: [Real; 2],
    /// Proven: overlap from the first to the second; none if they are in the other order.
    pub inner: [Real; 2],
    /// How fast B's shadow moves along the normal from A to B, seen from A's, as a share of `|r|`.
    pub w: Real,
}

/// All of the way, and beyond.
const ALWAYS: [Real; 2] = [Real::NEG_INFINITY, Real::INFINITY];

/// No part of it.
const NEVER: [Real; 2] = [Real::INFINITY, Real::NEG_INFINITY];

impl Span {
    /// Of shadows that lie so at the start. What is proven to overlap shall do so by more than `spare`.
    pub fn new(a: [Real; 2], b: [Real; 2], w: Real, path: &Path, spare: Real) -> Self {
        if w < 0.0 {
            // The same seen from the other side.
            let turned = |[low, high]: [Real; 2]| [-high, -low];
            return Self { w, ..Self::new(turned(a), turned(b), -w, path, spare) };
        }
        // B's upper end comes to A's lower one, and at last B's lower end to A's upper one.
        let (enter, leave) = (a[0] - b[1], a[1] - b[0]);
        let (rounding, drift) = (path.rounding(0.0), path.drift());
        if w <= drift {
            let rounding = path.rounding(path.length) + w * path.length;
            // Both shadows are one point, and stay so: bodies of one plane that move within it, as in a scene in `f64`, or with
            // nothing to round.
            let beside = enter.abs().max(leave.abs()) + w * path.length;
            let nothing = beside == 0.0 && a[0] == 0.0 && path.placed != Placed::Roughly;
            let flat = nothing || beside <= path.touching() && path.touching() > 0.0;
            return if flat { Self::of_plane(w) } else { Self::still(enter, leave, w, rounding, spare) };
        }
        let soon = |x: Real| x / if x > 0.0 { w + drift } else { w - drift };
        let late = |x: Real| x / if x > 0.0 { w - drift } else { w + drift };
        Self {
            at: [enter / w, leave / w], // @span
            outer: [soon(enter - rounding), late(leave + rounding)],
            inner: [late(enter + rounding + spare), soon(leave - rounding - spare)],
            w,
        }
    }

    /// Of shadows that do not move on each other beyond rounding: they overlap always or never.
    fn still(enter: Real, leave: Real, w: Real, rounding: Real, spare: Real) -> Self {
        let part = |apart: bool| if apart { NEVER } else { ALWAYS };
        Self {
            at: part(enter > 0.0 || leave < 0.0), // @still
            outer: part(enter > rounding || leave < -rounding),
            inner: part(enter > -rounding - spare || leave < rounding + spare),
            w,
        }
    }

    /// Across a plane that holds both bodies and the way.
    fn of_plane(w: Real) -> Self {
        Self { at: ALWAYS, outer: ALWAYS, inner: ALWAYS, w }
    }

    /// Whether the shadows cross each other at a known time, but are not proven to overlap for any time.
    pub fn is_thin(&self) -> bool {
        let ends = [self.outer[0], self.outer[1], self.inner[0], self.inner[1]];
        self.inner[0] > self.inner[1] && ends.iter().all(|end| end.is_finite())
    }

    /// Whether the bodies are apart on this line at the start and do not come nearer.
    pub fn recedes(&self) -> bool {
        self.outer[1] < 0.0
    }
}
