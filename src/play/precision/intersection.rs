//! Overlap tests of 3D bodies by ISA-GJK, where each frame may start from the separating axis of the previous one, and
//! by boolean GJK.

use std::hint::black_box;
use std::sync::Arc;

use contact_lens_lesson::gjk::isa::{FrameCount, strip};
use contact_lens_lesson::{self as lesson, FrameStrip, ToF64, Verdict};
use contact_lens_scene::model::{Ask, IsaGjkOptions};
use glam::DVec3;

use super::convert::dim3::{Bodies, Pair};
use super::engine::answer::Answer;
use super::engine::dim3::boolean_gjk::{self, BooleanGjk};
use super::engine::dim3::isa_gjk::{self, IsaGjk};
use super::engine::dim3::queries;
use super::engine::dim3::shape::Shape;
use super::engine::prelude::*;
use super::engine::rounding;
use super::gjk::first_guess;
use super::{
    Ended, LessonResult, Method, Prepared, QueryError, RecordAndMemory, Run, SceneQuery, States, misdirected, run,
};

/// A query of ISA-GJK over all frames.
struct IsaQuery {
    bodies: Bodies,
    /// Options of the engine, without a start direction.
    options: isa_gjk::Options,
    /// First direction in a frame without memory, from A toward B, world frame; `None` for the engine's own choice.
    first_direction: Option<DVec3>,
}

/// Opens a query of ISA-GJK.
pub(super) fn open_isa_gjk(query: &SceneQuery<'_>) -> Result<Arc<dyn Run>, QueryError> {
    let Ask::IsaGjk { options, .. } = query.ask() else { return Err(misdirected()) };
    let first_direction = options.direction.map(Into::into);
    let options = isa_gjk::Options { in_plane: query.is_planar(), ..engine_options(options) };
    Ok(run(query, IsaQuery { bodies: Bodies::new(query)?, options, first_direction }))
}

/// Options of the engine as the query requests them, without a start direction.
pub(super) fn engine_options(requested: &IsaGjkOptions) -> isa_gjk::Options {
    let default = isa_gjk::Options::default();
    isa_gjk::Options {
        max_iterations: requested.max_iterations.unwrap_or(default.max_iterations),
        solver: requested.solver,
        start: None,
        ..default
    }
}

/// Verdict of a production overlap test of a pair whose poses are used as written. The bracket of the signed distance
/// contains 0 if its sign cannot be decided.
fn overlap_verdict(pair: &Pair<'_>, answer: &Answer) -> Verdict {
    let rounding = rounding::bound_rounding(pair.cso().whole().magnitude());
    let answer = answer.snapshot(answer.bracket().contact_tolerance(rounding));
    lesson::gjk::isa::verdict_in_world(&answer, &pair.bodies.names())
}

impl IsaQuery {
    /// Options of a frame, whose search starts from `from`, the axis of the previous frame (world frame), or without
    /// one from the query's direction.
    fn frame_options(&self, pair: &Pair<'_>, from: &Option<DVec3>) -> isa_gjk::Options {
        let start = match from {
            Some(axis) => Some(pair.direction(*axis)),
            None => first_guess(pair, self.first_direction),
        };
        isa_gjk::Options { start, ..self.options }
    }
}

impl Method for IsaQuery {
    type Run = IsaGjk<Shape, Shape>;
    /// Support points of A − B, one per iteration, pair frame.
    type Observed = Vec<DVec3>;
    /// Last axis, world frame.
    type Memory = Option<DVec3>;
    type Record = FrameCount;

    fn start(&self, frame: usize, from: &Option<DVec3>) -> Result<Self::Run, QueryError> {
        let pair = self.bodies.at(frame)?;
        Ok(IsaGjk::new(pair.cso(), self.frame_options(&pair, from)))
    }

    fn observe(&self, points: &mut Vec<DVec3>, _: &Self::Run, state: &Self::Run) {
        points.extend(state.w.map(|w| w.w.to_f64()));
    }

    fn verdict(&self, ended: &Ended<'_, Self>) -> Result<Verdict, QueryError> {
        use lesson::gjk::isa::{ending, verdict};
        let answer = ended.run.answer(ended.outcome).snapshot(Real::INFINITY);
        Ok(verdict(&answer, ending(ended.outcome).name, &self.bodies.at(ended.frame)?.context(true)))
    }

    fn production_verdict(&self, frame: usize) -> Result<Option<Verdict>, QueryError> {
        let Some(pair) = self.bodies.pair_as_written(frame)? else { return Ok(None) };
        let [a, b] = &pair.poses();
        let answer = queries::isa_gjk(pair.shapes, [a, b], &self.frame_options(&pair, &None));
        Ok(Some(overlap_verdict(&pair, &answer)))
    }

    fn prepared(&self, frame: usize) -> Result<Prepared<'_>, QueryError> {
        let pair = self.bodies.at(frame)?;
        let poses = pair.poses();
        let options = self.frame_options(&pair, &None);
        Ok(Box::new(move || {
            let shapes = black_box(pair.shapes);
            let [a, b] = &poses;
            black_box(&queries::isa_gjk(shapes, [a, b], &options));
        }))
    }

    fn lesson(&self, ended: Ended<'_, Self>, states: States<Self>, verdict: Verdict) -> LessonResult {
        let context = self.bodies.at(ended.frame)?.context(true);
        Ok(lesson::gjk::isa::lesson(states, verdict, ended.observed, context))
    }

    fn memory_after(&self, ended: &Ended<'_, Self>) -> Result<Option<Option<DVec3>>, QueryError> {
        let axis = self.bodies.at(ended.frame)?.to_world(ended.run.axis());
        Ok(Some(Some(axis)))
    }

    fn record(&self, frame: usize, from: &Option<DVec3>) -> Result<Option<RecordAndMemory<Self>>, QueryError> {
        let warm = Ended::run_to_end(self, frame, from)?;
        let cold = Ended::run_to_end(self, frame, &None)?;
        let apart = warm.outcome == isa_gjk::Outcome::Separated;
        let record = FrameCount { cached: warm.run.k, cold: cold.run.k, apart };
        Ok(self.memory_after(&warm)?.map(|axis| (record, axis)))
    }

    fn strip(&self, records: &[FrameCount], frame: usize) -> Option<FrameStrip> {
        (records.len() > 1).then(|| strip(records, frame))
    }
}

/// A query of boolean GJK over all frames.
struct BooleanQuery {
    bodies: Bodies,
    max_iterations: u32,
    /// First direction, world frame; `None` for the engine's own choice.
    first_direction: Option<DVec3>,
}

/// Opens a 3D query of boolean GJK.
pub(super) fn open_boolean_gjk(query: &SceneQuery<'_>) -> Result<Arc<dyn Run>, QueryError> {
    let Ask::BooleanGjk { options, .. } = query.ask() else { return Err(misdirected()) };
    let max_iterations = options.max_iterations.unwrap_or(boolean_gjk::Options::default().max_iterations);
    Ok(run(
        query,
        BooleanQuery {
            bodies: Bodies::new(query)?,
            max_iterations,
            first_direction: options.direction.map(Into::into),
        },
    ))
}

impl BooleanQuery {
    /// Options of a frame, with the first direction in the pair frame.
    fn frame_options(&self, pair: &Pair<'_>) -> boolean_gjk::Options {
        let start = self.first_direction.map(|d| pair.direction(d));
        boolean_gjk::Options { max_iterations: self.max_iterations, start }
    }
}

impl Method for BooleanQuery {
    type Run = BooleanGjk<Shape, Shape>;
    /// Support points of A − B, one per iteration, pair frame.
    type Observed = Vec<DVec3>;
    type Memory = ();
    type Record = ();

    fn start(&self, frame: usize, (): &()) -> Result<Self::Run, QueryError> {
        let pair = self.bodies.at(frame)?;
        Ok(BooleanGjk::new(pair.cso(), self.frame_options(&pair)))
    }

    fn observe(&self, points: &mut Vec<DVec3>, _: &Self::Run, state: &Self::Run) {
        points.extend(state.w.map(|w| w.w.to_f64()));
    }

    fn verdict(&self, ended: &Ended<'_, Self>) -> Result<Verdict, QueryError> {
        let answer = ended.run.answer(ended.outcome).snapshot(Real::INFINITY);
        let name = lesson::gjk::boolean::ending(ended.outcome).name;
        Ok(lesson::gjk::isa::verdict(&answer, name, &self.bodies.at(ended.frame)?.context(false)))
    }

    fn production_verdict(&self, frame: usize) -> Result<Option<Verdict>, QueryError> {
        let Some(pair) = self.bodies.pair_as_written(frame)? else { return Ok(None) };
        let [a, b] = &pair.poses();
        let answer = queries::boolean_gjk(pair.shapes, [a, b], &self.frame_options(&pair));
        Ok(Some(overlap_verdict(&pair, &answer)))
    }

    fn prepared(&self, frame: usize) -> Result<Prepared<'_>, QueryError> {
        let pair = self.bodies.at(frame)?;
        let poses = pair.poses();
        let options = self.frame_options(&pair);
        Ok(Box::new(move || {
            let shapes = black_box(pair.shapes);
            let [a, b] = &poses;
            black_box(&queries::boolean_gjk(shapes, [a, b], &options));
        }))
    }

    fn lesson(&self, ended: Ended<'_, Self>, states: States<Self>, verdict: Verdict) -> LessonResult {
        let context = self.bodies.at(ended.frame)?.context(false);
        Ok(lesson::gjk::boolean::lesson(false, states, verdict, ended.observed, context))
    }
}
