//! Separating axes of polygons, with the line that had a gap kept over frames.

use std::sync::Arc;

use super::super::engine::dim2::sat::{Axis, Options, Sat, lesson};
use super::super::engine::dim2::shape::Shape;
use super::super::engine::prelude::*;
use super::super::engine::separation::{Found, Outcome};
use super::super::sat::{Separation, Test, without_margin};
use super::super::{QueryError, Run, bodies, misdirected, run};
use super::pair::Bodies;
use crate::lesson::{Lesson, PairContext, Verdict};
use crate::scene::Subject;
use crate::scene::model::{Ask, Query, Scene, Stop};

/// Two polygons.
struct Polygons {
    bodies: Bodies,
    shapes: [Arc<Shape>; 2],
    options: Options,
}

/// Opens a query in the plane.
pub(in super::super) fn open_sat(scene: &Scene, query: &Query) -> Result<Arc<dyn Run>, QueryError> {
    let Ask::Sat { options, .. } = &query.ask else { return Err(misdirected()) };
    let [a, b] = bodies::pair(scene, query)?;
    let shapes = [polygon(&a)?, polygon(&b)?];
    let cold = Options { stop_at_first: options.stop == Stop::First, cached: None };
    let test = Polygons { bodies: Bodies::new(scene, query)?, shapes, options: cold };
    Ok(run(Separation { test, warm: options.warm_start }))
}

/// A body as a polygon.
pub(super) fn polygon(member: &Subject<'_>) -> Result<Arc<Shape>, QueryError> {
    without_margin(member.body, &|field| member.path(field))?;
    let wrong = |field: &str, message: String| QueryError::new(member.path(&format!("shape.{field}")), message);
    let shape = Shape::try_from(&member.body.shape).map_err(|error| wrong(&error.field, error.message))?;
    match shape.margin() {
        0.0 => Ok(Arc::new(shape)),
        _ => Err(wrong("type", String::from(ROUND))),
    }
}

/// What is said of a round shape.
const ROUND: &str =
    "is round: it has no sides of which lines could be tried; polygon, rectangle, triangle and segment have";

impl Test for Polygons {
    type Sat = Sat<Arc<Shape>>;
    type Axis = Axis;
    type Vector = Vec2;

    fn frames(&self) -> usize {
        self.bodies.frames()
    }

    fn start(&self, frame: usize, cached: Option<Axis>) -> Result<Self::Sat, QueryError> {
        let ([pose_a, pose_b], [a, b]) = (self.bodies.at(frame)?.poses(), &self.shapes);
        Ok(Sat::new(Arc::clone(a), &pose_a, Arc::clone(b), &pose_b, Options { cached, ..self.options }))
    }

    fn context(&self, frame: usize) -> Result<PairContext, QueryError> {
        Ok(self.bodies.at(frame)?.context())
    }

    fn found(sat: &Self::Sat) -> &Found<Axis, Vec2> {
        &sat.found
    }

    fn verdict(sat: &Self::Sat, outcome: Outcome, context: &PairContext) -> Verdict {
        lesson::conclude(sat, outcome, context)
    }

    fn lesson(&self, start: Self::Sat, context: PairContext) -> Result<Box<dyn Lesson>, QueryError> {
        Ok(lesson::play(start, context))
    }
}
