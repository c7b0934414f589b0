//! The witness points of a depth: the points of the cores whose difference is the boundary point `v`.
//!
//! At a corner, an edge or a curved place of the CSO the points that carry the plane hold `v` too. On a flat part of it
//! they may lie to one side of `v`, and the face of a polytope that was grown no farther than the proof asked for is as
//! coarse as the proof. There GJK says which point of the CSO is nearest to `v`: `v` itself, to rounding.

use super::super::gjk::{self, Gjk};
use super::super::prelude::*;
use super::super::support::{Cso, Support};
use super::deep::Deep;

/// In units of rounding: points whose difference comes as near to `v` are exact.
const EXACT: Real = 16.0;

/// The points of A and of B for `v`, the depth's point of the CSO, in whose supporting plane with the normal `n` it lies.
/// Pair frame.
pub(super) fn witness<A, B>(gjk: &Gjk<A, B>, deep: &Deep<A, B>, n: Vec3, v: Vec3) -> [Vec3; 2]
where
    A: Support + Clone,
    B: Support + Clone,
{
    let by_carriers = deep.contact();
    if let Some(points) = by_carriers.filter(|_| deep.proven) {
        return points;
    }
    if deep.epa.buffers.polytope.faces.is_empty() {
        return gjk.witness().into();
    }
    let off = |[a, b]: [Vec3; 2]| (a - b - v).length();
    let nearer = |one, other| if off(one) <= off(other) { one } else { other };
    let by_face = deep.epa.witness(v);
    let points = by_carriers.map_or(by_face, |by_carriers| nearer(by_carriers, by_face));
    if off(points) <= EXACT * deep.epa.rounding() { points } else { nearer(points, nearest(&gjk.cso, n, v)) }
}

/// The points of A and of B whose difference comes nearest to `v`.
#[cold]
fn nearest<A, B>(cso: &Cso<A, B>, n: Vec3, v: Vec3) -> [Vec3; 2]
where
    A: Support + Clone,
    B: Support + Clone,
{
    // With B moved by v it is the origin that `A − B` comes nearest to.
    let moved = Cso { translation: cso.translation + v, ..cso.clone() };
    let mut gjk = Gjk::new(moved, gjk::Options { relative: 0.0, start: Some(-n), ..Default::default() });
    gjk.run();
    let (a, b) = gjk.witness();
    [a, b - v]
}
