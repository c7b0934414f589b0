//! Marks of heights in Quickhull: the distance of a point from a point, line or plane, and the height of the apex above
//! the face whose conflict list contained the apex.

use contact_lens_model::answer::number::length;
use contact_lens_picture::{Form, Picture, Role};
use glam::DVec3;

use super::HullView;

/// Adds the distance of the point `at` from a point, line or plane, where `foot` is nearest to it, with its length.
pub(super) fn add_height(world: &mut Picture, [foot, at]: [DVec3; 2]) {
    world.segment(Role::Upper, "height", foot, at);
    world.label(Role::Upper, "height", foot.midpoint(at), length(foot.distance(at)).text);
}

/// Height, as a fraction of the cloud's radius, below which the mark of the apex would cover it, so that it gets an
/// inset.
const HIDDEN_HEIGHT: f64 = 0.05;

/// Half the side of the patch of the face's plane at the foot of the height, in heights.
const PATCH_AT_FOOT: f64 = 0.3;

/// Radius of the inset on a hidden height, in heights.
const HEIGHT_INSET: f64 = 0.75;

/// Adds the height of the apex, a position, above the face `start`, whose conflict list contained the apex. `role` is
/// the role of the face.
pub(super) fn add_apex_height(world: &mut Picture, view: &HullView, start: u32, role: Role, apex: DVec3) {
    let normal = view.area(start).normalize_or_zero();
    let foot = apex - normal * normal.dot(apex - view.triangle(start)[0]);
    add_height(world, [foot, apex]);
    let height = foot.distance(apex);
    add_plane_at_foot(world, view, start, role, [foot, apex]);
    if height > 0.0 && height < HIDDEN_HEIGHT * view.context.radius() {
        world.magnify(0.5 * (foot + apex), HEIGHT_INSET * height);
        // The last requested detail gets the inset, so this one is moved before the view from behind.
        world.requests.details.rotate_right(1);
    }
}

/// Adds a patch of the face's plane at the foot of the apex's height, and a line to the foot from a face that does not
/// contain it.
fn add_plane_at_foot(world: &mut Picture, view: &HullView, start: u32, role: Role, [foot, apex]: [DVec3; 2]) {
    let [a, b, c] = view.triangle(start);
    if foot == apex {
        return;
    }
    let Some(normal) = view.area(start).try_normalize() else { return };
    let key = format!("face/{start}");
    let half_size = PATCH_AT_FOOT * foot.distance(apex);
    world.add(role, key.clone(), Form::Plane { point: foot, normal, half_size });
    let edges = [[a, b], [b, c], [c, a]];
    let is_outside = edges.iter().any(|[from, to]| (*to - *from).cross(foot - *from).dot(normal) < 0.0);
    if is_outside {
        let on_edges = edges.map(|edge| nearest_on_segment(edge, foot));
        let nearest = on_edges.into_iter().min_by(|p, q| p.distance(foot).total_cmp(&q.distance(foot)));
        world.segment(role, key, nearest.unwrap_or(a), foot);
    }
}

/// Point of a segment that is nearest to `p`; its start for a segment without length.
fn nearest_on_segment([from, to]: [DVec3; 2], p: DVec3) -> DVec3 {
    let along = to - from;
    from + along * ((p - from).dot(along) / along.length_squared().max(f64::MIN_POSITIVE)).clamp(0.0, 1.0)
}
