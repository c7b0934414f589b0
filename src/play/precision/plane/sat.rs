//! Separating axes of polygons, with the line that had a gap kept over frames.

use std::sync::Arc;

use super::super::engine::dim2::sat::{self, Axis, Options, Sat, plain};
use super::super::engine::dim2::shape::Shape;
use super::super::engine::prelude::*;
use super::super::engine::separation::{Found, Outcome, Tested};
use super::super::sat::{MakeLesson, Separation, Test, without_margin};
use super::super::{QueryError, Run, bodies, misdirected, run};
use super::pair::Bodies;
use crate::lesson::PairContext;
use crate::lesson::sat::plane::lesson;
use crate::scene::Subject;
use crate::scene::model::{Ask, Query, Scene, Stop};
use crate::snapshot::sat as snapshot;

/// Two polygons.
struct Polygons {
    bodies: Bodies,
    shapes: [Arc<Shape>; 2],
    plain: [Arc<snapshot::Solid>; 2],
    options: Options,
}

/// Opens a query in the plane.
pub(in super::super) fn open_sat(scene: &Scene, query: &Query) -> Result<Arc<dyn Run>, QueryError> {
    let Ask::Sat { options, .. } = &query.ask else { return Err(misdirected()) };
    let [a, b] = bodies::pair(scene, query)?;
    let shapes = [polygon(&a)?, polygon(&b)?];
    let cold = Options { stop_at_first: options.stop == Stop::First, cached: None };
    let plain = plain_polygons(&shapes);
    let test = Polygons { bodies: Bodies::new(scene, query)?, shapes, plain, options: cold };
    Ok(run(Separation { test, warm: options.warm_start }))
}

/// Both bodies as plain data.
pub(super) fn plain_polygons(shapes: &[Arc<Shape>; 2]) -> [Arc<snapshot::Solid>; 2] {
    shapes.each_ref().map(|shape| Arc::new(sat::polygon(shape)))
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
    const LESSON: MakeLesson = lesson;

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

    fn solids(&self) -> &[Arc<snapshot::Solid>; 2] {
        &self.plain
    }

    fn problem(&self, start: &Self::Sat) -> snapshot::Problem {
        start.problem(self.plain.clone())
    }

    fn found(sat: &Self::Sat) -> &Found<Axis, Vec2> {
        &sat.found
    }

    fn tested(tested: &Tested<Axis, Vec2>) -> snapshot::Tested {
        plain(tested)
    }

    fn answer(sat: &Self::Sat, outcome: Outcome) -> snapshot::Answer {
        sat.plain_answer(outcome)
    }
}
