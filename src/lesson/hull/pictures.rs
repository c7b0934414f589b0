//! World pictures of Quickhull.

use std::collections::HashSet;
use std::sync::Arc;

use glam::DVec3;

use super::extremes::Extreme;
use super::{CROWD, HullView, face_name};
use crate::answer::{number::length, point_name};
use crate::lesson::Detail;
use crate::picture::page::inset::from_own_side;
use crate::picture::{Form, Part, Picture, Role, Slant, Solid};
use crate::snapshot::hull::Quickhull;

/// Largest number of vertices and faces with names.
const NAMED: usize = 24;

/// Hatching of the faces that the apex sees.
const SEEN: &[Slant] = &[Slant::Left];

/// Role of a face with a conflict list and of the points in it; its color differs from those of other points, of the
/// finished hull, and of the new cone.
fn waits_at(face: u32) -> Role {
    [Role::Group(3), Role::Group(5), Role::Group(4)][face as usize % 3]
}

impl HullView<'_> {
    fn is_crowd(&self) -> bool {
        self.context.points.len() > CROWD
    }

    /// Vertices of a triangle, world.
    pub(super) fn places(&self, face: u32) -> [DVec3; 3] {
        self.made.faces.corners(face).map(|i| self.context.at(i))
    }

    /// Centroid of a triangle, world.
    pub(super) fn middle(&self, face: u32) -> DVec3 {
        self.places(face).iter().sum::<DVec3>() / 3.0
    }

    /// Area vector of a triangle: outward normal with twice the area as length.
    pub(super) fn area(&self, face: u32) -> DVec3 {
        let [a, b, c] = self.places(face);
        (b - a).cross(c - a)
    }

    /// Adds points as dots; many points become one mark.
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

/// Half the side of the plane of the smallest x, in radii of the cloud.
const PLANE_OF_LEAST: f64 = 0.5;

/// Half the side of that plane, in distances of the farthest other point in it.
const BEYOND_TIED: f64 = 1.1;

/// Picture of all points, and of the extreme points up to number `k`, the last of which is `extreme`.
pub(super) fn span(view: &HullView, k: usize, extreme: &Extreme) -> Picture {
    if view.detail == Detail::Outline {
        return Picture::default();
    }
    let mut world = Picture::default();
    let context = view.context;
    let all = &view.after.extremes;
    let found = &all[..(k + 1).min(all.len())];
    let places: Vec<DVec3> = found.iter().map(|&point| context.at(point)).collect();
    let others = (0..context.points.len() as u32).filter(|&p| !places.contains(&context.at(p)));
    view.dots(&mut world, Role::Ghost, String::from("points"), others);
    for (i, &from) in found.iter().enumerate() {
        for &to in &found[..i] {
            context.line(&mut world, Role::Polytope, format!("edge/{to}/{from}"), [to, from]);
        }
        let is_new = i == k;
        context.add_named_point(&mut world, if is_new { Role::Simplex } else { Role::Polytope }, from);
    }
    if let [a, b, c, ..] = places[..] {
        world.add(Role::Polytope, "plane", Form::Polygon(vec![a, b, c]));
    }
    if k == 0 && context.radius() > 0.0 {
        let tied = context.points.iter().filter(|place| place.x == extreme.at.x);
        let farthest = tied.map(|place| (*place - extreme.at).abs().max_element()).fold(0.0, f64::max);
        let half_size = (PLANE_OF_LEAST * context.radius()).max(BEYOND_TIED * farthest);
        world.add(Role::Bound, "least", Form::Plane { point: extreme.at, normal: DVec3::X, half_size });
        let corner = extreme.at + DVec3::new(0.0, half_size, half_size);
        world.label(Role::Bound, "least", corner, format!("x = {}", length(extreme.at.x).text));
    } else if k < all.len() {
        add_height(&mut world, [extreme.foot, extreme.at]);
    }
    world
}

/// Adds a distance from a point, line or plane, with its length.
fn add_height(world: &mut Picture, [foot, at]: [DVec3; 2]) {
    world.segment(Role::Upper, "height", foot, at);
    world.label(Role::Upper, "height", foot.midpoint(at), length(foot.distance(at)).text);
}

/// Picture of the first tetrahedron with the names of its vertices and faces.
pub(super) fn tetrahedron(view: &HullView) -> Picture {
    let mut world = now(view, view.after);
    if view.detail == Detail::Outline {
        return world;
    }
    for (face, _) in view.made.faces.alive(view.after.made) {
        if view.made.faces.conflicts(face).is_empty() {
            world.label(Role::Member, format!("face/{face}"), view.middle(face), face_name(face));
        }
    }
    for &point in &view.after.extremes {
        view.context.add_named_point(&mut world, Role::Member, point);
    }
    world
}

/// Picture of a state's hull and points: points in conflict lists have the role of their face, and faces in `seen` are
/// hatched. With many points, only those of faces accepted by `is_shown` are drawn.
fn hull(view: &HullView, state: &Quickhull, seen: &[u32], is_shown: impl Fn(u32) -> bool) -> Picture {
    if view.detail == Detail::Outline {
        return Picture::default();
    }
    let mut world = Picture::default();
    let context = view.context;
    let faces = &view.made.faces;
    let alive: Vec<(u32, Vec<u32>)> =
        faces.alive(state.made).map(|(number, face)| (number, face.corners.to_vec())).collect();
    let parts = alive
        .iter()
        .map(|(face, _)| Part {
            role: role_of(view, state, seen, *face),
            key: format!("face/{face}").into(),
            sign: "",
            hatched: if seen.contains(face) { SEEN } else { &[] },
        })
        .collect();
    let surface = context.surface(alive.iter().map(|(_, corners)| corners.clone()), true);
    world.add(Role::Member, "hull", Form::Solid(Arc::new(Solid { parts, veil: true, ..surface })));
    let mut busy: HashSet<u32> = HashSet::new();
    let names = faces.waiting(state.made).count() <= NAMED;
    for face in faces.waiting(state.made) {
        let key = format!("face/{face}");
        if names || seen.contains(&face) && seen.len() <= NAMED {
            world.label(role_of(view, state, seen, face), key.clone(), view.middle(face), face_name(face));
        }
        busy.extend(faces.conflicts(face));
        if !view.is_crowd() || is_shown(face) {
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

/// Role of a face: visible, with a conflict list, new, or another one.
fn role_of(view: &HullView, state: &Quickhull, seen: &[u32], face: u32) -> Role {
    let is_added = state.made == view.after.made && face >= view.after.added && view.after.apex.is_some();
    match () {
        () if seen.contains(&face) => Role::Interval,
        () if !view.made.faces.conflicts(face).is_empty() => waits_at(face),
        () if is_added => Role::Added,
        () => Role::Member,
    }
}

/// Picture of a state's hull and its conflict lists.
pub(super) fn now(view: &HullView, state: &Quickhull) -> Picture {
    hull(view, state, &[], |_| true)
}

/// Adds the apex with its name, above other marks of that point.
fn tip(world: &mut Picture, view: &HullView, apex: u32) {
    let key = view.context.key(apex);
    world.marks.retain(|mark| mark.key != key);
    view.context.dot(world, Role::NewSupport, apex);
}

/// Adds a view from behind if the camera sees only the back of the visible faces.
fn far_side(world: &mut Picture, view: &HullView) {
    let seen = &view.after.visible;
    let Some(normal) = seen.iter().map(|tested| view.area(tested.face)).sum::<DVec3>().try_normalize() else { return };
    let horizon = view.after.horizon.iter().map(|edge| edge.ends[0]);
    let about: Vec<DVec3> = horizon.chain(view.after.apex).map(|point| view.context.at(point)).collect();
    if let Some((center, radius)) = from_own_side(&about, normal) {
        world.from_behind(center, radius, normal);
    }
}

fn visible_faces(view: &HullView) -> Vec<u32> {
    view.after.visible.iter().map(|tested| tested.face).collect()
}

/// Picture of the hull before the apex is known, with the face whose conflict list contains it.
pub(super) fn waiting(view: &HullView, start: u32) -> Picture {
    let mut world = hull(view, view.before, &[], |face| face == start);
    let corners = view.places(start).to_vec();
    world.add(waits_at(start), format!("face/{start}"), Form::Polyline { points: corners, closed: true });
    world
}

/// Picture of the apex and its height above the face whose conflict list contained it.
pub(super) fn apex(view: &HullView) -> Picture {
    let (Some(start), Some(apex)) = (view.after.start_face, view.after.apex) else { return now(view, view.before) };
    let mut world = hull(view, view.before, &[], |face| face == start);
    tip(&mut world, view, apex);
    let corners = view.places(start);
    let at = view.context.at(apex);
    world.add(waits_at(start), format!("face/{start}"), Form::Polyline { points: corners.to_vec(), closed: true });
    height_of(&mut world, view, start, at);
    world.label(waits_at(start), format!("face/{start}"), view.middle(start), face_name(start));
    world.label(Role::NewSupport, view.context.key(apex), at, point_name(apex));
    far_side(&mut world, view);
    world
}

/// Height, as a share of the cloud's radius, below which the mark of the apex would cover it, so that it gets an inset.
const HIDDEN: f64 = 0.05;

/// Adds the height of the apex above the face whose conflict list contained it.
fn height_of(world: &mut Picture, view: &HullView, start: u32, apex: DVec3) {
    let normal = view.area(start).normalize_or_zero();
    let foot = apex - normal * normal.dot(apex - view.places(start)[0]);
    add_height(world, [foot, apex]);
    let high = foot.distance(apex);
    if high > 0.0 && high < HIDDEN * view.context.radius() {
        world.magnify(0.5 * (foot + apex), 0.75 * high);
        // The last detail gets the inset, so this one goes before that of the view from behind.
        world.requests.details.rotate_right(1);
    }
}

/// Area, as a share of the square of the longest side, below which a triangle is a needle.
const NEEDLE: f64 = 0.01;

/// Whether a face is so thin that it is drawn as a line.
fn is_needle(view: &HullView, face: u32) -> bool {
    let [a, b, c] = view.places(face);
    let longest = a.distance(b).max(b.distance(c)).max(c.distance(a));
    (b - a).cross(c - a).length() < 2.0 * NEEDLE * longest * longest
}

/// Picture of the visible faces, hatched.
pub(super) fn visible(view: &HullView) -> Picture {
    let Some(apex) = view.after.apex else { return now(view, view.before) };
    let seen = visible_faces(view);
    let mut world = hull(view, view.before, &seen, |face| seen.contains(&face));
    // Faces with an empty conflict list get a name here.
    for face in seen.iter().filter(|face| view.made.faces.conflicts(**face).is_empty() && seen.len() <= NAMED) {
        world.label(Role::Interval, format!("face/{face}"), view.middle(*face), face_name(*face));
    }
    // The sentence names the face from which the walk starts.
    if let Some(start) = view.after.start_face.filter(|_| seen.len() > NAMED) {
        world.label(Role::Interval, format!("face/{start}"), view.middle(start), face_name(start));
    }
    // A needle shows its outline only.
    for &face in seen.iter().filter(|face| is_needle(view, **face)) {
        let outline = Form::Polyline { points: view.places(face).to_vec(), closed: true };
        world.add(Role::Interval, format!("face/{face}"), outline);
    }
    tip(&mut world, view, apex);
    view.context.add_named_point(&mut world, Role::NewSupport, apex);
    far_side(&mut world, view);
    world
}

/// Picture of the visible faces inside the horizon with numbered edges.
pub(super) fn horizon(view: &HullView) -> Picture {
    let mut world = visible(view);
    loop_round(&mut world, view);
    number_edges(&mut world, view);
    world
}

/// Adds the edges from the horizon to the apex.
fn coming(world: &mut Picture, view: &HullView, apex: u32) {
    for edge in &view.after.horizon {
        view.context.line(world, Role::Added, format!("cone/{}", edge.ends[0]), [edge.ends[0], apex]);
    }
}

fn loop_round(world: &mut Picture, view: &HullView) {
    let edges = &view.after.horizon;
    let points = edges.iter().map(|edge| view.context.at(edge.ends[0])).collect();
    world.add(Role::Horizon, "horizon", Form::Polyline { points, closed: true });
}

/// Adds the numbers of the horizon's edges, if there are few.
fn number_edges(world: &mut Picture, view: &HullView) {
    let edges = &view.after.horizon;
    if edges.len() <= NAMED {
        let ends: Vec<[DVec3; 2]> = edges.iter().map(|edge| edge.ends.map(|i| view.context.at(i))).collect();
        let apex = view.after.apex.map(|apex| view.context.at(apex));
        for (number, at) in (1..).zip(numbered(&ends, apex, 2.0 * view.context.radius())) {
            world.badge(Role::Horizon, format!("horizon/{number}"), at, number.to_string());
        }
    }
}

/// Candidate positions of a number along its edge.
const ALONG: [f64; 5] = [0.5, 0.34, 0.66, 0.2, 0.8];

/// Preferred distance between numbers, as a share of the cloud's size.
const NUMBERS_APART: f64 = 0.09;

/// Positions of the edges' numbers: in the middle, or nearer to an end where that keeps them apart from each other and
/// from the apex.
fn numbered(edges: &[[DVec3; 2]], apex: Option<DVec3>, size: f64) -> Vec<DVec3> {
    let mut taken: Vec<DVec3> = apex.into_iter().collect();
    for [a, b] in edges {
        let places = ALONG.map(|share| {
            let at = a.lerp(*b, share);
            (at, taken.iter().map(|other| other.distance(at)).fold(f64::INFINITY, f64::min))
        });
        let free = places.into_iter().find(|(_, apart)| *apart >= NUMBERS_APART * size);
        let place = free.or_else(|| places.into_iter().reduce(|best, next| if next.1 > best.1 { next } else { best }));
        taken.extend(place.map(|(at, _)| at));
    }
    taken.split_off(usize::from(apex.is_some()))
}

/// Picture of the cone that replaces the visible faces, with the new conflict lists.
pub(super) fn cone(view: &HullView) -> Picture {
    let Some(apex) = view.after.apex else { return now(view, view.after) };
    let mut world = hull(view, view.after, &[], |face| face >= view.after.added);
    coming(&mut world, view, apex);
    loop_round(&mut world, view);
    tip(&mut world, view, apex);
    view.context.add_named_point(&mut world, Role::NewSupport, apex);
    far_side(&mut world, view);
    world
}

/// Picture of the hull and of the points inside it.
pub(super) fn finished(view: &HullView) -> Picture {
    if view.detail == Detail::Outline {
        return Picture::default();
    }
    let mut world = Picture::default();
    let context = view.context;
    let hull = &view.made.hull;
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
            true => context.add_named_point(&mut world, Role::Closest, vertex),
            false if view.is_crowd() => {}
            false => context.dot(&mut world, Role::Closest, vertex),
        }
    }
    let corners: HashSet<u32> = hull.vertices.iter().copied().collect();
    let others = (0..context.points.len() as u32).filter(|other| !corners.contains(other));
    others.filter(|_| !view.is_crowd()).for_each(|other| context.dot(&mut world, Role::Removed, other));
    world
}
