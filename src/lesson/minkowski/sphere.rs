//! Gauss sphere of Minkowski differences: the unit sphere of directions, with the face normals of A and of −B as
//! points, and their edges as arcs.

use std::sync::Arc;

use contact_lens_model::snapshot::minkowski::{Body, BodyEdge};
use contact_lens_picture::{Camera, Form, Picture, Role};
use glam::DVec3;

/// Cosine of the angle between two normals up to which they are opposite, so that many arcs connect them.
const OPPOSITE: f64 = -1.0 + 1e-9;

/// Name of a body at one of its arcs.
struct NameAtArc {
    /// Mark id of the arc.
    key: String,
    /// Middle of the arc, unit vector.
    middle: DVec3,
    /// Cosine of the angle between the middle and the direction to the eye.
    toward_eye: f64,
}

/// Outward unit normal of a face of A (0) or −B (1), world; zero for an empty face.
pub(super) fn normal_of(points: &[Arc<[DVec3]>; 2], body: usize, face: &[u32]) -> DVec3 {
    let [first, others @ ..] = face else { return DVec3::ZERO };
    let sign = mirror_sign(body);
    let position = |corner: u32| points[body][corner as usize] * sign;
    let arms: Vec<DVec3> = others.iter().map(|corner| position(*corner) - position(*first)).collect();
    let area_vector: DVec3 = arms.windows(2).map(|ends| ends[0].cross(ends[1])).sum();
    area_vector.normalize_or_zero()
}

/// Factor of the positions of A (0) or of the mirrored body −B (1).
fn mirror_sign(body: usize) -> f64 {
    if body == 0 { 1.0 } else { -1.0 }
}

/// Both Gauss maps: a node per face, an arc per edge, and the name of the body at the arc that faces the camera most.
pub(super) fn fixed_marks(bodies: &[Body; 2], points: &[Arc<[DVec3]>; 2]) -> Picture {
    let mut picture = Picture::default();
    let eye = Camera::default().axes().back;
    for body in [0, 1] {
        let role = [Role::ShapeA, Role::ShapeB][body];
        let normals: Vec<DVec3> = bodies[body].faces.iter().map(|face| normal_of(points, body, face)).collect();
        let mut name: Option<NameAtArc> = None;
        for (i, edge) in bodies[body].edges.iter().enumerate() {
            let key = format!("arc/{body}/{i}");
            for ends in arc_directions(edge, &normals, points, body).windows(2) {
                picture.arc(role, key.clone(), ends[0], ends[1]);
                let middle = (ends[0] + ends[1]).normalize_or_zero();
                let toward_eye = middle.dot(eye);
                if name.as_ref().is_none_or(|best| toward_eye > best.toward_eye) {
                    name = Some(NameAtArc { key: key.clone(), middle, toward_eye });
                }
            }
        }
        for (i, normal) in normals.iter().enumerate() {
            picture.point(role, format!("node/{body}/{i}"), *normal);
        }
        if let Some(NameAtArc { key, middle, .. }) = name {
            picture.label(role, key, middle, ["A", "−B"][body]);
        }
    }
    picture
}

/// Adds the color key of the nodes. `known` and `all` are the numbers of faces of A − B by kind, in the order of
/// `FaceKind::ALL`, found so far and in the end; kinds that have no face in the end are omitted.
pub(super) fn add_key(picture: &mut Picture, known: [usize; 4], all: [usize; 4]) {
    let kinds = [
        (Role::ShapeA, "faces from A"),
        (Role::ShapeB, "faces from −B"),
        (Role::Overlap, "faces from A and −B"),
        (Role::EdgePair, "faces from crossings"),
    ];
    let mut rows = Vec::new();
    for (i, (role, name)) in kinds.into_iter().enumerate() {
        if all[i] > 0 {
            rows.push((role, name, known[i]));
        }
    }
    if rows.len() > 1 {
        let is_complete = known == all;
        let total_name = if is_complete { "faces of A − B" } else { "faces of A − B so far" };
        rows.push((Role::Text, total_name, known.iter().sum()));
    }
    for (row, (role, name, count)) in rows.into_iter().enumerate() {
        let form = Form::Entry { row: row as f64, name: name.to_owned(), note: count.to_string(), dot: true };
        picture.add(role, format!("key/{row}"), form);
    }
}

/// Arc of an edge of A (0) or −B (1) between the `normals` of the body's faces, as a chain of directions less than half
/// a circle apart. The arc of a flat body's edge passes through the direction in which the edge bounds the body; that
/// of a segment is the whole circle; empty for an edge without length and faces.
pub(super) fn arc_directions(
    edge: &BodyEdge,
    normals: &[DVec3],
    points: &[Arc<[DVec3]>; 2],
    body: usize,
) -> Vec<DVec3> {
    let sign = mirror_sign(body);
    let points = &points[body];
    let [from, to] = edge.ends.map(|corner| points.get(corner as usize).copied().unwrap_or_default() * sign);
    let along = (to - from).normalize_or_zero();
    let [Some(first), Some(second)] = edge.faces.map(|face| normals.get(face as usize).copied()) else {
        if along == DVec3::ZERO {
            return Vec::new();
        }
        let (x, y) = along.any_orthonormal_pair();
        return vec![x, y, -x, -y, x];
    };
    if first.dot(second) > OPPOSITE {
        return vec![first, second];
    }
    let side = along.cross(first);
    let center = points.iter().sum::<DVec3>() * (sign / points.len().max(1) as f64);
    let is_inward = side.dot(0.5 * (from + to) - center) < 0.0;
    vec![first, if is_inward { -side } else { side }, second]
}
