//! Judge of a farthest-vertex search: compares the answer with all points of the body, and counts the hull's vertices
//! in exact arithmetic.
//!
//! - **Free choice.** Any of several equally far points is accepted.
//! - **Limits.** Of `levels` and `visited`, which depend on the engine's hierarchy, the judge checks only that they are
//!   positive. The hull's vertices are counted only for small sets of points.

use contact_lens_model::answer::FarthestFinding;
use contact_lens_play::Precision;
use glam::DVec3;

use super::super::reference_geometry::Placed;
use super::{Claim, UNIT_ROUNDINGS, Violation, broken_claims, hull, one_violation};
use crate::exact;

/// Error of a height along the direction, in roundings of the body's bounding radius.
const HEIGHT_ROUNDINGS: f64 = 32.0;

/// Returns every claim that does not hold; `requested` is the query's direction in the world, `None` for +y.
pub fn verify(
    body: &Placed<'_>,
    finding: &FarthestFinding,
    requested: Option<[f64; 3]>,
    precision: Precision,
) -> Vec<Violation> {
    let eps = precision.eps();
    let Some(points) = hull::points_for_engine(body.shape, Precision::F64) else {
        return one_violation(Claim::Form, String::from("the answer names a vertex, but the body has no vertices"));
    };
    // Scaled first, so that no square overflows or underflows.
    let d = requested.map_or(DVec3::Y, DVec3::from_array);
    let d = (d / d.abs().max_element()).normalize();
    if let Some(message) = check_form(finding, points.len(), d, eps) {
        return one_violation(Claim::Form, message);
    }
    let point = points[finding.point as usize];
    let local = body.rotation.transpose() * d;
    let heights = points.iter().map(|p| local.dot(DVec3::from_array(*p)));
    let greatest = heights.fold(f64::NEG_INFINITY, f64::max);
    let rounding = HEIGHT_ROUNDINGS * eps * body.radius();
    let height = local.dot(DVec3::from_array(point));
    let excess = greatest - height;
    let value = finding.value;
    let support = (!(excess <= rounding))
        .then(|| format!("point {} is not the farthest: another point is {excess:e} m farther", finding.point));
    let size = (!((value - height).abs() <= rounding))
        .then(|| format!("the support height is {height:e} m, reported as {value:e} m"));
    // A search that walks in circles may fail to prove its vertex; a vertex that is provably farthest must be reported
    // as proven.
    let unproven = (!finding.proven && excess <= eps * body.radius())
        .then(|| format!("point {} is provably the farthest, but the answer reports it as not proven", finding.point));
    let count = hull::points_for_engine(body.shape, precision).and_then(|points| exact::count_hull_vertices(&points));
    let wrong_count = count
        .filter(|count| *count != finding.vertices)
        .map(|count| format!("the number of hull vertices is {count}, reported as {}", finding.vertices));
    let claims =
        [(Claim::Support, support), (Claim::Support, unproven), (Claim::Size, size), (Claim::Corners, wrong_count)];
    broken_claims(claims)
}

/// Checks that the answer names one of the body's `point_count` points, that it is for the unit direction `d`, and that
/// its counts are positive.
fn check_form(finding: &FarthestFinding, point_count: usize, d: DVec3, eps: f64) -> Option<String> {
    if finding.point as usize >= point_count {
        return Some(format!(
            "the answer names point {}, but the last point of the body is {}",
            finding.point,
            point_count - 1
        ));
    }
    if !((finding.direction - d).length() <= UNIT_ROUNDINGS * eps) {
        return Some(format!("the answer is for the direction {}, the query for {d}", finding.direction));
    }
    (finding.levels == 0 || finding.visited == 0).then(|| {
        format!(
            "the number of compared vertices is reported as {}, that of levels as {}; both must be at least 1",
            finding.visited, finding.levels
        )
    })
}
