//! The world: the frustum with its normals, bodies by class, each with a badge, and what parts a false positive.

use glam::DVec3;

use super::shows::Shows;
use super::{Played, Side, letter};
use crate::picture::{Form, Picture, Role};

/// What stays: the frustum, its normals, the eye.
pub(super) fn backdrop(played: &Played, world: &mut Picture) {
    let region = &played.region;
    world.add(Role::Frustum, "frustum", Form::Solid(std::sync::Arc::new(region.solid())));
    for side in Side::ALL {
        let (Some(plane), Some((middle, breadth))) = (region.plane(side), middle(&region.faces[side.index()])) else {
            continue;
        };
        let tip = middle + plane.normal * (0.16 * region.size).min(0.8 * breadth);
        world.arrow(Role::Normal, format!("plane/{side}"), middle, tip);
        world.label(Role::Normal, format!("plane/{side}"), middle, letter(side));
    }
    if let Some(eye) = played.given.viewer.eye() {
        world.point(Role::Text, "eye", eye);
        world.label(Role::Text, "eye", eye, "eye");
    }
}

/// The middle of a polygon, and how far its nearest corner is.
fn middle(face: &[DVec3]) -> Option<(DVec3, f64)> {
    let middle = face.iter().sum::<DVec3>() / face.len().max(1) as f64;
    let nearest = face.iter().map(|p| p.distance(middle)).fold(f64::INFINITY, f64::min);
    (face.len() >= 3).then_some((middle, nearest))
}

/// The bodies as far as they are known, the plane at hand with both vertices, and a false positive's own plane.
pub(super) fn draw(played: &Played, shows: Shows<'_>, world: &mut Picture) {
    let current = shows.record.body;
    if played.is_cloud() {
        played.cloud(shows, world, Some);
    } else {
        bodies(played, shows, world);
    }
    named(played, shows, world);
    if let Some(test) = shows.lit() {
        lit(played, test.side, shows, world);
    }
    if let Some((sum, beside)) = shows.sum() {
        let (p, normal) = (played.world(beside.nearest), sum.plane.normal);
        let at = p + normal * sum.gap;
        let half_size = 0.75 * extent(played, current).max(0.2 * played.region.size);
        world.add(Role::Bound, "sum", Form::Plane { point: at, normal, half_size });
        world.segment(Role::Gap, "gap", p, at);
    }
}

/// Each body with its badge; of a crowd the badges alone.
fn bodies(played: &Played, shows: Shows<'_>, world: &mut Picture) {
    for (body, role) in played.roles(shows.record.body + usize::from(shows.known)) {
        let key = format!("body/{}", played.name(body));
        let role = played.shown_as(role, body, shows);
        if !played.is_crowd() {
            world.body(role, key.clone(), &played.given.solids[body]);
            if role == Role::Bystander {
                continue;
            }
        }
        world.point(role, key, played.center(body));
    }
}

/// The name of the body at hand.
fn named(played: &Played, shows: Shows<'_>, world: &mut Picture) {
    let (name, center) = (played.name(shows.record.body), played.center(shows.record.body));
    let role = if shows.sum().is_some() { Role::Fault } else { Role::Axis };
    world.label(role, format!("body/{name}"), center, name);
    if played.is_crowd() {
        world.add(
            Role::Axis,
            format!("body/{name}"),
            Form::Circle { center, normal: DVec3::ZERO, radius: 0.02 * played.region.size },
        );
    }
}

/// The plane at hand, framed, with the body's n- and p-vertex and how far they are from it.
fn lit(played: &Played, side: Side, shows: Shows<'_>, world: &mut Picture) {
    let Some(plane) = played.region.plane(side) else { return };
    let key = format!("plane/{side}");
    world.add(
        Role::Axis,
        key.clone(),
        Form::Polyline { points: played.region.faces[side.index()].clone(), closed: true },
    );
    let Some(normal) = plane.normal.try_normalize() else { return };
    let Some(extremes) = shows.found.extremes[side.index()] else { return };
    let [n, p] = extremes.map(|point| played.world(point));
    for (role, point) in [(Role::Witness, n), (Role::Upper, p)] {
        world.segment(Role::Ghost, "drop", point, point - normal * plane.signed_distance(point));
        world.point(role, "vertex", point);
    }
}

/// Half the diagonal of a body's drawing.
fn extent(played: &Played, body: usize) -> f64 {
    let vertices = &played.given.solids[body].vertices;
    let low = vertices.iter().copied().reduce(DVec3::min).unwrap_or_default();
    let high = vertices.iter().copied().reduce(DVec3::max).unwrap_or_default();
    played.problem.bodies[body].radius.unwrap_or(0.5 * (high - low).length())
}
