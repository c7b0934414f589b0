//! Does an answer meet what its scene expects of it?

use glam::DVec3;

use crate::lesson::Verdict;
use crate::scene::model::Expect;

/// How far a normal may turn from the expected one, degrees.
const NORMAL_DEGREES: f64 = 0.1;

/// One sentence for each expectation that is not met.
pub fn unmet(expect: &Expect, verdict: &Verdict) -> Vec<String> {
    let tests = [
        intersects(expect, verdict),
        signed_distance(expect, verdict),
        normal(expect, verdict),
        outcome(expect, verdict),
        iterations(expect, verdict),
    ];
    tests.into_iter().flatten().collect()
}

/// The number of expectations a query states.
pub fn count(expect: &Expect) -> usize {
    usize::from(expect.intersects.is_some())
        + usize::from(expect.signed_distance.is_some())
        + usize::from(expect.normal.is_some())
        + usize::from(expect.outcome.is_some())
        + usize::from(expect.iterations_at_most.is_some())
}

fn intersects(expect: &Expect, verdict: &Verdict) -> Option<String> {
    let wanted = expect.intersects?;
    let proof = verdict.proof;
    let met = if wanted { proof.lower <= 0.0 } else { proof.upper >= 0.0 };
    let proven = if wanted { proof.upper <= 0.0 } else { proof.lower >= 0.0 };
    let words = if wanted { "overlap" } else { "apart" };
    if !met {
        return Some(format!("expected {words}, the answer is `{}`", verdict.status));
    }
    // The status itself was verified with the certificate, rounding allowed for.
    let open =
        !proven && !["touching", "touching or overlapping", "separated", "penetrating"].contains(&verdict.status);
    open.then(|| format!("expected {words}, but the bracket [{:e}, {:e}] proves neither", proof.lower, proof.upper))
}

fn signed_distance(expect: &Expect, verdict: &Verdict) -> Option<String> {
    let wanted = expect.signed_distance?;
    let Some(found) = verdict.signed_distance else {
        return Some(format!("expected signed distance {wanted}, the answer knows only a bracket"));
    };
    let Some(tolerance) = expect.tolerance else {
        let inside = (verdict.proof.lower..=verdict.proof.upper).contains(&wanted);
        let (lower, upper) = (verdict.proof.lower, verdict.proof.upper);
        return (!inside)
            .then(|| format!("expected signed distance {wanted} is outside the bracket [{lower}, {upper}]"));
    };
    let error = (found - wanted).abs();
    (error > tolerance)
        .then(|| format!("expected signed distance {wanted}, found {found}: off by {error:.2e}, allowed {tolerance:e}"))
}

fn normal(expect: &Expect, verdict: &Verdict) -> Option<String> {
    let wanted = DVec3::from_array(expect.normal?).normalize();
    let found = verdict.normal;
    if found == DVec3::ZERO {
        return Some(String::from("expected a normal, the answer has none"));
    }
    // atan2 keeps small angles exact where acos would lose them.
    let degrees = wanted.cross(found).length().atan2(wanted.dot(found)).to_degrees();
    (degrees > NORMAL_DEGREES).then(|| {
        let [x, y, z] = wanted.to_array();
        format!("expected normal ({x:.6}, {y:.6}, {z:.6}), the answer's is {degrees:.3}° off")
    })
}

fn outcome(expect: &Expect, verdict: &Verdict) -> Option<String> {
    let wanted = expect.outcome.as_ref()?;
    (wanted != verdict.outcome).then(|| format!("expected the ending `{wanted}`, it ended with `{}`", verdict.outcome))
}

fn iterations(expect: &Expect, verdict: &Verdict) -> Option<String> {
    let most = expect.iterations_at_most?;
    (verdict.iterations > most).then(|| format!("expected at most {most} iterations, it took {}", verdict.iterations))
}
