//! Picking: the mark under the pointer, found on the CPU among the marks as they are drawn.
//!
//! - **Order**: the nearest dot within [`PICK_DISTANCE`] wins over the nearest line within it, and any line over a
//!   face, since dots and lines are hard to hit.
//! - **Ties**: in space, of marks of one kind at about the same distance, the one nearer to the eye wins, then the
//!   later one; in a flat drawing, the nearer mark wins, then the later one.

use glam::{DVec2, DVec3};

use crate::flat::{Draw, Flat, Item};
use crate::marks::curve_points::{arc_points, circle_points, links, plane_patch};
use crate::marks::half_space::half_space_patch;
use crate::marks::mark::outside_of_space;
use crate::marks::surface::polygon_normal;
use crate::page::backing::polygon_contains;
use crate::segment::{distance_in_pane, nearest_share_in_pane};
use crate::{Camera, Form, Key, Lens, LineOfSight, Mark, Role};

/// Size of the steps to which distances are rounded before they are compared, points.
const DISTANCE_STEP: f64 = 0.5;

/// Mark under the pointer.
#[derive(Clone, Debug, PartialEq)]
pub struct Hit {
    /// Key of the mark, or of its face where the faces are distinguished.
    pub key: Key,
    /// Role of the mark.
    pub role: Role,
    /// Point of the mark under the pointer, world (or configuration space), meters.
    pub at: DVec3,
    /// Distance of that point from the pointer on the screen, points; 0 on a face.
    pub distance: f64,
}

/// Kind of the part of a mark that is hit; earlier kinds win over later ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum HitKind {
    Dot,
    Line,
    Face,
}

/// Largest distance at which a dot or line is picked, points.
pub const PICK_DISTANCE: f64 = 7.0;

/// Picks the mark at the point `at` of a pane of `size` points (y down): the nearest dot within [`PICK_DISTANCE`], else
/// the nearest line within it, else the frontmost face; `None` without any. Marks of [`Role::Grid`] are never picked.
pub fn pick<'a>(marks: impl IntoIterator<Item = &'a Mark>, camera: &Camera, size: DVec2, at: DVec2) -> Option<Hit> {
    let lens = camera.lens();
    let mut search = Search { lens, sight: lens.line_of_sight(at, size), size, at, best: None, part: None };
    for mark in marks.into_iter().filter(|mark| mark.role != Role::Grid) {
        search.test_form(mark, &mark.form);
    }
    let Candidate { mark, key, at, distance, .. } = search.best?;
    Some(Hit { key: key.clone(), role: mark.role, at, distance })
}

/// Picks the mark at `at` (points, y down) of a flat drawing: the nearest dot within [`PICK_DISTANCE`], else the
/// nearest line within it, else the uppermost face; `None` without any. Marks of [`Role::Grid`] are never picked.
pub fn pick_flat<'a>(flat: &Flat, marks: &'a [Mark], at: DVec2) -> Option<&'a Key> {
    let mut best: Option<FlatCandidate> = None;
    for item in flat.items.iter().filter(|item| marks[item.mark].role != Role::Grid) {
        let Some(candidate) = FlatCandidate::of(item, at) else { continue };
        if candidate.distance <= PICK_DISTANCE && best.as_ref().is_none_or(|best| candidate.replaces(best)) {
            best = Some(candidate);
        }
    }
    best.map(|best| &marks[best.mark].key)
}

/// A shape of a flat drawing that the pointer may hit.
struct FlatCandidate {
    kind: HitKind,
    /// Distance from the pointer, points.
    distance: f64,
    /// Index of the mark.
    mark: usize,
}

impl FlatCandidate {
    /// Candidate for a shape and the pointer at the point `at` of the pane; `None` for words, and for a face that does
    /// not contain the point.
    fn of(item: &Item, at: DVec2) -> Option<Self> {
        let mark = item.mark;
        match &item.draw {
            Draw::Dot { at: dot, .. } => Some(Self { kind: HitKind::Dot, distance: dot.distance(at), mark }),
            Draw::Line { points, .. } => {
                let distances = points.windows(2).map(|ends| distance_in_pane(at, [ends[0], ends[1]]));
                Some(Self { kind: HitKind::Line, distance: distances.fold(f64::INFINITY, f64::min), mark })
            }
            Draw::Fill { points, .. } if polygon_contains(points, at) => {
                Some(Self { kind: HitKind::Face, distance: 0.0, mark })
            }
            Draw::Fill { .. } | Draw::Text { .. } => None,
        }
    }

    /// Whether this candidate is better than an earlier one. Of equally good ones, the later one wins, since it is on
    /// top.
    fn replaces(&self, earlier: &Self) -> bool {
        self.kind < earlier.kind || self.kind == earlier.kind && self.distance <= earlier.distance
    }
}

/// Search for the mark under the pointer.
struct Search<'a> {
    lens: Lens,
    /// Line of sight through the pointer.
    sight: LineOfSight,
    /// Size of the pane, points.
    size: DVec2,
    /// Position of the pointer in the pane, points.
    at: DVec2,
    /// Best hit so far; `None` before the first.
    best: Option<Candidate<'a>>,
    /// Key of the face that is tested, where the solid's faces are distinguished; `None` for other solids.
    part: Option<&'a Key>,
}

/// Best hit so far in space.
struct Candidate<'a> {
    mark: &'a Mark,
    /// Key of the mark or of its face.
    key: &'a Key,
    kind: HitKind,
    /// Distance from the pointer, points.
    distance: f64,
    /// Depth in view coordinates, meters, larger towards the eye.
    z: f64,
    /// Point of the mark, world, meters.
    at: DVec3,
}

impl<'a> Search<'a> {
    /// Keeps a hit at the point `at` (world, meters), `distance` points from the pointer, if it is better than the best
    /// one so far.
    fn offer(&mut self, mark: &'a Mark, kind: HitKind, distance: f64, at: DVec3) {
        let z = self.lens.to_view(at).z;
        let is_better = self.best.as_ref().is_none_or(|best| {
            let [steps, best_steps] = [distance, best.distance].map(|distance| (distance / DISTANCE_STEP).round());
            if kind != best.kind {
                kind < best.kind
            } else if steps != best_steps {
                steps < best_steps
            } else {
                z >= best.z
            }
        });
        if is_better && z.is_finite() {
            let key = self.part.unwrap_or(&mark.key);
            self.best = Some(Candidate { mark, key, kind, distance, z, at });
        }
    }

    /// Tests all parts of a mark.
    fn test_form(&mut self, mark: &'a Mark, form: &'a Form) {
        match form {
            Form::Point(p) | Form::Badge { at: p, .. } | Form::Label { at: p, .. } => self.test_dot(mark, *p),
            Form::Segment([a, b]) | Form::Link([a, b]) | Form::Arrow { from: a, to: b } => self.test_line(mark, *a, *b),
            Form::Polyline { points, closed } => self.test_chain(mark, points, *closed),
            Form::Arc { from, to, .. } => self.test_chain(mark, &arc_points(*from, *to), false),
            // Forms of charts and lanes have no place in space.
            outside_of_space!() => {}
            Form::Polygon(points) => {
                self.test_chain(mark, points, true);
                self.test_face(mark, points);
            }
            Form::Circle { center, normal, radius } => {
                let normal = normal.try_normalize().unwrap_or(self.lens.axes().back);
                self.test_chain(mark, &circle_points(*center, normal, *radius), true);
            }
            Form::Plane { point, normal, half_size } => {
                if let Some(corners) = plane_patch(*point, *normal, *half_size) {
                    self.test_chain(mark, &corners, true);
                    self.test_face(mark, &corners);
                }
            }
            Form::HalfSpace { point, normal, half_size, flat } => {
                if let Some(patch) = half_space_patch(*point, *normal, *half_size, *flat) {
                    self.test_chain(mark, &patch.face, true);
                    self.test_face(mark, &patch.face);
                }
            }
            Form::Solid(solid) if solid.is_dots() => solid.vertices.iter().for_each(|p| self.test_dot(mark, *p)),
            Form::Solid(solid) => {
                let vertices = &solid.vertices;
                for [i, j] in &solid.creases {
                    if let (Some(a), Some(b)) = (vertices.get(*i as usize), vertices.get(*j as usize)) {
                        self.test_line(mark, *a, *b);
                    }
                }
                for (f, face) in solid.faces.iter().enumerate() {
                    self.part = solid.part(f).map(|part| &part.key);
                    let corners = face.iter().map(|i| vertices.get(*i as usize).copied());
                    if let Some(corners) = corners.collect::<Option<Vec<_>>>() {
                        self.test_face(mark, &corners);
                    }
                }
                self.part = None;
            }
        }
    }

    /// Tests a dot, world, meters.
    fn test_dot(&mut self, mark: &'a Mark, p: DVec3) {
        if let Some(flat) = self.lens.project(p, self.size) {
            let distance = flat.distance(self.at);
            if distance <= PICK_DISTANCE {
                self.offer(mark, HitKind::Dot, distance, p);
            }
        }
    }

    /// Tests the lines of a chain.
    fn test_chain(&mut self, mark: &'a Mark, points: &[DVec3], closed: bool) {
        for [a, b] in links(points, closed) {
            self.test_line(mark, a, b);
        }
    }

    /// Divisor of the perspective projection of a point: its distance from the eye along the direction of view, meters;
    /// 1 without perspective.
    fn projection_divisor(&self, p: DVec3) -> f64 {
        let camera = self.lens.camera();
        if camera.orthographic { 1.0 } else { camera.distance - self.lens.to_view(p).z }
    }

    /// Tests a line between two points, world, meters; none with an end nearer than the near plane.
    fn test_line(&mut self, mark: &'a Mark, a: DVec3, b: DVec3) {
        let (Some(from), Some(to)) = (self.lens.project(a, self.size), self.lens.project(b, self.size)) else {
            return;
        };
        let t = nearest_share_in_pane(self.at, [from, to]);
        let distance = from.lerp(to, t).distance(self.at);
        if distance <= PICK_DISTANCE {
            // In perspective, equal steps on the screen are not equal steps along the line.
            let [depth_a, depth_b] = [a, b].map(|p| self.projection_divisor(p));
            let share = t * depth_a / ((1.0 - t) * depth_b + t * depth_a);
            self.offer(mark, HitKind::Line, distance, a.lerp(b, share));
        }
    }

    /// Tests a convex planar polygon from either side. Rays may miss a part of a concave polygon.
    fn test_face(&mut self, mark: &'a Mark, corners: &[DVec3]) {
        let Some(normal) = polygon_normal(corners) else { return };
        let LineOfSight { eye: from, direction: along } = self.sight;
        let cosine = normal.dot(along);
        let t = normal.dot(corners[0] - from) / cosine;
        let hit = from + along * t;
        if cosine == 0.0 || t.is_nan() || t <= 0.0 || !hit.is_finite() {
            return;
        }
        let is_inside = (0..corners.len()).all(|k| {
            let a = corners[k];
            let b = corners[(k + 1) % corners.len()];
            (b - a).cross(hit - a).dot(normal) >= 0.0
        });
        if is_inside {
            self.offer(mark, HitKind::Face, 0.0, hit);
        }
    }
}
