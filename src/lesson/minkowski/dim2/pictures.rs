//! Pictures of the merge of two polygons' edges: the newest vertex, the next edges and their angles.

use glam::DVec3;

use super::{PlanarMinkowskiView, edge_name, edge_role, pair_name};
use crate::answer::number::brief;
use crate::lesson::{Pictures, add_named_point, corner_names};
use crate::picture::{Form, Picture, Role};
use crate::snapshot::minkowski::Origin;

/// Number of sides of a drawn angle's arc.
const ARC_SIDES: usize = 32;

impl PlanarMinkowskiView<'_> {
    /// Direction of the next edge of A (0) or −B (1).
    pub(super) fn along(&self, which: usize, [from, to]: [u32; 2]) -> DVec3 {
        (self.context.position(which, to) - self.context.position(which, from)) * [1.0, -1.0][which]
    }

    /// Pictures of the newest vertex, in the world and in configuration space.
    pub(super) fn vertex(&self, corner: [u32; 2]) -> (Picture, Picture) {
        let mut world = Picture::default();
        let mut cso = Picture::default();
        for which in [0, 1] {
            let at = self.context.position(which, corner[which]);
            let name = corner_names(['a', 'b'][which], &[corner[which]]);
            add_named_point(&mut world, Role::NewSupport, &format!("corner/{which}"), at, name);
        }
        // Beats draw the vertices that are not found yet as an outline.
        let points = self.context.whole.vertices.clone();
        cso.add(Role::Ghost, "whole", Form::Polyline { points, closed: true });
        add_named_point(&mut cso, Role::NewSupport, "corner", self.context.cso(corner), pair_name(corner));
        (world, cso)
    }

    /// Adds the sides of A and of B that form an edge of `A − B`, with the names of their first vertices; the last ones
    /// are those of the newest vertex.
    pub(super) fn add_sides_of(&self, world: &mut Picture, edge: usize) {
        let origin = self.edges[edge];
        let sides = match origin {
            Origin::A(i) => [Some(i), None],
            Origin::B(j) => [None, Some(j)],
            Origin::Both(i, j) => [Some(i), Some(j)],
        };
        for (which, side) in sides.into_iter().enumerate() {
            let Some(side) = side else { continue };
            let vertices = &self.sides[which];
            let [from, to] = [0, 1].map(|step| vertices[(side as usize + step) % vertices.len()]);
            let [start, end] = [from, to].map(|vertex| self.context.position(which, vertex));
            world.segment(edge_role(origin), format!("facet/{edge}"), start, end);
            let name = corner_names(['a', 'b'][which], &[from]);
            add_named_point(world, edge_role(origin), &format!("side/{which}"), start, name);
        }
    }

    /// Pictures of the next edges of A and −B, in the world and from the newest vertex on.
    pub(super) fn candidates(&self, corner: [u32; 2]) -> Pictures {
        let (_, mut cso) = self.vertex(corner);
        let mut world = Picture::default();
        let mut start = self.context.cso(corner);
        let is_compared = self.before.next.iter().all(Option::is_some) && self.before.order != 0;
        for which in [0, 1] {
            let Some([from, to]) = self.before.next[which] else { continue };
            let key = format!("edge/{which}");
            let [p, q] = [from, to].map(|end| self.context.position(which, end));
            world.arrow(Role::Simplex, key.clone(), p, q);
            self.context.add_named_vertices(&mut world, which, &[from, to]);
            let along = self.along(which, [from, to]);
            cso.arrow(Role::Simplex, key.clone(), start, start + along);
            cso.label(Role::Simplex, key, start + 0.5 * along, edge_name(which, [from, to]));
            if is_compared {
                self.angle(&mut cso, which, start, along);
            }
            // Parallel edges are head to tail; others start at one point, where their angles are compared.
            if self.before.order == 0 {
                start += along;
            }
        }
        if is_compared {
            let length = 0.3 * self.context.pair.bounding_radius();
            cso.segment(Role::Grid, "zero", start, start + DVec3::X * length);
        }
        (world, cso).into()
    }

    /// Adds the angle from the x direction to an edge of A (0) or −B (1), at the vertex `start`.
    pub(super) fn angle(&self, cso: &mut Picture, which: usize, start: DVec3, along: DVec3) {
        let angle = angle_from_x(along);
        let radius = [0.12, 0.2][which] * self.context.pair.bounding_radius();
        let on_arc = |share: f64| start + DVec3::new((angle * share).cos(), (angle * share).sin(), 0.0) * radius;
        let key = format!("angle/{which}");
        let points: Vec<DVec3> = (0..=ARC_SIDES).map(|k| on_arc(k as f64 / ARC_SIDES as f64)).collect();
        cso.add(Role::Axis, key.clone(), Form::Polyline { points, closed: false });
        cso.label(Role::Axis, key, on_arc(0.5), degrees(angle));
    }
}

/// Angle from the x direction to a vector, counter-clockwise, radians, from 0 to 2π. A negative rounding error is 0.
pub(super) fn angle_from_x(along: DVec3) -> f64 {
    let angle = along.y.atan2(along.x);
    if angle < -1e-12 { angle + std::f64::consts::TAU } else { angle.max(0.0) }
}

/// Text of an angle, degrees.
pub(super) fn degrees(angle: f64) -> String {
    format!("{}°", brief(angle.to_degrees()))
}
