//! Verdict of a search in the hierarchy: the farthest vertex and the number of comparisons.

use glam::DVec3;

use super::ending;
use crate::answer::{FarthestFinding, Finding, point_name};
use crate::lesson::Verdict;
use crate::snapshot::hierarchy::{Hierarchy, Outcome, Search};

/// Verdict of a search.
pub fn verdict(search: &Search, hierarchy: &Hierarchy, outcome: Outcome, d: DVec3, body: &str) -> Verdict {
    let finding = search
        .query
        .as_ref()
        .map(|query| FarthestFinding {
            point: hierarchy.sources[query.at as usize],
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
                1 => String::from("1 level"),
                n => format!("{n} levels"),
            };
            match finding.visited.checked_sub(all) {
                _ if all == 1 => format!("{point} is the only vertex of {body}, so it is the farthest along d."),
                Some(more @ 1..) => format!(
                    "{point} is the farthest vertex of {body} along d. All {all} vertices on {levels} were compared, {more} of them twice."
                ),
                _ => format!(
                    "{point} is the farthest vertex of {body} along d. {} of its {all} vertices on {levels} were compared.",
                    finding.visited
                ),
            }
        }
        Outcome::MoveLimit => {
            format!("The search over the vertices of {body} was stopped: rounding led it in circles.")
        }
    };
    Verdict { outcome: ending(outcome).name, say, iterations: finding.visited, finding: Finding::Farthest(finding) }
}
