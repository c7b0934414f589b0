//! Causes of wrong poses: old velocity, rotation in the body's frame, first order, single precision.

use contact_lens_engine::glam::{DQuat, DVec3};

use crate::law::Law;
use crate::problem::Problem;
use crate::rotation::{Update, angle_between, exponential, rotated};

/// Cause of a wrong position; `moved` is the captured displacement of the center of mass.
pub fn cause_of_position(problem: &Problem, i: usize, moved: DVec3, law: &Law) -> Option<String> {
    let body = &problem.bodies[i];
    if body.before.is_some_and(|motion| (moved - motion.linear * problem.h).length() <= law.band) {
        return Some("the position was moved with the velocity before the step".to_owned());
    }
    if moved.length() <= law.band {
        return Some("the position was not moved".to_owned());
    }
    if let (Some(before), Some(after)) = (body.before, body.after) {
        let by_mean = moved - (before.linear + after.linear) * (0.5 * problem.h);
        if by_mean.length() <= law.band {
            return Some("the position was moved with the mean velocity".to_owned());
        }
        if (moved - after.linear * (2.0 * problem.h)).length() <= law.band {
            return Some("the position was moved twice".to_owned());
        }
    }
    cause_of_precision(problem, law)
}

/// Cause of a wrong rotation; `rotations` are those before and after the step.
pub fn cause_of_rotation(
    problem: &Problem,
    i: usize,
    update: &Update,
    rotations: [DQuat; 2],
    law: &Law,
) -> Option<String> {
    let [start, end] = rotations;
    let vector = update.motion.angular * update.h;
    if angle_between(end, (start * exponential(vector)).normalize()) <= law.band {
        return Some("the angular velocity was applied in the body's frame".to_owned());
    }
    if problem.bodies[i]
        .before
        .is_some_and(|motion| angle_between(end, rotated(start, motion.angular * update.h, false)) <= law.band)
    {
        return Some("the rotation was moved with the angular velocity before the step".to_owned());
    }
    if angle_between(end, rotated(start, vector, !update.first_order)) <= law.band {
        let other = if update.first_order { "exactly" } else { "to first order" };
        return Some(format!("the rotation was updated {other}"));
    }
    if angle_between(end, rotated(start, -vector, false)) <= law.band {
        return Some("the rotation has the opposite direction".to_owned());
    }
    if angle_between(end, start) <= law.band {
        return Some("the rotation was not moved".to_owned());
    }
    cause_of_precision(problem, law)
}

/// Whether a law of a step in `f64` would hold in single precision.
fn cause_of_precision(problem: &Problem, law: &Law) -> Option<String> {
    let single = f64::from(f32::EPSILON) / 2.0;
    let is_double = problem.eps < single;
    (is_double && law.value <= law.band * single / problem.eps).then(|| "the numbers were single precision".to_owned())
}
