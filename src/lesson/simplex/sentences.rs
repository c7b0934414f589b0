//! Sentences of searches over the faces of a simplex: the result of a face's tests, and the ending.

use super::{Setting, Test, Vocabulary};
use crate::answer::number::weight;
use crate::lesson::Verdict;
use crate::snapshot::simplex::{Outcome, Reason, Search, Subset, TestedFace, members, name, size};

/// Sentences on a tested face of the solvers that test all faces in order.
pub(super) fn tested<V: Vocabulary>(setting: &Setting, weighed: &TestedFace, tests: &[Test]) -> String {
    let face = name(weighed.subset);
    if setting.all == 1 {
        return format!("Vertex {face} is the whole simplex, so it is the nearest point.");
    }
    match tests.iter().find(|test| !test.passed) {
        Some(test) => format!("{} {} {face} {}.", failed(test, weighed.subset), capital(V::WHAT), V::FAILS),
        None => format!("{} {face} {}: {}.", capital(V::WHAT), V::PASSES, passed(weighed.subset, setting.all)),
    }
}

/// Reason for which a face contains the nearest point.
fn passed(subset: Subset, all: Subset) -> String {
    let face = name(subset);
    let names: Vec<String> = members(subset).map(|i| name(1 << i)).collect();
    let outsiders: Vec<String> = members(all & !subset).map(|i| name(1 << i)).collect();
    match (&names[..], size(all)) {
        ([one], 2) => format!("the foot of Q on {} lies behind {one}", name(all)),
        ([one], _) => format!("on each edge at {one}, the foot of Q lies behind {one}"),
        ([from, to], 2) => format!("the foot of Q lies between {from} and {to}"),
        ([from, to], 3) => format!(
            "the foot of Q lies between {from} and {to}, and Q is not on {}'s side of {face}",
            outsiders.join("")
        ),
        ([from, to], _) => {
            format!("the foot of Q lies between {from} and {to}, and Q is on the outer side of {face} in both faces")
        }
        ([_, _, _], 3) => format!("all three weights are positive, so the foot of Q lies inside {face}"),
        ([_, _, _], _) => {
            format!("the foot of Q lies inside {face}, and Q is not on {}'s side of it", outsiders.join(""))
        }
        _ => String::from("all four weights are positive, so Q lies inside the tetrahedron"),
    }
}

/// Sentence on the position of Q that a failed test of the face `subset` proves.
fn failed(test: &Test, subset: Subset) -> String {
    let Test { symbol, text, .. } = test;
    let face = name(test.face);
    let vertex = name(1 << test.vertex);
    let others = name(test.face & !(1 << test.vertex));
    if test.is_member {
        let place = opposite_side(test);
        return match test.is_zero {
            true => format!("{place} to rounding: {symbol} is zero to rounding, so not positive."),
            false => format!("{place}: {symbol} = {text} is not positive."),
        };
    }
    let place = match size(subset) {
        1 => format!("The foot of Q on {face} lies on {vertex}'s side of {others}"),
        2 => format!("Q lies on {vertex}'s side of {others} in the plane of {face}"),
        _ => format!("Q lies on {vertex}'s side of face {others}"),
    };
    match test.is_zero {
        true => format!("{place}: {symbol} is positive, but below rounding error."),
        false => format!("{place}: {symbol} = {text} is positive."),
    }
}

/// Clause on the side of a face that Q is beyond, or on: the side opposite the vertex of a failed test.
fn opposite_side(test: &Test) -> String {
    let face = name(test.face);
    let side = name(test.face & !(1 << test.vertex));
    let [end, edge, plane] = match test.is_zero {
        true => ["lies at", "lies on side", "lies in the plane of face"],
        false => ["lies beyond", "lies beyond side", "lies beyond face"],
    };
    match size(test.face) {
        2 => format!("The foot of Q on {face} {end} {side}"),
        3 => format!("The foot of Q on {face} {edge} {side}"),
        _ => format!("Q {plane} {side}"),
    }
}

/// Sentences on a face tested by signed volumes, which then search the sides whose weights are not positive.
pub(super) fn signed(state: &Search, weighed: &TestedFace, tests: &[Test]) -> String {
    let face = name(weighed.subset);
    if size(weighed.subset) == 1 {
        return format!("Vertex {face} is a single point: a candidate for the nearest point.");
    }
    let failed: Vec<&Test> = tests.iter().filter(|test| !test.passed).collect();
    let place = match &failed[..] {
        [] => match size(weighed.subset) {
            2 => {
                let ends: Vec<String> = members(weighed.subset).map(|i| name(1 << i)).collect();
                format!("The foot of Q on {face} lies between {}: both signed lengths", ends.join(" and "))
            }
            3 => format!("The foot of Q lies inside {face}: all three signed areas"),
            _ => format!("Q lies inside {face}: all four signed volumes"),
        },
        [one] => self::failed(one, weighed.subset),
        many => {
            let vertices: Vec<String> = many.iter().map(|test| name(1 << test.vertex)).collect();
            let subject = match size(weighed.subset) {
                4 => format!("Q is not inside {face}"),
                _ => format!("The foot of Q on {face} is not inside it"),
            };
            format!("{subject}: the weights of {} are not positive.", vertices.join(" and "))
        }
    };
    if failed.is_empty() {
        return format!("{place} have the sign of the whole. {face} is a candidate for the nearest face.");
    }
    let waiting: Vec<String> = state.waiting.iter().map(|&face| name(face)).collect();
    match &waiting[..] {
        [] => format!("{place} No other face is left to search."),
        waiting => format!("{place} Next: search {}.", waiting.join(", then ")),
    }
}

/// Sentences of the ending, with the answer.
pub(super) fn ending<V: Vocabulary>(setting: &Setting, outcome: Outcome, verdict: &Verdict) -> String {
    let found = outcome.nearest();
    let weights: Vec<String> =
        members(found.subset).map(|i| format!("{} {}", weight(found.weights[i]), name(1 << i))).collect();
    let point = match size(found.subset) {
        1 => format!("P = {}", name(found.subset)),
        _ => format!("P = {}", weights.join(" + ")),
    };
    let v = setting.shown(found.v);
    let why = match outcome {
        Outcome::Held(_) if size(found.subset) == 4 => {
            String::from("All four weights of P are positive, so P is Q itself.")
        }
        Outcome::Held(_) if v.length() <= 0.0 => format!("{point} is Q itself."),
        Outcome::Held(_) if setting.all == 1 => format!("{point} is the only point of the simplex."),
        Outcome::Held(_) => {
            format!("{point} is the nearest point: no vertex lies in front of the plane through P.")
        }
        Outcome::Backup(_, Reason::NoneHeld) => format!(
            "{point} is the nearest point of all faces. Rounding error misled the tests: no {} passed.",
            V::WHAT
        ),
        Outcome::Backup(_, Reason::Refuted(refuted)) => format!(
            "{point} is the nearest point of all faces. Rounding error misled the tests: {} passed, but is not nearest.",
            name(refuted)
        ),
    };
    format!("{why} {}", verdict.say)
}

/// The word with a capital letter.
fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
