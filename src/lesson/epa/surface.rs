//! Surfaces of EPA's polytope: its faces as one solid, the hatched faces that are visible from a new vertex, and the
//! normals of the faces on the unit sphere of directions.

use std::collections::BTreeMap;
use std::sync::Arc;

use glam::DVec3;

use super::view::{EpaView, PolytopeFace};
use crate::picture::{Form, Part, Picture, Role, Slant, Solid};

/// Largest number of faces whose normals are drawn on the sphere; more would cover it.
const MAX_NORMALS: usize = 120;

/// Adds all faces except those whose ids are in `excluded`, as one surface, so that edges behind it are dashed.
pub(super) fn add_polytope(cso: &mut Picture, faces: &[PolytopeFace], role: Role, excluded: &[u32]) {
    let mut solid = Solid::default();
    let mut index = BTreeMap::new();
    for face in faces.iter().filter(|face| !excluded.contains(&face.id)) {
        let mut corners = Vec::new();
        for (id, point) in face.vertices.iter().zip(face.points) {
            let next = solid.vertices.len() as u32;
            let corner = *index.entry(*id).or_insert(next);
            if corner == next {
                solid.vertices.push(point);
            }
            corners.push(corner);
        }
        let edges = [[0, 1], [1, 2], [2, 0]].map(|[i, j]| [corners[i].min(corners[j]), corners[i].max(corners[j])]);
        solid.creases.extend(edges);
        solid.faces.push(corners);
        solid.parts.push(Part { role, key: face.key().into(), sign: "", hatched: &[] });
    }
    solid.creases.sort_unstable();
    solid.creases.dedup();
    if !solid.faces.is_empty() {
        cso.add(role, "polytope", Form::Solid(Arc::new(solid)));
    }
}

/// Picture of all faces of the polytope, in configuration space.
pub(super) fn polytope_picture(faces: &[PolytopeFace]) -> Picture {
    let mut cso = Picture::default();
    add_polytope(&mut cso, faces, Role::Polytope, &[]);
    cso
}

/// Returns the hatched surface of the visible faces, without edges along the horizon, which is drawn separately.
pub(super) fn hatched_surface(view: &EpaView) -> Solid {
    let horizon: Vec<DVec3> =
        view.horizon.iter().filter_map(|id| view.vertices.get(*id as usize)).map(|c| c.w).collect();
    let next = horizon.iter().cycle().skip(1);
    let edges: Vec<[DVec3; 2]> = horizon.iter().zip(next).map(|(a, b)| [*a, *b]).collect();
    let mut solid = Solid::default();
    for face in &view.visible {
        let first = solid.vertices.len() as u32;
        solid.vertices.extend(face.points);
        solid.faces.push(vec![first, first + 1, first + 2]);
        let inner = [[0, 1], [1, 2], [2, 0]].into_iter().filter(|edge| !is_edge_among(&face.points, &edges, *edge));
        solid.creases.extend(inner.map(|ends| ends.map(|end| first + end)));
        solid.parts.push(Part { role: Role::Interval, key: face.key().into(), sign: "", hatched: &[Slant::Right] });
    }
    solid
}

/// Whether the edge from vertex `i` to vertex `j` of a triangle is among `edges`, in either direction.
fn is_edge_among(triangle: &[DVec3; 3], edges: &[[DVec3; 2]], [i, j]: [u32; 2]) -> bool {
    let [a, b] = [triangle[i as usize], triangle[j as usize]];
    edges.contains(&[a, b]) || edges.contains(&[b, a])
}

/// Adds the outward normals of the polytope's faces at a line of the listing to the sphere.
pub(super) fn add_normals(sphere: &mut Picture, view: &EpaView, line: &str) {
    let has_grown = matches!(line, "start" | "join" | "push" | "limit");
    let faces = if has_grown { &view.after } else { &view.before };
    for face in faces.iter().filter(|_| faces.len() <= MAX_NORMALS) {
        sphere.point(Role::Polytope, face.key(), face.normal);
    }
}
