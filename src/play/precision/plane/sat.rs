//! Separating axes of polygons, with the line that had a gap kept over frames.

use std::sync::Arc;

use glam::DVec3;

use super::super::engine::dim2::cast::Approach;
use super::super::engine::dim2::sat::{self, Axis, Options, Sat, plain};
use super::super::engine::dim2::shape::Shape;
use super::super::engine::dim3::cast::Motion;
use super::super::engine::prelude::*;
use super::super::engine::separation::{Found, Outcome, Tested};
use super::super::sat::{MakeLesson, Test, opened, without_margin};
use super::super::{Asked, QueryError, Run};
use super::Bodies;
use crate::lesson::PairContext;
use crate::lesson::sat::plane::lesson;
use crate::scene::Subject;
use crate::scene::model::{SatOptions, Stop};
use crate::snapshot::sat as snapshot;

/// Two polygons.
pub(super) struct Polygons {
    bodies: Bodies,
    shapes: [Arc<Shape>; 2],
    plain: [Arc<snapshot::Solid>; 2],
}

/// Opens a query in the plane.
pub(in super::super) fn open_sat(asked: &Asked<'_>) -> Result<Arc<dyn Run>, QueryError> {
    opened(asked, Polygons::new(asked)?)
}

impl Polygons {
    /// Both bodies of the query, if lines can be tried of them.
    pub fn new(asked: &Asked<'_>) -> Result<Self, QueryError> {
        let [a, b] = asked.pair()?;
        let shapes = [polygon(&a)?, polygon(&b)?];
        let plain = shapes.each_ref().map(|shape| Arc::new(sat::polygon(shape)));
        Ok(Self { bodies: Bodies::new(asked)?, shapes, plain })
    }
}

/// A body as a polygon.
fn polygon(member: &Subject<'_>) -> Result<Arc<Shape>, QueryError> {
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

    fn start(&self, frame: usize, asked: &SatOptions, cached: Option<Axis>) -> Result<Self::Sat, QueryError> {
        let ([pose_a, pose_b], [a, b]) = (self.bodies.at(frame)?.poses(), self.shapes.clone());
        Ok(Sat::new(a, &pose_a, b, &pose_b, Options { stop_at_first: asked.stop == Stop::First, cached }))
    }

    fn flying(&self, frame: usize, v: DVec3) -> Result<(Self::Sat, Motion), QueryError> {
        let ([pose_a, pose_b], [a, b]) = (self.bodies.at(frame)?.poses(), self.shapes.clone());
        let Approach { rotation, translation, motion } = Approach::new([&pose_a, &pose_b], v.truncate());
        Ok((Sat::placed(a, b, rotation, translation, Options::default()), motion))
    }

    fn context(&self, frame: usize) -> Result<PairContext, QueryError> {
        Ok(self.bodies.at(frame)?.context(true))
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
