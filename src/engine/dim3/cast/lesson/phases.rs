//! What is told of a flight: the numbers of every beat, and the steps that bring a search to its end.

use glam::DVec3;

use super::super::super::super::prelude::*;
use super::super::{Flight, Outcome, Pair, Phase, Proof};
use super::{FlightContext, Lane, Ray, TIME, seconds, verdict};
use crate::answer::Finding;
use crate::answer::number::{length, number, vector};
use crate::lesson::{Beat, Detail, Event, PairContext, Pictures, StopTest, Tape, ToF64, Value, Verdict, WORLD};
use crate::picture::Role;

/// A step of a flight, from the state before it to that after it.
pub struct Told<'a, P: Pair> {
    /// The state before.
    pub before: &'a Flight<P>,
    /// The state after.
    pub after: &'a Flight<P>,
    /// Where it is played.
    pub context: &'a FlightContext,
    /// Counts from 0.
    pub number: usize,
    /// How much is told.
    pub detail: Detail,
}

impl<P: Pair> Flight<P> {
    /// The bracket in seconds.
    fn times(&self) -> [f64; 2] {
        let t = |s: Real| if s < Real::INFINITY { self.path.time(s).to_f64() } else { f64::INFINITY };
        [t(self.lower), t(self.upper)]
    }

    /// The row of the view of times that stands for the step from `before` to this.
    fn lane(&self, before: Option<&[f64; 2]>, number: usize) -> ([f64; 2], Lane) {
        let span = self.times();
        let [lower, upper] = before.copied().unwrap_or([0.0, f64::INFINITY]);
        let moved = [span[0] > lower, span[1] < upper];
        (span, Lane { name: format!("step {}", number + 1), role: Role::Interval, span, common: span, moved })
    }
}

impl<P: Pair> Told<'_, P> {
    /// The ray as it is after the step; as before it, before the clip is told.
    pub fn ray(&self, clipped: bool) -> Ray {
        let flight = if clipped { self.after } else { self.before };
        let t = |s: Real| self.context.time(s);
        let from = if clipped { t(self.before.s) } else { t(flight.s) };
        Ray { times: [from, t(flight.s)], plane: None, clips: false, bracket: flight.times() }
    }

    /// A beat with the numbers that stand beside all of them.
    pub fn beat(&self, line: &'static str, say: String, pictures: impl FnOnce() -> Pictures) -> Beat {
        let [lower, upper] = self.after.times();
        let mut points = vec![(1, lower)];
        points.extend(upper.is_finite().then_some((0, upper)));
        Beat {
            line,
            say,
            pictures: self.detail.full(pictures),
            values: self.detail.full(|| self.values()),
            points,
            ..Beat::default()
        }
    }

    fn values(&self) -> Vec<Value> {
        let [lower, upper] = self.after.times();
        let t = self.context.time(self.after.s);
        let mut values = vec![
            Value::new("r", "v_B − v_A, seen from A, m/s", vector(self.context.r()), "ray"),
            Value::new("t", "how far B has come", seconds(t), "x"),
            Value::new("t before", "how far it had come before", seconds(self.context.time(self.before.s)), "x"),
            Value::new("lower", "no contact before", seconds(lower), "bracket"),
            Value::new("upper", "contact by", seconds(upper), "bracket"),
            Value::new("ρ", "what rounding may do here", length(self.after.rounding().to_f64()), "x"),
        ];
        let full = self.after.full;
        values.extend(full.and_then(|full| full.signed_distance).map(|distance| {
            Value::new("d", "distance where the full answer was asked", length(distance.to_f64()), "gap")
        }));
        values.extend(full.and_then(|full| full.normal).map(|n| {
            let closing = n.dot(self.after.path.r).to_f64();
            Value::new("n·r", "how fast B moves along its normal, m/s", number(closing), "n")
        }));
        values.extend(self.after.inner.map(|inner| {
            Value::new("ahead", "where the full answer looks for an overlap", seconds(self.context.time(inner.s)), "x")
        }));
        values.extend(self.after.gap.map(|gap| {
            Value::new("gap", "between A and all that B sweeps, at least", length(gap.distance.to_f64()), "gap")
        }));
        values
    }

    /// The pictures of a step that has no other: bodies, times and ray as they are after it.
    pub fn plain(&self) -> Pictures {
        let mut pictures = Pictures::default();
        self.context.at(pictures.edit(WORLD), self.context.time(self.after.s));
        *pictures.edit(TIME.id) = self.context.lanes.picture(self.number + 1, Some(self.number));
        self.context.draw_ray(pictures.edit("cso"), &self.ray(true), P::PLANAR);
        pictures
    }
}

/// Records a flight, with the rows of its view of times, and what it found.
pub fn record<R, P>(
    start: R,
    flight: impl Fn(&R) -> &Flight<P>,
    pair: PairContext,
    velocities: [DVec3; 2],
) -> (Tape<R>, FlightContext, Verdict)
where
    R: Stepper<Outcome = Outcome> + Clone,
    P: Pair,
{
    let (path, mut rows, mut before) = (flight(&start).path, Vec::new(), None);
    let tape = Tape::record_seeing(start, |state| {
        let (span, lane) = flight(state).lane(before.as_ref(), rows.len());
        (before, _) = (Some(span), rows.push(lane));
    });
    let context = FlightContext::new(pair, velocities, path, rows);
    let verdict = verdict(&flight(tape.last()).answer(*tape.outcome()), &context);
    (tape, context, verdict)
}

/// What is told of a step after the search.
pub fn tell<P: Pair>(told: &Told<'_, P>, end: Option<Outcome>, verdict: &Verdict, event: Event) -> Vec<Beat> {
    let (before, after) = (told.before, told.after);
    let upper = seconds(after.times()[1]);
    let closed = || StopTest::new("Hit", "end", "upper − lower ≤ wanted", after.by_bracket());
    let beat = match (before.phase, end) {
        (_, Some(_)) => {
            let pictures = || {
                let mut pictures = told.plain();
                if let Finding::FirstContact(found) = &verdict.finding {
                    *pictures.edit(WORLD) = Default::default();
                    told.context.meeting(pictures.edit(WORLD), found);
                }
                pictures
            };
            Beat { event: Some(event), stops: vec![closed()], ..told.beat("end", verdict.say.clone(), pictures) }
        }
        (Phase::Judge, _) => judged(told),
        (Phase::Balls, _) => {
            let say = match after.proof {
                Some(Proof::Balls) if after.upper < before.upper => {
                    format!(
                        "Balls inside the bodies touch where they meet: all between is in A − B. Contact by {upper}."
                    )
                }
                _ => String::from("Balls inside the bodies prove no better upper bound."),
            };
            Beat { event: Some(Event::Bound), stops: vec![closed()], ..told.beat("balls", say, || told.plain()) }
        }
        (Phase::Flat, _) => {
            let say = match (after.upper < before.upper, after.phase) {
                (true, _) => format!(
                    "A − B and the ray lie in one plane: a segment of A − B crosses the ray. Contact by {upper}."
                ),
                (false, Phase::Flat) => String::from("Its ends move on, but it crosses the ray no sooner."),
                (false, _) => String::from("No segment of A − B in a plane with the ray crosses it sooner."),
            };
            Beat { event: Some(Event::Bound), stops: vec![closed()], ..told.beat("cross", say, || told.plain()) }
        }
        (Phase::Probe, _) => {
            let ahead = seconds(told.context.time(after.inner.map_or(0.0, |inner| inner.s)));
            let say = if after.upper < before.upper {
                format!("At {ahead} the bodies overlap; from here to there all is in A − B. Contact by {upper}.")
            } else {
                format!("At {ahead} the full answer finds no overlap that helps.")
            };
            Beat { event: Some(Event::Bound), stops: vec![closed()], ..told.beat("probe", say, || told.plain()) }
        }
        _ => {
            let (distance, place) = after.gap.map_or((0.0, None), |gap| (gap.distance.to_f64(), gap.last));
            let say = measured(distance, place.map(|s| told.context.time(s)));
            Beat { event: Some(Event::Bound), ..told.beat("gap", say, || told.plain()) }
        }
    };
    vec![beat]
}

/// What a query for the gap found: that of A and all that B sweeps, or of A and B where B is after `time` seconds.
pub fn measured(gap: f64, time: Option<f64>) -> String {
    let gap = length(gap);
    match time {
        None => format!("How near do they come? A and all that B sweeps, seen from A, are {gap} apart."),
        Some(t) => format!(
            "Where is it? Asked again at {}: a plane between A and all that B sweeps is {gap} wide.",
            seconds(t)
        ),
    }
}

/// The full answer where B is.
fn judged<P: Pair>(told: &Told<'_, P>) -> Beat {
    let (before, after) = (told.before, told.after);
    let found = after.full.and_then(|full| full.signed_distance).map_or(0.0, ToF64::to_f64);
    let (line, say) = match after.ending {
        Some(Outcome::Overlapping) => {
            ("start", format!("At the start the bodies overlap, {} deep: a hit at 0, receding or not.", length(-found)))
        }
        Some(Outcome::Touching) => {
            ("start", String::from("At the start the bodies touch: a hit at 0, receding or not."))
        }
        Some(Outcome::Grazing) => ("start", String::from("At the start rounding does not tell whether they touch.")),
        Some(Outcome::MovesApart) => {
            ("start", format!("The bodies are {} apart in exact numbers, and B moves away.", length(found)))
        }
        Some(Outcome::NoRelativeMotion) => {
            ("start", format!("B does not move seen from A, and they are {} apart.", length(found)))
        }
        _ if after.s > before.s => {
            let t = seconds(told.context.time(after.s));
            ("judge", format!("The full answer helps: they are {} apart, so B may go on to {t}.", length(found)))
        }
        _ => ("judge", format!("The full answer finds {}: B stays.", length(found))),
    };
    Beat { event: Some(Event::Bound), ..told.beat(line, say, || told.plain()) }
}
