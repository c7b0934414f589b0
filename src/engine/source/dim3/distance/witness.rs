//! Witness points of a depth: points of the cores whose difference is `v`, the point of the boundary of `A − B` nearest
//! to the origin.
//!
//! At a vertex, an edge or a curved region of `A − B`, the points that carry the supporting plane at `v` also give `v`.
//! On a flat region they may lie to one side of `v`, and so may a face of EPA's polytope, which is expanded only as far
//! as the proof requires. There GJK finds the point of `A − B` nearest to `v`, which is `v` itself, to rounding.

use super::deep::Deep;
use crate::dim3::gjk::{self, Gjk};
use crate::dim3::prelude::*;
use crate::dim3::support::{Cso, Support};

/// Distance from `v` of the difference of two points, in rounding errors, up to which they count as its witness points:
/// `v` and the weighted points each carry several rounding errors.
const EXACT_ROUNDING: Real = 16.0;

/// Returns points of A and of B whose difference is `v`, to rounding. `n` is the unit normal of the supporting plane at
/// `v`, from A to B. Pair frame.
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
        return gjk.witness();
    }
    let by_face = deep.epa.witness(v);
    let points = by_carriers.map_or(by_face, |by_carriers| closer_to(v, by_carriers, by_face));
    if distance_from(v, points) <= EXACT_ROUNDING * deep.epa.rounding() {
        points
    } else {
        closer_to(v, points, points_nearest_to(&gjk.cso, n, v))
    }
}

/// Distance from `v` of the difference of two points.
fn distance_from(v: Vec3, [a, b]: [Vec3; 2]) -> Real {
    (a - b - v).length()
}

/// Returns the pair of points whose difference is closer to `v`.
fn closer_to(v: Vec3, points: [Vec3; 2], others: [Vec3; 2]) -> [Vec3; 2] {
    if distance_from(v, points) <= distance_from(v, others) { points } else { others }
}

/// Points of A and of B whose difference is nearest to `v`, by GJK. `n` is the outward normal of `A − B` at `v`.
#[cold]
fn points_nearest_to<A, B>(cso: &Cso<A, B>, n: Vec3, v: Vec3) -> [Vec3; 2]
where
    A: Support + Clone,
    B: Support + Clone,
{
    // With B translated by v, the point of `A − B` nearest to v becomes the one nearest to the origin.
    let moved = Cso { translation: cso.translation + v, ..cso.clone() };
    let mut gjk = Gjk::new(moved, gjk::Options { relative: 0.0, start: Some(-n), ..Default::default() });
    gjk.run();
    let [a, b] = gjk.witness();
    [a, b - v]
}
