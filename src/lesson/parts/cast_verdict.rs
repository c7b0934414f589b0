//! Verdict of the search for the first contact of two moving bodies made of parts.

use glam::DVec3;

use super::{Named, beats, ending};
use crate::answer::{Finding, PartsFinding};
use crate::lesson::Verdict;
use crate::lesson::cast::verdict_in_world;
use crate::snapshot::cast::Answer;
use crate::snapshot::parts::Outcome;

/// Verdict of a search. `home` is the origin of A at the start, world, meters, to which the witness points of `found`
/// are relative; `parts` are the parts that decide the answer, `t_max` is the duration of the motion, seconds.
pub fn verdict(
    found: Option<Answer>,
    parts: Option<[u32; 2]>,
    [queries, left_out]: [u32; 2],
    outcome: Outcome,
    home: DVec3,
    t_max: f64,
    named: [Named; 2],
) -> Verdict {
    let [a, b] = &named;
    let pairs = u64::from(a.count) * u64::from(b.count);
    let verdict = found.map(|answer| {
        // An undecided answer has no deciding pair and concerns the bodies.
        let names = match parts {
            Some(parts) => [a.part(parts[0]), b.part(parts[1])],
            None => [a.name.clone(), b.name.clone()],
        };
        let moved = Answer { witness: answer.witness.map(|points| points.map(|p| p + home)), ..answer };
        verdict_in_world(&moved, t_max, &names)
    });
    let tested = match pairs {
        1 => String::from("There is only one pair of parts."),
        _ => super::sentence_on_tested_pairs(queries, pairs),
    };
    let say = match &verdict {
        Some(verdict) => format!("{} {tested}", beats::capitalized(&verdict.say)),
        None => format!(
            "In every pair of parts, a one-sided triangle faces the direction in which the other body moves: \
             {left_out} of {pairs} pairs were skipped."
        ),
    };
    let [part_a, part_b] = [0, 1].map(|i| parts.map(|parts| (named[i].path)(parts[i])));
    let pair = verdict.and_then(|verdict| match verdict.finding {
        Finding::FirstContact(contact) => Some(contact),
        _ => None,
    });
    let finding = Finding::PartsInFlight(PartsFinding { pair, part_a, part_b, queries, left_out, pairs });
    Verdict { outcome: ending(outcome).name, say, iterations: queries, finding }
}
