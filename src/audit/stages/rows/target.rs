//! Targets of contact rows: bounce, position correction and moving surfaces, as the model declares them.

use crate::capture::PositionRule;
use crate::law::{Law, StageResult};
use crate::problem::{Problem, RowKind};

/// Numbers from which the target of a row follows.
struct Terms {
    /// Approach velocity along the row before the step, at least 0 when approaching.
    approach: f64,
    /// Bound of the target.
    bound: f64,
    /// Rounding error of the approach.
    rounding: f64,
}

/// Judges the targets of normal and friction rows.
pub(super) fn judge(problem: &Problem, result: &mut StageResult) {
    let Some(rows) = &problem.rows else {
        problem.rows_missing.iter().for_each(|field| result.miss(field));
        return;
    };
    let Some(before) = &rows.before else {
        result.miss("bodies[].before.velocity");
        return;
    };
    for (r, row) in problem.captured_rows().iter().enumerate() {
        let Some(contact) = row.contact.and_then(|c| problem.contacts().get(c)) else { continue };
        let speeds = rows.system.abs_dot(r, before) + rows.system.abs_dot(r, &rows.free_size);
        let size = row.target.abs() + contact.gap.abs() / problem.h + speeds;
        let terms = Terms {
            approach: -rows.system.dot(r, before),
            bound: problem.bound(64.0, size),
            rounding: problem.bound(64.0, speeds),
        };
        match problem.kinds[r] {
            RowKind::Normal => judge_normal(problem, r, &terms, result),
            RowKind::Friction(_) => {
                let value = (row.target - row.surface_velocity.unwrap_or(0.0)).abs();
                let bound = terms.rounding;
                let culprit = problem.culprit_of_row(r);
                result.push(Law::new("target velocity of friction", value, bound, "m/s", culprit));
            }
            RowKind::Torsion | RowKind::Rolling(_) | RowKind::Edge(_) | RowKind::Joint | RowKind::Other => {}
        }
    }
}

/// Fraction of an error that a soft row corrects in one step: a spring of angular frequency ω and damping ratio ζ has
/// the target `−C ω/(2ζ + h ω)` and the softness `A_rr/(h ω (2ζ + h ω))`, whether the engine computes with stiffness
/// and damping or with the rates of soft steps. `None` if frequency or damping ratio is not declared.
pub(super) fn soft_beta(rule: &PositionRule, h: f64) -> Option<f64> {
    let omega = std::f64::consts::TAU * rule.frequency?;
    let beta = h * omega / (2.0 * rule.damping_ratio? + h * omega);
    beta.is_finite().then_some(beta)
}

/// Target of a normal row by the declared rules.
struct NormalTarget {
    /// Velocity of the bounce.
    bounce: f64,
    /// Velocity of the position correction.
    push: f64,
    /// Velocity at which the gap closes in one step; 0 for overlaps.
    closing: f64,
    /// Whether bounce and correction are added.
    sum: bool,
}

impl NormalTarget {
    /// Target of the row, m/s.
    fn value(&self) -> f64 {
        if self.closing < 0.0 {
            return self.closing + if self.sum { self.bounce } else { 0.0 };
        }
        if self.sum { self.bounce + self.push } else { self.bounce.max(self.push) }
    }
}

/// Law of the target of a normal row.
fn judge_normal(problem: &Problem, r: usize, terms: &Terms, result: &mut StageResult) {
    let row = &problem.captured_rows()[r];
    let Some(contact) = row.contact.and_then(|c| problem.contacts().get(c)) else { return };
    let model = &problem.step.model;
    let Some(rule) = &model.position else {
        result.miss("model.position");
        return;
    };
    let correction = match rule.kind.as_deref() {
        Some("none") => Some(0.0),
        Some("baumgarte") => rule.beta,
        Some("split") => match rule.split_below {
            Some(limit) if -contact.gap < limit => rule.beta,
            Some(_) => Some(0.0),
            None => None,
        },
        Some("soft") => soft_beta(rule, problem.h),
        Some(_) | None => None,
    };
    let Some(beta) = correction else {
        let is_soft = rule.kind.as_deref() == Some("soft");
        result.miss(if is_soft { "model.position.frequency" } else { "model.position.beta" });
        return;
    };
    let threshold = model.restitution_threshold.unwrap_or(0.0);
    let Some(restitution) = contact.restitution.or((terms.approach <= 0.0).then_some(0.0)) else {
        result.miss("contacts[].restitution");
        return;
    };
    let slop = rule.slop.unwrap_or(0.0);
    let mut target = NormalTarget {
        bounce: if terms.approach > threshold { restitution * terms.approach } else { 0.0 },
        push: beta * (-contact.gap - slop).max(0.0) / problem.h,
        closing: if contact.gap > 0.0 { -contact.gap / problem.h } else { 0.0 },
        sum: rule.combine.as_deref() == Some("sum"),
    };
    let mut value = (row.target - target.value()).abs();
    let is_at_threshold = (terms.approach - threshold).abs() <= terms.rounding;
    if is_at_threshold || model.restitution_threshold.is_none() {
        // Near the threshold, to rounding, either value is right.
        target.bounce = if target.bounce > 0.0 { 0.0 } else { restitution * terms.approach };
        value = value.min((row.target - target.value()).abs());
    }
    let culprit = problem.culprit_of_row(r);
    let mut law = Law::new("target velocity of the normal", value, terms.bound, "m/s", culprit);
    let may_have_slop = rule.slop.is_none() && beta > 0.0 && contact.gap < 0.0;
    if law.value > law.band {
        law.because = cause_of_normal(&mut target, row.target, law.band);
    }
    result.push(if may_have_slop { law.without_claim() } else { law });
}

/// Cause of a wrong target of a normal row.
fn cause_of_normal(target: &mut NormalTarget, captured: f64, band: f64) -> Option<String> {
    let expected = target.value();
    if expected != 0.0 && (captured + expected).abs() <= band {
        return Some("the sign of the target is reversed".to_owned());
    }
    target.bounce *= 2.0;
    if target.bounce != 0.0 && (captured - target.value()).abs() <= band {
        return Some("restitution is counted twice".to_owned());
    }
    target.bounce = 0.0;
    if (captured - target.value()).abs() <= band {
        return Some("restitution is left out".to_owned());
    }
    target.bounce = expected.max(0.0);
    let push = target.push;
    target.push = 0.0;
    if push != 0.0 && (captured - push).abs() <= band {
        return Some("only the position correction is in the target".to_owned());
    }
    (push != 0.0 && (captured - expected - push).abs() <= band)
        .then(|| "the position correction is counted twice".to_owned())
}
