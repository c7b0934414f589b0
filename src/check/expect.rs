//! Does an answer meet what its scene expects of it?
//!
//! A query is asked what it can answer: whether bodies overlap by the status it gives, not by a bound that a yes-or-no
//! test leaves open; a distance by a bracket that is narrow. What an answer does not settle is not met.

use glam::DVec3;

use super::certificate::Judge;
use crate::lesson::{PairStatus, Verdict};
use crate::play;
use crate::scene::model::{Algorithm, Dimension, Expectation, Query};

/// How far a normal may turn from the expected one, degrees.
const NORMAL_DEGREES: f64 = 0.1;

/// One sentence for each expectation that is not met. `judge` knows the bodies, where they could be placed.
pub fn unmet(dimension: Dimension, query: &Query, verdict: &Verdict, judge: Option<&Judge>) -> Vec<String> {
    let expect = query.ask.expectation();
    let tests = [
        intersects(expect, verdict, judge),
        signed_distance(expect, verdict),
        normal(expect, verdict),
        outcome(dimension, query.ask.algorithm(), expect, verdict),
        iterations(expect, verdict),
    ];
    tests.into_iter().flatten().collect()
}

/// What an answer says of overlap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Says {
    Apart,
    Touching,
    /// They share a point; how deep it lies may be open.
    Together,
    Neither,
}

fn says(verdict: &Verdict) -> Says {
    match verdict.status {
        PairStatus::Separated => Says::Apart,
        PairStatus::Touching => Says::Touching,
        PairStatus::Penetrating | PairStatus::TouchingOrOverlapping => Says::Together,
        _ if verdict.proof.lower > 0.0 => Says::Apart,
        _ if verdict.proof.upper < 0.0 => Says::Together,
        _ => Says::Neither,
    }
}

fn intersects(expect: Expectation<'_>, verdict: &Verdict, judge: Option<&Judge>) -> Option<String> {
    let wanted = expect.intersects()?;
    let words = if wanted { "overlap" } else { "apart" };
    let (status, proof) = (verdict.status, verdict.proof);
    match (says(verdict), wanted) {
        (Says::Apart, false) | (Says::Touching, _) | (Says::Together, true) => None,
        // Bodies that only touch satisfy either; a yes-or-no test that finds a common point does not tell.
        (Says::Together, false) if judge.is_some_and(Judge::only_touch) => None,
        (Says::Neither, _) => {
            let (lower, upper) = (proof.lower, proof.upper);
            Some(format!("expected {words}, but `{status}` with the bracket [{lower:e}, {upper:e}] proves neither"))
        }
        _ => Some(format!("expected {words}, the answer is `{status}`")),
    }
}

fn signed_distance(expect: Expectation<'_>, verdict: &Verdict) -> Option<String> {
    let (wanted, tolerance) = expect.signed_distance()?;
    let Some(found) = verdict.signed_distance else {
        return Some(format!("expected signed distance {wanted}, the answer knows only a bracket"));
    };
    if let Some(tolerance) = tolerance {
        let error = (found - wanted).abs();
        return (!(error <= tolerance)).then(|| {
            format!("expected signed distance {wanted}, found {found}: off by {error:.2e}, allowed {tolerance:e}")
        });
    }
    let (lower, upper) = (verdict.proof.lower, verdict.proof.upper);
    if !(lower..=upper).contains(&wanted) {
        return Some(format!("expected signed distance {wanted} is outside the bracket [{lower}, {upper}]"));
    }
    // A wide bracket holds any number: it confirms none.
    (verdict.status == PairStatus::NotConverged).then(|| {
        format!(
            "expected signed distance {wanted} lies in the bracket [{lower}, {upper}], but that did not converge and \
             confirms nothing; state a `tolerance`"
        )
    })
}

fn normal(expect: Expectation<'_>, verdict: &Verdict) -> Option<String> {
    let wanted = DVec3::from_array(expect.normal()?).normalize();
    let found = verdict.normal;
    if found == DVec3::ZERO {
        return Some(String::from("expected a normal, the answer has none"));
    }
    // atan2 keeps small angles exact where acos would lose them.
    let degrees = wanted.cross(found).length().atan2(wanted.dot(found)).to_degrees();
    (!(degrees <= NORMAL_DEGREES)).then(|| {
        let [x, y, z] = wanted.to_array();
        format!("expected normal ({x:.6}, {y:.6}, {z:.6}), the answer's is {degrees:.3}° off")
    })
}

fn outcome(dimension: Dimension, algorithm: Algorithm, expect: Expectation<'_>, verdict: &Verdict) -> Option<String> {
    let wanted = expect.outcome()?;
    if wanted == verdict.outcome {
        return None;
    }
    let possible = endings(dimension, algorithm);
    if possible.contains(&wanted) {
        return Some(format!("expected the ending `{wanted}`, it ended with `{}`", verdict.outcome));
    }
    let all = possible.join(", ");
    Some(format!("expected the ending `{wanted}`, which there is not; this algorithm ends with one of {all}"))
}

/// The ways in which an algorithm may end, as its card names them.
fn endings(dimension: Dimension, algorithm: Algorithm) -> Vec<&'static str> {
    // Where bodies of the plane are apart there is nothing for EPA to do, and the run of GJK is the answer.
    let deep = matches!(algorithm, Algorithm::Epa | Algorithm::Distance) && dimension == Dimension::Two;
    let before = deep.then_some(Algorithm::Gjk);
    let cards =
        [Some(algorithm), before].into_iter().flatten().filter_map(|algorithm| play::card(dimension, algorithm));
    cards.flat_map(|card| card.endings).map(|ending| ending.name).collect()
}

fn iterations(expect: Expectation<'_>, verdict: &Verdict) -> Option<String> {
    let most = expect.iterations_at_most()?;
    (verdict.iterations > most).then(|| format!("expected at most {most} iterations, it took {}", verdict.iterations))
}
