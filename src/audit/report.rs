//! The answer to an audit: nine stages in order, the first broken law, residuals, gap and proven distances.

use serde::Serialize;

use crate::certificates::solution::Solution;
use crate::geometry::Distances;
use crate::law::{Culprit, Law, Stage, StageResult, Verdict};
use crate::parting::Parting;
use crate::problem::Problem;
use crate::why::reason_of;

/// Answer to an audit.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// Worst verdict of all stages.
    pub verdict: Verdict,
    /// Worst law of the first broken stage; `None` if no stage is broken.
    pub first: Option<FirstBroken>,
    /// All nine stages, in order.
    pub stages: Vec<StageAnswer>,
    /// Residual of each block of rows.
    pub rows: Vec<RowsAnswer>,
    /// Gap of the convex model; `None` if it does not apply.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gap: Option<GapAnswer>,
    /// Pairs that are near each other, with proven distances.
    pub pairs: Vec<PairAnswer>,
    /// Reason why the requested pair has no contact.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// First proven difference from the other capture; `Some(None)` if none is proven.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parting: Option<Option<Parting>>,
    /// Every law, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub laws: Option<Vec<LawAnswer>>,
}

/// Worst law of the first broken stage.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FirstBroken {
    /// Name of the stage.
    pub stage: &'static str,
    /// Name of the law.
    pub law: &'static str,
    /// Deviation from the law.
    pub value: f64,
    /// Largest deviation that rounding or a claim explains.
    pub bound: f64,
    /// Unit of value and bound.
    pub unit: &'static str,
    /// Items that the law is about.
    pub culprit: CulpritNames,
    /// Change with which the law would hold.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub because: Option<String>,
}

/// Items that a law is about: indices of rows, contacts and joints, names of bodies.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct CulpritNames {
    /// Index of the row.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub row: Option<usize>,
    /// Index of the contact.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contact: Option<usize>,
    /// Index of the joint.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub joint: Option<usize>,
    /// Name of the body.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub body: Option<String>,
    /// Names of both bodies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pair: Option<[String; 2]>,
    /// Index of the degree of freedom.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dof: Option<usize>,
}

/// A stage with its worst law.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StageAnswer {
    /// Name of the stage.
    pub stage: &'static str,
    /// `holds`, `undecided`, `broken` or `not given`.
    pub verdict: &'static str,
    /// Number of evaluated laws.
    pub laws: usize,
    /// Name of the worst law.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub law: Option<&'static str>,
    /// Deviation from the worst law.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    /// Bound of the worst law.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bound: Option<f64>,
    /// Unit of value and bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<&'static str>,
    /// Items of the worst law, if it does not hold.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub culprit: Option<CulpritNames>,
    /// Change with which the worst law would hold.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub because: Option<String>,
    /// Names of the fields that further laws need.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<String>,
}

/// One law of a stage.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LawAnswer {
    /// Name of the stage.
    pub stage: &'static str,
    /// Name of the law.
    pub law: &'static str,
    /// Answer of the law.
    pub verdict: Verdict,
    /// Deviation from the law.
    pub value: f64,
    /// Largest deviation that rounding or a claim explains.
    pub bound: f64,
    /// Deviation above which the law is broken; `None` if nothing is claimed. Not part of answers.
    #[serde(skip)]
    pub band: Option<f64>,
    /// Unit of value and bound.
    pub unit: &'static str,
    /// Items that the law is about.
    pub culprit: CulpritNames,
    /// Change with which the law would hold.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub because: Option<String>,
}

/// Residual of a block of rows.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RowsAnswer {
    /// Rows of the block.
    pub rows: Vec<usize>,
    /// Bracket of the residual.
    pub residual: [f64; 2],
    /// Unit of the residual.
    pub unit: &'static str,
}

/// Gap of the convex model.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GapAnswer {
    /// Bracket of the gap.
    pub value: [f64; 2],
    /// Cost of the captured velocities.
    pub cost: f64,
    /// Momentum share of the gap.
    pub momentum: f64,
    /// Share of each block, in the order of `rows`.
    pub blocks: Vec<f64>,
    /// Unit of the gap.
    pub unit: &'static str,
    /// Radius around the captured velocities that contains the optimum.
    pub velocity_within: f64,
}

/// A pair of bodies.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PairAnswer {
    /// Name of the first body.
    pub a: String,
    /// Name of the second body.
    pub b: String,
    /// Proven bracket of the signed distance, meters.
    pub distance: [f64; 2],
    /// Reason why the pair has no contact, or `there is one`.
    pub why: &'static str,
}

/// Creates the answer from the results of all stages.
pub fn report(
    problem: &Problem,
    results: &[StageResult],
    distances: &Distances,
    solution: Option<&Solution>,
    laws: bool,
) -> Report {
    let broken = results.iter().find(|result| result.verdict() == Some(Verdict::Broken));
    let first = broken.and_then(|result| Some((result.stage, result.worst()?)));
    let worst = results.iter().filter_map(StageResult::verdict).max(); // @end
    Report {
        verdict: worst.unwrap_or(Verdict::Holds),
        first: first.map(|(stage, law)| FirstBroken {
            stage: stage.name(),
            law: law.name,
            value: finite(law.value),
            bound: finite(law.bound),
            unit: law.unit,
            culprit: names_of(problem, &law.culprit),
            because: law.because.clone(),
        }),
        stages: results.iter().map(|result| stage_answer(problem, result)).collect(),
        rows: solution.map(|solution| rows_answers(problem, solution)).unwrap_or_default(),
        gap: solution.and_then(|solution| gap_answer(problem, solution)),
        pairs: pair_answers(problem, distances),
        why: None,
        parting: None,
        laws: laws.then(|| law_answers(problem, results)),
    }
}

/// A number that JSON can hold.
fn finite(number: f64) -> f64 {
    if number.is_finite() { number } else { f64::MAX }
}

/// Name of a body; empty if there is no such body.
fn name_of(problem: &Problem, i: usize) -> String {
    problem.step.bodies.get(i).map(|body| body.name.clone()).unwrap_or_default()
}

/// Names of the items of a law.
pub fn names_of(problem: &Problem, culprit: &Culprit) -> CulpritNames {
    CulpritNames {
        row: culprit.row,
        contact: culprit.contact,
        joint: culprit.joint,
        body: culprit.body.map(|i| name_of(problem, i)),
        pair: culprit.pair.map(|pair| pair.map(|i| name_of(problem, i))),
        dof: culprit.dof,
    }
}

/// Answer of one stage.
fn stage_answer(problem: &Problem, result: &StageResult) -> StageAnswer {
    let worst = result.worst();
    let wrong = worst.filter(|law| law.verdict() != Verdict::Holds);
    StageAnswer {
        stage: result.stage.name(),
        verdict: result.verdict().map_or("not given", Verdict::name),
        laws: result.count,
        law: worst.map(|law| law.name),
        value: worst.map(|law| finite(law.value)),
        bound: worst.map(|law| finite(law.bound)),
        unit: worst.map(|law| law.unit),
        culprit: wrong.map(|law| names_of(problem, &law.culprit)),
        because: wrong.and_then(|law| law.because.clone()),
        missing: result.missing.clone(),
    }
}

/// Residuals of all blocks.
fn rows_answers(problem: &Problem, solution: &Solution) -> Vec<RowsAnswer> {
    let unit = problem.velocity_unit();
    let residuals = solution.residuals.iter();
    let answers = residuals.map(|residual| RowsAnswer {
        rows: residual.block.rows.clone(),
        residual: [(residual.value - residual.error).max(0.0), residual.value + residual.error].map(finite),
        unit,
    });
    answers.collect()
}

/// Answer about the gap; `None` if the gap does not apply.
fn gap_answer(problem: &Problem, solution: &Solution) -> Option<GapAnswer> {
    let gap = solution.gap.as_ref().or(solution.recomputed_gap.as_ref())?;
    Some(GapAnswer {
        value: gap.value.map(finite),
        cost: finite(gap.cost),
        momentum: finite(gap.momentum),
        blocks: gap.shares.iter().map(|[value, _]| finite(value.max(0.0))).collect(),
        unit: if problem.acceleration { "N m/s²" } else { "J" },
        velocity_within: finite(gap.velocity_within),
    })
}

/// All measured pairs that are near each other.
fn pair_answers(problem: &Problem, distances: &Distances) -> Vec<PairAnswer> {
    let limit = problem.step.model.margin.unwrap_or(0.0).max(0.0) + 1.0;
    let near = distances.pairs.iter().filter(|(_, distance)| distance.lower <= limit);
    let answers = near.map(|(pair, distance)| PairAnswer {
        a: problem.step.bodies[pair[0]].name.clone(),
        b: problem.step.bodies[pair[1]].name.clone(),
        distance: [distance.lower, distance.upper].map(finite),
        why: reason_of(problem, distances, *pair),
    });
    answers.collect()
}

/// Every law of every stage.
fn law_answers(problem: &Problem, results: &[StageResult]) -> Vec<LawAnswer> {
    let mut answers = Vec::new();
    for result in results {
        answers.extend(result.laws.iter().map(|law| law_answer(problem, result.stage, law)));
    }
    answers
}

/// Answer of one law.
fn law_answer(problem: &Problem, stage: Stage, law: &Law) -> LawAnswer {
    LawAnswer {
        stage: stage.name(),
        law: law.name,
        verdict: law.verdict(),
        value: finite(law.value),
        bound: finite(law.bound),
        band: law.band.is_finite().then_some(law.band),
        unit: law.unit,
        culprit: names_of(problem, &law.culprit),
        // A law that holds needs no cause.
        because: law.because.clone().filter(|_| law.verdict() != Verdict::Holds), // @cause
    }
}
