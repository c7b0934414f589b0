//! World view of culling: the frustum with its normals, bodies by class with badges, and the separating plane of a
//! false positive.

use glam::DVec3;

use super::normals::normals;
use super::region::ball;
use super::shown_bodies::ShownBodies;
use super::{Class, Played, Side};
use crate::picture::{Form, Picture, Role};

/// Distance from the frustum's center, in its radii, up to which bodies count as near.
const NEAR: f64 = 1.8;

/// Radius of the inset on the gap of a false positive, in gaps.
const APART: f64 = 1.5;

/// Adds the fixed marks: the frustum, its normals, the eye.
pub(super) fn backdrop(played: &Played, world: &mut Picture) {
    let region = &played.region;
    world.add(Role::Frustum, "frustum", Form::Solid(std::sync::Arc::new(region.solid())));
    normals(played, world);
    reserve_space(played, world);
    if let Some(eye) = played.given.viewer.eye() {
        world.point(Role::Text, "eye", eye);
        world.label(Role::Text, "eye", eye, "eye");
    }
}

/// Reserves space for crossing bodies, unless they would make the frustum small.
fn reserve_space(played: &Played, world: &mut Picture) {
    let (middle, radius) = played.region.ball();
    let frustum = std::sync::Arc::new(played.region.solid());
    let reach = NEAR * radius;
    let kept = played.records.iter().filter(|record| record.class == Class::Crossing);
    let solids = kept.filter_map(|record| played.given.solids.get(record.body));
    let near = solids.filter(|solid| solid.vertices.iter().all(|p| p.distance(middle) <= reach));
    world.reserve(near.flat_map(|solid| solid.vertices.iter().copied()));
    // Bodies outside of the query do not make the frustum small either.
    if !played.is_crowd() {
        let asked = played.given.solids.iter().chain([&frustum]).flat_map(|solid| solid.vertices.iter().copied());
        world.limit_bystanders(&asked.collect::<Vec<DVec3>>());
    }
}

/// Adds the bodies by known class, the current plane with both vertices, and the separating plane of a false positive.
pub(super) fn draw(played: &Played, shows: ShownBodies<'_>, world: &mut Picture) {
    let current = shows.record.body;
    if played.is_cloud() {
        played.cloud(shows, world, Some);
    } else {
        bodies(played, shows, world);
    }
    add_current_name(played, shows, world);
    lens(played, current, world);
    if let Some(test) = shows.lit() {
        lit(played, test.side, shows, world);
    }
    if let Some((sum, beside)) = shows.sum() {
        let p = played.world(beside.nearest);
        let normal = sum.plane.normal;
        let at = p + normal * sum.gap;
        let half_size = 0.75 * extent(played, current).max(0.2 * played.region.size);
        world.add(Role::Bound, "sum", Form::Plane { point: at, normal, half_size });
        world.segment(Role::Gap, "gap", p, at);
        // The inset shows the gap between the body and the frustum.
        world.magnify_subject(p.midpoint(at), APART * sum.gap);
    }
}

/// Adds each body with its badge; with many bodies, the badges only.
fn bodies(played: &Played, shows: ShownBodies<'_>, world: &mut Picture) {
    for (body, role) in played.roles(shows) {
        let key = format!("body/{}", played.name(body));
        let role = played.shown_as(role, body, shows);
        if !played.is_crowd() {
            world.body(role, key.clone(), &played.given.solids[body]);
            if matches!(role, Role::Idle | Role::Axis) {
                continue;
            }
        }
        played.badge(role, key, played.center(body), world);
    }
}

/// Adds the name of the current body.
fn add_current_name(played: &Played, shows: ShownBodies<'_>, world: &mut Picture) {
    let name = played.name(shows.record.body);
    let center = played.center(shows.record.body);
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

/// Adds an inset on the current body, or on the frustum if that is smaller.
fn lens(played: &Played, current: usize, world: &mut Picture) {
    let frustum = played.region.ball();
    let body = (played.center(current), extent(played, current));
    // A small frustum is magnified around the eye, where all planes intersect.
    let at_eye = (played.given.viewer.eye().unwrap_or(frustum.0), 0.22 * frustum.1);
    let (center, radius) = if frustum.1 > 0.0 && frustum.1 < body.1 { at_eye } else { body };
    if radius > 0.0 && !played.is_crowd() {
        world.magnify(center, 1.5 * radius);
    }
}

/// Adds the current plane with a frame, the body's n-vertex and p-vertex, and their distances.
fn lit(played: &Played, side: Side, shows: ShownBodies<'_>, world: &mut Picture) {
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

/// Bounding radius of a body, meters.
fn extent(played: &Played, body: usize) -> f64 {
    let vertices = &played.given.solids[body].vertices;
    played.problem.bodies[body].radius.unwrap_or_else(|| ball(vertices.iter().copied()).1)
}
