//! The sentences.

use super::super::super::prelude::*;
use super::super::direct::DirectOutcome;
use super::super::{Bounds, Clamp, Constraint, Of, Outcome, Phase, PositionMode, Turn, World};
use super::WorldContext;
use crate::answer::{Shown, number};
use crate::lesson::{Beat, EndingKind, Event, ToF64};

/// What is told where nothing has been done.
const START: &str = "This is the start: nothing has been solved yet. Press Page down for the first frame.";

/// Two impulses are one within so much of the larger one.
const SAME: f64 = 1e-9;

pub(super) fn shown(x: Real) -> Shown {
    number::number(x.to_f64())
}

/// `1 pair`, `3 pairs`.
fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// What is told of a step; `did` is none for the start, at which nothing is done.
pub(super) fn beats(
    context: &WorldContext,
    before: &World,
    after: &World,
    did: Option<Phase>,
    stop: Option<(&str, EndingKind)>,
) -> Vec<Beat> {
    let event = stop.map(|(_, worth)| Event::Stop(worth));
    let one = |line: &'static str, say: String| vec![Beat { line, say, event, ..Beat::default() }];
    let with_end = |say: String| stop.map_or(say.clone(), |(end, _)| format!("{say} {end}"));
    let Some(did) = did else { return one("end", with_end(String::from(START))) };
    match did {
        Phase::Detect => one("detect", detected(after)),
        Phase::Match => one("match", matched(after)),
        Phase::Approach => one("approach", approached(after)),
        Phase::Kick => one("kick", kicked(after)),
        Phase::Prepare => one("prepare", prepared(after)),
        Phase::WarmStart { .. } => one("warm", warm(context, after)),
        Phase::Iterate { .. } | Phase::Relax { .. } => {
            let relaxed = matches!(did, Phase::Relax { .. });
            after.turn.map_or_else(Vec::new, |turn| turned(context, after, turn, relaxed))
        }
        Phase::Direct => one("direct", with_end(direct(before, after))),
        Phase::Position { .. } => one("pseudo", position(context, after)),
        Phase::DirectPosition => {
            one("pseudo", String::from("The velocities that correct overlaps are solved for at once as well."))
        }
        Phase::Move => one("move", moved(after)),
        Phase::Record => recorded(after, stop),
    }
}

fn detected(world: &World) -> String {
    let points: usize = world.contacts.iter().map(|contact| contact.points().len()).sum();
    if points == 0 {
        return String::from("Before anything moves, no two bodies touch.");
    }
    let pairs = counted(world.contacts.len(), "pair");
    let touch = if world.contacts.len() == 1 { "touches" } else { "touch" };
    format!("Before anything moves, {pairs} of bodies {touch}, at {}.", counted(points, "point"))
}

pub(super) fn points(world: &World) -> impl Iterator<Item = &super::super::ContactPoint> {
    world.contacts.iter().flat_map(|contact| contact.points())
}

fn matched(world: &World) -> String {
    let (all, new) = (points(world).count(), points(world).filter(|point| point.is_new).count());
    match (all, new) {
        (0, _) => String::from("There is no point to be matched with those of the solve before."),
        (_, 0) => format!("All {all} points have the names of points of the solve before, and their impulses."),
        (_, _) => format!(
            "Of {} {new} have a name that the solve before did not know: these begin cold.",
            counted(all, "point")
        ),
    }
}

fn approached(world: &World) -> String {
    let fastest = points(world).map(|point| point.approach.to_f64()).fold(0.0, f64::max);
    format!(
        "Before gravity adds to it, the fastest approach in a point is {} m/s; from {} m/s on a pair bounces.",
        number::number(fastest),
        shown(world.options().restitution_threshold)
    )
}

fn kicked(world: &World) -> String {
    let kick = world.work.kick;
    format!(
        "Gravity and forces act for h = {} s on all dynamic bodies, which adds {} J to their kinetic energy.",
        shown(world.options().h()),
        shown(kick)
    )
}

fn prepared(world: &World) -> String {
    let rows: usize = world.constraints.iter().map(|row| usize::from(row.rows)).sum();
    let joints = world.constraints.iter().filter(|row| row.is_joint()).count();
    match rows {
        0 => String::from("Nothing constrains the bodies in this frame."),
        _ => format!(
            "Each contact point gives two equations, one for push and one for friction, and each joint one or two: {} in {}, \
             {joints} of them of joints.",
            counted(rows, "row"),
            counted(world.constraints.len(), "constraint")
        ),
    }
}

/// `R – T, friction`.
fn name(context: &WorldContext, world: &World, row: &Constraint) -> String {
    let joint = |joint: u32| context.names.joints.get(joint as usize).cloned().unwrap_or_default();
    let pair = |contact: u32| {
        let contact = &world.contacts[contact as usize];
        let name = |body: u32| context.names.bodies.get(body as usize).map_or("", String::as_str);
        format!("{} – {}", name(contact.a), name(contact.b))
    };
    match row.of {
        Of::Equality { joint: number } => joint(number),
        Of::Lower { joint: number } => format!("{}, lower limit", joint(number)),
        Of::Upper { joint: number } => format!("{}, upper limit", joint(number)),
        Of::Normal { contact, .. } => format!("{}, normal", pair(contact)),
        Of::Friction { contact, .. } => format!("{}, friction", pair(contact)),
    }
}

/// A number, or two of a block.
fn numbers(row: &Constraint, of: Vec2) -> String {
    if row.rows == 2 { format!("({}, {})", shown(of.x), shown(of.y)) } else { shown(of.x).to_string() }
}

/// Of the impulse and of `w`.
fn units(row: &Constraint) -> [&'static str; 2] {
    if row.jacobian[0].linear == Vec2::ZERO { ["N m s", "rad/s"] } else { ["N s", "m/s"] }
}

fn warm(context: &WorldContext, world: &World) -> String {
    let Some(turn) = world.turn else { return String::new() };
    let row = &world.constraints[turn.at as usize];
    format!(
        "{} begins with its impulse of the solve before: {} {}.",
        name(context, world, row),
        numbers(row, turn.to),
        units(row)[0]
    )
}

/// The bias that a turn works with.
fn bias(row: &Constraint, relaxed: bool) -> Vec2 {
    if relaxed && !row.is_joint() { Vec2::new(row.relaxed, 0.0) } else { row.bias }
}

/// Four beats: w, raw, clamp, apply.
fn turned(context: &WorldContext, world: &World, turn: Turn, relaxed: bool) -> Vec<Beat> {
    let row = &world.constraints[turn.at as usize];
    let [impulse, speed] = units(row);
    let each = world.clamp() == Clamp::Each;
    let beat = |line: &'static str, say: String| Beat { line, say, ..Beat::default() };
    let w = match turn.speed.length().to_f64() <= rounding(world) {
        true => format!("{}: {}.", name(context, world, row), at_rest(row)),
        false => {
            format!("{}: w = {} {speed}{}.", name(context, world, row), numbers(row, turn.speed), meaning(row, turn))
        }
    };
    let aim = bias(row, relaxed);
    let aimed = if aim == Vec2::ZERO { String::from("w = 0") } else { format!("w = {} {speed}", numbers(row, -aim)) };
    let soft = if row.soft.is_some() && (row.is_joint() || !relaxed) { ", as far as its spring gives" } else { "" };
    let raw = format!(
        "If no other row mattered{soft}, λ = {} in place of {} {impulse} would bring it to {aimed}.",
        numbers(row, turn.raw),
        numbers(row, turn.from)
    );
    let after = turn.speed + row.effect(turn.to - turn.from);
    let applied = format!(
        "Δλ = {} {impulse} is applied: w is now {}, and the kinetic energy changes by {} J.",
        numbers(row, turn.to - turn.from),
        within_rounding(world, row, after, speed),
        shown(turn.energy)
    );
    let clamp = clamped(world, row, turn, each);
    vec![beat("w", w), beat("raw", raw), beat(if each { "each" } else { "clamp" }, clamp), beat("apply", applied)]
}

/// What a velocity may be off by and still be 0, m/s or rad/s: a millionth of what gravity adds in a solve, or of the fastest.
pub(super) fn rounding(world: &World) -> f64 {
    let kick = (world.problem().gravity() * world.options().h()).length().to_f64();
    let fastest = world.bodies.iter().map(|body| body.velocity.length().to_f64()).fold(0.0, f64::max);
    1e-6 * kick.max(if fastest.is_finite() { fastest } else { 0.0 })
}

/// What a velocity that is rounding says of a row.
fn at_rest(row: &Constraint) -> &'static str {
    match row.of {
        Of::Normal { .. } => "w is 0, up to rounding, so the two neither approach nor part here",
        Of::Friction { .. } => "w is 0, up to rounding, so the two do not slide here",
        Of::Lower { .. } | Of::Upper { .. } => "w is 0, up to rounding, so it does not move towards the limit",
        Of::Equality { .. } => "w is 0, up to rounding, so nothing moves in this row",
    }
}

/// A velocity after a turn, with its unit; where it is rounding that is said.
fn within_rounding(world: &World, row: &Constraint, after: Vec2, unit: &str) -> String {
    let is_none = after.length().to_f64() <= rounding(world);
    if is_none { String::from("0, up to rounding") } else { format!("{} {unit}", numbers(row, after)) }
}

fn meaning(row: &Constraint, turn: Turn) -> &'static str {
    let toward = turn.speed.x < 0.0;
    match row.of {
        Of::Normal { .. } if toward => ", so the two approach here",
        Of::Normal { .. } if turn.speed.x > 0.0 => ", so the two part here",
        Of::Normal { .. } => ", so the two neither approach nor part here",
        Of::Friction { .. } if turn.speed.x != 0.0 => ", so the two slide here",
        Of::Friction { .. } => ", so the two do not slide here",
        Of::Lower { .. } | Of::Upper { .. } if toward => ", towards the limit",
        Of::Lower { .. } | Of::Upper { .. } => ", not towards the limit",
        Of::Equality { .. } if turn.speed == Vec2::ZERO => ", so nothing moves in this row",
        Of::Equality { .. } => ", the relative velocity in this row",
    }
}

fn clamped(world: &World, row: &Constraint, turn: Turn, each: bool) -> String {
    let [impulse, _] = units(row);
    let to = numbers(row, turn.to);
    let scale = turn.raw.length().max(turn.to.length()).to_f64();
    let stays = (turn.raw - turn.to).length().to_f64() <= SAME * scale;
    if each {
        let kept = if stays { "is within its bounds" } else { "is moved into its bounds" };
        return format!("Only what this turn adds is looked at: Δλ {kept}, and λ = {to} {impulse}.");
    }
    match row.bounds {
        Bounds::Free => format!("This row may push and pull: λ = {to} {impulse}, no bound holds it."),
        Bounds::NotNegative if stays => {
            format!("A contact may push but never pull. λ = {to} {impulse} is no pull, so it is kept.")
        }
        Bounds::NotNegative => format!("This would pull, and the row can only push: λ is clamped to {to} {impulse}."),
        Bounds::Friction { normal, friction } => {
            let held = world.constraints[normal as usize].impulse.x;
            let most = friction * held;
            let so_far = format!(
                "The normal impulse is {} N s so far, so friction may reach μ λₙ = {} N s",
                shown(held),
                shown(most)
            );
            if stays {
                format!("{so_far}: λ = {to} N s is within that and stays.")
            } else {
                format!("{so_far} and is clamped there: λ = {to} N s.")
            }
        }
        Bounds::Within(most) | Bounds::Disc(most) => {
            let end = if stays { "is within that and stays" } else { "is what is left" };
            format!("Its impulse may reach {} {impulse}: λ = {to} {impulse} {end}.", shown(most))
        }
    }
}

fn direct(before: &World, after: &World) -> String {
    let round = before.system.as_ref().map_or(0, |system| system.rounds) + 1;
    match (after.direct, after.system.is_some(), after.outcome()) {
        (_, _, Some(Outcome::TooLarge { rows, .. })) => {
            format!("The system would have {rows} rows: too many for one solve.")
        }
        (_, true, _) | (None, _, _) => {
            format!("Round {round}: all rows are solved at once, and the bounds of friction follow their normals.")
        }
        (Some(direct), false, _) => {
            let how = match direct.outcome {
                DirectOutcome::Solved => "every row is solved",
                DirectOutcome::Inconsistent => {
                    "some rows contradict each other, and their errors are as small as they can be"
                }
                DirectOutcome::FrictionNotSettled => "the bounds of friction have not settled",
            };
            format!(
                "After {} and {} {how}: {} of {} say what others say already.",
                counted(direct.rounds as usize, "round"),
                counted(direct.pivots as usize, "pivot"),
                direct.redundant,
                counted(direct.rows as usize, "row")
            )
        }
    }
}

fn position(context: &WorldContext, world: &World) -> String {
    let Some(turn) = world.turn else { return String::new() };
    let row = &world.constraints[turn.at as usize];
    let [impulse, speed] = units(row);
    if turn.from == Vec2::ZERO && turn.to == Vec2::ZERO {
        return format!("{}: there is no overlap to correct here.", name(context, world, row));
    }
    format!(
        "{}: the velocity that corrects the overlap was {} {speed} here, and its λ goes from {} to {} {impulse}.",
        name(context, world, row),
        numbers(row, turn.speed),
        numbers(row, turn.from),
        numbers(row, turn.to)
    )
}

fn moved(world: &World) -> String {
    let fastest = world.bodies.iter().map(|body| body.velocity.length().to_f64()).fold(0.0, f64::max);
    let extra = match world.options().position {
        PositionMode::Split => {
            " The correcting velocity has moved the bodies once and is dropped, so it adds no energy."
        }
        PositionMode::Soft { .. } => " Now all rows are solved once more, contacts without springs.",
        _ => "",
    };
    format!(
        "All bodies move with their velocities for h = {} s; the fastest has {} m/s.{extra}",
        shown(world.options().h()),
        number::number(fastest)
    )
}

fn recorded(world: &World, stop: Option<(&str, EndingKind)>) -> Vec<Beat> {
    let substeps = world.options().substeps;
    match stop {
        Some((say, worth)) => {
            let line = if matches!(world.outcome(), Some(Outcome::Diverged { .. })) { "diverged" } else { "end" };
            vec![Beat { line, say: say.to_owned(), event: Some(Event::Stop(worth)), ..Beat::default() }]
        }
        None => {
            let say = format!("Solve {} of {substeps} is done; its impulses are kept for the next.", world.substep);
            vec![Beat { line: "end", say, ..Beat::default() }]
        }
    }
}
