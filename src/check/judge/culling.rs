//! Judge of frustum culling: verifies the class of each body (inside, outside, crossing, false positive or undecided).
//!
//! - **Planes.** They must be those of the scene's frustum.
//! - **Inside and outside.** These classes follow from the farthest points of each body along the planes' normals.
//! - **False positives.** Each is checked with its own separating plane: a weighted sum of the frustum's planes.
//! - **Crossing.** The body must share a point with the frustum, bounded around the body to a polytope: its vertices
//!   are intersections of three planes, and Wolfe's algorithm finds the nearest points.
//! - **Limits.** A body closer to a plane than rounding error may have the class of either side. When a frame
//!   starts from the result of the previous one, the number of tested planes depends on that result, and is only
//!   bounded. That an undecided body cannot be decided is checked only for balls and hulls of vertices.

mod frustum;

use contact_lens_model::answer::{BodyClass, ClassesFinding, Classified, FrustumPlane};
use contact_lens_scene::model::Shape;
use glam::{DMat3, DVec3};

use super::{Claim, UNIT_ROUNDINGS, Violation, text};
use crate::Bodies;
use crate::reference_geometry::{Placed, distance_lower_bound_to_points};

/// Largest rounding error that an answer may claim for a body, in roundings.
const CLAIMED_ROUNDINGS: f64 = 1024.0;

/// Error of a plane or of a distance from a plane, in roundings.
const ROUNDINGS: f64 = 64.0;

/// Error of a vertex, as a fraction of half the side of the cube that bounds the frustum.
const RELATIVE_ERROR: f64 = 1e-9;

/// Determinant of three unit normals below which their planes have no common point.
const MIN_DETERMINANT: f64 = 1e-12;

/// Plane of the frustum with its index.
struct IndexedPlane {
    /// Index in the order left, right, bottom, top, near, far.
    index: usize,
    plane: FrustumPlane,
}

/// Extent of a body across a plane of the frustum: signed distances of its points, meters, positive inside.
struct Extent {
    /// Index of the plane.
    plane: usize,
    least: f64,
    greatest: f64,
}

/// Returns every broken claim of `finding`. `eps` is the relative rounding unit of the engine that answered.
pub fn verify(subjects: &Bodies<'_>, frame: usize, finding: &ClassesFinding, eps: f64) -> Vec<Violation> {
    let bodies = &subjects.placed_in(frame)[..];
    let malformed = check_form(subjects, bodies, finding, eps)
        .or_else(|| check_planes(subjects, finding, eps))
        .or_else(|| check_test_count(subjects, finding));
    if let Some(message) = malformed {
        return vec![Violation { claim: Claim::Form, message }];
    }
    let present = finding.planes.iter().enumerate();
    let planes: Vec<IndexedPlane> =
        present.filter_map(|(index, plane)| Some(IndexedPlane { index, plane: (*plane)? })).collect();
    let judged = bodies.iter().zip(&finding.bodies).filter_map(|(body, classified)| {
        let message = wrong_class(body, classified, &planes, eps)?;
        Some(Violation { claim: Claim::Class, message: format!("`{}` {message}", classified.name) })
    });
    judged.collect()
}

/// Checks that the answer is about the query's bodies, and that its numbers are well formed.
fn check_form(subjects: &Bodies<'_>, bodies: &[Placed<'_>], finding: &ClassesFinding, eps: f64) -> Option<String> {
    let count = finding.bodies.len();
    if count != bodies.len() {
        let requested = text::counted(bodies.len(), "body", "bodies");
        return Some(format!("the query has {requested}, but the answer classifies {count}"));
    }
    if let Some((name, body)) = subjects.names().zip(&finding.bodies).find(|(name, body)| body.name != *name) {
        return Some(format!("the answer names `{}` at the place of the query's body `{name}`", body.name));
    }
    // The error that the answer claims for itself must be of the size of rounding.
    let farthest = finding.planes.iter().flatten().map(|plane| plane.offset.abs()).fold(0.0, f64::max);
    let excessive_error = bodies.iter().zip(&finding.bodies).find_map(|(body, classified)| {
        let size = farthest + body.position.length() + body.radius();
        let limit = CLAIMED_ROUNDINGS * eps * size + f64::MIN_POSITIVE;
        let Classified { name, rounding, .. } = classified;
        (!(0.0..=limit).contains(rounding)).then(|| {
            format!("the rounding error of `{name}` is reported as {rounding:e} m; it must be in [0, {limit:e}] m")
        })
    });
    if excessive_error.is_some() {
        return excessive_error;
    }
    let mut planes = finding.planes.iter().flatten();
    let invalid = planes.find(|FrustumPlane { normal, offset }| {
        !offset.is_finite() || !((normal.length() - 1.0).abs() <= UNIT_ROUNDINGS * eps)
    })?;
    Some(format!(
        "a plane of the answer has a normal of length {} and the offset {} m; the length must be 1, and the offset \
         finite",
        invalid.normal.length(),
        invalid.offset
    ))
}

/// Checks that the planes are those of the scene's frustum.
fn check_planes(subjects: &Bodies<'_>, finding: &ClassesFinding, eps: f64) -> Option<String> {
    let form = subjects.frustum()?;
    let expected = frustum::planes(form)?;
    // The rounding of an offset is also relative to the eye's distance, since the engine may compute near the eye, and
    // to at least 1 m.
    let eye_distance = form.eye.map_or(0.0, |eye| DVec3::from(eye).length());
    let offsets = finding.planes.iter().flatten().map(|plane| plane.offset.abs());
    let largest_offset = offsets.fold(1.0 + eye_distance, f64::max);
    (0..6).find_map(|i| match (expected[i], finding.planes[i]) {
        (Some(expected), Some(FrustumPlane { normal, offset })) => {
            let rounding = ROUNDINGS * eps * expected.canceled;
            let normal_deviation = (normal - expected.plane.normal).length();
            let offset_deviation = (offset - expected.plane.offset).abs() / largest_offset;
            (!(normal_deviation <= rounding && offset_deviation <= rounding)).then(|| {
                format!(
                    "plane {i} has the normal {normal} and the offset {offset} m in the answer, but {} and {} m in the \
                     frustum",
                    expected.plane.normal, expected.plane.offset
                )
            })
        }
        (None, None) => None,
        (Some(expected), None) if expected.may_be_absent => None,
        (Some(_), None) => Some(format!("the answer lacks plane {i} of the frustum")),
        (None, Some(_)) => Some(format!("the answer has plane {i}, which the frustum lacks")),
    })
}

/// Checks the number of plane tests: a rejected body is tested up to its rejecting plane, others against all planes.
fn check_test_count(subjects: &Bodies<'_>, finding: &ClassesFinding) -> Option<String> {
    let present: Vec<usize> = (0..6).filter(|i| finding.planes[*i].is_some()).collect();
    let tests = finding.bodies.iter().map(|body| match body.class {
        BodyClass::Outside(side) => present.iter().filter(|i| **i <= side).count() as u64,
        BodyClass::Inside | BodyClass::Crossing | BodyClass::FalsePositive { .. } | BodyClass::Undecided => {
            present.len() as u64
        }
    });
    let cold_tests: u64 = tests.sum();
    let [least, most] = if subjects.query.ask.warm_start() {
        // The plane that rejected a body in the previous frame is tested first, whether it rejects again or not.
        [finding.bodies.len() as u64, (present.len() * finding.bodies.len()) as u64]
    } else {
        [cold_tests; 2]
    };
    (!(least..=most).contains(&finding.tested)).then(|| {
        let range = if least == most { least.to_string() } else { format!("{least} to {most}") };
        format!("the number of plane tests is reported as {}; the query needs {range}", finding.tested)
    })
}

/// Whether a body is a ball, or the hull of its vertices without a margin: its class is then decidable.
fn is_exact(body: &Placed<'_>) -> bool {
    let is_polytope = matches!(
        body.shape,
        Shape::Box { .. }
            | Shape::Segment { .. }
            | Shape::Triangle { .. }
            | Shape::Polytope { .. }
            | Shape::Mesh { .. }
    );
    is_polytope && body.margin == 0.0 || matches!(body.shape, Shape::Sphere { .. })
}

/// Signed distance of a point from a plane, meters; positive inside.
fn height_above(plane: FrustumPlane, point: DVec3) -> f64 {
    plane.normal.dot(point) + plane.offset
}

/// Least signed distance of the body's points from a plane, meters; positive inside.
fn least_height(body: &Placed<'_>, plane: FrustumPlane) -> f64 {
    height_above(plane, body.farthest(-plane.normal, DVec3::ZERO))
}

/// Greatest signed distance of the body's points from a plane, meters; positive inside.
fn greatest_height(body: &Placed<'_>, plane: FrustumPlane) -> f64 {
    height_above(plane, body.farthest(plane.normal, DVec3::ZERO))
}

/// Returns a message when the class of a body is wrong.
fn wrong_class(body: &Placed<'_>, classified: &Classified, planes: &[IndexedPlane], eps: f64) -> Option<String> {
    let farthest = planes.iter().map(|indexed| indexed.plane.offset.abs()).fold(body.position.length(), f64::max);
    let rounding = classified.rounding + ROUNDINGS * eps * (farthest + body.radius());
    let extents = planes.iter().map(|IndexedPlane { index, plane }| Extent {
        plane: *index,
        least: least_height(body, *plane),
        greatest: greatest_height(body, *plane),
    });
    let extents: Vec<Extent> = extents.collect();
    match classified.class {
        BodyClass::Outside(side) => {
            let Some(Extent { greatest, .. }) = extents.iter().find(|extent| extent.plane == side) else {
                return Some(format!("is reported outside plane {side}, which the frustum does not have"));
            };
            (!(*greatest <= rounding))
                .then(|| format!("is reported outside plane {side}, but reaches {greatest:e} m to the plane's inside"))
        }
        BodyClass::Inside => {
            let Extent { plane, least, .. } = extents.iter().find(|extent| !(extent.least >= -rounding))?;
            Some(format!("is reported inside the frustum, but reaches {:e} m outside plane {plane}", -least))
        }
        BodyClass::FalsePositive { weights, gap } => wrong_by_planes(classified.class, &extents, rounding)
            .or_else(|| wrong_separation(body, planes, weights, gap, rounding)),
        BodyClass::Crossing => {
            wrong_by_planes(classified.class, &extents, rounding).or_else(|| wrong_crossing(body, planes, rounding))
        }
        BodyClass::Undecided => wrong_by_planes(classified.class, &extents, rounding).or_else(|| {
            is_exact(body)
                .then(|| String::from("is reported as undecided, but the test is exact for its shape and must decide"))
        }),
    }
}

/// Returns a message when single planes already prove a class other than `class`: the body is outside one of them, or
/// inside all.
fn wrong_by_planes(class: BodyClass, extents: &[Extent], rounding: f64) -> Option<String> {
    if let Some(Extent { plane, greatest, .. }) = extents.iter().find(|extent| extent.greatest < -rounding) {
        let distance = -greatest;
        return Some(format!("is reported as {}, but is {distance:e} m outside plane {plane}", class.name()));
    }
    let is_inside = extents.iter().all(|extent| extent.least > rounding);
    is_inside.then(|| format!("is reported as {}, but is inside all planes", class.name()))
}

/// Returns a message when the weighted sum of planes does not separate the body from the frustum as reported.
fn wrong_separation(
    body: &Placed<'_>,
    planes: &[IndexedPlane],
    weights: [f64; 6],
    gap: f64,
    rounding: f64,
) -> Option<String> {
    if weights.iter().any(|weight| !(*weight >= 0.0 && weight.is_finite())) {
        let weights = text::list(&weights);
        return Some(format!("has a separating plane with the weights {weights}, which must be finite and at least 0"));
    }
    let mut normal = DVec3::ZERO;
    let mut offset = 0.0;
    for IndexedPlane { index, plane } in planes {
        normal += plane.normal * weights[*index];
        offset += plane.offset * weights[*index];
    }
    let total: f64 = weights.iter().sum();
    let size = normal.length();
    let greatest = greatest_height(body, FrustumPlane { normal: normal / size, offset: offset / size });
    let allowed = rounding * (1.0 + total / size);
    (!((greatest + gap).abs() <= allowed))
        .then(|| format!("is reported {gap:e} m outside its separating plane, but is {:e} m outside it", -greatest))
}

/// Returns a message when body and frustum share no point.
fn wrong_crossing(body: &Placed<'_>, planes: &[IndexedPlane], rounding: f64) -> Option<String> {
    // Positions are relative to the body's origin. A cube of about twice the body's size bounds the frustum where its
    // planes leave it open; outside the cube no point of the body can be, rounding included.
    let half = 2.0 * body.radius() + 8.0 * rounding;
    let sides = planes.iter().map(|IndexedPlane { plane, .. }| FrustumPlane {
        normal: plane.normal,
        offset: height_above(*plane, body.position) + rounding,
    });
    let axes = [DVec3::X, DVec3::Y, DVec3::Z].into_iter().flat_map(|axis| [axis, -axis]);
    let cube = axes.map(|normal| FrustumPlane { normal, offset: half });
    let bounds: Vec<FrustumPlane> = sides.chain(cube).collect();
    let vertices = vertices_inside(&bounds, RELATIVE_ERROR * half);
    let error = ROUNDINGS * rounding + RELATIVE_ERROR * half;
    let gap = if vertices.is_empty() { half } else { distance_lower_bound_to_points(body, &vertices, error) };
    (gap > 0.0).then(|| {
        if vertices.is_empty() {
            String::from("is reported to cross the frustum, but shares no point with it")
        } else {
            format!("is reported to cross the frustum, but is at least {gap:e} m away from it")
        }
    })
}

/// Vertices of the polytope inside all planes: the common points of three planes that no plane excludes by more than
/// `rounding`, meters.
fn vertices_inside(planes: &[FrustumPlane], rounding: f64) -> Vec<DVec3> {
    let mut vertices = Vec::new();
    for (i, a) in planes.iter().enumerate() {
        for (j, b) in planes[..i].iter().enumerate() {
            for c in &planes[..j] {
                let rows = DMat3::from_cols(a.normal, b.normal, c.normal).transpose();
                if rows.determinant().abs() < MIN_DETERMINANT {
                    continue;
                }
                let vertex = rows.inverse() * -DVec3::new(a.offset, b.offset, c.offset);
                if planes.iter().all(|plane| height_above(*plane, vertex) >= -rounding) {
                    vertices.push(vertex);
                }
            }
        }
    }
    vertices
}
