//! Beats (sub-steps) of a step of a world with their sentences, by the phase that the step executed: contact detection,
//! forces, setup of the rows, iterations, motion. The sentences of an iteration are in [`super::iteration`], those of
//! the motion in [`super::scene::displacement`].

use contact_lens_model::answer::number::{count, with_noun};
use contact_lens_model::snapshot::dynamics::{Direct, DirectOutcome, Outcome, Phase, World};
use contact_lens_picture::Role;

use super::notation::{all_contact_points, closing_speed, fastest_approach, least_energy, names_of_pair, quantity};
use super::row_view::RowView;
use super::rows::row_counts;
use super::scene::displacement;
use super::{WorldContext, colors, iteration};
use crate::{Beat, EndingKind, Event, Sentence, Symbol, Value, say, symbol};

/// Speed above which the engine reports that a body diverged, m/s or rad/s.
const SPEED_LIMIT: f64 = 1e6;

/// Sentence of the step before the first solve.
const START: &str = "This is the initial state, before the first solve.";

/// Ending of a run.
#[derive(Clone, Copy)]
pub(super) struct RunEnd<'a> {
    /// Answer of the run.
    pub sentence: &'a str,
    /// Success, failure, or no answer.
    pub kind: EndingKind,
}

/// Returns the beats of a step that executed `phase`, `None` at the start of the run. `stop` is the ending if the run
/// ends with the step.
pub(super) fn beats(
    context: &WorldContext,
    before: &World,
    after: &World,
    phase: Option<Phase>,
    stop: Option<RunEnd<'_>>,
) -> Vec<Beat> {
    let event = stop.map(|stop| Event::Stop(stop.kind));
    let Some(phase) = phase else { return one_beat("end", with_ending(Sentence::from(START), stop), event) };
    let view = after.iteration.map(|iteration| RowView::of(context, after, iteration, Some(phase)));
    match phase {
        Phase::Detect => one_beat("detect", detection_sentence(context, after), event),
        Phase::Match => one_beat("match", matching_sentence(after), event),
        Phase::Approach => one_beat("approach", approach_sentence(context, after), event),
        Phase::Kick => one_beat("kick", force_sentence(context, before, after), event),
        Phase::Prepare => {
            let mut beats = one_beat("prepare", preparation_sentence(after), event);
            beats.extend(colors::coloring_beat(after));
            beats
        }
        Phase::WarmStart { .. } => one_beat("warm", view.as_ref().map(warm_start_sentence).unwrap_or_default(), event),
        Phase::Iterate { .. } | Phase::Relax { .. } => {
            view.as_ref().map_or_else(Vec::new, |view| iteration::beats(context, after, view))
        }
        Phase::Direct => one_beat("direct", with_ending(direct_sentence(before, after, stop.is_some()), stop), event),
        Phase::Position { .. } => one_beat("pseudo", view.as_ref().map(position_sentence).unwrap_or_default(), event),
        Phase::DirectPosition => {
            let say = "The velocities that correct overlaps and joint errors are found by one direct solve as well.";
            one_beat("pseudo", Sentence::from(say), event)
        }
        Phase::Move => one_beat("move", displacement::sentence(context, before, after), event),
        Phase::Record => recording_beats(context, after, stop),
    }
}

/// Single beat of a step.
fn one_beat(line: &'static str, say: Sentence, event: Option<Event>) -> Vec<Beat> {
    vec![Beat { event, ..Beat::new(line, say) }]
}

/// Appends the sentence of the run's ending, if there is one.
fn with_ending(say: Sentence, stop: Option<RunEnd<'_>>) -> Sentence {
    match stop {
        Some(stop) => say!("{} {}", say, Sentence::answer(stop.sentence)),
        None => say,
    }
}

/// Count with its noun, which gets an `s` in the plural.
fn counted(symbol: Symbol, items: usize, noun: &str) -> Value {
    Value::number(symbol, with_noun(items as u64, noun))
}

/// Count of contact points with its noun, whose mark is that of the points.
fn contact_points(items: usize) -> Value {
    Value::of(symbol::CONTACT_POINTS, with_noun(items as u64, "contact point"), "contact")
}

/// Sentence on the detected contact points.
fn detection_sentence(context: &WorldContext, world: &World) -> Sentence {
    let point_count = all_contact_points(world).count();
    if point_count == 0 {
        return Sentence::from("No bodies touch: there are no contact points in this solve.");
    }
    let pair_count = world.contacts.len();
    if pair_count > 1 {
        let pairs = Value::number(symbol::TOUCHING_BODIES, format!("{pair_count} pairs of bodies"));
        return say!("{} are in contact, at {}.", pairs, contact_points(point_count));
    }
    let [a, b] = names_of_pair(context, world, 0).map(|name| Sentence::body(name, Role::Member));
    if all_contact_points(world).all(|point| point.apart) {
        say!("{} and {} are apart, but close enough for {}.", a, b, contact_points(point_count))
    } else {
        say!("{} and {} are in contact, at {}.", a, b, contact_points(point_count))
    }
}

/// Sentence on the contact points that existed in the last solve.
fn matching_sentence(world: &World) -> Sentence {
    let count = all_contact_points(world).count();
    let new_count = all_contact_points(world).filter(|point| point.is_new).count();
    if count == 0 {
        Sentence::from("There are no contact points to match with those of the last solve.")
    } else if new_count == 0 {
        persistent_points_sentence(count)
    } else if new_count == count {
        new_points_sentence(count)
    } else {
        partly_new_points_sentence(count, new_count)
    }
}

/// End of a sentence on several contact points that persist.
const EXISTED_BEFORE: &str = "in the last solve, so their last impulses are known";

/// Sentence on `count` contact points, all of which existed in the last solve.
fn persistent_points_sentence(count: usize) -> Sentence {
    match count {
        1 => Sentence::from("The contact point existed in the last solve, so its last impulse is known."),
        2 => say!("Both contact points existed {}.", EXISTED_BEFORE),
        _ => say!("All {} existed {}.", contact_points(count), EXISTED_BEFORE),
    }
}

/// Sentence on `count` contact points, all of which are new.
fn new_points_sentence(count: usize) -> Sentence {
    match count {
        1 => Sentence::from("The contact point is new, so no impulse is known from an earlier solve."),
        2 => Sentence::from("Both contact points are new, so no impulses are known from an earlier solve."),
        _ => say!("All {} are new, so no impulses are known from an earlier solve.", contact_points(count)),
    }
}

/// Sentence on `count` contact points, `new_count` of which are new.
fn partly_new_points_sentence(point_count: usize, new_count: usize) -> Sentence {
    let points = contact_points(point_count);
    if new_count == 1 {
        return say!("One of {} is new; the others existed {}.", points, EXISTED_BEFORE);
    }
    let new_points = Value::number(symbol::NEW_POINTS, count(new_count));
    say!("{} of {} are new; the others existed {}.", new_points, points, EXISTED_BEFORE)
}

/// Sentence on the closing speeds, and on whether contacts bounce.
fn approach_sentence(context: &WorldContext, world: &World) -> Sentence {
    let Some(fastest) = fastest_approach(world) else {
        return Sentence::from("No bodies touch, so nothing can bounce in this solve.");
    };
    let speed = fastest.approach;
    let rounding = context.rounding(world);
    let closing = closing_speed(speed, rounding);
    let is_only_point = all_contact_points(world).count() == 1;
    if speed <= rounding {
        let template = if is_only_point {
            "Before forces act, the bodies do not approach at the contact point: their closing speed is c = {}, so \
             nothing bounces."
        } else {
            "Before forces act, the bodies approach at no contact point: the largest closing speed c is {}, so nothing \
             bounces."
        };
        return Sentence::fill(template, [Sentence::from(closing)]);
    }
    let which = if is_only_point { "the contact point's" } else { "the largest" };
    let threshold = context.setting.restitution_threshold;
    let limit = Value::number(symbol::BOUNCE_SPEED, quantity(threshold, 0.0, "m/s"));
    if speed <= threshold {
        say!("Before forces act, {} closing speed is c = {}. Contacts bounce only above {}.", which, closing, limit)
    } else {
        say!(
            "Before forces act, {} closing speed is c = {}. This is above {}, {}.",
            which,
            closing,
            limit,
            bounce_of_fastest(world)
        )
    }
}

/// Clause on whether the contact point that closes fastest bounces. The closing speed is above the threshold.
fn bounce_of_fastest(world: &World) -> &'static str {
    let points = world.contacts.iter().flat_map(|contact| contact.points.iter().map(move |point| (contact, point)));
    let fastest = points.max_by(|(_, a), (_, b)| a.approach.total_cmp(&b.approach));
    match fastest {
        Some((_, point)) if point.apart => "but the surfaces are still apart, so this contact does not bounce",
        Some((contact, _)) if contact.restitution == 0.0 => {
            "but the restitution is zero, so this contact does not bounce"
        }
        _ => "so the contact bounces",
    }
}

/// Sentence on the effect of gravity and applied forces.
fn force_sentence(context: &WorldContext, before: &World, after: &World) -> Sentence {
    let mut states = before.bodies.iter().zip(&after.bodies);
    if states.all(|(from, to)| from.velocity == to.velocity && from.angular_velocity == to.angular_velocity) {
        return Sentence::from("Neither gravity nor applied forces act on the bodies, so no velocity changes.");
    }
    let change = after.energy(&context.setting).kinetic - before.energy(&context.setting).kinetic;
    let least = least_energy(context);
    if change.abs() <= least {
        return Sentence::from(
            "Gravity and applied forces act on the bodies: the change of the kinetic energy is below rounding error.",
        );
    }
    let change = Value::number(symbol::KINETIC_CHANGE, quantity(change, least, "J"));
    say!("Gravity and applied forces accelerate the bodies: the kinetic energy changes by {}.", change)
}

/// Sentence on the constraint rows that the solve makes.
fn preparation_sentence(world: &World) -> Sentence {
    let rows = row_counts(world);
    let contacts = contact_rows_sentence(all_contact_points(world).count(), rows.contacts);
    let joints = match rows.joints {
        0 => Sentence::default(),
        1 => Sentence::from("One joint makes one row, for the motion that it constrains."),
        row_count => say!(
            "The joints make {}, one for each motion that they constrain.",
            counted(symbol::JOINT_ROWS, row_count, "row")
        ),
    };
    if contacts.is_empty() && joints.is_empty() {
        return Sentence::from("The bodies are free: no constraint acts in this solve.");
    }
    say!("{}{}", contacts, joints)
}

/// Sentence on the `row_count` rows of contacts, followed by a space; empty without rows.
fn contact_rows_sentence(point_count: usize, row_count: usize) -> Sentence {
    if row_count == 0 {
        return Sentence::default();
    }
    if point_count == 1 {
        let say = "The contact point makes two constraint rows: along its normal n the bodies must not approach, along \
                   its tangent t friction acts. ";
        return Sentence::from(say);
    }
    say!(
        "{} make {}: along each normal n the bodies must not approach, along each tangent t friction acts. ",
        contact_points(point_count),
        counted(symbol::CONSTRAINT_ROWS, row_count, "constraint row")
    )
}

/// Sentence on the impulse from which a row starts.
fn warm_start_sentence(view: &RowView<'_>) -> Sentence {
    if view.iteration.to == glam::DVec2::ZERO {
        say!(
            "{} has no impulse from the last solve and starts from λ = {}.",
            view.name_with_kind(),
            view.impulse_value()
        )
        .capitalized()
    } else {
        say!(
            "{} starts from the impulse that it had at the end of the last solve: λ = {}.",
            view.name_with_kind(),
            view.impulse_value()
        )
        .capitalized()
    }
}

/// Sentence of a direct solve; `ending_follows` says that the next sentence explains the ending.
fn direct_sentence(before: &World, after: &World, ending_follows: bool) -> Sentence {
    if let Some(Outcome::TooLarge { rows, .. }) = after.outcome {
        if ending_follows {
            return Sentence::from("The direct solver needs all rows at once.");
        }
        return say!(
            "The direct solver needs all {} at once, which is more than it takes.",
            counted(symbol::CONSTRAINT_ROWS, rows as usize, "row")
        );
    }
    // While the friction limits change, another round follows.
    if after.rounds.is_none()
        && let Some(direct) = &after.direct
    {
        return direct_result_sentence(direct);
    }
    let round = before.rounds.unwrap_or(0) as usize + 1;
    say!(
        "Round {} solves all rows at once with fixed friction limits; the new normal impulses then set the limits \
         anew.",
        Value::number(symbol::ROUNDS, count(round))
    )
}

/// Sentence on the result of a direct solve.
fn direct_result_sentence(direct: &Direct) -> Sentence {
    let how = match direct.outcome {
        DirectOutcome::Solved => "every row is satisfied",
        DirectOutcome::Inconsistent => "some rows contradict each other, and their error is the smallest possible",
        DirectOutcome::FrictionNotSettled => "the friction limits still change from round to round",
    };
    let rows = counted(symbol::CONSTRAINT_ROWS, direct.rows as usize, "row");
    let redundant = Value::number(symbol::REDUNDANT_ROWS, count(direct.redundant as usize));
    let depend = match direct.redundant {
        0 => Sentence::default(),
        1 => say!(" Of {}, {} is redundant: it follows from the others.", rows, redundant),
        _ => say!(" Of {}, {} are redundant: they follow from the others.", rows, redundant),
    };
    say!(
        "The direct solve of all rows at once is done after {}: {}.{}",
        counted(symbol::ROUNDS, direct.rounds as usize, "round"),
        how,
        depend
    )
}

/// Sentence on the correction of an overlap or a joint error.
fn position_sentence(view: &RowView<'_>) -> Sentence {
    let error = if view.row.is_joint() { "error" } else { "overlap" };
    let least = view.context.least_impulse();
    if view.iteration.from.length() <= least && view.iteration.to.length() <= least {
        return say!("{} has no {} to correct: λ = {}.", view.name_with_kind(), error, view.impulse_value())
            .capitalized();
    }
    say!(
        "{} corrects its {}: the correcting velocity was J v = {}. Its λ changes from {} to {}.",
        view.name_with_kind(),
        error,
        view.velocity_value(),
        view.impulse_before_value(),
        view.impulse_value()
    )
    .capitalized()
}

/// Sentence on the speed of a diverged body of index `body`, followed by a space; empty if neither of its speeds is a
/// finite one above the limit.
fn speed_sentence(context: &WorldContext, world: &World, body: u32) -> Sentence {
    let Some(state) = world.bodies.get(body as usize) else { return Sentence::default() };
    let speed = state.velocity.length();
    let angular_speed = state.angular_velocity.abs();
    if speed > SPEED_LIMIT && speed.is_finite() {
        speed_above_limit(context, body, "moves", speed, "m/s")
    } else if angular_speed > SPEED_LIMIT && angular_speed.is_finite() {
        speed_above_limit(context, body, "rotates", angular_speed, "rad/s")
    } else {
        Sentence::default()
    }
}

/// Sentence on the speed `speed` of a body, in `unit`, which is above the limit, followed by a space.
fn speed_above_limit(context: &WorldContext, body: u32, verb: &str, speed: f64, unit: &str) -> Sentence {
    let name = context.names.bodies.get(body as usize).map_or("", String::as_str);
    say!(
        "{} {} at {}, above the limit of {}. ",
        Sentence::body(name, Role::Member),
        verb,
        Value::number(symbol::BODY_SPEED, quantity(speed, 0.0, unit)),
        Value::number(symbol::SPEED_LIMIT, format!("1e6 {unit}"))
    )
}

/// Beats of the step that ends a solve: on the next solve, or on the ending of the run.
fn recording_beats(context: &WorldContext, world: &World, stop: Option<RunEnd<'_>>) -> Vec<Beat> {
    let Some(RunEnd { sentence: answer, kind }) = stop else {
        let say = say!(
            "Solve {} of {} of this frame is done. The next solve starts from its impulses.",
            Value::number(symbol::SOLVE, count(world.substep as usize)),
            Value::number(symbol::SOLVES, count(context.setting.substeps as usize))
        );
        return one_beat("end", say, None);
    };
    let event = Some(Event::Stop(kind));
    let Some(Outcome::Diverged { frame, body }) = world.outcome else {
        return one_beat("end", Sentence::answer(answer), event);
    };
    let speed = speed_sentence(context, world, body);
    if speed.is_empty() {
        return one_beat("diverged", Sentence::answer(answer), event);
    }
    let frame = Value::number(symbol::FRAME, count(frame as usize));
    one_beat("diverged", say!("{}The run ends in frame {}.", speed, frame), event)
}

/// Sentence on the row that a round of a direct solve changed most.
pub(super) fn most_changed_sentence(view: &RowView<'_>) -> Sentence {
    let row = view.name_with_kind().capitalized();
    say!(
        " {} changes the velocities most: its λ goes from {} to {}.",
        row,
        view.impulse_before_value(),
        view.impulse_value()
    )
}
