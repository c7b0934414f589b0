//! Causes of wrong impulses: increments clamped, friction kept, no warm start, a row that was skipped, a pyramid.

use crate::certificates::replay::{Variant, largest_difference, replay};
use crate::certificates::residual::residuals;
use crate::certificates::solution::Solution;
use crate::problem::{Problem, Rows};

/// Largest number of rows for which the omission of each one is tried.
const MAX_OMITTED: usize = 60;

/// Largest number of row updates for which the omission of each row is tried.
const MAX_UPDATES: usize = 2_000_000;

/// A captured sweep, with the velocities from which it may have started.
struct Sweep<'a> {
    /// Captured step with its names resolved.
    problem: &'a Problem<'a>,
    /// Rows of the step.
    rows: &'a Rows,
    /// Free velocities from which the sweep may have started.
    starts: &'a [&'a Vec<f64>],
    /// Largest difference of impulses that counts as equal.
    band: f64,
}

impl Sweep<'_> {
    /// Whether a changed sweep gives the captured impulses.
    fn holds(&self, variant: Variant) -> bool {
        let Some(impulses) = &self.rows.impulses else { return false };
        let mut repeated = self.starts.iter().filter_map(|free| replay(self.problem, self.rows, free, variant));
        repeated.any(|repeated| largest_difference(&repeated, impulses).1 <= self.band)
    }
}

/// Cause of a sweep that is not as declared.
pub fn cause_of_replay(problem: &Problem, rows: &Rows, starts: &[&Vec<f64>], band: f64) -> Option<String> {
    let sweep = Sweep { problem, rows, starts, band };
    let plain = Variant::default();
    if sweep.holds(Variant { clamp_increments: true, ..plain }) {
        return Some("each increment is clamped instead of the sum".to_owned());
    }
    if sweep.holds(Variant { keep_open_friction: true, ..plain }) {
        return Some("friction is kept while the contact does not push".to_owned());
    }
    if sweep.holds(Variant { cold: true, ..plain }) {
        return Some("the warm start is not applied".to_owned());
    }
    let count = rows.system.rows();
    let updates = problem.step.model.iterations.unwrap_or(0).saturating_mul(count * count);
    if count <= MAX_OMITTED && updates <= MAX_UPDATES {
        let omitted = (0..count).find(|r| sweep.holds(Variant { without: Some(*r), ..plain }));
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
    let steps = (2..=20).find(|n| {
        let scaled: Vec<f64> = impulses.iter().map(|x| x * f64::from(*n)).collect();
        let all = residuals(problem, rows, &scaled, [after, after], &solution.k);
        all.get(block).is_some_and(|residual| residual.value <= band)
    });
    steps.map(|n| format!("the impulses are those of the last of {n} sub-steps"))
}
