//! Sub-steps (beats) of conservative advancement with rotation: sentences and values.

use super::pictures;
use super::step_context::StepContext;
use crate::answer::number::{count, length, number, two_digits, vector};
use crate::answer::{Finding, Shown};
use crate::lesson::cast::phases::speed;
use crate::lesson::cast::{first_contact, seconds};
use crate::lesson::{Beat, Event, StopTest, Value, symbol};
use crate::snapshot::cast::Outcome;
use crate::snapshot::rotating::{Axis, Carrier, Phase};

impl StepContext<'_> {
    /// Distance at the displayed time, meters.
    fn distance(&self) -> f64 {
        let (_, found) = self.shown();
        found.map_or(0.0, |found| found.d.unwrap_or(found.lower))
    }

    fn length(&self, meters: f64) -> Shown {
        self.context.pair.length(meters)
    }

    /// Whether the distance is below the rounding error.
    pub(super) fn touches(&self) -> bool {
        self.context.pair.is_rounding(self.distance())
    }

    /// Axis that was carried along in this step; `None` if there is no new one.
    pub(super) fn carried(&self) -> Option<Axis> {
        axis_of(self.after).filter(|axis| axis_of(self.before) != Some(*axis))
    }

    fn query_values(&self, line: &str) -> Vec<Value> {
        let (t, found) = self.shown();
        let mut values = vec![
            Value::of(symbol::TIME, seconds(t), "asked"),
            Value::of(symbol::DISTANCE, self.length(self.distance()), "witness"),
        ];
        if let Some(normal) = found.and_then(|found| found.normal).filter(|_| line != "judge") {
            values.push(Value::of(symbol::NORMAL, vector(normal), "n"));
        }
        values
    }

    /// Proven bounds of the time of contact as known at this line, seconds: the distance and the closing speed precede
    /// the new lower bound. The upper bound is infinite while none is known.
    pub(super) fn known_bracket(&self, line: &str) -> [f64; 2] {
        let known = if matches!(line, "judge" | "bound") { self.before } else { self.after };
        [known.t, known.upper]
    }

    fn bracket_values(&self, line: &str) -> Vec<Value> {
        let [lower, upper] = self.known_bracket(line);
        let lower = (lower > 0.0).then(|| Value::of(symbol::TIME_AT_LEAST, seconds(lower), "lower"));
        let upper = upper.is_finite().then(|| Value::of(symbol::TIME_AT_MOST, seconds(upper), "upper"));
        lower.into_iter().chain(upper).collect()
    }

    fn bound(&self) -> Vec<Value> {
        let Some(bound) = self.after.bound else { return Vec::new() };
        vec![
            Value::number(symbol::APPROACH_SPEED, speed(bound.along)),
            Value::number(symbol::TURNING_A, speed(bound.turning[0])),
            Value::number(symbol::TURNING_B, speed(bound.turning[1])),
            Value::number(symbol::MOST_CLOSING_SPEED, speed(bound.sum)),
        ]
    }

    fn beat(&self, line: &'static str, say: String, event: Event) -> Beat {
        let mut points = vec![(1, self.after.t)];
        points.extend(self.after.upper.is_finite().then_some((0, self.after.upper)));
        let mut values = self.query_values(line);
        values.extend(self.bracket_values(line));
        Beat {
            line,
            say: say.into(),
            pictures: self.detail.full(|| pictures::of(self, line)),
            values: self.detail.full(|| values),
            points,
            event: Some(event),
            ..Beat::default()
        }
    }
}

fn axis_of(state: &crate::snapshot::rotating::RotatingCast) -> Option<Axis> {
    state.axis.as_ref().map(|(axis, _)| *axis)
}

pub(super) fn beats(step: &StepContext<'_>) -> Vec<Beat> {
    match step.before.phase {
        _ if step.worth.is_some() => vec![ending_beat(step)],
        Phase::Search => search(step),
        Phase::Probe => vec![probe(step)],
        Phase::Gap => vec![gap(step)],
        Phase::Conclusion => vec![ending_beat(step)],
    }
}

fn ending_beat(step: &StepContext<'_>) -> Beat {
    let event = step.worth.map_or(Event::Bound, Event::Stop);
    let mut beat = step.beat("end", step.verdict.say.clone(), event);
    if let Finding::FirstContact(found) = &step.verdict.finding {
        let mut more = Vec::new();
        if let Some(t) = found.t_first {
            let text = first_contact(t, [found.lower, found.upper.unwrap_or(t)], found.t_max);
            more.push(Value::of(symbol::CONTACT_TIME, text, "asked"));
        }
        if let (Some(_), Some(upper)) = (found.t_first, found.upper) {
            let half = format!("{} s", two_digits(0.5 * (upper - found.lower)));
            more.push(Value::number(symbol::HALF_BRACKET, half));
        }
        more.extend(found.gap.map(|gap| Value::number(symbol::LEAST_DISTANCE, length(gap))));
        more.push(Value::number(symbol::END_TIME, seconds(found.t_max)));
        beat.values.extend(step.detail.full(|| more));
    }
    beat
}

/// Beats of a search step: the distance, the closing speed, and the safe time.
fn search(step: &StepContext<'_>) -> Vec<Beat> {
    let after = step.after;
    let t = step.after.asked;
    let [a, b] = &step.context.pair.names;
    let say = distance_sentence(step);
    let mut judge = step.beat("judge", say, Event::Support);
    judge.points.clear();
    let overlap = StopTest::new("Overlapping", "start", "upper < 0", after.by_overlap);
    let surface = StopTest::new("surface reached", "stop-gap", "lower ≤ ρ", after.by_gap);
    let mut last = match (after.phase, after.ending) {
        (_, Some(Outcome::Grazing)) if t == 0.0 => {
            let say =
                format!("{a} and {b} are closer than the rounding error at the start: contact cannot be decided.");
            Beat { stops: vec![overlap.clone()], ..step.beat("start", say, Event::Bound) }
        }
        (_, Some(Outcome::Overlapping | Outcome::Touching)) if t == 0.0 => {
            let say = format!("{a} and {b} are in contact at 0 s, whatever the motion.");
            Beat { stops: vec![overlap.clone()], ..step.beat("start", say, Event::Bound) }
        }
        (_, Some(Outcome::NoRelativeMotion)) => {
            let say =
                format!("{b} does not move relative to {a}, so the distance stays {}.", step.length(step.distance()));
            Beat { stops: vec![overlap.clone()], ..step.beat("start", say, Event::Bound) }
        }
        (_, Some(Outcome::Grazing)) => {
            let say = format!("{a} and {b} are closer than the rounding error: contact cannot be decided.");
            Beat { stops: vec![surface], ..step.beat("stop-gap", say, Event::Bound) }
        }
        (Phase::Probe, _) => {
            let say =
                String::from("The gap is below rounding error. Slightly later times are tested for overlap next.");
            Beat { stops: vec![surface], ..step.beat("stop-gap", say, Event::Bound) }
        }
        _ => return vec![judge, bound(step, surface), advance(step)],
    };
    if t == 0.0 && !matches!(after.ending, Some(Outcome::Overlapping | Outcome::Touching | Outcome::NoRelativeMotion)) {
        last.stops.insert(0, overlap);
    }
    vec![judge, last]
}

/// Sentence on the distance at the queried time.
fn distance_sentence(step: &StepContext<'_>) -> String {
    let t = seconds(step.after.asked);
    let [a, b] = &step.context.pair.names;
    let d = step.length(step.distance().abs());
    match step.distance() {
        _ if step.touches() => format!("{a} and {b} touch at {t}: the distance is zero to rounding."),
        distance if distance < 0.0 => format!("{a} and {b} overlap by {d} at {t}."),
        _ => format!("{a} and {b} are {d} apart at {t}."),
    }
}

fn bound(step: &StepContext<'_>, surface: StopTest) -> Beat {
    let Some(bound) = step.after.bound else { return Beat::default() };
    let [a, b] = &step.context.pair.names;
    let along = speed(bound.along.abs());
    let moves = match bound.along {
        along_n if along_n < 0.0 => format!("separate along n at {along}"),
        along_n if along_n > 0.0 => format!("approach along n at {along}"),
        _ => String::from("do not approach along n"),
    };
    let [turn_a, turn_b] = bound.turning.map(speed);
    let turns = match bound.turning.map(|turning| turning > 0.0) {
        [true, true] => format!("rotation of {a} closes the gap by at most {turn_a}, rotation of {b} by {turn_b}"),
        [true, false] => format!("rotation of {a} closes the gap by at most {turn_a}"),
        [false, true] => format!("rotation of {b} closes the gap by at most {turn_b}"),
        [false, false] => String::from("nothing rotates"),
    };
    let all = match bound.sum {
        sum if sum < 0.0 => format!("The gap grows by at least {}.", speed(-sum)),
        sum if sum > 0.0 => format!("The gap shrinks by at most {}.", speed(sum)),
        _ => String::from("The gap does not shrink."),
    };
    let say = format!("{a} and {b} {moves}; {turns}. {all}");
    let mut beat = step.beat("bound", say, Event::Bound);
    beat.values.extend(step.detail.full(|| step.bound()));
    beat.stops = vec![surface];
    if step.after.asked == 0.0 {
        beat.stops.insert(0, StopTest::new("Overlapping", "start", "upper < 0", step.after.by_overlap));
    }
    beat.points.clear();
    beat
}

fn advance(step: &StepContext<'_>) -> Beat {
    let after = step.after;
    let miss = StopTest::new("MovesApart", "miss", "c_max ≤ 0", after.by_bound);
    let line = if step.bilateral { "through" } else { "late" };
    let late = StopTest::new("TooLate", line, "t > t_max", after.by_end);
    let limit = StopTest::new("IterationLimit", "stop-limit", "k ≥ limit", after.by_limit);
    let (line, say, stops) = match after.ending {
        Some(Outcome::MovesApart | Outcome::PassesBy) => {
            ("miss", String::from("The gap along n never closes, so the bodies never meet."), vec![miss])
        }
        Some(Outcome::TooLate) => {
            let end = seconds(after.t_max);
            (
                "late",
                format!("The gap along n cannot close before the motion ends at {end}: no contact."),
                vec![miss, late],
            )
        }
        Some(Outcome::IterationLimit) => (
            "stop-limit",
            String::from("The gap along n can still close, but the iteration limit is reached."),
            vec![miss, late, limit],
        ),
        _ => (
            "advance",
            format!("The gap along n cannot close before {}, so there is no contact before.", seconds(after.t)),
            vec![miss, late, limit],
        ),
    };
    if let Some(axis) = step.carried().filter(|_| !matches!(line, "miss" | "stop-limit")) {
        return carried(step, &axis);
    }
    let mut beat = step.beat(line, say, Event::Bound);
    beat.values.extend(step.detail.full(|| {
        let mut values = step.bound();
        if line == "late" {
            values.push(Value::number(symbol::END_TIME, seconds(after.t_max)));
        }
        values
    }));
    beat.stops = stops;
    beat
}

/// Beat of a normal that is carried along with the motion.
fn carried(step: &StepContext<'_>, axis: &Axis) -> Beat {
    let after = step.after;
    let names = &step.context.pair.names;
    let with = match axis.carrier {
        Carrier::World => String::from("stays fixed in the world"),
        Carrier::Body(body) => format!("rotates with {}", names[usize::from(body)]),
    };
    let (line, until) = match after.ending {
        Some(Outcome::TooLate) => ("through", format!("until the motion ends at {}: no contact", seconds(after.t_max))),
        _ => ("carry", format!("until {}", seconds(axis.until))),
    };
    let say = format!(
        "n {with}, and the gap along it stays open {until}. {} evaluations prove it: the gap's second derivative is at most {} m/s².",
        axis.values,
        &*number(axis.bend),
    );
    let mut beat = step.beat(line, say, Event::Bound);
    beat.values.extend(step.detail.full(|| {
        vec![
            Value::number(symbol::GAP_EVALUATIONS, count(axis.values as usize)),
            Value::number(symbol::CURVATURE, format!("{} m/s²", &*number(axis.bend))),
            Value::number(symbol::END_TIME, seconds(after.t_max)),
        ]
    }));
    beat.stops = vec![StopTest::new("MovesApart", "miss", "c_max ≤ 0", after.by_bound)];
    beat
}

fn probe(step: &StepContext<'_>) -> Beat {
    let after = step.after;
    let ahead = after.asked - after.t;
    let [a, b] = &step.context.pair.names;
    let t = seconds(after.asked);
    let later = two_digits(ahead);
    let say = match (after.by_overlap.holds(), step.distance()) {
        (true, _) if step.touches() => format!("{a} and {b} overlap at {t}, {later} s later, so contact is by then."),
        (true, d) => {
            let depth = step.length(d.abs());
            format!("{a} and {b} overlap by {depth} at {t}, {later} s later, so contact is by then.")
        }
        (false, d) if d > 0.0 && !step.touches() => {
            format!("{a} and {b} are {} apart at {t}, {later} s later.", step.length(d))
        }
        (false, _) => format!("{a} and {b} are still in contact to rounding at {t}, {later} s later."),
    };
    let mut beat = step.beat("probe", say, Event::Support);
    beat.values
        .extend(step.detail.full(|| vec![Value::number(symbol::TIME_AHEAD, format!("{} s", two_digits(ahead)))]));
    beat.stops = vec![StopTest::new("Hit", "probe", "upper < 0", after.by_overlap)];
    beat
}

fn gap(step: &StepContext<'_>) -> Beat {
    let after = step.after;
    let [least, bound] = after.gap.unwrap_or_default();
    let asked = after.samples.len() > step.before.samples.len();
    let [a, b] = &step.context.pair.names;
    let say = match asked {
        true => format!(
            "{a} and {b} are {} apart at {}, where the lower bound was smallest.",
            step.length(step.distance()),
            seconds(after.asked)
        ),
        false => format!(
            "The lower bound of the distance is {} at all times. The least distance found is {}.",
            length(bound),
            length(least)
        ),
    };
    let mut beat = step.beat("gap", say, Event::Bound);
    beat.values.extend(step.detail.full(|| {
        vec![
            Value::number(symbol::LEAST_DISTANCE, length(least)),
            Value::of(symbol::NEVER_BELOW, length(bound), "bound"),
            Value::number(symbol::SAMPLES, count(after.samples.len())),
        ]
    }));
    beat
}
