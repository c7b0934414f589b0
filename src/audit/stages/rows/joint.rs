//! Rows of joints: number, span of their directions, and targets.
//!
//! Engines choose their own basis, so a row is compared with the span of the joint's directions by least squares.

use contact_lens_engine::glam::DVec3;

use super::target::soft_beta;
use crate::capture::Joint;
use crate::law::{Culprit, Law, StageResult};
use crate::problem::Problem;

/// Placed anchors and axes of a joint.
struct Placed {
    /// Anchors in the world.
    anchors: [DVec3; 2],
    /// Lever arms from the centers of mass.
    arms: [DVec3; 2],
    /// Unit axes of both bodies in the world; `None` without an axis.
    axes: Option<[DVec3; 2]>,
    /// Sum of the absolute values of all coordinates.
    size: f64,
}

/// Kinds of joints whose rows are judged, with their numbers of rows.
fn rows_of_kind(kind: Option<&str>) -> Option<usize> {
    match kind {
        Some("ball") => Some(3),
        Some("hinge" | "slider") => Some(5),
        Some("distance") => Some(1),
        Some("fixed") => Some(6),
        _ => None,
    }
}

/// Judges the rows of all joints.
pub(super) fn judge(problem: &Problem, result: &mut StageResult) {
    if problem.captured_rows().iter().all(|row| row.joint.is_none()) && !problem.captured_rows().is_empty() {
        // Rows that name no joint may belong to any.
        if !problem.step.joints.is_empty() {
            result.miss("rows[].joint");
        }
        return;
    }
    for (j, joint) in problem.step.joints.iter().enumerate() {
        let Some(count) = rows_of_kind(joint.kind.as_deref()) else { continue };
        let rows: Vec<usize> =
            (0..problem.captured_rows().len()).filter(|r| problem.captured_rows()[*r].joint == Some(j)).collect();
        let is_plain = joint.limits.is_none() && joint.motor.is_none();
        let culprit = Culprit { joint: Some(j), pair: Some(problem.joint_pairs[j]), ..Culprit::default() };
        let holds = if is_plain { rows.len() == count } else { rows.len() >= count };
        let mut law = Law::exact("number of rows of the joint", holds, culprit);
        if !holds {
            law.because = Some(format!("{} of {count} rows", rows.len()));
        }
        result.push(law);
        let Some(placed) = placed(problem, j) else {
            result.miss("joints[].anchor_a");
            continue;
        };
        for r in rows {
            if is_plain {
                judge_span(problem, r, joint, &placed, result);
            }
            judge_target(problem, r, joint, &placed, result);
        }
    }
}

/// Anchors and axes in the world; `None` without poses.
fn placed(problem: &Problem, j: usize) -> Option<Placed> {
    let joint = &problem.step.joints[j];
    let pair = problem.joint_pairs[j];
    let locals = [DVec3::from(joint.anchor_a?), DVec3::from(joint.anchor_b?)];
    let mut anchors = [DVec3::ZERO; 2];
    let mut arms = [DVec3::ZERO; 2];
    let mut axes = [DVec3::ZERO; 2];
    let mut size = 1.0;
    for side in 0..2 {
        let body = &problem.bodies[pair[side]];
        let pose = body.pose?;
        anchors[side] = pose.point(locals[side]);
        arms[side] = anchors[side] - body.center;
        axes[side] = pose.vector(joint.axis.map_or(DVec3::ZERO, DVec3::from)).normalize_or_zero();
        size += 2.0 * pose.position.abs().element_sum() + 2.0 * locals[side].abs().element_sum();
    }
    Some(Placed { anchors, arms, axes: joint.axis.map(|_| axes), size })
}

/// A row of 12 numbers for a linear direction at the anchors.
fn linear(placed: &Placed, d: DVec3) -> [DVec3; 4] {
    [-d, -placed.arms[0].cross(d), d, placed.arms[1].cross(d)]
}

/// A row of 12 numbers for an angular direction.
fn angular(d: DVec3) -> [DVec3; 4] {
    [DVec3::ZERO, -d, DVec3::ZERO, d]
}

/// Two unit vectors across a unit axis and across each other.
fn across(axis: DVec3) -> [DVec3; 2] {
    let first = axis.any_orthonormal_vector();
    [first, axis.cross(first)]
}

/// Directions of a joint; `None` if they are not known.
fn directions(joint: &Joint, placed: &Placed) -> Option<Vec<[DVec3; 4]>> {
    let world = [DVec3::X, DVec3::Y, DVec3::Z];
    let all_linear = world.map(|d| linear(placed, d));
    Some(match joint.kind.as_deref()? {
        "ball" => all_linear.to_vec(),
        "fixed" => all_linear.into_iter().chain(world.map(angular)).collect(),
        "hinge" => {
            let [axis, _] = placed.axes?;
            all_linear.into_iter().chain(across(axis).map(angular)).collect()
        }
        "slider" => {
            let [axis, _] = placed.axes?;
            across(axis).map(|d| linear(placed, d)).into_iter().chain(world.map(angular)).collect()
        }
        "distance" => vec![linear(placed, (placed.anchors[1] - placed.anchors[0]).try_normalize()?)],
        _ => return None,
    })
}

/// Dot product of two rows of 12 numbers.
fn dot(a: &[DVec3; 4], b: &[DVec3; 4]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a.dot(*b)).sum()
}

/// Subtracts a multiple of a row.
fn subtract(a: &mut [DVec3; 4], b: &[DVec3; 4], factor: f64) {
    a.iter_mut().zip(b).for_each(|(a, b)| *a -= *b * factor);
}

/// Law of the span of a row.
fn judge_span(problem: &Problem, r: usize, joint: &Joint, placed: &Placed, result: &mut StageResult) {
    let Some(mut basis) = directions(joint, placed) else { return };
    let [linear_a, angular_a] = problem.part_of_row(r, 0);
    let [linear_b, angular_b] = problem.part_of_row(r, 1);
    let mut row = [linear_a, angular_a, linear_b, angular_b];
    // Some engines leave the part of a body that does not move at 0.
    for (side, body) in problem.joint_pairs[problem.captured_rows()[r].joint.unwrap_or(0)].into_iter().enumerate() {
        let is_zero = row[2 * side] == DVec3::ZERO && row[2 * side + 1] == DVec3::ZERO;
        if is_zero && !problem.bodies[body].is_dynamic() {
            basis.iter_mut().for_each(|direction| {
                direction[2 * side] = DVec3::ZERO;
                direction[2 * side + 1] = DVec3::ZERO;
            });
        }
    }
    let length = dot(&row, &row).sqrt();
    let mut done: Vec<[DVec3; 4]> = Vec::new();
    for mut direction in basis {
        for _ in 0..2 {
            done.iter().for_each(|known| {
                let factor = dot(&direction, known);
                subtract(&mut direction, known, factor);
            });
        }
        let size = dot(&direction, &direction).sqrt();
        if size > 1e-12 {
            done.push(direction.map(|part| part / size));
        }
    }
    for known in &done {
        let factor = dot(&row, known);
        subtract(&mut row, known, factor);
    }
    let value = dot(&row, &row).sqrt();
    let bound = problem.bound(128.0, placed.size * length.max(1.0));
    // Engines may take both lever arms to one of the two anchors.
    let drift = (placed.anchors[1] - placed.anchors[0]).length();
    let drift = if joint.kind.as_deref() == Some("distance") { 0.0 } else { drift };
    result.push(Law::new("row of the joint", value, bound, "1", problem.culprit_of_row(r)).with_band(drift));
}

/// Law of the target of a row: `−β C / h`.
fn judge_target(problem: &Problem, r: usize, joint: &Joint, placed: &Placed, result: &mut StageResult) {
    let Some(rule) = &problem.step.model.position else { return };
    let beta = match rule.kind.as_deref() {
        Some("none") => 0.0,
        Some("baumgarte") => rule.beta.unwrap_or(f64::NAN),
        Some("soft") => soft_beta(rule, problem.h).unwrap_or(f64::NAN),
        Some(_) | None => f64::NAN,
    };
    if beta.is_nan() {
        return;
    }
    let row = &problem.captured_rows()[r];
    let Some(error) = error_of(problem, r, joint, placed) else { return };
    let target = -beta * error / problem.h;
    let value = (row.target - target).abs();
    let bound = problem.bound(64.0, placed.size * beta / problem.h + row.target.abs());
    let culprit = problem.culprit_of_row(r);
    let mut law = Law::new("target velocity of the joint", value, bound, "m/s", culprit);
    if law.value > law.band {
        let reversed = (row.target + target).abs() <= law.band;
        let doubled = (row.target - 2.0 * target).abs() <= law.band;
        law.because = if reversed {
            Some("the sign of the target is reversed".to_owned())
        } else if doubled {
            Some("the position correction is counted twice".to_owned())
        } else {
            (row.target == 0.0).then(|| "the position correction is left out".to_owned())
        };
    }
    result.push(law);
}

/// Error C of a joint along a row, meters or radians; `None` if the reference is not captured.
fn error_of(problem: &Problem, r: usize, joint: &Joint, placed: &Placed) -> Option<f64> {
    let [linear_b, angular_b] = problem.part_of_row(r, 1);
    let apart = placed.anchors[1] - placed.anchors[0];
    if linear_b == DVec3::ZERO {
        if joint.kind.as_deref() != Some("hinge") {
            return None;
        }
        let [a, b] = placed.axes?;
        return Some(angular_b.dot(a.cross(b)));
    }
    match joint.kind.as_deref()? {
        "distance" => {
            let sign = if linear_b.dot(apart) < 0.0 { -1.0 } else { 1.0 };
            Some(sign * (apart.length() - joint.length?))
        }
        _ => Some(linear_b.dot(apart)),
    }
}
