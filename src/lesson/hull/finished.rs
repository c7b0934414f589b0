//! Picture of the finished hull of Quickhull, with an inset on vertices whose marks cover each other.

use std::collections::HashSet;
use std::sync::Arc;

use contact_lens_picture::{Form, Picture, Role, Solid};
use glam::DVec3;

use super::HullView;
use super::dim2::add_named_point;
use super::horizon::MAX_NAMED;
use crate::Detail;

/// Picture of the hull and of the points that are not its vertices; empty in an outline.
pub(super) fn finished_hull(view: &HullView) -> Picture {
    if view.detail == Detail::Outline {
        return Picture::default();
    }
    let mut world = Picture::default();
    let context = view.context;
    let hull = &view.made.hull;
    if hull.vertices.len() <= MAX_NAMED {
        magnify_closest(&mut world, view);
    }
    if let [from, to] = hull.vertices[..] {
        context.add_segment(&mut world, Role::Closest, "hull", [from, to]);
    } else if !hull.faces.is_empty() {
        let surface = Solid { veil: true, ..context.surface(hull.faces.iter().cloned(), true) };
        world.add(Role::Closest, "hull", Form::Solid(Arc::new(surface)));
    }
    for &vertex in &hull.vertices {
        if hull.vertices.len() <= MAX_NAMED {
            add_named_point(&mut world, Role::Closest, vertex, context);
        } else if !view.has_many_points() {
            context.add_point(&mut world, Role::Closest, vertex);
        }
    }
    if !view.has_many_points() {
        let vertices: HashSet<u32> = hull.vertices.iter().copied().collect();
        for point in 0..context.points.len() as u32 {
            if !vertices.contains(&point) {
                context.add_point(&mut world, Role::Removed, point);
            }
        }
    }
    world
}

/// Distance of two vertices, in radii of the cloud, below which their marks cover each other.
const COVERING_DISTANCE: f64 = 0.03;

/// Radius of the magnified ball, in distances of the two closest vertices.
const INSET_RADIUS: f64 = 3.0;

/// Magnifies the two closest vertices of the final hull if their marks cover each other.
fn magnify_closest(world: &mut Picture, view: &HullView) {
    let vertices: Vec<DVec3> = view.made.hull.vertices.iter().map(|&vertex| view.context.position(vertex)).collect();
    let pairs = vertices.iter().enumerate().flat_map(|(i, a)| vertices[..i].iter().map(move |b| [*a, *b]));
    let Some([a, b]) = pairs.min_by(|[a, b], [c, d]| a.distance(*b).total_cmp(&c.distance(*d))) else { return };
    if a.distance(b) < COVERING_DISTANCE * view.context.radius() {
        world.magnify(a.midpoint(b), INSET_RADIUS * a.distance(b));
    }
}
