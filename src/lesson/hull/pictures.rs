//! What the world shows of each beat.

use std::collections::HashSet;
use std::sync::Arc;

use glam::DVec3;

use super::{CROWD, StepView, face_name};
use crate::answer::{number::length, point_name};
use crate::lesson::Detail;
use crate::picture::inset::from_own_side;
use crate::picture::{Form, Mark, Part, Picture, Role, Slant, Solid};
use crate::snapshot::hull::Quickhull;

/// Names of corners and faces are written up to so many.
const NAMED: usize = 24;

/// Across what the apex sees.
const SEEN: &[Slant] = &[Slant::Left];

/// What the points that wait at a face wear, and the face: not the ink of points that wait nowhere, nor that of the hull that is
/// done, nor one near that of the new cone.
fn waits_at(face: u32) -> Role {
    [Role::Group(3), Role::Group(5), Role::Group(4)][face as usize % 3]
}

impl StepView<'_> {
    fn is_crowd(&self) -> bool {
        self.context.points.len() > CROWD
    }

    /// The corners of a triangle in the world.
    pub(super) fn places(&self, face: u32) -> [DVec3; 3] {
        self.made.faces.corners(face).map(|i| self.context.at(i))
    }

    /// The middle of a triangle.
    pub(super) fn middle(&self, face: u32) -> DVec3 {
        self.places(face).iter().sum::<DVec3>() / 3.0
    }

    /// Twice the area of a triangle, along its outward normal.
    pub(super) fn area(&self, face: u32) -> DVec3 {
        let [a, b, c] = self.places(face);
        (b - a).cross(c - a)
    }

    /// Points as dots, of a crowd as one mark.
    fn dots(&self, world: &mut Picture, role: Role, key: String, points: impl Iterator<Item = u32>) {
        if self.is_crowd() {
            let vertices: Vec<DVec3> = points.map(|point| self.context.at(point)).collect();
            if !vertices.is_empty() {
                world.add(role, key, Form::Solid(Arc::new(Solid { vertices, ..Solid::default() })));
            }
            return;
        }
        points.for_each(|point| self.context.dot(world, role, point));
    }
}

/// All points, and what the ones that were found span.
pub(super) fn span(view: &StepView, found: &[u32]) -> Picture {
    if view.detail == Detail::Outline {
        return Picture::default();
    }
    let mut world = Picture::default();
    let others = (0..view.context.points.len() as u32).filter(|point| !found.contains(point));
    view.dots(&mut world, Role::ShapeA, String::from("points"), others);
    for (k, &from) in found.iter().enumerate() {
        for &to in &found[..k] {
            view.context.line(&mut world, Role::Polytope, format!("edge/{to}/{from}"), [to, from]);
        }
        let role = if k + 1 == found.len() { Role::NewSupport } else { Role::Polytope };
        view.context.named(&mut world, role, from);
    }
    world
}

/// The hull of a state with its points: those that wait wear the ink and the marker of their face. What is `seen` is hatched; of
/// a crowd only the points of the faces that are `told` of are drawn.
fn hull(view: &StepView, state: &Quickhull, seen: &[u32], told: impl Fn(u32) -> bool) -> Picture {
    if view.detail == Detail::Outline {
        return Picture::default();
    }
    let (mut world, context, faces) = (Picture::default(), view.context, &view.made.faces);
    let alive: Vec<(u32, Vec<u32>)> =
        faces.alive(state.made).map(|(number, face)| (number, face.corners.to_vec())).collect();
    let added = |face: u32| state.made == view.after.made && face >= view.after.added && view.after.apex.is_some();
    // What is seen keeps the ink of the points that wait there: they are handed on.
    let role = |face: u32| match () {
        () if !faces.conflicts(face).is_empty() => waits_at(face),
        () if seen.contains(&face) => Role::Interval,
        () if added(face) => Role::Added,
        () => Role::Member,
    };
    let part = |(face, _): &(u32, Vec<u32>)| Part {
        role: role(*face),
        key: format!("face/{face}").into(),
        sign: "",
        hatched: if seen.contains(face) { SEEN } else { &[] },
    };
    let parts = alive.iter().map(part).collect();
    let surface = context.surface(alive.iter().map(|(_, corners)| corners.clone()), true);
    world.add(Role::Member, "hull", Form::Solid(Arc::new(Solid { parts, veil: true, ..surface })));
    let mut busy: HashSet<u32> = HashSet::new();
    let names = faces.waiting(state.made).count() <= NAMED;
    for face in faces.waiting(state.made) {
        let key = format!("face/{face}");
        if names || seen.contains(&face) && seen.len() <= NAMED {
            world.label(role(face), key.clone(), view.middle(face), face_name(face));
        }
        busy.extend(faces.conflicts(face));
        if !view.is_crowd() || told(face) {
            view.dots(&mut world, waits_at(face), key, faces.conflicts(face).iter().copied());
        }
    }
    if !view.is_crowd() {
        let corners: Vec<u32> = alive.iter().flat_map(|(_, corners)| corners).copied().collect();
        for point in corners {
            if busy.insert(point) {
                context.dot(&mut world, Role::Member, point);
            }
        }
        for point in (0..context.points.len() as u32).filter(|point| !busy.contains(point)) {
            context.dot(&mut world, Role::Removed, point);
        }
    }
    world
}

/// The hull of a state, and where its points wait.
pub(super) fn now(view: &StepView, state: &Quickhull) -> Picture {
    hull(view, state, &[], |_| true)
}

/// The apex with its name, over all that wears another role there.
fn tip(world: &mut Picture, view: &StepView, apex: u32) {
    let key = view.context.key(apex);
    world.marks.retain(|mark| mark.key != key);
    view.context.dot(world, Role::NewSupport, apex);
}

/// What the apex sees, from the other side where the camera sees but its back.
fn far_side(world: &mut Picture, view: &StepView) {
    let seen = &view.after.visible;
    let Some(normal) = seen.iter().map(|tested| view.area(tested.face)).sum::<DVec3>().try_normalize() else { return };
    let horizon = view.after.horizon.iter().map(|edge| edge.ends[0]);
    let about: Vec<DVec3> = horizon.chain(view.after.apex).map(|point| view.context.at(point)).collect();
    if let Some((center, radius)) = from_own_side(&about, normal) {
        world.from_behind(center, radius, normal);
    }
}

/// The faces that the apex of this iteration sees.
fn seen(view: &StepView) -> Vec<u32> {
    view.after.visible.iter().map(|tested| tested.face).collect()
}

/// The hull before the apex is known, with the face where it waits.
pub(super) fn waiting(view: &StepView, start: u32) -> Picture {
    let mut world = hull(view, view.before, &[], |face| face == start);
    let corners = view.places(start).to_vec();
    world.add(waits_at(start), format!("face/{start}"), Form::Polyline { points: corners, closed: true });
    world
}

/// The apex and its height above the face where it waited.
pub(super) fn apex(view: &StepView) -> Picture {
    let (Some(start), Some(apex)) = (view.after.start_face, view.after.apex) else { return now(view, view.before) };
    let mut world = hull(view, view.before, &[], |face| face == start);
    tip(&mut world, view, apex);
    let (corners, at) = (view.places(start), view.context.at(apex));
    world.add(waits_at(start), format!("face/{start}"), Form::Polyline { points: corners.to_vec(), closed: true });
    height_of(&mut world, view, start, at);
    let height = length(view.height());
    world.label(Role::NewSupport, view.context.key(apex), at, format!("{}, {height}", point_name(apex)));
    far_side(&mut world, view);
    world
}

/// A height of so small a share of the size of all points is hidden below the mark of the apex: a lens shows it.
const HIDDEN: f64 = 0.05;

/// How high the apex is above the face where it waited.
fn height_of(world: &mut Picture, view: &StepView, start: u32, apex: DVec3) {
    let normal = view.area(start).normalize_or_zero();
    let foot = apex - normal * normal.dot(apex - view.places(start)[0]);
    world.segment(Role::Upper, "height", foot, apex);
    let high = foot.distance(apex);
    if high > 0.0 && high < HIDDEN * view.context.radius() {
        let lens = Form::Lens { center: 0.5 * (foot + apex), radius: 0.75 * high, faces: None };
        // The last lens opens first: that on the far side goes before this one.
        world.marks.insert(0, Mark { role: Role::Region, key: "lens".into(), form: lens });
    }
}

/// So small a share of the square of its longest side is the area of a needle.
const NEEDLE: f64 = 0.01;

/// Whether a face is so thin that it is drawn as a line.
fn is_needle(view: &StepView, face: u32) -> bool {
    let [a, b, c] = view.places(face);
    let longest = a.distance(b).max(b.distance(c)).max(c.distance(a));
    (b - a).cross(c - a).length() < 2.0 * NEEDLE * longest * longest
}

/// What the apex sees, hatched.
pub(super) fn visible(view: &StepView) -> Picture {
    let Some(apex) = view.after.apex else { return now(view, view.before) };
    let seen = seen(view);
    let mut world = hull(view, view.before, &seen, |face| seen.contains(&face));
    // Faces at which nobody waits are named where they are told of.
    for face in seen.iter().filter(|face| view.made.faces.conflicts(**face).is_empty() && seen.len() <= NAMED) {
        world.label(Role::Interval, format!("face/{face}"), view.middle(*face), face_name(*face));
    }
    // Nothing is seen of a needle but its outline.
    for &face in seen.iter().filter(|face| is_needle(view, **face)) {
        let outline = Form::Polyline { points: view.places(face).to_vec(), closed: true };
        world.add(Role::Interval, format!("face/{face}"), outline);
    }
    tip(&mut world, view, apex);
    view.context.named(&mut world, Role::NewSupport, apex);
    far_side(&mut world, view);
    world
}

/// The loop round what the apex sees, its edges numbered in their order, and the edges of the cone that comes.
pub(super) fn horizon(view: &StepView) -> Picture {
    let mut world = visible(view);
    if let (Some(start), Some(apex)) = (view.after.start_face, view.after.apex) {
        height_of(&mut world, view, start, view.context.at(apex));
        coming(&mut world, view, apex);
    }
    loop_round(&mut world, view);
    world
}

/// From the corners of the horizon to the apex.
fn coming(world: &mut Picture, view: &StepView, apex: u32) {
    for edge in &view.after.horizon {
        view.context.line(world, Role::Added, format!("cone/{}", edge.ends[0]), [edge.ends[0], apex]);
    }
}

fn loop_round(world: &mut Picture, view: &StepView) {
    let edges = &view.after.horizon;
    let points = edges.iter().map(|edge| view.context.at(edge.ends[0])).collect();
    world.add(Role::Horizon, "horizon", Form::Polyline { points, closed: true });
    if edges.len() <= NAMED {
        let ends: Vec<[DVec3; 2]> = edges.iter().map(|edge| edge.ends.map(|i| view.context.at(i))).collect();
        let apex = view.after.apex.map(|apex| view.context.at(apex));
        for (number, at) in (1..).zip(numbered(&ends, apex, 2.0 * view.context.radius())) {
            world.badge(Role::Horizon, format!("horizon/{number}"), at, number.to_string());
        }
    }
}

/// Where along an edge its number may stand.
const ALONG: [f64; 5] = [0.5, 0.34, 0.66, 0.2, 0.8];

/// Numbers are so far from one another where there is room, as a share of the size of all points.
const NUMBERS_APART: f64 = 0.09;

/// Where the numbers of edges stand: in the middle, but of long edges side by side one nearer to an end, so that no number lies
/// over another, nor over the apex.
fn numbered(edges: &[[DVec3; 2]], apex: Option<DVec3>, size: f64) -> Vec<DVec3> {
    let mut taken: Vec<DVec3> = apex.into_iter().collect();
    for [a, b] in edges {
        let room = |at: &DVec3| taken.iter().map(|other| other.distance(*at)).fold(f64::INFINITY, f64::min);
        let places = || ALONG.map(|share| a.lerp(*b, share)).into_iter();
        let free = places().find(|at| room(at) >= NUMBERS_APART * size);
        let widest = || places().reduce(|best, at| if room(&at) > room(&best) { at } else { best });
        taken.extend(free.or_else(widest));
    }
    taken.split_off(usize::from(apex.is_some()))
}

/// The cone in place of what was seen, and where its points wait now.
pub(super) fn cone(view: &StepView) -> Picture {
    let Some(apex) = view.after.apex else { return now(view, view.after) };
    let mut world = hull(view, view.after, &[], |face| face >= view.after.added);
    coming(&mut world, view, apex);
    loop_round(&mut world, view);
    tip(&mut world, view, apex);
    view.context.named(&mut world, Role::NewSupport, apex);
    far_side(&mut world, view);
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
            let surface = Solid { veil: true, ..context.surface(hull.faces.iter().cloned(), true) };
            world.add(Role::Closest, "hull", Form::Solid(Arc::new(surface)));
        }
        _ => {}
    }
    for &vertex in &hull.vertices {
        match hull.vertices.len() <= NAMED {
            true => context.named(&mut world, Role::Closest, vertex),
            false if view.is_crowd() => {}
            false => context.dot(&mut world, Role::Closest, vertex),
        }
    }
    let corners: HashSet<u32> = hull.vertices.iter().copied().collect();
    let others = (0..context.points.len() as u32).filter(|other| !corners.contains(other));
    others.filter(|_| !view.is_crowd()).for_each(|other| context.dot(&mut world, Role::Removed, other));
    world
}
