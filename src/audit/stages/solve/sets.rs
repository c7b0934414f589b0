//! Law of the sets: normal impulses do not pull, friction is within its cone or box, impulses are within their bounds.
//! It needs no convergence.

use contact_lens_engine::glam::DVec3;

use crate::capture::{Coefficients, Contact};
use crate::certificates::blocks::{Set, blocks_of};
use crate::certificates::projection::scaled_length;
use crate::law::{Culprit, Law, StageResult};
use crate::problem::Problem;

/// Judges the impulses of rows, or of contacts if there are no rows.
pub(super) fn judge(problem: &Problem, result: &mut StageResult) {
    let captured: Option<Vec<f64>> =
        problem.step.rows.as_ref().and_then(|rows| rows.iter().map(|row| row.impulse).collect());
    match captured {
        Some(impulses) => judge_rows(problem, &impulses, result),
        None => judge_contacts(problem, result),
    }
}

/// Laws of the blocks of rows.
fn judge_rows(problem: &Problem, impulses: &[f64], result: &mut StageResult) {
    let keeps_open = problem.step.model.open_friction.as_deref() == Some("keep");
    for block in blocks_of(problem, impulses) {
        let largest = block.rows.iter().map(|r| impulses[*r].abs()).fold(0.0, f64::max);
        let Some(first) = block.rows.first().copied() else { continue };
        let normal = problem.captured_rows()[first].friction_of;
        let largest = normal.map_or(largest, |normal| largest.max(impulses[normal].abs()));
        let bound = problem.bound(64.0, largest);
        let culprit = problem.culprit_of_row(first);
        let unit = problem.impulse_unit();
        match &block.set {
            Set::Interval { lower, upper } => {
                let is_open = normal.is_some_and(|normal| impulses[normal] <= 0.0);
                if is_open && keeps_open {
                    continue;
                }
                let name = if normal.is_some() { "friction within its set" } else { "impulse within its bounds" };
                let value = (lower - impulses[first]).max(impulses[first] - upper).max(0.0);
                let mut law = Law::new(name, value, bound, unit, culprit);
                if is_open && value > bound {
                    law.because = Some("friction is kept although the contact does not push".to_owned());
                }
                result.push(law);
            }
            Set::Cone(coefficients) => {
                let pull = (-impulses[first]).max(0.0);
                result.push(Law::new("impulse within its bounds", pull, bound, unit, culprit));
                if impulses[first] <= 0.0 && keeps_open {
                    continue;
                }
                let tangent: Vec<f64> = block.rows[1..].iter().map(|r| impulses[*r]).collect();
                let excess = (scaled_length(&tangent, coefficients) - impulses[first].max(0.0)).max(0.0);
                // In units of the friction impulse, as for a row with a bound of its own.
                let scale = coefficients.first().copied().filter(|mu| *mu > 0.0 && mu.is_finite()).unwrap_or(1.0);
                let mut law = Law::new("friction within its set", scale * excess, scale * bound, unit, culprit);
                law.because =
                    cause_of_friction(&tangent, coefficients, impulses[first], bound).filter(|_| excess > bound);
                result.push(law);
            }
        }
    }
}

/// Cause of friction outside of its cone.
fn cause_of_friction(tangent: &[f64], coefficients: &[f64], normal: f64, bound: f64) -> Option<String> {
    if normal <= 0.0 {
        return Some("friction is kept although the contact does not push".to_owned());
    }
    let each = tangent.iter().zip(coefficients).all(|(x, mu)| x.abs() <= mu * normal + bound);
    if each {
        return Some("each direction has a bound of its own, as a box".to_owned());
    }
    let roots: Vec<f64> = coefficients.iter().map(|mu| mu.sqrt()).collect();
    (scaled_length(tangent, &roots) <= normal + bound).then(|| "the coefficient is the square root".to_owned())
}

/// Laws of the impulses that contacts state.
fn judge_contacts(problem: &Problem, result: &mut StageResult) {
    let Some(contacts) = &problem.step.contacts else {
        result.miss("contacts");
        return;
    };
    for (c, contact) in contacts.iter().enumerate() {
        let Some(normal) = contact.impulse else {
            result.miss("contacts[].impulse");
            continue;
        };
        let friction = DVec3::from(contact.friction_impulse.unwrap_or_default());
        let bound = problem.bound(64.0, normal.abs().max(friction.length()));
        let culprit = Culprit::contact(c, problem.contact_pairs[c]);
        let unit = problem.impulse_unit();
        result.push(Law::new("impulse within its bounds", (-normal).max(0.0), bound, unit, culprit));
        let Some(most) = greatest_friction(problem, contact) else {
            result.miss("contacts[].friction");
            continue;
        };
        if normal <= 0.0 && problem.step.model.open_friction.as_deref() == Some("keep") {
            continue;
        }
        let value = (friction.length() - most * normal.max(0.0)).max(0.0);
        let mut law = Law::new("friction within its set", value, bound * (1.0 + most), unit, culprit);
        if value > law.band && normal <= 0.0 {
            law.because = Some("friction is kept although the contact does not push".to_owned());
        }
        result.push(law);
    }
}

/// Largest friction per normal impulse; √2 μ for a box, whose directions are not known.
fn greatest_friction(problem: &Problem, contact: &Contact) -> Option<f64> {
    let factor = match problem.step.model.friction.as_deref() {
        Some("none") => return Some(0.0),
        Some("cone") => 1.0,
        Some(_) | None => std::f64::consts::SQRT_2,
    };
    let most = match contact.friction.as_ref()? {
        Coefficients::One(coefficient) => *coefficient,
        Coefficients::Several(list) => list.iter().take(2).fold(0.0, |most: f64, x| most.max(*x)),
    };
    Some(factor * most)
}
