//! Test of two edges' arcs on the Gauss sphere: edges whose arcs cross make a face of `A − B`.
//!
//! The facet that two edges span has a normal `x` along which A is farthest at its edge, and B least far at its own. So
//! `x` is on the arc of A's edge, from `a` to `b`, and on that of B's edge mirrored, from `c = −n_left` to `d =
//! −n_right`. Two arcs shorter than half a circle cross when `c` and `d` are on different sides of the great circle of
//! A's edge, `a` and `b` on different sides of that of B's, and both crossings are on one hemisphere:
//!
//! ```text
//! (c·e_A)(d·e_A) < 0    (a·e_B)(b·e_B) < 0    (c·e_A)(b·e_B) > 0
//! ```
//!
//! with `e` the direction of an edge, chosen such that the cross product of its left and its right face's normal points
//! along `e` (`[Gregorius13]`). The crossing is the point of the arc `cd` with `x·e_A = 0`, which points from A to B.
//! For slivers, whose faces point in nearly opposite directions, the crossing has few correct digits: the edges' cross
//! product has more, and the crossing decides only its sign. For nearly parallel edges both have few correct digits,
//! and the caller uses [`PosedPair::axis_across`](super::posed_pair::PosedPair::axis_across).

use super::super::prelude::*;
use super::Miss;
use super::solid::{Arc, Edge};

/// Squared sine of the angle between two edges below which they are parallel: 8 `EPS` of rounding in their directions.
const PARALLEL: Real = 64.0 * EPS * EPS;

/// Squared sine of the angle between two edges below which rounding takes about half of the digits of their cross
/// product.
const INACCURATE: Real = 8.0 * EPS;

/// Whether two arcs shorter than half a circle cross, from the products of each arc's ends with the other's edge.
/// Evaluated without branches, since their outcome is unpredictable.
#[inline(always)]
fn crosses([c, d]: [Real; 2], [p, q]: [Real; 2]) -> bool {
    (c * d < 0.0) & (p * q < 0.0) & (c * q > 0.0)
}

/// Reason why two arcs do not cross; `None` if they do.
fn miss_reason_of_minor_arcs([c, d]: [Real; 2], [p, q]: [Real; 2]) -> Option<Miss> {
    if crosses([c, d], [p, q]) {
        None
    } else if !(c * d < 0.0) {
        Some(Miss::BesideA)
    } else if !(p * q < 0.0) {
        Some(Miss::BesideB)
    } else {
        Some(Miss::Opposite)
    }
}

/// Reason why the arcs of two edges do not cross; `None` if they do.
pub(super) fn miss_reason(a: &Edge, b: &Edge) -> Option<Miss> {
    if crossing(a, b).is_some() {
        return None;
    }
    if a.direction.cross(b.direction).length_squared() <= PARALLEL {
        return Some(Miss::Parallel);
    }
    let reason = match (heights(b.arc, a.direction, -1.0), heights(a.arc, b.direction, 1.0)) {
        (Some(of_b), Some(of_a)) => miss_reason_of_minor_arcs(of_b, of_a),
        (Some([c, d]), None) => (!(c * d < 0.0)).then_some(Miss::BesideA), // a flat polygon has arcs of half a circle
        (None, Some([p, q])) => (!(p * q < 0.0)).then_some(Miss::BesideB),
        (None, None) => None,
    };
    reason.or(Some(Miss::Opposite))
}

/// Heights of the ends of an arc along a direction, times `sign`; `None` unless the arc is minor.
fn heights(arc: Arc, direction: Vec3, sign: Real) -> Option<[Real; 2]> {
    match arc {
        Arc::Minor(ends) => Some(ends.map(|end| sign * end.dot(direction))),
        Arc::Half(_) | Arc::Circle => None,
    }
}

/// The crossing of the arc of A's edge with the mirrored arc of B's: a direction of any length from A to B, in the
/// common frame of both edges; `None` if the arcs do not cross.
#[inline(always)]
pub(super) fn crossing(a: &Edge, b: &Edge) -> Option<Vec3> {
    let Arc::Minor([from, to]) = &a.arc else { return crossing_of_wide(a, b) };
    let Arc::Minor([left, right]) = &b.arc else { return crossing_of_wide(a, b) };
    let c = -left.dot(a.direction);
    let d = -right.dot(a.direction);
    let p = from.dot(b.direction);
    let q = to.dot(b.direction);
    crosses([c, d], [p, q]).then(|| accurate_direction(point_of_arc([-*left, -*right], [c, d]), a, b))
}

/// The crossing as in [`crossing`], if an arc is half a circle or a whole one.
#[inline(never)]
fn crossing_of_wide(a: &Edge, b: &Edge) -> Option<Vec3> {
    match (a.arc, b.arc) {
        (arc, Arc::Minor([left, right])) => {
            let c = -left.dot(a.direction);
            let d = -right.dot(a.direction);
            let x = (c * d < 0.0).then(|| point_of_arc([-left, -right], [c, d]))?;
            arc.contains(x).then(|| accurate_direction(x, a, b))
        }
        (Arc::Minor([from, to]), arc) => {
            let p = from.dot(b.direction);
            let q = to.dot(b.direction);
            let x = (p * q < 0.0).then(|| point_of_arc([from, to], [p, q]))?;
            arc.contains(-x).then(|| accurate_direction(x, a, b))
        }
        (arc_a, arc_b) => {
            // Two great circles cross in opposite points; each half of a circle contains one of them.
            let x = a.direction.cross(b.direction);
            [x, -x].into_iter().find(|&x| arc_a.contains(x) && arc_b.contains(-x) && x != Vec3::ZERO)
        }
    }
}

/// The direction of the crossing `x`, any length, with more correct digits: the cross product of the edges, directed
/// towards `x`; `x` itself if the edges are nearly parallel.
#[inline]
pub(super) fn accurate_direction(x: Vec3, a: &Edge, b: &Edge) -> Vec3 {
    let n = a.direction.cross(b.direction);
    if n.length_squared() <= INACCURATE {
        return x;
    }
    if n.dot(x) < 0.0 { -n } else { n }
}

/// The point of the arc between `ends` whose product with the other edge is 0, given the products of the ends.
fn point_of_arc([from, to]: [Vec3; 2], [at_from, at_to]: [Real; 2]) -> Vec3 {
    from + (to - from) * (at_from / (at_from - at_to))
}

impl Arc {
    /// Whether the arc contains the direction `x` of its great circle. True for minor arcs, which are tested by their
    /// ends.
    fn contains(&self, x: Vec3) -> bool {
        match self {
            Self::Half(middle) => x.dot(*middle) > 0.0,
            Self::Circle | Self::Minor(_) => true,
        }
    }

    /// The arc with its vectors transformed by `rotate`.
    pub(super) fn rotated(self, rotate: impl Fn(Vec3) -> Vec3) -> Self {
        match self {
            Self::Minor(ends) => Self::Minor(ends.map(rotate)),
            Self::Half(middle) => Self::Half(rotate(middle)),
            Self::Circle => Self::Circle,
        }
    }
}
