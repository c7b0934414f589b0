//! Separating axes of polygons, with the line that had a gap kept over frames.

use std::hint::black_box;
use std::sync::Arc;

use glam::DVec3;

use super::super::engine::dim2::sat::{self, Axis, Options, Sat, plain};
use super::super::engine::dim2::shape::Shape;
use super::super::engine::dim2::support::Pose;
use super::super::engine::prelude::*;
use super::super::engine::separation::{Found, Outcome, Tested};
use super::super::sat::{MakeLesson, Separation, Test, without_margin};
use super::super::{Prepared, QueryError, Run, bodies, misdirected, run};
use super::pair::Bodies;
use crate::lesson::sat::plane::lesson;
use crate::lesson::{PairContext, ToF64, watch};
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
    let members = bodies::pair(scene, query)?;
    let shapes = [polygon(&members[0])?, polygon(&members[1])?];
    let cold = Options { stop_at_first: options.stop == Stop::First, cached: None };
    let plain = plain_polygons(&members, &shapes);
    let test = Polygons { bodies: Bodies::new(scene, query)?, shapes, plain, options: cold };
    Ok(run(Separation { test, warm: options.warm_start }))
}

/// Both bodies as plain data.
pub(super) fn plain_polygons(members: &[Subject<'_>; 2], shapes: &[Arc<Shape>; 2]) -> [Arc<snapshot::Solid>; 2] {
    [0, 1].map(|i: usize| {
        let points = members[i].body.shape.points().unwrap_or_default();
        let points: Vec<Vec2> = points.iter().map(|[x, y, _]| Vec2::new(*x as Real, *y as Real)).collect();
        Arc::new(sat::polygon(&shapes[i], &points))
    })
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

/// The test as a program asks it of polygons that stand so.
#[inline]
fn asked<'a>([a, b]: &'a [Arc<Shape>; 2], [pose_a, pose_b]: &[Pose; 2], options: Options) -> Sat<&'a Shape> {
    let mut sat = Sat::new(&**a, pose_a, &**b, pose_b, options);
    sat.run_with(watch::tick);
    sat
}

impl Test for Polygons {
    type Sat = Sat<Arc<Shape>>;
    type Axis = Axis;
    type Vector = Vec2;
    const LESSON: MakeLesson = lesson;

    fn frames(&self) -> usize {
        self.bodies.frames()
    }

    fn start(&self, frame: usize, cached: Option<Axis>) -> Result<Self::Sat, QueryError> {
        let ([pose_a, pose_b], [a, b]) = (self.bodies.poses(frame)?, &self.shapes);
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

    fn written(&self) -> Option<[String; 2]> {
        self.bodies.written().map(|_| self.bodies.names())
    }

    fn normal(&self, frame: usize, sat: &Self::Sat, outcome: Outcome) -> Result<DVec3, QueryError> {
        let [pose_a, _] = self.bodies.poses(frame)?;
        Ok(pose_a.rotation.rotate(sat.answer(outcome).normal).to_f64())
    }

    fn prepared(&self, frame: usize) -> Result<Prepared<'_>, QueryError> {
        let (poses, options) = (self.bodies.poses(frame)?, self.options);
        Ok(Box::new(move || _ = black_box(asked(black_box(&self.shapes), &poses, options))))
    }
}
