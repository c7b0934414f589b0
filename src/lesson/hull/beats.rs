//! Sub-steps (beats) of Quickhull: sentences, values and tables.

use super::first_tetrahedron;
use super::pictures;
use super::tables;
use super::{HullView, MOST_STEPPED, face_name, name};
use crate::answer::number::{count, length};
use crate::answer::{list_of, point_name};
use crate::lesson::{Beat, EndingKind, Event, Pictures, StopTest, Value};
use crate::picture::Picture;
use crate::snapshot::hull::{Dimension, Quickhull};
use crate::step::Comparison;

fn beat(line: &'static str, say: String, world: Picture) -> Beat {
    Beat { line, say, pictures: Pictures::world(world), ..Beat::default() }
}

fn values(state: &Quickhull) -> Vec<Value> {
    vec![
        Value::new("F", "triangles so far", count(state.triangles), "hull"),
        Value::new("waiting", "points outside", count(state.waiting), "waiting"),
    ]
}

impl HullView<'_> {
    /// Size of a face's conflict list.
    fn waited(&self, face: u32) -> usize {
        self.made.faces.conflicts(face).len()
    }

    /// Height of this iteration's apex above the face whose conflict list contained it, meters.
    pub(super) fn height(&self) -> f64 {
        self.after.visible.first().map_or(0.0, |start| start.height)
    }

    /// Beats of the points that determine the dimension.
    pub(super) fn span(&self) -> Vec<Beat> {
        let found = &self.after.extremes[..];
        let low = format!(
            "{} has the smallest x (among equals the smallest y, then z), so it is a corner for certain.",
            self.extreme_name(0)
        );
        let far = match found.len() {
            1 => format!("No point lies off {}: all points are one.", self.extreme_name(0)),
            _ => {
                format!("{} lies far from {}: the two points span a line.", self.extreme_name(1), self.extreme_name(0))
            }
        };
        let wide = match found.len() {
            2 => format!(
                "No point lies off the line from {} to {}, as exact signs tell.",
                self.extreme_name(0),
                self.extreme_name(1)
            ),
            _ => format!("{} lies far from that line: the three points span a plane.", self.extreme_name(2)),
        };
        let high = match found.len() {
            3 => format!(
                "No point lies off the plane of {}, {} and {}, as exact signs tell.",
                self.extreme_name(0),
                self.extreme_name(1),
                self.extreme_name(2)
            ),
            _ => format!("{} lies far from that plane: the four points span a tetrahedron.", self.extreme_name(3)),
        };
        let spans = [("low", low), ("far", far), ("wide", wide), ("high", high)];
        let shown = (found.len() + 1).min(4);
        spans
            .into_iter()
            .take(shown)
            .enumerate()
            .map(|(k, (line, say))| {
                let mut beat_of = beat(line, say, pictures::span(self, &found[..(k + 1).min(found.len())]));
                beat_of.values = vec![Value::new("n", "points", count(self.context.points.len()), "hull")];
                beat_of.event = (k > 0 && k < found.len()).then_some(Event::Support);
                beat_of
            })
            .collect()
    }

    fn extreme_name(&self, k: usize) -> String {
        self.after.extremes.get(k).map(|&i| point_name(i)).unwrap_or_default()
    }

    pub(super) fn flat(&self, end: Dimension, say: &str) -> Beat {
        let spanned = self.after.extremes.len();
        let stop = Comparison::below(spanned as u32, 4).map(f64::from);
        Beat {
            stops: vec![StopTest::new(name(end), "flat", "points that span something < 4", stop)],
            event: Some(Event::Stop(EndingKind::Success)),
            values: vec![Value::new("dim", "dimensions", count(spanned - 1), "hull")],
            ..beat("flat", format!("There is no tetrahedron to begin with. {say}"), pictures::finished(self))
        }
    }

    pub(super) fn tetrahedron(&self) -> Beat {
        let n = self.context.points.len();
        let waits = self.after.waiting;
        let others = first_tetrahedron::others(n - 4, waits as usize);
        let say = format!("The tetrahedron is the first hull. {others}");
        let mut values = values(self.after);
        values.push(Value::new("others", "points", count(n - 4), "hull"));
        Beat {
            values,
            tables: self.detail.full(|| vec![tables::conflicts(self, self.after, None)]),
            ..beat("tetrahedron", say, pictures::now(self, self.after))
        }
    }

    /// Beats of a point that joins the hull.
    pub(super) fn iteration(&self) -> Vec<Beat> {
        let (Some(start), Some(apex)) = (self.after.start_face, self.after.apex) else { return Vec::new() };
        let height = self.height();
        let mut values = values(self.before);
        values.push(Value::new("height", "of the apex", length(height), "height"));
        let face = face_name(start);
        let tip = point_name(apex);
        let why = match self.waited(start) {
            1 => format!("the only point that waits at {face}"),
            n => format!("the farthest of the {n} points that wait at {face}"),
        };
        let first = Beat {
            event: Some(Event::Support),
            values: values.clone(),
            tables: self.detail.full(|| vec![tables::conflicts(self, self.before, Some(start))]),
            ..beat(
                "apex",
                format!("{tip} is {why}: {} above it. It is the next apex.", length(height)),
                pictures::apex(self),
            )
        };
        let seen = &self.after.visible;
        let names = list_of(seen.iter().map(|tested| face_name(tested.face)));
        let say = match seen.len() {
            1 => format!("{tip} is above {face} alone: it sees no other face."),
            n => format!(
                "{tip} is above {n} faces and sees them: {names}. They are found by walking from {face} to neighboring faces."
            ),
        };
        values.push(Value::new("seen", "faces", count(seen.len()), "horizon"));
        let second = Beat {
            tables: self.detail.full(|| vec![tables::tested(self)]),
            ..beat("visible", say, pictures::visible(self))
        };
        let say = format!(
            "A loop of {} edges, the horizon, runs round the faces that {tip} sees. The faces beyond it stay.",
            self.after.horizon.len()
        );
        let third = Beat {
            event: Some(Event::Silhouette),
            tables: self.detail.full(|| vec![tables::horizon(self), tables::tested(self)]),
            ..beat("horizon", say, pictures::horizon(self))
        };
        let fourth = Beat {
            tables: self.detail.full(|| vec![tables::conflicts(self, self.after, None)]),
            values: self::values(self.after).into_iter().chain(self.handed()).collect(),
            ..beat("cone", self.handed_on(&tip), pictures::cone(self))
        };
        let others = [second, third].into_iter().map(|beat| Beat { values: values.clone(), ..beat });
        std::iter::once(first).chain(others).chain([fourth]).collect()
    }

    /// Number of points in the conflict lists of the visible faces without the apex, and of those that the new faces
    /// keep.
    fn given_and_kept(&self) -> [usize; 2] {
        let given = self.after.visible.iter().map(|tested| self.waited(tested.face)).sum::<usize>();
        let kept = (self.after.added..self.after.made).map(|face| self.waited(face)).sum();
        [given.saturating_sub(1), kept]
    }

    fn handed(&self) -> Vec<Value> {
        let [given, kept] = self.given_and_kept();
        vec![
            Value::new("seen", "faces removed", count(self.after.visible.len()), "horizon"),
            Value::new("cone", "triangles", count(self.after.horizon.len()), "horizon"),
            Value::new("given", "to hand on", count(given), "waiting"),
            Value::new("kept", "still outside", count(kept), "waiting"),
            Value::new("inside", "now", count(given - kept), "waiting"),
        ]
    }

    fn handed_on(&self, tip: &str) -> String {
        let cone = self.after.horizon.len();
        let seen = self.after.visible.len();
        let [given, kept] = self.given_and_kept();
        let points = match (given, given - kept) {
            (0, _) => String::from("No other point waited there."),
            (given, 0) => format!("The {given} other points that waited there wait at the cone now."),
            (given, inside) if inside == given => format!("The {given} other points that waited there are inside now."),
            (given, inside) => {
                format!(
                    "Of the {given} other points that waited there {kept} wait at the cone now, and {inside} {} inside.",
                    if inside == 1 { "is" } else { "are" }
                )
            }
        };
        let faces = if seen == 1 { String::from("The one face") } else { format!("The {seen} faces") };
        let are = if seen == 1 { "is" } else { "are" };
        format!("{faces} that {tip} sees {are} replaced by a cone of {cone} triangles between the horizon and {tip}. {points}")
            .replace("The 1 other points that waited there wait", "The one other point that waited there waits")
            .replace("The 1 other points that waited there are", "The one other point that waited there is")
    }

    /// Beat of a hull that was computed in one step, for clouds too large to record.
    pub(super) fn in_one_step(&self, end: Dimension, say: &str) -> Beat {
        let points = self.context.points.len();
        let line = if end == Dimension::Solid { "done" } else { "flat" };
        let say = format!(
            "Steps are recorded for up to {MOST_STEPPED} points. This cloud has {points}, so its hull was computed in one step. {say}"
        );
        Beat {
            values: self.counts(),
            event: Some(Event::Stop(EndingKind::Success)),
            ..beat(line, say, pictures::finished(self))
        }
    }

    /// Values of the hull's vertices, edges and faces.
    fn counts(&self) -> Vec<Value> {
        let hull = &self.made.hull;
        vec![
            Value::new("V", "corners", count(hull.vertices.len()), "hull"),
            Value::new("E", "edges", count(hull.edges), "hull"),
            Value::new("F", "faces", count(hull.faces.len()), "hull"),
        ]
    }

    pub(super) fn done(&self, say: &str) -> Beat {
        let hull = &self.made.hull;
        let triangles = self.after.triangles;
        let faces = hull.faces.len();
        let merged = match triangles - faces {
            0 => String::new(),
            _ => format!(" Triangles in one plane are joined: {triangles} triangles make {faces} faces."),
        };
        let waiting = Comparison::at_most(self.made.faces.waiting(self.before.made).count() as u32, 0);
        Beat {
            values: self.counts(),
            stops: vec![StopTest::new("Solid", "done", "faces at which points wait ≤ 0", waiting)],
            event: Some(Event::Stop(EndingKind::Success)),
            ..beat("done", format!("No point lies outside the hull any more.{merged} {say}"), pictures::finished(self))
        }
    }
}
