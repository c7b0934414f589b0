//! Picture of the finished hull of Quickhull, with an inset on vertices whose marks cover each other.

use std::collections::HashSet;
use std::sync::Arc;

use glam::DVec3;

use super::HullView;
use super::dim2::add_named_point;
use super::horizon::MAX_NAMED;
use crate::lesson::Detail;
use crate::picture::{Form, Picture, Role, Solid};

/// Picture of the hull and of the points inside it.
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
    match hull.vertices[..] {
        [from, to] => context.add_segment(&mut world, Role::Closest, "hull", [from, to]),
        _ if !hull.faces.is_empty() => {
            let surface = Solid { veil: true, ..context.surface(hull.faces.iter().cloned(), true) };
            world.add(Role::Closest, "hull", Form::Solid(Arc::new(surface)));
        }
        _ => {}
    }
    for &vertex in &hull.vertices {
        match hull.vertices.len() <= MAX_NAMED {
            true => add_named_point(&mut world, Role::Closest, vertex, context),
            false if view.has_many_points() => {}
            false => context.add_point(&mut world, Role::Closest, vertex),
        }
    }
    let corners: HashSet<u32> = hull.vertices.iter().copied().collect();
    let others = (0..context.points.len() as u32).filter(|other| !corners.contains(other));
    others.filter(|_| !view.has_many_points()).for_each(|other| context.add_point(&mut world, Role::Removed, other));
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
    let closest = pairs.min_by(|[a, b], [c, d]| a.distance(*b).total_cmp(&c.distance(*d)));
    if let Some([a, b]) = closest.filter(|[a, b]| a.distance(*b) < COVERING_DISTANCE * view.context.radius()) {
        world.magnify(a.midpoint(b), INSET_RADIUS * a.distance(b));
    }
}
