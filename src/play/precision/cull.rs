//! View-frustum culling of a scene's bodies, in 3D: which bodies are visible, and by which plane the others are
//! rejected. The plane that rejected a body is tried first in the next frame.

use std::hint::black_box;
use std::sync::{Arc, LazyLock};

use contact_lens_lesson::frustum::{self, CullContext, FramePlanes, Viewer};
use contact_lens_lesson::{Backdrop, FrameStrip, Pictures, Verdict, watch};
use contact_lens_model::snapshot::Snapshots as _;
use contact_lens_picture as picture;
use contact_lens_scene::model::{self, Ask, PoseRounding};
use contact_lens_scene::{Subject, Track};
use glam::{DQuat, DVec3};

use super::convert::dim3::{Dim3, narrow, narrow_rotation};
use super::convert::frustum3;
use super::convert::pair::Space as _;
use super::engine::dim3::frustum::{
    Body, BodyError, Class, Convex, Cull, Frustum, Options, OrientedBox, Record as BodyRecord, Side, cull_body,
};
use super::engine::dim3::sat::Solid;
use super::engine::dim3::shape::Shape;
use super::engine::pose::Pose;
use super::engine::prelude::*;
use super::{
    Ended, LessonResult, Method, Prepared, QueryError, RecordAndMemory, Run, SceneQuery, States, misdirected,
    pose_in_frame, run,
};
use crate::frusta;

/// Maximum number of bodies that are drawn with fine meshes.
const MAX_FINE_BODIES: usize = 60;

/// A body with its shape in the engine's type.
struct CulledBody {
    name: String,
    /// Index of the body in the scene.
    index: usize,
    test: CullTest,
    /// Shape for drawing; `None` if nothing is drawn.
    shape: Option<Shape>,
    track: Track,
}

/// Culling test of a body.
enum CullTest {
    /// An oriented box with these half extents, meters.
    Box(DVec3),
    /// A ball of this radius, meters.
    Ball(f64),
    /// A convex body by its support points, with the faces and edges of a polytope.
    Convex(Shape, Option<Arc<Solid>>),
}

/// Bodies and a frustum, over all frames.
struct CullQuery {
    /// Frustum with coordinates relative to `origin`, world axes.
    frustum: Frustum,
    /// Point near the frustum, world frame, meters; coordinates relative to it keep their digits.
    origin: DVec3,
    /// Position and axes of the camera, world frame.
    viewer: Viewer,
    /// The bodies that the query names.
    members: Vec<CulledBody>,
    /// Whether the poses are used as written, without a shift of the origin.
    poses_as_written: bool,
}

/// Opens a query about the bodies that a frustum can see.
pub(super) fn open(query: &SceneQuery<'_>) -> Result<Arc<dyn Run>, QueryError> {
    let Ask::Cull { frustum: name, .. } = query.ask() else { return Err(misdirected()) };
    let index = frustum_index(query, name)?;
    let form = &query.scene.frusta[index].form;
    let poses_as_written = query.scene.pose_rounding != PoseRounding::Relative;
    let origin = if poses_as_written {
        DVec3::ZERO
    } else {
        frusta::reference_point(form, &frusta::in_world(form).map_err(|error| frustum_error(index, error))?)
    };
    let frustum = frustum3::frustum(form, origin).map_err(|error| frustum_error(index, error))?;
    let viewer = match frusta::camera(form) {
        Some((eye, rotation)) => Viewer::camera(eye, rotation),
        None => Viewer::of_planes(&frustum.snapshot(), origin),
    };
    let members = query.subjects()?.into_iter().map(|subject| member(subject, poses_as_written));
    let members = members.collect::<Result<_, _>>()?;
    Ok(run(query, CullQuery { frustum, origin, viewer, members, poses_as_written }))
}

/// Index in the scene of the frustum called `name`, or of the first one if the name is empty.
///
/// # Errors
/// The scene has no such frustum.
fn frustum_index(query: &SceneQuery<'_>, name: &str) -> Result<usize, QueryError> {
    let frusta = &query.scene.frusta;
    if name.is_empty() {
        if frusta.is_empty() {
            return Err(query.error_at("frustum", "the scene has no frustum: add one to the list `frusta`"));
        }
        return Ok(0);
    }
    let index = frusta.iter().position(|frustum| frustum.name == name);
    index.ok_or_else(|| query.error_at("frustum", format!("there is no frustum `{name}`")))
}

/// Error about a field of the frustum with this index.
fn frustum_error(index: usize, error: frusta::SceneFrustumError) -> QueryError {
    let dot = if error.field.is_empty() { "" } else { "." };
    QueryError::new(format!("frusta[{index}]{dot}{}", error.field), error.message)
}

/// Test of a box or a ball; `None` for a body that is culled by its support points.
fn simple_test(body: &model::Body) -> Option<CullTest> {
    match &body.shape {
        model::Shape::Box { half_extents } if body.margin == 0.0 => Some(CullTest::Box(DVec3::from(*half_extents))),
        model::Shape::Sphere { radius } => Some(CullTest::Ball(radius + body.margin)),
        _ => None,
    }
}

/// A subject with its culling test and its shape.
fn member(subject: Subject<'_>, poses_as_written: bool) -> Result<CulledBody, QueryError> {
    let simple_test = simple_test(subject.body);
    // Scenes with poses as written are batch lines, which are not drawn: a simple test needs no shape then.
    if poses_as_written && let Some(test) = simple_test {
        return Ok(culled_body(subject, test, None));
    }
    let shape = Dim3::shape(subject.body, false, &|field| subject.path(field))?;
    let test = match simple_test {
        Some(test) => test,
        None => {
            let solid = Solid::of_shape(&shape).transpose();
            let solid = solid.map_err(|error| QueryError::new(subject.path("shape"), error.to_string()))?;
            CullTest::Convex(shape.clone(), solid.map(Arc::new))
        }
    };
    Ok(culled_body(subject, test, Some(shape)))
}

/// The culled body of a subject.
fn culled_body(subject: Subject<'_>, test: CullTest, shape: Option<Shape>) -> CulledBody {
    CulledBody { name: subject.body.name.clone(), index: subject.index, test, shape, track: subject.track }
}

impl CullQuery {
    /// Bodies in a frame, relative to `origin`.
    fn bodies(&self, frame: usize) -> Result<Arc<[Body]>, QueryError> {
        self.members.iter().map(|member| self.body(member, frame)).collect()
    }

    /// A body in a frame, relative to `origin`.
    fn body(&self, member: &CulledBody, frame: usize) -> Result<Body, QueryError> {
        let (position, unit_rotation) = pose_in_frame(&member.track, frame)?;
        let (_, rotation_as_written) = member.track.pose(frame);
        let center = narrow(position - self.origin);
        // Poses as written are not normalized before they are rounded.
        let rotation = if self.poses_as_written { DQuat::from_array(rotation_as_written) } else { unit_rotation };
        let rotation = narrow_rotation(rotation);
        let body = match &member.test {
            CullTest::Box(half_extents) => OrientedBox::new(center, narrow(*half_extents), rotation).map(Body::Box),
            CullTest::Ball(radius) => Body::ball(center, *radius as Real),
            CullTest::Convex(shape, solid) => {
                Convex::new(shape.clone(), &Pose::new(center, rotation), solid.clone()).map(Body::Convex)
            }
        };
        body.map_err(|error| match error {
            BodyError::Center { .. } => {
                let message = "is too far from the frustum: squares of lengths overflow";
                QueryError::new(format!("{}.position", member.track.path(frame)), message)
            }
            _ => QueryError::new(format!("bodies[{}].shape", member.index), error.to_string()),
        })
    }

    /// Drawings of all bodies in a frame, world frame.
    fn drawings(&self, frame: usize) -> Result<Vec<Arc<picture::Solid>>, QueryError> {
        let coarse = self.members.len() > MAX_FINE_BODIES;
        let mut drawings = Vec::new();
        for member in &self.members {
            if let Some(shape) = &member.shape {
                let world_pose = pose_in_frame(&member.track, frame)?;
                drawings.push(Arc::new(Dim3::outlined(shape, world_pose, coarse)));
            }
        }
        Ok(drawings)
    }

    /// Inputs of a lesson in addition to the run; `solids` are the drawings of the bodies.
    fn context(&self, solids: Vec<Arc<picture::Solid>>) -> CullContext {
        CullContext {
            names: self.members.iter().map(|member| member.name.clone()).collect(),
            home: self.origin,
            viewer: self.viewer,
            solids,
            // Bystanders would hide the subjects, so they are not drawn.
            scenery: LazyLock::new(Box::new(|| Arc::new(Backdrop { pictures: Pictures::default() }))),
        }
    }
}

/// Culling result of a frame, for the comparison of all frames.
struct FrameResult {
    /// Numbers of planes tested with and without the previous frame's rejecting planes.
    planes: FramePlanes,
    /// Class of each body.
    classes: Vec<Class>,
}

impl Method for CullQuery {
    type Run = Cull<Arc<[Body]>, Arc<[Option<Side>]>>;
    /// Result for each body, in the order of the bodies.
    type Observed = Vec<BodyRecord>;
    /// Plane that rejected each body; `None` for a body that no single plane rejected.
    type Memory = Arc<[Option<Side>]>;
    type Record = FrameResult;

    const OBSERVES_WITHOUT_LESSON: bool = true;

    fn start(&self, frame: usize, from: &Self::Memory) -> Result<Self::Run, QueryError> {
        Ok(Cull::new(self.frustum, self.bodies(frame)?, Arc::clone(from), Options { exact: true }))
    }

    fn observe(&self, observed: &mut Vec<BodyRecord>, _: &Self::Run, state: &Self::Run) {
        observed.extend(state.record);
    }

    fn verdict(&self, ended: &Ended<'_, Self>) -> Result<Verdict, QueryError> {
        let cull = &ended.run;
        // A verdict is a sentence: nothing is drawn.
        let context = self.context(Vec::new());
        let records: Vec<_> = ended.observed.iter().map(BodyRecord::snapshot).collect();
        Ok(frustum::conclude(&cull.snapshot(), &cull.problem(), ended.outcome, &records, &context))
    }

    fn prepared(&self, frame: usize) -> Result<Prepared<'_>, QueryError> {
        let bodies = self.bodies(frame)?;
        Ok(Box::new(move || {
            for (i, body) in black_box(&bodies).iter().enumerate() {
                watch::tick_at(i);
                black_box(&cull_body(&self.frustum, body));
            }
        }))
    }

    fn lesson(&self, ended: Ended<'_, Self>, states: States<Self>, verdict: Verdict) -> LessonResult {
        let context = self.context(self.drawings(ended.frame)?);
        let records = ended.observed.iter().map(BodyRecord::snapshot).collect();
        Ok(frustum::lesson(states, ended.run.problem(), records, context, verdict))
    }

    fn bytes(memory: &Self::Memory) -> usize {
        size_of::<Self::Memory>() + size_of_val(&**memory)
    }

    fn memory_after(&self, ended: &Ended<'_, Self>) -> Result<Option<Self::Memory>, QueryError> {
        Ok(Some(ended.observed.iter().map(BodyRecord::rejected_by).collect()))
    }

    fn record(&self, frame: usize, from: &Self::Memory) -> Result<Option<RecordAndMemory<Self>>, QueryError> {
        let nothing = Self::Memory::default();
        let warm = Ended::run_to_end(self, frame, from)?;
        let cold = Ended::run_to_end(self, frame, &nothing)?;
        let classes = warm.observed.iter().map(|record| record.class).collect();
        let planes = FramePlanes { warm: warm.run.plane_tests, cold: cold.run.plane_tests, changed: 0 };
        Ok(self.memory_after(&warm)?.map(|next_memory| (FrameResult { planes, classes }, next_memory)))
    }

    fn strip(&self, frames: &[Self::Record], frame: usize) -> Option<FrameStrip> {
        let mut history: Vec<FramePlanes> = frames.iter().map(|frame| frame.planes).collect();
        for (i, successive) in frames.windows(2).enumerate() {
            let previous = &successive[0].classes;
            let current = &successive[1].classes;
            history[i + 1].changed =
                current.iter().zip(previous).filter(|(current, previous)| current != previous).count();
        }
        frustum::strip(&history, frame)
    }
}
