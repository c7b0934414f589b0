//! Distance of cores whose closest point lies on a flat disc: the end of a cylinder or the base of a cone.
//!
//! GJK represents a disc by points of its rim. Rounding tilts an edge or a face through them, and the wider the disc,
//! the larger the error of the distance. Newton's method has no model there. The disc's own normal is exact: if the
//! other body's nearest point along it lies over the disc, the height of that point above the disc is the distance of
//! the cores, with proof.

use super::closest::Closest;
use crate::dim3::prelude::*;
use crate::dim3::support::{Cso, Support};

/// Returns the closest points over a disc that faces along `n`, the best known unit vector from A to B; `None` if no
/// disc does, or if the other body's nearest point along the disc's normal does not lie over it.
pub(super) fn over_disc<A: Support, B: Support>(cso: &Cso<A, B>, n: Vec3) -> Option<Closest> {
    over_disc_of_a(cso, n).or_else(|| over_disc_of_b(cso, n)) // @over-disc
}

/// Closest points of A's disc that faces along `n` and of B's core; `None` if A has no such disc, or if B's nearest
/// point along the disc's normal does not lie over it.
fn over_disc_of_a<A: Support, B: Support>(cso: &Cso<A, B>, n: Vec3) -> Option<Closest> {
    let disc = cso.a.local_geometry()?.disc(n)?;
    let normal = disc.normal;
    let b = cso.support(normal).b;
    let gap = normal.dot(b - disc.center);
    let is_over_disc = gap > 0.0 && disc.direction_beyond_rim(b).is_none();
    is_over_disc.then(|| Closest { normal, gap, distance: gap, a: b - normal * gap, b, steps: 0 })
}

/// Closest points of A's core and of B's disc that faces along `−n`; `None` if B has no such disc, or if A's nearest
/// point along the disc's normal does not lie over it.
fn over_disc_of_b<A: Support, B: Support>(cso: &Cso<A, B>, n: Vec3) -> Option<Closest> {
    let disc = cso.b.local_geometry()?.disc(cso.rotation.transpose() * -n)?;
    let normal = -(cso.rotation * disc.normal);
    let a = cso.support(normal).a;
    let gap = normal.dot(cso.from_b(disc.center) - a);
    let is_over_disc = gap > 0.0 && disc.direction_beyond_rim(cso.to_b(a)).is_none();
    is_over_disc.then(|| Closest { normal, gap, distance: gap, a, b: a + normal * gap, steps: 0 })
}
