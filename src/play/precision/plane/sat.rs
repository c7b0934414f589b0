//! Separating axes of polygons, with the line that had a gap kept over frames.

use std::sync::Arc;

use super::super::engine::dim2::sat::{Axis, Options, Outcome, Sat, lesson};
use super::super::engine::dim2::shape::Shape;
use super::super::engine::dim3::sat::lesson::{FrameLines, Went, strip};
use super::super::sat::{ended, without_margin};
use super::super::{Player, QueryError, Run, bodies, misdirected, run};
use super::pair::{Bodies, Pair};
use crate::lesson::{Lesson, Verdict};
use crate::scene::model::{Ask, Query, Scene, Stop};

/// Two polygons over all frames.
struct Separation {
    bodies: Bodies,
    shapes: [Arc<Shape>; 2],
    options: Options,
    warm: bool,
}

/// Opens a query in the plane.
pub(in super::super) fn open_sat(scene: &Scene, query: &Query) -> Result<Arc<dyn Run>, QueryError> {
    let Ask::Sat { options, .. } = &query.ask else { return Err(misdirected()) };
    let [a, b] = bodies::pair(scene, query)?;
    let shape = |member: &bodies::Member<'_>| {
        without_margin(member.body, &|field| member.path(field))?;
        let wrong = |field: &str, message: String| QueryError::new(member.path(&format!("shape.{field}")), message);
        let shape = Shape::try_from(&member.body.shape).map_err(|error| wrong(&error.field, error.message))?;
        match shape.margin() {
            0.0 => Ok(Arc::new(shape)),
            _ => Err(wrong("type", String::from(ROUND))),
        }
    };
    let shapes = [shape(&a)?, shape(&b)?];
    let cold = Options { stop_at_first: options.stop == Stop::First, cached: None };
    Ok(run(Separation { bodies: Bodies::new(scene, query)?, shapes, options: cold, warm: options.warm_start }))
}

/// What is said of a round shape.
const ROUND: &str =
    "is round: it has no sides of which lines could be tried; polygon, rectangle, triangle and segment have";

impl Separation {
    fn start(&self, pair: &Pair<'_>, memory: Option<Axis>) -> Sat<Arc<Shape>> {
        let [pose_a, pose_b] = pair.poses();
        let [a, b] = &self.shapes;
        Sat::new(Arc::clone(a), &pose_a, Arc::clone(b), &pose_b, Options { cached: memory, ..self.options })
    }

    fn played(&self, frame: usize, memory: Option<Axis>) -> Result<(Sat<Arc<Shape>>, Outcome), QueryError> {
        let mut sat = self.start(&self.bodies.at(frame)?, memory);
        let outcome = ended(&mut sat);
        Ok((sat, outcome))
    }
}

impl Player for Separation {
    /// The line that had a gap.
    type Memory = Option<Axis>;
    type Record = FrameLines;

    fn frames(&self) -> usize {
        self.bodies.frames()
    }

    fn remembers(&self) -> bool {
        self.warm
    }

    fn pass(&self, frame: usize, memory: &Option<Axis>) -> Result<Option<Axis>, QueryError> {
        let (sat, outcome) = self.played(frame, *memory)?;
        let apart = matches!(outcome, Outcome::Separated | Outcome::SeparatedByCache);
        Ok(sat.best.filter(|_| apart).map(|best| best.axis))
    }

    fn record(&self, frame: usize, memory: &Option<Axis>) -> Result<Option<FrameLines>, QueryError> {
        if !self.warm {
            return Ok(None);
        }
        let ((cached, outcome), (cold, _)) = (self.played(frame, *memory)?, self.played(frame, None)?);
        let went = match outcome {
            Outcome::SeparatedByCache => Went::ByCache,
            Outcome::Separated => Went::Searched,
            _ => Went::Together,
        };
        Ok(Some(FrameLines { cached: cached.tested, cold: cold.tested, went }))
    }

    fn answer(&self, frame: usize, memory: &Option<Axis>) -> Result<Verdict, QueryError> {
        let pair = self.bodies.at(frame)?;
        let mut sat = self.start(&pair, *memory);
        let outcome = ended(&mut sat);
        Ok(lesson::conclude(&sat, outcome, &pair.context()))
    }

    fn lesson(
        &self,
        frame: usize,
        memory: &Option<Axis>,
        records: &[FrameLines],
    ) -> Result<Arc<dyn Lesson>, QueryError> {
        let pair = self.bodies.at(frame)?;
        let (start, strip) = (self.start(&pair, *memory), strip(records, frame));
        Ok(Arc::from(lesson::play(start, pair.context(), strip)))
    }
}
