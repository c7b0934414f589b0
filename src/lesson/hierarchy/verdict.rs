//! Verdict of a search in the hierarchy: the farthest vertex and the number of comparisons.

use contact_lens_model::answer::{FarthestFinding, Finding, point_name};
use contact_lens_model::snapshot::hierarchy::{Hierarchy, Outcome, Search};
use glam::DVec3;

use super::ending;
use crate::Verdict;

/// Verdict of the search for the vertex farthest along `d`, a unit vector in the world.
pub fn verdict(search: &Search, hierarchy: &Hierarchy, outcome: Outcome, d: DVec3) -> Verdict {
    let finding = search
        .query
        .as_ref()
        .map(|query| FarthestFinding {
            point: hierarchy.sources[query.farthest as usize],
            direction: d,
            value: query.height,
            visited: query.visited,
            vertices: hierarchy.sources.len() as u32,
            levels: hierarchy.levels.len() as u32,
            proven: outcome == Outcome::Farthest,
        })
        .unwrap_or_default();
    let say = match outcome {
        Outcome::Farthest => sentence_on_farthest(&finding),
        Outcome::MoveLimit => {
            String::from("The search was stopped: rounding errors led it from vertex to vertex in a circle.")
        }
    };
    Verdict { outcome: ending(outcome).name, say, iterations: finding.visited, finding: Finding::Farthest(finding) }
}

/// Sentence on a proven farthest vertex. The proof may compare vertices again, so that the search makes more
/// comparisons than there are vertices.
fn sentence_on_farthest(finding: &FarthestFinding) -> String {
    let point = point_name(finding.point);
    let all = finding.vertices;
    let visited = finding.visited;
    if all == 1 {
        return format!("{point} is the only vertex, so it is the farthest along d.");
    }
    let levels = if finding.levels == 1 { String::new() } else { format!(", over {} levels", finding.levels) };
    if visited <= all {
        return format!(
            "No vertex is farther along d than {point}. The search compared {visited} of the {all} vertices{levels}."
        );
    }
    let more = visited - all;
    let comparisons = if more == 1 { String::from("one comparison") } else { format!("{more} comparisons") };
    format!(
        "No vertex is farther along d than {point}. The search compared all {all} vertices{levels}. Proving that no \
         neighbor is farther took {comparisons} more."
    )
}
