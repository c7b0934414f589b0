//! Gauss sphere of Minkowski differences: the unit sphere of directions, with the face normals of A and of −B as
//! points, and their edges as arcs.

use std::sync::Arc;

use glam::DVec3;

use crate::picture::{Camera, Form, Picture, Role};
use crate::snapshot::minkowski::{Body, BodyEdge};

/// Outward unit normal of a face of A (0) or −B (1), world; zero for an empty face.
pub(super) fn normal_of(points: &[Arc<[DVec3]>; 2], body: usize, face: &[u32]) -> DVec3 {
    let sign = if body == 0 { 1.0 } else { -1.0 };
    let [first, rest @ ..] = face else { return DVec3::ZERO };
    let points = &points[body];
    let arms: Vec<DVec3> =
        rest.iter().map(|corner| points[*corner as usize] * sign - points[*first as usize] * sign).collect();
    let sum: DVec3 = arms.windows(2).map(|ends| ends[0].cross(ends[1])).sum();
    sum.normalize_or_zero()
}

/// Both Gauss maps: a node per face, an arc per edge, and the name of the body at the arc that faces the camera most.
pub(super) fn fixed_marks(bodies: &[Body; 2], points: &[Arc<[DVec3]>; 2]) -> Picture {
    let mut picture = Picture::default();
    let eye = Camera::default().axes().back;
    for body in [0, 1] {
        let role = [Role::ShapeA, Role::ShapeB][body];
        let normals: Vec<DVec3> = bodies[body].faces.iter().map(|face| normal_of(points, body, face)).collect();
        let mut named: Option<(f64, String, DVec3)> = None;
        for (i, edge) in bodies[body].edges.iter().enumerate() {
            let key = format!("arc/{body}/{i}");
            for ends in arc_directions(edge, &normals, (points, body)).windows(2) {
                picture.arc(role, key.clone(), ends[0], ends[1]);
                let middle = (ends[0] + ends[1]).normalize_or_zero();
                let toward_eye = middle.dot(eye);
                if named.as_ref().is_none_or(|(most, ..)| toward_eye > *most) {
                    named = Some((toward_eye, key.clone(), middle));
                }
            }
        }
        for (i, normal) in normals.iter().enumerate() {
            picture.point(role, format!("node/{body}/{i}"), *normal);
        }
        if let Some((_, key, middle)) = named {
            picture.label(role, key, middle, ["A", "−B"][body]);
        }
    }
    picture
}

/// Adds the color key of the nodes. `known` and `all` are the numbers of faces of A − B by kind, known so far and in
/// the end; kinds that have no face in the end are omitted.
pub(super) fn add_key(picture: &mut Picture, known: [usize; 4], all: [usize; 4]) {
    let kinds = [
        (Role::ShapeA, "faces from A"),
        (Role::ShapeB, "faces from −B"),
        (Role::Overlap, "faces from A and −B"),
        (Role::EdgePair, "faces from crossings"),
    ];
    let mut rows = Vec::new();
    for (((role, name), found), all) in kinds.into_iter().zip(known).zip(all) {
        if all > 0 {
            rows.push((role, name, found));
        }
    }
    if rows.len() > 1 {
        let is_complete = known == all;
        let total_name = if is_complete { "faces of A − B" } else { "faces of A − B so far" };
        rows.push((Role::Text, total_name, known.iter().sum()));
    }
    for (row, (role, name, found)) in rows.into_iter().enumerate() {
        let form = Form::Entry { row: row as f64, name: name.to_owned(), note: found.to_string(), dot: true };
        picture.add(role, format!("key/{row}"), form);
    }
}

/// Cosine of the angle between two normals above which their arc is unique.
const OPPOSITE: f64 = -1.0 + 1e-9;

/// Arc of an edge of A (0) or −B (1) between the normals of its faces, as a chain of directions less than half a circle
/// apart. The arc of a flat body's edge passes through the direction in which the edge bounds the body; that of a
/// segment is the whole circle.
pub(super) fn arc_directions(
    edge: &BodyEdge,
    normals: &[DVec3],
    (points, body): (&[Arc<[DVec3]>; 2], usize),
) -> Vec<DVec3> {
    let sign = if body == 0 { 1.0 } else { -1.0 };
    let [from, to] = edge.ends.map(|corner| points[body].get(corner as usize).copied().unwrap_or_default() * sign);
    let along = (to - from).normalize_or_zero();
    match edge.faces.map(|face| normals.get(face as usize).copied()) {
        [Some(one), Some(other)] if one.dot(other) > OPPOSITE => vec![one, other],
        [Some(one), Some(other)] => {
            let side = along.cross(one);
            let center = points[body].iter().sum::<DVec3>() * (sign / points[body].len().max(1) as f64);
            let out = if side.dot(0.5 * (from + to) - center) < 0.0 { -side } else { side };
            vec![one, out, other]
        }
        _ if along != DVec3::ZERO => {
            let (x, y) = along.any_orthonormal_pair();
            vec![x, y, -x, -y, x]
        }
        _ => Vec::new(),
    }
}
