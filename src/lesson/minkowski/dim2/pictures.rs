//! Pictures of the merge of two polygons' edges: the newest vertex, the next edges and their angles.

use contact_lens_model::answer::number::brief;
use contact_lens_model::snapshot::minkowski::EdgeOrigin;
use contact_lens_picture::{Form, Picture, Role};
use glam::DVec3;

use super::{PlanarMinkowskiView, edge_name, edge_role, pair_name};
use crate::{Pictures, add_named_point, corner_names};

/// Number of sides of a drawn angle's arc.
const ARC_SIDES: usize = 32;

/// Radii of the arcs of the angles of A's and −B's edge, in bounding radii of the pair.
const ARC_RADII: [f64; 2] = [0.12, 0.2];

/// Length of the line along x from which angles are measured, in bounding radii of the pair.
const ZERO_LINE_LENGTH: f64 = 0.3;

/// Size of a negative angle up to which it is rounding error of 0, radians.
const ANGLE_ROUNDING: f64 = 1e-12;

impl PlanarMinkowskiView<'_> {
    /// Vector along the edge of A (0) or −B (1) with these ends, meters.
    pub(super) fn along(&self, which: usize, [from, to]: [u32; 2]) -> DVec3 {
        // An edge of −B is the mirrored edge of B.
        let sign = [1.0, -1.0][which];
        (self.context.position(which, to) - self.context.position(which, from)) * sign
    }

    /// Pictures of the newest vertex in the world and in configuration space, in this order.
    pub(super) fn vertex_pictures(&self, corner: [u32; 2]) -> (Picture, Picture) {
        let mut world = Picture::default();
        let mut cso = Picture::default();
        for which in [0, 1] {
            let position = self.context.position(which, corner[which]);
            let name = corner_names(['a', 'b'][which], &[corner[which]]);
            add_named_point(&mut world, Role::NewSupport, &format!("corner/{which}"), position, name);
        }
        // The outline of the finished difference is faint.
        let points = self.context.difference.vertices.clone();
        cso.add(Role::Ghost, "whole", Form::Polyline { points, closed: true });
        add_named_point(&mut cso, Role::NewSupport, "corner", self.context.cso(corner), pair_name(corner));
        (world, cso)
    }

    /// Adds the sides of A and of B that form the edge of `A − B` with the index `edge`, which ends at the newest
    /// vertex `corner`: the names of their first vertices, and the name of the edge.
    pub(super) fn add_sides_of(&self, world: &mut Picture, cso: &mut Picture, edge: usize, corner: [u32; 2]) {
        let origin = self.edges[edge];
        let middle = self.context.cso(self.corners[edge]).midpoint(self.context.cso(corner));
        cso.label(edge_role(origin), format!("facet/{edge}"), middle, self.origin_name(origin));
        let sides = match origin {
            EdgeOrigin::A(i) => [Some(i), None],
            EdgeOrigin::B(j) => [None, Some(j)],
            EdgeOrigin::Both(i, j) => [Some(i), Some(j)],
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
    pub(super) fn next_edge_pictures(&self, corner: [u32; 2]) -> Pictures {
        let (mut world, mut cso) = self.vertex_pictures(corner);
        let mut start = self.context.cso(corner);
        let is_compared = self.before.next_edges.iter().all(Option::is_some) && self.before.order != 0;
        for which in [0, 1] {
            let Some([from, to]) = self.before.next_edges[which] else { continue };
            let key = format!("edge/{which}");
            let [p, q] = [from, to].map(|end| self.context.position(which, end));
            world.arrow(Role::Simplex, key.clone(), p, q);
            self.context.add_named_vertices(&mut world, which, &[from, to]);
            let along = self.along(which, [from, to]);
            cso.arrow(Role::Simplex, key.clone(), start, start + along);
            cso.label(Role::Simplex, key, start + 0.5 * along, edge_name(which, [from, to]));
            if is_compared {
                self.add_angle(&mut cso, which, start, along);
            }
            // Parallel edges are head to tail; others start at one point, where their angles are compared.
            if self.before.order == 0 {
                start += along;
            }
        }
        if is_compared {
            let length = ZERO_LINE_LENGTH * self.context.pair.bounding_radius();
            cso.segment(Role::Grid, "zero", start, start + DVec3::X * length);
        }
        (world, cso).into()
    }

    /// Adds the angle from the x direction to the vector `along` an edge of A (0) or −B (1), at the vertex `start`.
    fn add_angle(&self, cso: &mut Picture, which: usize, start: DVec3, along: DVec3) {
        let angle = angle_from_x(along);
        let radius = ARC_RADII[which] * self.context.pair.bounding_radius();
        let key = format!("angle/{which}");
        let angles = (0..=ARC_SIDES).map(|k| angle * (k as f64 / ARC_SIDES as f64));
        let points: Vec<DVec3> = angles.map(|angle| point_on_arc(start, radius, angle)).collect();
        cso.add(Role::Axis, key.clone(), Form::Polyline { points, closed: false });
        cso.label(Role::Axis, key, point_on_arc(start, radius, angle * 0.5), degrees(angle));
    }
}

/// Point of the circle around `center`, `angle` radians counterclockwise from the x direction.
fn point_on_arc(center: DVec3, radius: f64, angle: f64) -> DVec3 {
    center + DVec3::new(angle.cos(), angle.sin(), 0.0) * radius
}

/// Angle from the x direction to a vector, counterclockwise, radians, from 0 to 2π. A negative rounding error is 0.
pub(super) fn angle_from_x(along: DVec3) -> f64 {
    let angle = along.y.atan2(along.x);
    if angle < -ANGLE_ROUNDING { angle + std::f64::consts::TAU } else { angle.max(0.0) }
}

/// Text in degrees of an angle in radians.
pub(super) fn degrees(angle: f64) -> String {
    format!("{}°", brief(angle.to_degrees()))
}
