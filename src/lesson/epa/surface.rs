//! Surfaces of EPA's polytope: its faces as one solid, and the hatched faces that are visible from a new vertex.

use std::collections::BTreeMap;
use std::sync::Arc;

use glam::DVec3;

use super::view::{EpaView, PolytopeFace};
use crate::picture::{Form, Part, Picture, Role, Slant, Solid};

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
        let sides = [[0, 1], [1, 2], [2, 0]].map(|[i, j]| [corners[i].min(corners[j]), corners[i].max(corners[j])]);
        solid.creases.extend(sides);
        solid.faces.push(corners);
        solid.parts.push(Part { role, key: face.key().into(), sign: "", hatched: &[] });
    }
    solid.creases.sort_unstable();
    solid.creases.dedup();
    if !solid.faces.is_empty() {
        cso.add(role, "polytope", Form::Solid(Arc::new(solid)));
    }
}

/// Returns the hatched surface of the visible faces, without edges along the horizon, which is drawn separately.
pub(super) fn hatched_surface(view: &EpaView) -> Solid {
    let horizon: Vec<DVec3> =
        view.horizon.iter().filter_map(|id| view.vertices.get(*id as usize)).map(|c| c.w).collect();
    let next = horizon.iter().cycle().skip(1);
    let sides: Vec<[DVec3; 2]> = horizon.iter().zip(next).map(|(a, b)| [*a, *b]).collect();
    let mut solid = Solid::default();
    for face in &view.visible {
        let first = solid.vertices.len() as u32;
        solid.vertices.extend(face.points);
        solid.faces.push(vec![first, first + 1, first + 2]);
        let inner = [[0, 1], [1, 2], [2, 0]].into_iter().filter(|side| !is_side(&face.points, &sides, *side));
        solid.creases.extend(inner.map(|ends| ends.map(|end| first + end)));
        solid.parts.push(Part { role: Role::Interval, key: face.key().into(), sign: "", hatched: &[Slant::Right] });
    }
    solid
}

/// Whether the side from vertex `i` to vertex `j` of a triangle is among `sides`, in either direction.
fn is_side(triangle: &[DVec3; 3], sides: &[[DVec3; 2]], [i, j]: [u32; 2]) -> bool {
    let [a, b] = [triangle[i as usize], triangle[j as usize]];
    sides.contains(&[a, b]) || sides.contains(&[b, a])
}
