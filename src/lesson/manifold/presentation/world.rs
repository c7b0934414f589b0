//! Marks of a contact manifold in the world: reference and incident feature, clip, contact points and normals.

use glam::DVec3;

use super::coinciding_points::{self, Coinciding};
use super::tile_frames::{side_of_face, sorted_by_angle};
use super::{ClippedVertex, ContactPoint, ManifoldState, StepKind, size_of};
use crate::lesson::PairContext;
use crate::picture::{Form, Picture, Role};

/// Adds a closed outline, a segment or a dot.
pub(super) fn add_outline(picture: &mut Picture, role: Role, key: String, points: &[DVec3]) {
    match points {
        [] => {}
        [point] => picture.point(role, key, *point),
        [from, to] => picture.segment(role, key, *from, *to),
        _ => picture.add(role, key, Form::Polyline { points: points.to_vec(), closed: true }),
    }
}

/// Largest number of contact points whose numbers are written in the world, where tiles also show them.
const MAX_NUMBERS: usize = 4;

/// Largest number of arrows of the contact normal.
const MAX_NORMALS: usize = 4;

/// Adds the features, the clip, and the contact points of a state.
pub(super) fn draw(picture: &mut Picture, state: &ManifoldState, pair: &PairContext) {
    let is_flat = state.side_ends.is_some();
    add_outline(picture, state.reference_role(), String::from("reference"), &state.reference_vertices);
    add_outline(picture, state.incident_role(), String::from("incident"), &state.incident_vertices);
    match state.kind {
        StepKind::Clip(k) => add_clip(picture, state, k),
        StepKind::Incident => add_face_normals(picture, state, pair.bounding_radius()),
        StepKind::Axes | StepKind::Distance | StepKind::Keep | StepKind::Edges | StepKind::Pick => {}
    }
    let kept: Vec<DVec3> = state.points.iter().filter(|point| state.keeps(point)).map(ContactPoint::middle).collect();
    if let (StepKind::Pick, Some(ring)) = (state.kind, state.normal.and_then(|n| sorted_by_angle(&kept, n))) {
        picture.add(Role::Closest, "area", Form::Polygon(ring));
    }
    let ends: Vec<DVec3> = state.points.iter().flat_map(|point| [point.on_a, point.on_b]).collect();
    if let Some(deepest) = state.deepest().filter(|_| is_flat && state.kind == StepKind::Keep) {
        pair.magnify(picture, [deepest.on_a, deepest.on_b]);
    }
    pair.magnify_all(picture, &ends);
    let newest = state.points.iter().filter_map(|point| Some((point.picked?.index, point.number))).max();
    // Of many points, only one has its number in the world: the newest selected one, or the deepest.
    let numbered = newest.map(|(_, number)| number).or_else(|| state.deepest().map(|point| point.number));
    let size = size_of(&state.reference_vertices);
    for (index, point) in state.points.iter().enumerate() {
        let role = state.role_of(point);
        picture.segment(role, format!("depth/{}", point.id), point.on_a, point.on_b);
        match coinciding_points::coinciding(state, index, size) {
            Coinciding::No => {}
            Coinciding::Last(numbers) => {
                let key = format!("point/{}", point.id);
                picture.point(role, key.clone(), point.middle());
                picture.label(role, key, point.middle(), numbers);
                continue;
            }
            Coinciding::Earlier => {
                picture.point(role, format!("point/{}", point.id), point.middle());
                continue;
            }
        }
        if state.points.len() <= MAX_NUMBERS || is_flat || numbered == Some(point.number) {
            add_contact_point(picture, role, point, point.middle());
        } else {
            picture.point(role, format!("point/{}", point.id), point.middle());
        }
    }
    let length = normal_length(state, pair.bounding_radius());
    // The normal of the contact may point against that of the reference, so one arrow says where it points.
    let first = state.points.first().map(|point| point.number);
    // The selection of points does not depend on the normal.
    let arrows = state.points.iter().filter(|_| state.kind != StepKind::Pick).take(MAX_NORMALS);
    for (point, n) in arrows.filter_map(|point| Some((point, state.normal?))) {
        let tip = point.on_a + n * length;
        let key = format!("normal/{}", point.id);
        picture.arrow(Role::Normal, key.clone(), point.on_a, tip);
        if Some(point.number) == first {
            let [a, b] = &pair.names;
            picture.label(Role::Normal, key, tip, format!("normal from {a} to {b}"));
        }
    }
}

/// Length of a normal's arrow, as a fraction of the bodies' size.
const ARROW_OF_BODIES: f64 = 0.2;

/// Largest length of a normal's arrow, as a fraction of the size of a clipped feature.
const ARROW_OF_FEATURE: f64 = 0.3;

/// Length of the arrows of normals, meters: a fraction of the bodies' size, at most a fraction of the size of each
/// clipped feature, whose surroundings the figure shows.
fn normal_length(state: &ManifoldState, bounding_radius: f64) -> f64 {
    let features = [&state.reference_vertices, &state.incident_vertices];
    let sizes = features.into_iter().filter(|points| points.len() > 2).map(|points| size_of(points));
    sizes.map(|size| ARROW_OF_FEATURE * size).fold(ARROW_OF_BODIES * bounding_radius, f64::min)
}

/// Tips of the arrows of both faces' normals.
pub(super) fn tips_of_normals(state: &ManifoldState, bounding_radius: f64) -> Vec<DVec3> {
    let mut picture = Picture::default();
    add_face_normals(&mut picture, state, bounding_radius);
    picture
        .marks
        .iter()
        .filter_map(|mark| match mark.form {
            Form::Arrow { to, .. } => Some(to),
            _ => None,
        })
        .collect()
}

/// Adds the normals of both faces, by which the incident one is chosen; none for an incident edge or point.
fn add_face_normals(picture: &mut Picture, state: &ManifoldState, bounding_radius: f64) {
    let reference = state.reference_normal;
    let arms: Vec<DVec3> = state.incident_vertices.iter().map(|p| *p - state.incident_vertices[0]).collect();
    let incident = match arms[..] {
        [_, along] if state.side_ends.is_some() => DVec3::new(-along.y, along.x, 0.0),
        _ => arms.windows(2).map(|pair| pair[0].cross(pair[1])).sum(),
    };
    let Some(incident) = incident.try_normalize() else { return };
    let incident = if incident.dot(reference) > 0.0 { -incident } else { incident };
    let length = normal_length(state, bounding_radius);
    let other = if state.side_ends.is_some() { "normal of incident side" } else { "normal of incident face" };
    let faces = [(&state.reference_vertices, reference, "n"), (&state.incident_vertices, incident, other)];
    for (key, (vertices, normal, name)) in ["normal/reference", "normal/incident"].into_iter().zip(faces) {
        let middle = vertices.iter().sum::<DVec3>() / vertices.len().max(1) as f64;
        let tip = middle + normal * length;
        picture.arrow(Role::Normal, key, middle, tip);
        if !name.is_empty() {
            picture.label(Role::Normal, key, tip, name);
        }
    }
}

/// Adds the clipping side, the remaining polygon, the previous one, and the new vertices.
fn add_clip(picture: &mut Picture, state: &ManifoldState, k: u32) {
    let remaining: Vec<DVec3> = state.polygon.iter().map(|corner| corner.at).collect();
    if remaining.len() > 2 {
        picture.add(state.incident_role(), "left", Form::Polygon(remaining));
    }
    if let ([from, to], true) = (&state.previous_vertices[..], state.removes_visible_part()) {
        picture.segment(Role::Removed, "before", *from, *to);
        let is_removed = |end: &&DVec3| !state.polygon.iter().any(|corner| corner.at == **end);
        for end in [from, to].into_iter().filter(is_removed) {
            picture.point(Role::Removed, "before/end", *end);
        }
    }
    let is_flat = state.side_ends.is_some();
    if let Some([from, to]) = side_of_face(&state.reference_vertices, k) {
        picture.segment(Role::Horizon, "side", from, to);
        match state.side_ends.as_ref().and_then(|ends| ends.get(k as usize)) {
            Some(end) => {
                let vertex = from.midpoint(to);
                picture.point(state.reference_role(), "side/vertex", vertex);
                let name = end.split(" of ").next().unwrap_or_default();
                picture.label(state.reference_role(), "side/vertex", vertex, name);
            }
            None => {
                picture.label(Role::Horizon, "side", name_position(state, [from, to]), state.side_name(k));
            }
        }
    }
    for corner in &state.polygon {
        let is_new = corner.cut.is_some() && !state.previous_vertices.contains(&corner.at);
        let role = if is_new { Role::NewSupport } else { state.incident_role() };
        if is_flat || is_new {
            picture.point(role, vertex_key(corner), corner.at);
        }
        if is_flat {
            picture.label(role, vertex_key(corner), corner.at, corner.name.clone());
        }
    }
}

/// Positions of the name of a clipping side along it, as fractions of its length, other than its middle.
const NAME_POSITIONS: [f64; 2] = [0.1, 0.9];

/// Position of the name of a clipping side: far from the new vertices on it, so that it does not look like their name.
fn name_position(state: &ManifoldState, [from, to]: [DVec3; 2]) -> DVec3 {
    let mut best = from.midpoint(to);
    let mut most = distance_from_new(state, best);
    for position in NAME_POSITIONS.map(|fraction| from.lerp(to, fraction)) {
        let distance = distance_from_new(state, position);
        if distance > most {
            best = position;
            most = distance;
        }
    }
    best
}

/// Distance of a point from the nearest new vertex; infinite without one.
fn distance_from_new(state: &ManifoldState, position: DVec3) -> f64 {
    state.new_vertices().map(|vertex| vertex.at.distance(position)).fold(f64::INFINITY, f64::min)
}

/// Mark id of a vertex of the clipped polygon.
pub(super) fn vertex_key(vertex: &ClippedVertex) -> String {
    format!("vertex/{}", vertex.name)
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

/// Selected point that was discarded in this step, and its replacement; `None` if no point was discarded.
pub(super) fn replaced<'a>(before: &'a ManifoldState, state: &'a ManifoldState) -> Option<[&'a ContactPoint; 2]> {
    let kept: Vec<usize> =
        state.points.iter().filter(|point| point.picked.is_some()).map(|point| point.number).collect();
    let (old, index) = before
        .points
        .iter()
        .filter(|point| !kept.contains(&point.number))
        .find_map(|point| point.picked.map(|pick| (point, pick.index)))?;
    let new = state.points.iter().find(|point| point.picked.is_some_and(|pick| pick.index == index))?;
    Some([old, new])
}
