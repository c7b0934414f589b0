//! Sentences of an iteration of one constraint, in four beats: w, raw, clamp, apply.

use glam::DVec2;

use super::notation::{bodies, least_energy, measured, name, numbers, rounding, shown, units};
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
        Beat::new("w", format!("{}: {moves}{}", name(context, world, row), colors::begun(world).unwrap_or_default())),
        Beat::new("raw", raw(context, row, iteration, (least, relaxed))),
        Beat::new(if each { "each" } else { "clamp" }, clamped(context, world, row, iteration)),
        Beat::new("apply", applied(context, row, iteration, (least, relaxed))),
    ]
}

/// Sentence of a row whose velocity is zero to rounding.
fn at_rest(row: &Constraint) -> &'static str {
    match row.of {
        Of::Normal { .. } => "w is 0, up to rounding, so the two neither approach nor part here.",
        Of::Friction { .. } => "w is 0, up to rounding, so the two do not slide here.",
        Of::Lower { .. } | Of::Upper { .. } => "w is 0, up to rounding, so it does not move towards the limit.",
        Of::Equality { .. } => "w is 0, up to rounding, so the joint is not pulled out of place.",
    }
}

/// Sentence of the velocity of a row.
fn moving(context: &WorldContext, world: &World, row: &Constraint, w: DVec2) -> String {
    let unit = units(row)[1];
    let fast = if row.rows == 2 { w.length() } else { w.x.abs() };
    let what = match row.of {
        Of::Normal { .. } if w.x < 0.0 => String::from("the two approach"),
        Of::Normal { .. } => String::from("the two part"),
        Of::Friction { contact, .. } => {
            let [a, b] = bodies(context, world, contact);
            format!("{b} slides along {a}")
        }
        Of::Lower { .. } | Of::Upper { .. } if w.x < 0.0 => String::from("it moves towards the limit"),
        Of::Lower { .. } | Of::Upper { .. } => String::from("it moves away from the limit"),
        Of::Equality { .. } if unit == "rad/s" => String::from("its two bodies turn against each other"),
        Of::Equality { .. } => String::from("its two ends move against each other"),
    };
    format!("{what} at {} {unit}, w = {} {unit}.", shown(fast), numbers(row, w, context.rounding(world)))
}

fn bias(row: &Constraint, relaxed: bool) -> DVec2 {
    if relaxed && !row.is_joint() { DVec2::new(row.relaxed, 0.0) } else { row.bias }
}

/// Sentence of the raw impulse, which solves the row alone.
fn raw(context: &WorldContext, row: &Constraint, iteration: Iteration, (least, relaxed): (f64, bool)) -> String {
    let [impulse, speed] = units(row);
    let change = (iteration.raw - iteration.from).length();
    if change <= SAME * iteration.raw.length() || change <= context.least_impulse() {
        return format!(
            "This row is solved already: λ = {} {impulse} can stay.",
            numbers(row, iteration.raw, context.least_impulse())
        );
    }
    let aim = bias(row, relaxed);
    let overlaps = row.error.x < 0.0 && !row.is_joint();
    let does = match row.of {
        _ if aim.length() > least => {
            let why = match row.of {
                Of::Equality { .. } if row.error == DVec2::ZERO => "the speed it is set to",
                Of::Equality { .. } => "which takes back some of the joint's error",
                _ if overlaps && aim.x < 0.0 => "which takes back some of the overlap",
                _ => "the speed that is wanted here",
            };
            format!("bring w to {} {speed}, {why}", numbers(row, -aim, least))
        }
        Of::Normal { .. } if iteration.speed.x < 0.0 => String::from("stop the approach"),
        Of::Friction { .. } => String::from("stop the sliding"),
        _ => String::from("bring w to 0"),
    };
    let soft = if row.soft.is_some() && (row.is_joint() || !relaxed) { ", as far as its spring gives" } else { "" };
    format!(
        "If no other row mattered, λ = {} {impulse} would {does}{soft}; so far it is {}.",
        numbers(row, iteration.raw, context.least_impulse()),
        numbers(row, iteration.from, context.least_impulse())
    )
}

fn clamped(context: &WorldContext, world: &World, row: &Constraint, iteration: Iteration) -> String {
    let [unit, _] = units(row);
    let to = format!("{} {unit}", numbers(row, iteration.to, context.least_impulse()));
    let scale = iteration.raw.length().max(iteration.to.length());
    let stays = (iteration.raw - iteration.to).length() <= SAME * scale;
    if context.setting.clamp == Clamp::Each {
        let kept = if stays { "is within the bounds" } else { "is moved into the bounds" };
        return format!("Only what this iteration adds is looked at, not the sum: Δλ {kept}, and λ = {to}.");
    }
    let what = if row.is_joint() { "A limit" } else { "A contact" };
    match row.bounds {
        Bounds::Free => format!("A joint may push and pull, so λ = {to} is kept."),
        Bounds::NotNegative if stays && iteration.to.x == 0.0 => format!("{what} may push but never pull: λ stays 0."),
        Bounds::NotNegative if stays => {
            format!("{what} may push but never pull. λ = {to} is positive, so it is kept.")
        }
        Bounds::NotNegative => format!("{what} may push but never pull, and this would pull: λ is clamped to {to}."),
        Bounds::Friction { normal, friction } => {
            let held = world.constraints[normal as usize].impulse.x;
            let so_far = format!(
                "The push here is {} N s so far, so friction may reach μ λₙ = {} N s",
                shown(held),
                shown(friction * held)
            );
            match stays {
                _ if held == 0.0 => String::from("Nothing pushes here so far, so there is no friction either: λ is 0."),
                true => format!("{so_far}: λ = {to} is within that and is kept."),
                false => format!("{so_far}: λ is clamped to {to}."),
            }
        }
        Bounds::Within(most) | Bounds::Disc(most) => {
            let end =
                if stays { format!("λ = {to} is within that and is kept") } else { format!("λ is clamped to {to}") };
            format!("The joint is strong enough for {} {unit} in a solve: {end}.", shown(most))
        }
    }
}

fn applied(context: &WorldContext, row: &Constraint, iteration: Iteration, (least, relaxed): (f64, bool)) -> String {
    let [impulse, speed] = units(row);
    let added = iteration.to - iteration.from;
    let after = iteration.speed + row.effect(added);
    let w = match after.length() <= least {
        true => String::from("0, up to rounding"),
        false => format!("{} {speed}", numbers(row, after, least)),
    };
    if added.length() <= context.least_impulse() {
        let is_clamped = (iteration.raw - iteration.to).length() > SAME * iteration.raw.length();
        let why = match row.soft {
            _ if after.length() <= least => "",
            _ if is_clamped => ": λ is at its bound",
            _ if (after + bias(row, relaxed)).length() <= least => ", the speed that is wanted here",
            Some(_) if row.is_joint() || !relaxed => ", as far as its spring gives",
            _ => "",
        };
        return format!("There is nothing to apply: Δλ is 0, up to rounding, and w stays {w}{why}.");
    }
    let change = row.energy(&iteration);
    let energy = match change {
        _ if change.abs() <= least_energy(context) => String::from("the kinetic energy stays the same, up to rounding"),
        _ => {
            let way = if change > 0.0 { "grows" } else { "falls" };
            format!("the kinetic energy {way} by {}", measured(change.abs(), 0.0, "J"))
        }
    };
    format!(
        "Δλ = {} {impulse} is applied to both bodies, in opposite directions: w is now {w}, and {energy}.",
        numbers(row, added, context.least_impulse())
    )
}
