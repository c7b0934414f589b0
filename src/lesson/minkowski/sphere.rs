//! The Gauss sphere: normals of A and of −B as points, edges as arcs.

use std::sync::Arc;

use glam::DVec3;

use crate::lesson::corner_names;
use crate::picture::{Picture, Role};
use crate::snapshot::minkowski::{Body, BodyEdge};

/// Faces up to which all of a body's normals have names.
const NAMED: usize = 12;

/// The unit normal of a face of A (0) or −B (1), in the world; zero of none.
pub(super) fn normal_of(points: &[Arc<[DVec3]>; 2], body: usize, face: &[u32]) -> DVec3 {
    let sign = if body == 0 { 1.0 } else { -1.0 };
    let at = |corner: u32| points[body][corner as usize] * sign;
    let [first, rest @ ..] = face else { return DVec3::ZERO };
    let sum: DVec3 = rest.windows(2).map(|ends| (at(ends[0]) - at(*first)).cross(at(ends[1]) - at(*first))).sum();
    sum.normalize_or_zero()
}

/// Both Gauss maps: a node a face, an arc an edge.
pub(super) fn still(bodies: &[Body; 2], points: &[Arc<[DVec3]>; 2]) -> Picture {
    let mut picture = Picture::default();
    for body in [0, 1] {
        let role = [Role::ShapeA, Role::ShapeB][body];
        let normals: Vec<DVec3> = bodies[body].faces.iter().map(|face| normal_of(points, body, face)).collect();
        for (i, ends) in arcs(&bodies[body], &normals).into_iter().enumerate() {
            picture.arc(role, format!("arc/{body}/{i}"), ends[0], ends[1]);
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

/// The arcs of all edges whose faces are not opposite.
pub(super) fn arcs(body: &Body, normals: &[DVec3]) -> Vec<[DVec3; 2]> {
    let normal = |face: u32| normals.get(face as usize).copied();
    let arc = |edge: &BodyEdge| Some([normal(edge.faces[0])?, normal(edge.faces[1])?]);
    body.edges.iter().map(|edge| arc(edge).unwrap_or([DVec3::ZERO; 2])).collect()
}
