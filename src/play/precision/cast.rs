//! Bodies in flight: three methods, in space and in the plane.

use std::sync::Arc;

use glam::DVec3;

use super::engine::dim3::cast::sweep::Lines;
use super::engine::dim3::cast::{Advance, Approach, Flight, Options, Outcome, Pair, RayCast, Sweep};
use super::engine::dim3::sat::{self, Sat};
use super::engine::dim3::support::Cso;

use super::engine::prelude::*;
use super::pair::Bodies;
use super::sat::{plain_solids, solids};
use super::{Player, QueryError, Run, bodies, misdirected, run};
use crate::lesson::cast::{Motion, advance, ray, sweep};
use crate::lesson::{Lesson, PairContext, Recording, Tape, recording};
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

/// A pair in flight, over all frames.
pub(super) struct Flying<F> {
    pub frames: usize,
    /// Makes the lesson of a frame.
    pub lesson: F,
}

impl<F> Player for Flying<F>
where
    F: Fn(usize) -> Result<Box<dyn Lesson>, QueryError> + Send + Sync + 'static,
{
    type Memory = ();
    type Record = ();

    fn frames(&self) -> usize {
        self.frames
    }

    fn lesson(&self, frame: usize, (): &(), _: &[()]) -> Result<Arc<dyn Lesson>, QueryError> {
        (self.lesson)(frame).map(Arc::from)
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
        lines.extend(state.now.filter(|_| state.again == 0).map(|now| (now, state.meet)));
    });
    let answer = tape.last().answer(*tape.outcome()).snapshot();
    let motion = Motion { pair, velocities, path, sweeping: outline::swept };
    sweep::lesson(recording(tape), &lines, solids, &answer, motion)
}

/// Opens a query in space.
pub(super) fn open(scene: &Scene, query: &Query) -> Result<Arc<dyn Run>, QueryError> {
    let Ask::Cast { options: asked, .. } = &query.ask else { return Err(misdirected()) };
    let (method, options, v) = (asked.method, options(asked), velocities(scene, query)?);
    let (bodies, frames) = (Bodies::new(scene, query)?, scene.frame_count());
    if method == CastMethod::Sat {
        let solids = solids(scene, query)?;
        let plain = plain_solids(&solids);
        let lesson = move |frame| {
            let pair = bodies.at(frame)?;
            let ((pose_a, pose_b), [a, b]) = (pair.poses(), &solids);
            let Approach { rotation, translation, motion } = Approach::new(&pose_a, &pose_b, v[1] - v[0]);
            let sat = Sat::placed(Arc::clone(a), Arc::clone(b), rotation, translation, sat::Options::default());
            Ok(by_lines(Sweep::new(sat, motion, options), &plain, (pair.context(false), v)))
        };
        return Ok(run(Flying { frames, lesson }));
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
    Ok(run(Flying { frames, lesson }))
}
