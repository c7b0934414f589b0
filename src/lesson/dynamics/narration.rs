//! Sentences of the steps of a world.

use glam::DVec2;

use super::notation::{fastest_approach, fastest_body, least_energy, name, numbers, points, rounding, shown, units};
use super::rows::row_count;
use super::{WorldContext, colors, iteration};
use crate::answer::number::with_noun;
use crate::ask::PositionMode;
use crate::lesson::{Beat, EndingKind, Event};
use crate::snapshot::dynamics::{DirectOutcome, Outcome, Phase, Setting, World};

const START: &str = "Frame 0 is the initial state, before the first solve.";

/// Beats of a step; `did` is `None` at the start, `stop` the sentence and value of the run's ending.
pub(super) fn beats(
    context: &WorldContext,
    before: &World,
    after: &World,
    did: Option<Phase>,
    stop: Option<(&str, EndingKind)>,
) -> Vec<Beat> {
    let event = stop.map(|(_, worth)| Event::Stop(worth));
    let Some(did) = did else { return one_beat("end", with_ending(String::from(START), stop), event) };
    match did {
        Phase::Detect => one_beat("detect", detected(after), event),
        Phase::Match => one_beat("match", matched(after), event),
        Phase::Approach => one_beat("approach", approached(&context.setting, after), event),
        Phase::Kick => one_beat("kick", kicked(context, before, after), event),
        Phase::Prepare => {
            one_beat("prepare", prepared(after), event).into_iter().chain(colors::colored(after)).collect()
        }
        Phase::WarmStart { .. } => one_beat("warm", warm(context, after), event),
        Phase::Iterate { .. } | Phase::Relax { .. } => {
            let relaxed = matches!(did, Phase::Relax { .. });
            after.iteration.map_or_else(Vec::new, |iteration| iteration::beats(context, after, iteration, relaxed))
        }
        Phase::Direct => one_beat("direct", with_ending(direct(before, after, stop.is_some()), stop), event),
        Phase::Position { .. } => one_beat("pseudo", position(context, after), event),
        Phase::DirectPosition => one_beat(
            "pseudo",
            String::from("The velocities that correct overlaps and joint errors are solved for at once as well."),
            event,
        ),
        Phase::Move => one_beat("move", moved(context, after), event),
        Phase::Record => recorded(context, after, stop),
    }
}

fn one_beat(line: &'static str, say: String, event: Option<Event>) -> Vec<Beat> {
    vec![Beat { event, ..Beat::new(line, say) }]
}

/// Sentence, followed by that of the run's ending.
fn with_ending(say: String, stop: Option<(&str, EndingKind)>) -> String {
    match stop {
        Some((end, _)) => format!("{say} {end}"),
        None => say,
    }
}

fn detected(world: &World) -> String {
    let points: usize = world.contacts.iter().map(|contact| contact.points.len()).sum();
    let at = with_noun(points as u64, "contact point");
    match world.contacts.len() {
        _ if points == 0 => String::from("The bodies do not touch: there are no contact points."),
        1 => format!("One pair of bodies touches, at {at}."),
        pairs => format!("{pairs} pairs of bodies touch, at {at}."),
    }
}

fn matched(world: &World) -> String {
    let all = points(world).count();
    let new = points(world).filter(|point| point.is_new).count();
    match (all, new) {
        (0, _) => String::from("There are no contact points to match with those of the last solve."),
        (1, 0) => String::from("The contact point persists from the last solve, so its last impulse is known."),
        (2, 0) => String::from("Both contact points persist from the last solve, so their last impulses are known."),
        (_, 0) => format!("All {all} contact points persist from the last solve, so their last impulses are known."),
        (1, _) => String::from("The contact point is new: it has no impulse of the last solve."),
        (2, 2) => String::from("Both contact points are new: they have no impulse of the last solve."),
        _ if new == all => format!("All {all} contact points are new: they have no impulse of the last solve."),
        (_, 1) => format!("One of {all} contact points is new; the others persist from the last solve."),
        _ => format!("{new} of {all} contact points are new; the others persist from the last solve."),
    }
}

fn approached(setting: &Setting, world: &World) -> String {
    let threshold = setting.restitution_threshold;
    match fastest_approach(world) {
        None => String::from("The bodies do not touch, so nothing can bounce."),
        Some((_, speed)) if speed <= rounding(setting, world) => {
            String::from("The contact points do not close before gravity acts, so nothing bounces.")
        }
        Some((_, speed)) if speed <= threshold => format!(
            "The fastest contact point closes at {} m/s before gravity acts: up to {} m/s, nothing bounces.",
            shown(speed),
            shown(threshold)
        ),
        Some((_, speed)) => format!(
            "The fastest contact point closes at {} m/s before gravity acts: above {} m/s, restitution applies.",
            shown(speed),
            shown(threshold)
        ),
    }
}

fn kicked(context: &WorldContext, before: &World, after: &World) -> String {
    let [former, now] = [before, after].map(|world| world.energy(&context.setting).kinetic);
    let change = now - former;
    let does = match change {
        _ if change.abs() <= least_energy(context) => String::from("their kinetic energy changes by zero to rounding"),
        _ if change > 0.0 => format!("their kinetic energy grows by {} J", shown(change)),
        _ => format!("their kinetic energy falls by {} J", shown(-change)),
    };
    format!("Gravity and applied forces accelerate the dynamic bodies: {does}.")
}

fn prepared(world: &World) -> String {
    let contacts = match (points(world).count(), row_count(world, false)) {
        (_, 0) => String::new(),
        (1, _) => {
            String::from("The contact point makes two constraint rows: n keeps the bodies apart, t is friction. ")
        }
        (all, rows) => format!(
            "{all} contact points make {rows} constraint rows: at each, n keeps the bodies apart and t is friction. "
        ),
    };
    let joints = match row_count(world, true) {
        0 => String::new(),
        1 => String::from("The joints make 1 row."),
        count => format!("The joints make {count} rows, one for each motion that they constrain."),
    };
    match [contacts, joints].concat().trim_end() {
        "" => String::from("The bodies are free: no constraint acts in this solve."),
        all => all.to_owned(),
    }
}

fn warm(context: &WorldContext, world: &World) -> String {
    let Some(iteration) = world.iteration else { return String::new() };
    let row = &world.constraints[iteration.at as usize];
    let name = name(context, world, row);
    let unit = units(row)[0];
    let least = context.least_impulse();
    match iteration.to == DVec2::ZERO {
        true => format!("{name} starts at 0: it has no impulse of the last solve."),
        false => format!(
            "{name} starts from its impulse of the last solve, λ = {} {unit}.",
            numbers(row, iteration.to, least)
        ),
    }
}

/// Sentence of a direct solve; `is_told` means that the next sentence explains the ending.
fn direct(before: &World, after: &World, is_told: bool) -> String {
    let round = before.rounds.unwrap_or(0) + 1;
    match (after.direct, after.rounds.is_some(), after.outcome) {
        (_, _, Some(Outcome::TooLarge { rows, .. })) => match is_told {
            true => String::from("The direct solver needs all rows at once."),
            false => format!("The direct solver needs all {rows} rows at once, which is more than it takes."),
        },
        (_, true, _) | (None, _, _) => format!(
            "Round {round} solves all rows at once with fixed friction limits; the new normal impulses then set the limits anew."
        ),
        (Some(direct), false, _) => {
            let how = match direct.outcome {
                DirectOutcome::Solved => "every row is satisfied",
                DirectOutcome::Inconsistent => {
                    "some rows contradict each other, and their error is the smallest possible"
                }
                DirectOutcome::FrictionNotSettled => "the friction limits still change from round to round",
            };
            let rows = with_noun(u64::from(direct.rows), "row");
            let redundant = match direct.redundant {
                0 => format!("The {rows} are independent"),
                1 => format!("1 of {rows} is redundant"),
                count => format!("{count} of {rows} are redundant"),
            };
            format!(
                "The direct solve took {} and {}: {how}. {redundant}.",
                with_noun(u64::from(direct.rounds), "round"),
                with_noun(u64::from(direct.pivots), "pivot")
            )
        }
    }
}

fn position(context: &WorldContext, world: &World) -> String {
    let Some(iteration) = world.iteration else { return String::new() };
    let row = &world.constraints[iteration.at as usize];
    let [impulse, speed] = units(row);
    let name = name(context, world, row);
    let what = if row.is_joint() { "error" } else { "overlap" };
    let least = context.least_impulse();
    if iteration.from.length() <= least && iteration.to.length() <= least {
        return format!("{name} has no {what} to correct.");
    }
    format!(
        "{name} corrects its {what}: the correcting velocity was {} {speed}. Its impulse goes from {} to {} {impulse}.",
        numbers(row, iteration.speed, context.rounding(world)),
        numbers(row, iteration.from, least),
        numbers(row, iteration.to, least)
    )
}

fn moved(context: &WorldContext, world: &World) -> String {
    let extra = match context.setting.position {
        PositionMode::Split => " The correcting velocity moves them once and is then dropped, so it adds no energy.",
        PositionMode::Soft => {
            " Next, all rows are solved again with hard contacts, so that their springs add no energy."
        }
        _ => "",
    };
    match fastest_body(world).filter(|(_, speed)| *speed > rounding(&context.setting, world)) {
        None => format!("The bodies rest: their velocities are zero to rounding.{extra}"),
        Some((body, speed)) => {
            let name = context.names.bodies.get(body).map_or("", String::as_str);
            format!("The bodies move; {name} is the fastest, at {} m/s.{extra}", shown(speed))
        }
    }
}

/// Sentence on the speed of a diverged body; empty if that is not finite.
fn too_fast(context: &WorldContext, world: &World, body: u32) -> String {
    let name = context.names.bodies.get(body as usize).map_or("", String::as_str);
    let Some(state) = world.bodies.get(body as usize) else { return String::new() };
    let speed = state.velocity.length();
    let turns = state.angular_velocity.abs();
    match (speed, turns) {
        _ if speed > 1e6 && speed.is_finite() => {
            format!("{name} moves at {} m/s, above the limit of 1e6 m/s. ", shown(speed))
        }
        _ if turns > 1e6 && turns.is_finite() => {
            format!("{name} rotates at {} rad/s, above the limit of 1e6 rad/s. ", shown(turns))
        }
        _ => String::new(),
    }
}

fn recorded(context: &WorldContext, world: &World, stop: Option<(&str, EndingKind)>) -> Vec<Beat> {
    let substeps = context.setting.substeps;
    match stop {
        Some((say, worth)) => {
            let (line, say) = match world.outcome {
                Some(Outcome::Diverged { frame, body }) => {
                    // With a known speed, the sentence names the limit.
                    let fast = too_fast(context, world, body);
                    let breaks = format!("The run ends in frame {frame}.");
                    ("diverged", if fast.is_empty() { say.to_owned() } else { format!("{fast}{breaks}") })
                }
                _ => ("end", say.to_owned()),
            };
            vec![Beat { line, say: say.into(), event: Some(Event::Stop(worth)), ..Beat::default() }]
        }
        None => {
            let say = format!(
                "Solve {} of {substeps} of this frame is done. The next solve starts from its impulses.",
                world.substep
            );
            vec![Beat { line: "end", say: say.into(), ..Beat::default() }]
        }
    }
}
