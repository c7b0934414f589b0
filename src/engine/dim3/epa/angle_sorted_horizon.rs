//! The angle-sorted horizon of `[EPAPost]`: the vertices of all faces that see the new point, sorted by angle around
//! the line from their center to that point. It is available for comparison with the flood fill.
//!
//! - **Source.** `[EPAPost]`, the two kinds of expansion. One visible face: its three edges. Two: the four vertices
//!   around the edge they share. More: the vertices of all of them, each once, projected along the line from their
//!   center to the new point and sorted by angle around the center.
//! - **Departures.** The source joins any ring to the new point. Here the ring is first compared with the border of the
//!   visible faces; where the two differ, the polytope stays as it is, and the run ends with `Outcome::BrokenHorizon`.
//!   Angles are `atan2`, not `acos` of a rounded cosine.
//! - **Where it breaks.** A vertex all of whose faces see the point is inside the border and would have to be removed.
//!   A border that doubles back, seen from the center, has its vertices in another order than their angles.

use super::super::prelude::*;
use super::horizon::{HorizonEdge, Ring};
use super::polytope::{Polytope, Sight, unit};
use super::silhouette::Silhouette;

impl Silhouette {
    /// Finds the faces of `polytope` that see `w` and sorts their vertices into a horizon. Returns whether the horizon
    /// is the border of those faces; if not, [`Ring::broken`] holds the first pair of vertices without a border edge.
    pub fn sort_by_angle(&mut self, polytope: &mut Polytope, w: Vec3) -> bool {
        let visible_mark = self.begin() + 1;
        self.ring.clear();
        self.visible.extend(polytope.live_faces().filter(|(_, f)| polytope.sees(f, w, Sight::Rounded)).map(|(i, _)| i));
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
        for corner in self.visible.iter().flat_map(|f| polytope.faces[*f as usize].corner) {
            if !corners.contains(&corner) {
                corners.push(corner);
            }
        }
        let middle = corners.iter().fold(Vec3::ZERO, |sum, c| sum + polytope.point(*c)) / corners.len() as Real;
        *center = Some(middle);
        let Some(normal) = unit(w - middle) else { return };
        // Angles count from the first vertex.
        let axis = projected(polytope.point(corners[0]) - middle, normal);
        let perpendicular = normal.cross(axis);
        angles.extend(corners.iter().map(|c| {
            let arm = projected(polytope.point(*c) - middle, normal);
            let angle = arm.dot(perpendicular).atan2(arm.dot(axis));
            (if angle < 0.0 { angle + std::f64::consts::TAU as Real } else { angle }, *c)
        }));
        angles.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
        corners.clear();
        corners.extend(angles.iter().map(|(_, corner)| *corner));
    }

    /// Converts the ring into horizon edges, up to the first pair of vertices that no border edge joins. Returns
    /// whether every pair is joined.
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

    /// The edge between a visible and a hidden face that runs from vertex `from` to vertex `to`; `None` if there is
    /// none.
    fn border_edge(&self, polytope: &Polytope, visible_mark: u32, from: u32, to: u32) -> Option<HorizonEdge> {
        self.visible.iter().map(|f| &polytope.faces[*f as usize]).find_map(|face| {
            let e = (0..3).find(|&e| {
                let is_hidden = polytope.faces[face.across[e] as usize].mark != visible_mark;
                is_hidden && face.corner[e] == from && face.corner[(e + 1) % 3] == to
            })?;
            Some(HorizonEdge { face: face.across[e], edge: face.edge[e], from, to })
        })
    }
}

/// The four vertices of two faces, counter-clockwise around their common edge; `None` if they share no edge.
fn ring_around_two(polytope: &Polytope, face: u32, other: u32) -> Option<[u32; 4]> {
    let [left, right] = [face, other].map(|f| &polytope.faces[f as usize]);
    let edge = (0..3).find(|e| left.across[*e] == other)?;
    // The vertex of the other face that is not on the common edge.
    let opposite = right.corner[(left.edge[edge] as usize + 2) % 3];
    Some([left.corner[edge], opposite, left.corner[(edge + 1) % 3], left.corner[(edge + 2) % 3]])
}

/// The component of `v` perpendicular to the unit vector `normal`.
fn projected(v: Vec3, normal: Vec3) -> Vec3 {
    v - normal * v.dot(normal)
}
