//! Causes of wrong velocities: gravity, gyroscopic term, damping, impulses of the last sub-step, warm start, a row that
//! does not act, friction that is not stated, an inertia that is not rotated.

use contact_lens_engine::glam::DVec3;

use crate::dense::abs_matrix;
use crate::impulses::{Effect, resulting, velocity_bound};
use crate::problem::{Motion, Problem, Rules, damping_after_solve, free_motion};

/// Largest number of rows for which the omission of each one is tried.
const MAX_OMITTED: usize = 200;

/// A changed evaluation of a body's velocity.
struct Change<'a> {
    /// Rules of the free velocity.
    rules: Rules<'a>,
    /// Impulses on the body.
    effect: Effect,
    /// Whether the inertia is taken in the body's frame.
    unrotated: bool,
}

/// Cause of a wrong velocity of a body.
pub fn cause_of_velocity(
    problem: &Problem,
    i: usize,
    effects: &Result<Vec<Effect>, Vec<&'static str>>,
) -> Option<String> {
    let effect = *effects.as_ref().ok()?.get(i)?;
    let body = &problem.step.bodies[i];
    let declared = Rules::declared(problem, body);
    if holds(problem, i, Rules { gravity: DVec3::ZERO, ..declared }, effect) {
        return Some("gravity does not act on this body".to_owned());
    }
    if holds(problem, i, Rules { gravity: declared.gravity * 2.0, ..declared }, effect) {
        return Some("gravity acts twice on this body".to_owned());
    }
    let DVec3 { x, y, z } = declared.gravity;
    let turned = [DVec3::new(x, z, y), DVec3::new(x, -z, y), DVec3::new(x, z, -y), DVec3::new(x, -y, z)];
    if turned
        .into_iter()
        .any(|gravity| gravity != declared.gravity && holds(problem, i, Rules { gravity, ..declared }, effect))
    {
        return Some("gravity acts along another axis".to_owned());
    }
    for other in ["none", "explicit", "implicit_body"].into_iter().filter(|rule| *rule != declared.gyroscopic) {
        if holds(problem, i, Rules { gyroscopic: other, ..declared }, effect) {
            return Some(format!("the gyroscopic term is `{other}`"));
        }
    }
    if declared.damping && holds(problem, i, Rules { damping: false, ..declared }, effect) {
        return Some("damping does not act".to_owned());
    }
    if holds_with(problem, i, &Change { rules: declared, effect, unrotated: true }) {
        return Some("the inertia is not rotated to the world".to_owned());
    }
    if let Some(warm) = warm_effect(problem, i)
        && holds(problem, i, declared, sum(&effect, &warm, 1.0))
    {
        return Some("the warm start is applied twice".to_owned());
    }
    if effect.count > 0 {
        if let Some(n) = (2..=20).find(|n| holds(problem, i, declared, sum(&effect, &effect, f64::from(*n) - 1.0))) {
            return Some(format!("the impulses are those of the last of {n} sub-steps"));
        }
        if let Some(n) =
            (2..=20).find(|n| holds(problem, i, declared, sum(&effect, &effect, 1.0 / f64::from(*n) - 1.0)))
        {
            return Some(format!("the impulses are {n} times as large as those that acted"));
        }
    }
    cause_by_row(problem, i, &effect, &declared).or_else(|| cause_by_friction(problem, i, &effect, &declared))
}

/// Whether the velocity of a body follows from other rules or impulses.
fn holds(problem: &Problem, i: usize, rules: Rules, effect: Effect) -> bool {
    holds_with(problem, i, &Change { rules, effect, unrotated: false })
}

/// Sum of an effect and a multiple of another.
fn sum(effect: &Effect, other: &Effect, factor: f64) -> Effect {
    Effect {
        linear: effect.linear + other.linear * factor,
        angular: effect.angular + other.angular * factor,
        linear_size: effect.linear_size + other.linear_size * factor.abs(),
        angular_size: effect.angular_size + other.angular_size * factor.abs(),
        ..*effect
    }
}

/// Whether the velocity of a body follows from a changed evaluation.
fn holds_with(problem: &Problem, i: usize, change: &Change) -> bool {
    let body = &problem.step.bodies[i];
    let mut model = problem.bodies[i].clone();
    let Some((after, own)) = model.after.zip(model.body_inertia) else { return false };
    if change.unrotated {
        let Some(inertia) = &mut model.inertia else { return false };
        inertia.inverse_inertia = own.inverse();
        inertia.size = abs_matrix(own.inverse());
    }
    let Some(free) = free_motion(problem, i, &change.rules) else { return false };
    let Some(factors) = damping_after_solve(problem, body) else { return false };
    let Motion { linear, angular } = resulting(&model, &free, &change.effect, factors);
    let bound = velocity_bound(problem, &model, &free, &change.effect);
    let angular_band = (4.0 * bound.angular).max(bound.angular_band);
    (after.linear - linear).length() <= 4.0 * bound.linear && (after.angular - angular).length() <= angular_band
}

/// Effect of the impulses from which the solver started; `None` if none are captured.
fn warm_effect(problem: &Problem, i: usize) -> Option<Effect> {
    let mut effect = Effect::default();
    for (r, row) in problem.captured_rows().iter().enumerate() {
        for (side, body) in problem.bodies_of_row(r).into_iter().enumerate() {
            if body == Some(i) {
                add(&mut effect, problem, r, side, row.warm?);
            }
        }
    }
    (effect.linear != DVec3::ZERO || effect.angular != DVec3::ZERO).then_some(effect)
}

/// Adds a multiple of a row to an effect.
fn add(effect: &mut Effect, problem: &Problem, r: usize, side: usize, impulse: f64) {
    let [linear, angular] = problem.part_of_row(r, side);
    effect.linear += linear * impulse;
    effect.angular += angular * impulse;
    effect.linear_size += (linear * impulse).abs();
    effect.angular_size += (angular * impulse).abs();
}

/// Finds a row without which the velocity would hold.
fn cause_by_row(problem: &Problem, i: usize, effect: &Effect, rules: &Rules) -> Option<String> {
    if problem.captured_rows().len() > MAX_OMITTED {
        return None;
    }
    for (r, row) in problem.captured_rows().iter().enumerate() {
        for (side, body) in problem.bodies_of_row(r).into_iter().enumerate() {
            let impulse = row.impulse.filter(|impulse| body == Some(i) && *impulse != 0.0);
            let Some(impulse) = impulse else { continue };
            let mut changed = *effect;
            add(&mut changed, problem, r, side, -impulse);
            if holds_with(problem, i, &Change { rules: *rules, effect: changed, unrotated: false }) {
                return Some(format!("row {r} does not act on this body"));
            }
        }
    }
    None
}

/// Whether the missing impulse is across the normals of all contacts of the body, which state no friction.
fn cause_by_friction(problem: &Problem, i: usize, effect: &Effect, rules: &Rules) -> Option<String> {
    let model = &problem.bodies[i];
    let free = free_motion(problem, i, rules)?;
    let expected = resulting(model, &free, effect, [1.0; 2]);
    let missing = model.after?.linear - expected.linear;
    let bound = velocity_bound(problem, model, &free, effect);
    let mut count = 0;
    for (contact, pair) in problem.contacts().iter().zip(&problem.contact_pairs) {
        if !pair.contains(&i) {
            continue;
        }
        let states_none = contact.friction_impulse.is_some_and(|impulse| impulse == [0.0; 3]);
        if !states_none || missing.dot(DVec3::from(contact.normal)).abs() > 4.0 * bound.linear {
            return None;
        }
        count += 1;
    }
    (count > 0 && missing.length() > 4.0 * bound.linear).then(|| "friction acts but is not stated".to_owned())
}
