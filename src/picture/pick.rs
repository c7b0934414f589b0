//! Picking: the mark under the pointer, computed on the CPU from the drawn data.

use glam::{DVec2, DVec3};

use crate::picture::flat::{Draw, Flat};
use crate::picture::marks::curve_points::{arc_points, circle_points, links, plane_patch};
use crate::picture::marks::half_space::half_space_patch;
use crate::picture::marks::mark::outside_of_space;
use crate::picture::marks::surface::polygon_normal;
use crate::picture::page::backing::holds;
use crate::picture::{Camera, Form, Key, Lens, Mark, Role};

/// Mark under the pointer.
#[derive(Clone, Debug, PartialEq)]
pub struct Hit {
    /// Key of the mark, or of its face.
    pub key: Key,
    pub role: Role,
    /// Nearest point of the mark, world, meters.
    pub at: DVec3,
    /// Distance from the pointer, points; 0 on a face.
    pub off: f64,
}

/// Largest distance at which a dot or line is picked, points.
pub const REACH: f64 = 7.0;

/// Picks the mark at `at` in a pane of `size` points (y down): the nearest dot within [`REACH`], else the nearest line,
/// else the frontmost face. Ties go to the mark nearer to the eye, then to the later one.
pub fn pick<'a>(marks: impl IntoIterator<Item = &'a Mark>, camera: &Camera, size: DVec2, at: DVec2) -> Option<Hit> {
    let lens = camera.lens();
    let mut scene = Pointer { lens, ray: lens.ray(at, size), size, at, best: None, part: None };
    for mark in marks.into_iter().filter(|mark| mark.role != Role::Grid) {
        scene.form(mark, &mark.form);
    }
    let Candidate { mark, key, at, off, .. } = scene.best?;
    Some(Hit { key: key.clone(), role: mark.role, at, off })
}

/// Picks the mark at `at` (points, y down) of a flat drawing: the nearest dot within [`REACH`], else the nearest line,
/// else the uppermost face.
pub fn pick_flat<'a>(flat: &Flat, marks: &'a [Mark], at: DVec2) -> Option<&'a Key> {
    let mut best: Option<(u8, f64, usize)> = None;
    for item in flat.items.iter().filter(|item| marks[item.mark].role != Role::Grid) {
        let (kind, off) = match &item.draw {
            Draw::Dot { at: dot, .. } => (0, dot.distance(at)),
            Draw::Line { points, .. } => {
                let off = points.windows(2).map(|ends| from_line(at, [ends[0], ends[1]])).fold(f64::INFINITY, f64::min);
                (1, off)
            }
            Draw::Fill { points, .. } if holds(points, at) => (2, 0.0),
            Draw::Fill { .. } | Draw::Text { .. } => continue,
        };
        if off <= REACH && best.is_none_or(|(than, least, _)| kind < than || kind == than && off <= least) {
            best = Some((kind, off, item.mark));
        }
    }
    best.map(|(_, _, mark)| &marks[mark].key)
}

fn from_line(p: DVec2, [a, b]: [DVec2; 2]) -> f64 {
    let along = b - a;
    let t = if along == DVec2::ZERO { 0.0 } else { ((p - a).dot(along) / along.length_squared()).clamp(0.0, 1.0) };
    p.distance(a + along * t)
}

struct Pointer<'a> {
    lens: Lens,
    /// Line of sight: start and unit direction.
    ray: (DVec3, DVec3),
    size: DVec2,
    at: DVec2,
    best: Option<Candidate<'a>>,
    /// Key of the current face, where the solid's faces are distinguished.
    part: Option<&'a Key>,
}

struct Candidate<'a> {
    mark: &'a Mark,
    key: &'a Key,
    /// 0 dot, 1 line, 2 face.
    kind: u8,
    off: f64,
    /// Depth in view coordinates, larger towards the eye.
    z: f64,
    at: DVec3,
}

impl<'a> Pointer<'a> {
    fn offer(&mut self, mark: &'a Mark, kind: u8, off: f64, at: DVec3) {
        let z = self.lens.to_view(at).z;
        let better = self.best.as_ref().is_none_or(|old| {
            // Distances within half a point are ties.
            let [step, old_step] = [off, old.off].map(|off| (off * 2.0).round());
            (kind, step) < (old.kind, old_step) || (kind, step) == (old.kind, old_step) && z >= old.z
        });
        if better && z.is_finite() {
            let key = self.part.unwrap_or(&mark.key);
            self.best = Some(Candidate { mark, key, kind, off, z, at });
        }
    }

    fn form(&mut self, mark: &'a Mark, form: &'a Form) {
        match form {
            Form::Point(p) | Form::Badge { at: p, .. } | Form::Label { at: p, .. } => self.dot(mark, *p),
            Form::Segment([a, b]) | Form::Link([a, b]) | Form::Arrow { from: a, to: b } => self.line(mark, *a, *b),
            Form::Polyline { points, closed } => self.chain(mark, points, *closed),
            Form::Arc { from, to, .. } => self.chain(mark, &arc_points(*from, *to), false),
            outside_of_space!() => {}
            Form::Polygon(points) => {
                self.chain(mark, points, true);
                self.face(mark, points);
            }
            Form::Circle { center, normal, radius } => {
                let normal = normal.try_normalize().unwrap_or(self.lens.axes().back);
                self.chain(mark, &circle_points(*center, normal, *radius), true);
            }
            Form::Plane { point, normal, half_size } => {
                if let Some(corners) = plane_patch(*point, *normal, *half_size) {
                    self.chain(mark, &corners, true);
                    self.face(mark, &corners);
                }
            }
            Form::HalfSpace { point, normal, half_size, flat } => {
                if let Some(patch) = half_space_patch(*point, *normal, *half_size, *flat) {
                    self.chain(mark, &patch.face, true);
                    self.face(mark, &patch.face);
                }
            }
            Form::Solid(solid) if solid.is_dots() => solid.vertices.iter().for_each(|p| self.dot(mark, *p)),
            Form::Solid(solid) => {
                let vertices = &solid.vertices;
                for [i, j] in &solid.creases {
                    if let (Some(a), Some(b)) = (vertices.get(*i as usize), vertices.get(*j as usize)) {
                        self.line(mark, *a, *b);
                    }
                }
                for (f, face) in solid.faces.iter().enumerate() {
                    self.part = solid.part(f).map(|part| &part.key);
                    let corners = face.iter().map(|i| vertices.get(*i as usize).copied());
                    if let Some(corners) = corners.collect::<Option<Vec<_>>>() {
                        self.face(mark, &corners);
                    }
                }
                self.part = None;
            }
        }
    }

    fn dot(&mut self, mark: &'a Mark, p: DVec3) {
        if let Some(flat) = self.lens.project(p, self.size) {
            let off = flat.distance(self.at);
            if off <= REACH {
                self.offer(mark, 0, off, p);
            }
        }
    }

    fn chain(&mut self, mark: &'a Mark, points: &[DVec3], closed: bool) {
        for [a, b] in links(points, closed) {
            self.line(mark, a, b);
        }
    }

    fn line(&mut self, mark: &'a Mark, a: DVec3, b: DVec3) {
        let (Some(from), Some(to)) = (self.lens.project(a, self.size), self.lens.project(b, self.size)) else {
            return;
        };
        let along = to - from;
        let t = if along.length_squared() > 0.0 { (self.at - from).dot(along) / along.length_squared() } else { 0.0 };
        let t = t.clamp(0.0, 1.0);
        let off = (from + along * t).distance(self.at);
        if off <= REACH {
            self.offer(mark, 1, off, a.lerp(b, t));
        }
    }

    fn face(&mut self, mark: &'a Mark, corners: &[DVec3]) {
        let Some(normal) = polygon_normal(corners) else { return };
        let (from, along) = self.ray;
        let slope = normal.dot(along);
        let t = normal.dot(corners[0] - from) / slope;
        let hit = from + along * t;
        if slope == 0.0 || t.is_nan() || t <= 0.0 || !hit.is_finite() {
            return;
        }
        let inside = (0..corners.len()).all(|k| {
            let a = corners[k];
            let b = corners[(k + 1) % corners.len()];
            (b - a).cross(hit - a).dot(normal) >= 0.0
        });
        if inside {
            self.offer(mark, 2, 0.0, hit);
        }
    }
}
