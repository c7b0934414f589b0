//! Which pairs of edges make a face of `A − B`: those whose arcs on the Gauss sphere cross.
//!
//! The facet that two edges span has a normal `x` along which A reaches farthest with its edge, and B least with its own.
//! So `x` lies on the arc of A's edge, from `a` to `b`, and on that of B's edge mirrored, from
//! `c = −n_left` to `d = −n_right`. Two arcs shorter than half a circle cross when `c` and `d` lie on different sides of the
//! great circle of A's edge, `a` and `b` on different sides of that of B's, and both crossings are on one hemisphere:
//!
//! ```text
//! (c·e_A)(d·e_A) < 0    (a·e_B)(b·e_B) < 0    (c·e_A)(b·e_B) > 0
//! ```
//!
//! with `e` along the edge such that its left face's normal times its right one's points along `e` (`[Gregorius13]`). The
//! crossing is the point of the arc `cd` with `x·e_A = 0`, which points from A to B of its own. Of slivers, whose faces look
//! nearly opposite ways, it has few digits: their cross product has more, and the crossing says which way round it is taken; of
//! nearly parallel edges both have few, and the caller asks [`Ground::across`](super::ground::Ground::across).

use super::super::prelude::*;
use super::Miss;
use super::solid::{Arc, Edge};

/// Whether two arcs shorter than half a circle cross: by the products of each arc's ends with the other's edge. One branch,
/// which is hardly ever taken: of three the last could not be foretold.
#[inline(always)]
fn crosses([c, d]: [Real; 2], [p, q]: [Real; 2]) -> bool {
    (c * d < 0.0) & (p * q < 0.0) & (c * q > 0.0)
}

/// Why they do not.
fn misses([c, d]: [Real; 2], [p, q]: [Real; 2]) -> Option<Miss> {
    match () {
        () if crosses([c, d], [p, q]) => None,
        () if !(c * d < 0.0) => Some(Miss::BesideA),
        () if !(p * q < 0.0) => Some(Miss::BesideB),
        () => Some(Miss::Opposite),
    }
}

/// Why the arcs of two edges do not cross; `None` if they do.
pub(super) fn miss(a: &Edge, b: &Edge) -> Option<Miss> {
    if crossing(a, b).is_some() {
        return None;
    }
    let side = |edge: &Edge, arc: Arc, sign: Real| match arc {
        Arc::Minor(ends) => Some(ends.map(|end| sign * end.dot(edge.direction))),
        Arc::Half(_) | Arc::Circle => None,
    };
    if a.direction.cross(b.direction).length_squared() <= 64.0 * EPS * EPS {
        return Some(Miss::Parallel);
    }
    let reason = match (side(a, b.arc, -1.0), side(b, a.arc, 1.0)) {
        (Some(of_b), Some(of_a)) => misses(of_b, of_a),
        (Some([c, d]), None) => (!(c * d < 0.0)).then_some(Miss::BesideA), // a flat polygon has arcs of half a circle
        (None, Some([p, q])) => (!(p * q < 0.0)).then_some(Miss::BesideB),
        (None, None) => None,
    };
    reason.or(Some(Miss::Opposite))
}

/// Where the arc of A's edge crosses the mirrored arc of B's: a direction of any length from A to B, in the frame that
/// both edges are given in; `None` if they do not cross.
#[inline(always)]
pub(super) fn crossing(a: &Edge, b: &Edge) -> Option<Vec3> {
    let (Arc::Minor([from, to]), Arc::Minor([left, right])) = (&a.arc, &b.arc) else { return crossing_of_wide(a, b) };
    let (c, d) = (-left.dot(a.direction), -right.dot(a.direction));
    let (p, q) = (from.dot(b.direction), to.dot(b.direction));
    crosses([c, d], [p, q]).then(|| exactly(between([-*left, -*right], [c, d]), a, b))
}

/// The same where an arc is half a circle or a whole one.
#[inline(never)]
fn crossing_of_wide(a: &Edge, b: &Edge) -> Option<Vec3> {
    match (a.arc, b.arc) {
        (arc, Arc::Minor([left, right])) => {
            let (c, d) = (-left.dot(a.direction), -right.dot(a.direction));
            let x = (c * d < 0.0).then(|| between([-left, -right], [c, d]))?;
            arc.holds(x).then(|| exactly(x, a, b))
        }
        (Arc::Minor([from, to]), arc) => {
            let (p, q) = (from.dot(b.direction), to.dot(b.direction));
            let x = (p * q < 0.0).then(|| between([from, to], [p, q]))?;
            arc.holds(-x).then(|| exactly(x, a, b))
        }
        (one, other) => {
            // Two great circles cross in opposite points; each half of one holds one of them.
            let x = a.direction.cross(b.direction);
            let there = |x: Vec3| (one.holds(x) && other.holds(-x) && x != Vec3::ZERO).then_some(x);
            there(x).or_else(|| there(-x))
        }
    }
}

/// The crossing `x` with all its digits: the cross product of the edges, unless they are nearly parallel.
#[inline]
pub(super) fn exactly(x: Vec3, a: &Edge, b: &Edge) -> Vec3 {
    let n = a.direction.cross(b.direction);
    if n.length_squared() <= 8.0 * EPS {
        return x;
    }
    if n.dot(x) < 0.0 { -n } else { n }
}

/// The point of the arc between `ends` whose product with the other edge is 0, given the ends' products.
fn between([from, to]: [Vec3; 2], [at_from, at_to]: [Real; 2]) -> Vec3 {
    from + (to - from) * (at_from / (at_from - at_to))
}

impl Arc {
    /// Whether a direction on the great circle belongs to the arc, for those that are not told by their ends.
    fn holds(&self, x: Vec3) -> bool {
        match self {
            Self::Half(middle) => x.dot(*middle) > 0.0,
            Self::Circle | Self::Minor(_) => true,
        }
    }

    /// The same arc with its vectors turned.
    pub(super) fn turned(self, turn: impl Fn(Vec3) -> Vec3) -> Self {
        match self {
            Self::Minor(ends) => Self::Minor(ends.map(turn)),
            Self::Half(middle) => Self::Half(turn(middle)),
            Self::Circle => Self::Circle,
        }
    }
}
