//! Common parts of the lessons in space and in the plane: axes of a run, verdict, and data of a step.

use std::sync::Arc;

use glam::DVec3;

use super::names::{Pointing, axis_clause, axis_name_and_group};
use super::projections::{Lanes, LineStep, Shadows, spoken};
use super::{ending, features};
use crate::answer::{AxisOrigin, Finding, PairStatus, SeparationFinding, number::length};
use crate::lesson::{Detail, EndingKind, PairContext, Sentence, StopTest, Verdict};
use crate::snapshot::sat::{Answer, Axis, Outcome, Problem, Solid, Test, TestedAxis};

/// Data of a step for the beats of its axis.
pub(super) fn line<'a>(
    lanes: &'a Lanes,
    problem: &Problem,
    pair: &PairContext,
    [before, after]: [&Test; 2],
    end: Option<(&'a str, EndingKind)>,
    detail: Detail,
) -> LineStep<'a> {
    let tried = [before.tested as usize, after.tested as usize];
    let cached = tried[0] == 0 && problem.cached;
    let stop = after.separates.filter(|_| cached || problem.stop_at_first).map(|parts| {
        let outcome = if cached { Outcome::SeparatedByCache } else { Outcome::Separated };
        let test = StopTest::new(ending(outcome).name, "stop", "gap > rounding", parts);
        StopTest { fired: end.is_some() && tried[1] > tried[0], ..test }
    });
    let names = pair.body_names();
    let tested = lanes.lines.get(tried[0]).filter(|_| tried[1] > tried[0]);
    let clause = tested.and_then(|line| Some((line, line.axis?))).map_or_else(Sentence::default, |(line, axis)| {
        let features = after.now.as_ref().map(|tried| features(problem, pair, tried));
        let pointing = features.and_then(|features| pointing(line, &features, (pair.space.position, problem.rounding)));
        axis_clause(axis, &problem.solids, &names, pointing)
    });
    LineStep {
        lanes,
        names,
        clause,
        thin: [0, 1].map(|body| problem.solids[body].vertices.len() < 3),
        is_planar: problem.solids.iter().all(|solid| solid.is_planar),
        tried,
        step: tried,
        skipped: (after.pruned - before.pruned) as usize,
        example: None,
        passing: problem.passing,
        cached: cached && tried[1] > tried[0],
        stop,
        end,
        detail,
    }
}

/// Side of its face to which the axis of a face points; `None` for other axes and for flat bodies. `home` is the origin
/// of projections, and `rounding` their error.
pub(super) fn pointing(line: &Shadows, features: &[Vec<DVec3>; 2], (home, rounding): (DVec3, f64)) -> Option<Pointing> {
    let (face, [low, high]) = match line.axis? {
        Axis::FaceA(_) => (&features[0], line.a),
        Axis::FaceB(_) => (&features[1], line.b),
        Axis::Edges(..) | Axis::Side { .. } | Axis::Along { .. } | Axis::Across { .. } => return None,
    };
    let at = line.normal.dot(*face.first()? - home);
    let is_last = at > 0.5 * (low + high);
    (high - low > rounding).then_some(if is_last { Pointing::Outward } else { Pointing::Inward })
}

/// Status of the bodies that an ending proves.
fn status(outcome: Outcome) -> PairStatus {
    match outcome {
        Outcome::Separated | Outcome::SeparatedByCache => PairStatus::Separated,
        Outcome::Touching | Outcome::Degenerate => PairStatus::Touching,
        Outcome::Overlapping => PairStatus::Penetrating,
        Outcome::NotFinite => PairStatus::NotConverged,
    }
}

/// Features that define an axis, by the point numbers of both bodies.
fn origin(tried: &TestedAxis, solids: &[Arc<Solid>; 2]) -> AxisOrigin {
    let kind = match tried.tested.axis {
        Axis::FaceA(_) => "face_a",
        Axis::FaceB(_) => "face_b",
        Axis::Edges(..) => "edge_edge",
        Axis::Side { body: 0, .. } | Axis::Along { body: 0 } | Axis::Across { body: 0 } => "edge_a",
        Axis::Side { .. } | Axis::Along { .. } | Axis::Across { .. } => "edge_b",
    };
    let features = [0, 1].map(|body| {
        let sources = &solids[body].sources;
        tried.features[body].iter().map(|v| sources.get(*v as usize).copied().unwrap_or(*v)).collect()
    });
    AxisOrigin { kind, features }
}

/// Verdict of an answer with this normal in the world; axes have their short names.
pub(super) fn verdict(
    answer: &Answer,
    normal: Option<DVec3>,
    solids: &[Arc<Solid>; 2],
    names: &[String; 2],
) -> Verdict {
    let [a, b] = names;
    let outcome = answer.outcome;
    let known = answer.best.is_some() || outcome == Outcome::Degenerate;
    let finding = SeparationFinding {
        status: status(outcome),
        separation: known.then_some(answer.separation),
        lower: answer.lower,
        upper: answer.upper,
        normal,
        line: answer.best.as_ref().map(|taken| axis_name_and_group(taken.tested.axis, solids, names).0),
        lines: answer.tested,
        skipped: answer.pruned,
        ties: answer.ties.iter().map(|tie| axis_name_and_group(tie.tested.axis, solids, names).0).collect(),
        axis: answer.best.as_ref().map(|taken| origin(taken, solids)),
        tied: answer.ties.iter().map(|tie| origin(tie, solids)).collect(),
    };
    let gap = finding.separation.unwrap_or(0.0);
    let along = finding.line.as_deref().map_or_else(String::new, |line| format!(" on {}", spoken(line)));
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
