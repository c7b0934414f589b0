//! Marks of the horizon: the loop with its numbers, and the edges to the apex.

use glam::DVec3;

use super::HullView;
use crate::picture::{Form, Picture, Role};

/// Largest number of vertices and faces with names.
pub(super) const NAMED: usize = 24;

/// Adds the edges from the horizon to the apex.
pub(super) fn add_new_edges(world: &mut Picture, view: &HullView, apex: u32) {
    for edge in &view.after.horizon {
        view.context.add_segment(world, Role::Added, format!("cone/{}", edge.ends[0]), [edge.ends[0], apex]);
    }
}

/// Adds the horizon as a closed line.
pub(super) fn add_horizon(world: &mut Picture, view: &HullView) {
    let edges = &view.after.horizon;
    let points = edges.iter().map(|edge| view.context.position(edge.ends[0])).collect();
    world.add(Role::Horizon, "horizon", Form::Polyline { points, closed: true });
}

/// Adds the numbers of the horizon's edges, if there are few.
pub(super) fn number_edges(world: &mut Picture, view: &HullView) {
    let edges = &view.after.horizon;
    if edges.len() <= NAMED {
        let ends: Vec<[DVec3; 2]> = edges.iter().map(|edge| edge.ends.map(|i| view.context.position(i))).collect();
        let apex = view.after.apex.map(|apex| view.context.position(apex));
        for (number, at) in (1..).zip(numbered(&ends, apex, 2.0 * view.context.radius())) {
            world.badge(Role::Horizon, format!("horizon/{number}"), at, number.to_string());
        }
    }
}

/// Candidate positions of a number along its edge.
const ALONG: [f64; 5] = [0.5, 0.34, 0.66, 0.2, 0.8];

/// Preferred distance between numbers, as a fraction of the cloud's size.
const NUMBERS_APART: f64 = 0.09;

/// Positions of the edges' numbers: in the middle, or nearer to an end where that keeps them apart from each other and
/// from the apex.
fn numbered(edges: &[[DVec3; 2]], apex: Option<DVec3>, size: f64) -> Vec<DVec3> {
    let mut taken: Vec<DVec3> = apex.into_iter().collect();
    for [a, b] in edges {
        let places = ALONG.map(|share| {
            let at = a.lerp(*b, share);
            (at, taken.iter().map(|other| other.distance(at)).fold(f64::INFINITY, f64::min))
        });
        let free = places.into_iter().find(|(_, apart)| *apart >= NUMBERS_APART * size);
        let place = free.or_else(|| places.into_iter().reduce(|best, next| if next.1 > best.1 { next } else { best }));
        taken.extend(place.map(|(at, _)| at));
    }
    taken.split_off(usize::from(apex.is_some()))
}
