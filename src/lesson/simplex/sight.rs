//! Line of sight of a sub-step: the face that its sentence is about is neither edge-on nor in front of Q's projection.

use std::ops::RangeInclusive;

use glam::DVec3;

use super::{Setting, Test};
use crate::lesson::Focus;
use crate::snapshot::simplex::{Subset, members, size};

/// Angles between the line of sight and the plane through an edge and Q, degrees: the edge and Q's distance from it are
/// seen in nearly true length.
const ACROSS_EDGE: RangeInclusive<f64> = 0.0..=45.0;

/// Angles between the line of sight and the normal of a face, degrees: the face is seen from above, and the
/// perpendicular from Q has a visible length.
const ABOVE_FACE: RangeInclusive<f64> = 25.0..=50.0;

/// Angles between the line of sight and the normal of a face, degrees, that show on which side of the face Q is.
const BESIDE_FACE: RangeInclusive<f64> = 50.0..=70.0;

/// Line of sight for the tests of a face.
pub(super) fn of_tests(setting: &Setting, tests: &[&Test]) -> Option<Focus> {
    let test = tests.first()?;
    let points = setting.face_points(test.face);
    match size(test.face) {
        2 => focus(setting, (points[1] - points[0]).cross(points[0]), ACROSS_EDGE),
        3 => focus(setting, normal(&points), ABOVE_FACE),
        _ => focus(setting, normal(&setting.face_points(test.face & !(1 << test.vertex))), BESIDE_FACE),
    }
}

/// Line of sight for the segment from Q to the nearest point, relative to Q: neither towards the viewer nor along the
/// plane that proves it.
pub(super) fn of_answer(setting: &Setting, v: DVec3) -> Option<Focus> {
    focus(setting, v, BESIDE_FACE)
}

/// Line of sight nearest to that of the run whose angle with `normal` is in `range`; `None` in a picture of a plane.
fn focus(setting: &Setting, normal: DVec3, range: RangeInclusive<f64>) -> Option<Focus> {
    if setting.is_drawn_flat() {
        return None;
    }
    let points = setting.regions.corners().map(|p| p + setting.query).collect();
    let back = setting.camera().axes().back;
    Some(Focus { side: side(back, normal, range), points })
}

/// Direction nearest to `back` whose angle with `normal` is in `range`, degrees; `None` for `back` itself.
fn side(back: DVec3, normal: DVec3, range: RangeInclusive<f64>) -> Option<DVec3> {
    let normal = normal.try_normalize()?;
    let normal = if normal.dot(back) < 0.0 { -normal } else { normal };
    let tangent = (back - normal * normal.dot(back)).try_normalize()?;
    let angle = normal.dot(back).clamp(-1.0, 1.0).acos().to_degrees();
    let allowed = angle.clamp(*range.start(), *range.end());
    let (sin, cos) = allowed.to_radians().sin_cos();
    (allowed != angle).then(|| normal * cos + tangent * sin)
}

/// Normal of the triangle of three points.
fn normal(points: &[DVec3]) -> DVec3 {
    match points {
        [a, b, c] => (*b - *a).cross(*c - *a),
        _ => DVec3::ZERO,
    }
}

impl Setting {
    /// Vertices of a face relative to Q.
    fn face_points(&self, subset: Subset) -> Vec<DVec3> {
        members(subset).map(|i| self.points[i]).collect()
    }
}
