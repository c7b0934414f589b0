//! Judge of a farthest-vertex search: compares the answer with all points of the body, and counts the hull's vertices
//! in exact arithmetic.
//!
//! - **Free choice.** Any of several equally far points is accepted.
//! - **Limits.** Of `levels` and `visited`, which depend on the engine's hierarchy, the judge checks only that they are
//!   positive. The hull's vertices are counted only for small sets of points.

use glam::DVec3;

use super::super::reference_geometry::Placed;
use super::{Claim, UNIT_ROUNDINGS, Violation, hull, one_violation};
use crate::answer::FarthestFinding;
use crate::check::exact;
use crate::play::Precision;

/// Error of a height along the direction, in roundings of the body's bounding radius.
const HEIGHT_ROUNDINGS: f64 = 32.0;

/// Returns every claim that does not hold; `requested` is the query's direction in the world, `None` for +y.
pub fn verify(
    body: &Placed<'_>,
    found: &FarthestFinding,
    requested: Option<[f64; 3]>,
    precision: Precision,
) -> Vec<Violation> {
    let eps = precision.eps();
    let Some(points) = hull::points_for_engine(body.shape, Precision::F64) else {
        return one_violation(Claim::Form, String::from("the answer names a vertex, but the body has no vertices"));
    };
    let Some(point) = points.get(found.point as usize) else {
        return one_violation(
            Claim::Form,
            format!("the answer names point {}, but the last point of the body is {}", found.point, points.len() - 1),
        );
    };
    let d = requested.map_or(DVec3::Y, DVec3::from_array);
    let d = (d / d.abs().max_element()).normalize();
    if !((found.direction - d).length() <= UNIT_ROUNDINGS * eps) {
        return one_violation(
            Claim::Form,
            format!("the answer is for the direction {}, the query for {d}", found.direction),
        );
    }
    if found.levels == 0 || found.visited == 0 {
        return one_violation(
            Claim::Form,
            format!(
                "the number of compared vertices is reported as {}, that of levels as {}; both must be at least 1",
                found.visited, found.levels
            ),
        );
    }
    let local = body.rotation.transpose() * d;
    let heights = points.iter().map(|p| local.dot(DVec3::from_array(*p)));
    let best = heights.fold(f64::NEG_INFINITY, f64::max);
    let rounding = HEIGHT_ROUNDINGS * eps * body.radius();
    let height = local.dot(DVec3::from_array(*point));
    let value = found.value;
    let support = (!(best - height <= rounding))
        .then(|| format!("point {} is not the farthest: another point is {:e} m farther", found.point, best - height));
    let size = (!((value - height).abs() <= rounding))
        .then(|| format!("the support height is {height:e} m, reported as {value:e} m"));
    // A walk in circles may fail to prove its vertex; a vertex that is provably farthest must be reported as proven.
    let open = (!found.proven && best - height <= eps * body.radius())
        .then(|| format!("point {} is provably the farthest, but the answer reports it as not proven", found.point));
    let corners = hull::points_for_engine(body.shape, precision).and_then(|points| exact::count_hull_vertices(&points));
    let corners = corners
        .filter(|corners| *corners != found.vertices)
        .map(|corners| format!("the number of hull vertices is {corners}, reported as {}", found.vertices));
    let claims = [(Claim::Support, support), (Claim::Support, open), (Claim::Size, size), (Claim::Corners, corners)];
    claims.into_iter().filter_map(|(claim, message)| Some(Violation { claim, message: message? })).collect()
}
