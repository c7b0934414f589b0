//! GJK in space. With `warm_start` a frame begins with the normal of the one before.

use std::sync::Arc;

use glam::DVec3;

use super::engine::dim3::distance;
use super::engine::dim3::epa::Buffers;
use super::engine::dim3::gjk::{Gjk, Options, Outcome};
use super::engine::dim3::support::Support;
use super::engine::prelude::*;
use super::pair::{Bodies, Pair};
use super::{Answered, Player, QueryError, Run, misdirected, run};
use crate::lesson::gjk::{self, Numbers};
use crate::lesson::{Lesson, PairContext, Tape, ToF64, Verdict, pair_verdict, recording};
use crate::scene::model::{Ask, GjkOptions, Query, Scene};
use crate::snapshot::Snapshots;

struct Distance {
    bodies: Bodies,
    options: Options,
    first: Option<DVec3>,
    warm: bool,
}

/// Opens a query.
pub(super) fn open(scene: &Scene, query: &Query) -> Result<Arc<dyn Run>, QueryError> {
    let Ask::Gjk { options, .. } = &query.ask else { return Err(misdirected()) };
    let (first, warm) = (options.direction.map(Into::into), options.warm_start);
    Ok(run(Distance { bodies: Bodies::new(scene, query)?, options: cold(options), first, warm }))
}

/// As the query asks, but for the start.
pub(super) fn cold(asked: &GjkOptions) -> Options {
    let default = Options::default();
    Options {
        relative: asked.relative_tolerance.map_or(default.relative, |x| x as Real),
        absolute: asked.absolute_tolerance.map_or(default.absolute, |x| x as Real),
        max_iterations: asked.max_iterations.unwrap_or(default.max_iterations),
        solver: asked.solver,
        search: asked.search,
        ..default
    }
}

/// What a first direction of the world, from A towards B, is as a first guess of `v`.
pub(super) fn first_guess(pair: &Pair<'_>, direction: Option<DVec3>) -> Option<Vec3> {
    direction.map(|d| -pair.direction(d))
}

/// GJK's normal, world frame: what a frame hands to the next.
pub(super) fn normal(pair: &Pair<'_>, options: Options) -> Option<DVec3> {
    let mut run = Gjk::new(pair.cso(), options);
    let outcome = run.run();
    run.answer(outcome).normal.map(|n| pair.to_world(n))
}

/// The full answer: where GJK ended on cores that overlap, EPA goes on and measures the depth.
fn full<A, B>(run: &Gjk<A, B>, outcome: Outcome, context: &PairContext) -> Verdict
where
    A: Support + Clone,
    B: Support + Clone,
{
    let own = gjk::conclude(&run.snapshot(), outcome, context);
    if own.finding.headline().is_some() {
        return own;
    }
    let options = distance::Options { gjk: run.options, ..distance::Options::default() };
    let mut whole = distance::Distance::new(run.cso.clone(), options, Buffers::default());
    whole.run();
    let answer = whole.answer();
    pair_verdict(&answer.snapshot(whole.wanted(&answer)), gjk::name(outcome), context)
}

impl Distance {
    fn started(&self, pair: &Pair<'_>, memory: Option<DVec3>) -> Options {
        Options { start: first_guess(pair, memory.or(self.first)), ..self.options }
    }
}

impl Player for Distance {
    /// The normal, world frame.
    type Memory = Option<DVec3>;
    type Record = ();

    fn frames(&self) -> usize {
        self.bodies.frames()
    }

    fn remembers(&self) -> bool {
        self.warm
    }

    fn pass(&self, frame: usize, memory: &Option<DVec3>) -> Result<Option<DVec3>, QueryError> {
        let pair = self.bodies.at(frame)?;
        Ok(normal(&pair, self.started(&pair, *memory)))
    }

    fn answer(&self, frame: usize, memory: &Option<DVec3>) -> Result<Answered<Self>, QueryError> {
        let pair = self.bodies.at(frame)?;
        let mut run = Gjk::new(pair.cso(), self.started(&pair, *memory));
        let outcome = run.run();
        Ok((full(&run, outcome, &pair.context(true)), None))
    }

    fn lesson(&self, frame: usize, memory: &Option<DVec3>, _: &[()]) -> Result<Arc<dyn Lesson>, QueryError> {
        let pair = self.bodies.at(frame)?;
        let start = Gjk::new(pair.cso(), self.started(&pair, *memory));
        let (mut numbers, mut searched) = (Numbers::default(), vec![start.d.to_f64()]);
        let tape = Tape::record_seeing(start, |state| {
            numbers.see(state.joined, state.slot);
            searched.push(state.d.to_f64());
        });
        let context = pair.context(true);
        let verdict = full(tape.last(), *tape.outcome(), &context);
        Ok(Arc::from(gjk::lesson(recording(tape), numbers, searched, context, verdict)))
    }
}
