//! One step of a cast: the quantities of its sentences and values, and its pictures.

use super::times::LONG_AFTER;
use super::{CastContext, Lane, Ray, TIME, moments};
use crate::answer::number::{self, length, number};
use crate::answer::{Finding, Shown};
use crate::lesson::{Beat, Detail, Pictures, Run, Sentence, Value, Verdict, WORLD, add_named_point, say, symbol};
use crate::picture::{Form, Picture, Role};
use crate::snapshot::cast::{CastProgress, Outcome, Phase, QueryResult};

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
    let spans = brackets
        .iter()
        .enumerate()
        .map(|(number, &span)| if number < never { span } else { [f64::INFINITY, f64::NEG_INFINITY] });
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
    pub fn beat(&self, line: &'static str, say: Sentence, pictures: impl FnOnce() -> Pictures) -> Beat {
        let [lower, upper] = self.after.bracket;
        let mut points = vec![(1, lower)];
        points.extend(upper.is_finite().then_some((0, upper)));
        let pictures = self.detail.full(|| with_times_if_stated(with_contact_named(pictures()), &say));
        Beat { line, say, pictures, values: self.detail.full(|| self.values(true)), points, ..Beat::default() }
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

    /// Lower bound of the time of contact.
    fn lower_of(&self, progress: &CastProgress) -> Value {
        let [lower, _] = progress.bracket;
        Value::of(symbol::TIME_AT_LEAST, self.bound(lower, self.time_text(lower)), "all")
    }

    /// Upper bound of the time of contact.
    fn upper_of(&self, progress: &CastProgress) -> Value {
        let [_, upper] = progress.bracket;
        Value::of(symbol::TIME_AT_MOST, self.time_text(upper), "all")
    }

    /// Lower bound of the time of contact after the step.
    pub fn lower(&self) -> Value {
        self.lower_of(self.after)
    }

    /// Upper bound of the time of contact after the step.
    pub fn upper(&self) -> Value {
        self.upper_of(self.after)
    }

    /// Start of a sentence about the bodies before the step: `At the start`, `At t₀ = 0.3 s`.
    pub fn at_this_time(&self) -> Sentence {
        let t = self.before.t;
        if t == 0.0 {
            return Sentence::from("At the start");
        }
        let lower = self.lower_of(self.before);
        let text = self.time_text(t);
        if lower.text.text == text {
            say!("At {} = {}", Sentence::mark("t₀", "x"), Value { key: Some("x".into()), ..lower })
        } else {
            say!("At t = {}", Value::of(symbol::TIME, text, "x"))
        }
    }

    /// Values after the step if `moved`, otherwise before it.
    pub fn values(&self, moved: bool) -> Vec<Value> {
        let progress = if moved { self.after } else { self.before };
        let [lower, upper] = progress.bracket;
        let mut values = vec![self.velocity_value()];
        let bound = self.lower_of(progress);
        let now = Value::of(symbol::TIME, self.time_text(progress.t), "x");
        if progress.t > 0.0 && now.text != bound.text {
            values.push(now);
        }
        if lower > 0.0 {
            values.push(bound);
        }
        if upper.is_finite() {
            values.push(self.upper_of(progress));
        }
        values.extend(self.distance().filter(|d| d.abs() > self.after.rounding).map(|_| self.distance_value()));
        values
    }

    /// Velocity of B relative to A; its mark is the ray.
    fn velocity_value(&self) -> Value {
        let velocity = self.context.vector(self.context.r());
        let text = Shown { text: format!("{} m/s", velocity.text).into(), ..velocity };
        if self.context.has_ray() {
            Value::of(symbol::RELATIVE_VELOCITY, text, "ray")
        } else {
            Value::number(symbol::RELATIVE_VELOCITY, text)
        }
    }

    /// Whether the step queries the distance with B where it is before the step.
    fn is_queried(&self) -> bool {
        let queries = matches!(self.before.phase, Phase::Query | Phase::Refine);
        queries || self.before.phase == Phase::Search && self.after.last_query != self.before.last_query
    }

    /// Name of the normal of this step's query, with its mark where there is one.
    pub fn normal_name(&self) -> Sentence {
        if self.draws_normal() { Sentence::mark("n", "n") } else { Sentence::from("n") }
    }

    /// Whether the pictures show the normal of this step's query.
    pub fn draws_normal(&self) -> bool {
        self.is_queried() && self.after.last_query.is_some_and(|full| full.normal.is_some())
    }

    /// Signed distance of a query in this step.
    pub fn distance(&self) -> Option<f64> {
        self.after.last_query.filter(|_| self.is_queried()).and_then(|full| full.signed_distance)
    }

    /// Distance or depth of a query in this step, without a sign.
    pub fn distance_value(&self) -> Value {
        let distance = self.distance().unwrap_or(0.0);
        let symbol = if distance < 0.0 { symbol::DEPTH } else { symbol::GAP };
        let text = measured_length(distance.abs(), self.after.rounding);
        if distance.abs() > self.after.rounding {
            Value::of(symbol, text, "witness")
        } else {
            Value::number(symbol, text)
        }
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
        context.at_and_between(pictures.edit(WORLD), t, ray.bracket);
        if let Some(full) = self.after.last_query.filter(|_| self.is_queried()) {
            self.draw_query(&mut pictures, &full, t);
            if let Some(n) = full.normal.map(|n| context.pair.space.cso(n)) {
                ray.plane = Some((n, context.r() * t - n * full.lower));
            }
        }
        context.draw_ray(pictures.edit("cso"), &ray);
        pictures
    }

    /// Adds the result of a distance query at time `t`: witness points, distance and normal, and the distance from the
    /// plane to `x`.
    fn draw_query(&self, pictures: &mut Pictures, full: &QueryResult, t: f64) {
        let context = self.context;
        let shift = context.velocities[0] * t;
        let [a, b] = full.witness.map(|p| context.pair.space.world(p) + shift);
        let distance = full.signed_distance.unwrap_or(0.0);
        let world = pictures.edit(WORLD);
        if a.distance(b) > self.after.rounding {
            context.pair.add_distance(world, [a, b], distance < 0.0);
            context.pair.magnify_world(world, [a, b]);
            add_named_point(world, Role::Witness, "a", a, "a");
            add_named_point(world, Role::Witness, "b", b, "b");
        } else {
            add_named_point(world, Role::Witness, "b", b, "contact");
        }
        let Some(n) = full.normal.map(|n| context.pair.space.cso(n)) else { return };
        // The arrow begins at the front point, so that it does not cover the line between the points.
        let from = if distance < 0.0 { a } else { b };
        let tip = from + n * (0.35 * context.pair.radii[0].max(context.pair.radii[1]));
        world.arrow(Role::Normal, "n", from, tip);
        world.label(Role::Normal, "n", tip, "n");
        if distance.abs() > self.after.rounding {
            let x = context.r() * t;
            let role = if distance < 0.0 { Role::Penetration } else { Role::Witness };
            pictures.edit("cso").segment(role, "witness", x - n * distance, x);
        }
    }

    /// Pictures of a probe: the bodies and `x` at the tested time.
    pub fn probe_pictures(&self, t: f64) -> Pictures {
        let mut pictures = self.plain();
        let world = pictures.edit(WORLD);
        *world = Picture::default();
        self.context.at_and_between(world, t, self.after.bracket);
        add_named_point(pictures.edit("cso"), Role::Text, "probe", self.context.r() * t, "r·t_probe");
        pictures
    }

    /// Pictures of a miss: the bodies at closest approach, and the gap.
    pub fn miss_pictures(&self, verdict: &Verdict) -> Pictures {
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
    pub fn last(&self, verdict: &Verdict) -> Pictures {
        let mut pictures = self.plain();
        if let Finding::FirstContact(found) = &verdict.finding {
            *pictures.edit(WORLD) = Picture::default();
            self.context.meeting(pictures.edit(WORLD), found, false);
            self.context.draw_nearest(&mut pictures, found);
        }
        pictures
    }
}

/// Pictures, with the role of distances and witness points named after a contact point where they show that alone.
fn with_contact_named(pictures: Pictures) -> Pictures {
    let has_distance = pictures
        .iter()
        .flat_map(|(_, picture)| &picture.marks)
        .any(|mark| mark.role == Role::Witness && matches!(mark.form, Form::Segment(_)));
    if has_distance { pictures } else { pictures.naming(Role::Witness, "contact point") }
}

/// Pictures, with the view of times declared unused if the sentence states nothing that it shows.
pub fn with_times_if_stated(mut pictures: Pictures, say: &Sentence) -> Pictures {
    let marks = &pictures.of(TIME.id).marks;
    let is_stated = say.runs().iter().filter_map(Run::key).any(|key| marks.iter().any(|mark| key.contains(&mark.key)));
    if !is_stated {
        pictures.unused.push(TIME.id);
    }
    pictures
}

/// Text of a speed: `1.5 m/s`.
pub fn speed(x: f64) -> Shown {
    let shown = number(x);
    Shown { text: format!("{} m/s", shown.text).into(), ..shown }
}

/// Text of a length; in words where it is below the rounding error.
pub fn measured_length(x: f64, rounding: f64) -> Shown {
    number::measured(x, rounding)
}
