//! Witness points of a depth: points of the cores whose difference is the boundary point `v`.
//!
//! At a vertex, an edge or a curved region of `A − B`, the points that carry the plane also give `v`. On a flat region
//! they may lie to one side of `v`, and so may a face of EPA's polytope, which is expanded only as far as the proof
//! requires. There GJK finds the point of `A − B` nearest to `v`, which is `v` itself, to rounding.

use super::super::gjk::{self, Gjk};
use super::super::prelude::*;
use super::super::support::{Cso, Support};
use super::deep::Deep;

/// Distance of a difference from `v`, in rounding errors, up to which the points count as exact: `v` and the weighted
/// points each carry several of them.
const EXACT_ROUNDING: Real = 16.0;

/// Returns points of A and of B whose difference is `v`, to rounding: the depth's boundary point on the supporting
/// plane with normal `n`. Pair frame.
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

/// Pair of points whose difference is closer to `v`.
fn closer_to(v: Vec3, one: [Vec3; 2], other: [Vec3; 2]) -> [Vec3; 2] {
    if distance_from(v, one) <= distance_from(v, other) { one } else { other }
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
