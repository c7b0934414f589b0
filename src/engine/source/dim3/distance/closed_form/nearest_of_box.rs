//! Point of a box nearest to a point outside, `[Ericson05]` 5.1.3: each coordinate is moved into the box.

use super::{ClosedForm, Formula};
use crate::dim3::prelude::*;
use crate::dim3::support::{Cso, Support};

/// Closest points of A, a box with these half extents, and of the point `b`; pair frame.
#[inline(always)]
pub(super) fn of_a(half_extents: Vec3, b: Vec3) -> Option<ClosedForm> {
    let formula = Formula::PointAndBox { of_a: true, point: b, half_extents };
    let nearest = b.clamp(-half_extents, half_extents); // @clamp
    ClosedForm::new(formula, [nearest, b], |normal| normal.dot(b) - normal.abs().dot(half_extents))
}

/// Closest points of the point `a` and of B, a box with these half extents; pair frame.
#[inline(always)]
pub(super) fn of_b<A: Support, B: Support>(cso: &Cso<A, B>, half_extents: Vec3, a: Vec3) -> Option<ClosedForm> {
    let point = cso.to_b(a);
    let formula = Formula::PointAndBox { of_a: false, point, half_extents };
    let nearest = cso.from_b(point.clamp(-half_extents, half_extents));
    ClosedForm::new(formula, [a, nearest], |normal| {
        let in_box = cso.rotation.transpose() * normal;
        normal.dot(cso.translation) - in_box.abs().dot(half_extents) - normal.dot(a)
    })
}
