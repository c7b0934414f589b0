//! Judge of the bracket of a pair's signed distance. Trusts nothing from the engine but the numbers of the answer.
//!
//! - **Certificate.** For a unit vector `n` from A to B, the gap `g(n)` along it is a lower bound of the signed
//!   distance. A point in A and a point in B bound the distance from above. No short witness proves the upper bound for
//!   overlapping bodies, that no smaller translation separates them; instead the judge searches for a better direction,
//!   and any that it finds refutes the answer.
//! - **Limits.** The size of the reported `tolerance` is not judged: it must not be negative, and the bracket of a
//!   converged answer is at most that wide. When the answer reports a wider bracket, or the query was a yes-or-no test,
//!   bounds and direction may be weaker than possible. The last points of a yes-or-no test are unchecked, since the
//!   answer claims nothing about them. Bodies closer to contact than rounding error may be reported as not converged,
//!   and by a yes-or-no test as overlapping.

use contact_lens_model::answer::{PairFinding, PairStatus};
use glam::DVec3;

use super::widest_gap::{DirectedGap, ROUNDINGS, SEARCH_ACCURACY, rounding_of, widest_gap};
use super::{Claim, Violation, broken_claims, exact_contact, normal_error, text};
use crate::reference_geometry::{Placed, distance_lower_bound, gap_along};

/// Fraction of the requested tolerance above which a bracket counts as wider than requested. The width of the reported
/// bounds is rounded, so that it may be slightly below the tolerance.
const WIDE_FRACTION: f64 = 0.99;

/// Returns every claim of `finding` about the pair that does not hold. `eps` is the relative rounding unit of the
/// engine that answered; its numbers are trusted to `ROUNDINGS` times `eps` of the size of everything that entered
/// them.
pub fn verify(a: &Placed, b: &Placed, finding: &PairFinding, eps: f64) -> Vec<Violation> {
    let judge = Judge::new(a, b, finding, eps);
    if let Some(message) = judge.check_form() {
        return vec![Violation { claim: Claim::Form, message }];
    }
    let claims = [
        (Claim::Bracket, judge.check_bracket()),
        (Claim::Lower, judge.check_lower_bound()),
        (Claim::Witness, judge.check_witness_points()),
        (Claim::Upper, judge.check_witness_distance()),
        (Claim::Depth, judge.check_depth()),
        (Claim::Overlap, judge.check_overlap()),
        (Claim::Touching, exact_contact::of_pair(a, b, with_touching(finding.status), finding.normal, eps)),
    ];
    broken_claims(claims)
}

/// Verifies an answer to a distance query: its status must have a distance and a direction, where it claims them.
pub fn verify_distance(a: &Placed, b: &Placed, finding: &PairFinding, eps: f64) -> Vec<Violation> {
    let PairFinding { status, signed_distance, normal, proof, .. } = finding;
    let is_complete = match status {
        // Touching bodies may lack a direction, as does an unknown distance.
        PairStatus::Touching => signed_distance.is_some(),
        PairStatus::Separated => signed_distance.is_some() && normal.is_some(),
        // If the query did not request the depth, it did not request a bracket width either.
        PairStatus::Penetrating if signed_distance.is_none() => proof.tolerance == f64::INFINITY,
        PairStatus::Penetrating => normal.is_some() && proof.upper < 0.0,
        PairStatus::TouchingOrOverlapping => signed_distance.is_none(),
        PairStatus::Undecided => false,
        PairStatus::NotConverged => {
            let has_open_sign = proof.lower <= 0.0 && proof.upper >= 0.0;
            has_open_sign || proof.width() > WIDE_FRACTION * proof.tolerance
        }
    };
    let mut violations = verify(a, b, finding, eps);
    if !is_complete {
        violations.push(unfit_status(finding));
    }
    violations
}

/// Verifies a yes-or-no test: it has no distance, and for separated bodies a direction, whose gap is the lower bound.
pub fn verify_overlap(a: &Placed, b: &Placed, finding: &PairFinding, eps: f64) -> Vec<Violation> {
    let PairFinding { status, signed_distance, normal, proof, .. } = finding;
    let has_sign = proof.lower > 0.0 || proof.upper < 0.0;
    let is_complete = signed_distance.is_none()
        && match status {
            PairStatus::Separated => normal.is_some(),
            PairStatus::Undecided => false,
            PairStatus::NotConverged => !has_sign,
            PairStatus::Touching | PairStatus::Penetrating | PairStatus::TouchingOrOverlapping => true,
        };
    let mut violations = verify(a, b, finding, eps);
    if !is_complete {
        violations.push(unfit_status(finding));
    }
    violations
}

/// Violation of an answer whose status does not fit its other fields.
fn unfit_status(finding: &PairFinding) -> Violation {
    let PairFinding { status, signed_distance, normal, proof, .. } = finding;
    let message = format!(
        "the status `{status}` does not fit the fields: signed distance {}, normal {}, bracket [{:e}, {:e}] m, \
         tolerance {:e} m",
        text::quantity(*signed_distance, "m"),
        text::vector(*normal),
        proof.lower,
        proof.upper,
        proof.tolerance
    );
    Violation { claim: Claim::Form, message }
}

/// Verifies the support points in the world direction `d`: they are in the bodies, and no point of A is farther along
/// `d`, none of B farther against it.
pub fn verify_support(a: &Placed, b: &Placed, finding: &PairFinding, d: DVec3, eps: f64) -> Vec<Violation> {
    let rounding = Judge::new(a, b, finding, eps).rounding;
    let Some(n) = d.try_normalize() else { return Vec::new() };
    // B is searched against the direction.
    let bodies = [("A", a, finding.witness_a, n), ("B", b, finding.witness_b, -n)];
    let violations = bodies.into_iter().filter_map(|(name, body, point, n)| {
        let shortfall = n.dot(body.farthest(n, point));
        let distance_outside = body.distance_to(point, SEARCH_ACCURACY * rounding);
        if shortfall <= rounding && distance_outside <= rounding {
            return None;
        }
        let message = if distance_outside > rounding {
            format!("the support point on {name} is at least {distance_outside:e} m outside the body")
        } else {
            format!("the support point on {name} is not the farthest: another point is {shortfall:e} m farther")
        };
        Some(Violation { claim: Claim::Support, message })
    });
    violations.collect()
}

/// Verifies the claims from one world direction `d`: the gap along it is the lower bound, and the distance of the
/// support points the upper one. Only a positive gap is a separation, with this direction as the normal.
pub fn verify_direction(a: &Placed, b: &Placed, finding: &PairFinding, d: DVec3, eps: f64) -> Option<Violation> {
    let rounding = Judge::new(a, b, finding, eps).rounding;
    let PairFinding { normal, proof, status, signed_distance, witness_a, witness_b } = finding;
    let offset = *witness_b - *witness_a;
    let Some(n) = d.try_normalize() else {
        let claims_nothing = proof.lower == f64::NEG_INFINITY && normal.is_none() && *status == PairStatus::Undecided;
        return (!claims_nothing).then(|| {
            let message = format!(
                "the direction has length 0, so the answer must be `{}` with the lower bound −inf and no normal; \
                 reported are `{status}`, the lower bound {:e} m and the normal {}",
                PairStatus::Undecided,
                proof.lower,
                text::vector(*normal)
            );
            Violation { claim: Claim::Bracket, message }
        });
    };
    let is_apart = proof.lower > 0.0;
    let gap = n.dot(offset);
    let has_normal = match normal {
        Some(normal) => is_apart && (*normal - n).length() <= ROUNDINGS * eps,
        None => !is_apart,
    };
    let expected = if is_apart { PairStatus::Separated } else { PairStatus::Undecided };
    let holds = has_normal
        && *status == expected
        && signed_distance.is_none()
        && (proof.lower - gap).abs() <= 2.0 * rounding
        && (proof.upper - offset.length()).abs() <= 2.0 * rounding;
    (!holds).then(|| {
        let message = format!(
            "along the direction the gap is {gap:e} m, and the support points are {:e} m apart, so the answer must be \
             `{expected}` with these bounds; reported are `{status}`, the bracket [{:e}, {:e}] m, the normal {} and \
             the signed distance {}",
            offset.length(),
            proof.lower,
            proof.upper,
            text::vector(*normal),
            text::quantity(*signed_distance, "m")
        );
        Violation { claim: Claim::Bracket, message }
    })
}

/// Answer and the bodies that it is about.
pub(crate) struct Judge<'a> {
    a: &'a Placed<'a>,
    b: &'a Placed<'a>,
    finding: &'a PairFinding,
    /// Rounding error of one length, meters. The difference of two computed lengths may be off by twice as much.
    rounding: f64,
    /// Relative rounding unit of the engine that answered.
    eps: f64,
}

impl<'a> Judge<'a> {
    /// Creates the judge of an answer; `eps` is the relative rounding unit of the engine that gave it.
    pub(crate) fn new(a: &'a Placed, b: &'a Placed, finding: &'a PairFinding, eps: f64) -> Self {
        Self { a, b, finding, rounding: rounding_of(a, b, eps), eps }
    }

    /// Whether a direction shows that the bodies overlap by at most rounding error, regardless of the answer.
    pub(crate) fn only_touch(&self) -> bool {
        widest_gap(self.a, self.b, self.finding.normal).gap >= -self.rounding
    }

    /// Checks that numbers are finite (bounds may be infinite), and the length of the normal.
    fn check_form(&self) -> Option<String> {
        let PairFinding { normal, witness_a, witness_b, proof, .. } = self.finding;
        let vectors = [normal.unwrap_or_default(), *witness_a, *witness_b];
        let distance = self.finding.signed_distance.unwrap_or(0.0);
        if !vectors.iter().all(|v| v.is_finite())
            || !distance.is_finite()
            || proof.lower.is_nan()
            || proof.upper.is_nan()
        {
            return Some(String::from("a number of the answer is not finite"));
        }
        if !(proof.tolerance >= 0.0) {
            return Some(format!("the tolerance is {:e} m; it must be at least 0", proof.tolerance));
        }
        normal_error((*normal)?, [self.a, self.b], self.eps)
    }

    /// Checks that the bracket is ordered, contains the distance, and proves the status.
    fn check_bracket(&self) -> Option<String> {
        let PairFinding { proof, signed_distance, status, .. } = self.finding;
        if proof.lower > proof.upper {
            return Some(format!("the lower bound {:e} m is above the upper bound {:e} m", proof.lower, proof.upper));
        }
        if let Some(distance) = signed_distance.filter(|distance| !(proof.lower..=proof.upper).contains(distance)) {
            let lower = proof.lower;
            let upper = proof.upper;
            return Some(format!(
                "the signed distance {distance:e} m is outside its own bracket [{lower:e}, {upper:e}] m"
            ));
        }
        let is_proven = match *status {
            PairStatus::Separated => proof.lower > 0.0,
            PairStatus::Penetrating => proof.upper <= 2.0 * self.rounding,
            PairStatus::Touching | PairStatus::TouchingOrOverlapping => proof.lower <= 0.0 && proof.upper >= 0.0,
            PairStatus::Undecided | PairStatus::NotConverged => true,
        };
        if !is_proven {
            return Some(format!("`{status}` is not proven by the bracket [{:e}, {:e}] m", proof.lower, proof.upper));
        }
        let is_wide = *status != PairStatus::NotConverged && proof.width() > proof.tolerance + 2.0 * self.rounding;
        is_wide.then(|| {
            let width = proof.width();
            let tolerance = proof.tolerance;
            format!("`{status}` needs a bracket at most {tolerance:e} m wide; the bracket is {width:e} m wide")
        })
    }

    /// Checks that the gap along the normal reaches the lower bound.
    fn check_lower_bound(&self) -> Option<String> {
        let PairFinding { normal, proof, .. } = self.finding;
        let gap = gap_along(self.a, self.b, normal.and_then(DVec3::try_normalize)?);
        (gap < proof.lower - self.rounding).then(|| {
            format!("the gap along the normal is {gap:e} m, which does not prove the lower bound {:e} m", proof.lower)
        })
    }

    /// Checks that the witness points are points of the bodies.
    fn check_witness_points(&self) -> Option<String> {
        let [on_a, on_b] = self.finding.witnesses()?;
        let bodies = [("A", self.a, on_a), ("B", self.b, on_b)];
        bodies.into_iter().find_map(|(name, body, point)| {
            let distance = body.distance_to(point, SEARCH_ACCURACY * self.rounding);
            (distance > self.rounding)
                .then(|| format!("the witness point on {name} is at least {distance:e} m outside the body"))
        })
    }

    /// Checks that the distance of the witness points, with the sign of the reported distance, is in the bracket.
    fn check_witness_distance(&self) -> Option<String> {
        let distance = self.finding.signed_distance?;
        let proof = self.finding.proof;
        let between = self.finding.witness_a.distance(self.finding.witness_b);
        let [least, most] = if distance < 0.0 { [-proof.upper, -proof.lower] } else { [proof.lower, proof.upper] };
        let is_inside = between >= least - self.rounding && between <= most + self.rounding;
        (!is_inside).then(|| {
            format!("the witness points are {between:e} m apart; the bracket allows {least:e} m to {most:e} m")
        })
    }

    /// Checks that no direction separates overlapping bodies better than the upper bound allows.
    fn check_depth(&self) -> Option<String> {
        if self.finding.status != PairStatus::Penetrating {
            return None;
        }
        let DirectedGap { gap, direction: n } = widest_gap(self.a, self.b, self.finding.normal);
        let upper = self.finding.proof.upper;
        (gap > upper + self.rounding).then(|| {
            format!(
                "along ({:.6}, {:.6}, {:.6}) the gap is {gap:e} m, above the upper bound {upper:e} m",
                n.x, n.y, n.z
            )
        })
    }

    /// Checks that the bodies are not farther apart than the upper bound allows. Skips answers with witness points
    /// unless the bodies penetrate: other checks compare those points.
    fn check_overlap(&self) -> Option<String> {
        let PairFinding { status, proof, .. } = self.finding;
        if self.finding.witnesses().is_some() && *status != PairStatus::Penetrating {
            return None;
        }
        let between = distance_lower_bound(self.a, self.b, self.rounding);
        (between > proof.upper.max(0.0) + self.rounding).then(|| {
            format!(
                "the answer is `{status}` with the upper bound {:e} m, but the bodies are at least {between:e} m apart",
                proof.upper
            )
        })
    }
}

/// Returns `touching or overlapping` for the status `penetrating`, since yes-or-no and single-simplex tests report also
/// touching bodies as penetrating; returns any other status unchanged.
fn with_touching(status: PairStatus) -> PairStatus {
    if status == PairStatus::Penetrating { PairStatus::TouchingOrOverlapping } else { status }
}
