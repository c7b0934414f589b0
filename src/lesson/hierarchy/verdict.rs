//! Verdict of a search in the hierarchy: the farthest vertex and the number of comparisons.

use glam::DVec3;

use super::ending;
use crate::answer::{FarthestFinding, Finding, point_name};
use crate::lesson::Verdict;
use crate::snapshot::hierarchy::{Hierarchy, Outcome, Search};

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
        Outcome::Farthest => {
            let point = point_name(finding.point);
            let all = finding.vertices;
            let levels = match finding.levels {
                1 => String::new(),
                n => format!(", over {n} levels"),
            };
            match finding.visited.checked_sub(all) {
                _ if all == 1 => format!("{point} is the only vertex, so it is the farthest along d."),
                Some(1) => format!(
                    "No vertex is farther along d than {point}. The search compared all {all} vertices{levels}. Proving that \
                     no neighbor is farther took one comparison more."
                ),
                Some(more @ 2..) => format!(
                    "No vertex is farther along d than {point}. The search compared all {all} vertices{levels}. Proving that \
                     no neighbor is farther took {more} comparisons more."
                ),
                _ => format!(
                    "No vertex is farther along d than {point}. The search compared {} of the {all} vertices{levels}.",
                    finding.visited
                ),
            }
        }
        Outcome::MoveLimit => {
            String::from("The search was stopped: rounding errors led it from vertex to vertex in a circle.")
        }
    };
    Verdict { outcome: ending(outcome).name, say, iterations: finding.visited, finding: Finding::Farthest(finding) }
}
