//! The full answer in the plane: GJK, EPA where the cores overlap, and the balls.

use std::sync::Arc;

use super::super::engine::dim2::distance::{Distance, Phase};
use super::super::engine::dim2::gjk::{Gjk, Options};
use super::super::engine::dim2::shape::Shape;
use super::super::{Asked, QueryError, Run, States, misdirected, run};
use super::{At, InPlane, Kind, Of, options};
use crate::lesson::distance::plane::{lesson, name};
use crate::lesson::{Lesson, PairContext, Verdict, pair_verdict};
use crate::scene::model::{Ask, DistanceOptions, Search};
use crate::snapshot::Snapshots as _;

/// All phases.
struct Phases;

/// Opens a query.
pub(in super::super) fn open_distance(asked: &Asked<'_>) -> Result<Arc<dyn Run>, QueryError> {
    let Ask::Distance { options, .. } = asked.ask() else { return Err(misdirected()) };
    Ok(run(asked, InPlane::<Phases>::new(asked, of_distance(options))?))
}

/// As the query asks.
pub(in super::super) fn of_distance(asked: &DistanceOptions) -> Options {
    let tolerances = [asked.relative_tolerance, asked.absolute_tolerance];
    options(tolerances, asked.max_iterations, asked.solver, Search::default())
}

impl Kind for Phases {
    type Run = Distance<Shape>;
    /// The phase before the first step and after each.
    type Seen = Vec<Phase>;

    fn start(search: Gjk<Shape>) -> Option<Distance<Shape>> {
        Some(Distance::new(search))
    }

    fn see(phases: &mut Vec<Phase>, start: &Distance<Shape>, state: &Distance<Shape>) {
        if phases.is_empty() {
            phases.push(start.phase);
        }
        phases.push(state.phase);
    }

    fn verdict(ended: &Of<'_, Self>, _: Gjk<Shape>, context: &PairContext) -> Verdict {
        pair_verdict(&ended.run.snapshot().answer, name(ended.outcome), context)
    }

    fn lesson(
        ended: Of<'_, Self>,
        states: States<InPlane<Self>>,
        verdict: Verdict,
        (context, history): At,
    ) -> Box<dyn Lesson> {
        // The phase after the last step is that of no step.
        lesson(states, &ended.seen[..ended.steps], context, verdict, history.table())
    }
}
