//! Queries for the explicit Minkowski difference A − B of two polytopes (3D) or of two polygons (2D), with all its
//! vertices, edges and faces.

use std::hint::black_box;
use std::sync::Arc;

use contact_lens_lesson::minkowski::{self as lesson, dim2 as lesson_in_plane};
use contact_lens_lesson::{PairContext, Verdict, watch};
use contact_lens_model::snapshot::minkowski::Sum;
use contact_lens_scene::Subject;
use contact_lens_scene::model::{Content, Shape};
use glam::DVec3;

use super::convert::dim2::Dim2;
use super::convert::dim3::{Dim3, narrow};
use super::convert::pair::{Bodies, Space};
use super::engine::dim2::minkowski as planar;
use super::engine::dim3::minkowski::{Difference, MinkowskiError, Overlay};
use super::engine::pose::Pose;
use super::engine::prelude::*;
use super::{Ended, LessonResult, Method, Prepared, QueryError, Run, SceneQuery, States, run};

/// Maximum number of steps of a lesson: bounds its memory and the time to record it.
const MAX_LESSON_STEPS: usize = 200_000;

/// A pair in a frame, for the lesson.
struct PairInWorld {
    /// Names, poses and backdrop of the pair.
    context: PairContext,
    /// Points of both bodies, world frame, meters.
    points: [Arc<[DVec3]>; 2],
}

/// Points of a pair, body frames.
struct PairPoints {
    /// Points of A and B in the order of the scene, each in its body frame, meters.
    points: [Vec<DVec3>; 2],
    /// Indices of A and B in the scene.
    indices: [usize; 2],
}

impl PairPoints {
    /// Points of the two bodies of a query.
    ///
    /// # Errors
    /// A body has a margin or no points; in 2D, a point is not in the plane z = 0.
    fn new(query: &SceneQuery<'_>) -> Result<Self, QueryError> {
        let [a, b] = query.pair()?;
        let planar = query.is_planar();
        let indices = [a.index, b.index];
        Ok(Self { points: [polytope_points(&a, planar)?, polytope_points(&b, planar)?], indices })
    }

    /// Context and world points of a pair in a frame.
    fn in_world<S: Space>(&self, bodies: &Bodies<S>, frame: usize) -> Result<PairInWorld, QueryError> {
        let pair = bodies.at(frame)?;
        let points = [0, 1].map(|body| {
            let (position, rotation) = pair.pose_in_world(body);
            self.points[body].iter().map(|p| position + rotation * *p).collect()
        });
        Ok(PairInWorld { context: pair.context(false), points })
    }

    /// Error about the shape of A (0) or B (1).
    fn error_at(&self, body: usize, message: impl Into<String>) -> QueryError {
        QueryError::new(format!("bodies[{}].shape", self.indices[body]), message)
    }

    /// Error of a run with too many steps for a lesson; `None` if the number of steps is allowed. The error names the
    /// shape of body A, since an error has one field.
    fn step_limit_error(&self, steps: usize) -> Option<QueryError> {
        if steps <= MAX_LESSON_STEPS {
            return None;
        }
        let message = format!("takes {steps} steps with the other body; a lesson has at most {MAX_LESSON_STEPS}");
        Some(self.error_at(0, message))
    }
}

/// Points of a body that is a polytope or a polygon.
fn polytope_points(member: &Subject<'_>, planar: bool) -> Result<Vec<DVec3>, QueryError> {
    let shape = &member.body.shape;
    if member.body.margin != 0.0 {
        let message = "must be 0: the difference is built from faces and edges, which a margin would round";
        return Err(QueryError::new(member.path("margin"), message));
    }
    if matches!(shape, Shape::Mesh { content, .. } if content.mesh().is_none()) {
        return Err(QueryError::new(member.path("shape.file"), Content::UNREAD));
    }
    let Some(points) = shape.points() else {
        let message = "has no points, from which the difference is built; use a polytope, mesh, box, triangle or \
                       segment, in 2D a polygon, rectangle, triangle or segment";
        return Err(QueryError::new(member.path("shape.type"), message));
    };
    let points: Vec<DVec3> = points.into_iter().map(DVec3::from_array).collect();
    if planar && points.iter().any(|p| p.z != 0.0) {
        return Err(QueryError::new(member.path("shape.type"), "has points that are not in the plane z = 0"));
    }
    Ok(points)
}

/// Two polytopes over all frames.
struct Polytopes {
    bodies: Bodies<Dim3>,
    points: PairPoints,
    /// Points of both bodies in the engine's precision, body frames.
    narrow_points: [Vec<Vec3>; 2],
}

/// Opens a query for a difference in 3D.
pub(super) fn open(query: &SceneQuery<'_>) -> Result<Arc<dyn Run>, QueryError> {
    let points = PairPoints::new(query)?;
    let narrow_points = [0, 1].map(|body: usize| points.points[body].iter().map(|p| narrow(*p)).collect());
    let polytopes = Polytopes { bodies: Bodies::new(query)?, points, narrow_points };
    // Starting the first frame reports bodies that have no difference when the query is opened.
    polytopes.start(0, &())?;
    Ok(run(query, polytopes))
}

/// The difference of two point sets at their poses as a production caller computes it, for timing.
fn production_difference([a, b]: &[Vec<Vec3>; 2], [pose_a, pose_b]: &[Pose; 2]) -> Result<Difference, MinkowskiError> {
    let mut overlay = Overlay::new(a, pose_a, b, pose_b)?;
    overlay.run_with(watch::tick);
    Ok(overlay.difference([a, b], [pose_a, pose_b]))
}

impl Method for Polytopes {
    type Run = Overlay;
    type Observed = ();
    type Memory = ();
    type Record = ();

    fn start(&self, frame: usize, (): &()) -> Result<Overlay, QueryError> {
        let [pose_a, pose_b] = self.bodies.poses(frame)?;
        let [a, b] = &self.narrow_points;
        Overlay::new(a, &pose_a, b, &pose_b).map_err(|error| match error {
            MinkowskiError::Body { body, .. } => self.points.error_at(usize::from(body), error.to_string()),
            _ => self.points.error_at(0, error.to_string()),
        })
    }

    fn lesson_limit_error(&self, _: &Overlay, steps: usize) -> Option<QueryError> {
        self.points.step_limit_error(steps)
    }

    fn verdict(&self, ended: &Ended<'_, Self>) -> Result<Verdict, QueryError> {
        if let Some([pose_a, pose_b]) = &self.bodies.as_written {
            let [a, b] = &self.narrow_points;
            let Difference { points, volume, .. } = ended.run.difference([a, b], [pose_a, pose_b]);
            let vertices_and_volume = (points.into_iter().map(DVec3::from_array).collect(), volume);
            let overlay = ended.run.overlay_result();
            let names = &self.bodies.names();
            return Ok(lesson::verdict_in_world(&overlay, ended.outcome, ended.steps, vertices_and_volume, names));
        }
        let PairInWorld { context, points } = self.points.in_world(&self.bodies, ended.frame)?;
        Ok(lesson::verdict(&ended.run.overlay_result(), ended.outcome, ended.steps, &points, &context.names))
    }

    fn prepared(&self, frame: usize) -> Result<Prepared<'_>, QueryError> {
        let poses = self.bodies.poses(frame)?;
        Ok(Box::new(move || _ = black_box(&production_difference(black_box(&self.narrow_points), &poses))))
    }

    fn lesson(&self, ended: Ended<'_, Self>, states: States<Self>, verdict: Verdict) -> LessonResult {
        let PairInWorld { context, points } = self.points.in_world(&self.bodies, ended.frame)?;
        let bodies = ended.run.bodies();
        Ok(lesson::lesson(states, bodies, ended.run.overlay_result(), context, points, verdict))
    }
}

/// Two polygons over all frames.
struct Polygons {
    bodies: Bodies<Dim2>,
    points: PairPoints,
    /// Points of both bodies in the engine's precision, body frames.
    narrow_points: [Vec<Vec2>; 2],
}

/// Opens a query for a difference in 2D.
pub(super) fn open_in_plane(query: &SceneQuery<'_>) -> Result<Arc<dyn Run>, QueryError> {
    let points = PairPoints::new(query)?;
    let narrow_points =
        [0, 1].map(|body: usize| points.points[body].iter().map(|p| Vec2::new(p.x as Real, p.y as Real)).collect());
    let polygons = Polygons { bodies: Bodies::new(query)?, points, narrow_points };
    // Starting the first frame reports bodies that have no difference when the query is opened.
    polygons.start(0, &())?;
    Ok(run(query, polygons))
}

impl Method for Polygons {
    type Run = planar::Merge;
    /// Vertices and edges of the difference that have been joined.
    type Observed = Sum;
    type Memory = ();
    type Record = ();

    fn start(&self, frame: usize, (): &()) -> Result<planar::Merge, QueryError> {
        let [pose_a, pose_b] = self.bodies.poses(frame)?;
        let merge = planar::merge_of(&self.narrow_points[0], &pose_a, &self.narrow_points[1], &pose_b);
        merge.map_err(|(body, error)| self.points.error_at(usize::from(body), error.to_string()))
    }

    fn observe(&self, joined: &mut Sum, _: &planar::Merge, state: &planar::Merge) {
        state.record_in(joined);
    }

    fn lesson_limit_error(&self, _: &planar::Merge, steps: usize) -> Option<QueryError> {
        self.points.step_limit_error(steps)
    }

    fn verdict(&self, ended: &Ended<'_, Self>) -> Result<Verdict, QueryError> {
        let sum = ended.run.sum();
        let sides = [0, 1].map(|body| ended.run.vertices_of(body).to_vec());
        if let Some([pose_a, pose_b]) = &self.bodies.as_written {
            let [a, b] = &self.narrow_points;
            let names = &self.bodies.names();
            let planar::Polygon { points, area, .. } = planar::polygon_of(&ended.run, [a, b], [pose_a, pose_b]);
            let vertices_and_area = (points.into_iter().map(|[x, y]| DVec3::new(x, y, 0.0)).collect(), area);
            let outcome = ended.outcome;
            let steps = ended.steps;
            return Ok(lesson_in_plane::verdict_in_world(&sum, &sides, outcome, steps, vertices_and_area, names));
        }
        let PairInWorld { context, points } = self.points.in_world(&self.bodies, ended.frame)?;
        Ok(lesson_in_plane::verdict(&sum, &sides, ended.outcome, ended.steps, &points, &context.names))
    }

    fn prepared(&self, frame: usize) -> Result<Prepared<'_>, QueryError> {
        let [pose_a, pose_b] = self.bodies.poses(frame)?;
        let [a, b] = &self.narrow_points;
        Ok(Box::new(move || _ = black_box(&planar::difference_of(black_box(a), &pose_a, b, &pose_b))))
    }

    fn lesson(&self, ended: Ended<'_, Self>, states: States<Self>, verdict: Verdict) -> LessonResult {
        let PairInWorld { context, points } = self.points.in_world(&self.bodies, ended.frame)?;
        let sides = [0, 1].map(|body| ended.run.vertices_of(body).to_vec());
        let merged = lesson_in_plane::MergeResult { sides, open: ended.observed, closed: ended.run.sum() };
        Ok(lesson_in_plane::lesson(states, merged, context, points, verdict))
    }
}
