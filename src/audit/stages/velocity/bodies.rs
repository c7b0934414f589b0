//! Velocities of bodies: `u⁺ = u* + W Σ Jᵀλ`, from rows, or from the impulses of contacts if there are no joints.

use contact_lens_engine::glam::DVec3;

use crate::causes::velocity::cause_of_velocity;
use crate::impulses::{effects, resulting, velocity_bound};
use crate::law::{Culprit, Law, StageResult};
use crate::problem::{FreeMotion, Problem, Rules, damping_after_solve, free_motion};

/// Judges the velocities of all bodies.
pub(super) fn judge(problem: &Problem, result: &mut StageResult) {
    let effects = effects(problem);
    for (i, body) in problem.step.bodies.iter().enumerate() {
        let model = &problem.bodies[i];
        if !model.is_dynamic() {
            continue;
        }
        let Some(after) = model.after else {
            result.miss("bodies[].after");
            continue;
        };
        let rules = Rules::declared(problem, body);
        let Some((free, factors)) = free_motion(problem, i, &rules).zip(damping_after_solve(problem, body)) else {
            result.miss(missing_of(problem, i));
            continue;
        };
        judge_free(problem, i, &free, result);
        let effect = match &effects {
            Ok(effects) => effects[i],
            Err(missing) => {
                missing.iter().for_each(|field| result.miss(field));
                continue;
            }
        };
        let expected = resulting(model, &free, &effect, factors);
        let bound = velocity_bound(problem, model, &free, &effect);
        let culprit = Culprit::body(i);
        let linear = (after.linear - expected.linear).length();
        let angular = (after.angular - expected.angular).length();
        let linear = Law::new("linear velocity follows the impulses", linear, bound.linear, "m/s", culprit);
        let angular = Law::new("angular velocity follows the impulses", angular, bound.angular, "rad/s", culprit)
            .with_band(bound.angular_band);
        for mut law in [linear, angular] {
            if law.value > law.band {
                law.because = cause_of_velocity(problem, i, &effects);
            }
            let may_be_rule = !problem.has_model() && law.because.is_some();
            result.push(if may_be_rule { law.without_claim() } else { law });
        }
    }
}

/// The field without which a body's free velocity is not known.
fn missing_of(problem: &Problem, i: usize) -> &'static str {
    let body = &problem.step.bodies[i];
    if problem.bodies[i].before.is_none() {
        "bodies[].before.velocity"
    } else if body.mass.is_none() {
        "bodies[].mass"
    } else if problem.bodies[i].inertia.is_none() {
        "bodies[].inertia"
    } else {
        "model.damping"
    }
}

/// Law of the engine's own free velocity, if it is captured.
fn judge_free(problem: &Problem, i: usize, free: &FreeMotion, result: &mut StageResult) {
    let Some(captured) = problem.step.bodies[i].free else { return };
    let laws = [
        ("free linear velocity", captured.velocity, free.motion.linear, free.size.linear, "m/s"),
        ("free angular velocity", captured.angular_velocity, free.motion.angular, free.size.angular, "rad/s"),
    ];
    for (name, captured, expected, size, unit) in laws {
        let Some(captured) = captured else { continue };
        let value = (DVec3::from(captured) - expected).length();
        let law = Law::new(name, value, problem.bound(32.0, size.length()), unit, Culprit::body(i));
        result.push(if problem.has_model() { law } else { law.without_claim() });
    }
}
