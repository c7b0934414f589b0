//! Rays as queries of scenes: the ray and the body in a frame, the drawing, and the method for convex bodies and
//! half-spaces. The method for bodies with child shapes is in `parts::ray`.

use std::hint::black_box;
use std::sync::{Arc, LazyLock};

use contact_lens_lesson::ray::{self as lesson, RayContext, RayData};
use contact_lens_lesson::{Backdrop, Pictures, Scenery, Verdict};
use contact_lens_model::answer::RayFinding;
use contact_lens_model::snapshot::Snapshots as _;
use contact_lens_picture::{Picture, Role};
use contact_lens_scene::Track;
use contact_lens_scene::batch_line::{Placed, RayLine, Rotation};
use contact_lens_scene::model::{Ask, Body, Dimension, RayOptions};
use glam::DVec3;

use super::super::convert::dim2::Dim2;
use super::super::convert::dim3::Dim3;
use super::super::convert::half_space::{bystander_half_spaces, patch_corners};
use super::super::convert::outline::add_solid;
use super::super::convert::pair::{self, bystander_outlines};
use super::super::engine::dim3::ray::RayCast;
use super::super::{
    Bystander, Ended, LessonResult, Method, Prepared, QueryError, Run, SceneQuery, States, misdirected, pose_in_frame,
    run,
};
use super::{check, prepare};

/// Length of the drawn ray below which a half-space's patch contains it, in distances of the ray's origin from the
/// body's origin.
const PATCH_REACH: f64 = 2.0;

/// Opens a ray query about a convex body or a half-space.
pub(in super::super) fn open(query: &SceneQuery<'_>) -> Result<Arc<dyn Run>, QueryError> {
    Ok(run(query, ConvexRay(RayInScene::new(query)?)))
}

/// A ray and a body over all frames.
pub(in super::super) struct RayInScene {
    /// Origin, direction and end of the ray.
    options: RayOptions,
    /// Path of the query in the scene.
    query_path: String,
    /// Index of the body in the scene.
    index: usize,
    /// The body with its poses.
    body: Bystander,
    /// The other bodies of the scene, for drawing.
    bystanders: Arc<[Bystander]>,
    /// Dimension of the scene.
    dimension: Dimension,
}

impl RayInScene {
    /// The ray and the body of a query.
    pub fn new(query: &SceneQuery<'_>) -> Result<Self, QueryError> {
        let Ask::Ray { options, .. } = query.ask() else { return Err(misdirected()) };
        let subject = query.body()?;
        let body = query.scene.bodies.shared(subject.index).ok_or_else(misdirected)?;
        Ok(Self {
            options: options.clone(),
            query_path: query.path(""),
            index: subject.index,
            body: Bystander { body: Arc::clone(body), track: subject.track },
            bystanders: query.bystanders(),
            dimension: query.scene.dimension,
        })
    }

    /// Whether the scene is in the plane.
    fn is_planar(&self) -> bool {
        self.dimension == Dimension::Two
    }

    /// The body of the scene.
    pub fn body(&self) -> &Body {
        &self.body.body
    }

    /// Poses of the body over all frames.
    pub fn track(&self) -> &Track {
        &self.body.track
    }

    /// Path of a field of the body in the scene.
    pub fn body_path(&self, field: &str) -> String {
        format!("bodies[{}].{field}", self.index)
    }

    /// The ray and the body in a frame, in the form of batch files.
    ///
    /// # Errors
    /// The body is absent, the ray has no direction, or a number cannot be rounded to the engine's precision.
    pub fn line(&self, frame: usize) -> Result<RayLine, QueryError> {
        pose_in_frame(&self.body.track, frame)?;
        let (position, quaternion) = self.body.track.pose(frame);
        let body = self.body();
        let origin = self.options.origin();
        let to_body = (DVec3::from(position) - DVec3::from(origin)).to_array();
        let direction = self.options.direction.unwrap_or(to_body);
        if direction == [0.0; 3] {
            let message = "is needed, because the ray starts at the body's position";
            return Err(QueryError::new(format!("{}direction", self.query_path), message));
        }
        let line = RayLine {
            dim: u8::from(self.dimension),
            origin,
            direction,
            t_max: self.options.t_max(),
            b: Placed {
                shape: body.shape.clone(),
                position,
                rotation: Rotation::Quaternion(quaternion),
                margin: body.margin,
                velocity: [0.0; 3],
                spin: [0.0; 3],
            },
        };
        check(&line).map_err(|error| QueryError::new(format!("{}{}", self.query_path, error.field), error.message))?;
        Ok(line)
    }

    /// Ray and drawing of a frame for the lesson.
    pub fn context(&self, frame: usize) -> Result<RayContext, QueryError> {
        let line = self.line(frame)?;
        let origin = DVec3::from(line.origin);
        let direction = DVec3::from(line.direction);
        let planar = self.is_planar();
        Ok(RayContext::new(RayData {
            name: self.body().name.clone(),
            origin,
            direction,
            t_max: line.t_max,
            planar,
            scenery: if planar { self.scenery::<Dim2>(frame, &line) } else { self.scenery::<Dim3>(frame, &line) },
        }))
    }

    /// The body and the bystanders in a frame.
    fn scenery<S: pair::Space>(&self, frame: usize, line: &RayLine) -> Scenery {
        let bystanders = Arc::clone(&self.bystanders);
        let body: Arc<[Bystander]> = [self.body.clone()].into();
        let planar = self.is_planar();
        let origin = DVec3::from(line.origin);
        let direction = DVec3::from(line.direction);
        let reach = PATCH_REACH * origin.distance(DVec3::from(line.b.position));
        let length = (line.t_max * direction.length()).min(reach);
        let around = [origin, origin + direction.normalize_or_zero() * length];
        LazyLock::new(Box::new(move || {
            let mut world = Picture::default();
            for (drawn, role) in [(&body, Role::ShapeA), (&bystanders, Role::Bystander)] {
                for (name, solid) in bystander_outlines::<S>(frame, Arc::clone(drawn)) {
                    add_solid(&mut world, role, format!("body/{name}"), solid);
                }
                for (name, form) in bystander_half_spaces(frame, drawn, &around, planar) {
                    if role == Role::ShapeA {
                        world.reserve(patch_corners(&form).into_iter().flatten());
                    }
                    world.add(role, format!("body/{name}"), form);
                }
            }
            Arc::new(Backdrop { pictures: Pictures::world(world) })
        }))
    }
}

/// A ray at a convex body or a half-space.
struct ConvexRay(RayInScene);

impl Method for ConvexRay {
    type Run = RayCast;
    type Observed = ();
    type Memory = ();
    type Record = ();

    fn start(&self, frame: usize, (): &()) -> Result<RayCast, QueryError> {
        let query = prepare(&self.0.line(frame)?, &|field| self.0.body_path(field))?;
        Ok(query.stepper())
    }

    fn verdict(&self, ended: &Ended<'_, Self>) -> Result<Verdict, QueryError> {
        let state = ended.run.snapshot();
        let answer = state.answer.ok_or_else(misdirected)?;
        let tests = state.composition.map_or(ended.steps, |composition| composition.combined);
        let finding = RayFinding::new(&answer, self.0.options.t_max(), Vec::new(), 0);
        Ok(lesson::verdict(finding, answer.outcome, &self.0.body().name, self.0.is_planar(), tests as u32))
    }

    fn prepared(&self, frame: usize) -> Result<Prepared<'_>, QueryError> {
        let query = prepare(&self.0.line(frame)?, &|field| self.0.body_path(field))?;
        Ok(Box::new(move || black_box(&query).run()))
    }

    fn lesson(&self, ended: Ended<'_, Self>, states: States<Self>, verdict: Verdict) -> LessonResult {
        Ok(lesson::lesson(self.0.is_planar(), states, self.0.context(ended.frame)?, verdict))
    }
}
