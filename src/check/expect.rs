//! Comparison of an answer with its query's expectations.
//!
//! Each expectation is compared with the part of the answer that can decide it: overlap with the status, not with a
//! bound that a yes-or-no test leaves open; a distance with a narrow bracket. An expectation that the answer does not
//! settle counts as unmet.

pub mod world;

use std::collections::HashSet;

use glam::DVec3;

use super::judge::pair::Judge;
use super::{Placed, Precision};
use crate::answer::number::with_noun;
use crate::answer::{
    BodyClass, ClassesFinding, ContactFinding, Finding, FindingFacts as _, ManifoldFinding, ManifoldsFinding,
    PairFinding, PairStatus, PairsFinding, PartsFinding, SeparationFinding, UnboundedFinding,
};
use crate::lesson::Verdict;
use crate::scene::model::{
    CastExpect, ClassesExpect, Expectation, ExpectedNumber, ManifoldExpect, PairsExpect, Query, SeparationExpect,
};

/// Allowed angle between a normal and the expected one, degrees.
const NORMAL_DEGREES: f64 = 0.1;

/// Allowed relative error of a size or depth without a tolerance.
const RELATIVE_SIZE_ERROR: f64 = 1e-9;

/// Depth below which the allowed error does not shrink any more, meters.
const MIN_COMPARED_DEPTH: f64 = 1e-6;

/// Returns a sentence for each expectation that the `f64` answer does not meet. `bodies` are the query's bodies at
/// their poses in the frame of the answer. Expectations of a world are in `world`, except for its ending and
/// iterations.
pub fn unmet(query: &Query, verdict: &Verdict, bodies: &[Placed<'_>]) -> Vec<String> {
    let expect = query.ask.expectation();
    let mut unmet: Vec<String> =
        [unmet_outcome(expect, verdict), unmet_iterations(expect, verdict)].into_iter().flatten().collect();
    if let (Some(found), [a, b]) = (verdict.finding.pair(), bodies) {
        let judge = Judge::new(a, b, found, Precision::F64.eps());
        unmet.extend(
            [unmet_intersects(expect, found, &judge), unmet_signed_distance(expect, found)].into_iter().flatten(),
        );
    }
    if let Finding::Unbounded(found) = &verdict.finding {
        unmet.extend(unmet_unbounded(expect, found));
    }
    unmet.extend(expect.expected_numbers().into_iter().filter_map(|number| unmet_measure(number, &verdict.finding)));
    match (expect, &verdict.finding) {
        (Expectation::Separation(expected), Finding::Separation(found)) => {
            unmet.extend([unmet_overlap(expected, found), unmet_separation(expected, found)].into_iter().flatten());
        }
        (Expectation::Cast(expected), Finding::FirstContact(found)) => {
            unmet.extend([unmet_hit(expected, found), unmet_time(expected, found)].into_iter().flatten());
        }
        (Expectation::Cast(expected), Finding::PartsInFlight(PartsFinding { pair: Some(found), .. })) => {
            unmet.extend([unmet_hit(expected, found), unmet_time(expected, found)].into_iter().flatten());
        }
        (Expectation::Manifold(expected), Finding::Manifold(found)) => unmet.extend(unmet_manifold(expected, found)),
        (Expectation::Manifold(expected), Finding::PartsInContact(found)) => {
            unmet.extend(unmet_manifolds(expected, found))
        }
        (Expectation::Pairs(expected), Finding::Pairs(found)) => unmet.extend(unmet_pairs(expected, found)),
        (Expectation::Classes(expected), Finding::Classes(found)) => unmet.extend(unmet_classes(expected, found)),
        _ => {}
    }
    unmet.extend(unmet_normal(expect, verdict.finding.normal()));
    unmet
}

/// Compares the number, ids and depth of a manifold's points; the order of ids is free.
fn unmet_manifold(expect: &ManifoldExpect, found: &ManifoldFinding) -> Vec<String> {
    let mut unmet = Vec::new();
    if let Some(expected) = expect.points.filter(|expected| *expected as usize != found.points.len()) {
        let expected = with_noun(u64::from(expected), "contact point");
        unmet.push(format!("expected {expected}, found {}", found.points.len()));
    }
    if let Some(expected) = &expect.ids {
        let expected = sorted_list(expected.iter());
        let has = sorted_list(found.points.iter().map(|point| &point.id));
        if expected != has {
            unmet.push(format!("expected the contact points {expected}; found {has}"));
        }
    }
    if let Some(expected) = expect.depth {
        let tolerance = expect.tolerance.unwrap_or(RELATIVE_SIZE_ERROR * expected.abs().max(MIN_COMPARED_DEPTH));
        let met = found.deepest().is_some_and(|depth| (depth - expected).abs() <= tolerance);
        if !met {
            let has = found.deepest().map_or_else(|| String::from("no contact point"), |depth| format!("{depth} m"));
            unmet.push(format!("expected the deepest contact point at a depth of {expected} m, found {has}"));
        }
    }
    unmet
}

/// Compares the manifolds of bodies made of parts: the number of points over all pairs, ids and depth with the pair
/// that has the deepest point.
fn unmet_manifolds(expect: &ManifoldExpect, found: &ManifoldsFinding) -> Vec<String> {
    let wrong_count = expect.points.filter(|expected| *expected as usize != found.points());
    let wrong_count = wrong_count.map(|expected| {
        format!("expected {}, found {}", with_noun(u64::from(expected), "contact point"), found.points())
    });
    let deepest = ManifoldExpect { points: None, ..expect.clone() };
    let of_deepest = found.deepest().map_or_else(Vec::new, |of| unmet_manifold(&deepest, &of.manifold));
    let missing = expect
        .depth
        .filter(|_| found.parts.is_empty())
        .map(|depth| format!("expected a contact point {depth} m deep, but the answer has no contact points"));
    wrong_count.into_iter().chain(missing).chain(of_deepest).collect()
}

/// Compares lists of pairs; the order of pairs, and of the names in a pair, is free.
fn unmet_pairs(expect: &PairsExpect, found: &PairsFinding) -> Vec<String> {
    let mut unmet = Vec::new();
    if let Some(expected) = expect.pair_count.filter(|expected| *expected as usize != found.pairs.len()) {
        unmet.push(format!("expected {}, found {}", with_noun(u64::from(expected), "pair"), found.pairs.len()));
    }
    for (list, expected) in expect.lists() {
        let found_ones = match list {
            "began" => &found.began,
            "ended" => &found.ended,
            _ => &found.pairs,
        };
        let has: HashSet<[&str; 2]> = found.named(found_ones).map(|[a, b]| [a.min(b), a.max(b)]).collect();
        let expected: HashSet<[&str; 2]> = expected.iter().map(|[a, b]| [&**a.min(b), &**a.max(b)]).collect();
        if let Some([a, b]) = expected.difference(&has).min() {
            unmet.push(format!("expected the pair of `{a}` and `{b}` in `{list}`, but the list lacks it"));
        }
        if let Some([a, b]) = has.difference(&expected).min() {
            unmet.push(format!("`{list}` contains the pair of `{a}` and `{b}`, which is not expected"));
        }
    }
    unmet
}

/// Checks whether the bodies hit.
fn unmet_hit(expect: &CastExpect, found: &ContactFinding) -> Option<String> {
    let expected = expect.hit?;
    let words = if expected { "a hit" } else { "a miss" };
    (found.hit != Some(expected)).then(|| format!("expected {words}, found `{}`", found.status))
}

/// Checks the time of first contact: within the tolerance, or without one inside the proven bracket.
fn unmet_time(expect: &CastExpect, found: &ContactFinding) -> Option<String> {
    let expected = expect.t_first?;
    let (Some(t), Some(upper)) = (found.t_first, found.upper) else {
        return Some(format!("expected first contact at {expected} s, found `{}`", found.status));
    };
    let met = match expect.tolerance {
        Some(tolerance) => (t - expected).abs() <= tolerance,
        None => (found.lower..=upper).contains(&expected),
    };
    let lower = found.lower;
    (!met)
        .then(|| format!("expected first contact at {expected} s, found {t} s, proven between {lower} s and {upper} s"))
}

/// Compares the classes of frustum culling; the order of names is free.
fn unmet_classes(expect: &ClassesExpect, found: &ClassesFinding) -> Vec<String> {
    let visible = expect.visible.filter(|expected| *expected as usize != found.visible());
    let mut unmet: Vec<String> = visible
        .map(|expected| {
            let bodies = if expected == 1 { "body" } else { "bodies" };
            format!("expected {expected} visible {bodies}, found {}", found.visible())
        })
        .into_iter()
        .collect();
    for (list, expected) in expect.lists() {
        let mut named = found.names(|class| match list {
            "false_positives" => matches!(class, BodyClass::FalsePositive { .. }),
            list => class.by_planes() == list,
        });
        let mut expected: Vec<&str> = expected.iter().map(String::as_str).collect();
        named.sort_unstable();
        expected.sort_unstable();
        if named != expected {
            let [expected, named] =
                [expected, named].map(|names| if names.is_empty() { String::from("none") } else { names.join(", ") });
            unmet.push(format!("`{list}`: expected {expected}, found {named}"));
        }
    }
    unmet
}

/// Checks overlap; touching bodies satisfy either expectation.
fn unmet_overlap(expect: &SeparationExpect, found: &SeparationFinding) -> Option<String> {
    let expected = expect.intersects?;
    let met = match found.status {
        PairStatus::Separated => !expected,
        PairStatus::Touching => true,
        PairStatus::Penetrating => expected,
        PairStatus::TouchingOrOverlapping | PairStatus::Undecided | PairStatus::NotConverged => false,
    };
    (!met).then(|| format!("expected {}, found `{}`", relation_name(expected), found.status))
}

/// Checks the separation along the best axis: within the tolerance, or without one within the answer's rounding error.
fn unmet_separation(expect: &SeparationExpect, found: &SeparationFinding) -> Option<String> {
    let expected = expect.separation?;
    let tolerance = expect.tolerance;
    let Some(gap) = found.separation else {
        return Some(format!("expected separation {expected} m, but the answer has none: no axis could be tested"));
    };
    // Without a tolerance, the answer's own rounding error applies: the difference between the gap and its lower bound.
    let deviation = (gap - expected).abs();
    let allowed = tolerance.unwrap_or(gap - found.lower);
    (!(deviation <= allowed)).then(|| {
        format!("expected separation {expected} m, found {gap} m: off by {deviation:.2e} m, allowed {allowed:e} m")
    })
}

/// Returns the number in this serialized field of a finding, for a list its length; `None` for anything else.
fn number_of_field(name: &str, finding: &Finding) -> Option<f64> {
    let form = serde_json::to_value(finding).ok()?;
    let value = form.get(name)?;
    value.as_f64().or_else(|| value.as_array().map(|list| list.len() as f64))
}

/// Checks a count, which must be equal, or a size, whose relative error may be [`RELATIVE_SIZE_ERROR`].
fn unmet_measure(number: ExpectedNumber, finding: &Finding) -> Option<String> {
    let (name, expected, allowed) = match number {
        ExpectedNumber::Count(name, expected) => (name, f64::from(expected), 0.0),
        ExpectedNumber::Size(name, expected) => (name, expected, RELATIVE_SIZE_ERROR * expected.abs()),
    };
    let Some(actual) = number_of_field(name, finding) else {
        return Some(format!("expected {name} {expected}, but the answer has no number for it"));
    };
    let deviation = (actual - expected).abs();
    (!(deviation <= allowed)).then(|| match number {
        ExpectedNumber::Count(..) => format!("expected {name} {expected}, found {actual}"),
        ExpectedNumber::Size(..) => {
            format!("expected {name} {expected}, found {actual}: off by {deviation:.2e}, allowed {allowed:.2e}")
        }
    })
}

/// Claim of an answer about overlap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OverlapClaim {
    Apart,
    Touching,
    /// The bodies share a point; the depth may be unknown.
    Overlapping,
    /// The answer leaves both possible.
    Undecided,
}

/// Claim of a pair's answer about overlap, from its status and, if that is open, its bracket.
fn overlap_claim(found: &PairFinding) -> OverlapClaim {
    match found.status {
        PairStatus::Separated => OverlapClaim::Apart,
        PairStatus::Touching => OverlapClaim::Touching,
        PairStatus::Penetrating | PairStatus::TouchingOrOverlapping => OverlapClaim::Overlapping,
        PairStatus::Undecided | PairStatus::NotConverged if found.proof.lower > 0.0 => OverlapClaim::Apart,
        PairStatus::Undecided | PairStatus::NotConverged if found.proof.upper < 0.0 => OverlapClaim::Overlapping,
        PairStatus::Undecided | PairStatus::NotConverged => OverlapClaim::Undecided,
    }
}

/// Relation of two bodies that do or do not intersect, after "expected".
fn relation_name(intersects: bool) -> &'static str {
    if intersects { "overlapping bodies" } else { "separated bodies" }
}

/// Checks whether the bodies overlap; touching bodies satisfy either expectation.
fn unmet_intersects(expect: Expectation<'_>, found: &PairFinding, judge: &Judge) -> Option<String> {
    let expected = expect.intersects()?;
    let words = relation_name(expected);
    let status = found.status;
    let proof = found.proof;
    match (overlap_claim(found), expected) {
        (OverlapClaim::Apart, false) | (OverlapClaim::Touching, _) | (OverlapClaim::Overlapping, true) => None,
        // Touching bodies satisfy either expectation; a yes-or-no test may report them as overlapping.
        (OverlapClaim::Overlapping, false) if judge.only_touch() => None,
        (OverlapClaim::Undecided, _) => {
            let lower = proof.lower;
            let upper = proof.upper;
            Some(format!(
                "expected {words}, but the answer is `{status}`, and its bracket [{lower:e}, {upper:e}] m proves \
                 neither overlap nor separation"
            ))
        }
        (OverlapClaim::Apart, true) | (OverlapClaim::Overlapping, false) => {
            Some(format!("expected {words}, found `{status}`"))
        }
    }
}

/// Checks an unbounded overlap, which satisfies no expectation of a distance, or of separation.
fn unmet_unbounded(expect: Expectation<'_>, found: &UnboundedFinding) -> Option<String> {
    let differs = expect.intersects().is_some_and(|expected| expected != found.intersects);
    (differs || expect.signed_distance().is_some())
        .then(|| String::from("the answer is an overlap of unbounded depth, which the expectation excludes"))
}

/// Checks the signed distance: within the tolerance, or without one inside the proven bracket, which must have
/// converged.
fn unmet_signed_distance(expect: Expectation<'_>, found: &PairFinding) -> Option<String> {
    let (expected, tolerance) = expect.signed_distance()?;
    let Some(distance) = found.signed_distance else {
        let lower = found.proof.lower;
        let upper = found.proof.upper;
        return Some(format!(
            "expected signed distance {expected} m, but the answer is only the bracket [{lower:e}, {upper:e}] m"
        ));
    };
    if let Some(tolerance) = tolerance {
        let error = (distance - expected).abs();
        return (!(error <= tolerance)).then(|| {
            format!(
                "expected signed distance {expected} m, found {distance} m: off by {error:.2e} m, allowed \
                     {tolerance:e} m"
            )
        });
    }
    let lower = found.proof.lower;
    let upper = found.proof.upper;
    if !(lower..=upper).contains(&expected) {
        return Some(format!("expected signed distance {expected} m is outside the bracket [{lower}, {upper}] m"));
    }
    // A wide bracket contains any number, so it confirms none.
    (found.status == PairStatus::NotConverged).then(|| {
        format!(
            "expected signed distance {expected} m is in the bracket [{lower}, {upper}] m, but the bracket did not \
             converge and confirms nothing; state a `tolerance`"
        )
    })
}

/// Checks the direction of the normal to [`NORMAL_DEGREES`].
fn unmet_normal(expect: Expectation<'_>, found: Option<DVec3>) -> Option<String> {
    let expected = DVec3::from_array(expect.normal()?).normalize();
    let Some(found) = found else {
        return Some(String::from("expected a normal, but the answer has none"));
    };
    // atan2 keeps the digits of small angles, which acos would lose.
    let degrees = expected.cross(found).length().atan2(expected.dot(found)).to_degrees();
    (!(degrees <= NORMAL_DEGREES)).then(|| {
        let [x, y, z] = expected.to_array();
        format!(
            "expected normal ({x:.6}, {y:.6}, {z:.6}); the normal found differs by {degrees:.3}°, allowed \
             {NORMAL_DEGREES}°"
        )
    })
}

/// Checks the ending of the algorithm.
fn unmet_outcome(expect: Expectation<'_>, verdict: &Verdict) -> Option<String> {
    let expected = expect.outcome().filter(|expected| *expected != verdict.outcome)?;
    Some(format!("expected the outcome `{expected}`, found `{}`", verdict.outcome))
}

/// Checks `iterations_at_most`: the number of iterations, or for a manifold the number of contact points.
fn unmet_iterations(expect: Expectation<'_>, verdict: &Verdict) -> Option<String> {
    let max_iterations = expect.iterations_at_most()?;
    // The limit of a manifold is about its contact points, not about the steps or queries that lead to them.
    let points = match &verdict.finding {
        Finding::Manifold(found) => Some(found.points.len()),
        Finding::PartsInContact(found) => Some(found.points()),
        _ => None,
    };
    if let Some(count) = points {
        return (count > max_iterations as usize)
            .then(|| format!("expected at most {}, found {count}", with_noun(max_iterations.into(), "contact point")));
    }
    (verdict.iterations > max_iterations).then(|| {
        format!("expected at most {}, found {}", with_noun(max_iterations.into(), "iteration"), verdict.iterations)
    })
}

/// Names in alphabetical order, separated by commas.
fn sorted_list<'a>(names: impl Iterator<Item = &'a String>) -> String {
    let mut names: Vec<&str> = names.map(String::as_str).collect();
    names.sort_unstable();
    names.join(", ")
}
