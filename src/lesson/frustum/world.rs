//! The world: the frustum with its normals, bodies by class, each with a badge, and what parts a false positive.

use glam::DVec3;

use super::normals::normals;
use super::region::ball;
use super::shows::Shows;
use super::{Class, Played, Side};
use crate::picture::{Form, Picture, Role};

/// So many of the frustum's own radii around its middle are near.
const NEAR: f64 = 1.8;

/// Around the gap of a false positive so many of it are magnified.
const APART: f64 = 1.5;

/// What stays: the frustum, its normals, the eye.
pub(super) fn backdrop(played: &Played, world: &mut Picture) {
    let region = &played.region;
    world.add(Role::Frustum, "frustum", Form::Solid(std::sync::Arc::new(region.solid())));
    normals(played, world);
    room(played, world);
    if let Some(eye) = played.given.viewer.eye() {
        world.point(Role::Text, "eye", eye);
        world.label(Role::Text, "eye", eye, "eye");
    }
}

/// What is kept is in view from the start, as far as it does not make the frustum small.
fn room(played: &Played, world: &mut Picture) {
    let (middle, radius) = played.region.ball();
    let frustum = std::sync::Arc::new(played.region.solid());
    let reach = NEAR * radius;
    let kept = played.records.iter().filter(|record| record.class == Class::Crossing);
    let solids = kept.filter_map(|record| played.given.solids.get(record.body));
    let near = solids.filter(|solid| solid.vertices.iter().all(|p| p.distance(middle) <= reach));
    world.add(Role::Grid, "room", Form::Room(near.flat_map(|solid| solid.vertices.iter().copied()).collect()));
    // What is not asked about does not make the frustum small either.
    if !played.is_crowd() {
        let asked = played.given.solids.iter().chain([&frustum]).flat_map(|solid| solid.vertices.iter().copied());
        world.add(Role::Bystander, "near", Form::Room(asked.collect()));
    }
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
    lens(played, current, world);
    if let Some(test) = shows.lit() {
        lit(played, test.side, shows, world);
    }
    if let Some((sum, beside)) = shows.sum() {
        let (p, normal) = (played.world(beside.nearest), sum.plane.normal);
        let at = p + normal * sum.gap;
        let half_size = 0.75 * extent(played, current).max(0.2 * played.region.size);
        world.add(Role::Bound, "sum", Form::Plane { point: at, normal, half_size });
        world.segment(Role::Gap, "gap", p, at);
        // What parts the body from the frustum is seen beside both.
        world.add(Role::Simplex, "lens", Form::Lens { center: p.midpoint(at), radius: APART * sum.gap, faces: None });
    }
}

/// Each body with its badge; of a crowd the badges alone.
fn bodies(played: &Played, shows: Shows<'_>, world: &mut Picture) {
    for (body, role) in played.roles(shows) {
        let key = format!("body/{}", played.name(body));
        let role = played.shown_as(role, body, shows);
        if !played.is_crowd() {
            world.body(role, key.clone(), &played.given.solids[body]);
            if matches!(role, Role::Bystander | Role::Axis) {
                continue;
            }
        }
        played.badge(role, key, played.center(body), world);
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

/// What is too small to be seen beside all else is magnified: the body at hand, or a frustum that is smaller.
fn lens(played: &Played, current: usize, world: &mut Picture) {
    let frustum = played.region.ball();
    let body = (played.center(current), extent(played, current));
    // Of a small frustum what is around the eye, where all planes meet.
    let at_eye = (played.given.viewer.eye().unwrap_or(frustum.0), 0.22 * frustum.1);
    let (center, radius) = if frustum.1 > 0.0 && frustum.1 < body.1 { at_eye } else { body };
    if radius > 0.0 && !played.is_crowd() {
        world.add(Role::Region, "lens", Form::Lens { center, radius: 1.5 * radius, faces: None });
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
    played.problem.bodies[body].radius.unwrap_or_else(|| ball(vertices.iter().copied()).1)
}
