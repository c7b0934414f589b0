//! Tests whether the arcs of two edges cross on the Gauss sphere (`[Gregorius13]`): two edges make a face of `A − B` if
//! and only if their arcs cross.
//!
//! - **Arcs.** The face that two edges make has a normal `x` from A to B along which A is farthest at its edge, and
//!   against which B is farthest at its edge. So `x` is on the arc of A's edge and on the mirrored arc of B's edge. Let
//!   the first join the normals `a` and `b` of the left and right face of A's edge, and the second join
//!   `c = −n_left` and `d = −n_right` of B's edge.
//! - **Test.** Two arcs shorter than half a circle cross if `c` and `d` are on different sides of the great circle of
//!   A's edge, `a` and `b` on different sides of that of B's edge, and both crossings of great circles are on one
//!   hemisphere. With the directions `e_A` and `e_B` of the edges, such that the cross product of the left and the
//!   right face's normal points along the edge, these are the conditions
//!
//!   ```text
//!   (c·e_A)(d·e_A) < 0    (a·e_B)(b·e_B) < 0    (c·e_A)(b·e_B) > 0
//!   ```
//! - **Crossing.** The crossing is the point `x` of the arc `cd` with `x·e_A = 0`. If the faces at an edge have nearly
//!   opposite normals, `x` has few correct digits. The cross product of the edges has more, so `x` decides only its
//!   sign. For nearly parallel edges both have few correct digits, and the caller uses
//!   [`PosedPair::axis_across`](super::posed_pair::PosedPair::axis_across).

use super::SkipReason;
use super::solid::{Arc, Edge};
use crate::dim3::prelude::*;

/// Squared sine of the angle between two edges below which they are parallel: 8 `EPS` of rounding in their directions.
const PARALLEL: Real = 64.0 * EPS * EPS;

/// Squared sine of the angle between two edges below which rounding takes about half of the digits of their cross
/// product.
const INACCURATE: Real = 8.0 * EPS;

/// Whether two arcs shorter than half a circle cross. `c` and `d` are the heights of the ends of B's mirrored arc along
/// A's edge, `a` and `b` those of the ends of A's arc along B's edge. Evaluated without branches, since their outcome
/// is unpredictable.
#[inline(always)]
fn crosses([c, d]: [Real; 2], [a, b]: [Real; 2]) -> bool {
    (c * d < 0.0) & (a * b < 0.0) & (c * b > 0.0)
}

/// Reason why two arcs shorter than half a circle do not cross; `None` if they do. Heights as in [`crosses`].
fn miss_reason_of_minor_arcs([c, d]: [Real; 2], [a, b]: [Real; 2]) -> Option<SkipReason> {
    if crosses([c, d], [a, b]) {
        None
    } else if !(c * d < 0.0) {
        Some(SkipReason::BesideA)
    } else if !(a * b < 0.0) {
        Some(SkipReason::BesideB)
    } else {
        Some(SkipReason::Opposite)
    }
}

/// Reason why the arcs of two edges, given in one frame, do not cross; `None` if they do.
pub(super) fn miss_reason(a: &Edge, b: &Edge) -> Option<SkipReason> {
    if crossing(a, b).is_some() {
        return None;
    }
    if a.direction.cross(b.direction).length_squared() <= PARALLEL {
        return Some(SkipReason::Parallel);
    }
    let reason = match (heights(b.arc, a.direction, -1.0), heights(a.arc, b.direction, 1.0)) {
        (Some(of_b), Some(of_a)) => miss_reason_of_minor_arcs(of_b, of_a),
        // A flat polygon has arcs of half a circle.
        (Some([c, d]), None) => (!(c * d < 0.0)).then_some(SkipReason::BesideA),
        (None, Some([a, b])) => (!(a * b < 0.0)).then_some(SkipReason::BesideB),
        (None, None) => None,
    };
    reason.or(Some(SkipReason::Opposite))
}

/// Heights of the ends of an arc along a direction, times `sign`; `None` for arcs of half a circle or more.
fn heights(arc: Arc, direction: Vec3, sign: Real) -> Option<[Real; 2]> {
    match arc {
        Arc::Minor(ends) => Some(ends.map(|end| sign * end.dot(direction))),
        Arc::Half(_) | Arc::Circle => None,
    }
}

/// The crossing of the arc of A's edge with the mirrored arc of B's edge: a direction from A to B, of any length, in
/// the common frame of both edges. `None` if the arcs do not cross.
#[inline(always)]
pub(super) fn crossing(a: &Edge, b: &Edge) -> Option<Vec3> {
    let Arc::Minor([from, to]) = &a.arc else { return crossing_of_wide(a, b) };
    let Arc::Minor([left, right]) = &b.arc else { return crossing_of_wide(a, b) };
    let c = -left.dot(a.direction);
    let d = -right.dot(a.direction);
    let from_height = from.dot(b.direction);
    let to_height = to.dot(b.direction);
    if !crosses([c, d], [from_height, to_height]) {
        return None;
    }
    Some(accurate_direction(point_of_arc([-*left, -*right], [c, d]), a, b))
}

/// Result of [`crossing`], if at least one arc is half a circle or a whole circle.
#[inline(never)]
fn crossing_of_wide(a: &Edge, b: &Edge) -> Option<Vec3> {
    match (a.arc, b.arc) {
        (arc_a, Arc::Minor([left, right])) => {
            let c = -left.dot(a.direction);
            let d = -right.dot(a.direction);
            let x = (c * d < 0.0).then(|| point_of_arc([-left, -right], [c, d]))?;
            arc_a.contains(x).then(|| accurate_direction(x, a, b))
        }
        (Arc::Minor([from, to]), arc_b) => {
            let from_height = from.dot(b.direction);
            let to_height = to.dot(b.direction);
            let is_crossed = from_height * to_height < 0.0;
            let x = is_crossed.then(|| point_of_arc([from, to], [from_height, to_height]))?;
            arc_b.contains(-x).then(|| accurate_direction(x, a, b))
        }
        (arc_a, arc_b) => {
            // Two great circles cross in opposite points; each half of a circle contains one of them.
            let x = a.direction.cross(b.direction);
            [x, -x].into_iter().find(|&x| arc_a.contains(x) && arc_b.contains(-x) && x != Vec3::ZERO)
        }
    }
}

/// The direction of the crossing `x` with more correct digits, of any length: the cross product of the edges with the
/// sign of `x`; `x` itself if the edges are nearly parallel.
#[inline]
pub(super) fn accurate_direction(x: Vec3, a: &Edge, b: &Edge) -> Vec3 {
    let n = a.direction.cross(b.direction);
    if n.length_squared() <= INACCURATE {
        return x;
    }
    if n.dot(x) < 0.0 { -n } else { n }
}

/// The point of an arc's chord where the height along the other edge is 0, given the heights of both ends, which have
/// different signs.
fn point_of_arc([from, to]: [Vec3; 2], [from_height, to_height]: [Real; 2]) -> Vec3 {
    from + (to - from) * (from_height / (from_height - to_height))
}

impl Arc {
    /// Whether an arc of half a circle or a whole circle contains the direction `x` of its great circle. Always true
    /// for shorter arcs, whose ends the caller tests.
    fn contains(&self, x: Vec3) -> bool {
        match self {
            Self::Half(middle) => x.dot(*middle) > 0.0,
            Self::Circle | Self::Minor(_) => true,
        }
    }

    /// The arc in another frame; `rotate` converts a direction to that frame.
    pub(super) fn rotated(self, rotate: impl Fn(Vec3) -> Vec3) -> Self {
        match self {
            Self::Minor(ends) => Self::Minor(ends.map(rotate)),
            Self::Half(middle) => Self::Half(rotate(middle)),
            Self::Circle => Self::Circle,
        }
    }
}
