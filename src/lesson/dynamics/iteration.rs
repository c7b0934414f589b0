//! Sentences of an iteration of one constraint, in four beats (sub-steps): the velocity along the row (w), the impulse
//! that solves the row alone (raw), the impulse within its bounds (clamp), and its application (apply).

use contact_lens_model::ask::Clamp;
use contact_lens_model::snapshot::dynamics::{Bounds, ConstraintSource, World};

use super::notation::{least_energy, quantity_text};
use super::row_view::{IMPULSE_TOLERANCE, RowView};
use super::{WorldContext, colors};
use crate::{Beat, Sentence, say};

/// Target velocity above which it comes from restitution rather than from an overlap, as a fraction of the closing
/// speed.
const LEAST_RESTITUTION: f64 = 0.05;

/// Four beats of an iteration of the constraint in `view`, in the order of
/// [`IterationBeat`](super::iteration_beat::IterationBeat).
pub(super) fn beats(context: &WorldContext, world: &World, view: &RowView<'_>) -> Vec<Beat> {
    let color_start = colors::color_start_sentence(world).unwrap_or_default();
    let clamp_line = if context.setting.clamp == Clamp::Each { "each" } else { "clamp" };
    vec![
        Beat::new("w", say!("{}{}", velocity_sentence(view), color_start)),
        Beat::new("raw", raw_sentence(view)),
        Beat::new(clamp_line, clamp_sentence(view)),
        Beat::new("apply", application_sentence(view)),
    ]
}

/// Sentence on the velocity along the row.
fn velocity_sentence(view: &RowView<'_>) -> Sentence {
    let verb = verb_of_velocity(view);
    match view.row.source {
        ConstraintSource::Normal { .. } | ConstraintSource::Friction { .. } => {
            let w = view.iteration.speed;
            let is_zero = w.length() <= view.velocity_rounding();
            let against = if w.x < 0.0 && !is_zero { ", against the arrow," } else { "" };
            say!(
                "{} {} {}: its relative velocity along {}{} is J v = {}.",
                view.second_body_name(),
                verb,
                view.first_body_name(),
                view.axis_name(),
                against,
                view.velocity_value()
            )
        }
        ConstraintSource::Lower { .. } | ConstraintSource::Upper { .. } => {
            say!("The bodies {} {}: their relative velocity is J v = {}.", verb, view.name(), view.velocity_value())
        }
        ConstraintSource::Equality { .. } => {
            say!(
                "At the joint {}, the bodies {}: their relative velocity is J v = {}.",
                view.name(),
                verb,
                view.velocity_value()
            )
        }
    }
}

/// Verb phrase on the relative motion of the bodies along the row. The subject is the second body of a contact, or both
/// bodies of a joint. A positive velocity of a normal or of a limit leads away from it.
fn verb_of_velocity(view: &RowView<'_>) -> &'static str {
    let w = view.iteration.speed;
    let is_zero = w.length() <= view.velocity_rounding();
    match view.row.source {
        ConstraintSource::Normal { .. } => {
            if is_zero {
                "neither approaches nor leaves"
            } else if w.x < 0.0 {
                "approaches"
            } else {
                "moves away from"
            }
        }
        ConstraintSource::Friction { .. } => {
            if is_zero {
                "does not slide on"
            } else {
                "slides on"
            }
        }
        ConstraintSource::Lower { .. } | ConstraintSource::Upper { .. } => {
            if is_zero {
                "neither approach nor leave"
            } else if w.x < 0.0 {
                "approach"
            } else {
                "move away from"
            }
        }
        ConstraintSource::Equality { .. } => {
            if is_zero {
                "do not move relative to each other"
            } else if view.is_angular() {
                "rotate relative to each other"
            } else {
                "move relative to each other"
            }
        }
    }
}

/// Sentence on the raw impulse, which solves the row alone.
fn raw_sentence(view: &RowView<'_>) -> Sentence {
    let change = (view.iteration.raw - view.iteration.from).length();
    let rounding = view.context.least_impulse().max(IMPULSE_TOLERANCE * view.iteration.raw.length());
    if change <= rounding {
        return say!(
            "The raw impulse λ of {} stays {}: it equals the impulse before, so the row is already solved.",
            view.name_with_kind(),
            view.raw_impulse_value()
        );
    }
    let soft = if view.is_soft() { ", as far as its spring allows" } else { "" };
    say!(
        "The raw impulse λ = {} of {} would {}{}. Before this step, λ was {}.",
        view.raw_impulse_value(),
        view.name_with_kind(),
        effect_clause(view),
        soft,
        view.impulse_before_value()
    )
}

/// Clause on the effect of the raw impulse.
fn effect_clause(view: &RowView<'_>) -> Sentence {
    let is_target_zero = view.bias().length() <= view.velocity_rounding();
    if !is_target_zero {
        return say!("bring J v to {}, {}", view.target_value(), reason_of_target(view));
    }
    match view.row.source {
        ConstraintSource::Normal { .. } if view.iteration.speed.x < 0.0 => Sentence::from("stop the approach"),
        ConstraintSource::Friction { .. } => Sentence::from("stop the sliding"),
        ConstraintSource::Normal { .. }
        | ConstraintSource::Equality { .. }
        | ConstraintSource::Lower { .. }
        | ConstraintSource::Upper { .. } => say!("bring J v to {}", view.target_value()),
    }
}

/// Clause on why the row's target velocity, which is minus its bias, is not zero.
fn reason_of_target(view: &RowView<'_>) -> &'static str {
    let row = view.row;
    let bias = view.bias();
    match row.source {
        ConstraintSource::Equality { .. } => {
            if row.error == glam::DVec2::ZERO {
                "the joint's target velocity"
            } else {
                "which reduces the joint's error"
            }
        }
        // Before a limit is reached, its bias lets the bodies move exactly up to the limit; beyond it, back.
        ConstraintSource::Lower { .. } | ConstraintSource::Upper { .. } => {
            if bias.x > 0.0 {
                "at which the limit is reached in this solve"
            } else {
                "which leads back to the limit"
            }
        }
        ConstraintSource::Normal { .. } => {
            let is_overlap = row.error.x < 0.0;
            if bounces(view) {
                "the speed after a bounce"
            } else if is_overlap && bias.x < 0.0 {
                "which reduces the overlap"
            } else if bias.x > 0.0 {
                "at which the gap closes in this solve"
            } else {
                "the target velocity"
            }
        }
        ConstraintSource::Friction { .. } => "the target velocity",
    }
}

/// Whether the bias of a normal row comes from restitution rather than from an overlap.
fn bounces(view: &RowView<'_>) -> bool {
    let ConstraintSource::Normal { contact, point } = view.row.source else { return false };
    let approach = view.world.contacts[contact as usize].points[usize::from(point)].approach;
    let is_fast = approach > view.context.setting.restitution_threshold;
    is_fast && -view.bias().x > LEAST_RESTITUTION * approach
}

/// Sentence on the impulse within its bounds.
fn clamp_sentence(view: &RowView<'_>) -> Sentence {
    let is_clamped = view.is_clamped();
    if view.context.setting.clamp == Clamp::Each {
        let relation = if is_clamped { "is clamped to its bounds" } else { "is within its bounds" };
        return say!(
            "The change Δλ {}, so the impulse is λ = {}: this solver clamps each change, not the sum.",
            relation,
            view.impulse_value()
        );
    }
    match view.row.bounds {
        Bounds::Free if !view.has_change() && view.iteration.to.length() <= view.context.least_impulse() => say!(
            "The impulse stays at λ = {}: J v of {} already has its target value. Impulses of joints have no bounds.",
            view.impulse_value(),
            view.name_with_kind()
        ),
        Bounds::Free => say!(
            "The impulse λ = {} is kept: a joint pushes and pulls, so its impulse has no bounds.",
            view.impulse_value()
        ),
        Bounds::NotNegative => one_sided_sentence(view, is_clamped),
        Bounds::Friction { .. } => friction_sentence(view, is_clamped),
        Bounds::Within(most) | Bounds::Disc(most) if is_clamped => {
            say!(
                "The impulse λ is clamped to {}: the joint applies at most {} per solve.",
                view.impulse_value(),
                view.impulse_limit_value(most)
            )
        }
        Bounds::Within(most) | Bounds::Disc(most) => {
            say!(
                "The impulse λ = {} is kept: the joint applies at most {} per solve.",
                view.impulse_value(),
                view.impulse_limit_value(most)
            )
        }
    }
}

/// Sentence on an impulse that must not be negative.
fn one_sided_sentence(view: &RowView<'_>, is_clamped: bool) -> Sentence {
    let rule =
        if view.row.is_joint() { "a limit acts only back into its range" } else { "a contact pushes and cannot pull" };
    let is_zero = quantity_text(view.row, view.iteration.to, view.context.least_impulse()) == "0";
    if is_clamped {
        say!(
            "The raw impulse λ = {} is negative, but {}: λ is clamped to {}.",
            view.raw_impulse_value(),
            rule,
            view.impulse_value()
        )
    } else if is_zero {
        say!("The impulse λ = {} is kept, since {}.", view.impulse_value(), rule)
    } else {
        say!("The impulse λ = {} is positive, so it is kept: {}.", view.impulse_value(), rule)
    }
}

/// Sentence on a friction impulse within its limit.
fn friction_sentence(view: &RowView<'_>, is_clamped: bool) -> Sentence {
    let has_limit = view.friction_limit().is_some_and(|limit| limit.abs() > view.context.least_impulse());
    if !has_limit {
        say!(
            "The impulse is λ = {}: without a normal impulse λₙ, the friction limit μ λₙ is zero.",
            view.impulse_value()
        )
    } else if is_clamped {
        say!(
            "The raw impulse λ = {} exceeds the friction limit μ λₙ, so λ is clamped to {}.",
            view.raw_impulse_value(),
            view.impulse_value()
        )
    } else {
        let limit = view.friction_limit_value().map_or_else(Sentence::default, Sentence::from);
        say!("The impulse λ = {} is kept: it is within the friction limit μ λₙ = {}.", view.impulse_value(), limit)
    }
}

/// Sentence on the change of the impulse and its effect.
fn application_sentence(view: &RowView<'_>) -> Sentence {
    if !view.has_change() {
        let why = if view.is_clamped() {
            say!("The impulse λ of {} is at its bound", view.name_with_kind())
        } else {
            say!("{} is already solved", view.name_with_kind()).capitalized()
        };
        return say!("{}: Δλ = {}, so no velocity changes.", why, view.impulse_change_value());
    }
    let energy = if view.energy_change() == 0.0 {
        Sentence::from("The kinetic energy does not change.")
    } else if view.energy_change().abs() <= least_energy(view.context) {
        Sentence::from("The change of the kinetic energy is below rounding error.")
    } else {
        say!("The kinetic energy changes by {}.", view.energy_change_value())
    };
    let verb = if view.is_angular() { "turns" } else { "acts on" };
    say!(
        "The change Δλ = {} {} {}, and −Δλ {} {}: the relative velocity J v of the bodies becomes {}. {}",
        view.impulse_change_value(),
        verb,
        view.second_body_name(),
        verb,
        view.first_body_name(),
        view.velocity_after_value(),
        energy
    )
}
