//! Numbers of the solve that several stages and the report read: residuals from the captured and from the recomputed
//! velocities, and the gap.

use super::gap::{Gap, gap_of};
use super::residual::{Residual, diagonals, residuals, resulting_velocity};
use crate::problem::Problem;

/// Residuals and gap of the captured impulses.
#[derive(Debug)]
pub struct Solution {
    /// Residuals from the captured velocities, or from the recomputed ones if none are captured.
    pub residuals: Vec<Residual>,
    /// Residuals from `u* + W Jᵀλ`; `None` if the free velocities are not known.
    pub recomputed: Option<Vec<Residual>>,
    /// Gap at the captured velocities.
    pub gap: Option<Gap>,
    /// Gap at `u* + W Jᵀλ`.
    pub recomputed_gap: Option<Gap>,
    /// Diagonal `k_r` of each row.
    pub k: Vec<f64>,
}

/// Evaluates residuals and gap; `None` without rows, impulses or velocities.
pub fn solution_of(problem: &Problem) -> Option<Solution> {
    let rows = problem.rows.as_ref()?;
    let impulses = rows.impulses.as_ref()?;
    let k = diagonals(problem, rows);
    if k.len() != rows.system.rows() {
        return None;
    }
    let recomputed = rows.free.as_ref().map(|free| resulting_velocity(rows, free, impulses));
    let of_recomputed = recomputed.as_ref().map(|[u, size]| residuals(problem, rows, impulses, [u, size], &k));
    let of_captured = rows.after.as_ref().map(|after| residuals(problem, rows, impulses, [after, after], &k));
    Some(Solution {
        residuals: of_captured.or_else(|| of_recomputed.clone())?,
        recomputed: of_recomputed,
        gap: rows.after.as_ref().and_then(|after| gap_of(problem, rows, after)),
        recomputed_gap: recomputed.as_ref().and_then(|[u, _]| gap_of(problem, rows, u)),
        k,
    })
}
