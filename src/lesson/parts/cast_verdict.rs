//! Verdict of the search for the first contact of two moving bodies made of parts.

use contact_lens_model::answer::{Finding, PartsFinding};
use contact_lens_model::snapshot::cast::Answer;
use contact_lens_model::snapshot::parts::Outcome;
use glam::DVec3;

use super::{Named, capitalized, ending};
use crate::Verdict;
use crate::cast::verdict_in_world;

/// Verdict of a search. `answer` is `None` if all pairs of parts were skipped; its witness points are relative to
/// `home`, the origin of A at the start, world, meters. `parts` are the parts of A and B that decide the answer, `None`
/// for an undecided one; `queries` and `left_out` are the numbers of tested and of skipped pairs of parts; `t_max` is
/// the duration of the motion, seconds.
pub fn verdict(
    answer: Option<Answer>,
    parts: Option<[u32; 2]>,
    [queries, left_out]: [u32; 2],
    outcome: Outcome,
    home: DVec3,
    t_max: f64,
    named: [Named; 2],
) -> Verdict {
    let [a, b] = &named;
    let pairs = u64::from(a.count) * u64::from(b.count);
    let verdict = answer.map(|answer| {
        // An undecided answer has no deciding pair and concerns the bodies.
        let names = match parts {
            Some(parts) => [a.part(parts[0]), b.part(parts[1])],
            None => [a.name.clone(), b.name.clone()],
        };
        let moved = Answer { witness: answer.witness.map(|points| points.map(|p| p + home)), ..answer };
        verdict_in_world(&moved, t_max, &names)
    });
    let tested = if pairs == 1 {
        String::from("There is only one pair of parts.")
    } else {
        super::sentence_on_tested_pairs(queries, pairs)
    };
    let say = match &verdict {
        Some(verdict) => format!("{} {tested}", capitalized(&verdict.say)),
        None => format!(
            "In every pair of parts, a one-sided triangle is approached from behind: {left_out} of {pairs} pairs were \
             skipped."
        ),
    };
    let part_a = parts.map(|parts| (a.path)(parts[0]));
    let part_b = parts.map(|parts| (b.path)(parts[1]));
    let pair = verdict.and_then(|verdict| match verdict.finding {
        Finding::FirstContact(contact) => Some(contact),
        _ => None,
    });
    let finding = Finding::PartsInFlight(PartsFinding { pair, part_a, part_b, queries, left_out, pairs });
    Verdict { outcome: ending(outcome).name, say, iterations: queries, finding }
}
