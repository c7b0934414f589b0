//! Queries about two half-spaces: distance and overlap. Two half-spaces are disjoint only if their outward normals are
//! opposite and their surfaces face each other across a gap; otherwise they overlap without bound.

use std::hint::black_box;
use std::marker::PhantomData;
use std::sync::{Arc, LazyLock};

use contact_lens_lesson::half_space::two_half_spaces::{self as lesson, Question};
use contact_lens_lesson::{Backdrop, PairContext, Pictures, Space, Verdict};
use contact_lens_picture::{Picture, Role};
use contact_lens_scene::Track;
use contact_lens_scene::model::Ask;
use glam::{DQuat, DVec3};

use super::convert::half_space::{half_space, surface};
use super::convert::outline::add_solid;
use super::convert::pair;
use super::engine::dim3::half_space::{HalfSpace, TwoHalfSpaces};
use super::engine::prelude::*;
use super::with_half_spaces::{WithHalfSpaces, as_written};
use super::{Bystander, Ended, LessonResult, Method, Prepared, QueryError, SceneQuery, States};

/// Half extent of the points around which the surfaces are drawn, relative to the size of the drawing.
const SURFACE_EXTENT: f64 = 0.25;

/// Half extent of the view, relative to the size of the drawing.
const VIEW_EXTENT: f64 = 0.85;

/// Error message for other queries about two half-spaces.
const BOTH_UNBOUNDED: &str = "must not be a half-space as well: this query needs a bounded body";

/// Two half-spaces over all frames.
pub(super) struct TwoHalfSpacesQuery<S: WithHalfSpaces> {
    /// Names of A and B.
    names: [String; 2],
    /// Poses of A and B in all frames.
    tracks: [Track; 2],
    /// A and B in their own frames.
    half_spaces: [HalfSpace; 2],
    /// Kind of the query for the lesson.
    question: Question,
    /// The other bodies of the scene, for the drawing.
    bystanders: Arc<[Bystander]>,
    /// Poses of A and B in the world if the scene's numbers are used as written; `None` for poses relative to A.
    as_written: Option<[S::Pose; 2]>,
    space: PhantomData<S>,
}

impl<S: WithHalfSpaces> TwoHalfSpacesQuery<S> {
    /// Opens a query about two half-spaces.
    ///
    /// # Errors
    /// The query is neither a distance nor an overlap, or a half-space is invalid.
    pub(super) fn new(query: &SceneQuery<'_>) -> Result<Self, QueryError> {
        let pair = query.pair()?;
        let question = match query.ask() {
            Ask::Distance { .. } => Question::Distance,
            Ask::IsaGjk { .. } => Question::IsaGjk,
            Ask::BooleanGjk { .. } => Question::BooleanGjk,
            _ => return Err(QueryError::new(pair[1].path("shape.type"), BOTH_UNBOUNDED)),
        };
        let [a, b] = &pair;
        let half_spaces = [
            half_space(a.body, S::PLANAR, &|field| a.path(field))?,
            half_space(b.body, S::PLANAR, &|field| b.path(field))?,
        ];
        let as_written = as_written::<S>(query, &pair);
        let names = pair.each_ref().map(|member| member.body.name.clone());
        let tracks = pair.map(|member| member.track);
        let bystanders = query.bystanders();
        Ok(Self { names, tracks, half_spaces, question, bystanders, as_written, space: PhantomData })
    }

    /// Poses of A and B in the world, `f64`.
    fn world_poses(&self, frame: usize) -> Result<[S::WorldPose; 2], QueryError> {
        let [a, b] = &self.tracks;
        Ok([S::world_pose(a, frame)?, S::world_pose(b, frame)?])
    }

    /// The engine's run of a frame before its first step.
    fn start_run(&self, frame: usize) -> Result<TwoHalfSpaces, QueryError> {
        let poses = match self.as_written {
            Some(poses) => poses,
            None => {
                let world_poses = self.world_poses(frame)?;
                world_poses.map(|world_pose| S::pose(world_pose, world_poses[0]))
            }
        };
        Ok(TwoHalfSpaces::new(self.half_spaces, poses.map(S::stepper_pose)))
    }

    /// Context of a frame for the lesson.
    fn pair_context(&self, frame: usize) -> Result<PairContext, QueryError> {
        if self.as_written.is_some() {
            return Ok(PairContext::without_pictures(self.names.clone()));
        }
        let poses = self.world_poses(frame)?.map(S::in_space);
        let [(position_a, _), _] = poses;
        let size = self.drawing_size(poses);
        let drawn = BackdropData::<S> {
            names: self.names.clone(),
            half_spaces: self.half_spaces,
            poses,
            size,
            frame,
            bystanders: Arc::clone(&self.bystanders),
            space: PhantomData,
        };
        Ok(PairContext {
            space: Space { position: position_a, rotation: DQuat::IDENTITY },
            names: self.names.clone(),
            radii: [0.5 * size; 2],
            single: super::IS_SINGLE,
            scenery: LazyLock::new(Box::new(move || drawn.backdrop())),
        })
    }

    /// Size of the drawing, meters: large enough for both surfaces and both origins. `poses` are positions and
    /// rotations of A and B, world frame.
    fn drawing_size(&self, poses: [(DVec3, DQuat); 2]) -> f64 {
        let [(position_a, _), (position_b, _)] = poses;
        let distance = (position_b - position_a).length();
        let offsets = self.half_spaces.iter().map(|half_space| half_space.offset.abs()).sum::<f64>();
        let size = distance + offsets;
        if size > 0.0 && size.is_finite() { size } else { 1.0 }
    }
}

/// Data from which the backdrop is drawn on first use. The backdrop is the same in all steps.
struct BackdropData<S> {
    /// Names of A and B.
    names: [String; 2],
    /// A and B in their own frames.
    half_spaces: [HalfSpace; 2],
    /// Positions and rotations of A and B, world frame.
    poses: [(DVec3, DQuat); 2],
    /// Size of the drawing, meters.
    size: f64,
    /// Frame in which the bystanders are drawn.
    frame: usize,
    bystanders: Arc<[Bystander]>,
    space: PhantomData<fn() -> S>,
}

impl<S: WithHalfSpaces> BackdropData<S> {
    /// Draws both half-spaces and the bystanders.
    fn backdrop(&self) -> Arc<Backdrop> {
        let mut world = Picture::default();
        let around = points_around(self.poses, SURFACE_EXTENT * self.size, S::PLANAR);
        for (i, role) in [Role::ShapeA, Role::ShapeB].into_iter().enumerate() {
            let form = surface(&self.half_spaces[i], self.poses[i], &around, S::PLANAR);
            world.add(role, format!("body/{}", self.names[i]), form);
        }
        // Bystanders that are half-spaces would hide both and are not drawn.
        for (name, solid) in pair::bystander_outlines::<S>(self.frame, Arc::clone(&self.bystanders)) {
            add_solid(&mut world, Role::Bystander, format!("body/{name}"), solid);
        }
        world.reserve(points_around(self.poses, VIEW_EXTENT * self.size, S::PLANAR));
        Arc::new(Backdrop { pictures: Pictures::world(world) })
    }
}

/// Points at `distance`, meters, from the midpoint of both origins in both directions of each axis, world frame.
/// `poses` are positions and rotations of A and B; with `planar` only the axes x and y are used.
fn points_around(poses: [(DVec3, DQuat); 2], distance: f64, planar: bool) -> Vec<DVec3> {
    let [(position_a, _), (position_b, _)] = poses;
    let middle = position_a.midpoint(position_b);
    let axes: &[DVec3] = if planar { &[DVec3::X, DVec3::Y] } else { &DVec3::AXES };
    axes.iter().flat_map(|axis| [middle - *axis * distance, middle + *axis * distance]).collect()
}

impl<S: WithHalfSpaces> Method for TwoHalfSpacesQuery<S> {
    type Run = TwoHalfSpaces;
    type Observed = ();
    type Memory = ();
    type Record = ();

    fn start(&self, frame: usize, (): &()) -> Result<TwoHalfSpaces, QueryError> {
        self.start_run(frame)
    }

    fn verdict(&self, ended: &Ended<'_, Self>) -> Result<Verdict, QueryError> {
        let context = self.pair_context(ended.frame)?;
        Ok(lesson::verdict(self.question, ended.run.answer().as_ref(), ended.outcome, &context))
    }

    fn prepared(&self, frame: usize) -> Result<Prepared<'_>, QueryError> {
        let start = self.start_run(frame)?;
        Ok(Box::new(move || {
            let mut run = black_box(&start).clone();
            run.run();
            black_box(&run);
        }))
    }

    fn lesson(&self, ended: Ended<'_, Self>, states: States<Self>, verdict: Verdict) -> LessonResult {
        let context = self.pair_context(ended.frame)?;
        Ok(lesson::lesson(self.question, S::PLANAR, states, context, verdict))
    }
}
