//! Queries about a half-space and a convex body in closed form, in 3D and 2D: distance, overlap, contacts and casts.
//! The body may be A or B of the query. Pairs of two half-spaces are passed on to `two_half_spaces`, casts of rotating
//! bodies to `rotating`.

use std::hint::black_box;
use std::sync::{Arc, LazyLock};

use contact_lens_lesson::half_space::{self as lesson, HalfSpaceContext, Question};
use contact_lens_lesson::{Backdrop, PairContext, Pictures, Space, Verdict};
use contact_lens_picture::{Picture, Role, Solid};
use contact_lens_scene::Track;
use contact_lens_scene::model::{Ask, CastMethod, Dimension, Shape, Subjects};
use glam::{DQuat, DVec3};

use super::convert::dim2::Dim2;
use super::convert::dim3::{self, Dim3};
use super::convert::half_space::{bystander_half_spaces, half_space, patch_corners, surface};
use super::convert::outline::add_solid;
use super::convert::pair;
use super::engine::dim3::half_space::{HalfSpace, HalfSpacePair, HalfSpaceRun, Query as HalfSpaceQuery};
use super::engine::prelude::*;
use super::rotating::{self, PairSource};
use super::two_half_spaces::TwoHalfSpacesQuery;
use super::with_half_spaces::{WithHalfSpaces, as_written};
use super::{Bystander, Ended, LessonResult, Method, Prepared, QueryError, Run, SceneQuery, States, run};
use crate::drawing::framing;

/// Longest drawn path of a moving body, in radii of the body (`S::extent`): a longer one would make the body tiny.
const MAX_DRAWN_RADII: f64 = 12.0;

/// Distance of the centers below which two outlines are of the same child shape, as a fraction of their distance from
/// the world's origin (at least 1 m).
const SAME_CHILD_TOLERANCE: f64 = 1e-9;

/// Whether a query is about two bodies, at least one of them a half-space.
pub(super) fn is_about_half_space(query: &SceneQuery<'_>) -> Result<bool, QueryError> {
    if !matches!(query.ask().subjects(), Subjects::Pair(_)) {
        return Ok(false);
    }
    Ok(query.pair()?.iter().any(|member| member.body.shape.is_half_space()))
}

/// Opens a query about a half-space: a distance, an overlap, contacts or a cast.
pub(super) fn open(query: &SceneQuery<'_>) -> Result<Arc<dyn Run>, QueryError> {
    match query.scene.dimension {
        Dimension::Two => open_in::<Dim2>(query),
        Dimension::Three => open_in::<Dim3>(query),
    }
}

/// Opens the query in 2D or 3D (`S`), with the method for two half-spaces, a rotating body, or a body that only
/// translates.
fn open_in<S: WithHalfSpaces>(query: &SceneQuery<'_>) -> Result<Arc<dyn Run>, QueryError> {
    if query.pair()?.iter().all(|member| member.body.shape.is_half_space()) {
        return Ok(run(query, TwoHalfSpacesQuery::<S>::new(query)?));
    }
    let pair = HalfSpaceAndBody::<S>::new(query)?;
    if let Ask::Cast { options, .. } = query.ask()
        && is_rotating_cast(query, options.method)?
    {
        let engine_pair = HalfSpacePair {
            half_space: pair.half_space,
            body: S::bounded(&pair.shape),
            half_space_is_a: pair.half_space_is_a,
        };
        return rotating::open_with_half_space::<S>(query, engine_pair, Box::new(pair), options);
    }
    Ok(run(query, pair))
}

/// Whether a cast needs the method for rotating bodies: bilateral advancement always, a method that supports rotation
/// if a body rotates.
fn is_rotating_cast(query: &SceneQuery<'_>, method: CastMethod) -> Result<bool, QueryError> {
    if method == CastMethod::Bilateral {
        return Ok(true);
    }
    if !method.supports_rotation() {
        return Ok(false);
    }
    Ok(rotating::angular_velocities(query)?.iter().any(|w| *w != DVec3::ZERO))
}

impl<S: WithHalfSpaces> PairSource for HalfSpaceAndBody<S> {
    fn poses(&self, frame: usize) -> Result<[(DVec3, DQuat); 2], QueryError> {
        Ok(self.world_poses(frame)?.map(S::in_space))
    }

    fn context(&self, frame: usize) -> Result<PairContext, QueryError> {
        self.pair_context(frame)
    }

    fn names(&self) -> [String; 2] {
        self.names.clone()
    }
}

/// Kind of a query.
#[derive(Clone, Copy)]
struct QueryKind {
    /// Kind for the lesson.
    question: Question,
    /// Kind for the engine.
    engine_query: HalfSpaceQuery,
}

/// Kind of the query. `velocity` is the velocity of the body relative to the half-space, world frame, m/s; `path` gives
/// the path of a field of the half-space for errors.
///
/// # Errors
/// Half-spaces have no answer to this query.
fn kind_of_query(
    query: &SceneQuery<'_>,
    velocity: DVec3,
    path: &dyn Fn(&str) -> String,
) -> Result<QueryKind, QueryError> {
    let (question, engine_query) = match query.ask() {
        Ask::Distance { .. } => (Question::Distance, HalfSpaceQuery::Distance),
        Ask::IsaGjk { .. } => (Question::IsaGjk, HalfSpaceQuery::Distance),
        Ask::BooleanGjk { .. } => (Question::BooleanGjk, HalfSpaceQuery::Distance),
        Ask::Manifold { options, .. } => {
            let max_points = options.max_points(query.scene.dimension);
            (Question::Contacts, HalfSpaceQuery::Contacts { margin: options.margin(), max_points })
        }
        Ask::Cast { options, .. } if options.method == CastMethod::Sat => {
            let message = "is a half-space, which the method `sat` does not support; use another `method`";
            return Err(QueryError::new(path("shape.type"), message));
        }
        Ask::Cast { options, .. } => (Question::Cast, HalfSpaceQuery::Cast { velocity, t_max: options.t_max() }),
        _ => return Err(QueryError::new(path("shape.type"), Shape::UNBOUNDED)),
    };
    Ok(QueryKind { question, engine_query })
}

/// A half-space and a body over all frames.
struct HalfSpaceAndBody<S: WithHalfSpaces> {
    /// Names of A and B.
    names: [String; 2],
    /// Poses of A and B in all frames.
    tracks: [Track; 2],
    /// Whether A is the half-space and B the body.
    half_space_is_a: bool,
    half_space: HalfSpace,
    /// Shape of the body.
    shape: S::Shape,
    kind: QueryKind,
    /// Velocities of A and B, world frame, m/s.
    velocities: [DVec3; 2],
    /// The other bodies of the scene, for the drawing.
    bystanders: Arc<[Bystander]>,
    /// Poses of A and B in the world if the scene's numbers are used as written; `None` for poses relative to A.
    as_written: Option<[S::Pose; 2]>,
}

impl<S: WithHalfSpaces> HalfSpaceAndBody<S> {
    /// The half-space and the body of a query, which is about one of each.
    ///
    /// # Errors
    /// A shape is invalid, or half-spaces have no answer to this query.
    fn new(query: &SceneQuery<'_>) -> Result<Self, QueryError> {
        let pair = query.pair()?;
        let half_space_is_a = pair[0].body.shape.is_half_space();
        let half_space_index = usize::from(!half_space_is_a);
        let body_index = usize::from(half_space_is_a);
        let half_space_member = &pair[half_space_index];
        let body_member = &pair[body_index];
        let half_space = half_space(half_space_member.body, S::PLANAR, &|field| half_space_member.path(field))?;
        let shape = S::shape(body_member.body, false, &|field| body_member.path(field))?;
        let as_written = as_written::<S>(query, &pair);
        let velocities = pair.each_ref().map(|member| DVec3::from_array(member.body.velocity.unwrap_or_default()));
        let velocity = rounded(velocities[body_index]) - rounded(velocities[half_space_index]);
        let kind = kind_of_query(query, velocity, &|field| half_space_member.path(field))?;
        let names = pair.each_ref().map(|subject| subject.body.name.clone());
        let tracks = pair.map(|subject| subject.track);
        let bystanders = query.bystanders();
        Ok(Self { names, tracks, half_space_is_a, half_space, shape, kind, velocities, bystanders, as_written })
    }

    /// Poses of A and B in the world, `f64`.
    fn world_poses(&self, frame: usize) -> Result<[S::WorldPose; 2], QueryError> {
        let [a, b] = &self.tracks;
        Ok([S::world_pose(a, frame)?, S::world_pose(b, frame)?])
    }

    /// The engine's run of a frame before its first step.
    fn start_run(&self, frame: usize) -> Result<HalfSpaceRun<S::Bounded>, QueryError> {
        let poses = match self.as_written {
            Some(poses) => poses,
            None => {
                let world_poses = self.world_poses(frame)?;
                world_poses.map(|world_pose| S::pose(world_pose, world_poses[0]))
            }
        };
        let [a, b] = poses.map(S::stepper_pose);
        let (half_space_pose, body_pose) = if self.half_space_is_a { (a, b) } else { (b, a) };
        let body = S::bounded(&self.shape);
        Ok(HalfSpaceRun::distance(self.half_space, half_space_pose, body, body_pose, self.half_space_is_a)
            .with_query(self.kind.engine_query))
    }

    /// Duration of the drawn motion, seconds; 0 unless the query is a cast. The drawn path of a fast body ends after
    /// [`MAX_DRAWN_RADII`].
    fn drawn_duration(&self) -> f64 {
        let HalfSpaceQuery::Cast { t_max, velocity } = self.kind.engine_query else { return 0.0 };
        let max_length = MAX_DRAWN_RADII * S::extent(&self.shape);
        let speed = self.velocities.iter().map(|v| v.length()).fold(velocity.length(), f64::max);
        if speed > 0.0 { t_max.min((max_length / speed).max(0.0)) } else { t_max }
    }

    /// Context of a frame for the lesson.
    fn pair_context(&self, frame: usize) -> Result<PairContext, QueryError> {
        if self.as_written.is_some() {
            return Ok(PairContext::without_pictures(self.names.clone()));
        }
        let world_poses = self.world_poses(frame)?;
        let (position, _) = S::in_space(world_poses[0]);
        let radius = S::extent(&self.shape);
        let drawn = BackdropData::<S> {
            names: self.names.clone(),
            half_space_is_a: self.half_space_is_a,
            half_space: self.half_space,
            shape: self.shape.clone(),
            world_poses,
            frame,
            bystanders: Arc::clone(&self.bystanders),
            motion: self.velocities[usize::from(self.half_space_is_a)] * self.drawn_duration(),
        };
        Ok(PairContext {
            space: Space { position, rotation: DQuat::IDENTITY },
            names: self.names.clone(),
            radii: [radius; 2],
            single: super::IS_SINGLE,
            scenery: LazyLock::new(Box::new(move || drawn.backdrop())),
        })
    }
}

/// A velocity rounded to the engine's precision, in `f64`.
fn rounded(velocity: DVec3) -> DVec3 {
    DVec3::from_array(dim3::narrow(velocity).to_array().map(f64::from))
}

/// Data from which the backdrop is drawn on first use. The backdrop is the same in all steps.
struct BackdropData<S: WithHalfSpaces> {
    /// Names of A and B.
    names: [String; 2],
    /// Whether A is the half-space and B the body.
    half_space_is_a: bool,
    half_space: HalfSpace,
    /// Shape of the body.
    shape: S::Shape,
    /// Poses of A and B, world frame.
    world_poses: [S::WorldPose; 2],
    /// Frame in which the bystanders are drawn.
    frame: usize,
    bystanders: Arc<[Bystander]>,
    /// Translation of the body during the drawn motion, meters.
    motion: DVec3,
}

/// Whether the outline with the name `outline` (such as `table/2`) is of the body that has the child shape with the
/// name `child` (such as `table: left leg`); false if `child` names a whole body.
fn is_of_same_body(child: &str, outline: &str) -> bool {
    let body = child.split_once(": ").map(|(body, _)| body);
    body.is_some_and(|body| outline.strip_prefix(body).is_some_and(|rest| rest.starts_with('/')))
}

/// Mean of a solid's vertices; the origin without vertices.
fn middle_of(solid: &Solid) -> DVec3 {
    solid.vertices.iter().sum::<DVec3>() / solid.vertices.len().max(1) as f64
}

impl<S: WithHalfSpaces> BackdropData<S> {
    /// Draws the half-space, the body and the bystanders.
    fn backdrop(&self) -> Arc<Backdrop> {
        let half_space_index = usize::from(!self.half_space_is_a);
        let body_index = usize::from(self.half_space_is_a);
        let half_space_key = format!("body/{}", self.names[half_space_index]);
        let body_name = &self.names[body_index];
        let roles = [Role::ShapeA, Role::ShapeB];
        let mut world = Picture::default();
        let solid = S::outlined(&self.shape, self.world_poses[body_index], false);
        let center = middle_of(&solid);
        let bounds = S::bounds(&self.shape, self.world_poses[body_index]);
        let half_space_pose = S::in_space(self.world_poses[half_space_index]);
        // The patch of the half-space is large enough for the body at the start and at the end of its motion.
        let around = [bounds[0], bounds[1], bounds[0] + self.motion, bounds[1] + self.motion];
        let form = surface(&self.half_space, half_space_pose, &around, S::PLANAR);
        world.reserve(patch_corners(&form).into_iter().flatten());
        world.add(roles[half_space_index], half_space_key, form);
        add_solid(&mut world, roles[body_index], format!("body/{body_name}"), solid);
        for (name, solid) in pair::bystander_outlines::<S>(self.frame, Arc::clone(&self.bystanders)) {
            let is_of_body = is_of_same_body(body_name, &name);
            // The deciding child shape itself is drawn above.
            if is_of_body && middle_of(&solid).distance(center) < SAME_CHILD_TOLERANCE * center.length().max(1.0) {
                continue;
            }
            let role = if is_of_body { roles[body_index] } else { Role::Bystander };
            add_solid(&mut world, role, format!("body/{name}"), solid);
        }
        for (name, form) in bystander_half_spaces(self.frame, &self.bystanders, &around, S::PLANAR) {
            world.add(Role::Bystander, format!("body/{name}"), form);
        }
        framing::zoom_to_pair(&mut world);
        Arc::new(Backdrop { pictures: Pictures::world(world) })
    }
}

impl<S: WithHalfSpaces> Method for HalfSpaceAndBody<S> {
    type Run = HalfSpaceRun<S::Bounded>;
    type Observed = ();
    type Memory = ();
    type Record = ();

    fn start(&self, frame: usize, (): &()) -> Result<Self::Run, QueryError> {
        self.start_run(frame)
    }

    fn verdict(&self, ended: &Ended<'_, Self>) -> Result<Verdict, QueryError> {
        let context = self.pair_context(ended.frame)?;
        let run = &ended.run;
        if let HalfSpaceQuery::Cast { t_max, .. } = self.kind.engine_query {
            return Ok(lesson::first_contact(&run.first_contact(self.velocities), t_max, &context));
        }
        Ok(match self.kind.question {
            Question::Contacts => lesson::contacts(&run.contacts(), S::PLANAR, context),
            Question::IsaGjk | Question::BooleanGjk => lesson::overlap(&run.answer(), ended.outcome, &context),
            Question::Distance | Question::Cast => lesson::distance(&run.answer(), ended.outcome, &context),
        })
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
        let pair = self.pair_context(ended.frame)?;
        let context = HalfSpaceContext::new(pair, self.velocities, self.drawn_duration(), self.half_space_is_a);
        Ok(lesson::lesson(self.kind.question, S::PLANAR, states, context, verdict))
    }
}
