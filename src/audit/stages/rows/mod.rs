//! Stage **rows**: the rows of the solve follow from contacts, joints and velocities before the step.

mod contact;
mod generalized;
mod inertia;
mod joint;
mod target;

use crate::law::{Law, Stage, StageResult};
use crate::problem::{Problem, RowKind};

/// Judges the rows of contacts and joints.
pub fn judge(problem: &Problem) -> StageResult {
    let mut result = StageResult::new(Stage::Rows, problem.lists_laws);
    contact::judge_combined(problem, &mut result);
    if problem.step.rows.is_none() {
        result.miss("rows");
        return result;
    }
    contact::judge_counts(problem, &mut result);
    if problem.generalized {
        generalized::judge(problem, &mut result);
    } else {
        contact::judge(problem, &mut result);
        target::judge(problem, &mut result);
        joint::judge(problem, &mut result);
    }
    inertia::judge(problem, &mut result);
    coefficients(problem, &mut result);
    result
}

/// Law of the coefficients of friction rows: those of their contacts.
fn coefficients(problem: &Problem, result: &mut StageResult) {
    for (r, row) in problem.captured_rows().iter().enumerate() {
        let Some(captured) = row.coefficient else { continue };
        let direction = match problem.kinds[r] {
            RowKind::Friction(k) => k,
            RowKind::Torsion => 2,
            RowKind::Rolling(k) => 3 + k,
            RowKind::Normal | RowKind::Edge(_) | RowKind::Joint | RowKind::Other => continue,
        };
        let contact = row.contact.and_then(|contact| problem.contacts().get(contact));
        let friction = contact.and_then(|contact| contact.friction.as_ref());
        let Some(expected) = friction.and_then(|friction| friction.at(direction)) else { continue };
        let bound = problem.bound(8.0, expected.abs());
        let culprit = problem.culprit_of_row(r);
        let mut law = Law::new("coefficient of the contact", (captured - expected).abs(), bound, "1", culprit);
        if law.value > law.band {
            law.because = cause_of_coefficient(captured, expected, law.band);
        }
        result.push(law);
    }
}

/// Whether two coefficients are equal to the band, or to six digits.
fn is_near(a: f64, b: f64, band: f64) -> bool {
    (a - b).abs() <= band.max(1e-6 * b.abs())
}

/// Cause of a coefficient that is not that of the contact.
fn cause_of_coefficient(captured: f64, expected: f64, band: f64) -> Option<String> {
    if captured == 0.0 {
        return Some("the coefficient is 0".to_owned());
    }
    if is_near(captured, expected * expected, band) {
        return Some("the coefficient is squared".to_owned());
    }
    if is_near(captured, expected.abs().sqrt(), band) {
        return Some("the coefficient is the square root".to_owned());
    }
    if is_near(captured, 2.0 * expected, band) {
        return Some("the coefficient is doubled".to_owned());
    }
    is_near(captured, 0.5 * expected, band).then(|| "the coefficient is halved".to_owned())
}
