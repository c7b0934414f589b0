//! EPA in the plane, from where GJK finds the origin; the query's cap and tolerances are EPA's, and GJK has none.

use std::sync::Arc;

use super::super::engine::dim2::epa::{self, Epa};
use super::super::engine::dim2::gjk::{Gjk, Options, Outcome};
use super::super::engine::dim2::shape::Shape;
use super::super::engine::prelude::*;
use super::super::engine::rounding;
use super::super::{Asked, QueryError, Run, States, misdirected, run};
use super::{At, InPlane, Kind, Of, options};
use crate::lesson::epa::plane::{lesson, name};
use crate::lesson::{Lesson, PairContext, Verdict, pair_verdict};
use crate::scene::model::{Ask, EpaOptions, Search};

/// The polytope that grows. Where cores are apart there is nothing for it to do.
struct Expansions;

/// Opens a query.
pub(in super::super) fn open_epa(asked: &Asked<'_>) -> Result<Arc<dyn Run>, QueryError> {
    let Ask::Epa { options, .. } = asked.ask() else { return Err(misdirected()) };
    Ok(run(asked, InPlane::<Expansions>::new(asked, of_epa(options))?))
}

/// As the query asks.
pub(in super::super) fn of_epa(asked: &EpaOptions) -> Options {
    let tolerances = [asked.relative_tolerance, asked.absolute_tolerance];
    options(tolerances, asked.max_iterations, asked.solver, Search::default())
}

impl Kind for Expansions {
    type Run = Epa<Shape>;
    type Seen = ();

    fn start(mut search: Gjk<Shape>) -> Option<Epa<Shape>> {
        let Options { relative, absolute, max_iterations, .. } = search.options;
        let cap = rounding::MAX_ITERATIONS_IN_PLANE;
        search.options = Options { relative: 0.0, absolute: 0.0, max_iterations: cap, ..search.options };
        if !matches!(search.run(), Outcome::Contained | Outcome::OnEdge) {
            return None;
        }
        let options = epa::Options { relative, absolute, max_iterations };
        Some(Epa::new(search.cso.clone(), &search.simplex[..search.count], options, Vec::new()))
    }

    fn verdict(ended: &Of<'_, Self>, _: Gjk<Shape>, context: &PairContext) -> Verdict {
        let answer = ended.run.answer(Some(ended.outcome), 0).in_space();
        pair_verdict(&answer.snapshot(ended.run.wanted()), name(ended.outcome), context)
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
