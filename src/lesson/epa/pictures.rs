//! Pictures of EPA: the polytope around the origin in the configuration space, depth and normal in the world.

use std::sync::Arc;

use glam::DVec3;

use super::surface::{add_polytope, hatched_surface};
use super::view::{EpaView, PolytopeFace, PolytopeVertex};
use crate::answer::number::{length, or_rounding};
use crate::lesson::gjk::simplex_view::add_witness_points;
use crate::lesson::{PairContext, Verdict};
use crate::picture::{Form, Picture, Role};
use crate::snapshot::epa::{Flat, Outcome};

/// Length of the arrow of a face's normal, as a fraction of the bounding radius of A − B.
const NORMAL_LENGTH: f64 = 0.35;

/// Largest difference of the witness points' distance from the separating translation at which they show it, as a
/// fraction of the translation.
const MAX_WITNESS_ERROR: f64 = 1e-3;

/// Least and largest length of the answer's normal, in half diagonals of the larger body.
const ANSWER_NORMAL: [f64; 2] = [0.4, 0.7];

/// Picture of the world, and picture of the configuration space.
pub(super) type PairPictures = (Picture, Picture);

/// Pictures of the initial polytope.
pub(super) fn start(view: &EpaView) -> PairPictures {
    let mut cso = Picture::default();
    add_polytope(&mut cso, &view.after, Role::Polytope, &[]);
    let all: Vec<&PolytopeVertex> = view.vertices.iter().collect();
    add_vertices(&mut cso, &all, Role::Polytope);
    let mut world = Picture::default();
    add_witnesses(&mut world, &all, Role::Polytope);
    (world, cso)
}

/// Pictures of the nearest face and its distance.
pub(super) fn closest(view: &EpaView, context: &PairContext) -> PairPictures {
    let mut world = Picture::default();
    let mut cso = Picture::default();
    add_polytope(&mut cso, &view.before, Role::Polytope, &entry_id(&view.entry));
    add_nearest_face(&mut cso, view);
    add_face_distance(&mut cso, view, context);
    add_distance_label(&mut cso, view);
    if view.entry.is_none() {
        add_best_plane(&mut cso, view, Role::Upper);
    }
    let vertices = entry_vertices(view);
    add_vertices(&mut cso, &vertices, Role::Closest);
    add_witnesses(&mut world, &vertices, Role::Closest);
    (world, cso)
}

/// Pictures of the search along the face's normal.
pub(super) fn support(view: &EpaView, context: &PairContext) -> PairPictures {
    let mut world = Picture::default();
    let mut cso = Picture::default();
    add_polytope(&mut cso, &view.before, Role::Polytope, &entry_id(&view.entry));
    add_nearest_face(&mut cso, view);
    if let (Some(face), Some(w)) = (&view.entry, &view.w) {
        add_face_normal(&mut cso, view, face, foot(face));
        add_new_vertex(&mut world, &mut cso, w);
        let beyond = view.height_above_face().unwrap_or(0.0);
        if beyond > 0.0 && !context.is_rounding(beyond) {
            let below = w.w - face.normal * beyond;
            cso.segment(Role::Gap, "beyond", below, w.w);
            cso.label(Role::Gap, "beyond", below.midpoint(w.w), length(beyond));
            context.magnify(&mut cso, [below, w.w]);
        }
        context.add_plane(&mut world, 0, "plane/a", w.a, face.normal);
        context.add_plane(&mut world, 1, "plane/b", w.b, -face.normal);
        context.add_named_direction(&mut world, "n/a", w.a, face.normal, "n");
        context.add_named_direction(&mut world, "n/b", w.b, -face.normal, "−n");
    }
    (world, cso)
}

/// Adds the outward normal `n` of a face as an arrow that starts at `from`.
fn add_face_normal(cso: &mut Picture, view: &EpaView, face: &PolytopeFace, from: DVec3) {
    let tip = from + face.normal * (NORMAL_LENGTH * view.bounding_radius);
    cso.arrow(Role::Axis, "n", from, tip);
    cso.label(Role::Axis, "n", tip, "n");
}

/// Pictures of the plane through `w`, its distance from the origin, and the earlier plane if that one is nearer.
pub(super) fn bound(view: &EpaView, context: &PairContext) -> PairPictures {
    let mut world = Picture::default();
    let mut cso = Picture::default();
    add_polytope(&mut cso, &view.before, Role::Polytope, &entry_id(&view.entry));
    add_nearest_face(&mut cso, view);
    if let (Some(face), Some(w), Some(height)) = (&view.entry, &view.w, view.height()) {
        add_new_vertex(&mut world, &mut cso, w);
        // At the face, the arrow would lie on the distance of the plane from the origin.
        add_face_normal(&mut cso, view, face, w.w);
        context.add_plane_with_foot(&mut cso, "plane", w.w, face.normal);
        // A plane no nearer than an earlier one gives no bound.
        let is_bound = view.upper_fell() && (height >= 0.0 || context.is_rounding(height));
        let role = if is_bound { Role::Upper } else { Role::Gap };
        cso.segment(role, "upper", DVec3::ZERO, face.normal * height);
        cso.label(role, "upper", face.normal * (0.5 * height), context.length(height.abs()));
        if !view.upper_fell() {
            add_best_plane(&mut cso, view, Role::Upper);
            context.add_earlier_plane(&mut cso, "best plane", view.normal[1] * view.upper[1], view.normal[1]);
        }
        context.magnify(&mut cso, [DVec3::ZERO, face.normal * height]);
    }
    add_upper_bound(&mut world, view, context);
    context.magnify_world(&mut world, view.witness[1]);
    (world, cso)
}

/// Pictures of the faces visible from `w`, and of the horizon in order.
pub(super) fn silhouette(view: &EpaView) -> PairPictures {
    let mut world = Picture::default();
    let mut cso = Picture::default();
    let removed: Vec<u32> = view.visible.iter().map(|face| face.id).collect();
    add_polytope(&mut cso, &view.before, Role::Polytope, &removed);
    if !view.visible.is_empty() {
        cso.add(Role::Interval, "visible", Form::Solid(Arc::new(hatched_surface(view))));
    }
    add_horizon(&mut cso, view);
    if let Some(w) = &view.w {
        add_new_vertex(&mut world, &mut cso, w);
        add_angle_sort(&mut cso, view, w.w);
    }
    (world, cso)
}

/// Pictures of the cone from `w` to the horizon.
pub(super) fn join(view: &EpaView) -> PairPictures {
    let mut world = Picture::default();
    let mut cso = Picture::default();
    let new: Vec<u32> = view.added.clone().collect();
    add_polytope(&mut cso, &view.after, Role::Polytope, &new);
    for face in view.after.iter().filter(|face| view.added.contains(&face.id)) {
        cso.add(Role::Added, face.key(), Form::Polygon(face.points.to_vec()));
    }
    add_horizon(&mut cso, view);
    if let Some(w) = &view.w {
        add_new_vertex(&mut world, &mut cso, w);
        for from in &view.horizon {
            if let Some(corner) = view.vertices.get(*from as usize) {
                cso.segment(Role::Added, format!("edge/{from}-{}", w.id), corner.w, w.w);
            }
        }
    }
    (world, cso)
}

/// Number of new faces up to which their distances from the origin are shown.
const MOST_DISTANCES: usize = 4;

/// Pictures of the new polytope, with the queued new faces highlighted, or all new faces if none is queued.
pub(super) fn push(view: &EpaView, context: &PairContext) -> PairPictures {
    let mut world = Picture::default();
    let mut cso = Picture::default();
    let mut new: Vec<&PolytopeFace> = view.queued_new_faces().collect();
    if new.is_empty() {
        new = view.after.iter().filter(|face| view.added.contains(&face.id)).collect();
    }
    let waiting: Vec<u32> = new.iter().map(|face| face.id).collect();
    add_polytope(&mut cso, &view.after, Role::Polytope, &waiting);
    for &face in &new {
        cso.add(Role::Added, face.key(), Form::Polygon(face.points.to_vec()));
        let name = face.name();
        let text = if new.len() > MOST_DISTANCES { name } else { format!("{name} at {}", length(face.distance)) };
        cso.label(Role::Added, face.key(), face.center(), text);
    }
    add_best_plane(&mut cso, view, Role::Upper);
    context.magnify(&mut cso, [DVec3::ZERO, view.normal[1] * view.upper[1]]);
    if !new.is_empty() {
        let middle = new.iter().map(|face| face.center()).sum::<DVec3>() / new.len() as f64;
        let radius = new.iter().flat_map(|face| face.points).map(|p| p.distance(middle)).fold(0.0, f64::max);
        cso.magnify_from_outside(middle, radius, new.iter().map(|face| face.normal).sum());
    }
    if let Some(w) = &view.w {
        add_new_vertex(&mut world, &mut cso, w);
    }
    add_upper_bound(&mut world, view, context);
    (world, cso)
}

/// Pictures of the answer: the boundary point, the depth, and the planes that separate the bodies after the push.
pub(super) fn ending(view: &EpaView, context: &PairContext, verdict: &Verdict) -> PairPictures {
    let mut world = Picture::default();
    let mut cso = Picture::default();
    add_polytope(&mut cso, &view.after, Role::Polytope, &entry_id(&view.entry));
    add_nearest_face(&mut cso, view);
    let vertices = entry_vertices(view);
    add_vertices(&mut cso, &vertices, Role::Closest);
    // The depth is drawn as one length if the bounds agree.
    let is_depth = view.end == Some(Outcome::Converged);
    if !is_depth {
        add_face_distance(&mut cso, view, context);
        let [lower, upper] = [view.entry.as_ref().map_or(0.0, |face| face.distance), view.upper[1]].map(length);
        // The best plane has the label if both bounds have the same text.
        if lower.text != upper.text {
            add_distance_label(&mut cso, view);
        }
    }
    add_best_plane(&mut cso, view, role_of_best(view));
    if view.margin > 0.0 && matches!(view.end, Some(Outcome::Flat(_))) {
        // The cores only touch, so the depth is the width of the margins around A − B.
        let tip = view.normal[1] * view.margin;
        cso.arrow(Role::Penetration, "depth", DVec3::ZERO, tip);
        cso.label(Role::Penetration, "depth", tip * 0.5, length(view.margin));
    }
    if let Some(w) = view.w.as_ref().filter(|_| is_depth) {
        add_new_vertex(&mut world, &mut cso, w);
    }
    let reached = view.normal[1] * view.upper[1];
    // Of cores that only touch, the plane supports the difference with margins.
    let is_flat = matches!(view.end, Some(Outcome::Flat(_)));
    let supported = if is_flat { view.normal[1] * view.margin } else { reached };
    if is_flat_polygon(view) {
        let [a, b] = view.witness[1];
        add_witness_points(&mut world, [a, b], context);
    } else {
        context.add_plane(&mut cso, 2, "plane", supported, view.normal[1]);
        add_answer(&mut world, view, context);
        context.add_supporting_planes(&mut world, &verdict.finding);
    }
    context.magnify_world(&mut world, view.witness[1]);
    context.magnify(&mut cso, [DVec3::ZERO, reached]);
    (world, cso)
}

/// Whether A − B is a polygon, which is seen along the normal, so that planes and arrows would show nothing.
fn is_flat_polygon(view: &EpaView) -> bool {
    matches!(view.end, Some(Outcome::Flat(Flat { dimension: 2 }))) && view.margin == 0.0
}

/// Role of the best plane's distance at the end: the depth, an upper bound of it, or a gap.
fn role_of_best(view: &EpaView) -> Role {
    match view.end {
        Some(Outcome::Converged) => Role::Penetration,
        Some(Outcome::Apart) => Role::Gap,
        _ => Role::Upper,
    }
}

/// Id of the entry face, which the step took from the queue, as a list; empty without one.
fn entry_id(entry: &Option<PolytopeFace>) -> Vec<u32> {
    entry.iter().map(|face| face.id).collect()
}

/// Projection of the origin on the face's plane.
fn foot(face: &PolytopeFace) -> DVec3 {
    face.normal * face.distance
}

/// Vertices of the entry face; empty without one.
fn entry_vertices(view: &EpaView) -> Vec<&PolytopeVertex> {
    let ids = view.entry.as_ref().map_or([u32::MAX; 3], |face| face.vertices);
    ids.iter().filter_map(|id| view.vertices.get(*id as usize)).collect()
}

/// Adds the nearest face with its name.
fn add_nearest_face(cso: &mut Picture, view: &EpaView) {
    let Some(face) = &view.entry else { return };
    cso.add(Role::Closest, face.key(), Form::Polygon(face.points.to_vec()));
    cso.add(Role::Closest, face.key(), Form::Polyline { points: face.points.to_vec(), closed: true });
    let middle = face.center();
    let radius = face.points.iter().map(|p| p.distance(middle)).fold(0.0, f64::max);
    cso.magnify_from_outside(middle, radius, face.normal);
    cso.label(Role::Closest, face.key(), middle, face.name());
}

/// Adds the distance of the nearest face from the origin, as a line to the face's point nearest the origin.
fn add_face_distance(cso: &mut Picture, view: &EpaView, context: &PairContext) {
    let Some(face) = &view.entry else { return };
    // The inset of a face turned away is requested later, so it opens first.
    let insets = std::mem::take(&mut cso.requests.details);
    context.magnify(cso, [DVec3::ZERO, foot(face)]);
    cso.requests.details.extend(insets);
    if face.distance >= 0.0 {
        cso.segment(Role::Lower, "v", DVec3::ZERO, foot(face));
    }
    cso.point(Role::Closest, "v", foot(face));
}

/// Adds the length of the line that [`add_face_distance`] draws.
fn add_distance_label(cso: &mut Picture, view: &EpaView) {
    let Some(face) = &view.entry else { return };
    // A face with the origin on its outer side gives no bound.
    let role = if face.distance < 0.0 { Role::Closest } else { Role::Lower };
    let text = or_rounding(length(face.distance.abs()), view.rounding);
    cso.label(role, "v", foot(face) * 0.5, text);
}

/// Adds the best supporting plane as a vector from the origin.
fn add_best_plane(cso: &mut Picture, view: &EpaView, role: Role) {
    let reached = view.normal[1] * view.upper[1];
    if reached.is_finite() && reached != DVec3::ZERO {
        cso.arrow(role, "depth", DVec3::ZERO, reached);
        cso.label(role, "depth", reached, or_rounding(length(view.upper[1].abs()), view.rounding));
    }
}

/// Adds the horizon, seen from the side of the visible faces, and the wrong edge of a broken one.
fn add_horizon(cso: &mut Picture, view: &EpaView) {
    let corners: Vec<&PolytopeVertex> = view.horizon.iter().filter_map(|id| view.vertices.get(*id as usize)).collect();
    if corners.len() < 3 {
        return;
    }
    let points: Vec<DVec3> = corners.iter().map(|c| c.w).collect();
    let middle = points.iter().sum::<DVec3>() / points.len() as f64;
    let radius = points.iter().map(|p| p.distance(middle)).fold(0.0, f64::max);
    cso.magnify_from_outside(middle, radius, view.visible.iter().map(|face| face.normal).sum());
    cso.add(Role::Horizon, "horizon", Form::Polyline { points, closed: true });
    if let Some([from, to]) = view.fault.map(|ends| ends.map(|id| view.vertices.get(id as usize))) {
        for corner in [from, to].into_iter().flatten() {
            cso.label(Role::Fault, corner.key("w"), corner.w, corner.name("w"));
        }
        if let (Some(from), Some(to)) = (from, to) {
            cso.segment(Role::Fault, "fault", from.w, to.w);
        }
    }
}

/// Adds the center of the visible vertices, the projection line to `w`, and the arms that are sorted by angle.
fn add_angle_sort(cso: &mut Picture, view: &EpaView, w: DVec3) {
    let Some(center) = view.center else { return };
    cso.point(Role::Axis, "center", center);
    cso.label(Role::Axis, "center", center, "c");
    cso.segment(Role::Axis, "sight/c", center, w);
    for id in &view.horizon {
        if let Some(corner) = view.vertices.get(*id as usize) {
            cso.segment(Role::Region, format!("arm/{id}"), center, corner.w);
        }
    }
}

/// Adds `w` and its points on A and B.
fn add_new_vertex(world: &mut Picture, cso: &mut Picture, w: &PolytopeVertex) {
    cso.point(Role::NewSupport, w.key("w"), w.w);
    cso.label(Role::NewSupport, w.key("w"), w.w, w.name("w"));
    for (letter, at) in [("a", w.a), ("b", w.b)] {
        world.point(Role::NewSupport, w.key(letter), at);
        world.label(Role::NewSupport, w.key(letter), at, w.name(letter));
    }
}

/// Adds vertices of the polytope with their names.
fn add_vertices(cso: &mut Picture, list: &[&PolytopeVertex], role: Role) {
    for corner in list {
        cso.point(role, corner.key("w"), corner.w);
        cso.label(role, corner.key("w"), corner.w, corner.name("w"));
    }
}

/// Adds the vertices' points on A and on B. A point that belongs to several vertices has all their names.
fn add_witnesses(world: &mut Picture, list: &[&PolytopeVertex], role: Role) {
    for (letter, pick) in [("a", 0), ("b", 1)] {
        let points: Vec<DVec3> = list.iter().map(|c| [c.a, c.b][pick]).collect();
        for (i, (corner, at)) in list.iter().zip(&points).enumerate() {
            world.point(role, corner.key(letter), *at);
            if !points[..i].contains(at) {
                let same = list.iter().zip(&points).filter(|(_, point)| *point == at);
                let names: Vec<_> = same.map(|(c, _)| c.name(letter)).collect();
                world.label(role, corner.key(letter), *at, names.join(" "));
            }
        }
    }
}

/// Adds the translation that separates B by the best plane; its length is an upper bound of the depth.
fn add_upper_bound(world: &mut Picture, view: &EpaView, context: &PairContext) {
    let push = view.upper[1] + view.margin;
    if push.is_finite() && push > 0.0 {
        context.add_depth_bound(world, view.witness[1][1], view.normal[1] * push, view.margin > 0.0);
    }
}

/// Adds the answer: the witness points with the depth, and the normal. A bracket is drawn as its upper bound.
fn add_answer(world: &mut Picture, view: &EpaView, context: &PairContext) {
    let [a, b] = view.witness[1];
    let normal = view.normal[1];
    let push = view.upper[1] + view.margin;
    if !push.is_finite() {
        return;
    }
    let is_exact = (a.distance(b) - push).abs() <= MAX_WITNESS_ERROR * push;
    if push > 0.0 && !is_exact {
        return add_upper_bound(world, view, context);
    }
    world.point(Role::Witness, "witness/a", a);
    world.point(Role::Witness, "witness/b", b);
    if push > 0.0 {
        context.add_distance(world, [a, b], true);
    }
    // The length is at the witness points, so the arrow may be shorter; a long one would make the bodies small.
    let size = context.radii[0].max(context.radii[1]);
    let [least, most] = ANSWER_NORMAL;
    let reach = push.clamp(least * size, most * size);
    world.arrow(Role::Normal, "depth", a, a + normal * reach);
    world.label(Role::Normal, "depth", a + normal * reach, "n");
}
