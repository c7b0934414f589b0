//! A run whose lessons end with the captured answers of other engines: a table in the last step, and captured points
//! and normals as marks with the role [`Role::Theirs`].

use std::sync::Arc;

use contact_lens_lesson::{Beat, FrameStrip, Lesson, Row, Table, Verdict, WORLD};
use contact_lens_model::answer::Shown;
use contact_lens_picture::{Form, Picture, Role};
use contact_lens_scene::model::{CapturedAnswer, Query, Scene};
use glam::DVec3;

use super::{Audit, Compared, compare};
use crate::lesson_wrappers::delegation::delegate_to_lesson;
use crate::run::Prepared;
use crate::{QueryError, Run};

/// Length of the arrow of a captured normal, relative to the size of the smaller body.
const ARROW_LENGTH: f64 = 0.4;

/// A run with the captured answers of other engines.
pub struct RunWithCaptured {
    run: Arc<dyn Run>,
    /// The query, which holds the captured answers of all frames.
    query: Query,
    /// Audit of the captured impulses of all frames.
    audit: Arc<Audit>,
}

impl RunWithCaptured {
    /// Adds the captured answers of `query` to the lessons of `run`.
    pub fn new(run: Arc<dyn Run>, scene: &Scene, query: &Query) -> Self {
        Self { run, query: query.clone(), audit: Arc::new(Audit::of(scene, query)) }
    }

    /// Adds the captured answers of a frame to its lesson.
    fn with_captured(&self, lesson: Arc<dyn Lesson>, frame: usize) -> Arc<dyn Lesson> {
        let rows = compare(&self.query, lesson.verdict(), frame);
        if rows.is_empty() {
            return lesson;
        }
        let in_frame = self.query.theirs.iter().filter(|captured| captured.frame as usize == frame);
        let captured = in_frame.cloned().collect();
        let audit = self.audit.rows(frame);
        Arc::new(LessonWithCaptured { lesson, rows, audit, captured })
    }
}

impl Run for RunWithCaptured {
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

    fn continued_as(&self, scene: &Scene, query: &Query) -> Option<Arc<dyn Run>> {
        let run = self.run.continued_as(scene, query)?;
        Some(Arc::new(Self::new(run, scene, query)))
    }

    fn lesson(&self, frame: usize) -> Result<Arc<dyn Lesson>, QueryError> {
        Ok(self.with_captured(self.run.lesson(frame)?, frame))
    }

    fn compare(&self) -> Result<(), QueryError> {
        self.run.compare()
    }

    fn end_of(&self, frame: usize) -> Result<Arc<dyn Lesson>, QueryError> {
        Ok(self.with_captured(self.run.end_of(frame)?, frame))
    }
}

/// A lesson whose last step shows the captured answers.
struct LessonWithCaptured {
    lesson: Arc<dyn Lesson>,
    /// Captured values next to those computed here.
    rows: Vec<Compared>,
    /// Audit of the captured impulses.
    audit: Vec<Compared>,
    /// Captured answers of the frame.
    captured: Vec<CapturedAnswer>,
}

impl LessonWithCaptured {
    /// A table of compared values; `computed_column` is the header of the column of values computed here.
    fn table(&self, title: &'static str, computed_column: &'static str, rows: &[Compared]) -> Table {
        let columns = vec!["", "captured", computed_column, "difference", "judgment"];
        Table { title, columns, rows: rows.iter().map(|row| self.table_row(row)).collect() }
    }

    /// A table row, which begins with the engine's name if the frame has answers of several engines.
    fn table_row(&self, row: &Compared) -> Row {
        let engine = if self.captured.len() > 1 { format!("{}: ", row.engine) } else { String::new() };
        let recomputed = if row.recomputed { " (recomputed)" } else { "" };
        let name = Shown::from(format!("{engine}{}{recomputed}", row.quantity));
        let judgment = row.judgment.say().into();
        let cells = vec![name, row.captured.clone(), row.computed.clone(), row.difference.clone(), judgment];
        Row { cells, key: None, chosen: false }
    }

    /// Draws captured points as crosses and captured normals as arrows. A normal starts at the mean of the captured
    /// points, or midway between the witness points if there are none.
    fn draw(&self, picture: &mut Picture) {
        let backdrop = self.lesson.backdrop();
        let arrow_length = ARROW_LENGTH * smaller_body_size(backdrop.pictures.of(WORLD));
        let witnesses = self.lesson.verdict().pair().and_then(|pair| pair.witnesses());
        for (k, captured) in self.captured.iter().enumerate() {
            let positions: Vec<DVec3> =
                captured.points.iter().filter_map(|point| point.display_position()).map(DVec3::from_array).collect();
            for (i, position) in positions.iter().enumerate() {
                picture.point(Role::Theirs, format!("theirs/{k}/point/{i}"), *position);
            }
            let sum = positions.iter().copied().reduce(|a, b| a + b);
            let centroid = sum.map(|sum| sum / positions.len() as f64);
            let midpoint_of_witnesses = witnesses.map(|[a, b]| 0.5 * (a + b));
            let tail = centroid.or(midpoint_of_witnesses);
            if let (Some(tail), Some(normal)) = (tail, captured.normal) {
                let tip = tail + DVec3::from_array(normal) * arrow_length;
                picture.arrow(Role::Theirs, format!("theirs/{k}/normal"), tail, tip);
                picture.label(Role::Theirs, format!("theirs/{k}/name"), tip, captured.engine.clone());
            }
        }
    }
}

/// Size of the smaller one of the drawn bodies A and B, meters; 1 if neither has a size.
fn smaller_body_size(picture: &Picture) -> f64 {
    let bodies = picture.marks.iter().filter(|mark| matches!(mark.role, Role::ShapeA | Role::ShapeB));
    let sizes = bodies.filter_map(|mark| match &mark.form {
        Form::Solid(solid) => Some(extent(&solid.vertices)),
        _ => None,
    });
    sizes.filter(|size| *size > 0.0).reduce(f64::min).unwrap_or(1.0)
}

/// Longest side of the axis-aligned bounding box of points, meters; 0 without points.
fn extent(points: &[DVec3]) -> f64 {
    let first = points.first().copied().unwrap_or_default();
    let [low, high] = points.iter().fold([first; 2], |[low, high], point| [low.min(*point), high.max(*point)]);
    (high - low).max_element()
}

impl Lesson for LessonWithCaptured {
    fn beats(&self, step: usize) -> Vec<Beat> {
        let mut beats = self.lesson.beats(step);
        if step + 1 == self.lesson.steps() {
            for beat in &mut beats {
                if !self.audit.is_empty() {
                    beat.tables.insert(0, self.table("Audit of captured impulses", "expected", &self.audit));
                }
                beat.tables.insert(0, self.table("Captured values", "computed", &self.rows));
                self.draw(beat.pictures.edit(WORLD));
            }
        }
        beats
    }

    fn role_names(&self) -> Vec<(Role, String)> {
        let mut names = self.lesson.role_names();
        // The legend has one name for all captured marks, so answers of several engines stay unnamed in it.
        if let [answer] = self.captured.as_slice() {
            names.push((Role::Theirs, answer.engine.clone()));
        }
        names
    }

    delegate_to_lesson!();

    fn verdict(&self) -> &Verdict {
        self.lesson.verdict()
    }

    fn strip(&self) -> Option<&FrameStrip> {
        self.lesson.strip()
    }
}
