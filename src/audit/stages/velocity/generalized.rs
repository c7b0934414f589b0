//! Velocities of generalized coordinates: `M (a − a₀) = Jᵀλ`, and `v⁺` from the acceleration or from the matrix of the
//! integrator.

use crate::certificates::gap::gap_of;
use crate::dense::Matrix;
use crate::law::{Culprit, EPS53, Law, StageResult};
use crate::problem::{Problem, Rows, dense};

/// Judges all degrees of freedom.
pub(super) fn judge(problem: &Problem, result: &mut StageResult) {
    let Some(rows) = &problem.rows else {
        problem.rows_missing.iter().for_each(|field| result.miss(field));
        return;
    };
    judge_momentum(problem, rows, result);
    let integrator = problem.step.model.integrator.as_deref();
    if integrator == Some("RK4") {
        result.miss("stages of RK4");
        return;
    }
    let Some((before, arrays)) = rows.before.as_ref().zip(problem.step.generalized.as_ref()) else {
        result.miss("generalized.velocity_before");
        return;
    };
    let Some(after) = &arrays.velocity_after else {
        result.miss("generalized.velocity_after");
        return;
    };
    let by_matrix = arrays.update_matrix.as_ref().filter(|_| integrator != Some("discrete"));
    let needs_matrix = matches!(integrator, Some("implicit" | "implicitfast"));
    let change = match by_matrix {
        Some(matrix) => {
            dense(matrix, rows.system.size, false).ok().and_then(|matrix| by_update(problem, rows, &matrix))
        }
        None if needs_matrix => {
            result.miss("generalized.update_matrix");
            return;
        }
        None => arrays.acceleration.as_ref().map(|a| Change::plain(a, problem.h)),
    };
    let Some(change) = change else {
        result.miss("generalized.acceleration");
        return;
    };
    let may_damp = by_matrix.is_none() && integrator != Some("discrete");
    for dof in 0..rows.system.size {
        let value = (after[dof] - before[dof] - change.value[dof]).abs();
        let size = after[dof].abs() + before[dof].abs() + change.size[dof];
        let c = 32.0 + 4.0 * rows.system.size as f64;
        let bound = problem.bound(c, size);
        let law = Law::new("velocity follows the acceleration", value, bound, "1/s", Culprit::dof(dof));
        // Without the matrix of the integrator, damping may have acted implicitly.
        result.push(if may_damp { law.without_claim() } else { law });
    }
}

/// Change of the velocities in one step, with the sizes of its terms.
struct Change {
    /// Change of each velocity.
    value: Vec<f64>,
    /// Sums of the absolute values of the terms.
    size: Vec<f64>,
}

impl Change {
    /// Change by the captured acceleration.
    fn plain(acceleration: &[f64], h: f64) -> Self {
        let change = acceleration.iter().map(|x| h * x);
        Self { value: change.clone().collect(), size: change.map(f64::abs).collect() }
    }
}

/// Change `h U⁻¹ (f + Jᵀλ)` with forces λ, or `U⁻¹ (h f + Jᵀλ)` with impulses; `None` if the forces are not given or U
/// is singular.
fn by_update(problem: &Problem, rows: &Rows, matrix: &Matrix) -> Option<Change> {
    let smooth = problem.step.generalized.as_ref()?.smooth_force.as_ref()?;
    let impulses = rows.impulses.as_ref()?;
    let inverse = matrix.inverse()?;
    // Forces act for the whole step; impulses are sums over it.
    let h = problem.h;
    let of_rows = if problem.acceleration { h } else { 1.0 };
    let forces: Vec<f64> =
        rows.system.transposed_times(impulses).iter().zip(smooth).map(|(c, f)| of_rows * c + h * f).collect();
    let sizes = rows.system.abs_transposed_times(impulses);
    let sizes: Vec<f64> = sizes.iter().zip(smooth).map(|(c, f)| of_rows * c + h * f.abs()).collect();
    let value = inverse.times(&forces);
    // Errors of the factors of U act on the solution through |U⁻¹| |U|.
    let spread = matrix.abs_times(&value);
    let total: Vec<f64> = sizes.iter().zip(&spread).map(|(a, b)| a + b).collect();
    Some(Change { size: inverse.abs_times(&total), value })
}

/// Law of the momentum share of the gap.
fn judge_momentum(problem: &Problem, rows: &Rows, result: &mut StageResult) {
    let Some(tolerance) = problem.step.model.gap_tolerance else { return };
    let Some(gap) = rows.after.as_deref().and_then(|after| gap_of(problem, rows, after)) else {
        result.miss("generalized.acceleration");
        return;
    };
    let bound = tolerance * gap.cost + gap.momentum_error + 64.0 * EPS53 * gap.cost;
    let (dof, _) = gap.worst_dof;
    let mut culprit = Culprit::dof(dof);
    if gap.momentum <= bound {
        culprit = Culprit::default();
    }
    let unit = if problem.acceleration { "N m/s²" } else { "J" };
    result.push(Law::new("momentum share of the gap", gap.momentum, bound, unit, culprit));
}
