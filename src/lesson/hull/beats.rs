//! Beats (sub-steps) of Quickhull with their sentences and values: search for extreme points, first tetrahedron,
//! iterations, ending. [`super::pictures`] draws them.

use contact_lens_model::answer::number::{count, length, number};
use contact_lens_model::snapshot::hull::{Dimension, Quickhull};
use contact_lens_model::step::Comparison;
use contact_lens_picture::{Picture, Role};
use glam::DVec3;

use super::finished;
use super::first_tetrahedron;
use super::pictures;
use super::tables;
use super::{HullView, ending, face_name};
use crate::{Beat, EndingKind, Event, Pictures, Sentence, StopTest, Value, say, symbol};

/// Largest number of faces that a sentence lists by name.
const MAX_NAMED: usize = 6;

/// Distance from a face, as a fraction of the cloud's radius, below which it is too small to see.
const INVISIBLE: f64 = 0.01;

/// Relative difference of two heights up to which they count as equal.
const SAME_HEIGHT: f64 = 1e-9;

/// Labels of the listing's lines that find the extreme points, in order.
const SPAN_LINES: [&str; 4] = ["low", "far", "wide", "high"];

/// Smallest thickness that is stated as a number, meters: a smaller one has no accurate digits.
const LEAST_THICKNESS: f64 = 1e-15;

/// Upper bound of the area of a section of the hull, in squares of the cloud's radius; times the thickness, it bounds
/// the volume.
const MAX_SECTION: f64 = 8.0;

/// Largest product of the numbers of faces and vertices of a hull whose thickness is measured: every face is compared
/// with every vertex.
const MAX_MEASURED: usize = 1_000_000;

/// Beat at a line of the listing with a picture of the world.
fn beat(line: &'static str, say: Sentence, world: Picture) -> Beat {
    Beat { line, say, pictures: Pictures::world(world), ..Beat::default() }
}

/// Values of the number of triangles of the hull and of points outside of it.
fn values(state: &Quickhull) -> Vec<Value> {
    vec![Value::number(symbol::FACES, count(state.triangles)), Value::number(symbol::OUTSIDE, count(state.waiting))]
}

/// Name of a face in a sentence, which refers to the face's mark.
fn face_mark(face: u32) -> Sentence {
    Sentence::mark(face_name(face), format!("face/{face}"))
}

/// Numbers of points whose face is replaced in an iteration.
struct ReassignedPoints {
    /// Number of points in the conflict lists of the replaced faces, without the apex.
    total: usize,
    /// Number of those points that are in the conflict lists of the new faces.
    kept: usize,
}

impl HullView<'_> {
    /// Number of points in a face's conflict list.
    fn list_length(&self, face: u32) -> usize {
        self.made.faces.conflicts(face).len()
    }

    /// Height of this iteration's apex above the face whose conflict list contained it, meters.
    pub(super) fn height(&self) -> f64 {
        self.after.visible.first().map_or(0.0, |start| start.height)
    }

    /// Beats of the extreme points, whose number determines the dimension; for a flat hull, the last beat is the search
    /// that found no further point.
    pub(super) fn extreme_beats(&self) -> Vec<Beat> {
        let extreme_count = self.after.extremes.len();
        let search_count = (extreme_count + 1).min(SPAN_LINES.len());
        (0..search_count).map(|k| self.extreme_beat(k)).collect()
    }

    /// Beat of the extreme point number `k`, from 0, or of a search that found no such point.
    fn extreme_beat(&self, k: usize) -> Beat {
        let is_found = k < self.after.extremes.len();
        let extreme = self.extreme(k);
        let say = if is_found { self.extreme_sentence(k, &extreme) } else { self.all_spanned_sentence() };
        let mut beat = Beat {
            event: (k > 0 && is_found).then_some(Event::Support),
            ..beat(SPAN_LINES[k], say, pictures::span(self, k, &extreme))
        };
        beat.pictures.focus = self.focus_on_plane();
        beat
    }

    /// Beat of a hull that is a point, a segment or a polygon, with the verdict `say`.
    pub(super) fn flat_beat(&self, end: Dimension, say: &str) -> Beat {
        let extreme_count = self.after.extremes.len();
        let stop = Comparison::below(extreme_count as u32, 4).map(f64::from);
        let mut world = finished::finished_hull(self);
        let vertices: Vec<_> = self.made.hull.vertices.iter().map(|&vertex| self.context.position(vertex)).collect();
        let middle = vertices.iter().sum::<DVec3>() / vertices.len().max(1) as f64;
        if let (Dimension::Segment, [from, to]) = (end, &vertices[..]) {
            world.label(Role::Closest, "hull", middle, length(from.distance(*to)).text);
        } else if end == Dimension::Polygon {
            // The surface of a flat hull has two equal sides.
            world.label(Role::Closest, "hull", middle, format!("{} m²", number(0.5 * self.made.listed.area).text));
        }
        let is_cloud = end != Dimension::Point && self.context.points.len() > 4;
        let why = if is_cloud { " No four points span a tetrahedron." } else { "" };
        let mut beat = Beat {
            stops: vec![StopTest::new(ending(end).name, "flat", "points that span something < 4", stop)],
            event: Some(Event::Stop(EndingKind::Success)),
            ..beat("flat", say!("{}{}", Sentence::answer(say), why), world)
        };
        beat.pictures.focus = self.focus_on_plane();
        beat
    }

    /// Beat of the first tetrahedron and its conflict lists.
    pub(super) fn tetrahedron_beat(&self) -> Beat {
        let n = self.context.points.len();
        let outside = self.after.waiting as usize;
        let faces = &self.made.faces;
        let heights = faces.waiting(self.after.made).filter_map(|face| faces.get(face)?.farthest);
        let highest = heights.map(|farthest| farthest.height.abs()).fold(0.0, f64::max);
        let flatness = self.invisible_length(highest);
        let others = first_tetrahedron::other_points_sentence(n - 4, outside, flatness);
        let [a, b, c, d] = [0, 1, 2, 3].map(|k| self.extreme_mark(k));
        let say = say!("The tetrahedron {} {} {} {} is the first hull. {}", a, b, c, d, others);
        Beat {
            values: values(self.after),
            tables: self.detail.full(|| vec![tables::conflicts(self, self.after, None)]),
            ..beat("tetrahedron", say, pictures::tetrahedron(self))
        }
    }

    /// Beats of an iteration: apex, visible faces, horizon, new faces; empty for a step without an apex.
    pub(super) fn iteration_beats(&self) -> Vec<Beat> {
        let (Some(start), Some(apex)) = (self.after.start_face, self.after.apex) else { return Vec::new() };
        vec![self.apex_beat(start, apex), self.visible_beat(start, apex), self.horizon_beat(apex), self.cone_beat(apex)]
    }

    /// Beat of the apex, the farthest point in the conflict list of the face `start`.
    fn apex_beat(&self, start: u32, apex: u32) -> Beat {
        let mut beat = Beat {
            event: Some(Event::Support),
            values: values(self.before),
            tables: self.detail.full(|| vec![tables::conflicts(self, self.before, Some(start))]),
            ..beat("apex", self.apex_sentence(start, apex), pictures::apex(self))
        };
        beat.pictures.focus = self.focus_on_height();
        beat
    }

    /// Beat of the visible faces, the search for which began at the face `start`.
    fn visible_beat(&self, start: u32, apex: u32) -> Beat {
        let mut beat = Beat {
            values: values(self.before),
            tables: self.detail.full(|| vec![tables::tested_faces(self)]),
            ..beat("visible", self.visible_sentence(start, apex), pictures::visible(self))
        };
        beat.pictures.focus = self.focus_on_faces();
        beat
    }

    /// Beat of the horizon around the visible faces.
    fn horizon_beat(&self, apex: u32) -> Beat {
        let say = say!(
            "The horizon, a loop of {} edges, encloses the {} visible from {}. All other faces stay.",
            Value::of(symbol::HORIZON, count(self.after.horizon.len()), "horizon"),
            if self.after.visible.len() == 1 { "face" } else { "faces" },
            self.context.point_mark(apex)
        );
        let mut beat = Beat {
            event: Some(Event::Silhouette),
            values: values(self.before),
            tables: self.detail.full(|| vec![tables::horizon(self), tables::tested_faces(self)]),
            ..beat("horizon", say, pictures::horizon(self))
        };
        beat.pictures.focus = self.focus_on_faces();
        beat
    }

    /// Beat of the new faces between the horizon and the apex.
    fn cone_beat(&self, apex: u32) -> Beat {
        let mut beat = Beat {
            tables: self.detail.full(|| vec![tables::conflicts(self, self.after, None)]),
            values: values(self.after),
            ..beat("cone", self.cone_sentence(apex), pictures::cone(self))
        };
        beat.pictures.focus = self.focus_on_new_faces();
        beat
    }

    /// Sentence on the apex, the farthest point in the conflict list of the face `start`.
    fn apex_sentence(&self, start: u32, apex: u32) -> Sentence {
        let tip = self.context.point_mark(apex);
        let face = face_mark(start);
        let height = Value::of(symbol::HEIGHT, length(self.height()), "height");
        match self.list_length(start) {
            1 => say!(
                "{} is the only point in the conflict list of {}, {} on the outer side of the face's plane. It becomes \
                 the next apex.",
                tip,
                face,
                height
            ),
            n => say!(
                "{} is {} of the {} points in the conflict list of {}, {} on the outer side of the face's plane. It \
                 becomes the next apex.",
                tip,
                if self.has_tied_apex(start, apex) { "one of the farthest" } else { "the farthest" },
                Value::number(symbol::LISTED_POINTS, count(n)),
                face,
                height
            ),
        }
    }

    /// Whether another point in the conflict list of `start` is as far from its plane as the apex, to rounding.
    fn has_tied_apex(&self, start: u32, apex: u32) -> bool {
        let normal = self.area(start).normalize_or_zero();
        let height = |point: u32| normal.dot(self.context.position(point) - self.triangle(start)[0]);
        let least = (1.0 - SAME_HEIGHT) * height(apex);
        self.made.faces.conflicts(start).iter().any(|point| *point != apex && height(*point) >= least)
    }

    /// Sentence on the visible faces, which the apex is outside of; the search for them began at the face `start`.
    fn visible_sentence(&self, start: u32, apex: u32) -> Sentence {
        let tip = self.context.point_mark(apex);
        let face = face_mark(start);
        let seen = &self.after.visible;
        let visible = Value::number(symbol::VISIBLE_FACES, count(seen.len()));
        let highest = seen.iter().map(|tested| tested.height).fold(0.0, f64::max);
        let far = match self.invisible_length(highest) {
            Some(height) => say!(", by at most {}, too little to see", Value::number(symbol::HEIGHT, length(height))),
            None => Sentence::default(),
        };
        match seen.len() {
            1 => say!("{} is outside of {} only{}: no other face is visible from it.", tip, face, far),
            n if n > MAX_NAMED => say!(
                "{} is outside {} faces{}. The search for them began at {} and went across shared edges.",
                tip,
                visible,
                far,
                face
            ),
            _ => {
                let names = Sentence::list(seen.iter().map(|tested| face_mark(tested.face)));
                say!(
                    "{} is outside {}{}. The search for these visible faces began at {} and went across shared edges.",
                    tip,
                    names,
                    far,
                    face
                )
            }
        }
    }

    /// Length in meters, if it is too small to see; `None` for a longer one.
    fn invisible_length(&self, meters: f64) -> Option<f64> {
        (meters < INVISIBLE * self.context.radius()).then_some(meters)
    }

    /// Counts the points of the replaced faces, and those of them that are outside new faces.
    fn reassigned_points(&self) -> ReassignedPoints {
        let with_apex = self.after.visible.iter().map(|tested| self.list_length(tested.face)).sum::<usize>();
        let kept = (self.after.added..self.after.made).map(|face| self.list_length(face)).sum();
        ReassignedPoints { total: with_apex.saturating_sub(1), kept }
    }

    /// Sentence on the new faces, and on the points of the removed ones.
    fn cone_sentence(&self, apex: u32) -> Sentence {
        let is_single = self.after.visible.len() == 1;
        let replaced = if is_single { "the face" } else { "the faces" };
        let points = reassigned_sentence(self.reassigned_points(), is_single);
        say!(
            "{} new faces connect {} with the horizon and replace {} inside it.{}",
            Value::of(symbol::NEW_FACES, count(self.after.horizon.len()), "cone"),
            self.context.point_mark(apex),
            replaced,
            points
        )
    }

    /// Beat of a hull that was computed in one step, for clouds too large to record.
    pub(super) fn one_step_beat(&self, end: Dimension, say: &str) -> Beat {
        let points = self.context.points.len();
        let line = if end == Dimension::Solid { "done" } else { "flat" };
        let say = say!(
            "The hull of these {} points was computed in one step: they are too many to record. {}",
            Value::number(symbol::POINTS, count(points)),
            Sentence::answer(say)
        );
        let values = self.counts();
        Beat { values, event: Some(Event::Stop(EndingKind::Success)), ..beat(line, say, finished::finished_hull(self)) }
    }

    /// Values of the hull's vertices, edges and faces.
    fn counts(&self) -> Vec<Value> {
        let hull = &self.made.hull;
        vec![
            Value::number(symbol::VERTICES, count(hull.vertices.len())),
            Value::number(symbol::EDGES, count(hull.edges)),
            Value::number(symbol::FACES, count(hull.faces.len())),
        ]
    }

    /// Thickness of the final hull, meters, if it is too small to see: the least distance of two parallel planes, one
    /// through a face, that enclose the hull. `None` for a thicker hull, and for one with too many faces to measure.
    fn invisible_thickness(&self) -> Option<f64> {
        let hull = &self.made.hull;
        let least = INVISIBLE * self.context.radius();
        if hull.faces.len() * hull.vertices.len() > MAX_MEASURED
            || self.made.listed.volume > MAX_SECTION * least * self.context.radius().powi(2)
        {
            return None;
        }
        let thickness = hull.faces.iter().filter_map(|face| self.extent_below(face)).fold(f64::INFINITY, f64::min);
        (thickness < least).then_some(thickness)
    }

    /// Largest distance of a vertex from the plane of a face, meters; `None` for a face without a normal.
    fn extent_below(&self, face: &[u32]) -> Option<f64> {
        let [start, ..] = face else { return None };
        let start = self.context.position(*start);
        let arms: Vec<DVec3> = face.iter().map(|&vertex| self.context.position(vertex) - start).collect();
        let normal = arms.windows(2).map(|pair| pair[0].cross(pair[1])).sum::<DVec3>().try_normalize()?;
        let vertices = self.made.hull.vertices.iter();
        Some(vertices.map(|&vertex| normal.dot(self.context.position(vertex) - start).abs()).fold(0.0, f64::max))
    }

    /// Beat of the finished solid hull.
    pub(super) fn done_beat(&self, say: &str) -> Beat {
        let hull = &self.made.hull;
        let triangles = self.after.triangles;
        let faces = hull.faces.len();
        let merged = match triangles - faces {
            0 => Sentence::default(),
            _ => say!(
                "; coplanar ones of its {} triangles are merged",
                Value::number(symbol::TRIANGLES, count(triangles))
            ),
        };
        let thin = match self.invisible_thickness() {
            None => Sentence::default(),
            Some(thickness) if thickness < LEAST_THICKNESS => Sentence::from(" Its thickness is too small to see."),
            Some(thickness) => {
                say!(" Its thickness, {}, is too small to see.", Value::number(symbol::THICKNESS, length(thickness)))
            }
        };
        let say = say!("No point is outside of the hull{}. {}{}", merged, Sentence::answer(say), thin);
        let waiting = Comparison::at_most(self.made.faces.waiting(self.before.made).count() as u32, 0);
        Beat {
            values: self.counts(),
            stops: vec![StopTest::new("Solid", "done", "faces with points above ≤ 0", waiting)],
            event: Some(Event::Stop(EndingKind::Success)),
            ..beat("done", say, finished::finished_hull(self))
        }
    }
}

/// Sentence on the points of the replaced faces, with a space in front; empty without such points. `is_single` says
/// whether one face is replaced.
fn reassigned_sentence(points: ReassignedPoints, is_single: bool) -> Sentence {
    let ReassignedPoints { total, kept } = points;
    let inside = total - kept;
    let others = Value::number(symbol::REASSIGNED, count(total));
    let faces = if is_single { "the replaced face" } else { "the replaced faces" };
    if total == 0 {
        return Sentence::default();
    }
    if inside == 0 {
        return match total {
            1 => say!(" The other point that was outside {} is now outside a new face.", faces),
            2 => say!(" The two other points outside {} are now both outside new faces.", faces),
            _ => say!(" The {} other points outside {} are now all outside new faces.", others, faces),
        };
    }
    if inside == total {
        return match total {
            1 => say!(" The other point that was outside {} is now inside the hull.", faces),
            2 => say!(" The two other points outside {} are now both inside the hull.", faces),
            _ => say!(" The {} other points outside {} are now all inside the hull.", others, faces),
        };
    }
    say!(
        " Of the {} other points that were outside {}, {} {} outside new faces and {} {} inside the hull.",
        others,
        faces,
        Value::number(symbol::POINTS_KEPT_OUTSIDE, count(kept)),
        if kept == 1 { "is" } else { "are" },
        Value::number(symbol::INSIDE, count(inside)),
        if inside == 1 { "is" } else { "are" }
    )
}
