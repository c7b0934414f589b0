//! Sub-steps (beats) that all casts share: the numbers of every beat, and the steps that end a search.

use super::times::LONG_AFTER;
use super::{CastContext, Lane, Ray, TIME, moments, seconds};
use crate::answer::number::{self, length, number, vector};
use crate::answer::{Finding, Shown};
use crate::lesson::{Beat, Detail, Event, Pictures, StopTest, Value, Verdict, WORLD};
use crate::picture::Role;
use crate::snapshot::cast::{CastProgress, Outcome, Phase, Proof};

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

/// Rows of the time view: the proven bracket after each step.
pub fn rows_of(brackets: &[[f64; 2]]) -> Vec<Lane> {
    let before = std::iter::once(&[0.0, f64::INFINITY]).chain(brackets);
    brackets
        .iter()
        .zip(before)
        .enumerate()
        .map(|(number, (&span, [lower, upper]))| {
            let moved = [span[0] > *lower, span[1] < *upper];
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
            say,
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
        let flight = if moved { self.after } else { self.before };
        let [lower, upper] = flight.bracket;
        let [now, former, first, last] = [flight.t, self.before.t, lower, upper].map(|t| self.time_text(t));
        let mut values = vec![
            Value::new("r", "B from A, m/s", vector(self.context.r()), "ray"),
            Value::new("t", "where x is now", now, "x"),
            Value::new("t before", "where x was", former, "x"),
            Value::new("t₀", "no contact before", self.bound(lower, first), "bracket"),
            Value::new("t₁", "contact by", if upper.is_finite() { last } else { "not known".into() }, "bracket"),
            Value::new("ρ", "length rounding", length(self.after.rounding), "x"),
        ];
        let full = self.after.full;
        values.extend(
            full.and_then(|full| full.signed_distance).map(|distance| {
                Value::new("d", "distance then", measured_length(distance, self.after.rounding), "gap")
            }),
        );
        values.extend(
            full.filter(|_| moved)
                .and_then(|full| full.closing)
                .map(|closing| Value::new("n·r", "B along n, m/s", number(closing), "n")),
        );
        values.extend(self.after.ahead.map(|ahead| Value::new("ahead", "moment tested", self.time_text(ahead), "x")));
        values.extend(self.after.gap.map(|gap| Value::new("gap", "A to B's sweep", length(gap.distance), "gap")));
        values
    }

    /// Default pictures of a step: bodies, times and ray after it.
    pub fn plain(&self) -> Pictures {
        let mut pictures = Pictures::default();
        self.context.at_and_between(pictures.edit(WORLD), self.after.t, self.after.bracket);
        *pictures.edit(TIME.id) = self.context.lanes.picture(self.number + 1, Some(self.number));
        self.context.draw_ray(pictures.edit("cso"), &self.ray(true));
        pictures
    }

    /// Pictures of the end: the bodies at contact, or at closest approach.
    fn last(&self, verdict: &Verdict) -> Pictures {
        let mut pictures = self.plain();
        if let Finding::FirstContact(found) = &verdict.finding {
            *pictures.edit(WORLD) = Default::default();
            self.context.meeting(pictures.edit(WORLD), found, false);
            self.context.draw_nearest(&mut pictures, found);
        }
        pictures
    }
}

/// Beats of the steps after the search.
pub fn tell(step: &CastStep<'_>, end: Option<Outcome>, verdict: &Verdict, event: Event) -> Vec<Beat> {
    let before = step.before;
    let after = step.after;
    let upper = step.time_text(after.bracket[1]);
    let hit = StopTest::new("Hit", "end", "upper − lower ≤ wanted", after.by_bracket);
    let beat = match (before.phase, end) {
        (_, Some(_)) => Beat {
            event: Some(event),
            stops: vec![hit],
            ..step.beat("end", verdict.say.clone(), || step.last(verdict))
        },
        (Phase::Judge, _) => judged(step),
        (Phase::Refine, _) => refined(step),
        (Phase::Balls, _) => {
            let say = match after.proof {
                Some(Proof::Balls) if after.upper < before.upper => {
                    format!("A ball inside each body reaches the other's, so the bodies touch by {upper}.")
                }
                _ => String::from("Balls inside the bodies give no earlier moment of contact."),
            };
            Beat { event: Some(Event::Bound), stops: vec![hit], ..step.beat("balls", say, || step.plain()) }
        }
        (Phase::Flat, _) => {
            let say = match (after.upper < before.upper, after.phase) {
                (true, _) if after.proof == Some(Proof::Pierced) => {
                    format!("The ray pierces a triangle between points of A − B: contact by {upper}.")
                }
                (true, _) => format!(
                    "A − B and the ray lie in one plane, and a segment of A − B crosses the ray: contact by {upper}."
                ),
                (false, Phase::Flat) => {
                    String::from("The ends of the segment move on, but it crosses the ray no earlier.")
                }
                (false, _) => {
                    String::from("No segment and no triangle between points of A − B proves an earlier contact.")
                }
            };
            Beat { event: Some(Event::Bound), stops: vec![hit], ..step.beat("cross", say, || step.plain()) }
        }
        (Phase::Probe, _) => {
            let ahead = step.time_text(after.ahead.unwrap_or(0.0));
            let say = if after.upper < before.upper {
                format!("At {ahead} the bodies overlap, so they meet by then; that proves contact by {upper}.")
            } else {
                format!("At {ahead} the bodies do not overlap deeply enough to prove anything.")
            };
            Beat { event: Some(Event::Bound), stops: vec![hit], ..step.beat("probe", say, || step.plain()) }
        }
        _ => {
            let (distance, time) = after.gap.map_or((0.0, None), |gap| (gap.distance, gap.last));
            let say = measured(distance, time);
            Beat { event: Some(Event::Bound), ..step.beat("gap", say, || step.plain()) }
        }
    };
    vec![beat]
}

/// Text of a length; in words where it is below the rounding error.
pub fn measured_length(x: f64, rounding: f64) -> Shown {
    number::measured(x, rounding)
}

/// Sentence of a gap query: for A and B's swept volume, or for A and B at `time`, seconds.
pub fn measured(gap: f64, time: Option<f64>) -> String {
    let gap = length(gap);
    match time {
        None => format!("How near do they come? Seen from A, all that B sweeps stays at least {gap} away from A."),
        Some(t) => format!(
            "Asked again with B where it is at {}: a plane separates A from all that B sweeps, with a gap of {gap}.",
            seconds(t)
        ),
    }
}

/// Beat of the full distance query at the surface, for the contact of curved bodies.
fn refined(step: &CastStep<'_>) -> Beat {
    let say = if step.after.s > step.before.s {
        let t = step.time_text(step.after.t);
        format!("The distance query at x gives the normal of the contact, and its plane moves x on to {t}.")
    } else {
        String::from("The distance query at x gives the normal of the contact. x is at the surface, within rounding.")
    };
    Beat { event: Some(Event::Bound), ..step.beat("refine", say, || step.plain()) }
}

/// Beat of the full distance query at B's position.
fn judged(step: &CastStep<'_>) -> Beat {
    let before = step.before;
    let after = step.after;
    let found = after.full.and_then(|full| full.signed_distance).unwrap_or(0.0);
    let (line, say) = match after.ending {
        Some(Outcome::Overlapping) => (
            "start",
            format!("The bodies overlap at the start, by {}: contact at 0 s, even if they move apart.", length(-found)),
        ),
        Some(Outcome::Touching) => {
            ("start", String::from("The bodies touch at the start: contact at 0 s, even if they move apart."))
        }
        Some(Outcome::Grazing) => {
            ("start", String::from("At the start the bodies are so near that rounding hides whether they touch."))
        }
        Some(Outcome::MovesApart) => (
            "start",
            format!("In exact arithmetic the bodies are {} apart, and B moves away: no contact.", length(found)),
        ),
        Some(Outcome::NoRelativeMotion) => {
            ("start", format!("Seen from A, B does not move, and the bodies are {} apart: no contact.", length(found)))
        }
        _ if after.s > before.s => {
            let t = step.time_text(after.t);
            (
                "judge",
                format!(
                    "At this moment the bodies are still {} apart, so there is no contact before {t}.",
                    length(found)
                ),
            )
        }
        _ => {
            ("judge", String::from("At this moment the bodies touch within rounding, so B cannot move on any further."))
        }
    };
    Beat { event: Some(Event::Bound), ..step.beat(line, say, || step.plain()) }
}
