//! What the world shows of each beat.

use std::collections::HashSet;
use std::sync::Arc;

use glam::DVec3;

use super::{StepView, face_name};
use crate::answer::{number::length, point_name};
use crate::lesson::Detail;
use crate::picture::{Form, Picture, Role, Slant, hatch};
use crate::snapshot::hull::Quickhull;

/// Names of corners and faces are written up to so many.
const NAMED: usize = 24;

/// All points, and what the ones that were found span.
pub(super) fn span(view: &StepView, found: &[u32]) -> Picture {
    if view.detail == Detail::Outline {
        return Picture::default();
    }
    let mut world = Picture::default();
    for point in (0..view.context.points.len() as u32).filter(|point| !found.contains(point)) {
        view.context.dot(&mut world, Role::ShapeA, point);
    }
    for (k, &from) in found.iter().enumerate() {
        for &to in &found[..k] {
            view.context.line(&mut world, Role::Polytope, format!("edge/{to}/{from}"), [to, from]);
        }
        let role = if k + 1 == found.len() { Role::NewSupport } else { Role::Polytope };
        view.context.named(&mut world, role, from);
    }
    world
}

/// The corners of the triangles of the hull in a state.
fn triangles(view: &StepView, state: &Quickhull) -> impl Iterator<Item = (u32, Vec<u32>)> {
    view.made.faces.alive(state.made).map(|(number, face)| (number, face.corners.to_vec()))
}

/// The corners of a triangle in the world.
fn places(view: &StepView, face: u32) -> [DVec3; 3] {
    view.made.faces.corners(face).map(|i| view.context.at(i))
}

/// The middle of a triangle.
fn middle(view: &StepView, face: u32) -> DVec3 {
    places(view, face).iter().sum::<DVec3>() / 3.0
}

/// The hull with its points: those that wait wear the ink and the marker of their face.
pub(super) fn now(view: &StepView, state: &Quickhull) -> Picture {
    if view.detail == Detail::Outline {
        return Picture::default();
    }
    let (mut world, context, faces) = (Picture::default(), view.context, &view.made.faces);
    world.add(
        Role::Polytope,
        "hull",
        Form::Solid(Arc::new(context.surface(triangles(view, state).map(|(_, corners)| corners), true))),
    );
    let mut busy: HashSet<u32> = HashSet::new();
    let names = faces.waiting(state.made).count() <= NAMED;
    for face in faces.waiting(state.made) {
        let (role, key) = (Role::group(face), format!("face/{face}"));
        let corners = faces.corners(face).to_vec();
        world.add(role, key.clone(), Form::Solid(Arc::new(context.surface(std::iter::once(corners), false))));
        if names {
            world.label(role, key, middle(view, face), face_name(face));
        }
        for &point in faces.conflicts(face) {
            context.dot(&mut world, role, point);
            busy.insert(point);
        }
    }
    for point in triangles(view, state).flat_map(|(_, corners)| corners) {
        if busy.insert(point) {
            context.dot(&mut world, Role::Polytope, point);
        }
    }
    for point in (0..context.points.len() as u32).filter(|point| !busy.contains(point)) {
        context.dot(&mut world, Role::Removed, point);
    }
    world
}

/// The apex with its name, over all that wears another role there.
fn tip(world: &mut Picture, view: &StepView, apex: u32) {
    let key = view.context.key(apex);
    world.marks.retain(|mark| mark.key != key);
    view.context.dot(world, Role::NewSupport, apex);
}

/// The apex and its height above the face where it waited.
pub(super) fn apex(view: &StepView) -> Picture {
    let mut world = now(view, view.before);
    let (Some(start), Some(apex)) = (view.after.start_face, view.after.apex) else { return world };
    tip(&mut world, view, apex);
    let corners = places(view, start);
    let at = view.context.at(apex);
    let normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]).normalize_or_zero();
    let foot = at - normal * normal.dot(at - corners[0]);
    world.add(Role::group(start), format!("face/{start}"), Form::Polyline { points: corners.to_vec(), closed: true });
    world.segment(Role::Upper, "height", foot, at);
    let height = length(view.height());
    world.label(Role::NewSupport, view.context.key(apex), at, format!("{}, {height}", point_name(apex)));
    world
}

/// What the apex sees, hatched.
pub(super) fn visible(view: &StepView) -> Picture {
    let mut world = now(view, view.before);
    let Some(apex) = view.after.apex else { return world };
    seen(&mut world, view);
    tip(&mut world, view, apex);
    view.context.named(&mut world, Role::NewSupport, apex);
    world
}

fn seen(world: &mut Picture, view: &StepView) {
    let spacing = 0.07 * view.context.radius();
    for face in view.after.visible.iter().map(|tested| tested.face) {
        let corners = places(view, face);
        let key = format!("face/{face}");
        for [from, to] in hatch(&corners, Slant::Left, spacing) {
            world.segment(Role::Interval, key.clone(), from, to);
        }
        let named = world.marks.iter().any(|mark| mark.key.0 == key && matches!(mark.form, Form::Label { .. }));
        if !named && view.after.visible.len() <= NAMED {
            world.label(Role::Interval, key, middle(view, face), face_name(face));
        }
    }
}

/// The loop round what the apex sees, its edges numbered in their order.
pub(super) fn horizon(view: &StepView) -> Picture {
    let mut world = visible(view);
    loop_round(&mut world, view);
    world
}

fn loop_round(world: &mut Picture, view: &StepView) {
    let edges = &view.after.horizon;
    let points = edges.iter().map(|edge| view.context.at(edge.ends[0])).collect();
    world.add(Role::Horizon, "horizon", Form::Polyline { points, closed: true });
    if edges.len() <= NAMED {
        for (number, edge) in (1..).zip(edges) {
            let [a, b] = edge.ends.map(|i| view.context.at(i));
            world.label(Role::Horizon, format!("horizon/{number}"), a.midpoint(b), number.to_string());
        }
    }
}

/// The cone in place of what was seen, and where its points wait now.
pub(super) fn cone(view: &StepView) -> Picture {
    let mut world = now(view, view.after);
    let Some(apex) = view.after.apex else { return world };
    for (number, corners) in triangles(view, view.after).filter(|(number, _)| *number >= view.after.added) {
        if view.made.faces.conflicts(number).is_empty() {
            world.add(
                Role::Added,
                format!("face/{number}"),
                Form::Solid(Arc::new(view.context.surface(std::iter::once(corners), false))),
            );
        }
    }
    for edge in &view.after.horizon {
        view.context.line(&mut world, Role::Added, format!("cone/{}", edge.ends[0]), [edge.ends[0], apex]);
    }
    loop_round(&mut world, view);
    tip(&mut world, view, apex);
    view.context.named(&mut world, Role::NewSupport, apex);
    world
}

/// The hull, and the points that are no corners of it.
pub(super) fn finished(view: &StepView) -> Picture {
    if view.detail == Detail::Outline {
        return Picture::default();
    }
    let (mut world, context, hull) = (Picture::default(), view.context, &view.made.hull);
    match hull.vertices[..] {
        [from, to] => context.line(&mut world, Role::Closest, "hull", [from, to]),
        _ if !hull.faces.is_empty() => {
            let surface = context.surface(hull.faces.iter().cloned(), true);
            world.add(Role::Closest, "hull", Form::Solid(Arc::new(surface)));
        }
        _ => {}
    }
    for &vertex in &hull.vertices {
        match hull.vertices.len() <= NAMED {
            true => context.named(&mut world, Role::Closest, vertex),
            false => context.dot(&mut world, Role::Closest, vertex),
        }
    }
    let corners: HashSet<u32> = hull.vertices.iter().copied().collect();
    for other in (0..context.points.len() as u32).filter(|other| !corners.contains(other)) {
        context.dot(&mut world, Role::Removed, other);
    }
    world
}
