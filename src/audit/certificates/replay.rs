//! Replay of a declared sweep: the sequential solve repeated in `f64` from the captured rows. It proves nothing about
//! the optimum; it proves that the engine did what it declares.
//!
//! For each row in order, `Δ = −(J u + γ λ − t) m`, the sum λ + Δ is clamped to its interval, and u changes by
//! `W Jᵀ Δ`. Friction rows have the interval ± μ λ_n with the current λ_n. With `k` instead of the effective mass where
//! the engine stores none.

use super::blocks::coefficient_of;
use crate::problem::{Problem, Rows};

/// Changes of the sweep that may explain an engine's impulses.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Variant {
    /// Whether each increment is clamped instead of the sum.
    pub clamp_increments: bool,
    /// Whether friction rows are skipped while the contact does not push.
    pub keep_open_friction: bool,
    /// Row that is not solved.
    pub without: Option<usize>,
    /// Whether the sweep starts from zero, whatever is declared.
    pub cold: bool,
    /// Factor of the friction of all rows.
    pub frictionless: bool,
}

/// Largest number of row updates of a sweep that is replayed.
const MAX_UPDATES: usize = 20_000_000;

/// Impulses of the sweep from these free velocities; `None` if numbers are missing.
pub fn replay(problem: &Problem, rows: &Rows, free: &[f64], variant: Variant) -> Option<Vec<f64>> {
    let captured = problem.captured_rows();
    let iterations =
        problem.step.model.iterations.filter(|count| count.saturating_mul(captured.len()) <= MAX_UPDATES)?;
    let warm = problem.step.model.warm_start != Some(false) && !variant.cold;
    let mut impulses: Vec<f64> = captured.iter().map(|row| if warm { row.warm.unwrap_or(0.0) } else { 0.0 }).collect();
    let responses: Vec<Vec<(usize, f64)>> = (0..captured.len()).map(|r| rows.system.inverse_times_row(r)).collect();
    let masses: Vec<f64> = (0..captured.len())
        .map(|r| captured[r].effective_mass.unwrap_or_else(|| 1.0 / (rows.diagonals[r].value + captured[r].softness)))
        .collect();
    let friction: Vec<Option<f64>> =
        (0..captured.len()).map(|r| captured[r].friction_of.and_then(|_| coefficient_of(problem, r))).collect();
    let mut u = free.to_vec();
    for (r, response) in responses.iter().enumerate() {
        response.iter().for_each(|(column, value)| u[*column] += value * impulses[r]);
    }
    for _ in 0..iterations {
        for r in 0..captured.len() {
            if variant.without == Some(r) {
                continue;
            }
            let row = &captured[r];
            let mut lower = row.lower.unwrap_or(f64::NEG_INFINITY);
            let mut upper = row.upper.unwrap_or(f64::INFINITY);
            if let Some(normal) = row.friction_of {
                if variant.keep_open_friction && impulses[normal] <= 0.0 {
                    continue;
                }
                let most = friction[r]? * impulses[normal].max(0.0);
                lower = -most;
                upper = most;
            }
            let change = -(rows.system.dot(r, &u) + row.softness * impulses[r] - row.target) * masses[r];
            let next = if variant.clamp_increments {
                impulses[r] + change.max(lower).min(upper)
            } else {
                (impulses[r] + change).max(lower).min(upper)
            };
            let done = next - impulses[r];
            impulses[r] = next;
            responses[r].iter().for_each(|(column, value)| u[*column] += value * done);
        }
    }
    Some(impulses)
}

/// Largest difference of two lists of impulses, and its row.
pub fn largest_difference(a: &[f64], b: &[f64]) -> (usize, f64) {
    let differences = a.iter().zip(b).map(|(a, b)| (a - b).abs()).enumerate();
    differences.max_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or((0, 0.0))
}

/// Bound of the replay: `16 ε √iterations max_r((|A||λ| + |J||u*|)/k)`.
pub fn bound(problem: &Problem, rows: &Rows, free: &[f64], impulses: &[f64]) -> f64 {
    let sizes = rows.system.abs_inverse_times(&rows.system.abs_transposed_times(impulses));
    let iterations = problem.step.model.iterations.unwrap_or(1).max(1) as f64;
    let captured = problem.captured_rows();
    let scales = captured.iter().enumerate().map(|(r, row)| {
        let k = rows.diagonals[r].value + row.softness;
        (rows.system.abs_dot(r, &sizes) + rows.system.abs_dot(r, free)) / k
    });
    let most = scales.filter(|x| x.is_finite()).fold(0.0, f64::max);
    problem.bound(16.0 * iterations.sqrt(), most)
}
