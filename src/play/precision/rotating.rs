//! Cast queries (first contact) of bodies that move and rotate, 3D and 2D, by conservative advancement or bilateral
//! advancement. One of the bodies may be a half-space.

use std::hint::black_box;
use std::sync::Arc;

use contact_lens_lesson::cast::rotating::{self as rotating_lesson, RotatingContext};
use contact_lens_lesson::{self as lesson, PairContext, Verdict};
use contact_lens_model::snapshot::Snapshots as _;
use contact_lens_scene::model::{CastMethod, CastOptions};
use glam::{DQuat, DVec3};

use super::convert::dim2::Dim2;
use super::convert::dim3::Dim3;
use super::convert::pair::{Bodies, Space};
use super::engine::dim2;
use super::engine::dim3::cast::rotating::{Course, Options, PairOfShapes, RotatingCast, RotatingPair};
use super::engine::dim3::half_space::HalfSpacePair;
use super::engine::dim3::shape::Shape;
use super::with_half_spaces::WithHalfSpaces;
use super::{Ended, LessonResult, Method, Prepared, QueryError, Run, SceneQuery, States, run};

/// Positions and rotations of A and B, world frame.
type Poses = [(DVec3, DQuat); 2];

/// Poses, names and drawings of a query's bodies in a frame.
pub(super) trait PairSource: Send + Sync + 'static {
    /// Positions and rotations of A and B, world frame.
    fn poses(&self, frame: usize) -> Result<Poses, QueryError>;

    /// Context of a frame for the lesson.
    fn context(&self, frame: usize) -> Result<PairContext, QueryError>;

    /// Names of the bodies.
    fn names(&self) -> [String; 2];
}

impl<S: Space> PairSource for Bodies<S> {
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

/// A cast of two bodies that move and rotate, over all frames.
pub(super) struct RotatingCastQuery<P> {
    /// The bodies in the engine's type.
    pub pair: P,
    /// Poses, names and drawings of the bodies.
    pub source: Box<dyn PairSource>,
    /// Velocities of A and B, world frame, m/s.
    pub velocities: [DVec3; 2],
    /// Angular velocities of A and B, world frame, rad/s.
    pub angular_velocities: [DVec3; 2],
    /// End of the motion and method of advancement.
    pub options: Options,
    /// Whether the scene is 2D.
    pub planar: bool,
}

/// Angular velocities of A and B, world frame, rad/s.
pub(super) fn angular_velocities(query: &SceneQuery<'_>) -> Result<[DVec3; 2], QueryError> {
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

/// Opens a cast of two bounded bodies.
pub(super) fn open<S: RotatingSpace>(
    query: &SceneQuery<'_>,
    requested: &CastOptions,
) -> Result<Arc<dyn Run>, QueryError> {
    let bodies = Bodies::<S>::new(query)?;
    let velocities = query.pair()?.map(|member| DVec3::from_array(member.body.velocity.unwrap_or_default()));
    let [a, b] = bodies.members.each_ref().map(|member| member.shape().cloned());
    let pair = S::pair(a?, b?);
    let angular_velocities = angular_velocities(query)?;
    let options = options(requested);
    Ok(run(
        query,
        RotatingCastQuery {
            pair,
            source: Box::new(bodies),
            velocities,
            angular_velocities,
            options,
            planar: S::PLANAR,
        },
    ))
}

/// A dimension with pairs of bodies that rotate.
pub(super) trait RotatingSpace: WithHalfSpaces {
    /// The engine's pair of bodies.
    type Pair: RotatingPair + Send + Sync + 'static;

    /// Joins two shapes to a pair.
    fn pair(a: Self::Shape, b: Self::Shape) -> Self::Pair;
}

impl RotatingSpace for Dim3 {
    type Pair = PairOfShapes<Shape>;

    fn pair(a: Shape, b: Shape) -> PairOfShapes<Shape> {
        PairOfShapes { a, b }
    }
}

impl RotatingSpace for Dim2 {
    type Pair = dim2::cast::PairOfShapes;

    fn pair(a: Self::Shape, b: Self::Shape) -> dim2::cast::PairOfShapes {
        dim2::cast::PairOfShapes { a, b }
    }
}

/// Opens a cast of a half-space and a bounded body, `pair`, with the poses, names and drawings of `source`.
pub(super) fn open_with_half_space<S: WithHalfSpaces>(
    query: &SceneQuery<'_>,
    pair: HalfSpacePair<S::Bounded>,
    source: Box<dyn PairSource>,
    requested: &CastOptions,
) -> Result<Arc<dyn Run>, QueryError> {
    let velocities = query.pair()?.map(|member| DVec3::from_array(member.body.velocity.unwrap_or_default()));
    let angular_velocities = angular_velocities(query)?;
    let options = options(requested);
    Ok(run(query, RotatingCastQuery { pair, source, velocities, angular_velocities, options, planar: S::PLANAR }))
}

impl<P: RotatingPair> RotatingCastQuery<P> {
    /// Position of A's origin in the world, meters.
    fn origin_of_a(&self, frame: usize) -> Result<DVec3, QueryError> {
        let [(origin_a, _), _] = self.source.poses(frame)?;
        Ok(origin_a)
    }

    /// Motion of both bodies relative to A's origin.
    fn course(&self, frame: usize) -> Result<Course, QueryError> {
        let [(origin_a, rotation_a), (origin_b, rotation_b)] = self.source.poses(frame)?;
        let velocities = self.velocities;
        let spins = self.angular_velocities;
        let rotations = [rotation_a, rotation_b];
        Ok(Course { velocities, spins, rotations, between: origin_b - origin_a })
    }

    /// Context of a frame for the lesson.
    fn context(&self, frame: usize) -> Result<RotatingContext, QueryError> {
        let position = self.origin_of_a(frame)?;
        let context = self.source.context(frame)?;
        let pair = PairContext { space: lesson::Space { position, rotation: DQuat::IDENTITY }, ..context };
        Ok(RotatingContext::new(pair, self.course(frame)?, self.options.t_max))
    }
}

impl<P: RotatingPair + Send + Sync + 'static> Method for RotatingCastQuery<P> {
    type Run = RotatingCast<P>;
    type Observed = ();
    type Memory = ();
    type Record = ();

    fn start(&self, frame: usize, (): &()) -> Result<Self::Run, QueryError> {
        Ok(RotatingCast::new(self.pair.clone(), self.course(frame)?, self.options))
    }

    fn verdict(&self, ended: &Ended<'_, Self>) -> Result<Verdict, QueryError> {
        let origin = self.origin_of_a(ended.frame)?;
        let answer = ended.run.answer(ended.outcome);
        Ok(rotating_lesson::verdict(&answer, origin, &ended.run.snapshot(), &self.source.names()))
    }

    fn prepared(&self, frame: usize) -> Result<Prepared<'_>, QueryError> {
        let course = self.course(frame)?;
        Ok(Box::new(move || {
            use contact_lens_model::step::Stepper as _;
            let mut run = RotatingCast::new(black_box(&self.pair).clone(), course, self.options);
            let outcome = run.run();
            black_box(&run.answer(outcome));
        }))
    }

    fn lesson(&self, ended: Ended<'_, Self>, states: States<Self>, verdict: Verdict) -> LessonResult {
        let variant = rotating_lesson::Variant { is_planar: self.planar, is_bilateral: self.options.bilateral };
        Ok(rotating_lesson::lesson(states, variant, self.context(ended.frame)?, verdict))
    }
}
