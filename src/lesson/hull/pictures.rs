//! World pictures of Quickhull's beats: extreme points, hull with conflict lists, visible faces, horizon, and new
//! faces.

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

use contact_lens_model::answer::{number::length, point_name};
use contact_lens_model::snapshot::hull::Quickhull;
use contact_lens_picture::page::inset::ball_seen_from_own_side;
use contact_lens_picture::{Form, Part, Picture, Role, Slant, Solid};
use glam::DVec3;

use super::extremes::{Extreme, MAX_TIED_NAMES};
use super::heights::{add_apex_height, add_height};
use super::horizon::{MAX_NAMED, add_new_edges, add_numbered_horizon};
use super::{HullView, MAX_DRAWN_POINTS, face_name};
use crate::Detail;

/// Hatching of the faces that the apex sees.
const VISIBLE_HATCHING: &[Slant] = &[Slant::Left];

/// Role of a face with a conflict list and of the points in the list: one of three colors, which differ from those of
/// other points, of the finished hull, and of the new faces.
fn conflict_role(face: u32) -> Role {
    [Role::Group(3), Role::Group(5), Role::Group(4)][face as usize % 3]
}

impl HullView<'_> {
    /// Whether there are too many points to draw those that the beat does not use.
    pub(super) fn has_many_points(&self) -> bool {
        self.context.points.len() > MAX_DRAWN_POINTS
    }

    /// Vertices of a triangle, world.
    pub(super) fn triangle(&self, face: u32) -> [DVec3; 3] {
        self.made.faces.corners(face).map(|i| self.context.position(i))
    }

    /// Centroid of a triangle, world.
    pub(super) fn middle(&self, face: u32) -> DVec3 {
        self.triangle(face).iter().sum::<DVec3>() / 3.0
    }

    /// Outward normal of a triangle, world, with twice the area as length.
    pub(super) fn area(&self, face: u32) -> DVec3 {
        let [a, b, c] = self.triangle(face);
        (b - a).cross(c - a)
    }

    /// Adds points as dots with a role; the dots of a large cloud are one mark with the id `key`.
    fn add_dots(&self, world: &mut Picture, role: Role, key: String, points: impl Iterator<Item = u32>) {
        if self.has_many_points() {
            let vertices: Vec<DVec3> = points.map(|point| self.context.position(point)).collect();
            if !vertices.is_empty() {
                world.add(role, key, Form::Solid(Arc::new(Solid { vertices, ..Solid::default() })));
            }
            return;
        }
        for point in points {
            self.context.add_point(world, role, point);
        }
    }
}

/// Least half side of the plane of the smallest x, in radii of the cloud.
const LEAST_PLANE_SIZE: f64 = 0.3;

/// Half sides of the plane of the smallest x, in half extents of the points with that x.
const BEYOND_TIED: f64 = 1.1;

/// Picture of all points, and of the extreme points up to number `k`, from 0; the last of them is `extreme`.
pub(super) fn span(view: &HullView, k: usize, extreme: &Extreme) -> Picture {
    if view.detail == Detail::Outline {
        return Picture::default();
    }
    let mut world = Picture::default();
    let context = view.context;
    let extremes = &view.after.extremes;
    let shown = &extremes[..(k + 1).min(extremes.len())];
    let extreme_positions: Vec<DVec3> = shown.iter().map(|&point| context.position(point)).collect();
    let others = (0..context.points.len() as u32).filter(|&p| !extreme_positions.contains(&context.position(p)));
    view.add_dots(&mut world, Role::Ghost, String::from("points"), others);
    if extreme.tied.len() <= MAX_TIED_NAMES {
        for &tied in &extreme.tied {
            world.label(Role::Ghost, context.key(tied), context.position(tied), point_name(tied));
        }
    }
    for (i, &point) in shown.iter().enumerate() {
        for &earlier in &shown[..i] {
            context.add_segment(&mut world, Role::Polytope, format!("edge/{earlier}/{point}"), [earlier, point]);
        }
        let role = if i == k { Role::Simplex } else { Role::Polytope };
        context.add_named_point(&mut world, role, point);
    }
    if let [a, b, c, ..] = extreme_positions[..] {
        world.add(Role::Polytope, "plane", Form::Polygon(vec![a, b, c]));
    }
    if k == 0 && context.radius() > 0.0 {
        add_least_plane(&mut world, view, extreme);
    } else if k < extremes.len() {
        add_height(&mut world, [extreme.foot, extreme.at]);
    }
    world
}

/// Adds the plane of the smallest x as a rectangle around the points in it, the first extreme point and its ties.
fn add_least_plane(world: &mut Picture, view: &HullView, first: &Extreme) {
    let context = view.context;
    let tied: Vec<DVec3> = first.tied.iter().map(|&point| context.position(point)).collect();
    let low = tied.iter().copied().fold(first.at, DVec3::min);
    let high = tied.iter().copied().fold(first.at, DVec3::max);
    let middle = low.midpoint(high);
    let half = (0.5 * BEYOND_TIED * (high - low)).max(DVec3::splat(LEAST_PLANE_SIZE * context.radius()));
    let signs = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
    let corners = signs.map(|[y, z]| middle + DVec3::new(0.0, y * half.y, z * half.z));
    world.add(Role::Bound, "least", Form::Polygon(corners.to_vec()));
    world.label(Role::Bound, "least", corners[2], format!("x = {}", length(first.at.x).text));
}

/// Picture of the first tetrahedron with the names of its vertices and faces.
pub(super) fn tetrahedron(view: &HullView) -> Picture {
    let mut world = conflict_lists(view, view.after);
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

/// Faces and points that a picture of the hull colors.
#[derive(Clone, Copy)]
enum Subject<'a> {
    /// Every face with a conflict list, and the points in the lists.
    Lists,
    /// One face, and the points in its conflict list.
    List(u32),
    /// Faces that the apex is outside of, hatched.
    Visible(&'a [u32]),
    /// Faces between the horizon and the apex, and the points of the faces that they replace.
    New,
}

impl Subject<'_> {
    /// Role of a face.
    fn face_role(self, view: &HullView, face: u32) -> Role {
        match self {
            Self::Lists if !view.made.faces.conflicts(face).is_empty() => conflict_role(face),
            Self::List(start) if face == start => conflict_role(face),
            Self::Visible(seen) if seen.contains(&face) => Role::Interval,
            Self::New if face >= view.after.added => Role::Added,
            // Other faces of the hull.
            Self::Lists | Self::List(_) | Self::Visible(_) | Self::New => Role::Member,
        }
    }

    /// Lists of points with a role of their own.
    fn colored_points(self, view: &HullView, state: &Quickhull) -> Vec<ColoredPoints> {
        let faces = &view.made.faces;
        match self {
            Self::Lists => faces.waiting(state.made).map(|face| view.colored_list(face)).collect(),
            Self::List(start) => vec![view.colored_list(start)],
            Self::Visible(_) => Vec::new(),
            Self::New => {
                let kept = view.kept_points();
                let of_replaced_faces = view.after.visible.iter().flat_map(|tested| faces.conflicts(tested.face));
                let inside = of_replaced_faces
                    .copied()
                    .filter(|point| !kept.contains(point) && Some(*point) != view.after.apex)
                    .collect();
                let outside = kept.iter().copied().collect();
                vec![
                    ColoredPoints { role: Role::Witness, key: String::from("outside"), points: outside },
                    ColoredPoints { role: Role::Removed, key: String::from("inside"), points: inside },
                ]
            }
        }
    }

    /// Role of points that are neither colored nor vertices of the hull.
    fn other_points_role(self) -> Role {
        match self {
            Self::Lists => Role::Removed,
            Self::List(_) | Self::Visible(_) | Self::New => Role::Ghost,
        }
    }
}

/// Points with one role.
struct ColoredPoints {
    role: Role,
    /// Mark id of the points, if they are drawn as one mark.
    key: String,
    /// Indices of the points.
    points: Vec<u32>,
}

impl HullView<'_> {
    /// Points in the conflict list of a face, with the role and the mark id of the face.
    fn colored_list(&self, face: u32) -> ColoredPoints {
        let points = self.made.faces.conflicts(face).to_vec();
        ColoredPoints { role: conflict_role(face), key: format!("face/{face}"), points }
    }

    /// Points in the conflict lists of the new faces.
    fn kept_points(&self) -> BTreeSet<u32> {
        (self.after.added..self.after.made).flat_map(|face| self.made.faces.conflicts(face)).copied().collect()
    }
}

/// Picture of a state's hull and points. Of many points, only those of the subject are drawn.
fn hull_picture(view: &HullView, state: &Quickhull, subject: Subject<'_>) -> Picture {
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
            role: subject.face_role(view, *face),
            key: format!("face/{face}").into(),
            sign: "",
            hatched: match subject {
                Subject::Visible(seen) if seen.contains(face) => VISIBLE_HATCHING,
                _ => &[],
            },
        })
        .collect();
    let surface = context.surface(alive.iter().map(|(_, corners)| corners.clone()), true);
    world.add(Role::Member, "hull", Form::Solid(Arc::new(Solid { parts, veil: true, ..surface })));
    add_face_names(&mut world, view, state, subject);
    let mut drawn: HashSet<u32> = HashSet::new();
    for ColoredPoints { role, key, points } in subject.colored_points(view, state) {
        drawn.extend(&points);
        view.add_dots(&mut world, role, key, points.into_iter());
    }
    if !view.has_many_points() {
        let corners: Vec<u32> = alive.iter().flat_map(|(_, corners)| corners).copied().collect();
        for point in corners {
            if drawn.insert(point) {
                context.add_point(&mut world, Role::Member, point);
            }
        }
        for point in 0..context.points.len() as u32 {
            if !drawn.contains(&point) {
                context.add_point(&mut world, subject.other_points_role(), point);
            }
        }
    }
    world
}

/// Adds the names of the colored faces, if there are few.
fn add_face_names(world: &mut Picture, view: &HullView, state: &Quickhull, subject: Subject<'_>) {
    let named: Vec<u32> = match subject {
        Subject::Lists => view.made.faces.waiting(state.made).collect(),
        Subject::List(start) => vec![start],
        // The sentence names the face from which the others were found.
        Subject::Visible(seen) if seen.len() > MAX_NAMED => view.after.start_face.into_iter().collect(),
        Subject::Visible(seen) => seen.to_vec(),
        Subject::New => Vec::new(),
    };
    if named.len() > MAX_NAMED {
        return;
    }
    for face in named {
        world.label(subject.face_role(view, face), format!("face/{face}"), view.middle(face), face_name(face));
    }
}

/// Picture of a state's hull and its conflict lists.
pub(super) fn conflict_lists(view: &HullView, state: &Quickhull) -> Picture {
    hull_picture(view, state, Subject::Lists)
}

/// Adds the apex with its name, above other marks of that point.
fn add_apex(world: &mut Picture, view: &HullView, apex: u32) {
    let key = view.context.key(apex);
    world.marks.retain(|mark| mark.key != key);
    view.context.add_point(world, Role::NewSupport, apex);
}

/// Adds a view from behind if the camera sees only the back of the visible faces.
fn add_view_from_behind(world: &mut Picture, view: &HullView) {
    let seen = &view.after.visible;
    let Some(normal) = seen.iter().map(|tested| view.area(tested.face)).sum::<DVec3>().try_normalize() else { return };
    let horizon = view.after.horizon.iter().map(|edge| edge.ends[0]);
    let subject: Vec<DVec3> = horizon.chain(view.after.apex).map(|point| view.context.position(point)).collect();
    if let Some((center, radius)) = ball_seen_from_own_side(&subject, normal) {
        world.magnify_from_outside(center, radius, normal);
    }
}

/// Faces that the apex is outside of.
fn visible_faces(view: &HullView) -> Vec<u32> {
    view.after.visible.iter().map(|tested| tested.face).collect()
}

/// Picture of the hull before the apex is known, with the face `start`, whose conflict list contains the apex.
pub(super) fn before_apex(view: &HullView, start: u32) -> Picture {
    let mut world = hull_picture(view, view.before, Subject::List(start));
    let corners = view.triangle(start).to_vec();
    world.add(conflict_role(start), format!("face/{start}"), Form::Polyline { points: corners, closed: true });
    world
}

/// Picture of the apex and its height above the face whose conflict list contained it.
pub(super) fn apex(view: &HullView) -> Picture {
    let (Some(start), Some(apex)) = (view.after.start_face, view.after.apex) else {
        return conflict_lists(view, view.before);
    };
    let mut world = hull_picture(view, view.before, Subject::List(start));
    add_apex(&mut world, view, apex);
    let corners = view.triangle(start);
    let at = view.context.position(apex);
    world.add(conflict_role(start), format!("face/{start}"), Form::Polyline { points: corners.to_vec(), closed: true });
    add_apex_height(&mut world, view, start, conflict_role(start), at);
    world.label(Role::NewSupport, view.context.key(apex), at, point_name(apex));
    add_view_from_behind(&mut world, view);
    world
}

/// Area of a triangle, as a fraction of the square of its longest side, below which its hatching is invisible.
const NEEDLE: f64 = 0.01;

/// Whether a face is so thin that only its outline is visible.
fn is_needle(view: &HullView, face: u32) -> bool {
    let [a, b, c] = view.triangle(face);
    let longest = a.distance(b).max(b.distance(c)).max(c.distance(a));
    (b - a).cross(c - a).length() < 2.0 * NEEDLE * longest * longest
}

/// Picture of the visible faces, hatched.
pub(super) fn visible(view: &HullView) -> Picture {
    let Some(apex) = view.after.apex else { return conflict_lists(view, view.before) };
    let seen = visible_faces(view);
    let mut world = hull_picture(view, view.before, Subject::Visible(&seen));
    // The hatching of a thin face is invisible, so its outline has the role's color.
    for &face in seen.iter().filter(|face| is_needle(view, **face)) {
        let outline = Form::Polyline { points: view.triangle(face).to_vec(), closed: true };
        world.add(Role::Interval, format!("face/{face}"), outline);
    }
    add_apex(&mut world, view, apex);
    view.context.add_named_point(&mut world, Role::NewSupport, apex);
    add_view_from_behind(&mut world, view);
    world
}

/// Picture of the visible faces inside the horizon with numbered edges.
pub(super) fn horizon(view: &HullView) -> Picture {
    let mut world = visible(view);
    add_numbered_horizon(&mut world, view);
    world
}

/// Picture of the cone that replaces the visible faces, with the new conflict lists.
pub(super) fn cone(view: &HullView) -> Picture {
    let Some(apex) = view.after.apex else { return conflict_lists(view, view.after) };
    let mut world = hull_picture(view, view.after, Subject::New);
    add_new_edges(&mut world, view, apex);
    add_numbered_horizon(&mut world, view);
    add_apex(&mut world, view, apex);
    view.context.add_named_point(&mut world, Role::NewSupport, apex);
    add_view_from_behind(&mut world, view);
    world
}
