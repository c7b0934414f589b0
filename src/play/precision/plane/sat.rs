//! Separating-axis queries (SAT) of two polygons in 2D. A frame may start from the separating axis of the previous one.

use std::hint::black_box;
use std::sync::Arc;

use contact_lens_lesson::sat::dim2::lesson;
use contact_lens_lesson::{PairContext, ToF64, watch};
use contact_lens_model::snapshot::sat as snapshot;
use contact_lens_scene::Subject;
use contact_lens_scene::model::{SatOptions, Stop};
use glam::DVec3;

use super::super::convert;
use super::super::convert::dim2::{Dim2, narrow};
use super::super::engine::dim2::cast::{self, MovingBody, RelativeMotion};
use super::super::engine::dim2::queries;
use super::super::engine::dim2::sat::{self, Axis, Options, Sat, plain};
use super::super::engine::dim2::shape::Shape;
use super::super::engine::dim2::support::Pose;
use super::super::engine::dim3::cast::{Motion, Options as CastOptions};
use super::super::engine::prelude::*;
use super::super::engine::separation::{Outcome, Tested, TestedAxes};
use super::super::sat::{MakeLesson, PreparedCast, Test, open_test, without_margin};
use super::super::{Prepared, QueryError, Run, SceneQuery};
use super::Bodies;

/// Error message for a round shape.
const ROUND_SHAPE: &str =
    "is round, so it has no finite set of separating axes; use a polygon, rectangle, triangle or segment";

/// Two polygons over all frames.
pub(super) struct Polygons {
    bodies: Bodies,
    /// The polygons in the engine's type.
    shapes: [Arc<Shape>; 2],
    /// The polygons as plain data for lessons.
    solids: [Arc<snapshot::Solid>; 2],
}

/// Opens a SAT query in 2D.
pub(in super::super) fn open_sat(query: &SceneQuery<'_>) -> Result<Arc<dyn Run>, QueryError> {
    open_test(query, Polygons::new(query)?)
}

impl Polygons {
    /// Both bodies of the query. Fails if one of them is not a polygon.
    pub fn new(query: &SceneQuery<'_>) -> Result<Self, QueryError> {
        let members = query.pair()?;
        let shapes = [polygon(&members[0])?, polygon(&members[1])?];
        let solids = [0, 1].map(|i: usize| {
            let points = members[i].body.shape.points().unwrap_or_default();
            let points: Vec<Vec2> = points.iter().map(|[x, y, _]| Vec2::new(*x as Real, *y as Real)).collect();
            Arc::new(sat::polygon(&shapes[i], &points))
        });
        Ok(Self { bodies: Bodies::new(query)?, shapes, solids })
    }
}

/// A body as a polygon. Fails for a body with a margin, and for a round shape.
fn polygon(member: &Subject<'_>) -> Result<Arc<Shape>, QueryError> {
    without_margin(member.body, &|field| member.path(field))?;
    let shape = convert::shape2::engine_shape(&member.body.shape)
        .map_err(|error| QueryError::new(member.path(&format!("shape.{}", error.field)), error.message))?;
    if shape.margin() != 0.0 {
        return Err(QueryError::new(member.path("shape.type"), ROUND_SHAPE));
    }
    Ok(Arc::new(shape))
}

/// Engine options of a query; `cached` is the separating axis of the previous frame.
fn options(requested: &SatOptions, cached: Option<Axis>) -> Options {
    Options { stop_at_first: requested.stop == Stop::First, cached }
}

impl Test for Polygons {
    type Sat = Sat<Arc<Shape>>;
    type Axis = Axis;
    type Vector = Vec2;
    type Space = Dim2;
    const LESSON: MakeLesson = lesson;

    fn start(&self, frame: usize, requested: &SatOptions, cached: Option<Axis>) -> Result<Self::Sat, QueryError> {
        let [pose_a, pose_b] = self.bodies.poses(frame)?;
        let [a, b] = self.shapes.clone();
        Ok(Sat::new(a, &pose_a, b, &pose_b, options(requested, cached)))
    }

    fn bodies(&self) -> &Bodies {
        &self.bodies
    }

    fn prepared(&self, frame: usize, requested: &SatOptions) -> Result<Prepared<'_>, QueryError> {
        let poses = self.bodies.poses(frame)?;
        let options = options(requested, None);
        Ok(Box::new(move || {
            let [a, b] = black_box(&self.shapes);
            let [pose_a, pose_b] = &poses;
            black_box(&queries::sat([a, b], [pose_a, pose_b], options, watch::tick));
        }))
    }

    fn cast(&self, frame: usize, velocities: [DVec3; 2], options: CastOptions) -> PreparedCast<'_, Vec2> {
        let poses = self.bodies.poses(frame)?;
        let velocities = velocities.map(|v| narrow(v.truncate()));
        Ok(Box::new(move || {
            let shapes = black_box(&self.shapes);
            let [a, b] =
                [0, 1].map(|i: usize| MovingBody { shape: &shapes[i], pose: &poses[i], velocity: velocities[i] });
            cast::sweep(a, b, &options)
        }))
    }

    fn normal(sat: &Self::Sat, outcome: Outcome, pose_a: &Pose) -> DVec3 {
        pose_a.rotation().rotate(sat.answer(outcome).normal).to_f64()
    }

    fn moving_pair(&self, frame: usize, relative_velocity: DVec3) -> Result<(Self::Sat, Motion), QueryError> {
        let [pose_a, pose_b] = self.bodies.at(frame)?.poses();
        let [a, b] = self.shapes.clone();
        let RelativeMotion { rotation, translation, motion } =
            RelativeMotion::new([&pose_a, &pose_b], relative_velocity.truncate());
        Ok((Sat::placed(a, b, rotation, translation, Options::default()), motion))
    }

    fn context(&self, frame: usize) -> Result<PairContext, QueryError> {
        Ok(self.bodies.at(frame)?.context(true))
    }

    fn solids(&self) -> &[Arc<snapshot::Solid>; 2] {
        &self.solids
    }

    fn problem(&self, start: &Self::Sat) -> snapshot::Problem {
        start.problem(self.solids.clone())
    }

    fn tested_axes(sat: &Self::Sat) -> &TestedAxes<Axis, Vec2> {
        &sat.found
    }

    fn tested(tested: &Tested<Axis, Vec2>) -> snapshot::Tested {
        plain(tested)
    }

    fn answer(sat: &Self::Sat, outcome: Outcome) -> snapshot::Answer {
        sat.plain_answer(outcome)
    }
}
