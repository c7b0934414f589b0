//! Overlap queries of 2D bodies by boolean GJK.

use std::hint::black_box;
use std::sync::Arc;

use contact_lens_lesson::gjk::{boolean, isa};
use contact_lens_lesson::{ToF64, Verdict};
use contact_lens_scene::model::Ask;
use glam::{DVec2, DVec3};

use super::super::engine::dim2::boolean_gjk::{BooleanGjk, intersect};
use super::super::engine::dim2::shape::Shape;
use super::super::engine::prelude::*;
use super::super::engine::rounding;
use super::super::{Ended, LessonResult, Method, Prepared, QueryError, Run, SceneQuery, States, misdirected, run};
use super::{Bodies, Pair};

/// A 2D query of boolean GJK over all frames.
struct BooleanQuery {
    bodies: Bodies,
    /// First direction, world frame; `None` for +x of the pair frame, whose axes are those of A.
    first_direction: Option<DVec2>,
    /// Maximum number of iterations; `None` for the engine's own limit.
    max_iterations: Option<u32>,
}

/// Opens a query of boolean GJK in 2D.
pub(in super::super) fn open_boolean_gjk(query: &SceneQuery<'_>) -> Result<Arc<dyn Run>, QueryError> {
    let Ask::BooleanGjk { options, .. } = query.ask() else { return Err(misdirected()) };
    let max_iterations = options.max_iterations;
    Ok(run(
        query,
        BooleanQuery { bodies: Bodies::new(query)?, first_direction: query.direction_in_plane(), max_iterations },
    ))
}

impl BooleanQuery {
    /// First direction in the pair frame; +x if the query has none.
    fn direction_in_pair(&self, pair: &Pair<'_>) -> Vec2 {
        self.first_direction.map_or(Vec2::X, |direction| pair.direction(direction))
    }
}

impl Method for BooleanQuery {
    type Run = BooleanGjk<Shape>;
    /// Support points of A − B, one per iteration, pair frame.
    type Observed = Vec<DVec3>;
    type Memory = ();
    type Record = ();

    fn start(&self, frame: usize, (): &()) -> Result<Self::Run, QueryError> {
        let pair = self.bodies.at(frame)?;
        let mut start = BooleanGjk::new(pair.cso(), self.direction_in_pair(&pair));
        start.limit = self.max_iterations.unwrap_or(start.limit);
        Ok(start)
    }

    fn observe(&self, points: &mut Vec<DVec3>, _: &Self::Run, state: &Self::Run) {
        points.extend(state.w.map(|corner| corner.w.to_f64()));
    }

    fn verdict(&self, ended: &Ended<'_, Self>) -> Result<Verdict, QueryError> {
        let answer = ended.run.answer(ended.outcome).in_space().snapshot(Real::INFINITY);
        let context = self.bodies.at(ended.frame)?.context(true);
        Ok(isa::verdict(&answer, boolean::ending(ended.outcome).name, &context))
    }

    fn production_verdict(&self, frame: usize) -> Result<Option<Verdict>, QueryError> {
        let Some(pair) = self.bodies.pair_as_written(frame)? else { return Ok(None) };
        let [a, b] = pair.shapes;
        let [pose_a, pose_b] = pair.poses();
        let answer = intersect(a, &pose_a, b, &pose_b, self.direction_in_pair(&pair));
        let rounding = rounding::bound_rounding2(pair.cso().magnitude());
        let answer = answer.in_space().snapshot(answer.bracket().contact_tolerance(rounding));
        Ok(Some(isa::verdict_in_world(&answer, &self.bodies.names())))
    }

    fn prepared(&self, frame: usize) -> Result<Prepared<'_>, QueryError> {
        let pair = self.bodies.at(frame)?;
        let first_direction = self.direction_in_pair(&pair);
        let [pose_a, pose_b] = pair.poses();
        Ok(Box::new(move || {
            let [a, b] = black_box(pair.shapes);
            black_box(&intersect(a, &pose_a, b, &pose_b, first_direction));
        }))
    }

    fn lesson(&self, ended: Ended<'_, Self>, states: States<Self>, verdict: Verdict) -> LessonResult {
        let context = self.bodies.at(ended.frame)?.context(true);
        Ok(boolean::lesson(true, states, verdict, ended.observed, context))
    }
}
