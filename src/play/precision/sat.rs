//! Separating-axis queries (SAT) of two polyhedra in 3D, and the code that 3D and 2D queries share ([`Test`]). A frame
//! may start from the separating axis of the previous one.

use std::hint::black_box;
use std::sync::Arc;

use contact_lens_lesson::sat::{FrameAxes, FrameResult, lesson, strip, verdict, verdict_in_world};
use contact_lens_lesson::{FrameStrip, Lesson, PairContext, Recording, ToF64, Verdict, watch};
use contact_lens_model::snapshot::{Snapshots, sat as snapshot};
use contact_lens_scene::model::{Ask, Body, SatOptions, Stop};
use glam::DVec3;

use super::convert::dim3::{Bodies, Dim3, narrow};
use super::convert::pair::{self, Member, Space};
use super::engine::dim3::cast::{self, Motion, MovingBody, RelativeMotion};
use super::engine::dim3::queries;
use super::engine::dim3::sat::{Axis, Options, Sat, Solid, plain};
use super::engine::pose::Pose;
use super::engine::prelude::*;
use super::engine::separation::{Outcome, Tested, TestedAxes};
use super::{
    Ended, LessonResult, Method, Prepared, QueryError, RecordAndMemory, Run, SceneQuery, States, misdirected, run,
};

/// Error message for a shape without faces and edges.
const NO_FACES: &str = "has no finite set of separating axes to test; use a polytope, mesh, box, triangle or segment";

/// Maximum number of axes of a lesson: bounds its memory and the time to record it.
const MAX_LESSON_AXES: u32 = 100_000;

/// Constructor of a lesson from the states of a test, every axis with whether it was the best when tested, the data
/// that is the same for all axes, the context of the pair, and the verdict.
pub(super) type MakeLesson = fn(
    Box<dyn Recording<snapshot::Test>>,
    &[(snapshot::Tested, bool)],
    snapshot::Problem,
    PairContext,
    Verdict,
) -> Box<dyn Lesson>;

/// A production cast as a closure whose answer is in the world frame, or the reason why it cannot be run.
pub(super) type PreparedCast<'a, V> = Result<Box<dyn Fn() -> cast::Answer<V> + 'a>, QueryError>;

/// A separating-axis test, 3D or 2D.
pub(super) trait Test: Send + Sync + 'static {
    /// Stepper of the test.
    type Sat: Stepper<Outcome = Outcome> + Snapshots<Snapshot = snapshot::Test> + Clone + Send + Sync + 'static;
    /// Axis of the test.
    type Axis: Copy + PartialEq + Send + Sync;
    /// Vector type of the dimension.
    type Vector: ToF64<F64 = DVec3> + Copy + PartialEq + 'static;
    /// Dimension of the shapes and poses.
    type Space: Space;
    /// Constructor of the lesson.
    const LESSON: MakeLesson;

    /// Returns the test before its first axis. `cached` is the separating axis of the previous frame, tested first;
    /// `None` without one.
    fn start(&self, frame: usize, requested: &SatOptions, cached: Option<Self::Axis>) -> Result<Self::Sat, QueryError>;

    /// Both bodies over all frames.
    fn bodies(&self) -> &pair::Bodies<Self::Space>;

    /// Query of a frame as a closure for timing; see [`Method::prepared`].
    fn prepared(&self, frame: usize, requested: &SatOptions) -> Result<Prepared<'_>, QueryError>;

    /// The production cast of the moving pair at these velocities, ready to run.
    fn cast(&self, frame: usize, velocities: [DVec3; 2], options: cast::Options) -> PreparedCast<'_, Self::Vector>;

    /// Contact normal of an ended test in the world frame; `pose_a` is A's pose in the world.
    fn normal(sat: &Self::Sat, outcome: Outcome, pose_a: &<Self::Space as Space>::Pose) -> DVec3;

    /// The test of a moving pair, and the motion of B relative to A. `relative_velocity` is the velocity of B minus
    /// that of A, world frame, m/s.
    fn moving_pair(&self, frame: usize, relative_velocity: DVec3) -> Result<(Self::Sat, Motion), QueryError>;

    /// Context of a frame for the lesson.
    fn context(&self, frame: usize) -> Result<PairContext, QueryError>;

    /// Both bodies as plain data.
    fn solids(&self) -> &[Arc<snapshot::Solid>; 2];

    /// Data of the lesson that is the same for all axes.
    fn problem(&self, start: &Self::Sat) -> snapshot::Problem;

    /// Result of a test after its last axis: the axes tested, the last one and the best one.
    fn tested_axes(sat: &Self::Sat) -> &TestedAxes<Self::Axis, Self::Vector>;

    /// Results after each axis of the last step, which may test several.
    fn results_by_axis(sat: &Self::Sat) -> Vec<TestedAxes<Self::Axis, Self::Vector>> {
        vec![*Self::tested_axes(sat)]
    }

    /// Result on one axis, as plain data.
    fn tested(tested: &Tested<Self::Axis, Self::Vector>) -> snapshot::Tested;

    /// Result of an ended test.
    fn answer(sat: &Self::Sat, outcome: Outcome) -> snapshot::Answer;

    /// Error of a test with too many axes for a lesson; `None` if it can be recorded.
    fn axis_limit_error(&self, _axes: u32) -> Option<QueryError> {
        None
    }
}

/// A SAT query over all frames.
struct SatQuery<T> {
    /// The bodies with their axes, 3D or 2D.
    test: T,
    /// Options of the query as written.
    options: SatOptions,
}

/// Axes tested in a frame.
struct ObservedAxes<A, V> {
    /// Every axis, and whether it was the best of all tested until then.
    axes: Vec<(snapshot::Tested, bool)>,
    /// Best axis of all tested; `None` before the first.
    best: Option<Tested<A, V>>,
}

impl<A, V> Default for ObservedAxes<A, V> {
    fn default() -> Self {
        Self { axes: Vec::new(), best: None }
    }
}

impl<T: Test> Method for SatQuery<T> {
    type Run = T::Sat;
    type Observed = ObservedAxes<T::Axis, T::Vector>;
    /// The separating axis, if any.
    type Memory = Option<T::Axis>;
    type Record = FrameAxes;

    fn start(&self, frame: usize, from: &Self::Memory) -> Result<T::Sat, QueryError> {
        self.test.start(frame, &self.options, *from)
    }

    fn observe(&self, tested: &mut Self::Observed, _: &T::Sat, state: &T::Sat) {
        for result in T::results_by_axis(state) {
            if let Some(axis) = result.last {
                let is_new_best = result.best != tested.best;
                tested.axes.push((T::tested(&axis), is_new_best));
            }
            tested.best = result.best;
        }
    }

    fn lesson_limit_error(&self, state: &T::Sat, _: usize) -> Option<QueryError> {
        self.test.axis_limit_error(T::tested_axes(state).tested)
    }

    fn verdict(&self, ended: &Ended<'_, Self>) -> Result<Verdict, QueryError> {
        let answer = T::answer(&ended.run, ended.outcome);
        let bodies = self.test.bodies();
        if let Some([pose_a, _]) = &bodies.as_written {
            let normal = answer.best.as_ref().map(|_| T::normal(&ended.run, ended.outcome, pose_a));
            return Ok(verdict_in_world(&answer, normal, self.test.solids(), &bodies.names()));
        }
        Ok(verdict(&answer, self.test.solids(), &self.test.context(ended.frame)?))
    }

    fn prepared(&self, frame: usize) -> Result<Prepared<'_>, QueryError> {
        self.test.prepared(frame, &self.options)
    }

    fn lesson(&self, ended: Ended<'_, Self>, states: States<Self>, verdict: Verdict) -> LessonResult {
        let problem = self.test.problem(&ended.run);
        let context = self.test.context(ended.frame)?;
        Ok(T::LESSON(states, &ended.observed.axes, problem, context, verdict))
    }

    fn memory_after(&self, ended: &Ended<'_, Self>) -> Result<Option<Self::Memory>, QueryError> {
        if !ended.outcome.is_apart() {
            return Ok(Some(None));
        }
        let best = T::tested_axes(&ended.run).best;
        Ok(Some(best.map(|best| best.axis)))
    }

    fn record(&self, frame: usize, from: &Self::Memory) -> Result<Option<RecordAndMemory<Self>>, QueryError> {
        let warm = Ended::run_to_end(self, frame, from)?;
        let cold = Ended::run_to_end(self, frame, &None)?;
        let result = match warm.outcome {
            Outcome::SeparatedByCache => FrameResult::ByCache,
            Outcome::Separated => FrameResult::Searched,
            _ => FrameResult::Together,
        };
        let record =
            FrameAxes { cached: T::tested_axes(&warm.run).tested, cold: T::tested_axes(&cold.run).tested, result };
        Ok(self.memory_after(&warm)?.map(|next_memory| (record, next_memory)))
    }

    fn strip(&self, records: &[FrameAxes], frame: usize) -> Option<FrameStrip> {
        strip(records, frame)
    }
}

/// Rejects a body with a margin, whose surface is rounded; `path` gives the path of a field of the body for errors.
pub(super) fn without_margin(body: &Body, path: &dyn Fn(&str) -> String) -> Result<(), QueryError> {
    if body.margin == 0.0 {
        return Ok(());
    }
    let message = "must be 0: axes come from faces and edges, which a margin would round";
    Err(QueryError::new(path("margin"), message))
}

/// Two polyhedra over all frames.
pub(super) struct Polyhedra {
    bodies: Bodies,
    /// The polyhedra in the engine's type.
    solids: [Arc<Solid>; 2],
    /// The polyhedra as plain data for lessons.
    plain_solids: [Arc<snapshot::Solid>; 2],
    /// Path of the query's options in the scene, for errors.
    options_path: String,
}

/// Opens a SAT query in 3D.
pub(super) fn open(query: &SceneQuery<'_>) -> Result<Arc<dyn Run>, QueryError> {
    open_test(query, Polyhedra::new(query)?)
}

/// Opens a SAT query of the bodies of `test`, which are converted already.
pub(super) fn open_test<T: Test>(query: &SceneQuery<'_>, test: T) -> Result<Arc<dyn Run>, QueryError> {
    let Ask::Sat { options, .. } = query.ask() else { return Err(misdirected()) };
    Ok(run(query, SatQuery { test, options: options.clone() }))
}

impl Polyhedra {
    /// Both bodies of the query. Errors if one of them is not a polyhedron.
    pub fn new(query: &SceneQuery<'_>) -> Result<Self, QueryError> {
        for member in query.pair()? {
            without_margin(member.body, &|field| member.path(field))?;
        }
        let bodies = Bodies::new(query)?;
        let [a, b] = &bodies.members;
        let solids = [solid(a)?, solid(b)?];
        let plain_solids = solids.each_ref().map(|solid| Arc::new(solid.snapshot()));
        Ok(Self { bodies, solids, plain_solids, options_path: query.path("options") })
    }
}

/// A body as a polyhedron.
///
/// # Errors
/// The shape has no faces and edges, or is invalid in this precision.
fn solid(member: &Member<Dim3>) -> Result<Arc<Solid>, QueryError> {
    match Solid::of_shape(member.shape()?) {
        Some(Ok(solid)) => Ok(Arc::new(solid)),
        Some(Err(error)) => Err(QueryError::new(member.path("shape"), error.to_string())),
        None => Err(QueryError::new(member.path("shape.type"), NO_FACES)),
    }
}

/// Engine options of a query; `cached` is the separating axis of the previous frame.
fn options(requested: &SatOptions, cached: Option<Axis>) -> Options {
    Options { stop_at_first: requested.stop == Stop::First, pairs: requested.pairs, cached }
}

impl Test for Polyhedra {
    type Sat = Sat<Arc<Solid>>;
    type Axis = Axis;
    type Vector = Vec3;
    type Space = Dim3;
    const LESSON: MakeLesson = lesson;

    fn start(&self, frame: usize, requested: &SatOptions, cached: Option<Axis>) -> Result<Self::Sat, QueryError> {
        let [pose_a, pose_b] = self.bodies.poses(frame)?;
        let [a, b] = self.solids.clone();
        Ok(Sat::new(a, &pose_a, b, &pose_b, options(requested, cached)).by_triples())
    }

    fn bodies(&self) -> &Bodies {
        &self.bodies
    }

    fn prepared(&self, frame: usize, requested: &SatOptions) -> Result<Prepared<'_>, QueryError> {
        let poses = self.bodies.poses(frame)?;
        let options = options(requested, None);
        Ok(Box::new(move || {
            let [a, b] = black_box(&self.solids);
            let [pose_a, pose_b] = &poses;
            black_box(&queries::sat([a, b], [pose_a, pose_b], options, watch::tick));
        }))
    }

    fn cast(&self, frame: usize, velocities: [DVec3; 2], options: cast::Options) -> PreparedCast<'_, Vec3> {
        let poses = self.bodies.poses(frame)?;
        let velocities = velocities.map(narrow);
        Ok(Box::new(move || {
            let shapes = black_box(&self.solids);
            let [a, b] =
                [0, 1].map(|i: usize| MovingBody { shape: &*shapes[i], pose: &poses[i], velocity: velocities[i] });
            cast::sweep(a, b, &options)
        }))
    }

    fn normal(sat: &Self::Sat, outcome: Outcome, pose_a: &Pose) -> DVec3 {
        sat.answer(outcome).in_world(pose_a).normal.to_f64()
    }

    fn moving_pair(&self, frame: usize, relative_velocity: DVec3) -> Result<(Self::Sat, Motion), QueryError> {
        let [pose_a, pose_b] = self.bodies.at(frame)?.poses();
        let [a, b] = self.solids.clone();
        let RelativeMotion { rotation, translation, motion } = RelativeMotion::new(&pose_a, &pose_b, relative_velocity);
        Ok((Sat::placed(a, b, rotation, translation, Options::default()).by_triples(), motion))
    }

    fn context(&self, frame: usize) -> Result<PairContext, QueryError> {
        Ok(self.bodies.at(frame)?.context(false))
    }

    fn solids(&self) -> &[Arc<snapshot::Solid>; 2] {
        &self.plain_solids
    }

    fn problem(&self, start: &Self::Sat) -> snapshot::Problem {
        start.problem(self.plain_solids.clone())
    }

    fn tested_axes(sat: &Self::Sat) -> &TestedAxes<Axis, Vec3> {
        &sat.found
    }

    fn results_by_axis(sat: &Self::Sat) -> Vec<TestedAxes<Axis, Vec3>> {
        sat.axis_by_axis().into_iter().map(|state| state.found).collect()
    }

    fn tested(tested: &Tested<Axis, Vec3>) -> snapshot::Tested {
        plain(tested)
    }

    fn answer(sat: &Self::Sat, outcome: Outcome) -> snapshot::Answer {
        sat.plain_answer(outcome)
    }

    fn axis_limit_error(&self, axes: u32) -> Option<QueryError> {
        if axes <= MAX_LESSON_AXES {
            return None;
        }
        let message = format!("need {axes} axes; a lesson has at most {MAX_LESSON_AXES}");
        Some(QueryError::new(self.options_path.clone(), message))
    }
}
