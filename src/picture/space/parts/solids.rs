//! Division of a solid into the faces, hatch lines, edges and outline that a camera sees.

use std::sync::Arc;

use glam::DVec3;

use super::{DOT_SHIFTS, Splitter};
use crate::Solid;
use crate::marks::hatch::{hatch, hatch_spacing};
use crate::marks::line_kind::LineKind;
use crate::marks::surface::Surface;
use crate::view::derived_data::{DerivedData, derived_data};

impl Splitter {
    /// Adds the faces, hatch lines, edges and outline of a solid, or its vertices as dots if it has nothing else.
    pub(super) fn add_solid(&mut self, solid: &Arc<Solid>) {
        if !self.selection.has_solid(solid) {
            return;
        }
        if solid.is_dots() {
            return solid.vertices.iter().for_each(|p| self.add_dot(*p, DOT_SHIFTS));
        }
        let derived = derived_data(solid);
        let surface = &derived.surface;
        if !self.selection.has_body(derived.bounding_sphere, &self.lens) {
            return;
        }
        let has_faces = self.selection.has_faces();
        // Whether each face faces the viewer.
        let mut front = vec![false; surface.faces.len()];
        // Without faces, only edges and hatch lines depend on which faces face the viewer.
        let needs_front = has_faces || !(solid.creases.is_empty() && solid.parts.is_empty());
        let tested_faces = if needs_front { surface.faces.len() } else { 0 };
        for (f, face) in surface.faces.iter().enumerate().take(tested_faces) {
            let normal = self.lens.direction_to_view(surface.normals[f]);
            front[f] = self.faces_viewer(normal, self.lens.to_view(solid.vertices[face[0] as usize]));
            if has_faces || !solid.parts.is_empty() {
                self.add_face_of_solid(solid, &derived, f, front[f]);
            }
        }
        self.add_edges(solid, surface, &front);
        self.role = None;
        if solid.round && surface.convex {
            let corners = derived.outline(solid, &self.lens);
            self.add_chain(&corners, true, LineKind::Outline);
        }
    }

    /// Adds the face number `f` of a solid and its hatch lines. `is_front` says whether the face faces the viewer.
    fn add_face_of_solid(&mut self, solid: &Solid, derived: &DerivedData, f: usize, is_front: bool) {
        let DerivedData { surface, smooth, closed, .. } = derived;
        let corners: Vec<DVec3> = surface.faces[f].iter().map(|&i| solid.vertices[i as usize]).collect();
        let part = surface.part(solid, f);
        // Inner sides are drawn only where they are seen through a translucent front without distinguished faces,
        // through which they would be mistaken for others.
        let is_inner_side = *closed && !is_front;
        let shows_inner_sides = part.is_none() && !solid.opaque;
        if !is_inner_side || shows_inner_sides {
            let shading_normal = smooth.as_ref().and_then(|s| s[f].iter().sum::<DVec3>().try_normalize());
            self.role = part.map(|part| part.role);
            self.add_face(&corners, is_inner_side, shading_normal);
        }
        self.role = part.map(|part| part.role.of_hatch());
        let slants = if is_front { part.map_or(&[][..], |part| part.hatched) } else { &[] };
        for slant in slants {
            for ends in hatch(&corners, *slant, hatch_spacing(&solid.vertices)) {
                self.add_hatch_line(ends);
            }
        }
    }

    /// Adds the edges of a solid; `front` says which faces of `surface` face the viewer.
    fn add_edges(&mut self, solid: &Solid, surface: &Surface, front: &[bool]) {
        for &[i, j] in &solid.creases {
            let (Some(&a), Some(&b)) = (solid.vertices.get(i as usize), solid.vertices.get(j as usize)) else {
                continue;
            };
            let sides = surface.edges.get(&[i.min(j), i.max(j)]);
            let kind = match sides {
                Some(sides) => {
                    let round = solid.round && surface.convex;
                    LineKind::between(front[sides.first], sides.second.map(|second| front[second]), round)
                }
                None => LineKind::Crease,
            };
            if kind == LineKind::Hidden && solid.opaque || !self.selection.has_lines(kind) {
                continue;
            }
            self.role = sides.and_then(|sides| surface.ghost_edge(solid, *sides)).map(|part| part.role);
            self.add_line([a, b], kind, false);
            self.parts.chains += 1;
        }
    }

    /// Adds one hatch line.
    pub(super) fn add_hatch_line(&mut self, ends: [DVec3; 2]) {
        self.add_line(ends, LineKind::Hatch, false);
        self.parts.chains += 1;
    }
}
