//! Marks of Quickhull's horizon, the loop of edges around the faces that are visible from the apex: numbered edges, and
//! new edges to the apex.

use contact_lens_picture::{Form, Picture, Role};
use glam::DVec3;

use super::HullView;

/// Largest number of vertices and faces with names, and of horizon edges with numbers.
pub(super) const MAX_NAMED: usize = 24;

/// Adds the edges from the horizon to the apex.
pub(super) fn add_new_edges(world: &mut Picture, view: &HullView, apex: u32) {
    for edge in &view.after.horizon {
        view.context.add_segment(world, Role::Added, format!("cone/{}", edge.ends[0]), [edge.ends[0], apex]);
    }
}

/// Adds the horizon as a closed line, with the numbers of its edges.
pub(super) fn add_numbered_horizon(world: &mut Picture, view: &HullView) {
    let edges = &view.after.horizon;
    let points = edges.iter().map(|edge| view.context.position(edge.ends[0])).collect();
    world.add(Role::Horizon, "horizon", Form::Polyline { points, closed: true });
    add_edge_numbers(world, view);
}

/// Adds the numbers of the horizon's edges, if there are few.
fn add_edge_numbers(world: &mut Picture, view: &HullView) {
    let edges = &view.after.horizon;
    if edges.len() > MAX_NAMED {
        return;
    }
    let ends: Vec<[DVec3; 2]> = edges.iter().map(|edge| edge.ends.map(|i| view.context.position(i))).collect();
    let apex = view.after.apex.map(|apex| view.context.position(apex));
    let positions = number_positions(&ends, apex, 2.0 * view.context.radius());
    for (number, position) in (1..).zip(positions) {
        world.badge(Role::Horizon, format!("horizon/{number}"), position, number.to_string());
    }
}

/// Candidate positions of a number along its edge, as fractions of the edge, the best first.
const POSITIONS_ALONG_EDGE: [f64; 5] = [0.5, 0.34, 0.66, 0.2, 0.8];

/// Smallest preferred distance between numbers, as a fraction of the cloud's diameter.
const NUMBERS_APART: f64 = 0.09;

/// Positions of the edges' numbers, world, in the order of the edges: in the middle of an edge, or nearer to an end
/// where that keeps the numbers apart from each other and from the apex. `diameter` is that of the cloud, meters.
fn number_positions(edges: &[[DVec3; 2]], apex: Option<DVec3>, diameter: f64) -> Vec<DVec3> {
    let mut taken: Vec<DVec3> = apex.into_iter().collect();
    for [a, b] in edges {
        let position = number_position([*a, *b], &taken, NUMBERS_APART * diameter);
        taken.push(position);
    }
    taken.split_off(usize::from(apex.is_some()))
}

/// Position of an edge's number: the first candidate that is at least `distance` meters from all positions `taken`, or
/// the one farthest from them.
fn number_position([a, b]: [DVec3; 2], taken: &[DVec3], distance: f64) -> DVec3 {
    let mut best = a;
    let mut largest_clearance = f64::NEG_INFINITY;
    for fraction in POSITIONS_ALONG_EDGE {
        let position = a.lerp(b, fraction);
        let clearance = taken.iter().map(|other| other.distance(position)).fold(f64::INFINITY, f64::min);
        if clearance >= distance {
            return position;
        }
        if clearance > largest_clearance {
            best = position;
            largest_clearance = clearance;
        }
    }
    best
}
