//! The sentences.

use glam::DVec2;

use super::WorldContext;
use crate::answer::{Shown, number};
use crate::ask::{Clamp, PositionMode};
use crate::lesson::{Beat, EndingKind, Event};
use crate::snapshot::dynamics::{
    Bounds, Constraint, DirectOutcome, Iteration, Of, Outcome, Phase, Point, Setting, World,
};

/// What is told where nothing has been done.
const START: &str = "This is the start: nothing has been solved yet. Press Page down for the first frame.";

/// Two impulses are one within so much of the larger one.
const SAME: f64 = 1e-9;

pub(super) fn shown(x: f64) -> Shown {
    number::number(x)
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
        Phase::Approach => one("approach", approached(&context.setting, after)),
        Phase::Kick => one("kick", kicked(&context.setting, before, after)),
        Phase::Prepare => one("prepare", prepared(after)),
        Phase::WarmStart { .. } => one("warm", warm(context, after)),
        Phase::Iterate { .. } | Phase::Relax { .. } => {
            let relaxed = matches!(did, Phase::Relax { .. });
            after.iteration.map_or_else(Vec::new, |iteration| iterated(context, after, iteration, relaxed))
        }
        Phase::Direct => one("direct", with_end(direct(before, after))),
        Phase::Position { .. } => one("pseudo", position(context, after)),
        Phase::DirectPosition => one(
            "pseudo",
            format!("The velocities that correct overlaps are solved for at once as well. {}", direct(before, after)),
        ),
        Phase::Move => one("move", moved(&context.setting, after)),
        Phase::Record => recorded(&context.setting, after, stop),
    }
}

fn detected(world: &World) -> String {
    let points: usize = world.contacts.iter().map(|contact| contact.points.len()).sum();
    if points == 0 {
        return String::from("Before anything moves, no two bodies touch.");
    }
    let pairs = counted(world.contacts.len(), "pair");
    let touch = if world.contacts.len() == 1 { "touches" } else { "touch" };
    format!("Before anything moves, {pairs} of bodies {touch}, at {}.", counted(points, "point"))
}

pub(super) fn points(world: &World) -> impl Iterator<Item = &Point> {
    world.contacts.iter().flat_map(|contact| &contact.points)
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

fn approached(setting: &Setting, world: &World) -> String {
    let fastest = points(world).map(|point| point.approach).fold(0.0, f64::max);
    format!(
        "Before gravity adds to it, the fastest approach in a point is {} m/s; from {} m/s on a pair bounces.",
        number::number(fastest),
        shown(setting.restitution_threshold)
    )
}

fn kicked(setting: &Setting, before: &World, after: &World) -> String {
    let kick = after.energy.kinetic - before.energy.kinetic;
    format!(
        "Gravity and forces act for h = {} s on all dynamic bodies, which adds {} J to their kinetic energy.",
        shown(setting.h),
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
fn numbers(row: &Constraint, of: DVec2) -> String {
    if row.rows == 2 { format!("({}, {})", shown(of.x), shown(of.y)) } else { shown(of.x).to_string() }
}

/// Of the impulse and of `w`.
fn units(row: &Constraint) -> [&'static str; 2] {
    if row.jacobian[0].linear == DVec2::ZERO { ["N m s", "rad/s"] } else { ["N s", "m/s"] }
}

fn warm(context: &WorldContext, world: &World) -> String {
    let Some(iteration) = world.iteration else { return String::new() };
    let row = &world.constraints[iteration.at as usize];
    format!(
        "{} begins with its impulse of the solve before: {} {}.",
        name(context, world, row),
        numbers(row, iteration.to),
        units(row)[0]
    )
}

/// The bias that an iteration works with.
fn bias(row: &Constraint, relaxed: bool) -> DVec2 {
    if relaxed && !row.is_joint() { DVec2::new(row.relaxed, 0.0) } else { row.bias }
}

/// Four beats: w, raw, clamp, apply.
fn iterated(context: &WorldContext, world: &World, iteration: Iteration, relaxed: bool) -> Vec<Beat> {
    let row = &world.constraints[iteration.at as usize];
    let [impulse, speed] = units(row);
    let each = context.setting.clamp == Clamp::Each;
    let beat = |line: &'static str, say: String| Beat { line, say, ..Beat::default() };
    let w = match iteration.speed.length() <= rounding(&context.setting, world) {
        true => format!("{}: {}.", name(context, world, row), at_rest(row)),
        false => {
            format!(
                "{}: w = {} {speed}{}.",
                name(context, world, row),
                numbers(row, iteration.speed),
                meaning(row, iteration)
            )
        }
    };
    let aim = bias(row, relaxed);
    let aimed = if aim == DVec2::ZERO { String::from("w = 0") } else { format!("w = {} {speed}", numbers(row, -aim)) };
    let soft = if row.soft.is_some() && (row.is_joint() || !relaxed) { ", as far as its spring gives" } else { "" };
    let raw = format!(
        "If no other row mattered{soft}, λ = {} in place of {} {impulse} would bring it to {aimed}.",
        numbers(row, iteration.raw),
        numbers(row, iteration.from)
    );
    let after = iteration.speed + row.effect(iteration.to - iteration.from);
    let applied = format!(
        "Δλ = {} {impulse} is applied: w is now {}, and the kinetic energy changes by {} J.",
        numbers(row, iteration.to - iteration.from),
        within_rounding(context, world, row, after, speed),
        shown(row.energy(&iteration))
    );
    let clamp = clamped(world, row, iteration, each);
    vec![beat("w", w), beat("raw", raw), beat(if each { "each" } else { "clamp" }, clamp), beat("apply", applied)]
}

/// What a velocity may be off by and still be 0, m/s or rad/s: a millionth of what gravity adds in a solve, or of the fastest.
pub(super) fn rounding(setting: &Setting, world: &World) -> f64 {
    let kick = (setting.gravity * setting.h).length();
    let fastest = world.bodies.iter().map(|body| body.velocity.length()).fold(0.0, f64::max);
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

/// A velocity after an iteration, with its unit; where it is rounding that is said.
fn within_rounding(context: &WorldContext, world: &World, row: &Constraint, after: DVec2, unit: &str) -> String {
    let is_none = after.length() <= rounding(&context.setting, world);
    if is_none { String::from("0, up to rounding") } else { format!("{} {unit}", numbers(row, after)) }
}

fn meaning(row: &Constraint, iteration: Iteration) -> &'static str {
    let toward = iteration.speed.x < 0.0;
    match row.of {
        Of::Normal { .. } if toward => ", so the two approach here",
        Of::Normal { .. } if iteration.speed.x > 0.0 => ", so the two part here",
        Of::Normal { .. } => ", so the two neither approach nor part here",
        Of::Friction { .. } if iteration.speed.x != 0.0 => ", so the two slide here",
        Of::Friction { .. } => ", so the two do not slide here",
        Of::Lower { .. } | Of::Upper { .. } if toward => ", towards the limit",
        Of::Lower { .. } | Of::Upper { .. } => ", not towards the limit",
        Of::Equality { .. } if iteration.speed == DVec2::ZERO => ", so nothing moves in this row",
        Of::Equality { .. } => ", the relative velocity in this row",
    }
}

fn clamped(world: &World, row: &Constraint, iteration: Iteration, each: bool) -> String {
    let [impulse, _] = units(row);
    let to = numbers(row, iteration.to);
    let scale = iteration.raw.length().max(iteration.to.length());
    let stays = (iteration.raw - iteration.to).length() <= SAME * scale;
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
    let round = before.rounds.unwrap_or(0) + 1;
    match (after.direct, after.rounds.is_some(), after.outcome) {
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
    let Some(iteration) = world.iteration else { return String::new() };
    let row = &world.constraints[iteration.at as usize];
    let [impulse, speed] = units(row);
    if iteration.from == DVec2::ZERO && iteration.to == DVec2::ZERO {
        return format!("{}: there is no overlap to correct here.", name(context, world, row));
    }
    format!(
        "{}: the velocity that corrects the overlap was {} {speed} here, and its λ goes from {} to {} {impulse}.",
        name(context, world, row),
        numbers(row, iteration.speed),
        numbers(row, iteration.from),
        numbers(row, iteration.to)
    )
}

fn moved(setting: &Setting, world: &World) -> String {
    let fastest = world.bodies.iter().map(|body| body.velocity.length()).fold(0.0, f64::max);
    let extra = match setting.position {
        PositionMode::Split => {
            " The correcting velocity has moved the bodies once and is dropped, so it adds no energy."
        }
        PositionMode::Soft => " Now all rows are solved once more, contacts without springs.",
        _ => "",
    };
    format!(
        "All bodies move with their velocities for h = {} s; the fastest has {} m/s.{extra}",
        shown(setting.h),
        number::number(fastest)
    )
}

fn recorded(setting: &Setting, world: &World, stop: Option<(&str, EndingKind)>) -> Vec<Beat> {
    let substeps = setting.substeps;
    match stop {
        Some((say, worth)) => {
            let line = if matches!(world.outcome, Some(Outcome::Diverged { .. })) { "diverged" } else { "end" };
            vec![Beat { line, say: say.to_owned(), event: Some(Event::Stop(worth)), ..Beat::default() }]
        }
        None => {
            let say = format!("Solve {} of {substeps} is done; its impulses are kept for the next.", world.substep);
            vec![Beat { line: "end", say, ..Beat::default() }]
        }
    }
}
