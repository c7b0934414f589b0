//! Gauss sphere of Minkowski differences: normals of A and of −B as points, edges as arcs.

use std::sync::Arc;

use glam::DVec3;

use crate::lesson::corner_names;
use crate::picture::{Form, Picture, Role};
use crate::snapshot::minkowski::{Body, BodyEdge};

/// Largest number of faces of a body whose normals have names.
const NAMED: usize = 12;

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

/// Both Gauss maps: a node per face, an arc per edge.
pub(super) fn still(bodies: &[Body; 2], points: &[Arc<[DVec3]>; 2]) -> Picture {
    let mut picture = Picture::default();
    for body in [0, 1] {
        let role = [Role::ShapeA, Role::ShapeB][body];
        let normals: Vec<DVec3> = bodies[body].faces.iter().map(|face| normal_of(points, body, face)).collect();
        for (i, edge) in bodies[body].edges.iter().enumerate() {
            for ends in arc(edge, &normals, (points, body)).windows(2) {
                picture.arc(role, format!("arc/{body}/{i}"), ends[0], ends[1]);
            }
        }
        for (i, normal) in normals.iter().enumerate() {
            let key = format!("node/{body}/{i}");
            picture.point(role, key.clone(), *normal);
            if normals.len() <= NAMED {
                picture.label(
                    role,
                    key,
                    *normal,
                    format!("{}{}", ["", "−"][body], corner_names(['f', 'g'][body], &[i as u32])),
                );
            }
        }
    }
    picture
}

/// Adds the key of points and crossings, with the numbers of known faces: of A, of −B, of both if there are any, of two
/// edges.
pub(super) fn key(picture: &mut Picture, [a, b, both, edges]: &[usize; 4], has_both: bool) {
    let mut rows = vec![
        (Role::ShapeA, "face of A", *a),
        (Role::ShapeB, "face of −B", *b),
        (Role::Difference, "crossing of two arcs", *edges),
        (Role::Text, "faces of A − B", a + b + both + edges),
    ];
    if has_both {
        rows.insert(2, (Role::Overlap, "face of A and −B", *both));
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
pub(super) fn arc(edge: &BodyEdge, normals: &[DVec3], (points, body): (&[Arc<[DVec3]>; 2], usize)) -> Vec<DVec3> {
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
