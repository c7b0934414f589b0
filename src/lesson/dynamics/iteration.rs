//! Sentences of an iteration of one constraint, in four beats: w, raw, clamp, apply.

use glam::DVec2;

use super::notation::{least_energy, measured, name, numbers, rounding, shown, turns, units};
use super::{WorldContext, colors};
use crate::ask::Clamp;
use crate::lesson::Beat;
use crate::snapshot::dynamics::{Bounds, Constraint, Iteration, Of, World};

/// Relative difference below which two impulses are equal.
pub(super) const SAME: f64 = 1e-9;

/// Four beats of an iteration.
pub(super) fn beats(context: &WorldContext, world: &World, iteration: Iteration, relaxed: bool) -> Vec<Beat> {
    let row = &world.constraints[iteration.at as usize];
    let each = context.setting.clamp == Clamp::Each;
    let least = rounding(&context.setting, world);
    let moves = match iteration.speed.length() <= least {
        true => at_rest(row).to_owned(),
        false => moving(context, world, row, iteration.speed),
    };
    vec![
        Beat::new("w", format!("{} {moves}{}", name(context, world, row), colors::begun(world).unwrap_or_default())),
        Beat::new("raw", raw(context, row, iteration, (least, relaxed))),
        Beat::new(if each { "each" } else { "clamp" }, clamped(context, world, row, iteration)),
        Beat::new("apply", applied(context, row, iteration, (least, relaxed))),
    ]
}

/// Sentence of a row whose velocity is zero to rounding.
fn at_rest(row: &Constraint) -> &'static str {
    match row.of {
        Of::Normal { .. } => "neither closes nor opens: J v is zero to rounding.",
        Of::Friction { .. } => "does not slide: J v is zero to rounding.",
        Of::Lower { .. } | Of::Upper { .. } => "does not move: J v is zero to rounding.",
        Of::Equality { .. } => "holds: J v is zero to rounding.",
    }
}

/// Sentence of the velocity of a row.
fn moving(context: &WorldContext, world: &World, row: &Constraint, w: DVec2) -> String {
    let unit = units(row)[1];
    let fast = if row.rows == 2 { w.length() } else { w.x.abs() };
    let moves = match row.of {
        Of::Normal { .. } if w.x < 0.0 => "closes",
        Of::Normal { .. } => "opens",
        Of::Friction { .. } => "slides",
        Of::Lower { .. } | Of::Upper { .. } if w.x < 0.0 => "is approached",
        Of::Lower { .. } | Of::Upper { .. } => "is left",
        Of::Equality { .. } if turns(row) => "rotates",
        Of::Equality { .. } => "moves",
    };
    format!("{moves} at {} {unit}: J v = {} {unit}.", shown(fast), numbers(row, w, context.rounding(world)))
}

fn bias(row: &Constraint, relaxed: bool) -> DVec2 {
    if relaxed && !row.is_joint() { DVec2::new(row.relaxed, 0.0) } else { row.bias }
}

/// Sentence of the raw impulse, which solves the row alone.
fn raw(context: &WorldContext, row: &Constraint, iteration: Iteration, (least, relaxed): (f64, bool)) -> String {
    let [impulse, speed] = units(row);
    let change = (iteration.raw - iteration.from).length();
    let least_impulse = context.least_impulse();
    let raw = numbers(row, iteration.raw, least_impulse);
    if change <= SAME * iteration.raw.length() || change <= least_impulse {
        return format!("The impulse λ = {raw} {impulse} stays: it already solves this row alone.");
    }
    let aim = bias(row, relaxed);
    let overlaps = row.error.x < 0.0 && !row.is_joint();
    let does = match row.of {
        _ if aim.length() > least => {
            let why = match row.of {
                Of::Equality { .. } if row.error == DVec2::ZERO => "the joint's target velocity",
                Of::Equality { .. } => "which reduces the joint's error",
                _ if overlaps && aim.x < 0.0 => "which reduces the overlap",
                _ => "the target velocity",
            };
            format!("bring J v to {} {speed}, {why}", numbers(row, -aim, least))
        }
        Of::Normal { .. } if iteration.speed.x < 0.0 => String::from("stop the approach"),
        Of::Friction { .. } => String::from("stop the sliding"),
        _ => String::from("bring J v to 0"),
    };
    let soft = if row.soft.is_some() && (row.is_joint() || !relaxed) { ", as far as its spring allows" } else { "" };
    format!(
        "The raw impulse {raw} {impulse} would {does}{soft}, if this row were alone. Before, λ is {} {impulse}.",
        numbers(row, iteration.from, least_impulse)
    )
}

fn clamped(context: &WorldContext, world: &World, row: &Constraint, iteration: Iteration) -> String {
    let [unit, _] = units(row);
    let to = format!("{} {unit}", numbers(row, iteration.to, context.least_impulse()));
    let scale = iteration.raw.length().max(iteration.to.length());
    let stays = (iteration.raw - iteration.to).length() <= SAME * scale;
    if context.setting.clamp == Clamp::Each {
        let kept = if stays { "is within its bounds" } else { "is clamped to its bounds" };
        return format!("The change Δλ {kept}, so λ = {to}: this solver clamps each change, not the sum.");
    }
    let what = if row.is_joint() { "A limit" } else { "A contact" };
    let least = context.least_impulse();
    match row.bounds {
        Bounds::Free => format!("The impulse λ = {to} is kept: a joint can push and pull."),
        Bounds::NotNegative if stays && iteration.to.x == 0.0 => {
            format!("{what} can push but not pull, so λ stays 0 {unit}.")
        }
        Bounds::NotNegative if stays => {
            format!("The impulse λ = {to} pushes, so it is kept: {} cannot pull.", what.to_lowercase())
        }
        Bounds::NotNegative => {
            format!("{what} can push but not pull, and the raw impulse would pull: λ is clamped to {to}.")
        }
        Bounds::Friction { normal, friction } => {
            let held = world.constraints[normal as usize].impulse.x;
            let limit = measured(friction * held, least, "N s");
            match stays {
                _ if held == 0.0 => {
                    String::from("Friction needs a normal impulse, which is 0 N s at this point, so λ is 0 N s.")
                }
                true => format!("The friction λ = {to} is kept: it is within the friction limit μ λₙ = {limit}."),
                false => format!("The friction λ is clamped to {to}, by the friction limit μ λₙ = {limit}."),
            }
        }
        Bounds::Within(most) | Bounds::Disc(most) => match stays {
            true => format!("The impulse λ = {to} is kept: the joint can apply {} {unit} per solve.", shown(most)),
            false => format!("λ is clamped to {to}: the joint can apply {} {unit} per solve.", shown(most)),
        },
    }
}

fn applied(context: &WorldContext, row: &Constraint, iteration: Iteration, (least, relaxed): (f64, bool)) -> String {
    let [impulse, speed] = units(row);
    let added = iteration.to - iteration.from;
    let after = iteration.speed + row.effect(added);
    let w = match after.length() <= least {
        true => String::from("zero to rounding"),
        false => format!("{} {speed}", numbers(row, after, least)),
    };
    if added.length() <= context.least_impulse() {
        let is_clamped = (iteration.raw - iteration.to).length() > SAME * iteration.raw.length();
        let why = match row.soft {
            _ if after.length() <= least => "",
            _ if is_clamped => ": λ is at its bound",
            _ if (after + bias(row, relaxed)).length() <= least => ", the target velocity",
            Some(_) if row.is_joint() || !relaxed => ", as far as its spring allows",
            _ => "",
        };
        return format!("Δλ is zero to rounding, so the bodies keep their velocities and J v stays {w}{why}.");
    }
    let change = row.energy(&iteration);
    let energy = match change {
        _ if change.abs() <= least_energy(context) => String::from("the kinetic energy changes by zero to rounding"),
        _ => {
            let way = if change > 0.0 { "grows" } else { "falls" };
            format!("the kinetic energy {way} by {}", measured(change.abs(), 0.0, "J"))
        }
    };
    format!(
        "Δλ = {} {impulse} acts on both bodies, in opposite directions: J v becomes {w}, and {energy}.",
        numbers(row, added, context.least_impulse())
    )
}
