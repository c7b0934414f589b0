//! Marks of EPA's polytope: its faces as one solid, the hatched faces that are visible from a new vertex, the normals
//! of the faces on the unit sphere of directions, and its vertices with their points on A and B.

use std::collections::BTreeMap;
use std::sync::Arc;

use contact_lens_picture::{Form, Part, Picture, Role, Slant, Solid};
use glam::DVec3;

use super::view::{EpaView, PolytopeFace, PolytopeVertex};

/// Largest number of faces whose normals are drawn on the sphere; more would cover it.
const MAX_NORMALS: usize = 120;

/// Edges of a triangle, by the indices of their ends.
const EDGES: [[usize; 2]; 3] = [[0, 1], [1, 2], [2, 0]];

/// Adds all faces except those whose ids are in `excluded`, as one solid, so that edges behind its surface are dashed.
pub(super) fn add_polytope(cso: &mut Picture, faces: &[PolytopeFace], role: Role, excluded: &[u32]) {
    let mut solid = Solid::default();
    // Index in the solid of each vertex, by its id in the polytope.
    let mut index_of_id = BTreeMap::new();
    for face in faces.iter().filter(|face| !excluded.contains(&face.id)) {
        let mut triangle = Vec::new();
        for (id, point) in face.vertices.iter().zip(face.points) {
            let next_index = solid.vertices.len() as u32;
            let index = *index_of_id.entry(*id).or_insert(next_index);
            if index == next_index {
                solid.vertices.push(point);
            }
            triangle.push(index);
        }
        for [i, j] in EDGES {
            // Sorted ends, so that the edges of two neighboring faces are equal.
            solid.creases.push([triangle[i].min(triangle[j]), triangle[i].max(triangle[j])]);
        }
        solid.faces.push(triangle);
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
    let vertices = view.horizon.iter().filter_map(|id| view.vertices.get(*id as usize));
    let horizon: Vec<DVec3> = vertices.map(|vertex| vertex.w).collect();
    let mut solid = Solid::default();
    for face in &view.visible {
        let first = solid.vertices.len() as u32;
        solid.vertices.extend(face.points);
        solid.faces.push(vec![first, first + 1, first + 2]);
        for [i, j] in EDGES {
            if !is_side_of_polygon(face.points[i], face.points[j], &horizon) {
                solid.creases.push([first + i as u32, first + j as u32]);
            }
        }
        solid.parts.push(Part { role: Role::Interval, key: face.key().into(), sign: "", hatched: &[Slant::Right] });
    }
    solid
}

/// Whether the segment between `p` and `q` is a side of a closed polygon, in either direction.
fn is_side_of_polygon(p: DVec3, q: DVec3, polygon: &[DVec3]) -> bool {
    (0..polygon.len()).any(|i| {
        let start = polygon[i];
        let end = polygon[(i + 1) % polygon.len()];
        [start, end] == [p, q] || [start, end] == [q, p]
    })
}

/// Adds the outward normals of the polytope's faces at the listing's line with the label `line` to the sphere of
/// directions; none for more than `MAX_NORMALS` faces.
pub(super) fn add_normals(sphere: &mut Picture, view: &EpaView, line: &str) {
    let has_grown = matches!(line, "start" | "join" | "push" | "limit");
    let faces = if has_grown { &view.after } else { &view.before };
    if faces.len() > MAX_NORMALS {
        return;
    }
    for face in faces {
        sphere.point(Role::Polytope, face.key(), face.normal);
    }
}

/// Adds the new vertex `w` in the configuration space, and its points on A and B in the world.
pub(super) fn add_new_vertex(world: &mut Picture, cso: &mut Picture, w: &PolytopeVertex) {
    cso.point(Role::NewSupport, w.key("w"), w.w);
    cso.label(Role::NewSupport, w.key("w"), w.w, w.name("w"));
    for (letter, at) in [("a", w.a), ("b", w.b)] {
        world.point(Role::NewSupport, w.key(letter), at);
        world.label(Role::NewSupport, w.key(letter), at, w.name(letter));
    }
}

/// Adds vertices of the polytope with their names.
pub(super) fn add_vertices(cso: &mut Picture, list: &[&PolytopeVertex], role: Role) {
    for vertex in list {
        cso.point(role, vertex.key("w"), vertex.w);
        cso.label(role, vertex.key("w"), vertex.w, vertex.name("w"));
    }
}

/// Adds the vertices' points on A and on B. A point that belongs to several vertices has all their names.
pub(super) fn add_points_on_bodies(world: &mut Picture, list: &[&PolytopeVertex], role: Role) {
    for (letter, body) in [("a", 0), ("b", 1)] {
        for (i, vertex) in list.iter().enumerate() {
            let at = vertex.point(body);
            world.point(role, vertex.key(letter), at);
            let is_named = list[..i].iter().any(|earlier| earlier.point(body) == at);
            if !is_named {
                let coincident = list.iter().filter(|other| other.point(body) == at);
                let names: Vec<String> = coincident.map(|other| other.name(letter)).collect();
                world.label(role, vertex.key(letter), at, names.join(" "));
            }
        }
    }
}
