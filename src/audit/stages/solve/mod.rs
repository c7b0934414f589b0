//! Stage **solve**: impulses are in their sets, and as good as the engine claims: by its tolerance, by the gap of the
//! convex model, or by a replay of its sweep. Without a claim, only numbers are reported.

mod sets;

use crate::causes::solve::{cause_of_replay, cause_of_residual};
use crate::certificates::replay::{Variant, bound as replay_bound, largest_difference, replay};
use crate::certificates::solution::Solution;
use crate::law::{Culprit, EPS53, Law, Stage, StageResult};
use crate::problem::{Problem, Rows};

/// Judges the impulses of contacts and rows.
pub fn judge(problem: &Problem, solution: Option<&Solution>) -> StageResult {
    let mut result = StageResult::new(Stage::Solve, problem.lists_laws);
    sets::judge(problem, &mut result);
    let Some(rows) = &problem.rows else {
        problem.rows_missing.iter().for_each(|field| result.miss(field));
        return result;
    };
    if rows.impulses.is_none() {
        result.miss("rows[].impulse");
        return result;
    }
    if problem.captured_rows().is_empty() {
        return result;
    }
    let mut claimed = judge_gap(problem, rows, solution, &mut result);
    claimed |= judge_residuals(problem, rows, solution, &mut result);
    claimed |= judge_replay(problem, rows, &mut result);
    if !claimed {
        report_residual(problem, solution, &mut result);
    }
    result
}

/// Law of the gap; whether a gap is claimed and known.
fn judge_gap(problem: &Problem, rows: &Rows, solution: Option<&Solution>, result: &mut StageResult) -> bool {
    let Some(tolerance) = problem.step.model.gap_tolerance else { return false };
    let Some(gap) = solution.and_then(|solution| solution.gap.as_ref()) else {
        result.miss(if rows.after.is_none() { "generalized.acceleration" } else { "generalized.smooth_acceleration" });
        return false;
    };
    // If the impulses are right and only the captured velocities are wrong, the gap at the velocities that follow from
    // the impulses is small: the velocity stage decides.
    let recomputed = solution.and_then(|solution| solution.recomputed_gap.as_ref());
    let value = gap.value[0].min(recomputed.map_or(f64::INFINITY, |gap| gap.value[0]));
    let bound = tolerance * gap.cost + 64.0 * EPS53 * gap.cost;
    let unit = if problem.acceleration { "N m/s²" } else { "J" };
    let blamed = [Some(gap), recomputed].into_iter().flatten().find_map(|gap| {
        let shares = gap.shares.iter().enumerate().filter(|(_, [value, error])| value > error && *value > 0.01 * bound);
        let (b, _) = shares.max_by(|a, b| a.1[0].total_cmp(&b.1[0]))?;
        gap.blocks[b].rows.first().copied()
    });
    let culprit = blamed.map_or_else(Culprit::default, |r| problem.culprit_of_row(r));
    result.push(Law::new("gap of the convex model", value, bound, unit, culprit));
    true
}

/// Laws of the residuals; whether a tolerance is claimed.
fn judge_residuals(problem: &Problem, rows: &Rows, solution: Option<&Solution>, result: &mut StageResult) -> bool {
    let Some(tolerance) = problem.step.model.tolerance else { return false };
    let Some(solution) = solution else {
        result.miss(if rows.free.is_none() { "bodies[].before" } else { "bodies[].after" });
        return false;
    };
    for (i, residual) in solution.residuals.iter().enumerate() {
        if residual.block.undeclared {
            result.miss("model.friction");
            continue;
        }
        let other = solution.recomputed.as_ref().and_then(|all| all.get(i));
        let value = (residual.value - residual.error).min(other.map_or(f64::INFINITY, |o| o.value - o.error)).max(0.0);
        let size = residual.size.min(other.map_or(f64::INFINITY, |other| other.size));
        let bound = tolerance + problem.bound(64.0, size);
        let culprit = residual.block.rows.first().map_or_else(Culprit::default, |r| problem.culprit_of_row(*r));
        let mut law = Law::new("residual within the claim", value, bound, problem.velocity_unit(), culprit);
        if law.value > law.band {
            law.because = cause_of_residual(problem, rows, solution, i, law.band);
        }
        result.push(law);
    }
    true
}

/// Law of the replay of a declared sweep; whether one is declared.
fn judge_replay(problem: &Problem, rows: &Rows, result: &mut StageResult) -> bool {
    let model = &problem.step.model;
    let by_box = matches!(model.friction.as_deref(), Some("box" | "none"));
    let by_rows = matches!(model.order.as_deref(), None | Some("rows"));
    if model.solve.as_deref() != Some("sequential") || model.iterations.is_none() || !by_box || !by_rows {
        return false;
    }
    let starts_warm = model.warm_start != Some(false);
    if starts_warm && problem.captured_rows().iter().any(|row| row.warm.is_none()) {
        result.miss("rows[].warm");
        return false;
    }
    let Some(impulses) = rows.impulses.as_ref().filter(|_| rows.diagonals.len() == rows.system.rows()) else {
        return false;
    };
    let own = rows.after.as_ref().map(|after| {
        let change = rows.system.inverse_times(&rows.system.transposed_times(impulses));
        after.iter().zip(&change).map(|(a, b)| a - b).collect::<Vec<f64>>()
    });
    let keeps = model.open_friction.as_deref() == Some("keep");
    let variant = Variant { keep_open_friction: keeps, ..Variant::default() };
    let starts: Vec<&Vec<f64>> = rows.free.iter().chain(own.iter()).collect();
    let differences = starts.iter().filter_map(|free| {
        let repeated = replay(problem, rows, free, variant)?;
        Some(largest_difference(&repeated, impulses))
    });
    let Some((r, value)) = differences.min_by(|a, b| a.1.total_cmp(&b.1)) else {
        result.miss("bodies[].before");
        return false;
    };
    let bound = starts.iter().map(|free| replay_bound(problem, rows, free, impulses)).fold(0.0, f64::max);
    let mut law = Law::new("sweep as declared", value, bound, problem.impulse_unit(), problem.culprit_of_row(r));
    if law.value > law.band {
        law.because = cause_of_replay(problem, rows, &starts, law.band);
    }
    result.push(law);
    true
}

/// Adds the largest residual of a solve without a claim.
fn report_residual(problem: &Problem, solution: Option<&Solution>, result: &mut StageResult) {
    let Some(solution) = solution else { return };
    let declared = solution.residuals.iter().filter(|residual| !residual.block.undeclared);
    let Some(worst) = declared.max_by(|a, b| a.value.total_cmp(&b.value)) else { return };
    let culprit = worst.block.rows.first().map_or_else(Culprit::default, |r| problem.culprit_of_row(*r));
    let law = Law::new("residual without a claim", worst.value, worst.error, problem.velocity_unit(), culprit);
    result.push(law.without_claim());
}
