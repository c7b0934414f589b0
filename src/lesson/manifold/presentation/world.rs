//! Marks of a contact in the world: features, clips, and contact points.

use glam::DVec3;

use super::tile_frames::{around, side};
use super::{ContactPoint, ManifoldState, StepKind};
use crate::picture::{Form, Picture, Role};

/// Adds a closed outline, a segment or a dot.
pub(super) fn outline(picture: &mut Picture, role: Role, key: String, points: &[DVec3]) {
    match points {
        [] => {}
        [point] => picture.point(role, key, *point),
        [from, to] => picture.segment(role, key, *from, *to),
        _ => picture.add(role, key, Form::Polyline { points: points.to_vec(), closed: true }),
    }
}

pub(super) fn draw(picture: &mut Picture, state: &ManifoldState, bounding_radius: f64) {
    outline(picture, state.reference_role(), String::from("reference"), &state.reference_vertices);
    outline(picture, state.incident_role(), String::from("incident"), &state.incident_vertices);
    if let StepKind::Clip(k) = state.kind {
        clip(picture, state, k);
    }
    let kept: Vec<DVec3> = state.points.iter().filter(|point| state.keeps(point)).map(ContactPoint::middle).collect();
    if let (StepKind::Pick, Some(ring)) = (state.kind, state.normal.and_then(|n| around(&kept, n))) {
        picture.add(Role::Closest, "area", Form::Polygon(ring));
    }
    let all = state.points.iter().map(ContactPoint::middle);
    if let Some((low, high)) =
        all.clone().reduce(DVec3::min).zip(all.reduce(DVec3::max)).filter(|_| state.points.len() > 2)
    {
        // The inset with its surroundings contains all points.
        let center = low.midpoint(high);
        let radius = 0.43 * (high - low).max_element();
        picture.magnify(center, radius);
    }
    for point in &state.points {
        let role = state.role_of(point);
        picture.segment(role, format!("depth/{}", point.id), point.on_a, point.on_b);
        add_contact_point(picture, role, point, point.middle());
    }
    // The choice of points does not depend on the normal.
    let arrows = state.points.iter().filter(|_| state.kind != StepKind::Pick);
    for (point, n) in arrows.filter_map(|point| Some((point, state.normal?))) {
        picture.arrow(Role::Normal, format!("normal/{}", point.id), point.on_a, point.on_a + n * 0.2 * bounding_radius);
    }
}

/// Adds the clipping side, the remaining polygon, the previous one, and the new vertices.
fn clip(picture: &mut Picture, state: &ManifoldState, k: u32) {
    let left: Vec<DVec3> = state.polygon.iter().map(|corner| corner.at).collect();
    if left.len() > 2 {
        picture.add(state.incident_role(), "left", Form::Polygon(left));
    }
    if let [from, to] = state.previous_vertices[..] {
        picture.segment(Role::Removed, "before", from, to);
    }
    if let Some((from, to)) = side(&state.reference_vertices, k) {
        picture.segment(Role::Axis, "side", from, to);
        if let Some(end) = state.side_ends.as_ref().and_then(|ends| ends.get(k as usize)) {
            picture.label(Role::Axis, "side", to, end.split(" of ").next().unwrap_or_default());
        }
    }
    let flat = state.side_ends.is_some();
    for corner in state.polygon.iter().filter(|_| flat) {
        let new = corner.cut.is_some() && !state.previous_vertices.contains(&corner.at);
        let role = if new { Role::NewSupport } else { state.incident_role() };
        let key = format!("end/{}", corner.name);
        picture.point(role, key.clone(), corner.at);
        picture.label(role, key, corner.at, corner.name.clone());
    }
}

/// Adds a contact point as a dot with its number inside; a removed point as a cross with the number next to it.
pub(super) fn add_contact_point(picture: &mut Picture, role: Role, point: &ContactPoint, at: DVec3) {
    let key = format!("point/{}", point.id);
    let number = point.number.to_string();
    if role == Role::Removed {
        picture.point(role, key.clone(), at);
        picture.label(role, key, at, number);
    } else {
        picture.badge(role, key, at, number);
    }
}

/// Selected point that was discarded in this step, and its replacement.
pub(super) fn replaced<'a>(before: &'a ManifoldState, state: &'a ManifoldState) -> Option<[&'a ContactPoint; 2]> {
    let kept: Vec<usize> =
        state.points.iter().filter(|point| point.picked.is_some()).map(|point| point.number).collect();
    let (out, index) = before
        .points
        .iter()
        .filter(|point| !kept.contains(&point.number))
        .find_map(|point| point.picked.map(|pick| (point, pick.index)))?;
    let into = state.points.iter().find(|point| point.picked.is_some_and(|pick| pick.index == index))?;
    Some([out, into])
}
