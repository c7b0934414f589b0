//! Closest points of separate cores by a formula: for points and segments in any combination, and for a point next to a
//! triangle or a box.
//!
//! - **Source**: `[Ericson05]` 5.1.3 for a box, 5.1.5 for a triangle, 5.1.9 for two segments.
//! - **Frame**: the pair frame; lengths in the shapes' unit.
//! - **Certificate**: the distance of the points is an upper bound; the gap of both cores along the unit vector from
//!   one point to the other is a lower bound. The points are accepted if the bounds agree as GJK's have to.
//! - **Otherwise** GJK runs as for any other pair: for cores that touch or overlap, and where the points of a formula
//!   are too inaccurate for the proof, as for triangles that are almost segments.

mod nearest_of_box;
mod nearest_of_triangle;
mod segments;
#[cfg(test)]
mod tests;

pub use contact_lens_model::snapshot::distance::Region;
pub(in crate::dim3) use nearest_of_triangle::nearest_of_triangle;
pub use segments::Segments;

use super::closest::Closest;
use super::core_answer::answer_of;
use super::options::Options;
use super::tolerances::Tolerances;
use crate::dim3::answer::Answer;
use crate::dim3::numbers::length;
use crate::dim3::prelude::*;
use crate::dim3::rounding;
use crate::dim3::support::{Cso, SimpleCore, Support};

/// Closest points of two cores, with the intermediate results of the formula that found them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClosedForm {
    /// The formula and its intermediate results.
    pub formula: Formula,
    /// The points that the formula gives, with the gap along the unit vector between them.
    pub points: Closest,
}

/// Formula for the closest points, with its intermediate results.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Formula {
    /// Both cores are points.
    Points,
    /// Both cores are segments, or one is a segment and the other a point.
    Segments(Segments),
    /// One core is a point, the other a triangle.
    PointAndTriangle {
        /// Whether the triangle belongs to A; otherwise to B.
        of_a: bool,
        /// Corners of the triangle, pair frame.
        corners: [Vec3; 3],
        /// Part of the triangle that is nearest to the point.
        region: Region,
    },
    /// One core is a point, the other a box.
    PointAndBox {
        /// Whether the box belongs to A; otherwise to B.
        of_a: bool,
        /// The point in the frame of the box.
        point: Vec3,
        /// Half extents of the box.
        half_extents: Vec3,
    },
}

/// Closest points of two cores by a formula; `None` if there is no formula for them, or if the points coincide, as for
/// a point inside a box.
#[inline(always)]
pub(super) fn closest<A: Support, B: Support>(cso: &Cso<A, B>) -> Option<ClosedForm> {
    match (cso.a.simple_core()?, cso.b.simple_core()?) {
        (SimpleCore::Point(a), SimpleCore::Point(b)) => of_points(a, cso.from_b(b)),
        (SimpleCore::Segment(a), SimpleCore::Segment(b)) => segments::closest(a, b.map(|end| cso.from_b(end))),
        (SimpleCore::Point(a), SimpleCore::Segment(b)) => segments::closest([a; 2], b.map(|end| cso.from_b(end))),
        (SimpleCore::Segment(a), SimpleCore::Point(b)) => segments::closest(a, [cso.from_b(b); 2]),
        (SimpleCore::Point(a), SimpleCore::Triangle(b)) => {
            nearest_of_triangle::closest(b.map(|corner| cso.from_b(corner)), a, false)
        }
        (SimpleCore::Triangle(a), SimpleCore::Point(b)) => nearest_of_triangle::closest(a, cso.from_b(b), true),
        (SimpleCore::Point(a), SimpleCore::Box(half)) => nearest_of_box::of_b(cso, half, a),
        (SimpleCore::Box(half), SimpleCore::Point(b)) => nearest_of_box::of_a(half, cso.from_b(b)),
        (SimpleCore::Segment(_), SimpleCore::Triangle(_) | SimpleCore::Box(_))
        | (SimpleCore::Triangle(_) | SimpleCore::Box(_), SimpleCore::Segment(_))
        | (SimpleCore::Triangle(_) | SimpleCore::Box(_), SimpleCore::Triangle(_) | SimpleCore::Box(_)) => None,
    }
}

/// Whether a pair of cores has a formula and the options allow it.
pub(super) fn applies<A: Support, B: Support>(cso: &Cso<A, B>, options: &Options) -> bool {
    options.allows_formulas() && closest(cso).is_some()
}

/// Answer by a formula, in the pair frame; `None` if there is none or its points do not close the bracket.
#[inline(always)]
pub(super) fn answer<A: Support, B: Support>(cso: &Cso<A, B>, options: &Options) -> Option<Answer> {
    if !options.allows_formulas() {
        return None;
    }
    let points = closest(cso)?.points;
    let tolerances = Tolerances::new(cso, options);
    let is_usable = rounding::fits_own_unit(tolerances.magnitude);
    (is_usable && tolerances.accepts(&points)).then(|| answer_of(cso, &points, &tolerances, points.steps))
}

/// Result for two points.
#[inline(always)]
fn of_points(a: Vec3, b: Vec3) -> Option<ClosedForm> {
    ClosedForm::new(Formula::Points, [a, b], |normal| normal.dot(b) - normal.dot(a))
}

impl ClosedForm {
    /// Result of a formula that gives these points of A and of B; `None` if they coincide. `gap` returns the gap of the
    /// cores along a unit vector from A to B.
    #[inline(always)]
    fn new(formula: Formula, [a, b]: [Vec3; 2], gap: impl FnOnce(Vec3) -> Real) -> Option<Self> {
        let distance = length(b - a);
        if !(distance > 0.0) {
            return None;
        }
        let normal = (b - a) / distance;
        Some(Self { formula, points: Closest { normal, gap: gap(normal), distance, a, b, steps: 1 } })
    }
}
