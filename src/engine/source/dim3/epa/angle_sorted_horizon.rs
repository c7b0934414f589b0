//! The horizon of `[EPAPost]`, for comparison with the flood fill: the vertices of all faces that see the new point,
//! sorted by angle.
//!
//! - **Method.** One visible face: its three edges are the horizon. Two visible faces: the four vertices around their
//!   common edge. More: their vertices, each once, are projected along the line from their center to the new point and
//!   sorted by angle around the center.
//! - **Failures.** The method fails if all faces at a vertex are visible, because that vertex is inside the border, and
//!   if the border doubles back, seen from the center, because the angles then have another order.
//! - **Departures.** The source joins every ring to the new point. Here the ring is first compared with the border of
//!   the visible faces. If they differ, the polytope stays as it is, and the run ends with `Outcome::BrokenHorizon`.
//!   Angles are computed by `atan2`, not by `acos` of a rounded cosine.

use super::horizon::{HorizonEdge, Ring, VertexAngle};
use super::polytope::{Polytope, Sight, unit};
use super::silhouette::Silhouette;
use crate::dim3::prelude::*;

impl Silhouette {
    /// Finds the faces of `polytope` that see `w` and sorts their vertices into a horizon. Returns whether the horizon
    /// is the border of those faces; if not, [`Ring::broken`] holds the first pair of vertices without a border edge.
    pub fn sort_by_angle(&mut self, polytope: &mut Polytope, w: Vec3) -> bool {
        let visible_mark = self.begin() + 1;
        self.ring.clear();
        for (index, face) in polytope.live_faces() {
            if polytope.sees(face, w, Sight::Rounded) {
                self.visible.push(index);
            }
        }
        for &face in &self.visible {
            polytope.faces[face as usize].mark = visible_mark;
        }
        let corners = &mut self.ring.corners;
        match self.visible[..] {
            [] => return false,
            [only] => corners.extend(polytope.faces[only as usize].corner),
            [face, other] => corners.extend(ring_around_two(polytope, face, other).into_iter().flatten()),
            _ => {}
        }
        if self.ring.corners.is_empty() {
            self.sort_ring(polytope, w);
        }
        self.add_border_edges(polytope, visible_mark)
    }

    /// Collects the vertices of the visible faces, each once, and sorts them counter-clockwise by angle, seen from `w`
    /// around their center. Leaves them unsorted if `w` is the center.
    fn sort_ring(&mut self, polytope: &Polytope, w: Vec3) {
        let Ring { corners, center, angles, .. } = &mut self.ring;
        for &face in &self.visible {
            for corner in polytope.faces[face as usize].corner {
                if !corners.contains(&corner) {
                    corners.push(corner);
                }
            }
        }
        let sum = corners.iter().fold(Vec3::ZERO, |sum, corner| sum + polytope.point(*corner));
        let middle = sum / corners.len() as Real;
        *center = Some(middle);
        let Some(normal) = unit(w - middle) else { return };
        // Angles count from the first vertex.
        let axis = projected(polytope.point(corners[0]) - middle, normal);
        let perpendicular = normal.cross(axis);
        angles.extend(corners.iter().map(|&vertex| {
            let arm = projected(polytope.point(vertex) - middle, normal);
            let angle = arm.dot(perpendicular).atan2(arm.dot(axis));
            let angle = if angle < 0.0 { angle + std::f64::consts::TAU as Real } else { angle };
            VertexAngle { angle, vertex }
        }));
        angles.sort_unstable_by(|a, b| a.angle.total_cmp(&b.angle));
        corners.clear();
        corners.extend(angles.iter().map(|vertex_angle| vertex_angle.vertex));
    }

    /// Converts the ring of vertices into horizon edges, up to the first two neighbors that no border edge joins.
    /// Returns whether all neighbors are joined.
    fn add_border_edges(&mut self, polytope: &Polytope, visible_mark: u32) -> bool {
        let n = self.ring.corners.len();
        for i in 0..n {
            let from = self.ring.corners[i];
            let to = self.ring.corners[(i + 1) % n];
            match self.border_edge(polytope, visible_mark, from, to) {
                Some(edge) => self.horizon.push(edge),
                None => {
                    self.ring.broken = Some([from, to]);
                    return false;
                }
            }
        }
        true
    }

    /// The edge between a visible and a hidden face that runs from vertex `from` to vertex `to` in the visible face;
    /// `None` if there is none. Visible faces have the mark `visible_mark`.
    fn border_edge(&self, polytope: &Polytope, visible_mark: u32, from: u32, to: u32) -> Option<HorizonEdge> {
        for &index in &self.visible {
            let face = &polytope.faces[index as usize];
            for e in 0..3 {
                let is_edge = face.corner[e] == from && face.corner[(e + 1) % 3] == to;
                let beyond = face.across[e];
                if is_edge && polytope.faces[beyond as usize].mark != visible_mark {
                    return Some(HorizonEdge { face: beyond, edge: face.edge[e], from, to });
                }
            }
        }
        None
    }
}

/// The four vertices of two faces, counter-clockwise around their common edge; `None` if they share no edge.
fn ring_around_two(polytope: &Polytope, face: u32, other: u32) -> Option<[u32; 4]> {
    let face = &polytope.faces[face as usize];
    let edge = (0..3).find(|edge| face.across[*edge] == other)?;
    // The vertex of the other face that is not on the common edge.
    let opposite = polytope.faces[other as usize].corner[(face.edge[edge] as usize + 2) % 3];
    Some([face.corner[edge], opposite, face.corner[(edge + 1) % 3], face.corner[(edge + 2) % 3]])
}

/// The component of `v` perpendicular to the unit vector `normal`.
fn projected(v: Vec3, normal: Vec3) -> Vec3 {
    v - normal * v.dot(normal)
}
