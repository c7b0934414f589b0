//! Sentences of an iteration of one constraint, in four sub-steps (beats): the velocity along the row (w), the impulse
//! that solves the row alone (raw), the impulse within its bounds (clamp), and its application (apply).

use super::notation::{least_energy, numbers};
use super::row_view::{RowView, SAME};
use super::{WorldContext, colors};
use crate::ask::Clamp;
use crate::lesson::{Beat, Sentence, say};
use crate::snapshot::dynamics::{Bounds, ConstraintSource, World};

/// Target velocity above which it comes from restitution rather than from an overlap, as a fraction of the closing
/// speed.
const LEAST_RESTITUTION: f64 = 0.05;

/// Four beats of an iteration of the constraint in `view`.
pub(super) fn beats(context: &WorldContext, world: &World, view: &RowView<'_>) -> Vec<Beat> {
    let line = if context.setting.clamp == Clamp::Each { "each" } else { "clamp" };
    vec![
        Beat::new("w", say!("{}{}", velocity_sentence(view), colors::color_start_sentence(world).unwrap_or_default())),
        Beat::new("raw", raw_sentence(view)),
        Beat::new(line, clamp_sentence(view)),
        Beat::new("apply", application_sentence(view)),
    ]
}

/// Sentence on the velocity along the row.
fn velocity_sentence(view: &RowView<'_>) -> Sentence {
    let w = view.iteration.speed;
    let is_zero = w.length() <= view.velocity_rounding();
    let moves = match view.row.source {
        ConstraintSource::Normal { .. } if is_zero => "neither approaches nor leaves",
        ConstraintSource::Normal { .. } if w.x < 0.0 => "approaches",
        ConstraintSource::Normal { .. } => "moves away from",
        ConstraintSource::Friction { .. } if is_zero => "does not slide on",
        ConstraintSource::Friction { .. } => "slides on",
        ConstraintSource::Lower { .. } | ConstraintSource::Upper { .. } if is_zero => "neither approach nor leave",
        ConstraintSource::Lower { .. } | ConstraintSource::Upper { .. } if w.x < 0.0 => "approach",
        ConstraintSource::Lower { .. } | ConstraintSource::Upper { .. } => "move away from",
        ConstraintSource::Equality { .. } if is_zero => "do not move relative to each other",
        ConstraintSource::Equality { .. } if view.is_angular() => "rotate relative to each other",
        ConstraintSource::Equality { .. } => "move relative to each other",
    };
    match view.row.source {
        ConstraintSource::Normal { .. } | ConstraintSource::Friction { .. } => {
            let against = if w.x < 0.0 && !is_zero { ", against the arrow," } else { "" };
            say!(
                "{} {} {}: its relative velocity along {}{} is J v = {}.",
                view.end_name(1),
                moves,
                view.end_name(0),
                view.axis_name(),
                against,
                view.velocity_value()
            )
        }
        ConstraintSource::Lower { .. } | ConstraintSource::Upper { .. } => {
            say!("The bodies {} {}: their relative velocity is J v = {}.", moves, view.name(), view.velocity_value())
        }
        ConstraintSource::Equality { .. } => {
            say!(
                "At the joint {}, the bodies {}: their relative velocity is J v = {}.",
                view.name(),
                moves,
                view.velocity_value()
            )
        }
    }
}

/// Sentence on the raw impulse, which solves the row alone.
fn raw_sentence(view: &RowView<'_>) -> Sentence {
    let change = (view.iteration.raw - view.iteration.from).length();
    if change <= view.context.least_impulse().max(SAME * view.iteration.raw.length()) {
        return say!(
            "The raw impulse λ of {} stays {}: it equals the impulse before, so the row is already solved.",
            view.phrase(),
            view.raw_impulse_value()
        );
    }
    let soft = if view.is_soft() { ", as far as its spring allows" } else { "" };
    say!(
        "The raw impulse λ = {} of {} would {}{}. Before this step, λ was {}.",
        view.raw_impulse_value(),
        view.phrase(),
        effect_clause(view),
        soft,
        view.impulse_before_value()
    )
}

/// Clause on the effect of the raw impulse.
fn effect_clause(view: &RowView<'_>) -> Sentence {
    let row = view.row;
    let bias = view.bias();
    if bias.length() <= view.velocity_rounding() {
        return match row.source {
            ConstraintSource::Normal { .. } if view.iteration.speed.x < 0.0 => Sentence::from("stop the approach"),
            ConstraintSource::Friction { .. } => Sentence::from("stop the sliding"),
            _ => say!("bring J v to {}", view.target_value()),
        };
    }
    let is_overlap = row.error.x < 0.0 && !row.is_joint();
    let why = match row.source {
        ConstraintSource::Equality { .. } if row.error == glam::DVec2::ZERO => "the joint's target velocity",
        ConstraintSource::Equality { .. } => "which reduces the joint's error",
        ConstraintSource::Lower { .. } | ConstraintSource::Upper { .. } if bias.x > 0.0 => {
            "at which the limit is reached in this solve"
        }
        ConstraintSource::Lower { .. } | ConstraintSource::Upper { .. } => "which leads back to the limit",
        ConstraintSource::Normal { .. } if bounces(view) => "the speed after a bounce",
        ConstraintSource::Normal { .. } if is_overlap && bias.x < 0.0 => "which reduces the overlap",
        ConstraintSource::Normal { .. } if bias.x > 0.0 => "at which the gap closes in this solve",
        ConstraintSource::Normal { .. } | ConstraintSource::Friction { .. } => "the target velocity",
    };
    say!("bring J v to {}, {}", view.target_value(), why)
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
        let kept = if is_clamped { "is clamped to its bounds" } else { "is within its bounds" };
        return say!(
            "The change Δλ {}, so the impulse is λ = {}: this solver clamps each change, not the sum.",
            kept,
            view.impulse_value()
        );
    }
    match view.row.bounds {
        Bounds::Free if !view.has_change() && view.iteration.to.length() <= view.context.least_impulse() => say!(
            "The impulse stays at λ = {}: J v of {} already has its target value. Impulses of joints have no bounds.",
            view.impulse_value(),
            view.phrase()
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
    let is_zero = numbers(view.row, view.iteration.to, view.context.least_impulse()) == "0";
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
    let limit = view.friction_limit_value().map_or_else(Sentence::default, Sentence::from);
    let has_limit = view.friction_limit().is_some_and(|limit| limit.abs() > view.context.least_impulse());
    match is_clamped {
        _ if !has_limit => {
            say!(
                "The impulse is λ = {}: without a normal impulse λₙ, the friction limit μ λₙ is zero.",
                view.impulse_value()
            )
        }
        true => say!(
            "The raw impulse λ = {} exceeds the friction limit μ λₙ, so λ is clamped to {}.",
            view.raw_impulse_value(),
            view.impulse_value()
        ),
        false => {
            say!("The impulse λ = {} is kept: it is within the friction limit μ λₙ = {}.", view.impulse_value(), limit)
        }
    }
}

/// Sentence on the change of the impulse and its effect.
fn application_sentence(view: &RowView<'_>) -> Sentence {
    if !view.has_change() {
        let why = if view.is_clamped() {
            say!("The impulse λ of {} is at its bound", view.phrase())
        } else {
            say!("{} is already solved", view.phrase()).capitalized()
        };
        return say!("{}: Δλ = {}, so no velocity changes.", why, view.impulse_change_value());
    }
    let energy = if view.energy_change().abs() <= least_energy(view.context) {
        Sentence::from("The kinetic energy does not change.")
    } else {
        say!("The kinetic energy changes by {}.", view.energy_change_value())
    };
    let [a, b] = [0, 1].map(|end| view.end_name(end));
    let acts = if view.is_angular() { "turns" } else { "acts on" };
    say!(
        "The change Δλ = {} {} {}, and −Δλ {} {}: the relative velocity J v of the bodies becomes {}. {}",
        view.impulse_change_value(),
        acts,
        b,
        acts,
        a,
        view.velocity_after_value(),
        energy
    )
}
