//! World view of culling: the frustum with its normals, bodies by class with badges, and the separating plane of a
//! false positive.

use std::sync::Arc;

use contact_lens_model::snapshot::frustum::{PlaneTest, Sum, SumPosition};
use contact_lens_picture::{Form, Picture, Role, Solid};
use glam::DVec3;

use super::normals::add_normals;
use super::region::{BoundingBall, ball};
use super::shown_bodies::ShownBodies;
use super::{Class, PlayedContext, Side, number};
use crate::Focus;

/// Distance from the frustum's center, in its radii, up to which bodies count as near.
const NEAR_DISTANCE: f64 = 1.8;

/// Half side of the separating plane's square, in radii of the body.
const SEPARATING_PATCH: f64 = 0.75;

/// Least radius of a body that scales the separating plane's square, as a fraction of the scene's size.
const MIN_EXTENT: f64 = 0.2;

/// Radius of the ring around the current body among many, as a fraction of the scene's size.
const RING_RADIUS: f64 = 0.02;

/// Radius of the ring around the current body among few, in radii of the body.
const RING_OF_BODY: f64 = 0.9;

/// Part of a small frustum that is magnified around the eye, in radii of the frustum.
const PART_AT_EYE: f64 = 0.22;

/// Radius of the inset on the current body or at the eye, in radii of the body or of the magnified part.
const BODY_INSET: f64 = 1.5;

/// Radius of the inset on the gap of a false positive, in gaps.
const GAP_INSET: f64 = 1.5;

/// Mark id of the body's point farthest out along the normal of the current plane.
pub(super) const FARTHEST_OUT: &str = "vertex/out";

/// Mark id of the body's point farthest in along the normal of the current plane.
pub(super) const FARTHEST_IN: &str = "vertex/in";

/// Length of the normal of the current plane, in half sides of the drawn part of the plane.
const NORMAL_LENGTH: f64 = 0.6;

/// Place of the normal on the drawn part of the current plane, in half sides from its middle.
const NORMAL_PLACE: f64 = 0.4;

/// Place of the plane's name, in half sides from the middle of the drawn part, away from the normal.
const NAME_PLACE: f64 = 0.55;

/// Place of a distance's number on its line, as a fraction of the line from the plane to the body's point: nearer to
/// the body than to the plane.
const DISTANCE_PLACE: f64 = 0.65;

/// Half the side of the drawn part of the current plane next to the body, in radii of the body.
const PATCH: f64 = 1.4;

/// Least half side of the drawn part of the current plane, as a fraction of the scene's size: a point has no radius.
const LEAST_PATCH: f64 = 0.02;

/// Largest distance of a deciding point from its plane that is magnified, in radii of the body.
const TINY_DISTANCE: f64 = 0.05;

/// Radius of the inset on a tiny distance of a deciding point, in distances.
const TINY_INSET: f64 = 1.5;

/// Length of the normal in the view direction of a plane's test, relative to the part across it: distances along the
/// normal are long, and the plane is not a line.
const TOWARD_NORMAL: f64 = 0.55;

/// Radius of the space around the body in the view of a plane's test, in radii of the body.
const AROUND_BODY: f64 = 2.0;

/// Radius of the frustum, in radii of the body, up to which the view of a plane's test shows the whole frustum.
const WHOLE_FRUSTUM: f64 = 8.0;

/// Adds the fixed marks: the frustum, its normals, the eye.
pub(super) fn add_fixed_marks(played: &PlayedContext, world: &mut Picture) {
    let region = &played.region;
    world.add(Role::Frustum, "frustum", Form::Solid(Arc::new(region.solid())));
    reserve_space(played, world);
    if let Some(eye) = played.query.viewer.eye() {
        world.point(Role::Text, "eye", eye);
        world.label(Role::Text, "eye", eye, "eye");
    }
}

/// Reserves space for crossing bodies, unless they would make the frustum small.
fn reserve_space(played: &PlayedContext, world: &mut Picture) {
    let ball = played.region.ball();
    let frustum = Arc::new(played.region.solid());
    let reach = NEAR_DISTANCE * ball.radius;
    let kept = played.records.iter().filter(|record| record.class == Class::Crossing);
    let solids = kept.filter_map(|record| played.query.solids.get(record.body));
    let near = solids.filter(|solid| solid.vertices.iter().all(|p| p.distance(ball.center) <= reach));
    world.reserve(near.flat_map(|solid| solid.vertices.iter().copied()));
    // Bodies outside of the query do not make the frustum small either.
    if !played.has_many_bodies() {
        let in_query = played.query.solids.iter().chain([&frustum]).flat_map(|solid| solid.vertices.iter().copied());
        world.limit_bystanders(&in_query.collect::<Vec<DVec3>>());
    }
}

/// Adds the bodies by known class, the current plane with both vertices, and the separating plane of a false positive.
pub(super) fn add_step_marks(played: &PlayedContext, shows: ShownBodies<'_>, world: &mut Picture) {
    let current = shows.record.body;
    if played.draws_only_dots() {
        played.add_cloud(shows, world, Some);
    } else {
        add_bodies(played, shows, world);
    }
    add_current_name(played, shows, world);
    let test = shows.current_test();
    if test.is_none() {
        magnify_current(played, current, world);
    }
    // The normals are introduced before the tests; later, those of planes that the sub-step is not about are clutter.
    if shows.tested == 0 || played.has_many_bodies() {
        add_normals(played, world);
    }
    if let Some(test) = test {
        add_tested_plane(played, test, shows, world);
    }
    if let Some(side) = shows.record.rejected_by().filter(|_| shows.is_class_known && !played.has_many_bodies()) {
        add_rejecting_plane(played, side, world);
    }
    if let Some((sum, position)) = shows.separating_plane() {
        add_separating_plane(played, current, &sum, &position, world);
    }
}

/// Adds the plane that separates a false positive, the body with the index `body`, from the frustum, and the gap
/// between them.
fn add_separating_plane(played: &PlayedContext, body: usize, sum: &Sum, position: &SumPosition, world: &mut Picture) {
    let nearest = played.world(position.nearest);
    let normal = sum.plane.normal;
    let foot = nearest + normal * sum.gap;
    let half_size = SEPARATING_PATCH * extent(played, body).max(MIN_EXTENT * played.region.size);
    world.add(Role::Bound, "sum", Form::Plane { point: foot, normal, half_size });
    world.segment(Role::Gap, "gap", nearest, foot);
    world.label(Role::Gap, "gap", nearest.midpoint(foot), number::length(sum.gap).text);
    world.magnify_subject(nearest.midpoint(foot), GAP_INSET * sum.gap);
}

/// Adds each body with its badge; with many bodies, the badges only.
fn add_bodies(played: &PlayedContext, shows: ShownBodies<'_>, world: &mut Picture) {
    for (body, role) in played.roles(shows) {
        let key = format!("body/{}", played.name(body));
        let role = played.role_in_step(role, body, shows);
        // The picture of a plane test shows the tested body only.
        if role == Role::Idle && shows.current_test().is_some() {
            continue;
        }
        if !played.has_many_bodies() {
            let solid = &played.query.solids[body];
            // Other bodies do not hide the current one, and that one does not hide the points that decide a test.
            if shows.current_test().is_some() || body != shows.record.body {
                world.body(role, key.clone(), &Arc::new(Solid { opaque: false, ..(**solid).clone() }));
            } else {
                world.body(role, key.clone(), solid);
            }
            if matches!(role, Role::Idle | Role::Simplex) {
                continue;
            }
        }
        played.add_badge(role, key, played.center(body), world);
    }
}

/// Adds the name of the current body.
fn add_current_name(played: &PlayedContext, shows: ShownBodies<'_>, world: &mut Picture) {
    let name = played.name(shows.record.body);
    let center = played.center(shows.record.body);
    world.label(played.current_role(shows), format!("body/{name}"), center, name);
    if played.has_many_bodies() {
        world.add(
            Role::Axis,
            format!("body/{name}"),
            Form::Circle { center, normal: DVec3::ZERO, radius: RING_RADIUS * played.region.size },
        );
    } else if shows.is_class_known && shows.record.body > 0 {
        // Earlier bodies may have the same class and so the same color, so the current one has a ring.
        let radius = RING_OF_BODY * extent(played, shows.record.body);
        world.add(Role::Simplex, "current", Form::Circle { center, normal: DVec3::ZERO, radius });
    }
}

/// Adds an inset on the current body, or on the frustum if that is smaller.
fn magnify_current(played: &PlayedContext, current: usize, world: &mut Picture) {
    let BoundingBall { center: frustum_center, radius: frustum_radius } = played.region.ball();
    let body_radius = extent(played, current);
    let (center, radius) = if frustum_radius > 0.0 && frustum_radius < body_radius {
        // A small frustum is magnified around the eye, where its side planes intersect.
        (played.query.viewer.eye().unwrap_or(frustum_center), PART_AT_EYE * frustum_radius)
    } else {
        (played.center(current), body_radius)
    };
    if radius > 0.0 && !played.has_many_bodies() {
        world.magnify(center, BODY_INSET * radius);
    }
}

/// Farthest point of a body along the normal of the current plane.
struct FarthestPoint {
    role: Role,
    key: &'static str,
    /// Signed distance from the plane, meters; negative outside.
    distance: f64,
    /// Position, world, meters.
    position: DVec3,
}

/// Points of the body that decide the test of a plane: the one farthest out unless all is outside, the one farthest in
/// unless all is inside.
fn deciding_points(played: &PlayedContext, test: &PlaneTest, shows: ShownBodies<'_>) -> Vec<FarthestPoint> {
    let Some([out, inward]) = shows.result.extremes[test.side.index()] else { return Vec::new() };
    let farthest_out = FarthestPoint {
        role: Role::Lower,
        key: FARTHEST_OUT,
        distance: test.contains.left,
        position: played.world(out),
    };
    let farthest_in = FarthestPoint {
        role: Role::Upper,
        key: FARTHEST_IN,
        distance: test.rejects.left,
        position: played.world(inward),
    };
    match test.class {
        Class::Inside => vec![farthest_out],
        Class::Outside => vec![farthest_in],
        Class::Crossing => vec![farthest_out, farthest_in],
    }
}

/// Adds the current plane with its normal, and the deciding points of the body with their distances.
fn add_tested_plane(played: &PlayedContext, test: &PlaneTest, shows: ShownBodies<'_>, world: &mut Picture) {
    let Some(plane) = played.region.plane(test.side) else { return };
    let Some(normal) = plane.normal.try_normalize() else { return };
    let key = format!("plane/{}", test.side);
    let face = &played.region.faces[test.side.index()];
    let body = shows.record.body;
    for point in deciding_points(played, test, shows) {
        let foot = point.position - normal * plane.signed_distance(point.position);
        add_distance(&point, foot, test.rounding, extent(played, body), world);
    }
    let center = played.center(body);
    let foot = center - normal * plane.signed_distance(center);
    let half_size = half_size_of_patch(played, body);
    // The face of the frustum and the patch next to the body are two parts of one plane and have one color.
    if face.len() >= 3 {
        // In a view of a part of the frustum, a filled face could cover the whole pane.
        let outline = Form::Polyline { points: face.clone(), closed: true };
        let form = if shows_whole_frustum(played, shows) { Form::Polygon(face.clone()) } else { outline };
        world.add(Role::Axis, format!("face/{}", test.side), form);
    }
    world.add(Role::Axis, key.clone(), Form::Plane { point: foot, normal, half_size });
    if let Some(nearest) = nearest_on_outline(face, normal, foot) {
        world.segment(Role::Axis, key.clone(), nearest, foot);
    }
    let aside = direction_aside(played, normal, foot, face) * half_size;
    let tail = foot + aside * NORMAL_PLACE;
    world.arrow(Role::Normal, key.clone(), tail, tail + normal * (NORMAL_LENGTH * half_size));
    // The name is on the other half of the patch, off the arrow.
    world.label(Role::Axis, key, foot - aside * NAME_PLACE, played.plane_name(test.side));
}

/// Adds a deciding point with its distance from its `foot` on the plane, and an inset if the distance is tiny compared
/// with `body_radius`, meters. `rounding` is the rounding error of the distance, meters.
fn add_distance(point: &FarthestPoint, foot: DVec3, rounding: f64, body_radius: f64, world: &mut Picture) {
    let FarthestPoint { role, key, distance: signed_distance, position } = *point;
    world.segment(role, key, foot, position);
    world.point(role, key, position);
    let distance = signed_distance.abs();
    let text = number::measured(distance, rounding).text;
    let side = if distance <= rounding {
        ""
    } else if signed_distance < 0.0 {
        " outside"
    } else {
        " inside"
    };
    world.label(role, key, foot.lerp(position, DISTANCE_PLACE), format!("{text}{side}"));
    if distance > rounding && distance < TINY_DISTANCE * body_radius {
        world.magnify_subject(foot.midpoint(position), TINY_INSET * distance);
    }
}

/// Point on the outline of a convex face that is nearest to a point of its plane; `None` for a point inside the face,
/// and for a plane without a face.
fn nearest_on_outline(face: &[DVec3], normal: DVec3, point: DVec3) -> Option<DVec3> {
    let next_vertices = face.iter().copied().cycle().skip(1);
    let edges: Vec<(DVec3, DVec3)> = face.iter().copied().zip(next_vertices).collect();
    // A point inside is on the same side of all edges.
    let mut sides = edges.iter().map(|(a, b)| (*b - *a).cross(point - *a).dot(normal));
    if sides.clone().all(|side| side >= 0.0) || sides.all(|side| side <= 0.0) {
        return None;
    }
    let nearest_by_edge = edges.iter().map(|(a, b)| {
        let along = *b - *a;
        let fraction = (point - *a).dot(along) / along.length_squared().max(f64::MIN_POSITIVE);
        *a + along * fraction.clamp(0.0, 1.0)
    });
    nearest_by_edge.min_by(|p, q| p.distance(point).total_cmp(&q.distance(point)))
}

/// Direction from the body's foot on a plane to the normal's arrow, unit vector: across the line of sight, so that the
/// body does not cover the arrow, and toward the frustum's face.
fn direction_aside(played: &PlayedContext, normal: DVec3, foot: DVec3, face: &[DVec3]) -> DVec3 {
    let across = view_direction_of_test(played, normal).cross(normal);
    let Some(across) = across.try_normalize() else { return normal.any_orthonormal_vector() };
    let middle = face.iter().sum::<DVec3>() / face.len().max(1) as f64;
    if (middle - foot).dot(across) < 0.0 { -across } else { across }
}

/// Adds the plane that rejects the current body, with its name.
fn add_rejecting_plane(played: &PlayedContext, side: Side, world: &mut Picture) {
    let face = &played.region.faces[side.index()];
    if face.len() >= 3 {
        let key = format!("plane/{side}");
        world.add(Role::Axis, key.clone(), Form::Polygon(face.clone()));
        let middle = face.iter().sum::<DVec3>() / face.len() as f64;
        world.label(Role::Axis, key, middle, played.plane_name(side));
    }
}

/// Direction to the eye in the view of a plane's test, not normalized: nearly across the plane's unit normal.
fn view_direction_of_test(played: &PlayedContext, normal: DVec3) -> DVec3 {
    let back = played.query.viewer.from_behind().axes().back;
    let across = back.reject_from_normalized(normal).try_normalize().unwrap_or_else(|| normal.any_orthonormal_vector());
    let along_normal = if back.dot(normal) < 0.0 { -TOWARD_NORMAL } else { TOWARD_NORMAL };
    across + along_normal * normal
}

/// Focus of a plane's test, or of the plane that rejects the body: the body and its distances from the plane, seen from
/// the side of the normal. `None` for other beats and for many bodies.
pub(super) fn focus(played: &PlayedContext, shows: ShownBodies<'_>) -> Option<Focus> {
    if played.has_many_bodies() {
        return None;
    }
    let test = match shows.current_test() {
        Some(test) => test,
        None if shows.is_class_known => shows.record.tested().find(|test| test.class == Class::Outside)?,
        None => return None,
    };
    let plane = played.region.plane(test.side)?;
    let normal = plane.normal.try_normalize()?;
    let project = |p: DVec3| p - normal * plane.signed_distance(p);
    let body = shows.record.body;
    let center = played.center(body);
    let reach = AROUND_BODY * extent(played, body);
    let mut points = Vec::new();
    for axis in [DVec3::X, DVec3::Y, DVec3::Z] {
        points.extend([center + reach * axis, center - reach * axis]);
    }
    for point in deciding_points(played, test, shows) {
        points.extend([point.position, project(point.position)]);
    }
    let foot = project(center);
    points.extend([center, foot]);
    let face = &played.region.faces[test.side.index()];
    let patch = half_size_of_patch(played, body) * direction_aside(played, normal, foot, face);
    points.extend([foot - patch, foot + patch]);
    if shows_whole_frustum(played, shows) {
        points.extend(played.region.faces.iter().flatten());
    }
    Some(Focus { side: Some(view_direction_of_test(played, normal)), points })
}

/// Whether the view of a plane's test, or of a class, shows the whole frustum.
fn shows_whole_frustum(played: &PlayedContext, shows: ShownBodies<'_>) -> bool {
    let frustum_radius = played.region.ball().radius;
    shows.is_class_known || frustum_radius <= WHOLE_FRUSTUM * extent(played, shows.record.body)
}

/// Half the side of the drawn part of a plane next to a body, meters.
fn half_size_of_patch(played: &PlayedContext, body: usize) -> f64 {
    (PATCH * extent(played, body)).max(LEAST_PATCH * played.region.size)
}

/// Bounding radius of a body, meters.
fn extent(played: &PlayedContext, body: usize) -> f64 {
    let vertices = &played.query.solids[body].vertices;
    played.problem.bodies[body].radius.unwrap_or_else(|| ball(vertices.iter().copied()).radius)
}
