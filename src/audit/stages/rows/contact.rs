//! Rows of contacts between bodies: lever arms, directions, and numbers of rows.
//!
//! A contact row is `J = (−d, −r_a × d, d, r_b × d)` with the normal or the row's own direction d and the lever arms
//! from the centers of mass to the points of the contact.

use contact_lens_engine::glam::DVec3;

use crate::capture::{Coefficients, Contact};
use crate::law::{Culprit, Law, StageResult};
use crate::problem::{Problem, RowKind, points_of};

/// Judges the rows of all contacts.
pub(super) fn judge(problem: &Problem, result: &mut StageResult) {
    let mut directions: Vec<Vec<DVec3>> = vec![Vec::new(); problem.contacts().len()];
    for (r, row) in problem.captured_rows().iter().enumerate() {
        let Some(c) = row.contact.filter(|c| *c < directions.len()) else { continue };
        judge_row(problem, r, c, result);
        if let RowKind::Friction(_) = problem.kinds[r] {
            directions[c].push(direction_of(problem, r));
        }
    }
    for (c, directions) in directions.iter().enumerate() {
        judge_directions(problem, c, directions, result);
    }
}

/// Linear direction of a row, as it acts on b; of rows without b, opposite to the part of a.
fn direction_of(problem: &Problem, r: usize) -> DVec3 {
    let [on_a, _] = problem.part_of_row(r, 0);
    let [on_b, _] = problem.part_of_row(r, 1);
    if on_b == DVec3::ZERO { -on_a } else { on_b }
}

/// Law of the Jacobian of one row.
fn judge_row(problem: &Problem, r: usize, c: usize, result: &mut StageResult) {
    let contact = &problem.contacts()[c];
    let Some(points) = points_of(contact) else {
        result.miss("contacts[].position");
        return;
    };
    let kind = problem.kinds[r];
    let pair = problem.contact_pairs[c];
    let swapped = problem.bodies_of_row(r) == [Some(pair[1]), Some(pair[0])];
    let normal = DVec3::from(contact.normal) * if swapped { -1.0 } else { 1.0 };
    let middle = (points.on_a + points.on_b) * 0.5;
    let ends = if points.exact { [points.on_a, points.on_b] } else { [middle; 2] };
    let ends = if swapped { [ends[1], ends[0]] } else { ends };
    let is_angular = matches!(kind, RowKind::Torsion | RowKind::Rolling(_));
    let direction = match kind {
        RowKind::Normal | RowKind::Torsion => normal,
        RowKind::Friction(_) => direction_of(problem, r),
        RowKind::Rolling(_) => problem.part_of_row(r, 1)[1],
        RowKind::Edge(_) | RowKind::Joint | RowKind::Other => return,
    };
    let mut value = 0.0_f64;
    let mut size = 1.0;
    for (side, body) in problem.bodies_of_row(r).into_iter().enumerate() {
        let Some(body) = body else { continue };
        if problem.bodies[body].pose.is_none() {
            result.miss("bodies[].before");
            return;
        }
        let captured = problem.part_of_row(r, side);
        let is_fixed = !problem.bodies[body].is_dynamic();
        if is_fixed && captured == [DVec3::ZERO; 2] {
            continue;
        }
        let sign = if side == 0 { -1.0 } else { 1.0 };
        let center = problem.bodies[body].center;
        let along = direction * sign;
        let expected = if is_angular { [DVec3::ZERO, along] } else { [along, (ends[side] - center).cross(along)] };
        value = value.max((captured[0] - expected[0]).length()).max((captured[1] - expected[1]).length());
        size += ends[side].abs().element_sum() + center.abs().element_sum();
    }
    let band = if points.exact { 0.0 } else { contact.gap.abs() };
    let law = Law::new("row of the contact", value, problem.bound(32.0, size), "1", problem.culprit_of_row(r));
    result.push(law.with_band(band));
}

/// Law of the friction directions of a contact: unit, across the normal and across each other.
fn judge_directions(problem: &Problem, c: usize, directions: &[DVec3], result: &mut StageResult) {
    if directions.is_empty() {
        return;
    }
    let normal = DVec3::from(problem.contacts()[c].normal);
    let mut value = 0.0_f64;
    for (k, direction) in directions.iter().enumerate() {
        value = value.max((direction.length() - 1.0).abs()).max(direction.dot(normal).abs());
        directions[..k].iter().for_each(|other| value = value.max(direction.dot(*other).abs()));
    }
    let culprit = Culprit::contact(c, problem.contact_pairs[c]);
    result.push(Law::new("directions are unit and perpendicular", value, problem.bound(64.0, 1.0), "1", culprit));
}

/// Numbers of rows of a contact.
#[derive(Clone, Copy, Default)]
struct Count {
    /// Number of normal rows; 1 for the edges of a pyramid.
    normals: usize,
    /// Number of friction rows or edges.
    frictions: usize,
    /// Number of rows without a known part.
    others: usize,
}

/// Law of the number of rows of each contact.
pub(super) fn judge_counts(problem: &Problem, result: &mut StageResult) {
    if problem.captured_rows().iter().all(|row| row.contact.is_none()) && !problem.captured_rows().is_empty() {
        // Rows that name no contact may belong to any.
        if !problem.contacts().is_empty() {
            result.miss("rows[].contact");
        }
        return;
    }
    let mut counts: Vec<Count> = vec![Count::default(); problem.contacts().len()];
    for (r, row) in problem.captured_rows().iter().enumerate() {
        let Some(count) = row.contact.and_then(|c| counts.get_mut(c)) else { continue };
        match problem.kinds[r] {
            RowKind::Normal => count.normals += 1,
            RowKind::Friction(_) | RowKind::Torsion | RowKind::Rolling(_) => count.frictions += 1,
            RowKind::Edge(_) => {
                count.normals = 1;
                count.frictions += 1;
            }
            RowKind::Joint | RowKind::Other => count.others += 1,
        }
    }
    for (c, count) in counts.into_iter().enumerate() {
        if count.others > 0 {
            result.miss("rows[].part");
            continue;
        }
        judge_count(problem, c, count, result);
    }
}

/// Law of the number of rows of one contact.
fn judge_count(problem: &Problem, c: usize, count: Count, result: &mut StageResult) {
    let contact = &problem.contacts()[c];
    let pair = problem.contact_pairs[c];
    let Some(expected) = expected_frictions(problem, contact) else { return };
    let sleeps = pair.iter().all(|i| !problem.bodies[*i].is_dynamic() || problem.step.bodies[*i].sleeping);
    // A contact without rows may be beyond the margin of the solver.
    if count.normals == 0 && count.frictions == 0 && (sleeps || contact.gap >= 0.0) {
        return;
    }
    let holds = count.normals == 1 && count.frictions == expected;
    let mut law = Law::exact("number of rows", holds, Culprit::contact(c, pair));
    if !holds {
        law.because = Some(format!("{} of {} rows", count.normals + count.frictions, 1 + expected));
    }
    result.push(law);
}

/// Number of friction rows of a contact; `None` if it is not declared.
fn expected_frictions(problem: &Problem, contact: &Contact) -> Option<usize> {
    // More than two coefficients mean torsion or rolling rows, whose number is not declared.
    let is_plain = !matches!(&contact.friction, Some(Coefficients::Several(list)) if list.len() > 2);
    let model = &problem.step.model;
    let friction = model.friction.as_deref();
    match (contact.dimension, friction) {
        // A pyramid of a single direction is written as a normal row or as an edge.
        (Some(1), _) | (Some(_), None) => None,
        (Some(dimension), Some("pyramid")) => Some(2 * (dimension.max(1) - 1)),
        (Some(dimension), Some(_)) => Some(dimension.max(1) - 1),
        (None, Some("none")) => Some(0),
        (None, Some("cone")) => model.friction_rows.or(is_plain.then_some(2)),
        (None, _) => model.friction_rows,
    }
}

/// Law of the coefficients of contacts: combined from the bodies' by the declared rule.
pub(super) fn judge_combined(problem: &Problem, result: &mut StageResult) {
    let Some(rule) = problem.step.model.combine_friction.as_deref() else { return };
    for (c, contact) in problem.contacts().iter().enumerate() {
        let pair = problem.contact_pairs[c];
        let [a, b] = pair.map(|i| problem.step.bodies[i].friction);
        let (Some(a), Some(b), Some(Coefficients::One(captured))) = (a, b, &contact.friction) else { continue };
        let expected = match rule {
            "multiply" | "product" => a * b,
            "geometric_mean" | "geometric" | "sqrt" => (a * b).max(0.0).sqrt(),
            "average" | "mean" | "arithmetic" => 0.5 * (a + b),
            "min" | "minimum" => a.min(b),
            "max" | "maximum" => a.max(b),
            _ => {
                result.miss("model.combine_friction");
                return;
            }
        };
        let bound = problem.bound(8.0, a.abs().max(b.abs()).max(expected.abs()));
        let culprit = Culprit::contact(c, pair);
        result.push(Law::new("coefficient of the bodies", (captured - expected).abs(), bound, "1", culprit));
    }
}
