//! Closest points of two segments, `[Ericson05]` 5.1.9.
//!
//! The points are `P_A + s_A e_A` and `P_B + s_B e_B` with `s_A` and `s_B` from 0 to 1, Ericson's `s` and `t`.
//!
//! 1. `s_A` of the point where the line of A is closest to the line of B, moved into 0 to 1.
//! 2. `s_B` of the foot of that point on the line of B, moved into 0 to 1.
//! 3. If `s_B` was moved: `s_A` of the foot of B's end on the line of A, moved into 0 to 1.
//!
//! **Departure.** The book divides by `|e_A|²|e_B|² − (e_A·e_B)²`, which loses all digits for segments that are almost
//! parallel. The number equals `|e_A × e_B|²`, which loses half as many. The difference `v` of the closest points of
//! both lines is parallel to `e_A × e_B`, so `v × e_B · (e_A × e_B) = 0`; with `v = P_A − P_B + s_A e_A − s_B e_B` that
//! is `s_A |e_A × e_B|² = e_B × (P_A − P_B) · (e_A × e_B)`.

use super::{ClosedForm, Formula};
use crate::dim3::prelude::*;

/// Intermediate results for two segments. Pair frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segments {
    /// Ends of the segments of A and of B: `P_A`, `P_A + e_A` and `P_B`, `P_B + e_B`.
    pub ends: [[Vec3; 2]; 2],
    /// `s_A` where the lines are closest; `None` for parallel lines and for a point, where `s_A` starts at 0.
    pub s_a_of_lines: Option<Real>,
    /// `s_A` after the first step.
    pub s_a_first: Real,
    /// `s_B` of the foot on the line of B.
    pub s_b_of_foot: Real,
    /// `s_B` of the closest point of B.
    pub s_b: Real,
    /// `s_A` of the foot of B's point on the line of A; `None` if the foot on the line of B was in the segment.
    pub s_a_of_foot: Option<Real>,
    /// `s_A` of the closest point of A.
    pub s_a: Real,
}

/// Closest points of the segments with these ends, pair frame; `None` if they coincide.
#[inline(always)]
pub(super) fn closest(a: [Vec3; 2], b: [Vec3; 2]) -> Option<ClosedForm> {
    let segments = Segments::new(a, b);
    ClosedForm::new(Formula::Segments(segments), segments.points(), |normal| {
        let least_of_b = normal.dot(b[0]).min(normal.dot(b[1]));
        least_of_b - normal.dot(a[0]).max(normal.dot(a[1]))
    })
}

impl Segments {
    /// Runs the three steps.
    #[inline(always)]
    fn new(a: [Vec3; 2], b: [Vec3; 2]) -> Self {
        let e_a = a[1] - a[0];
        let e_b = b[1] - b[0];
        let cross = e_a.cross(e_b);
        let square = cross.length_squared();
        let s_a_of_lines = if square > 0.0 { Some(e_b.cross(a[0] - b[0]).dot(cross) / square) } else { None };
        let s_a_first = s_a_of_lines.map_or(0.0, |s| s.clamp(0.0, 1.0)); // @lines
        let s_b_of_foot = foot(a[0] + e_a * s_a_first, b[0], e_b);
        let s_b = s_b_of_foot.clamp(0.0, 1.0); // @foot
        let needs_foot_on_a = s_b != s_b_of_foot || s_a_of_lines.is_none();
        let s_a_of_foot = if needs_foot_on_a { Some(foot(b[0] + e_b * s_b, a[0], e_a)) } else { None };
        let s_a = s_a_of_foot.map_or(s_a_first, |s| s.clamp(0.0, 1.0)); // @end
        Self { ends: [a, b], s_a_of_lines, s_a_first, s_b_of_foot, s_b, s_a_of_foot, s_a }
    }

    /// Closest points of A and of B.
    #[inline(always)]
    fn points(&self) -> [Vec3; 2] {
        let [a, b] = self.ends;
        [a[0] + (a[1] - a[0]) * self.s_a, b[0] + (b[1] - b[0]) * self.s_b]
    }
}

/// Parameter of the foot of `point` on the line from `start` along `direction`; 0 if the direction is 0.
#[inline(always)]
fn foot(point: Vec3, start: Vec3, direction: Vec3) -> Real {
    let square = direction.length_squared();
    if square > 0.0 { (point - start).dot(direction) / square } else { 0.0 }
}
