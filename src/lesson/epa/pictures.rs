//! Pictures of the beats of EPA in space: the polytope around the origin in the configuration space, depth and normal
//! in the world. Each public function is named after the line of the listing that it draws.

use std::sync::Arc;

use contact_lens_model::answer::number::{length, or_rounding};
use contact_lens_model::snapshot::epa::{Flat, Outcome};
use contact_lens_picture::{Form, Picture, Role};
use glam::DVec3;

use super::surface::{add_new_vertex, add_points_on_bodies, add_polytope, add_vertices, hatched_surface};
use super::view::{EpaView, PolytopeFace, PolytopeVertex};
use crate::gjk::simplex_view::add_witness_points;
use crate::{PairContext, Verdict};

/// Length of the arrow of a face's normal, as a fraction of the bounding radius of A − B.
const NORMAL_LENGTH: f64 = 0.35;

/// Largest difference between the distance of the witness points and the depth at which the points are drawn as the
/// depth, as a fraction of the depth.
const MAX_WITNESS_ERROR: f64 = 1e-3;

/// Least length of the answer's normal, as a fraction of the larger body's half diagonal.
const MIN_ANSWER_NORMAL: f64 = 0.4;

/// Largest length of the answer's normal, as a fraction of the larger body's half diagonal.
const MAX_ANSWER_NORMAL: f64 = 0.7;

/// Picture of the world, and picture of the configuration space.
pub(super) type PairPictures = (Picture, Picture);

/// Pictures of the initial polytope.
pub(super) fn start(view: &EpaView) -> PairPictures {
    let mut cso = Picture::default();
    add_polytope(&mut cso, &view.after, Role::Polytope, &[]);
    let vertices: Vec<&PolytopeVertex> = view.vertices.iter().collect();
    add_vertices(&mut cso, &vertices, Role::Polytope);
    let mut world = Picture::default();
    add_points_on_bodies(&mut world, &vertices, Role::Polytope);
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
    let vertices = view.entry_vertices();
    add_vertices(&mut cso, &vertices, Role::Closest);
    add_points_on_bodies(&mut world, &vertices, Role::Closest);
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
        let height = view.height_above_face().unwrap_or(0.0);
        if height > 0.0 && !context.is_rounding(height) {
            let foot_of_w = w.w - face.normal * height;
            cso.segment(Role::Gap, "beyond", foot_of_w, w.w);
            cso.label(Role::Gap, "beyond", foot_of_w.midpoint(w.w), length(height));
            context.magnify(&mut cso, [foot_of_w, w.w]);
        }
        context.add_plane(&mut world, 0, "plane/a", w.a, face.normal);
        context.add_plane(&mut world, 1, "plane/b", w.b, -face.normal);
        context.add_named_direction(&mut world, "n/a", w.a, face.normal, "n");
        context.add_named_direction(&mut world, "n/b", w.b, -face.normal, "−n");
    }
    (world, cso)
}

/// Adds the outward normal `n` of a face as an arrow from `start`.
fn add_face_normal(cso: &mut Picture, view: &EpaView, face: &PolytopeFace, start: DVec3) {
    let tip = start + face.normal * (NORMAL_LENGTH * view.bounding_radius);
    cso.arrow(Role::Axis, "n", start, tip);
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
        for id in &view.horizon {
            if let Some(vertex) = view.vertices.get(*id as usize) {
                cso.segment(Role::Added, format!("edge/{id}-{}", w.id), vertex.w, w.w);
            }
        }
    }
    (world, cso)
}

/// Number of new faces up to which their distances from the origin are shown: more numbers would cover each other.
const MOST_DISTANCES: usize = 4;

/// Pictures of the new polytope, with the queued new faces highlighted, or all new faces if none is queued.
pub(super) fn push(view: &EpaView, context: &PairContext) -> PairPictures {
    let mut world = Picture::default();
    let mut cso = Picture::default();
    let mut shown: Vec<&PolytopeFace> = view.queued_new_faces().collect();
    if shown.is_empty() {
        shown = view.after.iter().filter(|face| view.added.contains(&face.id)).collect();
    }
    let shown_ids: Vec<u32> = shown.iter().map(|face| face.id).collect();
    add_polytope(&mut cso, &view.after, Role::Polytope, &shown_ids);
    for &face in &shown {
        cso.add(Role::Added, face.key(), Form::Polygon(face.points.to_vec()));
        let name = face.name();
        let text = if shown.len() > MOST_DISTANCES { name } else { format!("{name} at {}", length(face.distance)) };
        cso.label(Role::Added, face.key(), face.center(), text);
    }
    add_best_plane(&mut cso, view, Role::Upper);
    context.magnify(&mut cso, [DVec3::ZERO, view.normal[1] * view.upper[1]]);
    if !shown.is_empty() {
        let middle = shown.iter().map(|face| face.center()).sum::<DVec3>() / shown.len() as f64;
        let points = shown.iter().flat_map(|face| face.points);
        let radius = points.map(|p| p.distance(middle)).fold(0.0, f64::max);
        cso.magnify_from_outside(middle, radius, shown.iter().map(|face| face.normal).sum());
    }
    if let Some(w) = &view.w {
        add_new_vertex(&mut world, &mut cso, w);
    }
    add_upper_bound(&mut world, view, context);
    (world, cso)
}

/// Pictures of the answer: the nearest face, the best plane and the depth in the configuration space; the witness
/// points and the supporting planes of the bodies in the world.
pub(super) fn ending(view: &EpaView, context: &PairContext, verdict: &Verdict) -> PairPictures {
    let mut world = Picture::default();
    let mut cso = Picture::default();
    add_polytope(&mut cso, &view.after, Role::Polytope, &entry_id(&view.entry));
    add_nearest_face(&mut cso, view);
    let vertices = view.entry_vertices();
    add_vertices(&mut cso, &vertices, Role::Closest);
    // The depth is drawn as one length if the bounds agree.
    let bounds_agree = view.end == Some(Outcome::Converged);
    if !bounds_agree {
        add_face_distance(&mut cso, view, context);
        let lower = length(view.entry.as_ref().map_or(0.0, |face| face.distance));
        let upper = length(view.upper[1]);
        // The best plane has the label if both bounds have the same text.
        if lower.text != upper.text {
            add_distance_label(&mut cso, view);
        }
    }
    add_best_plane(&mut cso, view, role_of_best(view));
    let is_flat = matches!(view.end, Some(Outcome::Flat(_)));
    if view.margin > 0.0 && is_flat {
        // The cores only touch, so the depth is the width of the margins around A − B.
        let tip = view.normal[1] * view.margin;
        cso.arrow(Role::Penetration, "depth", DVec3::ZERO, tip);
        cso.label(Role::Penetration, "depth", tip * 0.5, length(view.margin));
    }
    if let Some(w) = &view.w
        && bounds_agree
    {
        add_new_vertex(&mut world, &mut cso, w);
    }
    let foot_of_best = view.normal[1] * view.upper[1];
    // For cores that only touch, the plane supports the difference of the bodies with margins.
    let foot_of_plane = if is_flat { view.normal[1] * view.margin } else { foot_of_best };
    if is_flat_polygon(view) {
        add_witness_points(&mut world, view.witness[1], context);
    } else {
        context.add_plane(&mut cso, 2, "plane", foot_of_plane, view.normal[1]);
        add_answer(&mut world, view, context);
        context.add_supporting_planes(&mut world, &verdict.finding);
    }
    context.magnify_world(&mut world, view.witness[1]);
    context.magnify(&mut cso, [DVec3::ZERO, foot_of_best]);
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
        Some(Outcome::Flat(_) | Outcome::BrokenHorizon | Outcome::Stalled | Outcome::IterationLimit) | None => {
            Role::Upper
        }
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

/// Adds the nearest face, the one that the step took from the queue, with its name; nothing without one.
fn add_nearest_face(cso: &mut Picture, view: &EpaView) {
    let Some(face) = &view.entry else { return };
    cso.add(Role::Closest, face.key(), Form::Polygon(face.points.to_vec()));
    cso.add(Role::Closest, face.key(), Form::Polyline { points: face.points.to_vec(), closed: true });
    let middle = face.center();
    let radius = face.points.iter().map(|p| p.distance(middle)).fold(0.0, f64::max);
    cso.magnify_from_outside(middle, radius, face.normal);
    cso.label(Role::Closest, face.key(), middle, face.name());
}

/// Adds the distance of the nearest face from the origin, as a segment from the origin to its projection on the face.
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

/// Adds the label with the length of the segment that [`add_face_distance`] draws.
fn add_distance_label(cso: &mut Picture, view: &EpaView) {
    let Some(face) = &view.entry else { return };
    // A face with the origin on its outer side gives no bound.
    let role = if face.distance < 0.0 { Role::Closest } else { Role::Lower };
    let text = or_rounding(length(face.distance.abs()), view.rounding);
    cso.label(role, "v", foot(face) * 0.5, text);
}

/// Adds the distance of the best supporting plane from the origin, as an arrow in the role `role`; nothing before the
/// first plane, and for distance 0.
fn add_best_plane(cso: &mut Picture, view: &EpaView, role: Role) {
    let foot_of_best = view.normal[1] * view.upper[1];
    if foot_of_best.is_finite() && foot_of_best != DVec3::ZERO {
        cso.arrow(role, "depth", DVec3::ZERO, foot_of_best);
        cso.label(role, "depth", foot_of_best, or_rounding(length(view.upper[1].abs()), view.rounding));
    }
}

/// Adds the horizon with an inset from the side of the visible faces. For a broken horizon, also the step between two
/// vertices that no edge of the border joins.
fn add_horizon(cso: &mut Picture, view: &EpaView) {
    let vertices = view.horizon.iter().filter_map(|id| view.vertices.get(*id as usize));
    let points: Vec<DVec3> = vertices.map(|vertex| vertex.w).collect();
    if points.len() < 3 {
        return;
    }
    let middle = points.iter().sum::<DVec3>() / points.len() as f64;
    let radius = points.iter().map(|p| p.distance(middle)).fold(0.0, f64::max);
    cso.magnify_from_outside(middle, radius, view.visible.iter().map(|face| face.normal).sum());
    cso.add(Role::Horizon, "horizon", Form::Polyline { points, closed: true });
    let Some([start, end]) = view.fault else { return };
    let Some(start) = view.vertices.get(start as usize) else { return };
    let Some(end) = view.vertices.get(end as usize) else { return };
    for vertex in [start, end] {
        cso.label(Role::Fault, vertex.key("w"), vertex.w, vertex.name("w"));
    }
    cso.segment(Role::Fault, "fault", start.w, end.w);
}

/// Adds the center around which the horizon is sorted by angle, its line of sight to `w`, and the sorted segments from
/// the center to the vertices of the horizon; nothing without a sort by angle.
fn add_angle_sort(cso: &mut Picture, view: &EpaView, w: DVec3) {
    let Some(center) = view.center else { return };
    cso.point(Role::Axis, "center", center);
    cso.label(Role::Axis, "center", center, "c");
    cso.segment(Role::Axis, "sight/c", center, w);
    for id in &view.horizon {
        if let Some(vertex) = view.vertices.get(*id as usize) {
            cso.segment(Role::Region, format!("arm/{id}"), center, vertex.w);
        }
    }
}

/// Adds the translation that separates B by the best plane; its length is an upper bound of the depth.
fn add_upper_bound(world: &mut Picture, view: &EpaView, context: &PairContext) {
    let depth = view.upper[1] + view.margin;
    if depth.is_finite() && depth > 0.0 {
        context.add_depth_bound(world, view.witness[1][1], view.normal[1] * depth, view.margin > 0.0);
    }
}

/// Adds the answer: the witness points with the depth, and the normal. A bracket is drawn as its upper bound.
fn add_answer(world: &mut Picture, view: &EpaView, context: &PairContext) {
    let [a, b] = view.witness[1];
    let normal = view.normal[1];
    let depth = view.upper[1] + view.margin;
    if !depth.is_finite() {
        return;
    }
    let is_exact = (a.distance(b) - depth).abs() <= MAX_WITNESS_ERROR * depth;
    if depth > 0.0 && !is_exact {
        return add_upper_bound(world, view, context);
    }
    world.point(Role::Witness, "witness/a", a);
    world.point(Role::Witness, "witness/b", b);
    if depth > 0.0 {
        context.add_distance(world, [a, b], true);
    }
    // The length is at the witness points, so the arrow may be shorter; a long one would make the bodies small.
    let size = context.radii[0].max(context.radii[1]);
    let arrow_length = depth.clamp(MIN_ANSWER_NORMAL * size, MAX_ANSWER_NORMAL * size);
    let tip = a + normal * arrow_length;
    world.arrow(Role::Normal, "depth", a, tip);
    world.label(Role::Normal, "depth", tip, "n");
}
