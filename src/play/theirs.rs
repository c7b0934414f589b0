//! What another engine answered, beside the answer here: value by value with the difference, judged by the bracket that is
//! proven, and drawn at the end of the run.

use std::sync::Arc;

use glam::DVec3;

use super::run::Prepared;
use super::{QueryError, Run};
use crate::answer::{Exact, Finding, Found as _, Shown, number};
use crate::lesson::{
    Backdrop, Beat, Card, Hint, Lesson, Level, Moments, Pictures, Row, Strip, Table, Verdict, View, WORLD,
};
use crate::picture::{Camera, Form, Key, Picture, Role};
use crate::scene::model::{Query, Scene, TheirField, Theirs};

/// One value of theirs beside ours.
#[derive(Clone, Debug, PartialEq)]
pub struct Compared {
    /// Whose it is.
    pub engine: String,
    /// What is compared: `distance`.
    pub what: &'static str,
    /// What they say.
    pub theirs: Shown,
    /// What is said here; a dash where nothing is.
    pub ours: Shown,
    /// Theirs less ours; of directions the angle between them, of points how far theirs is from the nearest of ours.
    pub difference: Shown,
    /// What the proven bracket says of theirs, if it is about that.
    pub judged: Judged,
    /// Whether theirs was computed for the capture, and not by the engine in its step.
    pub recomputed: bool,
}

/// What a proven bracket says of a value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Judged {
    /// Nothing: it is not about that.
    Not,
    /// It may be true: it lies within.
    Within,
    /// It is wrong, by at least so many meters.
    Outside(f64),
}

impl Judged {
    /// In a few words; none where nothing is judged.
    pub fn say(self) -> String {
        match self {
            Self::Not => String::new(),
            Self::Within => String::from("within the proven bracket"),
            Self::Outside(by) => format!("outside the proven bracket by {}", number::length(by)),
        }
    }
}

impl Compared {
    /// A sentence for reports.
    pub fn say(&self) -> String {
        let judged = match self.judged {
            Judged::Not => String::new(),
            judged => format!(", {}", judged.say()),
        };
        let again = if self.recomputed { " (recomputed)" } else { "" };
        format!("{}{again} says {} {}; here it is {}{judged}", self.engine, self.what, self.theirs, self.ours)
    }
}

/// All that others said of a frame, beside the answer.
pub fn compare(query: &Query, verdict: &Verdict, frame: usize) -> Vec<Compared> {
    let of_frame = query.theirs.iter().filter(|theirs| theirs.frame as usize == frame);
    of_frame.flat_map(|theirs| Beside { theirs, verdict }.rows()).collect()
}

/// One answer of theirs, and ours.
struct Beside<'a> {
    theirs: &'a Theirs,
    verdict: &'a Verdict,
}

impl Beside<'_> {
    fn rows(&self) -> Vec<Compared> {
        [self.distance(), self.normal(), self.count(), self.points(), self.depth(), self.impulse(), self.iterations()]
            .into_iter()
            .flatten()
            .collect()
    }

    fn row(&self, field: TheirField, what: &'static str, theirs: Shown) -> Compared {
        Compared {
            engine: self.theirs.engine.clone(),
            what,
            theirs,
            ours: Shown::from("–"),
            difference: Shown::from("–"),
            judged: Judged::Not,
            recomputed: self.theirs.recomputed.contains(&field),
        }
    }

    fn bracket(&self) -> Option<[f64; 2]> {
        self.verdict.finding.bracket()
    }

    /// The signed distance here, as far as it is known.
    fn our_distance(&self) -> Option<f64> {
        match &self.verdict.finding {
            Finding::Manifold(found) => Some(found.separation),
            finding => finding.pair()?.signed_distance,
        }
    }

    fn distance(&self) -> Option<Compared> {
        let theirs = self.theirs.distance?;
        let mut row = self.row(TheirField::Distance, "distance", number::length(theirs));
        if let Some(ours) = self.our_distance() {
            row.ours = number::length(ours);
            row.difference = number::length(theirs - ours);
        }
        if let Some([lower, upper]) = self.bracket() {
            row.judged = match (lower - theirs).max(theirs - upper) {
                off if off > 0.0 => Judged::Outside(off),
                _ => Judged::Within,
            };
        }
        Some(row)
    }

    fn normal(&self) -> Option<Compared> {
        let theirs = DVec3::from_array(self.theirs.normal?);
        let mut row = self.row(TheirField::Normal, "normal", number::vector(theirs));
        if let Some(ours) = self.verdict.finding.normal() {
            row.ours = number::vector(ours);
            // By the half angle, which is exact where the two are close.
            let angle = 2.0 * (theirs - ours).length().atan2((theirs + ours).length());
            let degrees = angle.to_degrees();
            let text = format!("{}°", number::brief(degrees));
            row.difference = Shown { text, exact: Some(Exact::Number(degrees)) };
        }
        Some(row)
    }

    /// Where the bodies meet here: points of contact, else the witness points.
    fn our_points(&self) -> Vec<[DVec3; 2]> {
        match &self.verdict.finding {
            Finding::Manifold(found) => found.points.iter().map(|point| [point.on_a, point.on_b]).collect(),
            finding => finding.pair().and_then(|pair| pair.witnesses()).map(|[a, b]| [a, b]).into_iter().collect(),
        }
    }

    fn count(&self) -> Option<Compared> {
        let Finding::Manifold(found) = &self.verdict.finding else { return None };
        let (theirs, ours) = (self.theirs.points.len(), found.points.len());
        let mut row = self.row(TheirField::Points, "number of points", number::count(theirs));
        row.ours = number::count(ours);
        row.difference = number::number(theirs as f64 - ours as f64);
        (theirs > 0).then_some(row)
    }

    /// The point of theirs that is farthest from all of ours. A position between the bodies is held against both surfaces.
    fn points(&self) -> Option<Compared> {
        let ours = self.our_points();
        let away = |point: DVec3| {
            let to = |[a, b]: &[DVec3; 2]| nearest(point, *a, *b).distance(point);
            ours.iter().map(to).fold(f64::INFINITY, f64::min)
        };
        let places = self.theirs.points.iter().filter_map(|point| point.place().map(DVec3::from_array));
        let (off, point) = places.map(|point| (away(point), point)).max_by(|a, b| a.0.total_cmp(&b.0))?;
        let mut row = self.row(TheirField::Points, "farthest point", number::vector(point));
        if off.is_finite() {
            let near = |pair: &&[DVec3; 2]| nearest(point, pair[0], pair[1]).distance(point);
            let pair = ours.iter().min_by(|a, b| near(a).total_cmp(&near(b)))?;
            row.ours = number::vector(nearest(point, pair[0], pair[1]));
            row.difference = number::length(off);
        }
        Some(row)
    }

    fn depth(&self) -> Option<Compared> {
        let theirs = self.theirs.points.iter().filter_map(|point| point.depth).reduce(f64::max)?;
        let mut row = self.row(TheirField::Depths, "greatest depth", number::length(theirs));
        if let Some(ours) = self.our_distance() {
            row.ours = number::length(-ours);
            row.difference = number::length(theirs + ours);
        }
        if let Some([lower, _]) = self.bracket() {
            // No point lies deeper than the bodies overlap, and none is in overlap where they are apart.
            let off = theirs + lower;
            row.judged = if off > 0.0 { Judged::Outside(off) } else { Judged::Within };
        }
        Some(row)
    }

    fn impulse(&self) -> Option<Compared> {
        let all: Vec<f64> = self.theirs.points.iter().filter_map(|point| point.impulse).collect();
        let sum = all.iter().copied().reduce(|a, b| a + b)?;
        let shown = Shown { text: format!("{} N s", number::brief(sum)), exact: Some(Exact::Number(sum)) };
        Some(self.row(TheirField::Impulses, "sum of impulses", shown))
    }

    fn iterations(&self) -> Option<Compared> {
        let (theirs, ours) = (self.theirs.iterations?, self.verdict.iterations);
        let mut row = self.row(TheirField::Iterations, "iterations", number::count(theirs as usize));
        row.ours = number::count(ours as usize);
        row.difference = number::number(f64::from(theirs) - f64::from(ours));
        Some(row)
    }
}

/// The point of a segment that is nearest to a point.
fn nearest(point: DVec3, a: DVec3, b: DVec3) -> DVec3 {
    let along = b - a;
    let length = along.length_squared();
    let t = if length > 0.0 { ((point - a).dot(along) / length).clamp(0.0, 1.0) } else { 0.0 };
    a + along * t
}

/// A run beside which stands what others answered.
pub(super) struct WithTheirs {
    pub(super) run: Arc<dyn Run>,
    pub(super) query: Query,
}

impl WithTheirs {
    fn beside(&self, lesson: Arc<dyn Lesson>, frame: usize) -> Arc<dyn Lesson> {
        let rows = compare(&self.query, lesson.verdict(), frame);
        if rows.is_empty() {
            return lesson;
        }
        let theirs = self.query.theirs.iter().filter(|theirs| theirs.frame as usize == frame).cloned().collect();
        Arc::new(LessonWithTheirs { lesson, rows, theirs })
    }
}

impl Run for WithTheirs {
    fn frames(&self) -> usize {
        self.run.frames()
    }

    fn opening(&self) -> Result<usize, QueryError> {
        self.run.opening()
    }

    fn answer(&self, frame: usize) -> Result<Verdict, QueryError> {
        self.run.answer(frame)
    }

    fn prepared(&self, frame: usize) -> Result<Prepared<'_>, QueryError> {
        self.run.prepared(frame)
    }

    fn going_on(&self, scene: &Scene, query: &Query) -> Option<Arc<dyn Run>> {
        self.run.going_on(scene, query)
    }

    fn lesson(&self, frame: usize) -> Result<Arc<dyn Lesson>, QueryError> {
        Ok(self.beside(self.run.lesson(frame)?, frame))
    }

    fn compare(&self) -> Result<(), QueryError> {
        self.run.compare()
    }

    fn end_of(&self, frame: usize) -> Result<Arc<dyn Lesson>, QueryError> {
        Ok(self.beside(self.run.end_of(frame)?, frame))
    }
}

/// A lesson whose last step tells what others answered.
struct LessonWithTheirs {
    lesson: Arc<dyn Lesson>,
    rows: Vec<Compared>,
    theirs: Vec<Theirs>,
}

impl LessonWithTheirs {
    fn table(&self) -> Table {
        let several = self.theirs.len() > 1;
        let row = |row: &Compared| {
            let engine = if several { format!("{}: ", row.engine) } else { String::new() };
            let again = if row.recomputed { " (recomputed)" } else { "" };
            let name = Shown::from(format!("{engine}{}{again}", row.what));
            let cells = vec![name, row.theirs.clone(), row.ours.clone(), row.difference.clone(), row.judged.say().into()];
            Row { cells, key: None, chosen: false }
        };
        let title = "Theirs beside ours";
        Table { title, columns: vec!["", "theirs", "ours", "difference", "judged"], rows: self.rows.iter().map(row).collect() }
    }

    /// Their points as crosses, and their normal as an arrow as long as bodies can be seen by.
    fn draw(&self, picture: &mut Picture) {
        let backdrop = self.lesson.backdrop();
        let size = size(backdrop.pictures.of(WORLD));
        let witness = self.lesson.verdict().pair().and_then(|pair| pair.witnesses());
        for (k, theirs) in self.theirs.iter().enumerate() {
            let places: Vec<DVec3> = theirs.points.iter().filter_map(|point| point.place()).map(DVec3::from_array).collect();
            for (i, place) in places.iter().enumerate() {
                picture.point(Role::Theirs, format!("theirs/{k}/point/{i}"), *place);
            }
            let middle = places.iter().copied().reduce(|a, b| a + b).map(|sum| sum / places.len() as f64);
            let from = middle.or(witness.map(|[a, b]| 0.5 * (a + b)));
            if let (Some(from), Some(normal)) = (from, theirs.normal) {
                let to = from + DVec3::from_array(normal) * (0.4 * size);
                picture.arrow(Role::Theirs, format!("theirs/{k}/normal"), from, to);
                picture.label(Role::Theirs, format!("theirs/{k}/name"), to, theirs.engine.clone());
            }
        }
    }
}

/// The size of the smaller body that is drawn.
fn size(picture: &Picture) -> f64 {
    let spread = |points: &[DVec3]| {
        let first = points.first().copied().unwrap_or_default();
        let [low, high] = points.iter().fold([first; 2], |[low, high], point| [low.min(*point), high.max(*point)]);
        (high - low).max_element()
    };
    let bodies = picture.marks.iter().filter(|mark| matches!(mark.role, Role::ShapeA | Role::ShapeB));
    let sizes = bodies.filter_map(|mark| if let Form::Solid(solid) = &mark.form { Some(spread(&solid.vertices)) } else { None });
    sizes.filter(|size| *size > 0.0).reduce(f64::min).unwrap_or(1.0)
}

impl Lesson for LessonWithTheirs {
    fn beats(&self, step: usize) -> Vec<Beat> {
        let mut beats = self.lesson.beats(step);
        if step + 1 == self.lesson.steps() {
            for beat in &mut beats {
                beat.tables.push(self.table());
                self.draw(beat.pictures.edit(WORLD));
            }
        }
        beats
    }

    fn role_names(&self) -> Vec<(Role, String)> {
        let mut names = self.lesson.role_names();
        if let [only] = self.theirs.as_slice() {
            names.push((Role::Theirs, only.engine.clone()));
        }
        names
    }

    // All else is the engine's.

    fn card(&self) -> &'static Card {
        self.lesson.card()
    }

    fn steps(&self) -> usize {
        self.lesson.steps()
    }

    fn outline(&self, step: usize) -> Vec<Beat> {
        self.lesson.outline(step)
    }

    fn corners(&self, step: usize) -> Vec<DVec3> {
        self.lesson.corners(step)
    }

    fn backdrop(&self) -> Arc<Backdrop> {
        self.lesson.backdrop()
    }

    fn moments(&self) -> Option<Moments> {
        self.lesson.moments()
    }

    fn at_moment(&self, t: f64) -> Pictures {
        self.lesson.at_moment(t)
    }

    fn linked(&self, step: usize, key: &str) -> Pictures {
        self.lesson.linked(step, key)
    }

    fn step_about(&self, key: &str) -> Option<usize> {
        self.lesson.step_about(key)
    }

    fn hint(&self, key: &Key) -> Option<Hint> {
        self.lesson.hint(key)
    }

    fn verdict(&self) -> &Verdict {
        self.lesson.verdict()
    }

    fn levels(&self) -> &[Level] {
        self.lesson.levels()
    }

    fn most_levels(&self) -> usize {
        self.lesson.most_levels()
    }

    fn camera(&self, view: &View) -> Camera {
        self.lesson.camera(view)
    }

    fn strip(&self) -> Option<&Strip> {
        self.lesson.strip()
    }
}
