//! Queries about two bodies, at least one with child shapes (a compound, mesh or height field), 3D and 2D. This file
//! has the distance query: the search for the closest pair of child shapes.
//!
//! - **`contact`**: casts and contacts.
//! - **`batch`, `mass`**: the queries of batch files: overlap tests and rays; mass properties.
//! - **`ray`**: rays as queries of scenes.
//! - **`member`**: a body with child shapes in the engine's type.
//! - **`space`, `plane`**: the 3D and the 2D [`PartsDimension`].

mod batch;
mod contact;
mod mass;
mod member;
mod plane;
mod ray;
mod space;

pub use batch::bounds_of;
pub(super) use batch::{open_overlap_test, open_ray, open_ray_in_plane};
pub(super) use contact::{open_cast, open_contacts};
pub(super) use mass::open_mass_properties;
pub(super) use member::PartsDimension;
pub(super) use plane::Plane;
pub(super) use ray::open_ray_lesson;
pub(super) use space::Space;

use std::sync::Arc;

use contact_lens_lesson::parts::{self, PartsContext};
use contact_lens_lesson::{Verdict, watch};
use contact_lens_model::snapshot::parts::Outcome;
use contact_lens_scene::model::{Ask, DistanceOptions, PoseRounding};

use super::convert::pair::{self, Space as _};
use super::{Ended, LessonResult, Method, Prepared, QueryError, Run, SceneQuery, States, misdirected, run};
use crate::scene_query::body_pose::Bystander;
use member::{BuiltBody, PartsMember};

/// Whether a query is about a body with child shapes.
pub(super) fn has_child_shapes(query: &SceneQuery<'_>) -> bool {
    query.subjects().is_ok_and(|subjects| subjects.iter().any(|member| member.body.shape.has_children()))
}

/// Opens a distance query of two bodies, at least one with child shapes.
pub(super) fn open<K: PartsDimension>(query: &SceneQuery<'_>) -> Result<Arc<dyn Run>, QueryError> {
    let Ask::Distance { options, .. } = query.ask() else { return Err(misdirected()) };
    if options.warm_start || options.direction.is_some() {
        let field = if options.warm_start { "warm_start" } else { "direction" };
        let message =
            "has no effect on a body with child shapes: each pair of them starts from the line of its centers";
        return Err(query.error_at(&format!("options.{field}"), message));
    }
    Ok(run(query, PartsPair::<K>::new(query, options)?))
}

/// Two bodies, at least one with child shapes, over all frames.
pub(super) struct PartsPair<K: PartsDimension> {
    /// The bodies A and B.
    members: [PartsMember<K>; 2],
    /// Poses of A and B in the world if the scene's numbers are used as written; `None` for poses relative to A.
    as_written: Option<[<K::Frame as pair::Space>::Pose; 2]>,
    /// Options of the query of each pair of child shapes.
    options: K::Options,
    /// The other bodies of the scene, for drawing.
    bystanders: Arc<[Bystander]>,
}

impl<K: PartsDimension> PartsPair<K> {
    /// The two bodies of a query. Errors name the invalid field.
    pub(super) fn new(query: &SceneQuery<'_>, options: &DistanceOptions) -> Result<Self, QueryError> {
        let pair = query.pair()?;
        let as_written = match &query.scene.pose_rounding {
            PoseRounding::Relative => None,
            PoseRounding::AsWritten { cos_sin } => Some(
                pair.each_ref().map(|member| K::Frame::as_written(member.body, cos_sin.get(member.index).copied())),
            ),
        };
        let [a, b] = pair.map(|member| PartsMember::new(query, member));
        Ok(Self { members: [a?, b?], as_written, options: K::options(options), bystanders: query.bystanders() })
    }

    /// Poses of A and B in the world, `f64`.
    fn world_poses(&self, frame: usize) -> Result<[<K::Frame as pair::Space>::WorldPose; 2], QueryError> {
        let [a, b] = &self.members;
        Ok([K::Frame::world_pose(&a.track, frame)?, K::Frame::world_pose(&b.track, frame)?])
    }

    /// Poses relative to A's origin, with world axes; those in the world if the scene's numbers are used as written.
    pub(super) fn poses(&self, frame: usize) -> Result<[<K::Frame as pair::Space>::Pose; 2], QueryError> {
        if let Some(poses) = self.as_written {
            return Ok(poses);
        }
        let world_poses = self.world_poses(frame)?;
        Ok(world_poses.map(|world_pose| K::Frame::pose(world_pose, world_poses[0])))
    }

    /// Both bodies in the engine's type.
    pub(super) fn bodies(&self) -> [Arc<K::Body>; 2] {
        self.members.each_ref().map(|member| Arc::clone(&member.built.body))
    }

    /// Both bodies with the paths of their child shapes.
    pub(super) fn built(&self) -> [&BuiltBody<K::Body>; 2] {
        self.members.each_ref().map(|member| &*member.built)
    }

    /// Error if this precision cannot represent the pair in a frame.
    fn check(&self, frame: usize) -> Result<(), QueryError> {
        K::check_range(&self.members, frame, self.poses(frame)?)
    }

    /// Context of a frame for the lesson.
    fn context(&self, frame: usize) -> Result<PartsContext, QueryError> {
        let world_poses = self.world_poses(frame)?;
        let [a, b] = [0, 1].map(|i| self.members[i].lesson_data(K::Frame::in_space(world_poses[i])));
        let bystanders = pair::bystander_outlines::<K::Frame>(frame, Arc::clone(&self.bystanders));
        Ok(PartsContext::new([a, b], bystanders, super::IS_SINGLE))
    }
}

impl<K: PartsDimension> Method for PartsPair<K> {
    type Run = K::DistanceSearch;
    type Observed = ();
    type Memory = ();
    type Record = ();

    fn start(&self, frame: usize, (): &()) -> Result<K::DistanceSearch, QueryError> {
        watch::tick();
        self.check(frame)?;
        Ok(K::search(self.bodies(), self.poses(frame)?, self.options))
    }

    fn lesson_limit_error(&self, _: &K::DistanceSearch, steps: usize) -> Option<QueryError> {
        contact::lesson_limit_error(steps)
    }

    fn verdict(&self, ended: &Ended<'_, Self>) -> Result<Verdict, QueryError> {
        let outcome: Outcome = ended.outcome.into();
        let searched = K::searched(&ended.run, outcome);
        let origin = self.origin_of_a(ended.frame)?;
        let named = [0, 1].map(|i| self.members[i].named());
        Ok(parts::verdict(searched, outcome, origin, named))
    }

    fn prepared(&self, frame: usize) -> Result<Prepared<'_>, QueryError> {
        let bodies = self.bodies();
        let poses = self.poses(frame)?;
        let options = self.options;
        self.start(frame, &())?;
        Ok(K::prepared(bodies, poses, options))
    }

    fn lesson(&self, ended: Ended<'_, Self>, states: States<Self>, verdict: Verdict) -> LessonResult {
        Ok(parts::lesson(K::PLANAR, states, self.context(ended.frame)?, verdict))
    }
}
