//! The full answer: GJK on the cores, margins, EPA. In a moving scene every frame is asked, for the strip of branches.

use std::cell::RefCell;
use std::hint::black_box;
use std::sync::Arc;

use glam::DVec3;

use super::engine::answer::Answer;
use super::engine::dim3::distance::{Deep, Distance, Method, Options, Outcome, Phase, Workspace};
use super::engine::dim3::epa::Buffers;
use super::engine::dim3::gjk;
use super::engine::dim3::support::{Cso, Recordable, Support};
use super::engine::prelude::*;
use super::gjk::first_guess;
use super::pair::{Bodies, Pair};
use super::{Answered, Player, Prepared, QueryError, Recorded, Run, misdirected, run};
use crate::lesson::distance::{self, FrameCount};
use crate::lesson::gjk::Numbers;
use crate::lesson::{Lesson, PairContext, Strip, Tape, ToF64, Verdict, pair_verdict_in_world, recording};
use crate::scene::model::{Ask, DistanceOptions, Query, Scene};

struct FullAnswer {
    bodies: Bodies,
    options: Options,
    first: Option<DVec3>,
    warm: bool,
}

/// Opens a query.
pub(super) fn open(scene: &Scene, query: &Query) -> Result<Arc<dyn Run>, QueryError> {
    let Ask::Distance { options, .. } = &query.ask else { return Err(misdirected()) };
    let (first, warm) = (options.direction.map(Into::into), options.warm_start);
    Ok(run(FullAnswer { bodies: Bodies::new(scene, query)?, options: cold(options), first, warm }))
}

/// As the query asks, but for the start.
pub(super) fn cold(asked: &DistanceOptions) -> Options {
    let (default, gjk) = (Options::default(), gjk::Options::default());
    Options {
        method: asked.method,
        gjk: gjk::Options {
            relative: asked.relative_tolerance.map_or(gjk.relative, |x| x as Real),
            absolute: asked.absolute_tolerance.map_or(gjk.absolute, |x| x as Real),
            max_iterations: asked.max_iterations.unwrap_or(gjk.max_iterations),
            solver: asked.solver,
            ..gjk
        },
        proof: asked.relative_tolerance.map_or(default.proof, |x| x as Real),
        max_expansions: asked.max_iterations.unwrap_or(default.max_expansions),
        max_iterations: asked.max_iterations.unwrap_or(default.max_iterations),
    }
}

/// A pair played to its end, in either method.
struct Played {
    outcome: Outcome,
    answer: Answer,
    iterations: u32,
    /// Of the deep branch.
    steps: u32,
}

fn played(pair: &Pair<'_>, options: &Options) -> Played {
    match options.method {
        Method::Hybrid => to_end(pair.cso(), options),
        Method::Epa => to_end(pair.cso().whole(), options),
    }
}

fn to_end<A: Support + Clone, B: Support + Clone>(cso: Cso<A, B>, options: &Options) -> Played {
    let mut run = Distance::new(cso, *options, Buffers::default());
    let outcome = run.run();
    let steps = run.deep.as_ref().map_or(0, Deep::steps);
    Played { outcome, answer: run.answer(), iterations: run.gjk.k, steps }
}

/// The run of a pair, to be told.
fn recorded<A: Recordable, B: Recordable>(cso: Cso<A, B>, options: Options, context: PairContext) -> Box<dyn Lesson> {
    let start = Distance::new(cso, options, Buffers::default());
    let (mut phase, mut phases, mut numbers) = (start.phase, Vec::new(), Numbers::default());
    let tape = Tape::record_seeing(start, |after| {
        phases.push(phase);
        if phase == Phase::Gjk {
            numbers.see(after.gjk.joined, after.gjk.slot);
        }
        phase = after.phase;
    });
    distance::lesson(recording(tape), &phases, numbers, context)
}

impl FullAnswer {
    fn started(&self, pair: &Pair<'_>, memory: Option<DVec3>) -> Options {
        let start = first_guess(pair, memory.or(self.first));
        Options { gjk: gjk::Options { start, ..self.options.gjk }, ..self.options }
    }
}

/// The answer as a program gets it of a pair that stands so.
#[inline]
fn asked(pair: &Pair<'_>, options: &Options, workspace: &mut Workspace) -> Answer {
    let ([a, b], (pose_a, pose_b)) = (pair.shapes(), pair.poses());
    workspace.signed_distance(a, &pose_a, b, &pose_b, options)
}

impl Player for FullAnswer {
    /// The normal, world frame.
    type Memory = Option<DVec3>;
    type Record = FrameCount;

    fn frames(&self) -> usize {
        self.bodies.frames()
    }

    fn remembers(&self) -> bool {
        self.warm
    }

    fn pass(&self, frame: usize, memory: &Option<DVec3>) -> Result<Option<DVec3>, QueryError> {
        let pair = self.bodies.at(frame)?;
        Ok(played(&pair, &self.started(&pair, *memory)).answer.normal.map(|n| pair.to_world(n)))
    }

    /// As asked, cold, and with the margins left on.
    fn record(&self, frame: usize, memory: &Option<DVec3>) -> Result<Option<Recorded<Self>>, QueryError> {
        let pair = self.bodies.at(frame)?;
        let cold = self.started(&pair, None);
        let (warm, fresh) = (played(&pair, &self.started(&pair, *memory)), played(&pair, &cold));
        let whole = played(&pair, &Options { method: Method::Epa, ..cold });
        let record = FrameCount {
            outcome: warm.outcome,
            signed_distance: warm.answer.signed_distance.map(ToF64::to_f64),
            iterations: [warm.iterations, fresh.iterations],
            deep: [warm.steps, whole.steps],
        };
        Ok(Some((record, warm.answer.normal.map(|n| pair.to_world(n)))))
    }

    fn strip(&self, records: &[FrameCount], frame: usize) -> Option<Strip> {
        (frame < records.len()).then(|| distance::strip(records, frame, self.warm))
    }

    fn answer(&self, frame: usize, memory: &Option<DVec3>) -> Result<Answered<Self>, QueryError> {
        fn conclude<A, B>(cso: Cso<A, B>, options: &Options, context: &PairContext) -> (Verdict, Option<Vec3>)
        where
            A: Support + Clone,
            B: Support + Clone,
        {
            let mut run = Distance::new(cso, *options, Buffers::default());
            let outcome = run.run();
            let answer = run.answer();
            (distance::verdict(&answer.snapshot(run.wanted(&answer)), outcome, context), answer.normal)
        }
        let pair = self.bodies.at(frame)?;
        let options = self.started(&pair, *memory);
        if pair.is_written() {
            let answer = asked(&pair, &options, &mut Workspace::default()).snapshot(Real::INFINITY);
            return Ok((pair_verdict_in_world(&answer, &pair.names()), None));
        }
        let (verdict, normal) = match options.method {
            Method::Hybrid => conclude(pair.cso(), &options, &pair.context(true)),
            Method::Epa => conclude(pair.cso().whole(), &options, &pair.context(false)),
        };
        Ok((verdict, Some(normal.map(|n| pair.to_world(n)))))
    }

    fn prepared(&self, frame: usize) -> Result<Prepared<'_>, QueryError> {
        let pair = self.bodies.at(frame)?;
        let (options, workspace) = (self.started(&pair, None), RefCell::default());
        Ok(Box::new(move || _ = black_box(asked(black_box(&pair), &options, &mut workspace.borrow_mut()))))
    }

    fn lesson(&self, frame: usize, memory: &Option<DVec3>, _: &[FrameCount]) -> Result<Arc<dyn Lesson>, QueryError> {
        let pair = self.bodies.at(frame)?;
        let options = self.started(&pair, *memory);
        Ok(Arc::from(match options.method {
            Method::Hybrid => recorded(pair.cso(), options, pair.context(true)),
            Method::Epa => recorded(pair.cso().whole(), options, pair.context(false)),
        }))
    }
}
