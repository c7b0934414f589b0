//! Bodies in flight: three methods, in space and in the plane.

use std::hint::black_box;
use std::sync::Arc;

use glam::DVec3;

use super::engine::dim3::cast::sweep::Lines;
use super::engine::dim3::cast::{
    self, Advance, Answer, Approach, Flight, Moving, Options, Outcome, Pair, RayCast, Sweep,
};
use super::engine::dim3::sat::{self, Sat};
use super::engine::dim3::shape::Shape;
use super::engine::dim3::support::Cso;
use super::engine::pose::Pose;
use super::engine::prelude::*;
use super::pair::{Bodies, narrow};
use super::sat::{plain_solids, solids};
use super::{Answered, Player, Prepared, QueryError, Run, bodies, misdirected, run};
use crate::lesson::cast::{Motion, advance, ray, sweep, verdict_in_world};
use crate::lesson::{Lesson, PairContext, Recording, Tape, ToF64, recording};
use crate::play::outline;
use crate::scene::model::{Ask, CastMethod, CastOptions, Query, Scene};
use crate::snapshot::{Snapshot, Snapshots, cast as snapshot};

/// What a query asks of the engine.
pub(super) fn options(asked: &CastOptions) -> Options {
    let mut options = Options::default();
    options.t_max = asked.t_max() as Real;
    options.max_iterations = asked.max_iterations.unwrap_or(options.max_iterations);
    options
}

/// The velocities of A and B.
pub(super) fn velocities(scene: &Scene, query: &Query) -> Result<[DVec3; 2], QueryError> {
    Ok(bodies::pair(scene, query)?.map(|subject| DVec3::from_array(subject.body.velocity.unwrap_or_default())))
}

/// A cast as a program asks it, ready; its vectors are in the world.
pub(super) type Ready<V> = Box<dyn Fn() -> Answer<V>>;

/// A pair in flight, over all frames.
pub(super) struct Flying<F, R, V> {
    pub frames: usize,
    /// Makes the lesson of a frame.
    pub lesson: F,
    /// Makes the cast of a frame ready.
    pub ready: R,
    /// What people call both, in a scene that is asked as it is written.
    pub written: Option<[String; 2]>,
    /// How long the motion lasts, seconds.
    pub t_max: Real,
    /// A vector of the cast in space.
    pub in_space: fn(V) -> DVec3,
}

impl<F, R, V> Player for Flying<F, R, V>
where
    F: Fn(usize) -> Result<Box<dyn Lesson>, QueryError> + Send + Sync + 'static,
    R: Fn(usize) -> Result<Ready<V>, QueryError> + Send + Sync + 'static,
    V: Copy + 'static,
{
    type Memory = ();
    type Record = ();

    fn frames(&self) -> usize {
        self.frames
    }

    fn answer(&self, frame: usize, (): &()) -> Result<Answered<Self>, QueryError> {
        let Some(names) = &self.written else { return self.told(frame, &()) };
        let answer = (self.ready)(frame)?();
        Ok((verdict_in_world(&plain(&answer, self.in_space), self.t_max.to_f64(), names), None))
    }

    fn prepared(&self, frame: usize) -> Result<Prepared<'_>, QueryError> {
        let ready = (self.ready)(frame)?;
        Ok(Box::new(move || _ = black_box(ready())))
    }

    fn lesson(&self, frame: usize, (): &(), _: &[()]) -> Result<Arc<dyn Lesson>, QueryError> {
        (self.lesson)(frame).map(Arc::from)
    }
}

/// The answer that a program gets, as plain data.
fn plain<V: Copy>(answer: &Answer<V>, in_space: impl Fn(V) -> DVec3) -> snapshot::Answer {
    snapshot::Answer {
        outcome: answer.outcome,
        t_first: answer.t_first.map(ToF64::to_f64),
        lower: answer.lower.to_f64(),
        upper: answer.upper.map(ToF64::to_f64),
        t_last: answer.t_last.map(ToF64::to_f64),
        normal: answer.normal.map(&in_space),
        witness: answer.witness.map(|points| points.map(in_space)),
        gap: answer.gap.map(ToF64::to_f64),
        iterations: answer.iterations,
    }
}

/// A pair that a search asks, and that can be recorded.
pub(super) trait Recorded: Pair<Memory: Send + Sync> + Send + Sync + 'static {}

impl<P: Pair<Memory: Send + Sync> + Send + Sync + 'static> Recorded for P {}

/// What makes the lesson of a search: of its states, of the bracket after each step, and of what it found.
type MakeLesson<S> = fn(Box<dyn Recording<S>>, &[[f64; 2]], &snapshot::Answer, Motion) -> Box<dyn Lesson>;

/// Records a search for first contact.
fn searched<R, P, S>(
    start: R,
    flight: impl Fn(&R) -> &Flight<P>,
    lesson: MakeLesson<S>,
    (pair, velocities): (PairContext, [DVec3; 2]),
) -> Box<dyn Lesson>
where
    R: Stepper<Outcome = Outcome> + Snapshots<Snapshot = S> + Clone + Send + Sync + 'static,
    S: Snapshot<Outcome = Outcome>,
    P: Recorded,
{
    let path = flight(&start).path.snapshot(P::PLANAR);
    let mut brackets = Vec::new();
    let tape = Tape::record_seeing(start, |state| brackets.push(flight(state).bracket()));
    let answer = flight(tape.last()).answer(*tape.outcome()).snapshot();
    lesson(recording(tape), &brackets, &answer, Motion { pair, velocities, path, sweeping: outline::swept })
}

/// The lesson of a ray cast.
pub(super) fn by_ray<P: Recorded>(start: RayCast<P>, of: (PairContext, [DVec3; 2])) -> Box<dyn Lesson> {
    searched(start, |state| &state.flight, ray::lesson, of)
}

/// The lesson of conservative advancement.
pub(super) fn by_advance<P: Recorded>(start: Advance<P>, of: (PairContext, [DVec3; 2])) -> Box<dyn Lesson> {
    searched(start, |state| &state.flight, advance::lesson, of)
}

/// The lesson of a sweep of these solids.
pub(super) fn by_lines<L>(
    start: Sweep<L>,
    solids: &[Arc<crate::snapshot::sat::Solid>; 2],
    (pair, velocities): (PairContext, [DVec3; 2]),
) -> Box<dyn Lesson>
where
    L: Lines<Axis: Into<crate::snapshot::sat::Axis> + Send + Sync> + Send + Sync + 'static,
{
    let (path, mut lines) = (start.path.snapshot(L::PLANAR), Vec::new());
    let tape = Tape::record_seeing(start, |state| {
        let state = state.snapshot();
        lines.extend(state.now.map(|now| (now, state.meet)));
    });
    let answer = tape.last().answer(*tape.outcome()).snapshot();
    let motion = Motion { pair, velocities, path, sweeping: outline::swept };
    sweep::lesson(recording(tape), &lines, solids, &answer, motion)
}

/// A cast of bodies with these shapes, poses and velocities, ready.
fn ready<S: 'static>(
    by: fn(Moving<'_, S>, Moving<'_, S>, &Options) -> Answer,
    shapes: [Arc<S>; 2],
    (pose_a, pose_b): (Pose, Pose),
    [velocity_a, velocity_b]: [Vec3; 2],
    options: Options,
) -> Ready<Vec3> {
    Box::new(move || {
        let [a, b] = black_box(&shapes);
        let a = Moving { shape: &**a, pose: &pose_a, velocity: velocity_a };
        by(a, Moving { shape: &**b, pose: &pose_b, velocity: velocity_b }, &options)
    })
}

/// Opens a query in space.
pub(super) fn open(scene: &Scene, query: &Query) -> Result<Arc<dyn Run>, QueryError> {
    let Ask::Cast { options: asked, .. } = &query.ask else { return Err(misdirected()) };
    let (method, options, v) = (asked.method, options(asked), velocities(scene, query)?);
    let (bodies, frames) = (Arc::new(Bodies::new(scene, query)?), scene.frame_count());
    let (again, narrow) = (Arc::clone(&bodies), v.map(narrow));
    let (written, t_max) = (bodies.written().map(|_| bodies.names()), options.t_max);
    let in_space = Vec3::to_f64;
    if method == CastMethod::Sat {
        let solids = solids(scene, query)?;
        let (plain, shapes) = (plain_solids(&solids), solids.clone());
        let lesson = move |frame| {
            let pair = bodies.at(frame)?;
            let ((pose_a, pose_b), [a, b]) = (pair.poses(), &solids);
            let Approach { rotation, translation, motion } = Approach::new(&pose_a, &pose_b, v[1] - v[0]);
            let sat = Sat::placed(Arc::clone(a), Arc::clone(b), rotation, translation, sat::Options::default());
            Ok(by_lines(Sweep::new(sat, motion, options), &plain, (pair.context(false), v)))
        };
        let ready = move |frame| Ok(ready(cast::sweep, shapes.clone(), again.poses(frame)?, narrow, options));
        return Ok(run(Flying { frames, lesson, ready, written, t_max, in_space }));
    }
    let lesson = move |frame| {
        let pair = bodies.at(frame)?;
        let ((pose_a, pose_b), Cso { a, b, .. }, context) = (pair.poses(), pair.cso(), pair.context(false));
        let approach = Approach::new(&pose_a, &pose_b, v[1] - v[0]);
        let (cso, motion) = (approach.cso(a, b), approach.motion);
        Ok(match method {
            CastMethod::Advance => by_advance(Advance::new(cso, motion, options), (context, v)),
            _ => by_ray(RayCast::new(cso, motion, options), (context, v)),
        })
    };
    let by = if method == CastMethod::Advance { cast::advance::<Shape, Shape> } else { cast::ray_cast::<Shape, Shape> };
    let ready = move |frame| {
        let pair = again.at(frame)?;
        Ok(ready(by, pair.shapes().map(|shape| Arc::new(shape.clone())), pair.poses(), narrow, options))
    };
    Ok(run(Flying { frames, lesson, ready, written, t_max, in_space }))
}
