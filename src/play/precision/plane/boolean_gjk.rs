//! Boolean GJK in the plane.

use std::sync::Arc;

use glam::{DVec2, DVec3};

use super::super::engine::dim2::boolean_gjk::BooleanGjk;
use super::super::engine::dim2::shape::Shape;
use super::super::engine::prelude::*;
use super::super::{Asked, Ended, Method, QueryError, Run, States, Told, misdirected, run};
use super::Bodies;
use crate::lesson::{ToF64, Verdict, boolean_gjk, isa_gjk};
use crate::scene::model::Ask;

struct Boolean {
    bodies: Bodies,
    first: Option<DVec2>,
    max_iterations: Option<u32>,
}

/// Opens a query.
pub(in super::super) fn open_boolean_gjk(asked: &Asked<'_>) -> Result<Arc<dyn Run>, QueryError> {
    let Ask::BooleanGjk { options, .. } = asked.ask() else { return Err(misdirected()) };
    let max_iterations = options.max_iterations;
    Ok(run(asked, Boolean { bodies: Bodies::new(asked)?, first: asked.direction_in_plane(), max_iterations }))
}

impl Method for Boolean {
    type Run = BooleanGjk<Shape>;
    /// The support points, pair frame.
    type Seen = Vec<DVec3>;
    type Memory = ();
    type Record = ();

    fn start(&self, frame: usize, (): &()) -> Result<Self::Run, QueryError> {
        let pair = self.bodies.at(frame)?;
        let first = self.first.map_or(Vec2::X, |first| pair.direction(first));
        let mut start = BooleanGjk::new(pair.cso(), first);
        start.limit = self.max_iterations.unwrap_or(start.limit);
        Ok(start)
    }

    fn see(&self, points: &mut Vec<DVec3>, _: &Self::Run, state: &Self::Run) {
        points.extend(state.w.map(|corner| corner.w.to_f64()));
    }

    fn verdict(&self, ended: &Ended<'_, Self>) -> Result<Verdict, QueryError> {
        let answer = ended.run.answer(ended.outcome).in_space().snapshot(Real::INFINITY);
        let context = self.bodies.at(ended.frame)?.context(true);
        Ok(isa_gjk::verdict(&answer, boolean_gjk::name(ended.outcome), &context))
    }

    fn lesson(&self, ended: Ended<'_, Self>, states: States<Self>, verdict: Verdict) -> Told {
        let context = self.bodies.at(ended.frame)?.context(true);
        Ok(boolean_gjk::plane::lesson(states, verdict, ended.seen, context))
    }
}
