//! The distance of cores that are nearest on a flat disc: the end of a cylinder, the base of a cone.
//!
//! GJK knows a disc by points of its rim, and its simplex of two or three of them is a face with a tilt of rounding's
//! making, which a wide disc carries far. Newton's method has no model there. But the disc's own normal is exact: if the
//! point of the other body that is deepest along it lies over the disc, that is the distance, and its proof.

use super::super::prelude::*;
use super::super::support::{Cso, Support};
use super::closest::Closest;

/// The closest points over a disc that looks along `n`, the unit vector from A to B as far as it is known.
pub(super) fn over_disc<A: Support, B: Support>(cso: &Cso<A, B>, n: Vec3) -> Option<Closest> {
    below_a(cso, n).or_else(|| above_b(cso, n)) // @over-disc
}

/// B's deepest point along a disc of A.
fn below_a<A: Support, B: Support>(cso: &Cso<A, B>, n: Vec3) -> Option<Closest> {
    let disc = cso.a.local_geometry()?.disc(n)?;
    let normal = disc.normal;
    let b = cso.support(normal).b;
    let gap = normal.dot(b - disc.center);
    let over = gap > 0.0 && disc.beyond(b).is_none();
    over.then(|| Closest { normal, gap, a: b - normal * gap, b, steps: 0 })
}

/// A's deepest point along a disc of B.
fn above_b<A: Support, B: Support>(cso: &Cso<A, B>, n: Vec3) -> Option<Closest> {
    let disc = cso.b.local_geometry()?.disc(cso.rotation.transpose() * -n)?;
    let normal = -(cso.rotation * disc.normal);
    let a = cso.support(normal).a;
    let gap = normal.dot(cso.from_b(disc.center) - a);
    let over = gap > 0.0 && disc.beyond(cso.to_b(a)).is_none();
    over.then(|| Closest { normal, gap, a, b: a + normal * gap, steps: 0 })
}
