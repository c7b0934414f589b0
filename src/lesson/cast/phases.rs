//! What is told of a flight: the numbers of every beat, and the steps that bring a search to its end.

use super::{FlightContext, Lane, Ray, TIME, seconds};
use crate::answer::Finding;
use crate::answer::number::{length, number, vector};
use crate::lesson::{Beat, Detail, Event, Pictures, StopTest, Value, Verdict, WORLD};
use crate::picture::Role;
use crate::snapshot::cast::{Flight, Outcome, Phase, Proof};

/// A step of a flight, from the state before it to that after it.
pub struct FlightStep<'a> {
    /// The state before.
    pub before: &'a Flight,
    /// The state after.
    pub after: &'a Flight,
    /// Where it is played.
    pub context: &'a FlightContext,
    /// Counts from 0.
    pub number: usize,
    /// How much is told.
    pub detail: Detail,
}

/// The rows of the view of times: what was proven after each step.
pub fn rows_of(brackets: &[[f64; 2]]) -> Vec<Lane> {
    let before = std::iter::once(&[0.0, f64::INFINITY]).chain(brackets);
    let row = |(number, (&span, [lower, upper])): (usize, (&[f64; 2], &[f64; 2]))| {
        let moved = [span[0] > *lower, span[1] < *upper];
        Lane { name: format!("step {}", number + 1), role: Role::Interval, span, common: span, moved }
    };
    brackets.iter().zip(before).enumerate().map(row).collect()
}

impl FlightStep<'_> {
    /// The ray as it is after the step; as before it, before the clip is told.
    pub fn ray(&self, clipped: bool) -> Ray {
        let flight = if clipped { self.after } else { self.before };
        Ray { times: [self.before.t, flight.t], plane: None, bracket: flight.bracket }
    }

    /// A beat with the numbers that stand beside all of them.
    pub fn beat(&self, line: &'static str, say: String, pictures: impl FnOnce() -> Pictures) -> Beat {
        let [lower, upper] = self.after.bracket;
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
        let [lower, upper] = self.after.bracket;
        let mut values = vec![
            Value::new("r", "v_B − v_A, seen from A, m/s", vector(self.context.r()), "ray"),
            Value::new("t", "how far B has come", seconds(self.after.t), "x"),
            Value::new("t before", "how far it had come before", seconds(self.before.t), "x"),
            Value::new("lower", "no contact before", seconds(lower), "bracket"),
            Value::new("upper", "contact by", seconds(upper), "bracket"),
            Value::new("ρ", "what rounding may do here", length(self.after.rounding), "x"),
        ];
        let full = self.after.full;
        values.extend(
            full.and_then(|full| full.signed_distance)
                .map(|distance| Value::new("d", "distance where the full answer was asked", length(distance), "gap")),
        );
        values.extend(
            full.and_then(|full| full.closing)
                .map(|closing| Value::new("n·r", "how fast B moves along its normal, m/s", number(closing), "n")),
        );
        values.extend(
            self.after
                .ahead
                .map(|ahead| Value::new("ahead", "where the full answer looks for an overlap", seconds(ahead), "x")),
        );
        values.extend(
            self.after
                .gap
                .map(|gap| Value::new("gap", "between A and all that B sweeps, at least", length(gap.distance), "gap")),
        );
        values
    }

    /// The pictures of a step that has no other: bodies, times and ray as they are after it.
    pub fn plain(&self) -> Pictures {
        let mut pictures = Pictures::default();
        self.context.at(pictures.edit(WORLD), self.after.t);
        *pictures.edit(TIME.id) = self.context.lanes.picture(self.number + 1, Some(self.number));
        self.context.draw_ray(pictures.edit("cso"), &self.ray(true));
        pictures
    }
}

/// What is told of a step after the search.
pub fn tell(told: &FlightStep<'_>, end: Option<Outcome>, verdict: &Verdict, event: Event) -> Vec<Beat> {
    let (before, after) = (told.before, told.after);
    let upper = seconds(after.bracket[1]);
    let closed = || StopTest::new("Hit", "end", "upper − lower ≤ wanted", after.by_bracket);
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
            let ahead = seconds(after.ahead.unwrap_or(0.0));
            let say = if after.upper < before.upper {
                format!("At {ahead} the bodies overlap; from here to there all is in A − B. Contact by {upper}.")
            } else {
                format!("At {ahead} the full answer finds no overlap that helps.")
            };
            Beat { event: Some(Event::Bound), stops: vec![closed()], ..told.beat("probe", say, || told.plain()) }
        }
        _ => {
            let (distance, time) = after.gap.map_or((0.0, None), |gap| (gap.distance, gap.last));
            let say = measured(distance, time);
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
fn judged(told: &FlightStep<'_>) -> Beat {
    let (before, after) = (told.before, told.after);
    let found = after.full.and_then(|full| full.signed_distance).unwrap_or(0.0);
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
            let t = seconds(after.t);
            ("judge", format!("The full answer helps: they are {} apart, so B may go on to {t}.", length(found)))
        }
        _ => ("judge", format!("The full answer finds {}: B stays.", length(found))),
    };
    Beat { event: Some(Event::Bound), ..told.beat(line, say, || told.plain()) }
}
