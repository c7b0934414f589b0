//! Casts of bodies that move without rotation, 3D and 2D: conservative advancement, ray cast against the CSO, and swept
//! separating axes. Bodies that rotate are passed on to `rotating`.

use std::hint::black_box;
use std::sync::Arc;

use contact_lens_lesson::cast::{self as lesson, advance, ray, sweep};
use contact_lens_lesson::{Lesson, PairContext, Recording, ToF64, Verdict};
use contact_lens_model::snapshot::cast::TestedAxis;
use contact_lens_model::snapshot::{Snapshot, Snapshots};
use contact_lens_scene::model::{Ask, CastMethod, CastOptions};
use glam::DVec3;

use super::convert::dim3::{self, Dim3, narrow};
use super::convert::pair::{self, Bodies, Space};
use super::engine::dim3::cast::sweep::AxisSource;
use super::engine::dim3::cast::{
    Advance, CastState, Motion, MovingBody, Options, Outcome, Pair, RayCast, RelativeMotion, Sweep,
};
use super::engine::dim3::queries;
use super::engine::dim3::shape::Shape;
use super::engine::dim3::support::Cso;
use super::engine::prelude::*;
use super::rotating::{self, RotatingSpace};
use super::sat::{Polyhedra, PreparedCast, Test};
use super::{Ended, LessonResult, Method, Prepared, QueryError, Run, SceneQuery, States, misdirected, run};
use crate::drawing::outline;

/// Engine options of a query, with the defaults of the engine.
fn options(requested: &CastOptions) -> Options {
    let mut options = Options::default();
    options.t_max = requested.t_max() as Real;
    options.max_iterations = requested.max_iterations.unwrap_or(options.max_iterations);
    options
}

/// The dimension of a cast by support points, 3D or 2D.
pub(super) trait CastSpace: Space {
    /// The engine's pair of moving bodies.
    type Pair: Pair<Memory: Send + Sync> + Send + Sync + 'static;
    /// Vector type of the dimension.
    type Vector: ToF64<F64 = DVec3> + Copy + 'static;

    /// Converts a pair to the engine's pair and the motion of B relative to A. `relative_velocity` is the velocity of B
    /// minus that of A, world frame, m/s.
    fn moving_pair(pair: &pair::Pair<'_, Self>, relative_velocity: DVec3) -> (Self::Pair, Motion);

    /// The production cast of the pair at these velocities, ready to run.
    fn cast<'a>(
        pair: pair::Pair<'a, Self>,
        method: CastMethod,
        velocities: [DVec3; 2],
        options: Options,
    ) -> PreparedCast<'a, Self::Vector>;
}

/// Wraps a production cast for [`Method::prepared`].
fn prepared<'a, V: 'a>(cast: PreparedCast<'a, V>) -> Result<Prepared<'a>, QueryError> {
    let cast = cast?;
    Ok(Box::new(move || _ = black_box(&cast())))
}

/// Velocities and options of a cast.
struct CastInput {
    /// Velocities of A and B, world frame, m/s.
    velocities: [DVec3; 2],
    /// End of the motion and maximum number of iterations.
    options: Options,
}

impl CastInput {
    /// Velocity of B relative to A, m/s.
    fn relative_velocity(&self) -> DVec3 {
        self.velocities[1] - self.velocities[0]
    }

    /// Verdict of the production cast of bodies with these names.
    fn production_verdict<V: ToF64<F64 = DVec3> + Copy>(
        &self,
        cast: PreparedCast<'_, V>,
        names: &[String; 2],
    ) -> Result<Option<Verdict>, QueryError> {
        Ok(Some(lesson::verdict_in_world(&cast?().snapshot(), self.options.t_max.to_f64(), names)))
    }

    /// The motion for the lesson.
    fn motion(&self, pair: PairContext, path: contact_lens_model::snapshot::cast::Path) -> lesson::Motion {
        lesson::Motion { pair, velocities: self.velocities, path, sweeping: outline::swept }
    }
}

/// Opens a cast by the requested method. `sat_pair` prepares the bodies for swept separating axes.
pub(super) fn open_by_method<
    S: CastSpace + RotatingSpace,
    T: Test<Sat: AxisSource<Axis: Into<PlainAxis> + Send + Sync>>,
>(
    query: &SceneQuery<'_>,
    sat_pair: impl FnOnce() -> Result<T, QueryError>,
) -> Result<Arc<dyn Run>, QueryError> {
    let Ask::Cast { options: requested, .. } = query.ask() else { return Err(misdirected()) };
    let velocities = query.pair()?.map(|member| DVec3::from_array(member.body.velocity.unwrap_or_default()));
    let rotates = rotating::angular_velocities(query)?.iter().any(|spin| *spin != DVec3::ZERO);
    // Bilateral advancement is implemented for rotating bodies only, which covers bodies that do not rotate.
    let is_bilateral = requested.method == CastMethod::Bilateral;
    if is_bilateral || rotates && requested.method.supports_rotation() {
        return rotating::open::<S>(query, requested);
    }
    let pair = query.pair()?;
    let rotating_member = pair.iter().find(|member| member.body.spin.is_some_and(|spin| spin != [0.0; 3]));
    if let Some(member) = rotating_member {
        let message = "rotates the body, which only the methods `advance` and `bilateral` support";
        return Err(QueryError::new(format!("bodies[{}].spin", member.index), message));
    }
    let method = requested.method;
    let cast = CastInput { velocities, options: options(requested) };
    Ok(match method {
        CastMethod::Sat => run(query, SatCastQuery { test: sat_pair()?, cast }),
        CastMethod::Advance | CastMethod::Bilateral => {
            let bodies = Bodies::<S>::new(query)?;
            let lesson = advance::lesson;
            run(query, CastQuery { bodies, cast, method, start: Advance::new, cast_state: |run| &run.state, lesson })
        }
        CastMethod::Raycast => {
            let bodies = Bodies::<S>::new(query)?;
            let lesson = ray::lesson;
            run(query, CastQuery { bodies, cast, method, start: RayCast::new, cast_state: |run| &run.state, lesson })
        }
    })
}

/// Opens a cast in 3D.
pub(super) fn open(query: &SceneQuery<'_>) -> Result<Arc<dyn Run>, QueryError> {
    open_by_method::<Dim3, _>(query, || Polyhedra::new(query))
}

impl CastSpace for Dim3 {
    type Pair = Cso<Shape, Shape>;
    type Vector = Vec3;

    fn moving_pair(pair: &dim3::Pair<'_>, relative_velocity: DVec3) -> (Self::Pair, Motion) {
        let [pose_a, pose_b] = pair.poses();
        let Cso { a, b, .. } = pair.cso();
        let relative = RelativeMotion::new(&pose_a, &pose_b, relative_velocity);
        (relative.cso(a, b), relative.motion)
    }

    fn cast<'a>(
        pair: dim3::Pair<'a>,
        method: CastMethod,
        velocities: [DVec3; 2],
        options: Options,
    ) -> PreparedCast<'a, Vec3> {
        let algorithm = if method == CastMethod::Advance { queries::advance } else { queries::ray_cast };
        let shapes = pair.shapes;
        let poses = pair.poses();
        let velocities = velocities.map(narrow);
        Ok(Box::new(move || {
            let shapes = black_box(shapes);
            let [a, b] =
                [0, 1].map(|i: usize| MovingBody { shape: shapes[i], pose: &poses[i], velocity: velocities[i] });
            algorithm([a, b], &options)
        }))
    }
}

/// Constructor of a lesson from the states of a search, the bracket after each step, the motion and the verdict.
type MakeLesson<S> = fn(Box<dyn Recording<S>>, &[[f64; 2]], lesson::Motion, Verdict) -> Box<dyn Lesson>;

/// A cast by support points, conservative advancement or ray cast, over all frames; `R` is its stepper.
struct CastQuery<S: CastSpace, R: Snapshots> {
    bodies: Bodies<S>,
    cast: CastInput,
    /// Method of the production cast.
    method: CastMethod,
    /// Constructor of the stepper.
    start: fn(S::Pair, Motion, Options) -> R,
    /// State of the cast within a run.
    cast_state: fn(&R) -> &CastState<S::Pair>,
    /// Constructor of the lesson.
    lesson: MakeLesson<R::Snapshot>,
}

impl<S: CastSpace, R: Snapshots> CastQuery<S, R> {
    /// The motion of a frame for the lesson.
    fn motion(&self, frame: usize, run: &R) -> Result<lesson::Motion, QueryError> {
        let path = (self.cast_state)(run).path.snapshot(S::Pair::PLANAR);
        Ok(self.cast.motion(self.bodies.at(frame)?.context(S::Pair::PLANAR), path))
    }

    /// The production cast of a pair.
    fn production_cast<'a>(&self, pair: pair::Pair<'a, S>) -> PreparedCast<'a, S::Vector> {
        S::cast(pair, self.method, self.cast.velocities, self.cast.options)
    }
}

impl<S: CastSpace, R> Method for CastQuery<S, R>
where
    R: Snapshots<Snapshot: Snapshot<Outcome = Outcome>, Outcome = Outcome> + Clone + Send + Sync + 'static,
{
    type Run = R;
    /// Bracket of first contact after each step, seconds.
    type Observed = Vec<[f64; 2]>;
    type Memory = ();
    type Record = ();

    fn start(&self, frame: usize, (): &()) -> Result<R, QueryError> {
        let (pair, motion) = S::moving_pair(&self.bodies.at(frame)?, self.cast.relative_velocity());
        Ok((self.start)(pair, motion, self.cast.options))
    }

    fn observe(&self, brackets: &mut Self::Observed, _: &R, state: &R) {
        brackets.push((self.cast_state)(state).bracket());
    }

    fn verdict(&self, ended: &Ended<'_, Self>) -> Result<Verdict, QueryError> {
        let answer = (self.cast_state)(&ended.run).answer(ended.outcome).snapshot();
        Ok(lesson::verdict(&answer, &self.motion(ended.frame, &ended.run)?))
    }

    fn production_verdict(&self, frame: usize) -> Result<Option<Verdict>, QueryError> {
        let Some(pair) = self.bodies.pair_as_written(frame)? else { return Ok(None) };
        self.cast.production_verdict(self.production_cast(pair), &self.bodies.names())
    }

    fn prepared(&self, frame: usize) -> Result<Prepared<'_>, QueryError> {
        prepared(self.production_cast(self.bodies.at(frame)?))
    }

    fn lesson(&self, ended: Ended<'_, Self>, states: States<Self>, verdict: Verdict) -> LessonResult {
        Ok((self.lesson)(states, &ended.observed, self.motion(ended.frame, &ended.run)?, verdict))
    }
}

/// An axis as plain data.
type PlainAxis = contact_lens_model::snapshot::sat::Axis;

/// A cast by swept separating axes over all frames.
struct SatCastQuery<T> {
    /// The bodies with their candidate axes.
    test: T,
    cast: CastInput,
}

impl<T: Test<Sat: AxisSource>> SatCastQuery<T> {
    /// The motion of a frame for the lesson.
    fn motion(&self, ended: &Ended<'_, Self>) -> Result<lesson::Motion, QueryError>
    where
        Self: Method<Run = Sweep<T::Sat>>,
    {
        Ok(self.cast.motion(self.test.context(ended.frame)?, ended.run.path.snapshot(T::Sat::PLANAR)))
    }

    /// The production cast of a frame.
    fn production_cast(&self, frame: usize) -> PreparedCast<'_, T::Vector> {
        self.test.cast(frame, self.cast.velocities, self.cast.options)
    }
}

impl<T: Test<Sat: AxisSource<Axis: Into<PlainAxis> + Send + Sync>>> Method for SatCastQuery<T> {
    type Run = Sweep<T::Sat>;
    /// Every axis tested, with the interval of positions on the path, meters, in which the projections on this axis and
    /// on all earlier ones overlap.
    type Observed = Vec<(TestedAxis, [f64; 2])>;
    type Memory = ();
    type Record = ();

    fn start(&self, frame: usize, (): &()) -> Result<Self::Run, QueryError> {
        let (sat, motion) = self.test.moving_pair(frame, self.cast.relative_velocity())?;
        Ok(Sweep::new(sat, motion, self.cast.options))
    }

    /// Adds the axes that a step tested, in order; a step may test several.
    fn observe(&self, axes: &mut Self::Observed, _: &Self::Run, state: &Self::Run) {
        let state = state.snapshot();
        for sweep in state.between.iter().chain([&state]) {
            axes.extend(sweep.last_tested.map(|axis| (axis, sweep.overlap)));
        }
    }

    fn verdict(&self, ended: &Ended<'_, Self>) -> Result<Verdict, QueryError> {
        Ok(lesson::verdict(&ended.run.answer(ended.outcome).snapshot(), &self.motion(ended)?))
    }

    fn production_verdict(&self, frame: usize) -> Result<Option<Verdict>, QueryError> {
        let bodies = self.test.bodies();
        if bodies.as_written.is_none() {
            return Ok(None);
        }
        self.cast.production_verdict(self.production_cast(frame), &bodies.names())
    }

    fn prepared(&self, frame: usize) -> Result<Prepared<'_>, QueryError> {
        prepared(self.production_cast(frame))
    }

    fn lesson(&self, ended: Ended<'_, Self>, states: States<Self>, verdict: Verdict) -> LessonResult {
        let motion = self.motion(&ended)?;
        Ok(sweep::lesson(states, &ended.observed, self.test.solids(), motion, verdict))
    }
}
