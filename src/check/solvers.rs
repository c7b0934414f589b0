//! One question, several solvers: whichever way the nearest point of a simplex is found, and with margins or without, all
//! brackets hold the truth, so they must meet.

use super::{Finding, Kind, Precision, answer};
use crate::lesson::Verdict;
use crate::scene::model::{Algorithm, Method, Options, Query, Scene, Solver};

/// The solvers that contradict the answer of `query` in frame `frame`.
pub fn cross_check(scene: &Scene, query: &Query, frame: usize, exact: &Verdict) -> Vec<Finding> {
    others(query).into_iter().filter_map(|(name, other)| contradiction(scene, &name, &other, frame, exact)).collect()
}

/// The same question to every other solver that could answer it, with the solver's name.
pub fn others(query: &Query) -> Vec<(String, Query)> {
    let with = |name: String, options: Options| (name, Query { options, ..query.clone() });
    let asked = &query.options;
    let mut others = Vec::new();
    if query.algorithm.honors().contains(&"solver") {
        let solvers = [Solver::SignedVolumes, Solver::Johnson, Solver::Voronoi];
        let solvers = solvers.into_iter().filter(|solver| *solver != asked.solver);
        others.extend(solvers.map(|solver| with(format!("{solver:?}"), Options { solver, ..asked.clone() })));
    }
    if query.algorithm.honors().contains(&"method") {
        let method = if asked.method == Method::Hybrid { Method::Epa } else { Method::Hybrid };
        others.push(with(format!("{method:?}"), Options { method, ..asked.clone() }));
    }
    let simplex = [Algorithm::SignedVolumes, Algorithm::Johnson, Algorithm::Voronoi];
    if simplex.contains(&query.algorithm) {
        let rest = simplex.into_iter().filter(|algorithm| *algorithm != query.algorithm);
        others.extend(rest.map(|algorithm| (format!("{algorithm:?}"), Query { algorithm, ..query.clone() })));
    }
    others
}

fn contradiction(scene: &Scene, name: &str, other: &Query, frame: usize, exact: &Verdict) -> Option<Finding> {
    let ours = exact.proof;
    let theirs = answer(Precision::F64, scene, other, frame).ok()?.proof;
    let meet = theirs.lower <= ours.upper && ours.lower <= theirs.upper;
    (!meet).then(|| Finding {
        kind: Kind::Solvers,
        frame,
        precision: Precision::F64,
        step: 0,
        message: format!(
            "as asked: [{:e}, {:e}]; with {name}: [{:e}, {:e}]",
            ours.lower, ours.upper, theirs.lower, theirs.upper
        ),
    })
}
