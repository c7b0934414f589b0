//! Effective masses and softness of rows.

use crate::capture::Row;
use crate::law::{Law, StageResult};
use crate::problem::{Problem, RowKind, Rows};

/// Judges effective masses and softness of all rows.
pub(super) fn judge(problem: &Problem, result: &mut StageResult) {
    let captured = problem.captured_rows();
    judge_cones(problem, captured, result);
    let is_soft = problem.step.model.position.as_ref().is_some_and(|rule| rule.kind.as_deref() == Some("soft"));
    let needs_inertia =
        is_soft || problem.step.model.softness.is_some() || captured.iter().any(|row| row.effective_mass.is_some());
    if !needs_inertia || captured.is_empty() {
        return;
    }
    let Some(rows) = &problem.rows else {
        problem.rows_missing.iter().for_each(|field| result.miss(field));
        return;
    };
    let mut softness = Vec::new();
    for (r, row) in captured.iter().enumerate() {
        let Some(diagonal) = rows.diagonals.get(r) else { return };
        let k = diagonal.value + row.softness;
        let culprit = problem.culprit_of_row(r);
        if let Some(mass) = row.effective_mass.filter(|_| k > 0.0) {
            let bound = problem.bound(64.0, (diagonal.size + row.softness) / k);
            result.push(Law::new("effective mass", (mass * k - 1.0).abs(), bound, "1", culprit));
        }
        if let Some(share) = problem.step.model.softness {
            let mut expected = share * diagonal.value;
            let mut size = share * diagonal.size + row.softness;
            // Friction rows of a circular cone have the softness of their normal row.
            if let Some(normal) = row.friction_of {
                let of_normal = rows.diagonals[normal];
                if (row.softness - share * of_normal.value).abs() < (row.softness - expected).abs() {
                    expected = share * of_normal.value;
                    size = share * of_normal.size + row.softness;
                }
            }
            let value = (row.softness - expected).abs();
            softness.push(Law::new("softness as declared", value, problem.bound(64.0, size), "1/kg", culprit));
        }
    }
    judge_springs(problem, rows, result);
    // Softness that is wrong in several rows comes from another inertia than the captured one, which the solve or the
    // velocity stage accuses.
    let wrong: Vec<[Option<usize>; 2]> = softness
        .iter()
        .filter(|law| law.value > law.band)
        .map(|law| [law.culprit.contact, law.culprit.joint])
        .collect();
    let is_systematic = wrong.iter().any(|item| *item != wrong[0]);
    softness.into_iter().for_each(|law| result.push(if is_systematic { law.without_claim() } else { law }));
}

/// Law of the softness of springs: overlapping normals and joints of the rule `soft` have
/// `γ = A_rr/(h ω (2ζ + h ω))`.
fn judge_springs(problem: &Problem, rows: &Rows, result: &mut StageResult) {
    let Some(rule) = problem.step.model.position.as_ref().filter(|rule| rule.kind.as_deref() == Some("soft")) else {
        return;
    };
    let Some((frequency, damping)) = rule.frequency.zip(rule.damping_ratio) else { return };
    let step = problem.h * std::f64::consts::TAU * frequency;
    let share = 1.0 / (step * (2.0 * damping + step));
    for (r, row) in problem.captured_rows().iter().enumerate() {
        let contact = row.contact.and_then(|c| problem.contacts().get(c));
        let is_spring = match problem.kinds[r] {
            RowKind::Normal => contact.is_some_and(|contact| contact.gap < 0.0),
            RowKind::Joint => true,
            RowKind::Friction(_) | RowKind::Torsion | RowKind::Rolling(_) | RowKind::Edge(_) | RowKind::Other => false,
        };
        let Some(diagonal) = rows.diagonals.get(r).filter(|_| is_spring && share.is_finite()) else { continue };
        let value = (row.softness - share * diagonal.value).abs();
        let bound = problem.bound(64.0, share * diagonal.size + row.softness);
        result.push(Law::new("softness of the spring", value, bound, "1/kg", problem.culprit_of_row(r)));
    }
}

/// Law of the softness of elliptic cones in the convex model: `γ_j μ_j²` is the same for all friction rows.
fn judge_cones(problem: &Problem, captured: &[Row], result: &mut StageResult) {
    let model = &problem.step.model;
    if model.solve.as_deref() != Some("convex") || model.friction.as_deref() != Some("cone") {
        return;
    }
    let mut first: Vec<Option<f64>> = vec![None; captured.len()];
    for (r, row) in captured.iter().enumerate() {
        let Some((normal, mu)) = row.friction_of.zip(row.coefficient) else { continue };
        let is_friction = matches!(problem.kinds[r], RowKind::Friction(_) | RowKind::Torsion | RowKind::Rolling(_));
        if !(is_friction && mu > 0.0 && row.softness > 0.0) {
            continue;
        }
        let weight = row.softness * mu * mu;
        match first[normal] {
            None => first[normal] = Some(weight),
            Some(known) => {
                let value = (weight / known - 1.0).abs();
                let bound = problem.bound(64.0, 1.0);
                result.push(Law::new("softness of the cone", value, bound, "1", problem.culprit_of_row(r)));
            }
        }
    }
}
