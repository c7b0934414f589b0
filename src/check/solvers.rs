//! Cross-check of one query by other solvers that can answer it. Every solver of a distance, whichever simplex solver
//! or penetration method it uses, gives a bracket that contains the true distance, so the brackets must overlap. Hull
//! algorithms must give the same hull.

use std::sync::Arc;

use contact_lens_lesson::Verdict;
use contact_lens_play::{self as play, Run};
use contact_lens_scene::model::{Algorithm, Dimension, Method, Query, Scene, Solver};

use super::{Failure, FailureKind, Precision, contradiction};

/// Runs of a query by the other solvers, in `f64`, with the solvers' names.
pub struct OtherRuns(Vec<(String, Arc<dyn Run>)>);

impl OtherRuns {
    /// Opens a run for each other solver that can answer the query.
    pub fn open(scene: &Scene, query: &Query) -> Self {
        let others = queries_of_other_solvers(scene.dimension, query).into_iter();
        let runs = others.filter_map(|(name, other)| {
            let run = play::open(Precision::F64, scene, &other).ok()?;
            Some((name, run))
        });
        Self(runs.collect())
    }

    /// Returns a failure for each solver that contradicts `exact`, the `f64` answer of frame `frame`.
    pub fn cross_check(&self, frame: usize, exact: &Verdict) -> Vec<Failure> {
        self.0.iter().filter_map(|(name, run)| contradiction_of(name, run.as_ref(), frame, exact)).collect()
    }
}

/// Returns the query for every other solver that could answer it, with the solver's name: simplex solvers and
/// penetration methods that the query does not choose, the distance query for a separating axis test, and other
/// algorithms for a single simplex or a hull.
pub fn queries_of_other_solvers(dimension: Dimension, query: &Query) -> Vec<(String, Query)> {
    let mut others = queries_of_other_simplex_solvers(query);
    let mut other = query.clone();
    // The penetration method is a choice only in space.
    if dimension == Dimension::Three
        && let Some(slot) = other.ask.method_mut()
    {
        *slot = match slot {
            Method::Hybrid => Method::Epa,
            Method::Gjk | Method::Epa => Method::Hybrid,
        };
        others.push((format!("{slot:?}"), other));
    }
    let algorithm = query.ask.algorithm();
    if algorithm == Algorithm::Sat {
        others.push(query_of_algorithm(query, Algorithm::Distance));
    }
    for other in Algorithm::ALL.iter().copied() {
        let are_simplex = algorithm.is_simplex() && other.is_simplex();
        let are_hull = algorithm.is_hull() && other.is_hull();
        if (are_simplex || are_hull) && other != algorithm && other.is_for(dimension) {
            others.push(query_of_algorithm(query, other));
        }
    }
    others
}

/// Returns the query for every simplex solver that it does not choose; empty when its algorithm uses none.
fn queries_of_other_simplex_solvers(query: &Query) -> Vec<(String, Query)> {
    let mut others = Vec::new();
    let solver_of_query = query.ask.clone().solver_mut().copied();
    for solver in [Solver::SignedVolumes, Solver::Johnson, Solver::Voronoi] {
        let mut other = query.clone();
        if solver_of_query != Some(solver)
            && let Some(slot) = other.ask.solver_mut()
        {
            *slot = solver;
            others.push((format!("{solver:?}"), other));
        }
    }
    others
}

/// Returns the query as one for another algorithm, with the algorithm's name.
fn query_of_algorithm(query: &Query, algorithm: Algorithm) -> (String, Query) {
    (format!("{algorithm:?}"), Query { ask: query.ask.converted_to(algorithm), ..query.clone() })
}

/// Returns a failure if another solver contradicts the answer; `None` if none does.
fn contradiction_of(name: &str, run: &dyn Run, frame: usize, exact: &Verdict) -> Option<Failure> {
    let answer = run.answer(frame).ok()?;
    let message = contradiction(&exact.finding, &answer.finding, ["this solver", name], 0.0)?;
    Some(Failure { kind: FailureKind::Solvers, frame, precision: Precision::F64, step: 0, message })
}
