//! Explicit differences: of polytopes in space, of polygons in the plane.

use std::hint::black_box;
use std::sync::Arc;

use glam::{DQuat, DVec3};

use super::engine::dim2::hull::HullError as PlanarError;
use super::engine::dim2::minkowski as planar;
use super::engine::dim3::minkowski::{Difference, MinkowskiError, Overlay};
use super::engine::pose::Pose;
use super::engine::prelude::*;
use super::{Answered, Player, Prepared, QueryError, Run, bodies, pair, plane, run};
use crate::lesson::minkowski::{self as lesson, plane as lesson_in_plane};
use crate::lesson::{Lesson, PairContext, Tape, recording, watch};
use crate::scene::Subject;
use crate::scene::model::{Content, Query, Scene, Shape};
use crate::snapshot::minkowski::Sum;

/// Steps of a lesson: more would fill no timeline and much memory.
const MOST_STEPS: usize = 200_000;

/// Where people look at a pair, and the points of both in the world.
type Seen = (PairContext, [Arc<[DVec3]>; 2]);

/// The points of a pair, in the bodies' frames.
struct Points {
    own: [Vec<DVec3>; 2],
    index: [usize; 2],
}

impl Points {
    fn new(scene: &Scene, query: &Query, planar: bool) -> Result<Self, QueryError> {
        let [a, b] = bodies::pair(scene, query)?;
        let index = [a.index, b.index];
        Ok(Self { own: [given(&a, planar)?, given(&b, planar)?], index })
    }

    /// In the world, where each body stands at a place with a rotation.
    fn placed(&self, standing: impl Fn(usize) -> (DVec3, DQuat)) -> [Arc<[DVec3]>; 2] {
        [0, 1].map(|body: usize| {
            let (at, turn) = standing(body);
            self.own[body].iter().map(|p| at + turn * *p).collect()
        })
    }

    /// An error about body 0 or 1.
    fn wrong(&self, body: usize, message: impl Into<String>) -> QueryError {
        QueryError::new(format!("bodies[{}].shape", self.index[body]), message)
    }

    /// Refuses to record a run of very many steps: each has a place on the timeline.
    fn countable(&self, steps: usize) -> Result<(), QueryError> {
        if steps <= MOST_STEPS {
            return Ok(());
        }
        Err(self.wrong(0, format!("takes {steps} steps with the other body; a lesson has at most {MOST_STEPS}")))
    }
}

/// The points of a body that is a polytope, in space or in the plane.
fn given(member: &Subject<'_>, planar: bool) -> Result<Vec<DVec3>, QueryError> {
    let shape = &member.body.shape;
    if member.body.margin != 0.0 {
        let message = "must be 0: the difference is made of faces and edges, and the ball around them has none";
        return Err(QueryError::new(member.path("margin"), message));
    }
    if matches!(shape, Shape::Mesh { content, .. } if content.mesh().is_none()) {
        return Err(QueryError::new(member.path("shape.file"), Content::UNREAD));
    }
    let wrong = |message: &str| QueryError::new(member.path("shape.type"), message);
    let points =
        shape.points().ok_or_else(|| wrong("is round: the difference is made of faces and edges, and it has none"))?;
    let points: Vec<DVec3> = points.into_iter().map(DVec3::from_array).collect();
    if planar && points.iter().any(|p| p.z != 0.0) {
        return Err(wrong("has points that are not in the plane z = 0"));
    }
    Ok(points)
}

/// Two polytopes.
struct Polytopes {
    bodies: pair::Bodies,
    points: Points,
    narrow: [Vec<Vec3>; 2],
}

/// Opens a query in space.
pub(super) fn open(scene: &Scene, query: &Query) -> Result<Arc<dyn Run>, QueryError> {
    let points = Points::new(scene, query, false)?;
    let narrow = [0, 1].map(|body: usize| points.own[body].iter().map(|p| pair::narrow(*p)).collect());
    let polytopes = Polytopes { bodies: pair::Bodies::new(scene, query)?, points, narrow };
    polytopes.start(0)?;
    Ok(run(polytopes))
}

impl Polytopes {
    fn start(&self, frame: usize) -> Result<Overlay, QueryError> {
        let (pose_a, pose_b) = self.bodies.poses(frame)?;
        let [a, b] = &self.narrow;
        Overlay::new(a, &pose_a, b, &pose_b).map_err(|error| match error {
            MinkowskiError::Body { body, .. } => self.points.wrong(usize::from(body), error.to_string()),
            _ => self.points.wrong(0, error.to_string()),
        })
    }

    /// Where people look at it, and the points in the world.
    fn placed(&self, frame: usize) -> Result<Seen, QueryError> {
        let pair = self.bodies.at(frame)?;
        Ok((pair.context(false), self.points.placed(|body| pair.standing(body))))
    }
}

/// The difference as a program asks for it, of points with these poses.
fn overlaid([a, b]: &[Vec<Vec3>; 2], (pose_a, pose_b): &(Pose, Pose)) -> Result<Difference, MinkowskiError> {
    let mut overlay = Overlay::new(a, pose_a, b, pose_b)?;
    overlay.run_with(watch::tick);
    Ok(overlay.difference([a, b], [pose_a, pose_b]))
}

impl Player for Polytopes {
    type Memory = ();
    type Record = ();

    fn frames(&self) -> usize {
        self.bodies.frames()
    }

    fn answer(&self, frame: usize, (): &()) -> Result<Answered<Self>, QueryError> {
        let mut overlay = self.start(frame)?;
        let (outcome, steps) = ended(&mut overlay);
        if let Some([pose_a, pose_b]) = self.bodies.written() {
            let [a, b] = &self.narrow;
            let Difference { points, volume, .. } = overlay.difference([a, b], [&pose_a, &pose_b]);
            let places = (points.into_iter().map(DVec3::from_array).collect(), volume);
            let names = &self.bodies.names();
            return Ok((lesson::verdict_in_world(&overlay.made(), outcome, steps, places, names), None));
        }
        let (context, points) = self.placed(frame)?;
        Ok((lesson::verdict(&overlay.made(), outcome, steps, &points, &context.names), None))
    }

    fn prepared(&self, frame: usize) -> Result<Prepared<'_>, QueryError> {
        let poses = self.bodies.poses(frame)?;
        Ok(Box::new(move || _ = black_box(overlaid(black_box(&self.narrow), &poses))))
    }

    fn lesson(&self, frame: usize, (): &(), _: &[()]) -> Result<Arc<dyn Lesson>, QueryError> {
        let (context, points) = self.placed(frame)?;
        let start = self.start(frame)?;
        let (_, steps) = ended(&mut start.clone());
        self.points.countable(steps)?;
        let tape = Tape::record(start);
        let overlaid = (tape.last().bodies(), tape.last().made());
        Ok(Arc::from(lesson::lesson(recording(tape), overlaid, context, points)))
    }
}

/// Runs to the end, and counts the steps.
fn ended<S: Stepper>(run: &mut S) -> (S::Outcome, usize) {
    let mut steps = 0;
    loop {
        steps += 1;
        watch::tick();
        if let std::ops::ControlFlow::Break(outcome) = run.step() {
            return (outcome, steps);
        }
    }
}

/// Two polygons.
struct Polygons {
    bodies: plane::Bodies,
    points: Points,
    narrow: [Vec<Vec2>; 2],
}

/// Opens a query in the plane.
pub(super) fn open_in_plane(scene: &Scene, query: &Query) -> Result<Arc<dyn Run>, QueryError> {
    let points = Points::new(scene, query, true)?;
    let narrow =
        [0, 1].map(|body: usize| points.own[body].iter().map(|p| Vec2::new(p.x as Real, p.y as Real)).collect());
    let polygons = Polygons { bodies: plane::Bodies::new(scene, query)?, points, narrow };
    polygons.start(0)?;
    Ok(run(polygons))
}

impl Polygons {
    fn start(&self, frame: usize) -> Result<planar::Merge, QueryError> {
        let [pose_a, pose_b] = self.bodies.poses(frame)?;
        let wrong = |(body, error): (u8, PlanarError)| self.points.wrong(usize::from(body), error.to_string());
        planar::merge_of(&self.narrow[0], &pose_a, &self.narrow[1], &pose_b).map_err(wrong)
    }

    fn placed(&self, frame: usize) -> Result<Seen, QueryError> {
        let pair = self.bodies.at(frame)?;
        Ok((pair.context(), self.points.placed(|body| pair.standing(body))))
    }
}

impl Player for Polygons {
    type Memory = ();
    type Record = ();

    fn frames(&self) -> usize {
        self.bodies.frames()
    }

    fn answer(&self, frame: usize, (): &()) -> Result<Answered<Self>, QueryError> {
        let mut merge = self.start(frame)?;
        let (outcome, steps) = ended(&mut merge);
        let (sum, sides) = (merge.sum(), [0, 1].map(|which| merge.side(which).to_vec()));
        if let Some([pose_a, pose_b]) = self.bodies.written() {
            let [a, b] = &self.narrow;
            let planar::Polygon { points, area, .. } = planar::polygon_of(&merge, [a, b], [&pose_a, &pose_b]);
            let places = (points.into_iter().map(|[x, y]| DVec3::new(x, y, 0.0)).collect(), area);
            let names = &self.bodies.names();
            let verdict = lesson_in_plane::verdict_in_world(&sum, &sides, outcome, steps, places, names);
            return Ok((verdict, None));
        }
        let (context, points) = self.placed(frame)?;
        Ok((lesson_in_plane::verdict(&sum, &sides, outcome, steps, &points, &context.names), None))
    }

    fn prepared(&self, frame: usize) -> Result<Prepared<'_>, QueryError> {
        let ([pose_a, pose_b], [a, b]) = (self.bodies.poses(frame)?, &self.narrow);
        Ok(Box::new(move || _ = black_box(planar::difference_of(black_box(a), &pose_a, b, &pose_b))))
    }

    fn lesson(&self, frame: usize, (): &(), _: &[()]) -> Result<Arc<dyn Lesson>, QueryError> {
        let (context, points) = self.placed(frame)?;
        let start = self.start(frame)?;
        let (_, steps) = ended(&mut start.clone());
        self.points.countable(steps)?;
        let mut open = Sum::default();
        let tape = Tape::record_seeing(start, |merge| merge.gather(&mut open));
        let sides = [0, 1].map(|which| tape.last().side(which).to_vec());
        let made = lesson_in_plane::Made { sides, open, closed: tape.last().sum() };
        Ok(Arc::from(lesson_in_plane::lesson(recording(tape), made, context, points)))
    }
}
