//! Queries about a convex body and a half-space in closed form: distance, overlap, contacts and casts.

use std::hint::black_box;
use std::sync::{Arc, LazyLock};

use glam::{DQuat, DVec3};

use super::convert::dim2::Dim2;
use super::convert::dim3::{self, Dim3};
use super::convert::half_space::{bystander_half_spaces, half_space, patch_bounds, surface};
use super::convert::outline::add_solid;
use super::convert::pair;
use super::engine::dim3::half_space::{Against, Ask as Asks, Below, HalfSpace};
use super::engine::prelude::*;
use super::rotating::{self, Stage};
use super::two_half_spaces::TwoHalfSpaces;
use super::with_half_spaces::{WithHalfSpaces, as_written};
use super::{Bystander, Ended, LessonResult, Method, Prepared, QueryError, Run, SceneQuery, States, run};
use crate::lesson::half_space::{self as lesson, HalfSpaceContext, Question};
use crate::lesson::{Backdrop, PairContext, Pictures, Space as Frame, Verdict};
use crate::picture::{Picture, Role};
use crate::play::framing;
use crate::scene::model::{Ask, CastMethod, Dimension, Shape as Scene, Subjects};
use crate::scene::{Subject, Track};
use crate::snapshot::half_space::Ask as Plain;

/// Whether a query of two bodies is about a half-space.
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

fn open_in<S: WithHalfSpaces>(query: &SceneQuery<'_>) -> Result<Arc<dyn Run>, QueryError> {
    if query.pair()?.iter().all(|member| member.body.shape.is_half_space()) {
        return Ok(run(query, TwoHalfSpaces::<S>::new(query)?));
    }
    let held = AgainstHalfSpace::<S>::new(query)?;
    match query.ask() {
        Ask::Cast { options, .. }
            if options.method == CastMethod::Bilateral
                || options.method.turns() && rotating::spins(query)?.iter().any(|w| *w != DVec3::ZERO) =>
        {
            let below = Below {
                half_space: held.half_space,
                body: S::bounded(&held.shape),
                first: held.first,
                planar: S::PLANAR,
            };
            rotating::open_below::<S>(query, below, Box::new(held), options)
        }
        _ => Ok(run(query, held)),
    }
}

impl<S: WithHalfSpaces> Stage for AgainstHalfSpace<S> {
    fn poses(&self, frame: usize) -> Result<[(DVec3, DQuat); 2], QueryError> {
        Ok(self.places(frame)?.map(S::in_space))
    }

    fn context(&self, frame: usize) -> Result<PairContext, QueryError> {
        self.pair_context(frame)
    }

    fn names(&self) -> [String; 2] {
        self.names.clone()
    }
}

/// Kind of the query for the lesson and for the engine. Errors at the path `at` of the half-space.
fn question(
    query: &SceneQuery<'_>,
    velocity: DVec3,
    at: &dyn Fn(&str) -> String,
) -> Result<(Question, Plain), QueryError> {
    Ok(match query.ask() {
        Ask::Distance { .. } => (Question::Distance, Plain::Distance),
        Ask::IsaGjk { .. } => (Question::IsaGjk, Plain::Distance),
        Ask::BooleanGjk { .. } => (Question::BooleanGjk, Plain::Distance),
        Ask::Manifold { options, .. } => {
            let most = options.max_points(query.scene.dimension);
            (Question::Contacts, Plain::Contacts { margin: options.margin(), most })
        }
        Ask::Cast { options, .. } if options.method == CastMethod::Sat => {
            let message = "`sat` has no lines of a half-space to try; `raycast` and `advance` answer by its one";
            return Err(QueryError::new(at("shape.type"), message));
        }
        Ask::Cast { options, .. } => (Question::Cast, Plain::Cast { velocity, t_max: options.t_max() }),
        _ => return Err(QueryError::new(at("shape.type"), Scene::UNBOUNDED)),
    })
}

/// A half-space and a body over all frames.
struct AgainstHalfSpace<S: WithHalfSpaces> {
    names: [String; 2],
    tracks: [Track; 2],
    first: bool,
    half_space: HalfSpace,
    shape: S::Shape,
    question: Question,
    ask: Asks,
    velocities: [DVec3; 2],
    bystanders: Arc<[Bystander]>,
    as_written: Option<[S::Pose; 2]>,
}

impl<S: WithHalfSpaces> AgainstHalfSpace<S> {
    fn new(query: &SceneQuery<'_>) -> Result<Self, QueryError> {
        let pair = query.pair()?;
        let first = pair[0].body.shape.is_half_space();
        let plane = usize::from(!first);
        let other = usize::from(first);
        let half_space =
            half_space(pair[plane].body, S::PLANAR, &|field| format!("bodies[{}].{field}", pair[plane].index))?;
        let shape = S::shape(pair[other].body, false, &|field| format!("bodies[{}].{field}", pair[other].index))?;
        let as_written = as_written::<S>(query, &pair);
        let velocities = pair.each_ref().map(|member| DVec3::from_array(member.body.velocity.unwrap_or_default()));
        // Velocities are rounded to the engine's precision first.
        let [of_plane, of_other] =
            [plane, other].map(|which| DVec3::from_array(dim3::narrow(velocities[which]).to_array().map(f64::from)));
        let velocity = of_other - of_plane;
        let path = |field: &str| format!("bodies[{}].{field}", pair[plane].index);
        let (question, ask) = question(query, velocity, &path)?;
        let [a, b] = pair.map(|Subject { body, track, .. }| (body.name.clone(), track));
        let names = [a.0, b.0];
        let tracks = [a.1, b.1];
        let bystanders = query.bystanders();
        Ok(Self { names, tracks, first, half_space, shape, question, ask, velocities, bystanders, as_written })
    }

    fn places(&self, frame: usize) -> Result<[S::Place; 2], QueryError> {
        let [a, b] = &self.tracks;
        Ok([S::place(a, frame)?, S::place(b, frame)?])
    }

    /// The engine's run of a frame.
    fn against(&self, frame: usize) -> Result<Against<S::Bounded>, QueryError> {
        let poses = match self.as_written {
            Some(poses) => poses,
            None => {
                let places = self.places(frame)?;
                places.map(|place| S::pose(place, places[0]))
            }
        };
        let [a, b] = poses.map(S::stepper_pose);
        let (plane, body) = if self.first { (a, b) } else { (b, a) };
        Ok(Against::distance(self.half_space, plane, S::bounded(&self.shape), body, self.first).asked(self.ask))
    }

    /// Time span of the drawn motion, seconds.
    fn shown(&self) -> f64 {
        let Plain::Cast { t_max, velocity } = self.ask else { return 0.0 };
        let far = 12.0 * S::extent(&self.shape);
        let speed = self.velocities.iter().map(|v| v.length()).fold(velocity.length(), f64::max);
        if speed > 0.0 { t_max.min((far / speed).max(0.0)) } else { t_max }
    }

    fn pair_context(&self, frame: usize) -> Result<PairContext, QueryError> {
        if self.as_written.is_some() {
            return Ok(PairContext::unseen(self.names.clone()));
        }
        let places = self.places(frame)?;
        let position = S::in_space(places[0]).0;
        let radius = S::extent(&self.shape);
        let drawn = Drawn::<S> {
            names: self.names.clone(),
            first: self.first,
            half_space: self.half_space,
            shape: self.shape.clone(),
            places,
            frame,
            bystanders: Arc::clone(&self.bystanders),
            motion: self.velocities[usize::from(self.first)] * self.shown(),
        };
        Ok(PairContext {
            space: Frame { position, rotation: DQuat::IDENTITY },
            names: self.names.clone(),
            radii: [radius; 2],
            single: super::IS_SINGLE,
            scenery: LazyLock::new(Box::new(move || drawn.backdrop())),
        })
    }
}

/// Data of the backdrop, which is the same in all steps.
struct Drawn<S: WithHalfSpaces> {
    names: [String; 2],
    first: bool,
    half_space: HalfSpace,
    shape: S::Shape,
    places: [S::Place; 2],
    frame: usize,
    bystanders: Arc<[Bystander]>,
    motion: DVec3,
}

impl<S: WithHalfSpaces> Drawn<S> {
    fn backdrop(&self) -> Arc<Backdrop> {
        let (plane, body) = if self.first { (0, 1) } else { (1, 0) };
        let roles = [Role::ShapeA, Role::ShapeB];
        let mut world = Picture::default();
        let solid = S::outlined(&self.shape, self.places[body], false);
        let bounds = S::bounds(&self.shape, self.places[body]);
        let (at, rotation) = S::in_space(self.places[plane]);
        let around = [bounds[0], bounds[1], bounds[0] + self.motion, bounds[1] + self.motion];
        let form = surface(&self.half_space, (at, rotation), &around, S::PLANAR);
        if let Some(patch) = patch_bounds(&form) {
            world.add(Role::Grid, "room", patch);
        }
        world.add(roles[plane], format!("body/{}", self.names[plane]), form);
        add_solid(&mut world, roles[body], format!("body/{}", self.names[body]), solid);
        for (name, solid) in pair::bystander_outlines::<S>(self.frame, Arc::clone(&self.bystanders)) {
            add_solid(&mut world, Role::Bystander, format!("body/{name}"), solid);
        }
        for (name, form) in bystander_half_spaces(self.frame, &self.bystanders, &around, S::PLANAR) {
            world.add(Role::Bystander, format!("body/{name}"), form);
        }
        framing::zoom_to_pair(&mut world);
        Arc::new(Backdrop { pictures: Pictures::world(world) })
    }
}

impl<S: WithHalfSpaces> Method for AgainstHalfSpace<S> {
    type Run = Against<S::Bounded>;
    type Observed = ();
    type Memory = ();
    type Record = ();

    fn start(&self, frame: usize, (): &()) -> Result<Self::Run, QueryError> {
        self.against(frame)
    }

    fn verdict(&self, ended: &Ended<'_, Self>) -> Result<Verdict, QueryError> {
        let context = self.pair_context(ended.frame)?;
        let run = &ended.run;
        Ok(match (self.question, self.ask) {
            (Question::Cast, Plain::Cast { t_max, .. }) => {
                lesson::first_contact(&run.first_contact(self.velocities), t_max, &context)
            }
            (Question::Contacts, _) => lesson::contacts(&run.contacts(), S::PLANAR, context),
            (Question::IsaGjk | Question::BooleanGjk, _) => lesson::overlap(&run.answer(), ended.outcome, &context),
            _ => lesson::distance(&run.answer(), ended.outcome, &context),
        })
    }

    fn prepared(&self, frame: usize) -> Result<Prepared<'_>, QueryError> {
        let start = self.against(frame)?;
        Ok(Box::new(move || {
            let mut run = black_box(&start).clone();
            run.run();
            black_box(&run);
        }))
    }

    fn lesson(&self, ended: Ended<'_, Self>, states: States<Self>, verdict: Verdict) -> LessonResult {
        let pair = self.pair_context(ended.frame)?;
        let context = HalfSpaceContext::new(pair, self.velocities, self.shown(), self.first);
        Ok(lesson::lesson(self.question, S::PLANAR, states, context, verdict))
    }
}
