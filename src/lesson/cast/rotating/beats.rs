//! Sub-steps (beats) of conservative advancement of rotating bodies: their sentences, values and stop tests.

use super::pictures;
use super::step_context::StepContext;
use crate::answer::Finding;
use crate::answer::number::{count, length, number, two_digits};
use crate::lesson::cast::{first_contact, seconds, speed};
use crate::lesson::{Beat, Event, Sentence, StopTest, Value, say, symbol};
use crate::snapshot::cast::Outcome;
use crate::snapshot::rotating::{Axis, Bound, Carrier, LeastDistance, Phase};

impl StepContext<'_> {
    /// Beat of the listing's line `line`, with the pictures and values that belong to the line.
    fn beat(&self, line: &'static str, say: Sentence, event: Event) -> Beat {
        let mut points = vec![(1, self.after.t)];
        points.extend(self.after.upper.is_finite().then_some((0, self.after.upper)));
        let mut values = self.query_values(line);
        values.extend(self.bracket_values(line));
        Beat {
            line,
            say,
            pictures: self.detail.full(|| pictures::pictures_at_line(self, line)),
            values: self.detail.full(|| values),
            points,
            event: Some(event),
            ..Beat::default()
        }
    }
}

/// Beats of a step.
pub(super) fn beats(step: &StepContext<'_>) -> Vec<Beat> {
    match step.before.phase {
        _ if step.ending.is_some() => vec![ending_beat(step)],
        Phase::Search => search_beats(step),
        Phase::Probe => vec![probe_beat(step)],
        Phase::Gap => vec![gap_beat(step)],
        Phase::Conclusion => vec![ending_beat(step)],
    }
}

/// Beat of the answer.
fn ending_beat(step: &StepContext<'_>) -> Beat {
    let event = step.ending.map_or(Event::Bound, Event::Stop);
    let mut beat = step.beat("end", Sentence::answer(&step.verdict.say), event);
    if let Finding::FirstContact(found) = &step.verdict.finding {
        let mut values = Vec::new();
        if let Some(t) = found.t_first.filter(|_| !found.at_start) {
            let text = first_contact(t, [found.lower, found.upper.unwrap_or(t)], found.t_max);
            values.push(Value::of(symbol::CONTACT_TIME, text, "asked"));
        }
        values.extend(found.gap.map(|gap| Value::number(symbol::LEAST_DISTANCE, length(gap))));
        values.extend((step.after.ending == Some(Outcome::TooLate)).then(|| step.end_time_value()));
        beat.values.extend(step.detail.full(|| values));
    }
    beat
}

/// Beats of a search step: the distance, the largest speed at which it can shrink, and the time until which the motion
/// is safe; or the end of the search.
fn search_beats(step: &StepContext<'_>) -> Vec<Beat> {
    let after = step.after;
    let t = step.after.query_time;
    let [a, b] = step.names();
    let mut judge = step.beat("judge", distance_sentence(step), Event::Support);
    judge.points.clear();
    let overlap = StopTest::new("Overlapping", "start", "upper < 0", after.by_overlap);
    let surface = StopTest::new("surface reached", "stop-gap", "lower ≤ ρ", after.by_gap);
    let (line, say, stop) = match (after.phase, after.ending) {
        (_, Some(Outcome::Grazing)) if t == 0.0 => {
            ("start", say!("{} and {} are closer than the rounding error: contact cannot be decided.", a, b), &overlap)
        }
        (_, Some(Outcome::Overlapping | Outcome::Touching)) if t == 0.0 => {
            ("start", say!("{} and {} are in contact at the start, so the search ends.", a, b), &overlap)
        }
        (_, Some(Outcome::NoRelativeMotion)) => {
            let say = say!("{} does not move relative to {}, so the distance stays {}.", b, a, step.distance_value());
            ("start", say, &overlap)
        }
        (_, Some(Outcome::Grazing)) => (
            "stop-gap",
            say!("{} and {} are closer than the rounding error: contact cannot be decided.", a, b),
            &surface,
        ),
        (Phase::Probe, _) => {
            let say =
                say!("The gap is below rounding error. The next step tests whether {} and {} overlap later.", a, b);
            ("stop-gap", say, &surface)
        }
        _ => return vec![judge, speed_beat(step, surface), advance_beat(step)],
    };
    let mut last = Beat { stops: vec![stop.clone()], ..step.beat(line, say, Event::Bound) };
    if t == 0.0 && !matches!(after.ending, Some(Outcome::Overlapping | Outcome::Touching | Outcome::NoRelativeMotion)) {
        last.stops.insert(0, overlap);
    }
    vec![judge, last]
}

/// Sentence on the distance at the queried time.
fn distance_sentence(step: &StepContext<'_>) -> Sentence {
    let when = step.at_this_time();
    let [a, b] = step.names();
    match step.distance() {
        _ if step.is_touching() => say!("{}, {} and {} touch: their distance is below rounding error.", when, a, b),
        distance if distance < 0.0 => say!("{}, {} and {} overlap by {}.", when, a, b, step.distance_value()),
        _ => say!("{}, {} and {} are {} apart.", when, a, b, step.distance_value()),
    }
}

/// Sentence on the speeds at which velocities and rotations can close the gap.
fn speed_sentence(step: &StepContext<'_>, bound: &Bound) -> Sentence {
    let [a, b] = step.names();
    let n = step.normal_name();
    let translation = match bound.along {
        along if along < 0.0 => {
            say!("{} and {} separate along {} at {}", &a, &b, n, step.speed_along_normal(symbol::OPENING_SPEED, -along))
        }
        along if along > 0.0 => {
            say!("{} and {} approach along {} at {}", &a, &b, n, step.speed_along_normal(symbol::CLOSING_SPEED, along))
        }
        _ => say!("{} and {} do not approach along {}", &a, &b, n),
    };
    let [speed_a, speed_b] = bound.rotation;
    let speed_a = Value::number(symbol::ROTATION_SPEED_A, speed(speed_a));
    let speed_b = Value::number(symbol::ROTATION_SPEED_B, speed(speed_b));
    let rotation = match bound.rotation.map(|speed| speed > 0.0) {
        [true, true] => {
            say!("; the rotations of {} and {} close the gap by at most |n × ω| r = {} and {}", a, b, speed_a, speed_b)
        }
        [true, false] => say!("; the rotation of {} closes the gap by at most |n × ω| r = {}", a, speed_a),
        [false, true] => say!("; the rotation of {} closes the gap by at most |n × ω| r = {}", b, speed_b),
        [false, false] => Sentence::default(),
    };
    let rotates = bound.rotation != [0.0; 2];
    match bound.sum {
        _ if !rotates => say!("{}; nothing rotates.", translation),
        // The only term is the sum.
        _ if bound.along == 0.0 && bound.rotation.contains(&0.0) => say!("{}{}.", translation, rotation),
        sum if sum < 0.0 => {
            let grows = step.slope_value(symbol::LEAST_GROWTH, -sum);
            say!("{}{}. In sum, the gap grows by at least {}.", translation, rotation, grows)
        }
        sum if sum > 0.0 => {
            let shrinks = step.slope_value(symbol::MOST_CLOSING_SPEED, sum);
            say!("{}{}. In sum, the gap closes by at most {}.", translation, rotation, shrinks)
        }
        _ => say!("{}{}. In sum, the gap does not close.", translation, rotation),
    }
}

/// Beat of the largest speed at which the gap can close; `surface` is the test whether the bodies touch.
fn speed_beat(step: &StepContext<'_>, surface: StopTest) -> Beat {
    let Some(bound) = step.after.bound else { return Beat::default() };
    let say = speed_sentence(step, &bound);
    let mut beat = step.beat("bound", say, Event::Bound);
    beat.values.extend(step.detail.full(|| step.closing_speed_values()));
    beat.stops = vec![surface];
    if step.after.query_time == 0.0 {
        beat.stops.insert(0, StopTest::new("Overlapping", "start", "upper < 0", step.after.by_overlap));
    }
    beat.points.clear();
    beat
}

/// Beat of the time until which the gap stays open, or of the end of the search.
fn advance_beat(step: &StepContext<'_>) -> Beat {
    let after = step.after;
    let miss = StopTest::new("MovesApart", "miss", "c_max ≤ 0", after.by_bound);
    let line = if step.is_bilateral { "through" } else { "late" };
    let late = StopTest::new("TooLate", line, "t > t_max", after.by_end);
    let limit = StopTest::new("IterationLimit", "stop-limit", "k ≥ limit", after.by_limit);
    let n = step.normal_name();
    let (line, say, stops) = match after.ending {
        Some(Outcome::MovesApart | Outcome::PassesBy) => {
            ("miss", say!("The gap along {} never closes, so the bodies never meet.", n), vec![miss])
        }
        Some(Outcome::TooLate) => {
            let say = say!(
                "The gap along {} cannot close before the motion ends at {}: no contact.",
                n,
                step.end_time_value()
            );
            ("late", say, vec![miss, late])
        }
        Some(Outcome::IterationLimit) => {
            let say = say!("The gap along {} can still close, but the iteration limit is reached.", n);
            ("stop-limit", say, vec![miss, late, limit])
        }
        _ => ("advance", safe_sentence(step), vec![miss, late, limit]),
    };
    if let Some(axis) = step.new_carried_axis().filter(|_| !matches!(line, "miss" | "stop-limit")) {
        return carried_normal_beat(step, &axis);
    }
    let mut beat = step.beat(line, say, Event::Bound);
    beat.values.extend(step.detail.full(|| {
        let mut values = step.closing_speed_values();
        if line == "late" {
            values.push(step.end_time_value());
        }
        values
    }));
    beat.stops = stops;
    beat
}

/// Sentence on the time until which the gap stays open at the largest closing speed.
fn safe_sentence(step: &StepContext<'_>) -> Sentence {
    let gap = if step.is_touching() { Sentence::from("the gap") } else { say!("the gap of {}", step.distance_value()) };
    match step.after.bound.filter(|bound| bound.sum > 0.0) {
        Some(bound) => {
            let speed = step.slope_value(symbol::MOST_CLOSING_SPEED, bound.sum);
            say!(
                "At {} or less, {} cannot close before t₀ = {}: no contact until then.",
                speed,
                gap,
                step.lower_value()
            )
        }
        None => say!("{} cannot close before t₀ = {}.", gap, step.lower_value()).capitalized(),
    }
}

/// Number of evaluations of the gap along a carried normal, as a value.
fn evaluations_value(axis: &Axis) -> Value {
    Value::number(symbol::GAP_EVALUATIONS, count(axis.evaluations as usize))
}

/// Bound of the second derivative of the gap along a carried normal, as a value.
fn curvature_value(axis: &Axis) -> Value {
    Value::number(symbol::CURVATURE, format!("{} m/s²", &*number(axis.curvature)))
}

/// Beat of bilateral advancement: a normal is carried along with a body, and the gap along it stays open for a time.
fn carried_normal_beat(step: &StepContext<'_>, axis: &Axis) -> Beat {
    let after = step.after;
    let [a, b] = step.names();
    let carrier = match axis.carrier {
        Carrier::World => Sentence::from("stays fixed in the world"),
        Carrier::Body(0) => say!("rotates with {}", a),
        Carrier::Body(_) => say!("rotates with {}", b),
    };
    let (line, until) = match after.ending {
        Some(Outcome::TooLate) => ("through", say!("until the motion ends at {}: no contact", step.end_time_value())),
        _ => {
            let until = if axis.until == after.t {
                step.lower_value()
            } else {
                Value::number(symbol::OPEN_UNTIL, seconds(axis.until))
            };
            ("carry", say!("until {}", until))
        }
    };
    let say = say!(
        "{} {}, and the gap along it stays open {}. The proof takes {} evaluations of the gap, whose second derivative \
         is at most {}.",
        step.normal_name(),
        carrier,
        until,
        evaluations_value(axis),
        curvature_value(axis)
    );
    let mut beat = step.beat(line, say, Event::Bound);
    beat.values
        .extend(step.detail.full(|| vec![evaluations_value(axis), curvature_value(axis), step.end_time_value()]));
    beat.stops = vec![StopTest::new("MovesApart", "miss", "c_max ≤ 0", after.by_bound)];
    beat
}

/// Beat of a probe: a distance query at a slightly later time, where an overlap proves contact.
fn probe_beat(step: &StepContext<'_>) -> Beat {
    let after = step.after;
    let ahead = after.query_time - after.t;
    let when = step.at_this_time();
    let [a, b] = step.names();
    let later = Value::number(symbol::TIME_AHEAD, format!("{} s", two_digits(ahead)));
    let say = match (after.by_overlap.holds(), step.distance()) {
        (true, _) if step.is_touching() => {
            say!("{}, {} later, {} and {} overlap: they touch at this time or earlier.", when, &later, a, b)
        }
        (true, _) => {
            say!(
                "{}, {} later, {} and {} overlap by {}: they touch at this time or earlier.",
                when,
                &later,
                a,
                b,
                step.distance_value()
            )
        }
        (false, d) if d > 0.0 && !step.is_touching() => {
            say!("{}, {} later, {} and {} are {} apart.", when, &later, a, b, step.distance_value())
        }
        (false, _) => {
            say!("{}, {} later, {} and {} still touch: their distance is below rounding error.", when, &later, a, b)
        }
    };
    let mut beat = step.beat("probe", say, Event::Support);
    beat.values.extend(step.detail.full(|| vec![later]));
    beat.stops = vec![StopTest::new("Hit", "probe", "upper < 0", after.by_overlap)];
    beat
}

/// Beat of a step that bounds the least distance of a miss, by a query or by the result of all queries.
fn gap_beat(step: &StepContext<'_>) -> Beat {
    let after = step.after;
    let LeastDistance { queried: least, lower: bound } = after.gap.unwrap_or_default();
    let is_query = after.samples.len() > step.before.samples.len();
    let [a, b] = step.names();
    let never_below = Value::of(symbol::NEVER_BELOW, length(bound), "bound");
    let least = Value::number(symbol::LEAST_DISTANCE, length(least));
    let say = if is_query {
        say!(
            "At t = {}, where the lower bound was least before this query, {} and {} are {} apart.",
            step.time_value(),
            a,
            b,
            step.distance_value()
        )
    } else {
        say!(
            "The lower bound of the distance never falls below {}; the least distance found is {}.",
            &never_below,
            &least
        )
    };
    let mut beat = step.beat("gap", say, Event::Bound);
    // A query at one time does not complete the proof of the least distance.
    if !is_query {
        beat.values.extend(step.detail.full(|| vec![least, never_below]));
    }
    beat
}
