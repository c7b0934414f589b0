//! EPA queries in 3D: the penetration depth of two bodies. EPA starts from the final simplex of GJK. The query's
//! iteration limit and absolute tolerance are those of EPA, its relative tolerance is that of both.

use std::sync::Arc;

use contact_lens_lesson::{ToF64, Verdict, epa, pair_verdict};
use contact_lens_model::snapshot::Snapshots as _;
use contact_lens_scene::model::{Ask, EpaOptions};
use glam::DVec3;

use super::convert::dim3::{Bodies, Pair};
use super::engine::dim3::epa::{Buffers, Epa, Options};
use super::engine::dim3::gjk::{self, Gjk};
use super::engine::dim3::shape::Shape;
use super::engine::prelude::*;
use super::gjk::first_guess;
use super::{Ended, LessonResult, Method, QueryError, Run, SceneQuery, States, misdirected, run};

/// A query of EPA over all frames.
struct EpaQuery {
    bodies: Bodies,
    /// Options of GJK, without a start direction.
    gjk_options: gjk::Options,
    /// Options of EPA.
    options: Options,
    /// First direction of GJK in a frame without memory, from A toward B, world frame; `None` for the engine's own
    /// choice.
    first_direction: Option<DVec3>,
}

/// Opens an EPA query in 3D.
pub(super) fn open(query: &SceneQuery<'_>) -> Result<Arc<dyn Run>, QueryError> {
    let Ask::Epa { options: requested, .. } = query.ask() else { return Err(misdirected()) };
    let default = Options::default();
    let options = Options {
        relative: requested.relative_tolerance.map_or(default.relative, |x| x as Real),
        absolute: requested.absolute_tolerance.map_or(default.absolute, |x| x as Real),
        max_iterations: requested.max_iterations.unwrap_or(default.max_iterations),
        horizon: requested.horizon,
    };
    let first_direction = requested.direction.map(Into::into);
    Ok(run(
        query,
        EpaQuery { bodies: Bodies::new(query)?, gjk_options: gjk_options(requested), options, first_direction },
    ))
}

/// Options of GJK for an EPA query, without a start direction.
pub(super) fn gjk_options(requested: &EpaOptions) -> gjk::Options {
    let relative = requested.relative_tolerance.map_or(gjk::Options::default().relative, |x| x as Real);
    gjk::Options { relative, solver: requested.solver, ..gjk::Options::default() }
}

impl EpaQuery {
    /// Runs GJK to its end, starting along `from`, the contact normal of the previous frame, or without one along the
    /// query's first direction.
    fn run_gjk(&self, pair: &Pair<'_>, from: Option<DVec3>) -> (Gjk<Shape, Shape>, gjk::Outcome) {
        let start = first_guess(pair, from.or(self.first_direction));
        let mut search = Gjk::new(pair.cso(), gjk::Options { start, ..self.gjk_options });
        let outcome = search.run();
        (search, outcome)
    }
}

impl Method for EpaQuery {
    type Run = Epa<Shape, Shape>;
    /// Outward normal of the face that each step expands, pair frame; `None` if it expands none.
    type Observed = Vec<Option<DVec3>>;
    /// Contact normal of GJK, world frame.
    type Memory = Option<DVec3>;
    type Record = ();

    fn start(&self, frame: usize, from: &Option<DVec3>) -> Result<Self::Run, QueryError> {
        let pair = self.bodies.at(frame)?;
        let (search, _) = self.run_gjk(&pair, *from);
        Ok(Epa::new(pair.cso(), search.packed_simplex(), self.options, Buffers::default()))
    }

    fn observe(&self, normals: &mut Self::Observed, _: &Self::Run, state: &Self::Run) {
        normals.push(state.closest().map(|face| face.normal.to_f64()));
    }

    fn verdict(&self, ended: &Ended<'_, Self>) -> Result<Verdict, QueryError> {
        Ok(pair_verdict(
            &ended.run.snapshot().answer,
            epa::ending(ended.outcome).name,
            &self.bodies.at(ended.frame)?.context(true),
        ))
    }

    fn lesson(&self, ended: Ended<'_, Self>, states: States<Self>, verdict: Verdict) -> LessonResult {
        Ok(epa::lesson(states, &ended.observed, self.bodies.at(ended.frame)?.context(true), verdict))
    }

    fn next_memory(&self, frame: usize, from: &Option<DVec3>) -> Result<Option<DVec3>, QueryError> {
        let pair = self.bodies.at(frame)?;
        let (search, outcome) = self.run_gjk(&pair, *from);
        Ok(search.answer(outcome).normal.map(|n| pair.to_world(n)))
    }
}
