//! Features of an axis: the faces, edges or vertices of the bodies that define it.

use std::borrow::Borrow;

use super::solid::Solid;
use super::stepper::Sat;
use super::{Axis, Tested};
use crate::dim3::prelude::*;

impl<S: Borrow<Solid>> Sat<S> {
    /// The feature of A (`body` 0) or of B (1) that defines this axis, as indices into [`Solid::vertices`]: the
    /// vertices of a face, counter-clockwise from outside, or the ends of an edge. Empty if the other body alone
    /// defines the axis.
    ///
    /// The feature is the one nearest the other body, if there are several: two opposite faces, or a box's four
    /// parallel edges. [`Axis::Across`] has all vertices of its body, a segment or a point.
    pub fn feature(&self, tested: &Tested, body: u8) -> Vec<u32> {
        let solid = self.solid(body);
        let support = tested.supports[usize::from(body != 0)];
        match tested.axis {
            Axis::FaceA(index) if body == 0 => face(solid, index, tested.normal),
            Axis::FaceB(index) if body != 0 => face(solid, index, -(self.rotation.transpose() * tested.normal)),
            Axis::Edges(i, j) => to_list(edge(solid, if body == 0 { i } else { j }, support)),
            Axis::Side { body: owner, edge: i } if owner == body => to_list(edge(solid, i, support)),
            Axis::Along { body: owner } if owner == body => to_list(edge(solid, 0, support)),
            Axis::Across { body: owner } if owner == body => (0..solid.vertices.len() as u32).collect(),
            Axis::FaceA(_) | Axis::FaceB(_) | Axis::Side { .. } | Axis::Along { .. } | Axis::Across { .. } => {
                Vec::new()
            }
        }
    }

    /// The ends of the edges of A and of B that define this axis; `None` for other axes.
    pub(in crate::dim3) fn edges_of(&self, tested: &Tested) -> Option<[[u32; 2]; 2]> {
        let Axis::Edges(i, j) = tested.axis else { return None };
        let [of_a, of_b] = tested.supports;
        Some([edge(self.solid(0), i, of_a)?, edge(self.solid(1), j, of_b)?])
    }
}

/// The ends of an edge as a list; empty for `None`.
fn to_list(edge: Option<[u32; 2]>) -> Vec<u32> {
    edge.map_or_else(Vec::new, |ends| ends.to_vec())
}

/// The vertices of the face on the face axis `index` whose normal points to the side of `outward`, the solid's frame.
fn face(solid: &Solid, index: u32, outward: Vec3) -> Vec<u32> {
    let Some(polyhedron) = &solid.polyhedron else { return Vec::new() };
    let Some(axis) = solid.face_axes.get(index as usize) else { return Vec::new() };
    let side = usize::from(axis.normal.dot(outward) < 0.0);
    let face = axis.faces[side].or(axis.faces[1 - side]);
    face.map_or_else(Vec::new, |face| polyhedron.face_vertices(face).collect())
}

/// The ends of an edge; for a box, of that one of the parallel edges that has the vertex `support`.
fn edge(solid: &Solid, edge: u32, support: u32) -> Option<[u32; 2]> {
    let edge = solid.edge(edge)?;
    if solid.half_extents.is_none() {
        return Some(edge.ends);
    }
    // Vertices of a box that an edge joins differ only in the bit of the edge's axis.
    let bit = edge.ends[0] ^ edge.ends[1];
    Some([support & !bit, support | bit])
}
