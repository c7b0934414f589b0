//! Sub-steps (beats) that all casts share: the numbers of every beat, and the steps that end a search.

use glam::DVec3;

use super::times::LONG_AFTER;
use super::{CastContext, Lane, Ray, TIME, moments, seconds};
use crate::answer::number::{self, length, number, vector};
use crate::answer::{Finding, Shown};
use crate::lesson::{Beat, Detail, Event, Pictures, StopTest, Value, Verdict, WORLD, add_named_point, symbol};
use crate::picture::{Picture, Role};
use crate::snapshot::cast::{CastProgress, Gap, Outcome, Phase, Proof};

/// One step of a cast.
pub struct CastStep<'a> {
    /// State before the step.
    pub before: &'a CastProgress,
    /// State after the step.
    pub after: &'a CastProgress,
    /// Context of the cast.
    pub context: &'a CastContext,
    /// Index of the step.
    pub number: usize,
    /// Requested amount of detail.
    pub detail: Detail,
}

/// Whether an ending proves that the bodies would not meet however long the motion lasted.
pub fn is_never(ending: Option<Outcome>) -> bool {
    matches!(ending, Some(Outcome::MovesApart | Outcome::PassesBy | Outcome::NoRelativeMotion))
}

/// Rows of the time view: the proven bracket after each step. From the step with index `never`, no contact is possible.
pub fn rows_of(brackets: &[[f64; 2]], never: usize) -> Vec<Lane> {
    let spans = brackets.iter().enumerate().map(|(number, &span)| match number < never {
        true => span,
        false => [f64::INFINITY, f64::NEG_INFINITY],
    });
    let mut before = [0.0, f64::INFINITY];
    spans
        .enumerate()
        .map(|(number, span)| {
            let moved = [span[0] > before[0], span[1] < before[1]];
            before = span;
            let name = format!("step {}", number + 1);
            Lane { name, numbered: true, role: Role::Interval, span, common: span, moved }
        })
        .collect()
}

impl CastStep<'_> {
    /// Ray after the step if `clipped`, otherwise before it.
    pub fn ray(&self, clipped: bool) -> Ray {
        let flight = if clipped { self.after } else { self.before };
        Ray { times: [self.before.t, flight.t], plane: None, bracket: flight.bracket }
    }

    /// Beat with the values that all beats show.
    pub fn beat(&self, line: &'static str, say: String, pictures: impl FnOnce() -> Pictures) -> Beat {
        let [lower, upper] = self.after.bracket;
        let mut points = vec![(1, lower)];
        points.extend(upper.is_finite().then_some((0, upper)));
        Beat {
            line,
            say: say.into(),
            pictures: self.detail.full(pictures),
            values: self.detail.full(|| self.values(true)),
            points,
            ..Beat::default()
        }
    }

    /// Text of a time, with enough digits to distinguish it from the other times of the step.
    pub fn time_text(&self, t: f64) -> String {
        let [[a, b, c], [d, e, f]] =
            [self.before, self.after].map(|flight| [flight.t, flight.bracket[0], flight.bracket[1]]);
        let [text, ..] = moments([t, a, b, c, d, e, f], self.context.shown);
        text
    }

    /// Text of a lower bound of contact; a time long after the end of the motion is meaningless as a number.
    fn bound(&self, t: f64, text: String) -> Shown {
        let is_long_after = t.is_finite() && t > LONG_AFTER * self.context.path.t_max;
        if is_long_after { "after the motion" } else { &*text }.into()
    }

    /// Values after the step if `moved`, otherwise before it.
    pub fn values(&self, moved: bool) -> Vec<Value> {
        let progress = if moved { self.after } else { self.before };
        let [lower, upper] = progress.bracket;
        let mut values = vec![self.velocity_value(), Value::of(symbol::TIME, self.time_text(progress.t), "x")];
        if lower > 0.0 {
            values.push(Value::of(symbol::TIME_AT_LEAST, self.bound(lower, self.time_text(lower)), "all"));
        }
        if upper.is_finite() {
            values.push(Value::of(symbol::TIME_AT_MOST, self.time_text(upper), "all"));
        }
        let closing = self.after.full.filter(|_| moved && self.is_queried()).and_then(|full| full.closing);
        values.extend(self.distance_value());
        values.extend(closing.map(|closing| Value::of(symbol::SPEED_ALONG_N, speed(closing), "n")));
        values
    }

    /// Velocity of B relative to A; its mark is the ray.
    fn velocity_value(&self) -> Value {
        let velocity = vector(self.context.r());
        let text = Shown { text: format!("{} m/s", velocity.text).into(), ..velocity };
        match self.context.r() != DVec3::ZERO && self.context.shown > 0.0 && self.context.shown.is_finite() {
            true => Value::of(symbol::RELATIVE_VELOCITY, text, "ray"),
            false => Value::number(symbol::RELATIVE_VELOCITY, text),
        }
    }

    /// Whether the step queries the distance with B where it is before the step.
    fn is_queried(&self) -> bool {
        let queries = matches!(self.before.phase, Phase::Judge | Phase::Refine);
        queries || self.before.phase == Phase::Search && self.after.full != self.before.full
    }

    /// Signed distance of a query in this step.
    pub fn distance(&self) -> Option<f64> {
        self.after.full.filter(|_| self.is_queried()).and_then(|full| full.signed_distance)
    }

    fn distance_value(&self) -> Option<Value> {
        let distance = self.distance()?;
        let text = measured_length(distance, self.after.rounding);
        Some(match distance.abs() > self.after.rounding {
            true => Value::of(symbol::DISTANCE, text, "witness"),
            false => Value::number(symbol::DISTANCE, text),
        })
    }

    /// Default pictures of a step: the bodies before it, the bracket after it, and the result of a distance query.
    pub fn plain(&self) -> Pictures {
        let mut pictures = self.query_pictures(true);
        *pictures.edit(TIME.id) = self.context.lanes.picture(self.number + 1, Some(self.number));
        pictures
    }

    /// Pictures of a step with its distance query: witness points, distance, normal and the plane across the gap. The
    /// bracket is that after the step if `moved`, otherwise that before it.
    pub fn query_pictures(&self, moved: bool) -> Pictures {
        let context = self.context;
        let mut pictures = Pictures::default();
        let mut ray = self.ray(moved);
        let t = if self.is_queried() { self.before.t } else { self.after.t };
        let world = pictures.edit(WORLD);
        context.at_and_between(world, t, ray.bracket);
        if let Some(full) = self.after.full.filter(|_| self.is_queried()) {
            let shift = context.velocities[0] * t;
            let [a, b] = full.witness.map(|p| context.pair.space.world(p) + shift);
            if a.distance(b) > self.after.rounding {
                context.pair.between(world, [a, b], full.signed_distance.is_some_and(|distance| distance < 0.0));
            }
            world.point(Role::Witness, "a", a);
            world.point(Role::Witness, "b", b);
            if let Some(n) = full.normal.map(|n| context.pair.space.cso(n)) {
                let long = 0.35 * context.pair.radii[0].max(context.pair.radii[1]);
                world.arrow(Role::Normal, "n", b, b + n * long);
                world.label(Role::Normal, "n", b + n * long, "n");
                ray.plane = Some((n, context.r() * t - n * full.lower.max(0.0)));
            }
        }
        context.draw_ray(pictures.edit("cso"), &ray);
        pictures
    }

    /// Pictures of a probe: the bodies and `x` at the tested time.
    fn probe_pictures(&self, t: f64) -> Pictures {
        let mut pictures = self.plain();
        let world = pictures.edit(WORLD);
        *world = Picture::default();
        self.context.at_and_between(world, t, self.after.bracket);
        add_named_point(pictures.edit("cso"), Role::NewSupport, "probe", self.context.r() * t, "x at t_probe");
        pictures
    }

    /// Pictures of a miss: the bodies at closest approach, and the gap.
    fn miss_pictures(&self, verdict: &Verdict) -> Pictures {
        let mut pictures = self.plain();
        if let Finding::FirstContact(found) = &verdict.finding {
            let gap = self.after.gap.map(|gap| gap.distance).or(found.gap);
            // A gap smaller than the final one has another normal, which is not known.
            if gap.is_some_and(|gap| length(gap).text == length(found.gap.unwrap_or_default()).text) {
                *pictures.edit(WORLD) = Picture::default();
                self.context.draw_nearest(&mut pictures, found);
            }
        }
        pictures
    }

    /// Pictures of the end: the bodies at contact, or at closest approach.
    fn last(&self, verdict: &Verdict) -> Pictures {
        let mut pictures = self.plain();
        if let Finding::FirstContact(found) = &verdict.finding {
            *pictures.edit(WORLD) = Picture::default();
            self.context.meeting(pictures.edit(WORLD), found, false);
            self.context.draw_nearest(&mut pictures, found);
        }
        pictures
    }
}

/// Text of a speed: `1.5 m/s`.
pub fn speed(x: f64) -> Shown {
    let shown = number(x);
    Shown { text: format!("{} m/s", shown.text).into(), ..shown }
}

/// Beat of a bound of the time of contact, with the test that it is exact.
fn bounded(step: &CastStep<'_>, hit: StopTest, line: &'static str, say: String) -> Beat {
    Beat { event: Some(Event::Bound), stops: vec![hit], ..step.beat(line, say, || step.plain()) }
}

/// Beats of the steps after the search.
pub fn tell(step: &CastStep<'_>, end: Option<Outcome>, verdict: &Verdict, event: Event) -> Vec<Beat> {
    let before = step.before;
    let after = step.after;
    let is_better = after.upper < before.upper;
    let upper = step.time_text(after.bracket[1]);
    let hit = StopTest::new("Hit", "end", "upper − lower ≤ tolerance", after.by_bracket);
    let beat = match (before.phase, end) {
        (_, Some(_)) => Beat {
            event: Some(event),
            stops: vec![hit.clone()],
            ..step.beat("end", verdict.say.clone(), || step.last(verdict))
        },
        (Phase::Judge, _) => judged(step),
        (Phase::Refine, _) => refined(step),
        (Phase::Balls, _) => bounded(
            step,
            hit,
            "balls",
            match is_better && after.proof == Some(Proof::Balls) {
                true => format!("Contact is by {upper}: balls inside the bodies overlap then."),
                false => String::from("Balls inside the bodies prove no earlier contact."),
            },
        ),
        (Phase::Flat, _) => bounded(step, hit, "cross", crossed_sentence(step, is_better, &upper)),
        (Phase::Probe, _) => probed(step, is_better, hit),
        _ => miss(step, verdict),
    };
    vec![beat]
}

/// Text of a length; in words where it is below the rounding error.
pub fn measured_length(x: f64, rounding: f64) -> Shown {
    number::measured(x, rounding)
}

fn crossed_sentence(step: &CastStep<'_>, is_better: bool, upper: &str) -> String {
    match (is_better, step.after.phase) {
        (true, _) if step.after.proof == Some(Proof::Pierced) => {
            format!("The ray pierces a triangle between points of A − B, so contact is by {upper}.")
        }
        (true, _) => format!("The ray crosses a segment between points of A − B, so contact is by {upper}."),
        (false, Phase::Flat) => String::from("The ray crosses the next segment between points of A − B no earlier."),
        (false, _) => String::from("The ray crosses no segment or triangle between points of A − B earlier."),
    }
}

/// Beat of a distance query a little later on the path.
fn probed(step: &CastStep<'_>, is_better: bool, hit: StopTest) -> Beat {
    let after = step.after;
    let t = after.ahead.unwrap_or(0.0);
    let [a, b] = &step.context.pair.names;
    let ahead = step.time_text(t);
    let say = match is_better {
        true => format!("{a} and {b} overlap at {ahead}: contact is by {}.", step.time_text(after.bracket[1])),
        false => format!("{a} and {b} do not overlap deeply enough at {ahead} to prove contact."),
    };
    let mut beat = step.beat("probe", say, || step.probe_pictures(t));
    beat.values.extend(step.detail.full(|| vec![Value::of(symbol::PROBE_TIME, ahead, "probe")]));
    beat.stops = vec![hit];
    beat.event = Some(Event::Bound);
    beat
}

/// Beat of a gap query on a miss.
fn miss(step: &CastStep<'_>, verdict: &Verdict) -> Beat {
    let Some(gap) = step.after.gap else { return step.beat("gap", verdict.say.clone(), || step.plain()) };
    let say = miss_sentence(step.context, gap);
    let mut beat = step.beat("gap", say, || step.miss_pictures(verdict));
    let is_drawn = beat.pictures.of("cso").marks.iter().any(|mark| mark.key.0 == "gap");
    beat.values.extend(step.detail.full(|| gap_values(gap, is_drawn)));
    beat.event = Some(Event::Bound);
    beat
}

/// Values of a gap query; `is_drawn` tells whether the gap has a mark.
pub fn gap_values(gap: Gap, is_drawn: bool) -> Vec<Value> {
    let text = length(gap.distance);
    let value = match is_drawn {
        true => Value::of(symbol::GAP, text, "gap"),
        false => Value::number(symbol::GAP, text),
    };
    let mut values = vec![value];
    values.extend(gap.last.map(|t| Value::number(symbol::PROBE_TIME, seconds(t))));
    values
}

/// Sentence of a gap query: for A and B's swept volume, or for A and B at a time.
pub fn miss_sentence(context: &CastContext, gap: Gap) -> String {
    let [a, b] = &context.pair.names;
    let distance = length(gap.distance);
    match gap.last {
        Some(t) => {
            format!("The normal at {} separates the whole ray from A − B by at least {distance}.", seconds(t))
        }
        None if context.r() == DVec3::ZERO => format!("{a} and {b} stay at least {distance} apart."),
        None if context.velocities[0] == DVec3::ZERO && context.velocities[1] != DVec3::ZERO => {
            format!("The volume swept by {b} stays at least {distance} from {a}: no contact.")
        }
        None => format!("The ray r·t stays at least {distance} from A − B, so {a} and {b} never meet."),
    }
}

/// Beat of the full distance query at the surface, for the contact of curved bodies.
fn refined(step: &CastStep<'_>) -> Beat {
    let say = match step.after.s > step.before.s {
        true => format!(
            "The distance query at x gives the contact normal n, and its plane moves x on to {}.",
            step.time_text(step.after.t)
        ),
        false => String::from("The distance query at x gives the contact normal n: x is at the surface of A − B."),
    };
    Beat { event: Some(Event::Bound), ..step.beat("refine", say, || step.plain()) }
}

/// Beat of the full distance query at B's position.
fn judged(step: &CastStep<'_>) -> Beat {
    let before = step.before;
    let after = step.after;
    let found = after.full.and_then(|full| full.signed_distance).unwrap_or(0.0);
    let [a, b] = &step.context.pair.names;
    let apart = length(found.abs());
    let (line, say) = match after.ending {
        Some(Outcome::Overlapping) => {
            ("start", format!("{a} and {b} overlap by {apart} at the start: contact at 0 s, whatever the motion."))
        }
        Some(Outcome::Touching) => {
            ("start", format!("{a} and {b} touch at the start: contact at 0 s, whatever the motion."))
        }
        Some(Outcome::Grazing) => (
            "start",
            format!("{a} and {b} are closer than the rounding error at the start: contact cannot be decided."),
        ),
        Some(Outcome::MovesApart) => {
            ("start", format!("{a} and {b} are {apart} apart in exact arithmetic, and {b} moves away: no contact."))
        }
        Some(Outcome::NoRelativeMotion) => {
            ("start", format!("{a} and {b} stay {apart} apart: {b} does not move relative to {a}."))
        }
        _ if after.s > before.s => {
            let t = step.time_text(after.t);
            ("judge", format!("{a} and {b} are still {apart} apart, so there is no contact before {t}."))
        }
        _ => ("judge", format!("{a} and {b} touch: the distance is zero to rounding, so {b} cannot advance.")),
    };
    Beat { event: Some(Event::Bound), ..step.beat(line, say, || step.plain()) }
}
