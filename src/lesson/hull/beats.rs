//! Sub-steps (beats) of Quickhull: sentences, values and tables.

use super::first_tetrahedron;
use super::pictures;
use super::tables;
use super::{HullView, ending, face_name};
use crate::answer::number::{count, length};
use crate::answer::{list_of, point_name};
use crate::lesson::{Beat, EndingKind, Event, Focus, Pictures, StopTest, Value, symbol};
use crate::picture::Picture;
use crate::snapshot::hull::{Dimension, Quickhull};
use crate::step::Comparison;

/// Largest number of faces that a sentence lists by name.
const MOST_NAMED: usize = 6;

fn beat(line: &'static str, say: String, world: Picture) -> Beat {
    Beat { line, say: say.into(), pictures: Pictures::world(world), ..Beat::default() }
}

fn values(state: &Quickhull) -> Vec<Value> {
    vec![Value::number(symbol::FACES, count(state.triangles)), Value::number(symbol::OUTSIDE, count(state.waiting))]
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
        let shown = (found.len() + 1).min(4);
        self.span_sentences()
            .into_iter()
            .take(shown)
            .enumerate()
            .map(|(k, (line, say))| {
                let mut beat_of = beat(line, say, pictures::span(self, &found[..(k + 1).min(found.len())]));
                beat_of.values = vec![Value::number(symbol::POINTS, count(self.context.points.len()))];
                beat_of.event = (k > 0 && k < found.len()).then_some(Event::Support);
                beat_of
            })
            .collect()
    }

    /// Lines of the listing and sentences of the four points that determine the dimension.
    fn span_sentences(&self) -> [(&'static str, String); 4] {
        let found = self.after.extremes.len();
        let [a, b, c, d] = [0, 1, 2, 3].map(|k| self.extreme_name(k));
        let least = self.after.extremes.first().map_or(0.0, |&first| self.context.at(first).x);
        let ties = (0..self.context.points.len() as u32).filter(|&point| self.context.at(point).x == least).count();
        let low = match ties {
            0 | 1 => format!("{a} has the smallest x of all points, so it is a vertex of the hull."),
            _ => format!(
                "{a} is a vertex of the hull: of the points with the smallest x, it has the smallest y, then z."
            ),
        };
        let far = match found {
            1 => format!("{a} is the only position: all points coincide."),
            _ => format!("{b} is far from {a}: the two points span a line."),
        };
        let wide = match found {
            2 => format!("{a} and {b} span a line that contains all points, as exact signs prove."),
            _ => format!("{c} is far from the line {a} {b}: the three points span a plane."),
        };
        let high = match found {
            3 => format!("{a}, {b} and {c} span a plane that contains all points, as exact signs prove."),
            _ => format!("{d} is far from the plane {a} {b} {c}: the four points span a tetrahedron."),
        };
        [("low", low), ("far", far), ("wide", wide), ("high", high)]
    }

    fn extreme_name(&self, k: usize) -> String {
        self.after.extremes.get(k).map(|&i| point_name(i)).unwrap_or_default()
    }

    pub(super) fn flat(&self, end: Dimension, say: &str) -> Beat {
        let spanned = self.after.extremes.len();
        let stop = Comparison::below(spanned as u32, 4).map(f64::from);
        Beat {
            stops: vec![StopTest::new(ending(end).name, "flat", "points that span something < 4", stop)],
            event: Some(Event::Stop(EndingKind::Success)),
            values: vec![Value::number(symbol::DIMENSIONS, count(spanned - 1))],
            ..beat("flat", format!("No tetrahedron exists to start from. {say}"), pictures::finished(self))
        }
    }

    pub(super) fn tetrahedron(&self) -> Beat {
        let n = self.context.points.len();
        let waits = self.after.waiting;
        let others = first_tetrahedron::others(n - 4, waits as usize);
        let [a, b, c, d] = [0, 1, 2, 3].map(|k| self.extreme_name(k));
        let say = format!("The tetrahedron {a} {b} {c} {d} is the first hull. {others}");
        let mut values = values(self.after);
        values.push(Value::number(symbol::OTHER_POINTS, count(n - 4)));
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
        let values = values(self.before);
        let above = Value::of(symbol::HEIGHT, length(height), "height");
        let face = face_name(start);
        let tip = point_name(apex);
        let say = match self.waited(start) {
            1 => format!("{tip} is the only point above {face}: the next apex, at a height of {}.", length(height)),
            n => format!(
                "{tip} is the farthest of the {n} points above {face}: the next apex, at a height of {}.",
                length(height)
            ),
        };
        let first = Beat {
            event: Some(Event::Support),
            values: values.iter().cloned().chain([above.clone()]).collect(),
            tables: self.detail.full(|| vec![tables::conflicts(self, self.before, Some(start))]),
            ..beat("apex", say, pictures::apex(self))
        };
        let seen = &self.after.visible;
        let visible = Value::number(symbol::VISIBLE_FACES, count(seen.len()));
        let say = match seen.len() {
            1 => format!("{tip} is above {face} only: no other face is visible from it."),
            n if n > MOST_NAMED => {
                format!("{tip} is above {n} faces, found by a walk from {face} to neighboring faces.")
            }
            n => {
                let names = list_of(seen.iter().map(|tested| face_name(tested.face)));
                format!("{tip} is above {n} faces: {names}. A walk from {face} to neighboring faces finds them.")
            }
        };
        let second = Beat {
            values: values.iter().cloned().chain([visible.clone()]).collect(),
            tables: self.detail.full(|| vec![tables::tested(self)]),
            ..beat("visible", say, pictures::visible(self))
        };
        let say = format!(
            "The horizon, a loop of {} edges, encloses the faces visible from {tip}. All other faces stay.",
            self.after.horizon.len()
        );
        let third = Beat {
            event: Some(Event::Silhouette),
            values: values.into_iter().chain([above, visible]).collect(),
            tables: self.detail.full(|| vec![tables::horizon(self), tables::tested(self)]),
            ..beat("horizon", say, pictures::horizon(self))
        };
        let fourth = Beat {
            tables: self.detail.full(|| vec![tables::conflicts(self, self.after, None)]),
            values: self::values(self.after).into_iter().chain(self.handed()).collect(),
            ..beat("cone", self.handed_on(&tip), pictures::cone(self))
        };
        let focus = self.side().map(|side| Focus { side: Some(side), points: Vec::new() });
        let mut beats = vec![first, second, third, fourth];
        beats.iter_mut().for_each(|beat| beat.pictures.focus.clone_from(&focus));
        beats
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
            Value::number(symbol::VISIBLE_FACES, count(self.after.visible.len())),
            Value::number(symbol::NEW_FACES, count(self.after.horizon.len())),
            Value::number(symbol::REASSIGNED, count(given)),
            Value::number(symbol::KEPT_POINTS, count(kept)),
            Value::number(symbol::INSIDE, count(given - kept)),
        ]
    }

    fn handed_on(&self, tip: &str) -> String {
        let cone = self.after.horizon.len();
        let seen = self.after.visible.len();
        let [given, kept] = self.given_and_kept();
        let points = match (given, given - kept) {
            (0, _) => String::from("No other point was above the removed faces."),
            (1, 0) => String::from("The other point above the removed faces is now above a new face."),
            (1, _) => String::from("The other point above the removed faces is now inside."),
            (_, 0) => format!("The {given} other points above the removed faces are now above new faces."),
            (_, inside) if inside == given => {
                format!("The {given} other points above the removed faces are now inside.")
            }
            (_, 1) => format!("Of the {given} other points, {kept} are above new faces and 1 is inside."),
            (_, inside) => format!(
                "Of the {given} other points, {kept} {} above new faces and {inside} are inside.",
                if kept == 1 { "is" } else { "are" }
            ),
        };
        let replaced = if seen == 1 { "the visible face" } else { "the visible faces" };
        format!("{cone} triangles between the horizon and {tip} replace {replaced}. {points}")
    }

    /// Beat of a hull that was computed in one step, for clouds too large to record.
    pub(super) fn in_one_step(&self, end: Dimension, say: &str) -> Beat {
        let points = self.context.points.len();
        let line = if end == Dimension::Solid { "done" } else { "flat" };
        let say =
            format!("The hull of these {points} points was computed in one step: they are too many to record. {say}");
        let mut values = self.counts();
        values.push(Value::number(symbol::POINTS, count(points)));
        Beat { values, event: Some(Event::Stop(EndingKind::Success)), ..beat(line, say, pictures::finished(self)) }
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

    pub(super) fn done(&self, say: &str) -> Beat {
        let hull = &self.made.hull;
        let triangles = self.after.triangles;
        let faces = hull.faces.len();
        let why = match triangles - faces {
            0 => String::from("No point is outside the hull any more."),
            _ => format!("No point is outside the hull any more; {triangles} triangles merge into {faces} flat faces."),
        };
        let waiting = Comparison::at_most(self.made.faces.waiting(self.before.made).count() as u32, 0);
        Beat {
            values: self.counts(),
            stops: vec![StopTest::new("Solid", "done", "faces with points above ≤ 0", waiting)],
            event: Some(Event::Stop(EndingKind::Success)),
            ..beat("done", format!("{why} {say}"), pictures::finished(self))
        }
    }
}
