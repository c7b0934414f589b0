//! Casts of bodies that move and rotate: conservative advancement for bodies with an angular velocity, and bilateral
//! advancement.

use std::hint::black_box;
use std::sync::Arc;

use glam::{DQuat, DVec3};

use super::dim2::Dim2;
use super::dim3::Dim3;
use super::engine::dim2;
use super::engine::dim3::cast::turning::{Course, Options, Turning, Turns, Two};
use super::engine::dim3::half_space::Below;
use super::engine::dim3::shape::Shape;
use super::pair::{Bodies, Space};
use super::standing::Standing;
use super::{Asked, Ended, LessonResult, Method, Prepared, QueryError, Run, States, run};
use crate::lesson::cast::turning::{self as lesson, TurningContext};
use crate::lesson::{PairContext, Space as Frame, Verdict};
use crate::scene::model::{CastMethod, CastOptions};
use crate::snapshot::Snapshots as _;

/// Positions and rotations of A and B, world frame.
type Standings = [(DVec3, DQuat); 2];

/// Poses, names and drawings of a query's bodies in a frame.
pub(super) trait Stage: Send + Sync + 'static {
    /// Positions and rotations of the bodies.
    fn standing(&self, frame: usize) -> Result<Standings, QueryError>;

    /// Context of a frame for the lesson.
    fn context(&self, frame: usize) -> Result<PairContext, QueryError>;

    /// Names of the bodies.
    fn names(&self) -> [String; 2];
}

impl<S: Space> Stage for Bodies<S> {
    fn standing(&self, frame: usize) -> Result<Standings, QueryError> {
        let pair = self.at(frame)?;
        Ok([pair.standing(0), pair.standing(1)])
    }

    fn context(&self, frame: usize) -> Result<PairContext, QueryError> {
        Ok(self.at(frame)?.context(false))
    }

    fn names(&self) -> [String; 2] {
        Bodies::names(self)
    }
}

/// Two bodies that move and rotate.
pub(super) struct Spun<P> {
    pub pair: P,
    pub stage: Box<dyn Stage>,
    pub velocities: [DVec3; 2],
    pub spins: [DVec3; 2],
    pub options: Options,
    pub planar: bool,
}

/// Angular velocities of A and B, world frame, rad/s.
pub(super) fn spins(asked: &Asked<'_>) -> Result<[DVec3; 2], QueryError> {
    Ok(asked.pair()?.map(|member| DVec3::from_array(member.body.turning())))
}

/// Engine options of a query.
pub(super) fn options(asked: &CastOptions) -> Options {
    let default = Options::default();
    Options {
        t_max: asked.t_max(),
        max_iterations: asked.max_iterations.unwrap_or(default.max_iterations),
        bilateral: asked.method == CastMethod::Bilateral,
    }
}

/// Opens a query about two bounded bodies.
pub(super) fn open<S: Turned>(asked: &Asked<'_>, chosen: &CastOptions) -> Result<Arc<dyn Run>, QueryError> {
    let bodies = Bodies::<S>::new(asked)?;
    let velocities = asked.pair()?.map(|member| DVec3::from_array(member.body.velocity.unwrap_or_default()));
    let [a, b] = bodies.members.each_ref().map(|member| member.shape().cloned());
    let pair = S::two(a?, b?);
    let spins = spins(asked)?;
    let options = options(chosen);
    Ok(run(asked, Spun { pair, stage: Box::new(bodies), velocities, spins, options, planar: S::PLANAR }))
}

/// A dimension with pairs of bodies that rotate.
pub(super) trait Turned: Standing {
    type Pair: Turns + Send + Sync + 'static;

    fn two(a: Self::Shape, b: Self::Shape) -> Self::Pair;
}

impl Turned for Dim3 {
    type Pair = Two<Shape>;

    fn two(a: Shape, b: Shape) -> Two<Shape> {
        Two { a, b }
    }
}

impl Turned for Dim2 {
    type Pair = dim2::cast::Two;

    fn two(a: Self::Shape, b: Self::Shape) -> dim2::cast::Two {
        dim2::cast::Two { a, b }
    }
}

/// Opens a query about a half-space and a body that rotates.
pub(super) fn open_below<S: Standing>(
    asked: &Asked<'_>,
    below: Below<S::Held>,
    stage: Box<dyn Stage>,
    chosen: &CastOptions,
) -> Result<Arc<dyn Run>, QueryError> {
    let velocities = asked.pair()?.map(|member| DVec3::from_array(member.body.velocity.unwrap_or_default()));
    let spins = spins(asked)?;
    let options = options(chosen);
    Ok(run(asked, Spun { pair: below, stage, velocities, spins, options, planar: S::PLANAR }))
}

impl<P: Turns> Spun<P> {
    fn course(&self, frame: usize) -> Result<(DVec3, Course), QueryError> {
        let [(home, turn_a), (other, turn_b)] = self.stage.standing(frame)?;
        let velocities = self.velocities;
        let spins = self.spins;
        Ok((home, Course { velocities, spins, turns: [turn_a, turn_b], between: other - home }))
    }

    fn context(&self, frame: usize) -> Result<TurningContext, QueryError> {
        let (home, course) = self.course(frame)?;
        let seen = self.stage.context(frame)?;
        let pair = PairContext { space: Frame { position: home, rotation: DQuat::IDENTITY }, ..seen };
        Ok(TurningContext::new(pair, course, self.options.t_max))
    }
}

impl<P: Turns + Send + Sync + 'static> Method for Spun<P> {
    type Run = Turning<P>;
    type Seen = ();
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
