//! The yes-or-no queries: do the bodies overlap? ISA-GJK with its axis cached over frames, and boolean GJK.

use std::hint::black_box;
use std::sync::Arc;

use glam::DVec3;

use super::engine::answer::Answer;
use super::engine::dim3::boolean_gjk::{self, BooleanGjk};
use super::engine::dim3::isa_gjk::{self, IsaGjk};
use super::engine::prelude::*;
use super::engine::rounding;
use super::gjk::first_guess;
use super::pair::{Bodies, Pair};
use super::{Answered, Player, Prepared, QueryError, Recorded, Run, misdirected, run};
use crate::lesson::isa_gjk::{FrameCount, strip};
use crate::lesson::{self, Lesson, Strip, Tape, ToF64, Verdict, recording};
use crate::scene::model::{Ask, Dimension, IsaGjkOptions, Query, Scene};

struct Isa {
    bodies: Bodies,
    options: isa_gjk::Options,
    first: Option<DVec3>,
    warm: bool,
    in_plane: bool,
}

/// Opens a query of ISA-GJK.
pub(super) fn open_isa_gjk(scene: &Scene, query: &Query) -> Result<Arc<dyn Run>, QueryError> {
    let Ask::IsaGjk { options, .. } = &query.ask else { return Err(misdirected()) };
    let (first, warm) = (options.direction.map(Into::into), options.warm_start);
    let in_plane = scene.dimension == Dimension::Two;
    Ok(run(Isa { bodies: Bodies::new(scene, query)?, options: cold(options), first, warm, in_plane }))
}

/// As the query asks, but for the start.
pub(super) fn cold(asked: &IsaGjkOptions) -> isa_gjk::Options {
    let default = isa_gjk::Options::default();
    isa_gjk::Options {
        max_iterations: asked.max_iterations.unwrap_or(default.max_iterations),
        solver: asked.solver,
        start: None,
        ..default
    }
}

impl Isa {
    /// From the axis of the frame before; without it from the query's own direction.
    fn started(&self, pair: &Pair<'_>, memory: Option<DVec3>) -> isa_gjk::Options {
        let start = memory.map_or_else(|| first_guess(pair, self.first), |axis| Some(pair.direction(axis)));
        isa_gjk::Options { start, in_plane: self.in_plane, ..self.options }
    }
}

/// What a program gets of a pair that stands so, as a verdict; its bracket may hold 0 within rounding.
fn decided(pair: &Pair<'_>, answer: &Answer) -> Verdict {
    let rounding = rounding::bound_rounding(pair.cso().whole().magnitude());
    let answer = answer.snapshot(answer.bracket().within(rounding));
    lesson::isa_gjk::verdict_in_world(&answer, &pair.names())
}

/// The test as a program asks it of a pair that stands so.
#[inline]
fn isa(pair: &Pair<'_>, options: &isa_gjk::Options) -> Answer {
    let ([a, b], (pose_a, pose_b)) = (pair.shapes(), pair.poses());
    isa_gjk::intersect(a, &pose_a, b, &pose_b, options, &mut isa_gjk::Cache::default())
}

/// The other one.
#[inline]
fn boolean(pair: &Pair<'_>, options: &boolean_gjk::Options) -> Answer {
    let ([a, b], (pose_a, pose_b)) = (pair.shapes(), pair.poses());
    boolean_gjk::intersect(a, &pose_a, b, &pose_b, options)
}

impl Player for Isa {
    /// The last axis, world frame.
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
        let mut warm = IsaGjk::new(pair.cso(), self.started(&pair, *memory));
        warm.run();
        Ok(Some(pair.to_world(warm.axis())))
    }

    fn record(&self, frame: usize, memory: &Option<DVec3>) -> Result<Option<Recorded<Self>>, QueryError> {
        if !self.warm {
            return Ok(None);
        }
        let pair = self.bodies.at(frame)?;
        let played = |memory| {
            let mut run = IsaGjk::new(pair.cso(), self.started(&pair, memory));
            (run.run(), run.k, run.axis())
        };
        let ((outcome, cached, axis), (_, cold, _)) = (played(*memory), played(None));
        let record = FrameCount { cached, cold, apart: outcome == isa_gjk::Outcome::Separated };
        Ok(Some((record, Some(pair.to_world(axis)))))
    }

    fn strip(&self, records: &[FrameCount], frame: usize) -> Option<Strip> {
        (records.len() > 1).then(|| strip(records, frame))
    }

    fn answer(&self, frame: usize, memory: &Option<DVec3>) -> Result<Answered<Self>, QueryError> {
        let pair = self.bodies.at(frame)?;
        match pair.is_written() {
            true => Ok((decided(&pair, &isa(&pair, &self.started(&pair, *memory))), None)),
            false => self.told(frame, memory),
        }
    }

    fn prepared(&self, frame: usize) -> Result<Prepared<'_>, QueryError> {
        let pair = self.bodies.at(frame)?;
        let options = self.started(&pair, None);
        Ok(Box::new(move || _ = black_box(isa(black_box(&pair), &options))))
    }

    fn lesson(&self, frame: usize, memory: &Option<DVec3>, _: &[FrameCount]) -> Result<Arc<dyn Lesson>, QueryError> {
        let pair = self.bodies.at(frame)?;
        let options = self.started(&pair, *memory);
        let mut support_points = Vec::new();
        let seen = |state: &IsaGjk<_, _>| support_points.extend(state.w.map(|w| w.w.to_f64()));
        let tape = Tape::record_seeing(IsaGjk::new(pair.cso(), options), seen);
        let answer = tape.last().answer(*tape.outcome()).snapshot(Real::INFINITY);
        Ok(Arc::from(lesson::isa_gjk::lesson(recording(tape), &answer, support_points, pair.context(true))))
    }
}

struct Boolean {
    bodies: Bodies,
    max_iterations: u32,
    first: Option<DVec3>,
}

/// Opens a query of boolean GJK in space.
pub(super) fn open_boolean_gjk(scene: &Scene, query: &Query) -> Result<Arc<dyn Run>, QueryError> {
    let Ask::BooleanGjk { options, .. } = &query.ask else { return Err(misdirected()) };
    let max_iterations = options.max_iterations.unwrap_or(boolean_gjk::Options::default().max_iterations);
    let first = options.direction.map(Into::into);
    Ok(run(Boolean { bodies: Bodies::new(scene, query)?, max_iterations, first }))
}

impl Boolean {
    fn started(&self, pair: &Pair<'_>) -> boolean_gjk::Options {
        let start = self.first.map(|d| pair.direction(d));
        boolean_gjk::Options { max_iterations: self.max_iterations, start }
    }
}

impl Player for Boolean {
    type Memory = ();
    type Record = ();

    fn frames(&self) -> usize {
        self.bodies.frames()
    }

    fn answer(&self, frame: usize, (): &()) -> Result<Answered<Self>, QueryError> {
        let pair = self.bodies.at(frame)?;
        match pair.is_written() {
            true => Ok((decided(&pair, &boolean(&pair, &self.started(&pair))), None)),
            false => self.told(frame, &()),
        }
    }

    fn prepared(&self, frame: usize) -> Result<Prepared<'_>, QueryError> {
        let pair = self.bodies.at(frame)?;
        let options = self.started(&pair);
        Ok(Box::new(move || _ = black_box(boolean(black_box(&pair), &options))))
    }

    fn lesson(&self, frame: usize, (): &(), _: &[()]) -> Result<Arc<dyn Lesson>, QueryError> {
        let pair = self.bodies.at(frame)?;
        let options = self.started(&pair);
        let mut support_points = Vec::new();
        let seen = |state: &BooleanGjk<_, _>| support_points.extend(state.w.map(|w| w.w.to_f64()));
        let tape = Tape::record_seeing(BooleanGjk::new(pair.cso(), options), seen);
        let answer = tape.last().answer(*tape.outcome()).snapshot(Real::INFINITY);
        Ok(Arc::from(lesson::boolean_gjk::lesson(recording(tape), &answer, support_points, pair.context(false))))
    }
}
