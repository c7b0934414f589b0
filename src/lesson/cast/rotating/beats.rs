//! Sub-steps (beats) of conservative and bilateral advancement of rotating bodies: their sentences, values and stop
//! tests.

use contact_lens_model::answer::Finding;
use contact_lens_model::answer::number::{count, length, number, two_digits};
use contact_lens_model::snapshot::cast::Outcome;
use contact_lens_model::snapshot::rotating::{Axis, Bound, Carrier, LeastDistance, Phase};

use super::pictures;
use super::step_context::StepContext;
use crate::cast::{LOWER_CURVE, UPPER_CURVE, first_contact, seconds, speed};
use crate::{Beat, Event, Sentence, StopTest, Value, say, symbol};

impl StepContext<'_> {
    /// Beat of the listing's line `line`, with the pictures and values that belong to the line.
    fn beat(&self, line: &'static str, say: Sentence, event: Event) -> Beat {
        let mut points = vec![(LOWER_CURVE, self.after.t)];
        if self.after.upper.is_finite() {
            points.push((UPPER_CURVE, self.after.upper));
        }
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
    if step.ending.is_some() {
        return vec![ending_beat(step)];
    }
    match step.before.phase {
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
    if let Finding::FirstContact(contact) = &step.verdict.finding {
        let mut values = Vec::new();
        // A contact at the start needs no time.
        if let Some(t) = contact.t_first.filter(|_| !contact.at_start) {
            let text = first_contact(t, [contact.lower, contact.upper.unwrap_or(t)], contact.t_max);
            values.push(Value::of(symbol::CONTACT_TIME, text, "asked"));
        }
        values.extend(contact.gap.map(|gap| Value::number(symbol::LEAST_DISTANCE, length(gap))));
        if step.after.ending == Some(Outcome::TooLate) {
            values.push(step.end_time_value());
        }
        beat.values.extend(step.detail.full(|| values));
    }
    beat
}

/// Beats of a search step: the distance, the largest speed at which it can shrink, and the time until which the motion
/// is safe; or the distance and the end of the search.
fn search_beats(step: &StepContext<'_>) -> Vec<Beat> {
    let mut judge = step.beat("judge", distance_sentence(step), Event::Support);
    judge.points.clear();
    match end_of_search_beat(step) {
        Some(end) => vec![judge, end],
        None => vec![judge, speed_beat(step), advance_beat(step)],
    }
}

/// Stop test of a query at the start whether the bodies overlap.
fn overlap_test(step: &StepContext<'_>) -> StopTest {
    StopTest::new("Overlapping", "start", "upper < 0", step.after.by_overlap)
}

/// Stop test of a search step whether the bodies touch.
fn surface_test(step: &StepContext<'_>) -> StopTest {
    StopTest::new("surface reached", "stop-gap", "lower ≤ ρ", step.after.by_gap)
}

/// Beat of a distance query that ends the search; `None` if the step goes on to the closing speed.
fn end_of_search_beat(step: &StepContext<'_>) -> Option<Beat> {
    let (line, say) = end_of_search_sentence(step)?;
    let mut beat = step.beat(line, say, Event::Bound);
    beat.stops.push(if line == "start" { overlap_test(step) } else { surface_test(step) });
    // A search that goes on from the start has passed the test for overlap before the other one.
    let ends_at_start =
        matches!(step.after.ending, Some(Outcome::Overlapping | Outcome::Touching | Outcome::NoRelativeMotion));
    if step.after.query_time == 0.0 && !ends_at_start {
        beat.stops.insert(0, overlap_test(step));
    }
    Some(beat)
}

/// Line of the listing and sentence on the distance query that ends the search; `None` if the search goes on or ends
/// for the closing speed or the time.
fn end_of_search_sentence(step: &StepContext<'_>) -> Option<(&'static str, Sentence)> {
    let after = step.after;
    let [a, b] = step.names();
    let is_at_start = after.query_time == 0.0;
    if after.ending == Some(Outcome::Grazing) {
        let line = if is_at_start { "start" } else { "stop-gap" };
        return Some((line, say!("{} and {} are closer than the rounding error: contact cannot be decided.", a, b)));
    }
    if is_at_start && matches!(after.ending, Some(Outcome::Overlapping | Outcome::Touching)) {
        return Some(("start", say!("{} and {} are in contact at the start, so the search ends.", a, b)));
    }
    if after.ending == Some(Outcome::NoRelativeMotion) {
        let say = say!("{} does not move relative to {}, so the distance stays {}.", b, a, step.distance_value());
        return Some(("start", say));
    }
    if after.phase == Phase::Probe {
        let say = say!("The gap is below rounding error. The next step tests whether {} and {} overlap later.", a, b);
        return Some(("stop-gap", say));
    }
    None
}

/// Sentence on the distance at the queried time.
fn distance_sentence(step: &StepContext<'_>) -> Sentence {
    let time = step.at_this_time();
    let [a, b] = step.names();
    if step.is_touching() {
        say!("{}, {} and {} touch: their distance is below rounding error.", time, a, b)
    } else if step.distance() < 0.0 {
        say!("{}, {} and {} overlap by {}.", time, a, b, step.distance_value())
    } else {
        say!("{}, {} and {} are {} apart.", time, a, b, step.distance_value())
    }
}

/// Clause on the velocities of the bodies along the normal: whether they close or open the gap.
fn translation_clause(step: &StepContext<'_>, bound: &Bound) -> Sentence {
    let [a, b] = step.names();
    let n = step.normal_name();
    let along = bound.along;
    if along < 0.0 {
        let opening = step.speed_along_normal(symbol::OPENING_SPEED, -along);
        say!("{} and {} separate along {} at {}", a, b, n, opening)
    } else if along > 0.0 {
        let closing = step.speed_along_normal(symbol::CLOSING_SPEED, along);
        say!("{} and {} approach along {} at {}", a, b, n, closing)
    } else {
        say!("{} and {} do not approach along {}", a, b, n)
    }
}

/// Clause on the speeds at which rotations can close the gap; empty if no body can close it by rotation.
fn rotation_clause(step: &StepContext<'_>, bound: &Bound) -> Sentence {
    let [a, b] = step.names();
    let [speed_a, speed_b] = bound.rotation;
    let [closes_a, closes_b] = bound.rotation.map(|speed| speed > 0.0);
    let speed_a = Value::number(symbol::ROTATION_SPEED_A, speed(speed_a));
    let speed_b = Value::number(symbol::ROTATION_SPEED_B, speed(speed_b));
    match [closes_a, closes_b] {
        [true, true] => {
            say!("; the rotations of {} and {} close the gap by at most |n × ω| r = {} and {}", a, b, speed_a, speed_b)
        }
        [true, false] => say!("; the rotation of {} closes the gap by at most |n × ω| r = {}", a, speed_a),
        [false, true] => say!("; the rotation of {} closes the gap by at most |n × ω| r = {}", b, speed_b),
        [false, false] => Sentence::default(),
    }
}

/// Sentences on the speeds at which velocities and rotations can close the gap, and on their sum.
fn speed_sentence(step: &StepContext<'_>, bound: &Bound) -> Sentence {
    let translation = translation_clause(step, bound);
    if bound.rotation == [0.0; 2] {
        return say!("{}; nothing rotates.", translation);
    }
    let rotation = rotation_clause(step, bound);
    let has_one_term = bound.along == 0.0 && bound.rotation.contains(&0.0);
    if has_one_term {
        say!("{}{}.", translation, rotation)
    } else if bound.sum < 0.0 {
        let growth = step.slope_value(symbol::LEAST_GROWTH, -bound.sum);
        say!("{}{}. In sum, the gap grows by at least {}.", translation, rotation, growth)
    } else if bound.sum > 0.0 {
        let closing = step.slope_value(symbol::MOST_CLOSING_SPEED, bound.sum);
        say!("{}{}. In sum, the gap closes by at most {}.", translation, rotation, closing)
    } else {
        say!("{}{}. In sum, the gap does not close.", translation, rotation)
    }
}

/// Beat of the largest speed at which the gap can close.
fn speed_beat(step: &StepContext<'_>) -> Beat {
    let Some(bound) = step.after.bound else { return Beat::default() };
    let mut beat = step.beat("bound", speed_sentence(step, &bound), Event::Bound);
    beat.values.extend(step.detail.full(|| step.closing_speed_values()));
    if step.after.query_time == 0.0 {
        beat.stops.push(overlap_test(step));
    }
    beat.stops.push(surface_test(step));
    beat.points.clear();
    beat
}

/// Beat of the time until which the gap stays open, or of the end of the search.
fn advance_beat(step: &StepContext<'_>) -> Beat {
    let after = step.after;
    let miss = StopTest::new("MovesApart", "miss", "c_max ≤ 0", after.by_bound);
    let late_line = if step.is_bilateral { "through" } else { "late" };
    let late = StopTest::new("TooLate", late_line, "t > t_max", after.by_end);
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
    // A new carried normal, and not the closing speed, is the reason why the bodies do not meet for a time.
    if matches!(line, "advance" | "late")
        && let Some(axis) = step.new_carried_axis()
    {
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
    let lower = step.lower_value();
    match step.after.bound {
        Some(bound) if bound.sum > 0.0 => {
            let closing = step.slope_value(symbol::MOST_CLOSING_SPEED, bound.sum);
            say!("At {} or less, {} cannot close before t₀ = {}: no contact until then.", closing, gap, lower)
        }
        _ => say!("{} cannot close before t₀ = {}.", gap, lower).capitalized(),
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
    let (line, until) = if after.ending == Some(Outcome::TooLate) {
        ("through", say!("until the motion ends at {}: no contact", step.end_time_value()))
    } else if axis.until == after.t {
        ("carry", say!("until {}", step.lower_value()))
    } else {
        ("carry", say!("until {}", Value::number(symbol::OPEN_UNTIL, seconds(axis.until))))
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
    let time = step.at_this_time();
    let [a, b] = step.names();
    let time_ahead = after.query_time - after.t;
    let delay = Value::number(symbol::TIME_AHEAD, format!("{} s", two_digits(time_ahead)));
    let is_overlap = after.by_overlap.holds();
    let say = if is_overlap && step.is_touching() {
        say!("{}, {} later, {} and {} overlap: they touch at this time or earlier.", time, &delay, a, b)
    } else if is_overlap {
        say!(
            "{}, {} later, {} and {} overlap by {}: they touch at this time or earlier.",
            time,
            &delay,
            a,
            b,
            step.distance_value()
        )
    } else if step.distance() > 0.0 && !step.is_touching() {
        say!("{}, {} later, {} and {} are {} apart.", time, &delay, a, b, step.distance_value())
    } else {
        say!("{}, {} later, {} and {} still touch: their distance is below rounding error.", time, &delay, a, b)
    };
    let mut beat = step.beat("probe", say, Event::Support);
    beat.values.extend(step.detail.full(|| vec![delay]));
    beat.stops = vec![StopTest::new("Hit", "probe", "upper < 0", after.by_overlap)];
    beat
}

/// Beat of a step that bounds the least distance of a miss, by a query or by the result of all queries.
fn gap_beat(step: &StepContext<'_>) -> Beat {
    let after = step.after;
    let LeastDistance { queried, lower } = after.gap.unwrap_or_default();
    let is_query = after.samples.len() > step.before.samples.len();
    let [a, b] = step.names();
    let never_below = Value::of(symbol::NEVER_BELOW, length(lower), "bound");
    let least = Value::number(symbol::LEAST_DISTANCE, length(queried));
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
