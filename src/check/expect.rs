//! Comparison of an answer with its query's expectations.
//!
//! Each expectation is compared with the part of the answer that can decide it: overlap with the status, since a
//! yes-or-no test leaves a bound open, and a distance with a narrow bracket. An expectation that the answer does not
//! decide counts as unmet.

mod audit;
mod ray;
pub mod world;

use std::collections::HashSet;

use contact_lens_lesson::Verdict;
use contact_lens_model::answer::number::with_noun;
use contact_lens_model::answer::{
    BodyClass, ClassesFinding, ContactFinding, Finding, FindingFacts as _, ManifoldFinding, ManifoldsFinding,
    PairFinding, PairStatus, PairsFinding, PartsFinding, SeparationFinding, UnboundedFinding,
};
use contact_lens_scene::model::{
    CastExpect, ClassesExpect, Expectation, ExpectedNumber, ManifoldExpect, PairsExpect, Query, SeparationExpect,
};
use glam::DVec3;

use super::judge::pair::Judge;
use super::{Placed, Precision};

/// Allowed angle between a normal and the expected one, degrees.
const NORMAL_DEGREES: f64 = 0.1;

/// Allowed relative error of a size or depth without a tolerance.
const RELATIVE_SIZE_ERROR: f64 = 1e-9;

/// Depth below which the allowed error does not shrink any more, meters.
const MIN_COMPARED_DEPTH: f64 = 1e-6;

/// Returns a sentence for each expectation that the `f64` answer does not meet. `bodies` are the query's bodies at
/// their poses in the frame of the answer. For a world, only the ending and the iterations are compared; `world`
/// compares the rest.
pub fn unmet(query: &Query, verdict: &Verdict, bodies: &[Placed<'_>]) -> Vec<String> {
    let expect = query.ask.expectation();
    let mut unmet = Vec::new();
    unmet.extend(unmet_outcome(expect, verdict));
    unmet.extend(unmet_iterations(expect, verdict));
    if let (Some(finding), [a, b]) = (verdict.finding.pair(), bodies) {
        let judge = Judge::new(a, b, finding, Precision::F64.eps());
        unmet.extend(unmet_intersects(expect, finding, &judge));
        unmet.extend(unmet_signed_distance(expect, finding));
    }
    if let Finding::Unbounded(finding) = &verdict.finding {
        unmet.extend(unmet_unbounded(expect, finding));
    }
    unmet.extend(expect.expected_numbers().into_iter().filter_map(|number| unmet_measure(number, &verdict.finding)));
    unmet.extend(unmet_of_kind(expect, &verdict.finding));
    unmet.extend(unmet_normal(expect, verdict.finding.normal()));
    unmet
}

/// Compares the fields that only one kind of answer has; an answer of another kind passes.
fn unmet_of_kind(expect: Expectation<'_>, finding: &Finding) -> Vec<String> {
    match (expect, finding) {
        (Expectation::Separation(expected), Finding::Separation(finding)) => {
            [unmet_overlap(expected, finding), unmet_separation(expected, finding)].into_iter().flatten().collect()
        }
        (Expectation::Cast(expected), Finding::FirstContact(finding)) => unmet_cast(expected, finding),
        (Expectation::Cast(expected), Finding::PartsInFlight(PartsFinding { pair: Some(finding), .. })) => {
            unmet_cast(expected, finding)
        }
        (Expectation::Ray(expected), Finding::Ray(finding)) => ray::unmet(expected, finding),
        (Expectation::Manifold(expected), Finding::Manifold(finding)) => unmet_manifold(expected, finding),
        (Expectation::Manifold(expected), Finding::PartsInContact(finding)) => unmet_manifolds(expected, finding),
        (Expectation::Pairs(expected), Finding::Pairs(finding)) => unmet_pairs(expected, finding),
        (Expectation::Classes(expected), Finding::Classes(finding)) => unmet_classes(expected, finding),
        (Expectation::Audit(expected), Finding::Audit(finding)) => audit::unmet(expected, finding),
        _ => Vec::new(),
    }
}

/// Compares the number, ids and depth of a manifold's points; the order of ids is free.
fn unmet_manifold(expect: &ManifoldExpect, finding: &ManifoldFinding) -> Vec<String> {
    let mut unmet = Vec::new();
    if let Some(expected) = expect.points.filter(|expected| *expected as usize != finding.points.len()) {
        let expected = with_noun(u64::from(expected), "contact point");
        unmet.push(format!("expected {expected}, found {}", finding.points.len()));
    }
    if let Some(expected) = &expect.ids {
        let expected = sorted_list(expected.iter());
        let actual = sorted_list(finding.points.iter().map(|point| &point.id));
        if expected != actual {
            unmet.push(format!("expected the contact points {expected}; found {actual}"));
        }
    }
    if let Some(expected) = expect.depth {
        let tolerance = expect.tolerance.unwrap_or(RELATIVE_SIZE_ERROR * expected.abs().max(MIN_COMPARED_DEPTH));
        let is_met = finding.deepest().is_some_and(|depth| (depth - expected).abs() <= tolerance);
        if !is_met {
            let actual =
                finding.deepest().map_or_else(|| String::from("no contact point"), |depth| format!("{depth} m"));
            unmet.push(format!("expected the deepest contact point at a depth of {expected} m, found {actual}"));
        }
    }
    unmet
}

/// Compares the manifolds of bodies made of parts: the number of points over all pairs, ids and depth with the pair
/// that has the deepest point.
fn unmet_manifolds(expect: &ManifoldExpect, finding: &ManifoldsFinding) -> Vec<String> {
    let mut unmet = Vec::new();
    if let Some(expected) = expect.points.filter(|expected| *expected as usize != finding.points()) {
        let expected = with_noun(u64::from(expected), "contact point");
        unmet.push(format!("expected {expected}, found {}", finding.points()));
    }
    if let Some(depth) = expect.depth.filter(|_| finding.parts.is_empty()) {
        unmet.push(format!("expected a contact point {depth} m deep, but the answer has no contact points"));
    }
    if let Some(deepest) = finding.deepest() {
        let without_count = ManifoldExpect { points: None, ..expect.clone() };
        unmet.extend(unmet_manifold(&without_count, &deepest.manifold));
    }
    unmet
}

/// Compares lists of pairs; the order of pairs, and of the names in a pair, is free.
fn unmet_pairs(expect: &PairsExpect, finding: &PairsFinding) -> Vec<String> {
    let mut unmet = Vec::new();
    if let Some(expected) = expect.pair_count.filter(|expected| *expected as usize != finding.pairs.len()) {
        unmet.push(format!("expected {}, found {}", with_noun(u64::from(expected), "pair"), finding.pairs.len()));
    }
    for (list, expected) in expect.lists() {
        let listed = match list {
            "began" => &finding.began,
            "ended" => &finding.ended,
            _ => &finding.pairs,
        };
        let actual: HashSet<[&str; 2]> = finding.named(listed).map(|[a, b]| [a.min(b), a.max(b)]).collect();
        let expected: HashSet<[&str; 2]> = expected.iter().map(|[a, b]| [&**a.min(b), &**a.max(b)]).collect();
        if let Some([a, b]) = expected.difference(&actual).min() {
            unmet.push(format!("expected the pair of `{a}` and `{b}` in `{list}`, but the list lacks it"));
        }
        if let Some([a, b]) = actual.difference(&expected).min() {
            unmet.push(format!("`{list}` contains the pair of `{a}` and `{b}`, which is not expected"));
        }
    }
    unmet
}

/// Compares the ending and the time of first contact of a cast.
fn unmet_cast(expect: &CastExpect, finding: &ContactFinding) -> Vec<String> {
    [unmet_hit(expect, finding), unmet_time(expect, finding)].into_iter().flatten().collect()
}

/// Checks whether the bodies hit.
fn unmet_hit(expect: &CastExpect, finding: &ContactFinding) -> Option<String> {
    let expected = expect.hit?;
    let expected_ending = if expected { "a hit" } else { "a miss" };
    (finding.hit != Some(expected)).then(|| format!("expected {expected_ending}, found `{}`", finding.status))
}

/// Checks the time of first contact: within the tolerance, or without one inside the proven bracket.
fn unmet_time(expect: &CastExpect, finding: &ContactFinding) -> Option<String> {
    let expected = expect.t_first?;
    let ContactFinding { t_first: Some(t), lower, upper: Some(upper), .. } = finding else {
        return Some(format!("expected first contact at {expected} s, found `{}`", finding.status));
    };
    let is_met = match expect.tolerance {
        Some(tolerance) => (t - expected).abs() <= tolerance,
        None => (*lower..=*upper).contains(&expected),
    };
    (!is_met)
        .then(|| format!("expected first contact at {expected} s, found {t} s, proven between {lower} s and {upper} s"))
}

/// Compares the classes of frustum culling; the order of names is free.
fn unmet_classes(expect: &ClassesExpect, finding: &ClassesFinding) -> Vec<String> {
    let mut unmet = Vec::new();
    if let Some(expected) = expect.visible.filter(|expected| *expected as usize != finding.visible()) {
        let bodies = if expected == 1 { "body" } else { "bodies" };
        unmet.push(format!("expected {expected} visible {bodies}, found {}", finding.visible()));
    }
    for (list, expected) in expect.lists() {
        let mut named = finding.names(|class| match list {
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

/// Checks whether a separating-axis test reports the expected overlap; touching bodies satisfy either expectation.
fn unmet_overlap(expect: &SeparationExpect, finding: &SeparationFinding) -> Option<String> {
    let expected = expect.intersects?;
    let is_met = match finding.status {
        PairStatus::Separated => !expected,
        PairStatus::Touching => true,
        PairStatus::Penetrating => expected,
        PairStatus::TouchingOrOverlapping | PairStatus::Undecided | PairStatus::NotConverged => false,
    };
    (!is_met).then(|| format!("expected {}, found `{}`", relation_name(expected), finding.status))
}

/// Checks the separation along the best axis: within the tolerance, or without one within the answer's rounding error.
fn unmet_separation(expect: &SeparationExpect, finding: &SeparationFinding) -> Option<String> {
    let expected = expect.separation?;
    let tolerance = expect.tolerance;
    let Some(gap) = finding.separation else {
        return Some(format!("expected separation {expected} m, but the answer has none: no axis could be tested"));
    };
    // Without a tolerance, the answer's own rounding error applies: the difference between the gap and its lower bound.
    let deviation = (gap - expected).abs();
    let allowed = tolerance.unwrap_or(gap - finding.lower);
    (!(deviation <= allowed)).then(|| {
        format!("expected separation {expected} m, found {gap} m: off by {deviation:.2e} m, allowed {allowed:e} m")
    })
}

/// Returns the number in this serialized field of a finding, for a list its length; `None` for anything else.
fn number_of_field(name: &str, finding: &Finding) -> Option<f64> {
    let serialized = serde_json::to_value(finding).ok()?;
    let value = serialized.get(name)?;
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
fn overlap_claim(finding: &PairFinding) -> OverlapClaim {
    match finding.status {
        PairStatus::Separated => OverlapClaim::Apart,
        PairStatus::Touching => OverlapClaim::Touching,
        PairStatus::Penetrating | PairStatus::TouchingOrOverlapping => OverlapClaim::Overlapping,
        PairStatus::Undecided | PairStatus::NotConverged if finding.proof.lower > 0.0 => OverlapClaim::Apart,
        PairStatus::Undecided | PairStatus::NotConverged if finding.proof.upper < 0.0 => OverlapClaim::Overlapping,
        PairStatus::Undecided | PairStatus::NotConverged => OverlapClaim::Undecided,
    }
}

/// Relation of two bodies that do or do not intersect, after "expected".
fn relation_name(intersects: bool) -> &'static str {
    if intersects { "overlapping bodies" } else { "separated bodies" }
}

/// Checks whether the bodies overlap; touching bodies satisfy either expectation.
fn unmet_intersects(expect: Expectation<'_>, finding: &PairFinding, judge: &Judge) -> Option<String> {
    let expected = expect.intersects()?;
    let relation = relation_name(expected);
    let status = finding.status;
    let proof = finding.proof;
    match (overlap_claim(finding), expected) {
        (OverlapClaim::Apart, false) | (OverlapClaim::Touching, _) | (OverlapClaim::Overlapping, true) => None,
        // Touching bodies satisfy either expectation; a yes-or-no test may report them as overlapping.
        (OverlapClaim::Overlapping, false) if judge.only_touch() => None,
        (OverlapClaim::Undecided, _) => {
            let lower = proof.lower;
            let upper = proof.upper;
            Some(format!(
                "expected {relation}, but the answer is `{status}`, and its bracket [{lower:e}, {upper:e}] m proves \
                 neither overlap nor separation"
            ))
        }
        (OverlapClaim::Apart, true) | (OverlapClaim::Overlapping, false) => {
            Some(format!("expected {relation}, found `{status}`"))
        }
    }
}

/// Checks an unbounded overlap, which satisfies no expectation of a distance, or of separation.
fn unmet_unbounded(expect: Expectation<'_>, finding: &UnboundedFinding) -> Option<String> {
    let differs = expect.intersects().is_some_and(|expected| expected != finding.intersects);
    (differs || expect.signed_distance().is_some())
        .then(|| String::from("the answer is an overlap of unbounded depth, which the expectation excludes"))
}

/// Checks the signed distance: within the tolerance, or without one inside the proven bracket, which must have
/// converged.
fn unmet_signed_distance(expect: Expectation<'_>, finding: &PairFinding) -> Option<String> {
    let (expected, tolerance) = expect.signed_distance()?;
    let Some(distance) = finding.signed_distance else {
        let lower = finding.proof.lower;
        let upper = finding.proof.upper;
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
    let lower = finding.proof.lower;
    let upper = finding.proof.upper;
    if !(lower..=upper).contains(&expected) {
        return Some(format!("expected signed distance {expected} m is outside the bracket [{lower}, {upper}] m"));
    }
    // A wide bracket contains any number, so it confirms none.
    (finding.status == PairStatus::NotConverged).then(|| {
        format!(
            "expected signed distance {expected} m is in the bracket [{lower}, {upper}] m, but the bracket did not \
             converge and confirms nothing; state a `tolerance`"
        )
    })
}

/// Checks the direction of the normal to [`NORMAL_DEGREES`].
fn unmet_normal(expect: Expectation<'_>, actual: Option<DVec3>) -> Option<String> {
    let expected = DVec3::from_array(expect.normal()?).normalize();
    let Some(actual) = actual else {
        return Some(String::from("expected a normal, but the answer has none"));
    };
    // atan2 keeps the digits of small angles, which acos would lose.
    let degrees = expected.cross(actual).length().atan2(expected.dot(actual)).to_degrees();
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
    if let Finding::Audit(finding) = &verdict.finding {
        let count = finding.broken_stages();
        let expected = with_noun(max_iterations.into(), "broken stage");
        return (count > max_iterations as usize).then(|| format!("expected at most {expected}, found {count}"));
    }
    // The limit of a manifold is about its contact points, not about the steps or queries that lead to them.
    let points = match &verdict.finding {
        Finding::Manifold(finding) => Some(finding.points.len()),
        Finding::PartsInContact(finding) => Some(finding.points()),
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
