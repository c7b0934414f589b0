//! Judge of frustum culling.
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

use glam::{DMat3, DVec3};

use super::{Claim, UNIT_ROUNDINGS, Violation, text};
use crate::answer::{BodyClass, ClassesFinding, Classified};
use crate::check::Bodies;
use crate::check::reference_geometry::{Placed, distance_lower_bound_to_points};
use crate::scene::model::Shape;

/// Plane in the world frame: inward unit normal, and signed distance of the origin.
type Plane = (DVec3, f64);

/// Largest rounding error that an answer may claim for a body, in roundings.
const CLAIMED_ROUNDINGS: f64 = 1024.0;

/// Error of a plane or of a distance from a plane, in roundings.
const ROUNDINGS: f64 = 64.0;

/// Error of a vertex, as a fraction of the cube that bounds the frustum.
const RELATIVE_ERROR: f64 = 1e-9;

/// Determinant of three unit normals below which their planes have no common point.
const MIN_DETERMINANT: f64 = 1e-12;

/// Returns every broken claim of `found`. `eps` is the relative rounding unit of the engine that answered.
pub fn verify(about: &Bodies<'_>, frame: usize, found: &ClassesFinding, eps: f64) -> Vec<Violation> {
    let bodies = &about.at(frame)[..];
    let malformed = check_form(about, bodies, found, eps)
        .or_else(|| check_planes(about, found, eps))
        .or_else(|| check_test_count(about, found));
    if let Some(message) = malformed {
        return vec![Violation { claim: Claim::Form, message }];
    }
    let planes: Vec<(usize, Plane)> =
        found.planes.iter().enumerate().filter_map(|(i, plane)| Some((i, (*plane)?))).collect();
    let judged = bodies.iter().zip(&found.bodies).filter_map(|(body, classified)| {
        let message = wrong_class(body, classified, &planes, eps)?;
        Some(Violation { claim: Claim::Class, message: format!("`{}` {message}", classified.name) })
    });
    judged.collect()
}

/// Checks that the answer is about the query's bodies, and that its numbers are well formed.
fn check_form(about: &Bodies<'_>, bodies: &[Placed<'_>], found: &ClassesFinding, eps: f64) -> Option<String> {
    let count = found.bodies.len();
    if count != bodies.len() {
        let requested = text::counted(bodies.len(), "body", "bodies");
        return Some(format!("the query has {requested}, but the answer classifies {count}"));
    }
    if let Some((name, body)) = about.names().zip(&found.bodies).find(|(name, body)| body.name != *name) {
        return Some(format!("the answer names `{}` at the place of the query's body `{name}`", body.name));
    }
    // The error that the answer claims for itself must be of the size of rounding.
    let farthest = found.planes.iter().flatten().map(|(_, d)| d.abs()).fold(0.0, f64::max);
    let coarse = bodies.iter().zip(&found.bodies).find_map(|(body, classified)| {
        let size = farthest + body.position.length() + body.radius();
        let limit = CLAIMED_ROUNDINGS * eps * size + f64::MIN_POSITIVE;
        let Classified { name, rounding, .. } = classified;
        (!(0.0..=limit).contains(rounding)).then(|| {
            format!("the rounding error of `{name}` is reported as {rounding:e} m; it must be in [0, {limit:e}] m")
        })
    });
    if coarse.is_some() {
        return coarse;
    }
    let mut planes = found.planes.iter().flatten();
    let (n, d) = planes.find(|(n, d)| !d.is_finite() || !((n.length() - 1.0).abs() <= UNIT_ROUNDINGS * eps))?;
    Some(format!(
        "a plane of the answer has a normal of length {} and the offset {d} m; the length must be 1, and the offset \
         finite",
        n.length()
    ))
}

/// Checks that the planes are those of the scene's frustum.
fn check_planes(about: &Bodies<'_>, found: &ClassesFinding, eps: f64) -> Option<String> {
    let form = about.frustum()?;
    let expected = frustum::planes(form)?;
    // The rounding of an offset is also relative to the eye's distance, since the engine may compute near the eye, and
    // to at least 1 m.
    let eye_distance = form.eye.map_or(0.0, |eye| DVec3::from(eye).length());
    let largest_offset = found.planes.iter().flatten().map(|(_, d)| d.abs()).fold(1.0 + eye_distance, f64::max);
    (0..6).find_map(|i| match (expected[i], found.planes[i]) {
        (Some(expected), Some((n, d))) => {
            let rounding = ROUNDINGS * eps * expected.canceled;
            let normal_deviation = (n - expected.plane.0).length();
            let offset_deviation = (d - expected.plane.1).abs() / largest_offset;
            (!(normal_deviation <= rounding && offset_deviation <= rounding)).then(|| {
                format!(
                    "plane {i} has the normal {n} and the offset {d} m in the answer, but {} and {} m in the frustum",
                    expected.plane.0, expected.plane.1
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
fn check_test_count(about: &Bodies<'_>, found: &ClassesFinding) -> Option<String> {
    let present: Vec<usize> = (0..6).filter(|i| found.planes[*i].is_some()).collect();
    let tests = found.bodies.iter().map(|body| match body.class {
        BodyClass::Outside(side) => present.iter().filter(|i| **i <= side).count() as u64,
        BodyClass::Inside | BodyClass::Crossing | BodyClass::FalsePositive { .. } | BodyClass::Undecided => {
            present.len() as u64
        }
    });
    let cold_tests: u64 = tests.sum();
    let [least, most] = if about.query.ask.warm_start() {
        // The plane that rejected a body in the previous frame is tested first, whether it rejects again or not.
        [found.bodies.len() as u64, (present.len() * found.bodies.len()) as u64]
    } else {
        [cold_tests; 2]
    };
    (!(least..=most).contains(&found.tested)).then(|| {
        let range = if least == most { least.to_string() } else { format!("{least} to {most}") };
        format!("the number of plane tests is reported as {}; the query needs {range}", found.tested)
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

/// Range of the signed distances of the body's points from a plane, meters: least and greatest, positive inside.
fn signed_range(body: &Placed<'_>, (n, d): Plane) -> [f64; 2] {
    [-n, n].map(|direction| n.dot(body.farthest(direction, DVec3::ZERO)) + d)
}

/// Returns a message when the class of a body is wrong.
fn wrong_class(body: &Placed<'_>, classified: &Classified, planes: &[(usize, Plane)], eps: f64) -> Option<String> {
    let farthest = planes.iter().map(|(_, (_, d))| d.abs()).fold(body.position.length(), f64::max);
    let rounding = classified.rounding + ROUNDINGS * eps * (farthest + body.radius());
    let ranges: Vec<(usize, [f64; 2])> = planes.iter().map(|(i, plane)| (*i, signed_range(body, *plane))).collect();
    match classified.class {
        BodyClass::Outside(side) => {
            let Some((_, [_, high])) = ranges.iter().find(|(i, _)| *i == side) else {
                return Some(format!("is reported outside plane {side}, which the frustum does not have"));
            };
            (!(*high <= rounding))
                .then(|| format!("is reported outside plane {side}, but reaches {high:e} m to the plane's inside"))
        }
        BodyClass::Inside => ranges
            .iter()
            .find(|(_, [low, _])| !(*low >= -rounding))
            .map(|(i, [low, _])| format!("is reported inside the frustum, but reaches {:e} m outside plane {i}", -low)),
        class => {
            if let Some((i, [_, high])) = ranges.iter().find(|(_, [_, high])| *high < -rounding) {
                return Some(format!("is reported as {}, but is {:e} m outside plane {i}", class.name(), -high));
            }
            if ranges.iter().all(|(_, [low, _])| *low > rounding) {
                return Some(format!("is reported as {}, but is inside all planes", class.name()));
            }
            match class {
                BodyClass::FalsePositive { weights, gap } => wrong_separation(body, planes, weights, gap, rounding),
                BodyClass::Crossing => wrong_crossing(body, planes, rounding),
                BodyClass::Undecided if is_exact(body) => {
                    Some(String::from("is reported as undecided, but the test is exact for its shape and must decide"))
                }
                BodyClass::Undecided | BodyClass::Inside | BodyClass::Outside(_) => None,
            }
        }
    }
}

/// Returns a message when the weighted sum of planes does not separate the body from the frustum as reported.
fn wrong_separation(
    body: &Placed<'_>,
    planes: &[(usize, Plane)],
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
    for (i, (n, d)) in planes {
        normal += *n * weights[*i];
        offset += d * weights[*i];
    }
    let total: f64 = weights.iter().sum();
    let size = normal.length();
    let [_, high] = signed_range(body, (normal / size, offset / size));
    let allowed = rounding * (1.0 + total / size);
    (!((high + gap).abs() <= allowed))
        .then(|| format!("is reported {gap:e} m outside its separating plane, but is {:e} m outside it", -high))
}

/// Returns a message when body and frustum share no point.
fn wrong_crossing(body: &Placed<'_>, planes: &[(usize, Plane)], rounding: f64) -> Option<String> {
    // Positions are relative to the body's origin; a cube of twice the body's size bounds the frustum where its planes
    // leave it open.
    let half = 2.0 * body.radius() + 8.0 * rounding;
    let sides = planes.iter().map(|(_, (n, d))| (*n, n.dot(body.position) + d + rounding));
    let cube = [DVec3::X, DVec3::Y, DVec3::Z].into_iter().flat_map(|axis| [(axis, half), (-axis, half)]);
    let half_spaces: Vec<Plane> = sides.chain(cube).collect();
    let corners = corners(&half_spaces, RELATIVE_ERROR * half);
    let error = ROUNDINGS * rounding + RELATIVE_ERROR * half;
    let gap = if corners.is_empty() { half } else { distance_lower_bound_to_points(body, &corners, error) };
    (gap > 0.0).then(|| {
        if corners.is_empty() {
            String::from("is reported to cross the frustum, but shares no point with it")
        } else {
            format!("is reported to cross the frustum, but is at least {gap:e} m away from it")
        }
    })
}

/// Vertices of an intersection of half-spaces: the common points of three planes that no other plane excludes by more
/// than `rounding`.
fn corners(all: &[Plane], rounding: f64) -> Vec<DVec3> {
    let mut vertices = Vec::new();
    for (i, a) in all.iter().enumerate() {
        for (j, b) in all[..i].iter().enumerate() {
            for c in &all[..j] {
                let rows = DMat3::from_cols(a.0, b.0, c.0).transpose();
                if rows.determinant().abs() < MIN_DETERMINANT {
                    continue;
                }
                let p = rows.inverse() * -DVec3::new(a.1, b.1, c.1);
                if all.iter().all(|(n, d)| n.dot(p) + d >= -rounding) {
                    vertices.push(p);
                }
            }
        }
    }
    vertices
}
