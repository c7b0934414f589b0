//! Sub-steps (beats) of conservative advancement with rotation: sentences and values.

use super::pictures;
use super::step_context::StepContext;
use crate::answer::number::{count, length, number, two_digits, vector};
use crate::answer::{Finding, Shown};
use crate::lesson::cast::{first_contact, seconds};
use crate::lesson::{Beat, Event, StopTest, Value};
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

    fn query_values(&self) -> Vec<Value> {
        let (t, found) = self.shown();
        let meaning = if self.least.is_some() { "moment of the least distance" } else { "moment asked" };
        let mut values = vec![
            Value::new("t", meaning, seconds(t), "asked"),
            Value::new("d", "distance there", self.length(self.distance()), "witness"),
            Value::new("|d|", "far or deep", self.length(self.distance().abs()), "witness"),
        ];
        if let Some(normal) = found.and_then(|found| found.normal) {
            values.push(Value::new("n", "from A to B", vector(normal), "n"));
        }
        values
    }

    /// Values of the bracket as known at this line: the distance and the closing speed precede the new bound.
    fn bracket(&self, line: &str) -> Vec<Value> {
        let known = if matches!(line, "judge" | "bound") { self.before } else { self.after };
        let upper = if known.upper.is_finite() { seconds(known.upper) } else { String::from("not known") };
        vec![
            Value::new("t₀", "no contact before", seconds(known.t), "lower"),
            Value::new("t₁", "contact by", upper, "upper"),
        ]
    }

    fn bound(&self) -> Vec<Value> {
        let Some(bound) = self.after.bound else { return Vec::new() };
        vec![
            speed_value("n·(v_A − v_B)", "moving, m/s", bound.along),
            speed_value("|n×ω_A| r_A", "A turning, m/s", bound.turning[0]),
            speed_value("|n×ω_B| r_B", "B turning, m/s", bound.turning[1]),
            speed_value("μ", "at most, m/s", bound.sum),
        ]
    }

    fn beat(&self, line: &'static str, say: String, event: Event) -> Beat {
        let mut points = vec![(1, self.after.t)];
        points.extend(self.after.upper.is_finite().then_some((0, self.after.upper)));
        let mut values = self.query_values();
        values.extend(self.bracket(line));
        Beat {
            line,
            say,
            pictures: self.detail.full(|| pictures::of(self, line)),
            values: self.detail.full(|| values),
            points,
            event: Some(event),
            ..Beat::default()
        }
    }
}

fn speed_value(symbol: &'static str, meaning: &'static str, x: f64) -> Value {
    Value::new(symbol, meaning, number(x), "bound")
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
            more.push(Value::new("t_first", "best estimate", text, "asked"));
        }
        if let (Some(_), Some(upper)) = (found.t_first, found.upper) {
            more.push(Value::new("±", "half bracket, s", two_digits(0.5 * (upper - found.lower)), "lower"));
        }
        more.extend(found.gap.map(|gap| Value::new("gap", "least distance", length(gap), "witness")));
        more.push(Value::new("t_max", "end of the motion", seconds(found.t_max), "lower"));
        beat.values.extend(step.detail.full(|| more));
    }
    beat
}

/// Beats of a search step: the distance, the closing speed, and the safe time.
fn search(step: &StepContext<'_>) -> Vec<Beat> {
    let after = step.after;
    let t = step.after.asked;
    let d = step.length(step.distance().abs());
    let say = match step.distance() {
        _ if step.touches() => format!("At {} they touch, up to rounding.", seconds(t)),
        distance if distance < 0.0 => format!("At {} they overlap by {d}.", seconds(t)),
        _ => format!("At {} they are {d} apart.", seconds(t)),
    };
    let mut judge = step.beat("judge", say, Event::Support);
    judge.points.clear();
    let overlap = StopTest::new("Overlapping", "start", "upper < 0", after.by_overlap);
    let surface = StopTest::new("at the surface", "stop-gap", "lower ≤ ρ", after.by_gap);
    let mut last = match (after.phase, after.ending) {
        (_, Some(Outcome::Overlapping | Outcome::Touching | Outcome::Grazing)) if t == 0.0 => {
            let say = String::from("That is so at the start: what they do then changes nothing.");
            Beat { stops: vec![overlap.clone()], ..step.beat("start", say, Event::Bound) }
        }
        (_, Some(Outcome::NoRelativeMotion)) => {
            let say = String::from("Neither moves, seen from the other: they stay as far apart as they are.");
            Beat { stops: vec![overlap.clone()], ..step.beat("start", say, Event::Bound) }
        }
        (Phase::Probe, _) | (_, Some(Outcome::Grazing)) => {
            let say = String::from(
                "No more than rounding is left between them: a little later they must overlap, if they meet.",
            );
            Beat { stops: vec![surface], ..step.beat("stop-gap", say, Event::Bound) }
        }
        _ => return vec![judge, bound(step, surface), advance(step)],
    };
    if t == 0.0 && !matches!(after.ending, Some(Outcome::Overlapping | Outcome::Touching | Outcome::NoRelativeMotion)) {
        last.stops.insert(0, overlap);
    }
    vec![judge, last]
}

fn bound(step: &StepContext<'_>, surface: StopTest) -> Beat {
    let Some(bound) = step.after.bound else { return Beat::default() };
    let [a, b] = bound.turning;
    let turns = match (a > 0.0, b > 0.0) {
        (true, true) => format!("A's turning closes it by at most {} and B's by at most {}", &*number(a), &*number(b)),
        (true, false) => format!("A's turning closes it by at most {}", &*number(a)),
        (false, true) => format!("B's turning closes it by at most {}", &*number(b)),
        (false, false) => String::from("Nothing turns"),
    };
    let does = if bound.along < 0.0 { "open" } else { "close" };
    let all = match bound.sum {
        sum if sum < 0.0 => format!("it widens by at least {} m a second", &*number(-sum)),
        sum => format!("it narrows by no more than {} m a second", &*number(sum)),
    };
    let along = number(bound.along.abs());
    let say = format!("Along n the velocities {does} the gap by {} m a second. {turns}: together {all}.", &*along);
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
    let miss = StopTest::new("MovesApart", "miss", "μ ≤ 0", after.by_bound);
    let line = if step.bilateral { "through" } else { "late" };
    let late = StopTest::new("TooLate", line, "t > t_max", after.by_end);
    let limit = StopTest::new("IterationLimit", "stop-limit", "k ≥ limit", after.by_limit);
    let (line, say, stops) = match after.ending {
        Some(Outcome::MovesApart | Outcome::PassesBy) => {
            ("miss", String::from("So the gap along n never closes, however long they go on: a miss."), vec![miss])
        }
        Some(Outcome::TooLate) => {
            let end = seconds(after.t_max);
            ("late", format!("The gap cannot be closed before the motion ends, at {end}: a miss."), vec![miss, late])
        }
        Some(Outcome::IterationLimit) => {
            ("stop-limit", String::from("The limit on queries is reached first."), vec![miss, late, limit])
        }
        _ => ("advance", format!("So there is no contact before {}.", seconds(after.t)), vec![miss, late, limit]),
    };
    if let Some(axis) = step.carried().filter(|_| !matches!(line, "miss" | "stop-limit")) {
        return carried(step, &axis);
    }
    let mut beat = step.beat(line, say, Event::Bound);
    beat.values.extend(step.detail.full(|| {
        let mut values = step.bound();
        values.push(Value::new("t_max", "end of the motion", seconds(after.t_max), "lower"));
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
        Carrier::World => String::from("kept as it is"),
        Carrier::Body(body) => format!("turned with {}", names[usize::from(body)]),
    };
    let (line, until) = match after.ending {
        Some(Outcome::TooLate) => ("through", format!("to the end of the motion, at {}: a miss", seconds(after.t_max))),
        _ => ("carry", format!("until {}", seconds(axis.until))),
    };
    let say = format!(
        "The normal is {with} while time goes on: the gap along it stays open {until}. {} values of the gap prove it, as it bends by at most {} m/s² between them.",
        axis.values,
        &*number(axis.bend),
    );
    let mut beat = step.beat(line, say, Event::Bound);
    beat.values.extend(step.detail.full(|| {
        vec![
            Value::new("values", "of the gap taken", count(axis.values as usize), "bound"),
            Value::new("K", "bends at most", number(axis.bend), "bound"),
            Value::new("t_max", "end of the motion", seconds(after.t_max), "lower"),
        ]
    }));
    beat.stops = vec![StopTest::new("MovesApart", "miss", "μ ≤ 0", after.by_bound)];
    beat
}

fn probe(step: &StepContext<'_>) -> Beat {
    let after = step.after;
    let ahead = after.asked - after.t;
    let found = match (after.by_overlap.holds(), step.distance()) {
        (true, _) if step.touches() => String::from("they overlap, by no more than rounding: contact by then"),
        (true, _) => format!("they overlap by {}: contact by then", step.length(step.distance().abs())),
        (_, d) if d > 0.0 && !step.touches() => format!("they are {} apart", step.length(d)),
        _ => String::from("rounding still hides which"),
    };
    let say = format!("{} s later {found}.", two_digits(ahead));
    let mut beat = step.beat("probe", say, Event::Support);
    beat.values.extend(step.detail.full(|| vec![Value::new("Δt", "later by, s", two_digits(ahead), "asked")]));
    beat.stops = vec![StopTest::new("Hit", "probe", "upper < 0", after.by_overlap)];
    beat
}

fn gap(step: &StepContext<'_>) -> Beat {
    let after = step.after;
    let [least, bound] = after.gap.unwrap_or_default();
    let asked = after.samples.len() > step.before.samples.len();
    let say = match asked {
        true => format!(
            "How near do they come? At {} they are {} apart.",
            seconds(after.asked),
            step.length(step.distance())
        ),
        false => {
            format!(
                "The least distance that was found is {}. The planes of all moments prove that it never falls below {}.",
                length(least),
                length(bound)
            )
        }
    };
    let mut beat = step.beat("gap", say, Event::Bound);
    beat.values.extend(step.detail.full(|| {
        vec![
            Value::new("least", "distance so far", length(least), "witness"),
            Value::new("bound", "proven: not less", length(bound), "bound"),
            Value::new("moments", "that were asked", count(after.samples.len()), "asked"),
        ]
    }));
    beat
}
