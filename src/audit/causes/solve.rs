//! Causes of wrong impulses: increments clamped, friction kept, no warm start, a row that was skipped, a pyramid.

use crate::certificates::replay::{Variant, largest_difference, replay};
use crate::problem::{Problem, Rows};
use crate::stages::solve::Solution;

/// Largest number of rows for which the omission of each one is tried.
const MAX_OMITTED: usize = 60;

/// Cause of a sweep that is not as declared.
pub fn cause_of_replay(problem: &Problem, rows: &Rows, starts: &[&Vec<f64>], band: f64) -> Option<String> {
    let impulses = rows.impulses.as_ref()?;
    let holds = |variant: Variant| {
        starts.iter().filter_map(|free| replay(problem, rows, free, variant)).any(|repeated| {
            largest_difference(&repeated, impulses).1 <= band
        })
    };
    let plain = Variant::default();
    if holds(Variant { clamp_increments: true, ..plain }) {
        return Some("each increment is clamped instead of the sum".to_owned());
    }
    if holds(Variant { keep_open_friction: true, ..plain }) {
        return Some("friction is kept while the contact does not push".to_owned());
    }
    if holds(Variant { cold: true, ..plain }) {
        return Some("the warm start is not applied".to_owned());
    }
    let count = rows.system.rows();
    if count <= MAX_OMITTED {
        let omitted = (0..count).find(|r| holds(Variant { without: Some(*r), ..plain }));
        if let Some(r) = omitted {
            return Some(format!("row {r} is not solved"));
        }
    }
    None
}

/// Cause of a residual above the claim: impulses of the last of several sub-steps.
pub fn cause_of_residual(
    problem: &Problem,
    rows: &Rows,
    solution: &Solution,
    block: usize,
    band: f64,
) -> Option<String> {
    let impulses = rows.impulses.as_ref()?;
    let after = rows.after.as_ref()?;
    if rows.system.rows() > MAX_OMITTED {
        return None;
    }
    let holds = |factor: f64| {
        let scaled: Vec<f64> = impulses.iter().map(|x| x * factor).collect();
        let all =
            crate::certificates::residual::residuals(problem, rows, &scaled, [after, after], &solution.k);
        all.get(block).is_some_and(|residual| residual.value <= band)
    };
    let steps = (2..=20).find(|n| holds(f64::from(*n)));
    steps.map(|n| format!("the impulses are those of the last of {n} sub-steps"))
}
