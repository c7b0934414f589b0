//! GJK queries in 3D: distance or overlap of two bodies. With `warm_start` a frame starts from the contact normal of
//! the previous one.

use std::sync::Arc;

use contact_lens_lesson::gjk::{self, VertexNumbers};
use contact_lens_lesson::{ToF64, Verdict, pair_verdict};
use contact_lens_model::answer::FindingFacts as _;
use contact_lens_model::snapshot::Snapshots;
use contact_lens_scene::model::{Ask, GjkOptions};
use glam::DVec3;

use super::convert::dim3::{Bodies, Pair};
use super::engine::dim3::distance;
use super::engine::dim3::epa::Buffers;
use super::engine::dim3::gjk::{Gjk, Options};
use super::engine::dim3::shape::Shape;
use super::engine::prelude::*;
use super::{Ended, LessonResult, Method, QueryError, Run, SceneQuery, States, misdirected, run};

/// A query of GJK over all frames.
struct GjkQuery {
    bodies: Bodies,
    /// Options of the engine, without a start direction.
    options: Options,
    /// First direction in a frame without memory, from A toward B, world frame; `None` for the engine's own choice.
    first_direction: Option<DVec3>,
}

/// Opens a GJK query in 3D.
pub(super) fn open(query: &SceneQuery<'_>) -> Result<Arc<dyn Run>, QueryError> {
    let Ask::Gjk { options, .. } = query.ask() else { return Err(misdirected()) };
    let first_direction = options.direction.map(Into::into);
    Ok(run(query, GjkQuery { bodies: Bodies::new(query)?, options: engine_options(options), first_direction }))
}

/// Options of the engine as the query requests them, without a start direction.
pub(super) fn engine_options(requested: &GjkOptions) -> Options {
    let default = Options::default();
    Options {
        relative: requested.relative_tolerance.map_or(default.relative, |x| x as Real),
        absolute: requested.absolute_tolerance.map_or(default.absolute, |x| x as Real),
        max_iterations: requested.max_iterations.unwrap_or(default.max_iterations),
        solver: requested.solver,
        search: requested.search,
        ..default
    }
}

/// Converts a first direction from A toward B, world frame, to a first guess of `v`, the point of A − B nearest to the
/// origin, pair frame. It points from B toward A, as a − b does. `None` without a direction.
pub(super) fn first_guess(pair: &Pair<'_>, direction: Option<DVec3>) -> Option<Vec3> {
    direction.map(|d| -pair.direction(d))
}

/// Data gathered from the states of a frame.
#[derive(Default)]
struct Observed {
    /// Numbers of the support points.
    numbers: VertexNumbers,
    /// Search directions before the first step and after each step, pair frame.
    directions: Vec<DVec3>,
}

impl Method for GjkQuery {
    type Run = Gjk<Shape, Shape>;
    type Observed = Observed;
    /// Contact normal, world frame.
    type Memory = Option<DVec3>;
    type Record = ();

    fn start(&self, frame: usize, from: &Option<DVec3>) -> Result<Self::Run, QueryError> {
        let pair = self.bodies.at(frame)?;
        let start = first_guess(&pair, from.or(self.first_direction));
        Ok(Gjk::new(pair.cso(), Options { start, ..self.options }))
    }

    fn observe(&self, observed: &mut Observed, start: &Self::Run, state: &Self::Run) {
        if observed.directions.is_empty() {
            observed.directions.push(start.d.to_f64());
        }
        observed.numbers.add_iteration(state.joined, state.slot);
        observed.directions.push(state.d.to_f64());
    }

    /// Verdict of GJK; if the cores overlap, EPA measures the depth.
    fn verdict(&self, ended: &Ended<'_, Self>) -> Result<Verdict, QueryError> {
        let context = self.bodies.at(ended.frame)?.context(true);
        let verdict = gjk::conclude(&ended.run.snapshot(), ended.outcome, &context);
        if verdict.finding.headline().is_some() {
            return Ok(verdict);
        }
        let options = distance::Options { gjk: ended.run.options, ..distance::Options::default() };
        let mut search = distance::Distance::new(ended.run.cso.clone(), options, Buffers::default());
        search.run();
        let answer = search.answer();
        Ok(pair_verdict(&answer.snapshot(search.tolerance(&answer)), gjk::ending(ended.outcome).name, &context))
    }

    fn lesson(&self, ended: Ended<'_, Self>, states: States<Self>, verdict: Verdict) -> LessonResult {
        let Observed { numbers, directions } = ended.observed;
        Ok(gjk::lesson(states, numbers, directions, self.bodies.at(ended.frame)?.context(true), verdict))
    }

    fn memory_after(&self, ended: &Ended<'_, Self>) -> Result<Option<Option<DVec3>>, QueryError> {
        let pair = self.bodies.at(ended.frame)?;
        Ok(Some(ended.run.answer(ended.outcome).normal.map(|n| pair.to_world(n))))
    }
}
