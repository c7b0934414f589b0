//! Sentences of the steps of a world.

use glam::DVec2;

use super::notation::{least_energy, name, numbers, points, rounding, shown, units};
use super::rows::row_count;
use super::{WorldContext, colors, iteration};
use crate::answer::number::with_noun;
use crate::ask::PositionMode;
use crate::lesson::{Beat, EndingKind, Event};
use crate::snapshot::dynamics::{DirectOutcome, Outcome, Phase, Setting, World};

const START: &str = "This is the start: nothing has been solved yet. Press Page down for the first frame.";

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
            String::from("The velocities that take back overlaps and errors of joints are solved for at once, too."),
            event,
        ),
        Phase::Move => one_beat("move", moved(&context.setting, after), event),
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
    if points == 0 {
        return String::from("Before anything moves, no two bodies touch.");
    }
    let pairs = with_noun(world.contacts.len() as u64, "pair");
    let touch = if world.contacts.len() == 1 { "touches" } else { "touch" };
    format!("Before anything moves, {pairs} of bodies {touch}, at {}.", with_noun(points as u64, "point"))
}

fn matched(world: &World) -> String {
    let all = points(world).count();
    let new = points(world).filter(|point| point.is_new).count();
    match (all, new) {
        (0, _) => String::from("No two bodies touch, so there are no contact points to recognize."),
        (1, 0) => String::from("The contact point was there in the solve before: its impulse of then is known."),
        (2, 0) => String::from("Both contact points were there in the solve before: their impulses of then are known."),
        (_, 0) => format!("All {all} contact points were there in the solve before: their impulses of then are known."),
        (1, _) => String::from("The contact point is new: nothing is known of its impulse."),
        (2, 2) => String::from("Both contact points are new: nothing is known of their impulses."),
        _ if new == all => format!("All {all} contact points are new: nothing is known of their impulses."),
        _ => format!("Of {all} contact points {new} were not there in the solve before: of these no impulse is known."),
    }
}

fn approached(setting: &Setting, world: &World) -> String {
    let fastest = points(world).map(|point| point.approach).fold(f64::NEG_INFINITY, f64::max);
    let bounce = format!("a pair bounces from {} m/s on", shown(setting.restitution_threshold));
    match fastest {
        _ if points(world).next().is_none() => format!("No two bodies touch, so nothing bounces; {bounce}."),
        _ if fastest <= rounding(setting, world) => {
            format!("Before gravity acts, no bodies approach where they touch; {bounce}.")
        }
        _ => {
            format!("Before gravity acts, the fastest approach at a contact point is {} m/s; {bounce}.", shown(fastest))
        }
    }
}

fn kicked(context: &WorldContext, before: &World, after: &World) -> String {
    let [former, now] = [before, after].map(|world| world.energy(&context.setting).kinetic);
    let change = now - former;
    let does = match change {
        _ if change.abs() <= least_energy(context) => {
            String::from("their kinetic energy stays the same, up to rounding")
        }
        _ if change > 0.0 => format!("this adds {} J to their kinetic energy", shown(change)),
        _ => format!("this takes {} J from their kinetic energy", shown(-change)),
    };
    format!("Gravity and forces act for h = {} s on all bodies that they can move: {does}.", shown(context.setting.h))
}

fn prepared(world: &World) -> String {
    let contacts = match (points(world).count(), row_count(world, false)) {
        (_, 0) => String::new(),
        (1, _) => String::from("The contact point gives two equations (rows): one for push and one for friction. "),
        (all, rows) => format!(
            "Each of {all} contact points gives two equations (rows), one for push and one for friction: {rows} in all. "
        ),
    };
    let joints = match row_count(world, true) {
        0 => String::new(),
        count => format!("The joints give {}, one for each motion that they hold.", with_noun(count as u64, "row")),
    };
    match [contacts, joints].concat().trim_end() {
        "" => String::from("Nothing constrains the bodies in this frame."),
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
        true => format!("{name}: there is no impulse of the solve before to start from."),
        false => format!(
            "{name}: the impulse of the solve before, {} {unit}, is applied again as a first guess.",
            numbers(row, iteration.to, least)
        ),
    }
}

/// Sentence of a direct solve; `is_told` means that the next sentence explains the ending.
fn direct(before: &World, after: &World, is_told: bool) -> String {
    let round = before.rounds.unwrap_or(0) + 1;
    match (after.direct, after.rounds.is_some(), after.outcome) {
        (_, _, Some(Outcome::TooLarge { rows, .. })) => match is_told {
            true => String::from("Now all rows would be solved at once."),
            false => format!("All rows would be solved at once, but {rows} are too many for that."),
        },
        (_, true, _) | (None, _, _) => format!(
            "Round {round}: all rows are solved at once, while each friction keeps to its bound; then the pushes set the bounds anew."
        ),
        (Some(direct), false, _) => {
            let how = match direct.outcome {
                DirectOutcome::Solved => "every row is solved",
                DirectOutcome::Inconsistent => {
                    "some rows contradict each other, and what they are off by is as small as it can be"
                }
                DirectOutcome::FrictionNotSettled => "the bounds of friction still change from round to round",
            };
            let rows = with_noun(u64::from(direct.rows), "row");
            let redundant = match direct.redundant {
                0 => format!("None of {rows} repeats what others say"),
                count => format!("{count} of {rows} repeat what others say"),
            };
            format!(
                "After {} and {} of rows that sit at a bound, {how}. {redundant}.",
                with_noun(u64::from(direct.rounds), "round"),
                with_noun(u64::from(direct.pivots), "choice")
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
        return format!("{name}: there is no {what} to correct here.");
    }
    format!(
        "{name}: the velocity that takes back the {what} was {} {speed} here. Its impulse goes from {} to {} {impulse}.",
        numbers(row, iteration.speed, context.rounding(world)),
        numbers(row, iteration.from, least),
        numbers(row, iteration.to, least)
    )
}

fn moved(setting: &Setting, world: &World) -> String {
    let fastest = world.bodies.iter().map(|body| body.velocity.length()).fold(0.0, f64::max);
    let extra = match setting.position {
        PositionMode::Split => {
            " The correcting velocity has moved the bodies once and is dropped, so it adds no energy."
        }
        PositionMode::Soft => {
            " Now all rows are solved once more, the contacts as if they were hard, so that springs add no energy."
        }
        _ => "",
    };
    let fast = match fastest <= rounding(setting, world) {
        true => String::from("none moves faster than rounding does"),
        false => format!("the fastest moves at {} m/s", shown(fastest)),
    };
    format!("All bodies move with their velocities for h = {} s; {fast}.{extra}", shown(setting.h))
}

/// Sentence on the speed of a diverged body; empty if that is not finite.
fn too_fast(context: &WorldContext, world: &World, body: u32) -> String {
    let name = context.names.bodies.get(body as usize).map_or("", String::as_str);
    let Some(state) = world.bodies.get(body as usize) else { return String::new() };
    let speed = state.velocity.length();
    let turns = state.angular_velocity.abs();
    match (speed, turns) {
        _ if speed > 1e6 && speed.is_finite() => {
            format!("{name} moves at {} m/s, above the limit of 1e6. ", shown(speed))
        }
        _ if turns > 1e6 && turns.is_finite() => {
            format!("{name} turns at {} rad/s, above the limit of 1e6. ", shown(turns))
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
                    let breaks = format!("The run breaks down in frame {frame}.");
                    ("diverged", if fast.is_empty() { say.to_owned() } else { format!("{fast}{breaks}") })
                }
                _ => ("end", say.to_owned()),
            };
            vec![Beat { line, say, event: Some(Event::Stop(worth)), ..Beat::default() }]
        }
        None => {
            let say = format!(
                "Solve {} of {substeps} of this frame is done. Its impulses are kept: the next solve starts from them.",
                world.substep
            );
            vec![Beat { line: "end", say, ..Beat::default() }]
        }
    }
}
