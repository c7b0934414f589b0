//! Separating axes of polyhedra, with the line that had a gap kept over frames.

use std::hint::black_box;
use std::ops::ControlFlow;
use std::sync::Arc;

use glam::DVec3;

use super::engine::dim3::sat::{Axis, Options, Sat, Solid, plain};
use super::engine::pose::Pose;
use super::engine::prelude::*;
use super::engine::separation::{Found, Outcome, Tested};
use super::pair::Bodies;
use super::{Answered, Player, Prepared, QueryError, Recorded, Run, bodies, misdirected, run};
use crate::lesson::sat::{FrameLines, Went, lesson, strip, verdict, verdict_in_world};
use crate::lesson::{Lesson, PairContext, Recording, Strip, Tape, ToF64, recording, watch};
use crate::scene::Subject;
use crate::scene::model::{Ask, Body, Query, SatOptions, Scene, Stop};
use crate::snapshot::{Snapshots, sat as snapshot};

/// Lines of a lesson: more would fill no timeline and much memory.
const MOST_LINES: usize = 100_000;

/// What makes the lesson of a test: of its states, of every line that it tried and whether that was the best so far.
pub(super) type MakeLesson = fn(
    Box<dyn Recording<snapshot::Test>>,
    &[(snapshot::Tested, bool)],
    snapshot::Problem,
    &snapshot::Answer,
    PairContext,
) -> Box<dyn Lesson>;

/// A kind of test of separating axes: in space or in the plane.
pub(super) trait Test: Send + Sync + 'static {
    /// The stepper.
    type Sat: Stepper<Outcome = Outcome> + Snapshots<Snapshot = snapshot::Test> + Clone + Send + Sync + 'static;
    /// A line of it.
    type Axis: Copy + PartialEq + Send + Sync;
    /// A vector of its space.
    type Vector: Copy + PartialEq;
    /// Its lesson.
    const LESSON: MakeLesson;

    /// Number of frames.
    fn frames(&self) -> usize;

    /// Before the first line of a frame, with the line that had a gap in the frame before.
    fn start(&self, frame: usize, cached: Option<Self::Axis>) -> Result<Self::Sat, QueryError>;

    /// Where people look at a frame.
    fn context(&self, frame: usize) -> Result<PairContext, QueryError>;

    /// Both bodies as plain data.
    fn solids(&self) -> &[Arc<snapshot::Solid>; 2];

    /// What stays while lines are tried.
    fn problem(&self, start: &Self::Sat) -> snapshot::Problem;

    /// What was found so far.
    fn found(sat: &Self::Sat) -> &Found<Self::Axis, Self::Vector>;

    /// What was found on a line, as plain data.
    fn tested(tested: &Tested<Self::Axis, Self::Vector>) -> snapshot::Tested;

    /// What a test that ended so found.
    fn answer(sat: &Self::Sat, outcome: Outcome) -> snapshot::Answer;

    /// What people call both bodies, in a scene that is asked as it is written.
    fn written(&self) -> Option<[String; 2]>;

    /// The normal of a test that ended so in the world, as a program gets it.
    fn normal(&self, frame: usize, sat: &Self::Sat, outcome: Outcome) -> Result<DVec3, QueryError>;

    /// See [`Player::prepared`].
    fn prepared(&self, frame: usize) -> Result<Prepared<'_>, QueryError>;

    /// Whether a test can be recorded. Errors name the field that asks for too many lines.
    fn can_be_recorded(&self, _start: &Self::Sat) -> Result<(), QueryError> {
        Ok(())
    }
}

/// A test over all frames.
pub(super) struct Separation<T> {
    pub test: T,
    /// Whether the line that had a gap in the frame before is tried first.
    pub warm: bool,
}

impl<T: Test> Separation<T> {
    fn played(&self, frame: usize, cached: Option<T::Axis>) -> Result<(T::Sat, Outcome), QueryError> {
        let mut sat = self.test.start(frame, cached)?;
        let outcome = ended(&mut sat);
        Ok((sat, outcome))
    }
}

/// Runs to the end.
fn ended<S: Stepper>(sat: &mut S) -> S::Outcome {
    loop {
        watch::tick();
        if let ControlFlow::Break(outcome) = sat.step() {
            return outcome;
        }
    }
}

/// The line that had a gap.
fn handed<T: Test>(sat: &T::Sat, outcome: Outcome) -> Option<T::Axis> {
    T::found(sat).best.filter(|_| outcome.is_apart()).map(|best| best.axis)
}

impl<T: Test> Player for Separation<T> {
    /// The line that had a gap.
    type Memory = Option<T::Axis>;
    type Record = FrameLines;

    fn frames(&self) -> usize {
        self.test.frames()
    }

    fn remembers(&self) -> bool {
        self.warm
    }

    fn pass(&self, frame: usize, memory: &Self::Memory) -> Result<Self::Memory, QueryError> {
        let (sat, outcome) = self.played(frame, *memory)?;
        Ok(handed::<T>(&sat, outcome))
    }

    fn record(&self, frame: usize, memory: &Self::Memory) -> Result<Option<Recorded<Self>>, QueryError> {
        if !self.warm {
            return Ok(None);
        }
        let ((cached, outcome), (cold, _)) = (self.played(frame, *memory)?, self.played(frame, None)?);
        let went = match outcome {
            Outcome::SeparatedByCache => Went::ByCache,
            Outcome::Separated => Went::Searched,
            _ => Went::Together,
        };
        let record = FrameLines { cached: T::found(&cached).tested, cold: T::found(&cold).tested, went };
        Ok(Some((record, handed::<T>(&cached, outcome))))
    }

    fn strip(&self, records: &[FrameLines], frame: usize) -> Option<Strip> {
        strip(records, frame)
    }

    fn answer(&self, frame: usize, memory: &Self::Memory) -> Result<Answered<Self>, QueryError> {
        let (sat, outcome) = self.played(frame, *memory)?;
        if let Some(names) = self.test.written() {
            let answer = T::answer(&sat, outcome);
            let normal = answer.taken.as_ref().map(|_| self.test.normal(frame, &sat, outcome)).transpose()?;
            return Ok((verdict_in_world(&answer, normal, self.test.solids(), &names), None));
        }
        let verdict = verdict(&T::answer(&sat, outcome), self.test.solids(), &self.test.context(frame)?);
        Ok((verdict, Some(handed::<T>(&sat, outcome))))
    }

    fn prepared(&self, frame: usize) -> Result<Prepared<'_>, QueryError> {
        self.test.prepared(frame)
    }

    fn lesson(&self, frame: usize, memory: &Self::Memory, _: &[FrameLines]) -> Result<Arc<dyn Lesson>, QueryError> {
        let (start, context) = (self.test.start(frame, *memory)?, self.test.context(frame)?);
        self.test.can_be_recorded(&start)?;
        let (problem, mut lines, mut best) = (self.test.problem(&start), Vec::new(), None);
        let tape = Tape::record_seeing(start, |sat| {
            let found = T::found(sat);
            lines.extend(found.now.map(|now| (T::tested(&now), found.best != best)));
            best = found.best;
        });
        let answer = T::answer(tape.last(), *tape.outcome());
        Ok(Arc::from(T::LESSON(recording(tape), &lines, problem, &answer, context)))
    }
}

/// Refuses a body with a ball around it: its faces and edges are not those of a polytope.
pub(super) fn without_margin(body: &Body, path: &dyn Fn(&str) -> String) -> Result<(), QueryError> {
    if body.margin == 0.0 {
        return Ok(());
    }
    let message = "must be 0: lines are tried of faces and edges, and the ball around them has none";
    Err(QueryError::new(path("margin"), message))
}

/// Two polyhedra.
struct Polyhedra {
    bodies: Bodies,
    solids: [Arc<Solid>; 2],
    plain: [Arc<snapshot::Solid>; 2],
    options: Options,
    /// The field that says which pairs of edges are tried, of a query of this scene.
    field: String,
}

/// Opens a query in space.
pub(super) fn open(scene: &Scene, query: &Query) -> Result<Arc<dyn Run>, QueryError> {
    let Ask::Sat { options, .. } = &query.ask else { return Err(misdirected()) };
    let solids = solids(scene, query)?;
    let q = scene.queries.iter().position(|other| other.name == query.name).unwrap_or(0);
    let (bodies, field) = (Bodies::new(scene, query)?, format!("queries[{q}].options"));
    let plain = plain_solids(&solids);
    let test = Polyhedra { bodies, solids, plain, options: cold(options), field };
    Ok(run(Separation { test, warm: options.warm_start }))
}

/// Both bodies as polyhedra.
pub(super) fn solids(scene: &Scene, query: &Query) -> Result<[Arc<Solid>; 2], QueryError> {
    let solid = |member: &Subject<'_>| {
        without_margin(member.body, &|field| member.path(field))?;
        watch::tick(); // a hull of very many points takes its time
        Solid::try_from(&member.body.shape)
            .map(Arc::new)
            .map_err(|error| QueryError::new(member.path(&format!("shape.{}", error.field)), error.message))
    };
    let [a, b] = bodies::pair(scene, query)?;
    Ok([solid(&a)?, solid(&b)?])
}

/// The same as plain data.
pub(super) fn plain_solids(solids: &[Arc<Solid>; 2]) -> [Arc<snapshot::Solid>; 2] {
    solids.each_ref().map(|solid| Arc::new(solid.snapshot()))
}

/// As the query asks, without a line of the frame before.
fn cold(asked: &SatOptions) -> Options {
    Options { stop_at_first: asked.stop == Stop::First, pairs: asked.pairs, cached: None }
}

/// The test as a program asks it of solids that stand so.
#[inline]
fn asked<'a>([a, b]: &'a [Arc<Solid>; 2], (pose_a, pose_b): &(Pose, Pose), options: Options) -> Sat<&'a Solid> {
    let mut sat = Sat::new(&**a, pose_a, &**b, pose_b, options);
    sat.run_with(watch::tick);
    sat
}

impl Test for Polyhedra {
    type Sat = Sat<Arc<Solid>>;
    type Axis = Axis;
    type Vector = Vec3;
    const LESSON: MakeLesson = lesson;

    fn frames(&self) -> usize {
        self.bodies.frames()
    }

    fn start(&self, frame: usize, cached: Option<Axis>) -> Result<Self::Sat, QueryError> {
        let ((pose_a, pose_b), [a, b]) = (self.bodies.poses(frame)?, &self.solids);
        Ok(Sat::new(Arc::clone(a), &pose_a, Arc::clone(b), &pose_b, Options { cached, ..self.options }))
    }

    fn context(&self, frame: usize) -> Result<PairContext, QueryError> {
        Ok(self.bodies.at(frame)?.context(false))
    }

    fn solids(&self) -> &[Arc<snapshot::Solid>; 2] {
        &self.plain
    }

    fn problem(&self, start: &Self::Sat) -> snapshot::Problem {
        start.problem(self.plain.clone())
    }

    fn found(sat: &Self::Sat) -> &Found<Axis, Vec3> {
        &sat.found
    }

    fn tested(tested: &Tested<Axis, Vec3>) -> snapshot::Tested {
        plain(tested)
    }

    fn answer(sat: &Self::Sat, outcome: Outcome) -> snapshot::Answer {
        sat.plain_answer(outcome)
    }

    fn written(&self) -> Option<[String; 2]> {
        self.bodies.written().map(|_| self.bodies.names())
    }

    fn normal(&self, frame: usize, sat: &Self::Sat, outcome: Outcome) -> Result<DVec3, QueryError> {
        let (pose_a, _) = self.bodies.poses(frame)?;
        Ok(sat.answer(outcome).in_world(&pose_a).normal.to_f64())
    }

    fn prepared(&self, frame: usize) -> Result<Prepared<'_>, QueryError> {
        let (poses, options) = (self.bodies.poses(frame)?, self.options);
        Ok(Box::new(move || _ = black_box(asked(black_box(&self.solids), &poses, options))))
    }

    fn can_be_recorded(&self, start: &Self::Sat) -> Result<(), QueryError> {
        let [a, b] = &self.solids;
        // Most pairs of solids have fewer lines whatever is skipped; of the others they are counted.
        if a.lines.len() + b.lines.len() + a.edges.len() * b.edges.len() <= MOST_LINES {
            return Ok(());
        }
        let mut counted = start.clone();
        ended(&mut counted);
        let lines = counted.found.tested;
        if lines as usize <= MOST_LINES {
            return Ok(());
        }
        let message = format!("make {lines} lines; a lesson has at most {MOST_LINES}");
        Err(QueryError::new(self.field.clone(), message))
    }
}
