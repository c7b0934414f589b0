//! Marks of a contact in the world: features, clips, and contact points.

use glam::DVec3;

use super::sheet::{around, side};
use super::{Dot, StepKind, Touch};
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

pub(super) fn draw(picture: &mut Picture, touch: &Touch, bounding_radius: f64) {
    outline(picture, touch.reference_role(), String::from("reference"), &touch.face);
    outline(picture, touch.incident_role(), String::from("incident"), &touch.incident);
    if let StepKind::Clip(k) = touch.did {
        clip(picture, touch, k);
    }
    let kept: Vec<DVec3> = touch.dots.iter().filter(|dot| touch.keeps(dot)).map(Dot::middle).collect();
    if let (StepKind::Pick, Some(ring)) = (touch.did, touch.normal.and_then(|n| around(&kept, n))) {
        picture.add(Role::Closest, "area", Form::Polygon(ring));
    }
    let all = touch.dots.iter().map(Dot::middle);
    if let Some((low, high)) =
        all.clone().reduce(DVec3::min).zip(all.reduce(DVec3::max)).filter(|_| touch.dots.len() > 2)
    {
        // The inset with its surroundings contains all points.
        let center = low.midpoint(high);
        let radius = 0.43 * (high - low).max_element();
        picture.add(Role::Region, "lens", Form::Magnifier { center, radius, faces: None });
    }
    for dot in &touch.dots {
        let role = touch.role_of(dot);
        picture.segment(role, format!("depth/{}", dot.id), dot.on_a, dot.on_b);
        point(picture, role, dot, dot.middle());
    }
    let arrows = touch.dots.iter().filter(|dot| touch.keeps(dot));
    for (dot, n) in arrows.filter_map(|dot| Some((dot, touch.normal?))) {
        picture.arrow(Role::Normal, format!("normal/{}", dot.id), dot.on_a, dot.on_a + n * 0.2 * bounding_radius);
    }
}

/// Adds the clipping side, the remaining polygon, the previous one, and the new vertices.
fn clip(picture: &mut Picture, touch: &Touch, k: u32) {
    let left: Vec<DVec3> = touch.polygon.iter().map(|corner| corner.at).collect();
    if left.len() > 2 {
        picture.add(touch.incident_role(), "left", Form::Polygon(left));
    }
    if let [from, to] = touch.ghost[..] {
        picture.segment(Role::Ghost, "before", from, to);
    }
    if let Some((from, to)) = side(&touch.face, k) {
        picture.segment(Role::Axis, "side", from, to);
    }
    let flat = touch.side_ends.is_some();
    for corner in touch.polygon.iter().filter(|_| flat) {
        let new = corner.cut.is_some() && !touch.ghost.contains(&corner.at);
        let role = if new { Role::NewSupport } else { touch.incident_role() };
        let key = format!("end/{}", corner.name);
        picture.point(role, key.clone(), corner.at);
        picture.label(role, key, corner.at, corner.name.clone());
    }
}

/// Adds a contact point as a dot with its number inside; a removed point as a cross with the number next to it.
pub(super) fn point(picture: &mut Picture, role: Role, dot: &Dot, at: DVec3) {
    let key = format!("point/{}", dot.id);
    let number = dot.number.to_string();
    if role == Role::Removed {
        picture.point(role, key.clone(), at);
        picture.label(role, key, at, number);
    } else {
        picture.badge(role, key, at, number);
    }
}

/// Selected point that was discarded in this step, and its replacement.
pub(super) fn replaced<'a>(before: &'a Touch, touch: &'a Touch) -> Option<[&'a Dot; 2]> {
    let kept: Vec<usize> = touch.dots.iter().filter(|dot| dot.picked.is_some()).map(|dot| dot.number).collect();
    let (out, place) = before
        .dots
        .iter()
        .filter(|dot| !kept.contains(&dot.number))
        .find_map(|dot| dot.picked.map(|pick| (dot, pick.place)))?;
    let into = touch.dots.iter().find(|dot| dot.picked.is_some_and(|pick| pick.place == place))?;
    Some([out, into])
}
