//! GJK in the plane. With `warm_start` a frame begins with what was nearest in the one before.

use std::sync::Arc;

use super::super::engine::dim2::gjk::{Gjk, Options};
use super::super::engine::dim2::shape::Shape;
use super::super::{Asked, QueryError, Run, States, misdirected, run};
use super::{At, InPlane, Kind, Of, full_answer, options};
use crate::lesson::gjk::plane::{lesson, name};
use crate::lesson::{Lesson, PairContext, Verdict, pair_verdict};
use crate::scene::model::{Ask, GjkOptions};

/// The search alone.
pub(super) struct Iterations;

/// Opens a query.
pub(in super::super) fn open_gjk(asked: &Asked<'_>) -> Result<Arc<dyn Run>, QueryError> {
    let Ask::Gjk { options, .. } = asked.ask() else { return Err(misdirected()) };
    Ok(run(asked, InPlane::<Iterations>::new(asked, of_gjk(options))?))
}

/// As the query asks.
pub(in super::super) fn of_gjk(asked: &GjkOptions) -> Options {
    options([asked.relative_tolerance, asked.absolute_tolerance], asked.max_iterations, asked.solver, asked.search)
}

impl Kind for Iterations {
    type Run = Gjk<Shape>;
    type Seen = ();

    fn start(search: Gjk<Shape>) -> Option<Gjk<Shape>> {
        Some(search)
    }

    /// Where GJK ended on cores that overlap, EPA goes on and measures the depth.
    fn verdict(ended: &Of<'_, Self>, search: Gjk<Shape>, context: &PairContext) -> Verdict {
        let answer = full_answer(search);
        let wanted = ended.run.wanted(answer.signed_distance.unwrap_or(0.0));
        pair_verdict(&answer.in_space().snapshot(wanted), name(ended.outcome), context)
    }

    fn lesson(
        _: Of<'_, Self>,
        states: States<InPlane<Self>>,
        verdict: Verdict,
        (context, history): At,
    ) -> Box<dyn Lesson> {
        lesson(states, verdict, context, history)
    }
}
