//! Casts of bodies that move and rotate: conservative advancement for bodies with an angular velocity, and bilateral
//! advancement.

use std::hint::black_box;
use std::sync::Arc;

use glam::{DQuat, DVec3};

use super::convert::dim2::Dim2;
use super::convert::dim3::Dim3;
use super::convert::pair::{Bodies, Space};
use super::engine::dim2;
use super::engine::dim3::cast::turning::{Course, Options, Turning, Turns, Two};
use super::engine::dim3::half_space::Below;
use super::engine::dim3::shape::Shape;
use super::with_half_spaces::WithHalfSpaces;
use super::{Ended, LessonResult, Method, Prepared, QueryError, Run, SceneQuery, States, run};
use crate::lesson::cast::rotating::{self as lesson, TurningContext};
use crate::lesson::{PairContext, Space as Frame, Verdict};
use crate::scene::model::{CastMethod, CastOptions};
use crate::snapshot::Snapshots as _;

/// Positions and rotations of A and B, world frame.
type Poses = [(DVec3, DQuat); 2];

/// Poses, names and drawings of a query's bodies in a frame.
pub(super) trait Stage: Send + Sync + 'static {
    /// Positions and rotations of the bodies.
    fn poses(&self, frame: usize) -> Result<Poses, QueryError>;

    /// Context of a frame for the lesson.
    fn context(&self, frame: usize) -> Result<PairContext, QueryError>;

    /// Names of the bodies.
    fn names(&self) -> [String; 2];
}

impl<S: Space> Stage for Bodies<S> {
    fn poses(&self, frame: usize) -> Result<Poses, QueryError> {
        let pair = self.at(frame)?;
        Ok([pair.pose_in_world(0), pair.pose_in_world(1)])
    }

    fn context(&self, frame: usize) -> Result<PairContext, QueryError> {
        Ok(self.at(frame)?.context(false))
    }

    fn names(&self) -> [String; 2] {
        Bodies::names(self)
    }
}

/// Two bodies that move and rotate.
pub(super) struct RotatingPair<P> {
    pub pair: P,
    pub stage: Box<dyn Stage>,
    pub velocities: [DVec3; 2],
    pub spins: [DVec3; 2],
    pub options: Options,
    pub planar: bool,
}

/// Angular velocities of A and B, world frame, rad/s.
pub(super) fn spins(query: &SceneQuery<'_>) -> Result<[DVec3; 2], QueryError> {
    Ok(query.pair()?.map(|member| DVec3::from_array(member.body.angular_velocity())))
}

/// Engine options of a query.
pub(super) fn options(requested: &CastOptions) -> Options {
    let default = Options::default();
    Options {
        t_max: requested.t_max(),
        max_iterations: requested.max_iterations.unwrap_or(default.max_iterations),
        bilateral: requested.method == CastMethod::Bilateral,
    }
}

/// Opens a query about two bounded bodies.
pub(super) fn open<S: RotatingSpace>(query: &SceneQuery<'_>, chosen: &CastOptions) -> Result<Arc<dyn Run>, QueryError> {
    let bodies = Bodies::<S>::new(query)?;
    let velocities = query.pair()?.map(|member| DVec3::from_array(member.body.velocity.unwrap_or_default()));
    let [a, b] = bodies.members.each_ref().map(|member| member.shape().cloned());
    let pair = S::pair(a?, b?);
    let spins = spins(query)?;
    let options = options(chosen);
    Ok(run(query, RotatingPair { pair, stage: Box::new(bodies), velocities, spins, options, planar: S::PLANAR }))
}

/// A dimension with pairs of bodies that rotate.
pub(super) trait RotatingSpace: WithHalfSpaces {
    type Pair: Turns + Send + Sync + 'static;

    fn pair(a: Self::Shape, b: Self::Shape) -> Self::Pair;
}

impl RotatingSpace for Dim3 {
    type Pair = Two<Shape>;

    fn pair(a: Shape, b: Shape) -> Two<Shape> {
        Two { a, b }
    }
}

impl RotatingSpace for Dim2 {
    type Pair = dim2::cast::Two;

    fn pair(a: Self::Shape, b: Self::Shape) -> dim2::cast::Two {
        dim2::cast::Two { a, b }
    }
}

/// Opens a query about a half-space and a body that rotates.
pub(super) fn open_below<S: WithHalfSpaces>(
    query: &SceneQuery<'_>,
    below: Below<S::Bounded>,
    stage: Box<dyn Stage>,
    chosen: &CastOptions,
) -> Result<Arc<dyn Run>, QueryError> {
    let velocities = query.pair()?.map(|member| DVec3::from_array(member.body.velocity.unwrap_or_default()));
    let spins = spins(query)?;
    let options = options(chosen);
    Ok(run(query, RotatingPair { pair: below, stage, velocities, spins, options, planar: S::PLANAR }))
}

impl<P: Turns> RotatingPair<P> {
    fn course(&self, frame: usize) -> Result<(DVec3, Course), QueryError> {
        let [(home, turn_a), (other, turn_b)] = self.stage.poses(frame)?;
        let velocities = self.velocities;
        let spins = self.spins;
        Ok((home, Course { velocities, spins, turns: [turn_a, turn_b], between: other - home }))
    }

    fn context(&self, frame: usize) -> Result<TurningContext, QueryError> {
        let (home, course) = self.course(frame)?;
        let context = self.stage.context(frame)?;
        let pair = PairContext { space: Frame { position: home, rotation: DQuat::IDENTITY }, ..context };
        Ok(TurningContext::new(pair, course, self.options.t_max))
    }
}

impl<P: Turns + Send + Sync + 'static> Method for RotatingPair<P> {
    type Run = Turning<P>;
    type Observed = ();
    type Memory = ();
    type Record = ();

    fn start(&self, frame: usize, (): &()) -> Result<Self::Run, QueryError> {
        Ok(Turning::new(self.pair.clone(), self.course(frame)?.1, self.options))
    }

    fn verdict(&self, ended: &Ended<'_, Self>) -> Result<Verdict, QueryError> {
        let (home, _) = self.course(ended.frame)?;
        let answer = ended.run.answer(ended.outcome);
        Ok(lesson::verdict(&answer, home, &ended.run.snapshot(), &self.stage.names()))
    }

    fn prepared(&self, frame: usize) -> Result<Prepared<'_>, QueryError> {
        let course = self.course(frame)?.1;
        Ok(Box::new(move || {
            use crate::step::Stepper as _;
            let mut run = Turning::new(black_box(&self.pair).clone(), course, self.options);
            let outcome = run.run();
            black_box(&run.answer(outcome));
        }))
    }

    fn lesson(&self, ended: Ended<'_, Self>, states: States<Self>, verdict: Verdict) -> LessonResult {
        Ok(lesson::lesson(states, [self.planar, self.options.bilateral], self.context(ended.frame)?, verdict))
    }
}
