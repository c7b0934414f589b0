//! Rows of generalized coordinates: `J_r u⁻` is the velocity of the contact along the row's direction, computed from
//! the captured velocities of its bodies. If the Jacobians of the bodies are given, the whole row is compared.

use contact_lens_engine::glam::DVec3;

use crate::capture::Contact;
use crate::law::{Law, StageResult};
use crate::problem::{Motion, Problem, RowKind, points_of};

/// Judges the rows of all contacts.
pub(super) fn judge(problem: &Problem, result: &mut StageResult) {
    let Some(rows) = &problem.rows else {
        problem.rows_missing.iter().for_each(|field| result.miss(field));
        return;
    };
    let before = rows.before.as_ref();
    if before.is_none() {
        result.miss("generalized.velocity_before");
    }
    for (r, row) in problem.captured_rows().iter().enumerate() {
        let Some(c) = row.contact.filter(|c| *c < problem.contacts().len()) else { continue };
        let pair = problem.contact_pairs[c];
        let moving = Moving { contact: &problem.contacts()[c], centers: pair.map(|i| problem.bodies[i].center) };
        let motions = pair.map(|i| problem.bodies[i].before);
        if let (Some(before), [Some(a), Some(b)]) = (before, motions)
            && let Some(along) = moving.velocity_along([a, b], problem.kinds[r])
        {
            let value = (rows.system.dot(r, before) - along.value).abs();
            let bound = problem.bound(256.0, rows.system.abs_dot(r, before) + along.size);
            result.push(Law::new("row of the contact", value, bound, "m/s", problem.culprit_of_row(r)));
        }
        judge_whole_row(problem, r, pair, &moving, result);
    }
}

/// Law of all numbers of a row, if the Jacobians of both bodies are given.
fn judge_whole_row(problem: &Problem, r: usize, pair: [usize; 2], moving: &Moving, result: &mut StageResult) {
    let arrays = problem.step.generalized.as_ref();
    let Some(kinematics) = arrays.and_then(|arrays| arrays.kinematics.as_ref()) else { return };
    let jacobian = &problem.captured_rows()[r].jacobian;
    let mut value = 0.0_f64;
    let mut size = 0.0_f64;
    for (dof, captured) in jacobian.iter().enumerate() {
        let motions = pair.map(|i| {
            let body = &problem.step.bodies[i];
            match kinematics.get(&body.name) {
                Some(rows) => column(rows, dof),
                None => (!problem.bodies[i].is_dynamic()).then(Motion::default),
            }
        });
        let [Some(a), Some(b)] = motions else { return };
        let Some(along) = moving.velocity_along([a, b], problem.kinds[r]) else { return };
        value = value.max((captured - along.value).abs());
        size = size.max(captured.abs() + along.size);
    }
    let bound = problem.bound(256.0, size);
    result.push(Law::new("row of the kinematics", value, bound, "1", problem.culprit_of_row(r)));
}

/// Motion of a body for a unit velocity of one degree of freedom; `None` if the Jacobian does not have six rows.
fn column(rows: &[Vec<f64>], dof: usize) -> Option<Motion> {
    let mut numbers = [0.0; 6];
    for (k, number) in numbers.iter_mut().enumerate() {
        *number = *rows.get(k)?.get(dof)?;
    }
    Some(Motion { linear: DVec3::from_slice(&numbers[..3]), angular: DVec3::from_slice(&numbers[3..]) })
}

/// Velocity along a direction, with the sum of the absolute values of its terms.
struct Along {
    /// Velocity along the direction.
    value: f64,
    /// Sum of the absolute values of the terms.
    size: f64,
}

/// A contact between two bodies that move.
struct Moving<'a> {
    /// Contact of the bodies.
    contact: &'a Contact,
    /// Centers of mass of both bodies.
    centers: [DVec3; 2],
}

impl Moving<'_> {
    /// Velocity of b relative to a along a row of the contact; `None` if a direction is not captured.
    fn velocity_along(&self, motions: [Motion; 2], kind: RowKind) -> Option<Along> {
        let normal = DVec3::from(self.contact.normal);
        let axes = self.contact.axes.map(|axes| axes.map(DVec3::from));
        match kind {
            RowKind::Normal => self.relative(motions, normal, false),
            RowKind::Friction(k) => self.relative(motions, *axes?.get(k + 1)?, false),
            RowKind::Torsion => self.relative(motions, normal, true),
            RowKind::Rolling(k) => self.relative(motions, *axes?.get(k + 1)?, true),
            RowKind::Edge(edge) if self.contact.dimension == Some(1) => {
                (edge == 0).then(|| self.relative(motions, normal, false))?
            }
            RowKind::Edge(edge) => {
                let direction = edge / 2;
                let other = match direction {
                    0 | 1 => self.relative(motions, *axes?.get(direction + 1)?, false),
                    2 => self.relative(motions, normal, true),
                    3 | 4 => self.relative(motions, *axes?.get(direction - 2)?, true),
                    _ => None,
                }?;
                let main = self.relative(motions, normal, false)?;
                let mu = self.contact.friction.as_ref()?.at(direction)?;
                let sign = if edge % 2 == 0 { 1.0 } else { -1.0 };
                Some(Along { value: main.value + sign * mu * other.value, size: main.size + mu.abs() * other.size })
            }
            RowKind::Joint | RowKind::Other => None,
        }
    }

    /// Linear or angular velocity of b relative to a along a direction.
    fn relative(&self, motions: [Motion; 2], d: DVec3, is_angular: bool) -> Option<Along> {
        let points = points_of(self.contact)?;
        let middle = (points.on_a + points.on_b) * 0.5;
        let mut along = Along { value: 0.0, size: 0.0 };
        for ((Motion { linear, angular }, center), sign) in motions.into_iter().zip(self.centers).zip([-1.0, 1.0]) {
            let velocity = if is_angular { angular } else { linear + angular.cross(middle - center) };
            let arm = middle.abs().element_sum() + center.abs().element_sum();
            along.value += sign * velocity.dot(d);
            along.size += if is_angular { angular.length() } else { linear.length() + angular.length() * arm };
        }
        Some(along)
    }
}
