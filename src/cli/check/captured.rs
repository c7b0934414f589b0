//! Captured answers of other engines in a check: those beyond the tolerance fail, the others are listed; both begin
//! with the worst. An HTML report plots them over the frames.

use std::collections::{HashMap, HashSet};

use contact_lens_check::captured::{self, Tolerance};
use contact_lens_check::{Case, FailureKind};
use contact_lens_model::answer::Finding;
use contact_lens_play::{Compared, Judgment};
use contact_lens_scene::model::Scene;

use super::super::terminal_text::{Style, line_width, wrap};
use super::{INDENT, MAX_PRINTED};

/// Adds to each case the failures of the captured answers that are beyond the tolerance, and sorts the cases: the one
/// with the worst captured answer first; the others stay in their order.
pub(super) fn judge(scene: &Scene, cases: &mut [Case], tolerance: Option<Tolerance>) {
    let mut worst: HashMap<String, f64> = HashMap::new();
    for case in cases.iter_mut() {
        let Some(query) = scene.queries.iter().find(|query| query.name == case.query) else { continue };
        let beyond = captured::beyond_tolerance(scene, query, &case.external, tolerance);
        worst.insert(case.query.clone(), beyond.first().map_or(0.0, |deviation| deviation.ratio));
        case.failures.extend(captured::failures(scene, query, &beyond));
    }
    cases.sort_by(|a, b| worst.get(&b.query).unwrap_or(&0.0).total_cmp(worst.get(&a.query).unwrap_or(&0.0)));
}

/// Returns lines about answers of external engines that the bracket judges; for a world, about the frames in which each
/// differs most. The worst comes first. Frames whose captured answer is a failure are left out.
pub(super) fn lines(case: &Case, style: Style) -> Vec<String> {
    let is_world = case.verdict.as_ref().is_some_and(|verdict| matches!(verdict.finding, Finding::World(_)));
    let captured = case.failures.iter().filter(|failure| failure.kind == FailureKind::Captured);
    let failing: HashSet<usize> = captured.map(|failure| failure.frame).collect();
    let others = case.external.iter().filter(|(frame, _)| !failing.contains(frame));
    let mut judged: Vec<&(usize, Compared)> =
        others.filter(|(_, row)| is_world || row.judgment != Judgment::NotJudged).collect();
    judged.sort_by(|(_, a), (_, b)| excess(b).total_cmp(&excess(a)));
    let mut lines: Vec<String> = judged
        .iter()
        .take(MAX_PRINTED)
        .flat_map(|(frame, row)| external_answer_lines(case, *frame, row, style))
        .collect();
    if judged.len() > MAX_PRINTED {
        lines.push(format!("{INDENT}… and {} more external answers", judged.len() - MAX_PRINTED));
    }
    lines
}

/// Returns how far a captured value is outside of the bracket, meters, or beyond a rule, newton seconds; 0 if it is
/// not.
fn excess(row: &Compared) -> f64 {
    match row.judgment {
        Judgment::OutsideBracket(excess) | Judgment::WithinRounding(excess) | Judgment::BreaksRule(excess) => excess,
        Judgment::NotJudged | Judgment::WithinBracket | Judgment::ObeysRule => 0.0,
    }
}

/// Returns the lines about one answer of an external engine, emphasized when the bracket excludes it.
fn external_answer_lines(case: &Case, frame: usize, row: &Compared, style: Style) -> Vec<String> {
    let frame = if case.frames > 1 { format!("frame {frame}: ") } else { String::new() };
    let text = format!("external: {frame}{}", row.say());
    let is_wrong = row.judgment.is_wrong();
    let lines = wrap(&text, line_width() - INDENT.len()).into_iter();
    lines.map(|line| format!("{INDENT}{}", if is_wrong { style.strong(&line) } else { style.faint(&line) })).collect()
}
