//! Common parts of the separating-axis lessons in space and in the plane: [`axis_step`] collects the data of a step,
//! from which its beats are made, and [`verdict`] makes the sentence and the finding of the answer.

use std::sync::Arc;

use contact_lens_model::answer::{AxisOrigin, Finding, PairStatus, SeparationFinding, number::length};
use contact_lens_model::snapshot::sat::{Answer, Axis, Outcome, Problem, Solid, Test, TestedAxis};
use glam::DVec3;

use super::names::{AxisName, Pointing, axis_clause};
use super::projections::{AxisLanes, AxisStep, ProjectedAxis, axis_phrase};
use super::{ending, features};
use crate::{Detail, EndingKind, PairContext, Sentence, StopTest, Verdict};

/// Collects the data of the step between the states `before` and `after` for its beats. `end` is the sentence and the
/// kind of the run's ending, if the step ends it.
pub(super) fn axis_step<'a>(
    lanes: &'a AxisLanes,
    problem: &Problem,
    pair: &PairContext,
    [before, after]: [&Test; 2],
    end: Option<(&'a str, EndingKind)>,
    detail: Detail,
) -> AxisStep<'a> {
    let range = [before.tested as usize, after.tested as usize];
    let tests_axis = range[1] > range[0];
    let is_cached = range[0] == 0 && problem.cached;
    let stop = match after.separates {
        Some(comparison) if is_cached || problem.stop_at_first => {
            let outcome = if is_cached { Outcome::SeparatedByCache } else { Outcome::Separated };
            let test = StopTest::new(ending(outcome).name, "stop", "gap > rounding", comparison);
            Some(StopTest { fired: end.is_some() && tests_axis, ..test })
        }
        _ => None,
    };
    let tested_axis = if tests_axis { lanes.axes.get(range[0]) } else { None };
    AxisStep {
        lanes,
        names: pair.body_names(),
        clause: tested_axis.map_or_else(Sentence::default, |axis| clause_of_axis(axis, problem, pair, after)),
        are_thin: [0, 1].map(|body| problem.solids[body].vertices.len() < 3),
        is_planar: problem.solids.iter().all(|solid| solid.is_planar),
        tested: range,
        tested_in_step: range,
        skipped: (after.pruned - before.pruned) as usize,
        example: None,
        pruning: problem.pruning,
        is_cached: is_cached && tests_axis,
        stop,
        end,
        detail,
    }
}

/// Clause on the direction of the axis `axis`, which the step to the state `after` tested; empty if the features that
/// define it are unknown.
fn clause_of_axis(axis: &ProjectedAxis, problem: &Problem, pair: &PairContext, after: &Test) -> Sentence {
    let Some(definition) = axis.definition else { return Sentence::default() };
    let pointing = after.last_tested.as_ref().and_then(|tested| {
        let features = features(problem, pair, tested);
        pointing(axis, &features, pair.space.position, problem.rounding)
    });
    axis_clause(definition, &problem.solids, &pair.body_names(), pointing)
}

/// Side of its face to which the axis of a face points; `None` for other axes and for flat bodies. `features` are the
/// vertices of the features of A and of B that define the axis, world. Projections are measured from `origin` (world,
/// meters) with the error `rounding`, meters.
pub(super) fn pointing(
    axis: &ProjectedAxis,
    features: &[Vec<DVec3>; 2],
    origin: DVec3,
    rounding: f64,
) -> Option<Pointing> {
    let (face, [low, high]) = match axis.definition? {
        Axis::FaceA(_) => (&features[0], axis.a),
        Axis::FaceB(_) => (&features[1], axis.b),
        Axis::Edges(..) | Axis::Side { .. } | Axis::Along { .. } | Axis::Across { .. } => return None,
    };
    let face_height = axis.normal.dot(*face.first()? - origin);
    let is_at_end = face_height > 0.5 * (low + high);
    let is_extended = high - low > rounding;
    if !is_extended {
        return None;
    }
    Some(if is_at_end { Pointing::Outward } else { Pointing::Inward })
}

/// Status of the bodies that an ending proves.
fn status_of(outcome: Outcome) -> PairStatus {
    match outcome {
        Outcome::Separated | Outcome::SeparatedByCache => PairStatus::Separated,
        Outcome::Touching | Outcome::Degenerate => PairStatus::Touching,
        Outcome::Overlapping => PairStatus::Penetrating,
        Outcome::NotFinite => PairStatus::NotConverged,
    }
}

/// Features that define an axis, by the indices of the scene's points on both bodies.
fn axis_origin(tested_axis: &TestedAxis, solids: &[Arc<Solid>; 2]) -> AxisOrigin {
    let kind = match tested_axis.tested.axis {
        Axis::FaceA(_) => "face_a",
        Axis::FaceB(_) => "face_b",
        Axis::Edges(..) => "edge_edge",
        Axis::Side { body: 0, .. } | Axis::Along { body: 0 } | Axis::Across { body: 0 } => "edge_a",
        Axis::Side { .. } | Axis::Along { .. } | Axis::Across { .. } => "edge_b",
    };
    let features = [0, 1].map(|body| {
        let sources = &solids[body].sources;
        // A vertex without a source keeps its own index.
        let vertices = tested_axis.features[body].iter();
        vertices.map(|vertex| sources.get(*vertex as usize).copied().unwrap_or(*vertex)).collect()
    });
    AxisOrigin { kind, features }
}

/// Verdict of an answer, whose normal in the world frame is `normal`; `None` if no axis could be tested. `names` are
/// the names of A and B. Axes have their short names, such as `a1 × b2`.
pub(super) fn verdict(
    answer: &Answer,
    normal: Option<DVec3>,
    solids: &[Arc<Solid>; 2],
    names: &[String; 2],
) -> Verdict {
    let [a, b] = names;
    let outcome = answer.outcome;
    let is_separation_known = answer.best.is_some() || outcome == Outcome::Degenerate;
    let finding = SeparationFinding {
        status: status_of(outcome),
        separation: is_separation_known.then_some(answer.separation),
        lower: answer.lower,
        upper: answer.upper,
        normal,
        line: answer.best.as_ref().map(|best| AxisName::new(best.tested.axis, solids, names).short),
        lines: answer.tested,
        skipped: answer.pruned,
        ties: answer.ties.iter().map(|tie| AxisName::new(tie.tested.axis, solids, names).short).collect(),
        axis: answer.best.as_ref().map(|best| axis_origin(best, solids)),
        tied: answer.ties.iter().map(|tie| axis_origin(tie, solids)).collect(),
    };
    let gap = finding.separation.unwrap_or(0.0);
    let along = match &finding.line {
        Some(name) => format!(" on {}", axis_phrase(name)),
        None => String::new(),
    };
    let say = match outcome {
        Outcome::Separated => format!("{a} and {b} are apart by at least {}{along}.", length(gap)),
        Outcome::SeparatedByCache => {
            format!("{a} and {b} are still apart by at least {}{along}, the axis of the last frame.", length(gap))
        }
        Outcome::Touching => format!("{a} and {b} touch: the largest gap{along} is below rounding error."),
        Outcome::Overlapping => format!("{a} and {b} overlap by {}{along}; no axis has a gap.", length(-gap)),
        Outcome::Degenerate => format!("{a} and {b} share points, and A − B is flat: the depth is zero."),
        Outcome::NotFinite => {
            format!("{a} and {b} are too large or too far apart: squares of their lengths are infinite.")
        }
    };
    Verdict { outcome: ending(outcome).name, say, iterations: finding.lines, finding: Finding::Separation(finding) }
}
