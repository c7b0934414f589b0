//! Verdict of a search in the hierarchy: the farthest vertex and the number of comparisons.

use glam::DVec3;

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
        Outcome::Farthest => format!(
            "{} is the farthest point of {body} along d. {} on {} {} and for the proof.",
            point_name(finding.point),
            match finding.visited.checked_sub(finding.vertices) {
                _ if finding.vertices == 1 => String::from("Its one corner was compared,"),
                Some(more @ 1..) =>
                    format!("All {} corners, and {more} of them twice, were compared,", finding.vertices),
                _ => format!("Of its {} corners {} were compared,", finding.vertices, finding.visited),
            },
            finding.levels,
            if finding.levels == 1 { "level" } else { "levels" }
        ),
        Outcome::MoveLimit => {
            format!("Rounding led the search in circles over the corners of {body}, so it was stopped.")
        }
    };
    let name = if finding.proven { "Farthest" } else { "MoveLimit" };
    Verdict { outcome: name, say, iterations: finding.visited, finding: Finding::Farthest(finding) }
}
