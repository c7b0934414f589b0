//! Stage **broad phase**: overlapping pairs are found, and boxes contain their bodies.

use contact_lens_engine::glam::DVec3;

use crate::capture::BodyBox;
use crate::geometry::{Distances, half_space_normal, support_along};
use crate::law::{Culprit, Law, Stage, StageResult};
use crate::problem::Problem;

/// Judges the pairs and boxes.
pub fn judge(problem: &Problem, distances: &Distances) -> StageResult {
    let mut result = StageResult::new(Stage::BroadPhase, problem.lists_laws);
    match &problem.pairs.candidates {
        None => result.miss("broad_phase.pairs"),
        Some(candidates) => {
            for (pair, distance) in &distances.pairs {
                if !problem.pairs.must_collide(problem.step, *pair) {
                    continue;
                }
                let found = candidates.contains(pair) || problem.pairs.filtered.contains(pair);
                let value = if found { 0.0 } else { (-distance.upper).max(0.0) };
                let extent = problem.bodies[pair[0]].extent + problem.bodies[pair[1]].extent;
                let bound = problem.bound(64.0, extent);
                result.push(Law::new("overlapping pair is found", value, bound, "m", Culprit::pair(*pair)));
            }
        }
    }
    let boxes = problem.step.broad_phase.as_ref().and_then(|broad| broad.boxes.as_deref());
    for entry in boxes.unwrap_or_default() {
        judge_box(problem, entry, &mut result);
    }
    if boxes.is_none() {
        result.miss("broad_phase.boxes");
    }
    result
}

/// Law of one box. Half-spaces have no finite box and are skipped.
fn judge_box(problem: &Problem, entry: &BodyBox, result: &mut StageResult) {
    let Some(i) = problem.names.get(entry.body.as_str()).copied() else { return };
    let body = &problem.bodies[i];
    if body.parts.iter().any(|part| half_space_normal(part).is_some()) {
        return;
    }
    let mut excess = 0.0_f64;
    for (k, axis) in [DVec3::X, DVec3::Y, DVec3::Z].into_iter().enumerate() {
        for part in &body.parts {
            let Some((high, low)) = support_along(part, axis).zip(support_along(part, -axis)) else { return };
            excess = excess.max(high - entry.max[k]).max(low + entry.min[k]);
        }
    }
    let size = body.extent + DVec3::from(entry.min).abs().max_element().max(DVec3::from(entry.max).abs().max_element());
    let bound = problem.bound(64.0, size);
    result.push(Law::new("box contains its body", excess.max(0.0), bound, "m", Culprit::body(i)));
}
