//! Judge of a separating-axis test: measures the gap along the reported normal, and for overlapping bodies searches for
//! a direction with a wider gap.
//!
//! **Limits.** The names of axes (`line`, `ties`) and the counts of tested and skipped ones (`lines`, `skipped`) depend
//! on the engine's numbering of faces and edges; the judge checks only that an axis with a name has a direction. For
//! flat bodies that share points of one plane, both directions across the plane are accepted.

use contact_lens_model::answer::{PairStatus, SeparationFinding};
use glam::DVec3;

use super::widest_gap::{DirectedGap, SAFETY_FACTOR, rounding_of, widest_gap};
use super::{Claim, Violation, broken_claims, exact_contact, normal_error, text};
use crate::reference_geometry::{Placed, gap_along};

/// Returns every broken claim of `finding`. `eps` is the relative rounding unit of the engine that answered.
pub fn verify(a: &Placed, b: &Placed, finding: &SeparationFinding, eps: f64) -> Vec<Violation> {
    let judge = Judge { a, b, finding, eps, rounding: rounding_of(a, b, eps) };
    if let Some(message) = judge.check_form() {
        return vec![Violation { claim: Claim::Form, message }];
    }
    let claims = [
        (Claim::Bracket, judge.check_bracket()),
        (Claim::Lower, judge.check_lower_bound()),
        (Claim::Depth, judge.check_upper_bound()),
        (Claim::Touching, exact_contact::of_pair(a, b, finding.status, finding.normal, eps)),
    ];
    broken_claims(claims)
}

/// Answer and the bodies that it is about.
struct Judge<'a> {
    a: &'a Placed<'a>,
    b: &'a Placed<'a>,
    finding: &'a SeparationFinding,
    /// Relative rounding unit of the engine that answered.
    eps: f64,
    /// Rounding error of the answer's lengths, meters.
    rounding: f64,
}

impl Judge<'_> {
    /// Checks that numbers are finite (bounds may be infinite), that the answer has the fields of its status, and that
    /// the normal is a unit vector.
    fn check_form(&self) -> Option<String> {
        let SeparationFinding { separation, lower, upper, normal, .. } = self.finding;
        if !normal.is_none_or(DVec3::is_finite)
            || separation.is_some_and(|gap| !gap.is_finite())
            || lower.is_nan()
            || upper.is_some_and(f64::is_nan)
        {
            return Some(String::from("a number of the answer is not finite"));
        }
        if let Some(message) = self.check_fields() {
            return Some(message);
        }
        normal_error((*normal)?, [self.a, self.b], self.eps)
    }

    /// Checks that the answer has the fields that its status needs.
    fn check_fields(&self) -> Option<String> {
        let SeparationFinding { status, separation, upper, normal, line, lines, .. } = self.finding;
        let is_complete = match status {
            // An axis has no witness points.
            PairStatus::Separated => separation.is_some() && normal.is_some() && upper.is_none(),
            PairStatus::Touching | PairStatus::Penetrating => separation.is_some() && upper.is_some(),
            PairStatus::NotConverged => separation.is_none() && upper.is_none(),
            PairStatus::TouchingOrOverlapping | PairStatus::Undecided => false,
        };
        if !is_complete || normal.is_some() != line.is_some() || line.is_some() && *lines == 0 {
            let separation = text::quantity(*separation, "m");
            let upper = text::quantity(*upper, "m");
            let normal = text::vector(*normal);
            let axis = if line.is_some() { "named" } else { "none" };
            return Some(format!(
                "the status `{status}` does not fit the fields: separation {separation}, upper bound {upper}, normal \
                 {normal}, axis {axis}, axes tested {lines}"
            ));
        }
        None
    }

    /// Checks that the bracket is ordered, contains the separation, and proves the status.
    fn check_bracket(&self) -> Option<String> {
        let lower = self.finding.lower;
        let upper = self.finding.upper.unwrap_or(f64::INFINITY);
        let status = self.finding.status;
        if lower > upper {
            return Some(format!("the lower bound {lower:e} m is above the upper bound {upper:e} m"));
        }
        if let Some(gap) = self.finding.separation.filter(|gap| !(lower..=upper).contains(gap)) {
            return Some(format!("the separation {gap:e} m is outside its own bracket [{lower:e}, {upper:e}] m"));
        }
        let is_proven = match status {
            PairStatus::Separated => lower > 0.0 || self.finding.separation.is_some_and(|gap| gap > 0.0),
            PairStatus::Penetrating => upper < 0.0,
            // A touching status is accepted within the judge's rounding error, however wide the bracket.
            PairStatus::Touching => {
                let is_near_zero = self.finding.separation.is_none_or(|gap| gap.abs() <= SAFETY_FACTOR * self.rounding);
                is_near_zero && lower <= 0.0 && upper >= 0.0
            }
            PairStatus::TouchingOrOverlapping | PairStatus::Undecided | PairStatus::NotConverged => true,
        };
        if !is_proven {
            return Some(format!("`{status}` is not proven by the bracket [{lower:e}, {upper:e}] m"));
        }
        // The gap is measured, so only rounding error separates it from its bounds.
        let gap = self.finding.separation?;
        let deviation = (gap - lower).max(self.finding.upper.map_or(0.0, |upper| upper - gap));
        (deviation > SAFETY_FACTOR * self.rounding).then(|| {
            format!("the bracket [{lower:e}, {upper:e}] m of the separation {gap:e} m is wider than rounding error")
        })
    }

    /// Checks that the gap along the normal is the reported one, reaches the lower bound, and is positive to rounding
    /// for separated bodies.
    fn check_lower_bound(&self) -> Option<String> {
        let gap = gap_along(self.a, self.b, self.finding.normal.and_then(DVec3::try_normalize)?);
        let lower = self.finding.lower;
        if let Some(reported) = self.finding.separation.filter(|reported| (gap - reported).abs() > self.rounding) {
            return Some(format!("the gap along the normal is {gap:e} m, reported as {reported:e} m"));
        }
        if gap < lower - self.rounding {
            return Some(format!(
                "the gap along the normal is {gap:e} m, which does not prove the lower bound {lower:e} m"
            ));
        }
        // The gap of nearly touching bodies may be off by rounding; exact arithmetic judges those of the f64 engine.
        let is_closed = self.finding.status == PairStatus::Separated && gap <= -self.rounding;
        is_closed.then(|| format!("the bodies are reported as separated, but along the normal the gap is {gap:e} m"))
    }

    /// Checks that no direction has a wider gap than the upper bound allows.
    fn check_upper_bound(&self) -> Option<String> {
        let upper = self.finding.upper?;
        let DirectedGap { gap, direction: n } = widest_gap(self.a, self.b, self.finding.normal);
        (gap > upper + self.rounding).then(|| {
            format!(
                "along ({:.6}, {:.6}, {:.6}) the gap is {gap:e} m, above the upper bound {upper:e} m",
                n.x, n.y, n.z
            )
        })
    }
}
