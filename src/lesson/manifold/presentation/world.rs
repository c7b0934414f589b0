//! Marks of a contact manifold in the world view: reference and incident feature, clip, contact points and normals.

use contact_lens_picture::{Form, Picture, Role};
use glam::DVec3;

use super::coinciding_points::{self, Coinciding};
use super::tile_frames::side_of_face;
use super::{ClippedVertex, ContactPoint, ManifoldState, StepKind, size_of};
use crate::PairContext;

/// Adds a closed outline, a segment for two points, or a dot for one.
pub(super) fn add_outline(picture: &mut Picture, role: Role, key: String, points: &[DVec3]) {
    match points {
        [] => {}
        [point] => picture.point(role, key, *point),
        [from, to] => picture.segment(role, key, *from, *to),
        _ => picture.add(role, key, Form::Polyline { points: points.to_vec(), closed: true }),
    }
}

/// Largest number of contact points whose numbers are all written in the world; tiles show the numbers of more.
const MAX_NUMBERS: usize = 4;

/// Largest number of arrows of the contact normal.
const MAX_NORMALS: usize = 4;

/// Adds the features, the clip, the contact points and the contact normal of a state.
pub(super) fn draw(picture: &mut Picture, state: &ManifoldState, pair: &PairContext) {
    add_outline(picture, state.reference_role(), String::from("reference"), &state.reference_vertices);
    add_outline(picture, state.incident_role(), String::from("incident"), &state.incident_vertices);
    match state.kind {
        StepKind::Clip(k) => add_clip(picture, state, k),
        StepKind::Incident => add_face_normals(picture, state, pair.bounding_radius()),
        StepKind::Pick => add_selected_area(picture, state),
        StepKind::Axes | StepKind::Distance | StepKind::Keep | StepKind::Edges => {}
    }
    let is_planar = state.side_ends.is_some();
    if let Some(deepest) = state.deepest()
        && is_planar
        && state.kind == StepKind::Keep
    {
        pair.magnify(picture, [deepest.on_a, deepest.on_b]);
    }
    let positions: Vec<DVec3> = state.points.iter().flat_map(|point| [point.on_a, point.on_b]).collect();
    pair.magnify_all(picture, &positions);
    add_contact_points(picture, state, is_planar);
    // The selection of points does not depend on the normal.
    if let Some(normal) = state.normal
        && state.kind != StepKind::Pick
    {
        add_contact_normals(picture, state, normal, pair);
    }
}

/// Adds the polygon of the kept points; nothing for fewer than three.
fn add_selected_area(picture: &mut Picture, state: &ManifoldState) {
    let kept: Vec<DVec3> = state.points.iter().filter(|point| state.keeps(point)).map(ContactPoint::middle).collect();
    if let Some(ring) = state.normal.and_then(|n| sorted_by_angle(&kept, n)) {
        picture.add(Role::Closest, "area", Form::Polygon(ring));
    }
}

/// Adds the contact points with their depths. Of many points, only one has its number in the world: the newest selected
/// one, or the deepest.
fn add_contact_points(picture: &mut Picture, state: &ManifoldState, is_planar: bool) {
    let newest = state.points.iter().filter_map(|point| Some((point.picked?.index, point.number))).max();
    let numbered = newest.map(|(_, number)| number).or_else(|| state.deepest().map(|point| point.number));
    let size = size_of(&state.reference_vertices);
    for (index, point) in state.points.iter().enumerate() {
        let role = state.role_of(point);
        let key = format!("point/{}", point.id);
        picture.segment(role, format!("depth/{}", point.id), point.on_a, point.on_b);
        match coinciding_points::place_among_coinciding(state, index, size) {
            Coinciding::Alone => {
                if state.points.len() <= MAX_NUMBERS || is_planar || numbered == Some(point.number) {
                    add_contact_point(picture, role, point, point.middle());
                } else {
                    picture.point(role, key, point.middle());
                }
            }
            Coinciding::Last(numbers) => {
                picture.point(role, key.clone(), point.middle());
                picture.label(role, key, point.middle(), numbers);
            }
            Coinciding::Earlier => picture.point(role, key, point.middle()),
        }
    }
}

/// Adds arrows of the contact normal `normal`, a unit vector from A to B, at the first few points. The normal may point
/// against that of the reference face, so the first arrow has a label that says where it points.
fn add_contact_normals(picture: &mut Picture, state: &ManifoldState, normal: DVec3, pair: &PairContext) {
    let length = normal_length(state, pair.bounding_radius());
    let first = state.points.first().map(|point| point.number);
    for point in state.points.iter().take(MAX_NORMALS) {
        let tip = point.on_a + normal * length;
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

/// Tips of the arrows of both faces' normals, world; empty for an incident edge or point.
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
    let Some(incident) = incident_normal(state) else { return };
    let length = normal_length(state, bounding_radius);
    let incident_name = if state.side_ends.is_some() { "normal of incident side" } else { "normal of incident face" };
    add_normal(picture, "normal/reference", &state.reference_vertices, state.reference_normal * length, "n");
    add_normal(picture, "normal/incident", &state.incident_vertices, incident * length, incident_name);
}

/// Unit normal of the incident face (in the plane, side), world, on the side away from the reference normal; `None` for
/// an edge or a point.
fn incident_normal(state: &ManifoldState) -> Option<DVec3> {
    let vertices = &state.incident_vertices;
    let arms: Vec<DVec3> = vertices.iter().map(|p| *p - vertices[0]).collect();
    let normal: DVec3 = match arms[..] {
        [_, along] if state.side_ends.is_some() => DVec3::new(-along.y, along.x, 0.0),
        // Twice the vector area of the polygon.
        _ => arms.windows(2).map(|pair| pair[0].cross(pair[1])).sum(),
    };
    let normal = normal.try_normalize()?;
    Some(if normal.dot(state.reference_normal) > 0.0 { -normal } else { normal })
}

/// Adds the vector `arrow` at the mean of the vertices of a face, with the label `name` at its tip.
fn add_normal(picture: &mut Picture, key: &'static str, vertices: &[DVec3], arrow: DVec3, name: &'static str) {
    let middle = vertices.iter().sum::<DVec3>() / vertices.len().max(1) as f64;
    let tip = middle + arrow;
    picture.arrow(Role::Normal, key, middle, tip);
    picture.label(Role::Normal, key, tip, name);
}

/// Points sorted by angle around their mean, counterclockwise about `n`; `None` for fewer than three points, and for a
/// zero vector `n`.
pub(super) fn sorted_by_angle(points: &[DVec3], n: DVec3) -> Option<Vec<DVec3>> {
    if points.len() < 3 {
        return None;
    }
    let (x, y) = n.try_normalize()?.any_orthonormal_pair();
    let middle = points.iter().sum::<DVec3>() / points.len() as f64;
    let mut ring = points.to_vec();
    ring.sort_by(|p, q| angle_around([x, y], middle, p).total_cmp(&angle_around([x, y], middle, q)));
    Some(ring)
}

/// Angle of a point around `middle` in the plane of two unit vectors, radians.
fn angle_around([x, y]: [DVec3; 2], middle: DVec3, p: &DVec3) -> f64 {
    (*p - middle).dot(y).atan2((*p - middle).dot(x))
}

/// Adds the clipping side with the index `k`, the remaining polygon, the removed part of a segment, and the vertices.
fn add_clip(picture: &mut Picture, state: &ManifoldState, k: u32) {
    let remaining: Vec<DVec3> = state.polygon.iter().map(|corner| corner.at).collect();
    if remaining.len() > 2 {
        picture.add(state.incident_role(), "left", Form::Polygon(remaining));
    }
    if let [from, to] = state.previous_vertices[..]
        && state.removes_visible_part()
    {
        picture.segment(Role::Removed, "before", from, to);
        for end in [from, to] {
            if state.polygon.iter().all(|corner| corner.at != end) {
                picture.point(Role::Removed, "before/end", end);
            }
        }
    }
    let is_planar = state.side_ends.is_some();
    if let Some([from, to]) = side_of_face(&state.reference_vertices, k) {
        picture.segment(Role::Horizon, "side", from, to);
        match state.side_ends.as_ref().and_then(|ends| ends.get(k as usize)) {
            Some(end) => {
                let vertex = from.midpoint(to);
                picture.point(state.reference_role(), "side/vertex", vertex);
                // The name without that of the body.
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
        if is_planar || is_new {
            picture.point(role, vertex_key(corner), corner.at);
        }
        if is_planar {
            picture.label(role, vertex_key(corner), corner.at, corner.name.clone());
        }
    }
}

/// Positions of the name of a clipping side along it, as fractions of its length, other than its middle.
const NAME_POSITIONS: [f64; 2] = [0.1, 0.9];

/// Position, world, of the name of the clipping side with these ends: far from the new vertices on it, so that it does
/// not look like their name.
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

/// Distance of a point from the nearest new vertex, meters; infinite without one.
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

/// Selected point that the step from `before` to `state` discarded, and the point that replaces it, in this order;
/// `None` if no point was discarded.
pub(super) fn replaced<'a>(before: &'a ManifoldState, state: &'a ManifoldState) -> Option<[&'a ContactPoint; 2]> {
    let is_kept =
        |old: &ContactPoint| state.points.iter().any(|point| point.picked.is_some() && point.number == old.number);
    let old = before.points.iter().find(|point| point.picked.is_some() && !is_kept(point))?;
    let index = old.picked?.index;
    let new = state.points.iter().find(|point| point.picked.is_some_and(|pick| pick.index == index))?;
    Some([old, new])
}
