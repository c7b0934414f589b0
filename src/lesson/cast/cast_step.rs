//! One step of a cast by conservative advancement or by the GJK ray cast: the quantities of its sentences and values,
//! and its pictures.

use contact_lens_model::answer::number::{length, measured, number};
use contact_lens_model::answer::{Finding, Shown};
use contact_lens_model::snapshot::cast::{CastProgress, Outcome, Phase, QueryResult};
use contact_lens_picture::{Form, Picture, Role};

use super::cso::{ClippingPlane, RayState};
use super::time_rows::LONG_AFTER;
use super::{CastContext, LOWER_CURVE, TIME, TimeRow, UPPER_CURVE, distinct_time_texts};
use crate::{Beat, Detail, Pictures, Run, Sentence, Value, Verdict, WORLD, add_named_point, say, symbol};

/// Length of the contact normal's arrow in the world, in half diagonals of the larger body.
const NORMAL_LENGTH: f64 = 0.35;

/// Empty time interval, seconds: its start is after its end.
const EMPTY_SPAN: [f64; 2] = [f64::INFINITY, f64::NEG_INFINITY];

/// One step of a cast.
pub struct CastStep<'a> {
    /// State before the step.
    pub before: &'a CastProgress,
    /// State after the step.
    pub after: &'a CastProgress,
    /// Data that is the same in all steps of the cast.
    pub context: &'a CastContext,
    /// Index of the step, from 0.
    pub number: usize,
    /// Requested amount of detail.
    pub detail: Detail,
}

/// Whether an ending proves that the bodies would not meet even if the motion went on forever.
pub fn proves_no_contact_ever(ending: Option<Outcome>) -> bool {
    matches!(ending, Some(Outcome::MovesApart | Outcome::PassesBy | Outcome::NoRelativeMotion))
}

/// Rows of the time view, one per step, given the proven bracket of the time of contact after each step, seconds. From
/// the step with the index `never` on, no contact is possible, and rows are empty.
pub fn rows_of_brackets(brackets: &[[f64; 2]], never: usize) -> Vec<TimeRow> {
    let mut rows = Vec::with_capacity(brackets.len());
    let mut previous = [0.0, f64::INFINITY];
    for (number, &bracket) in brackets.iter().enumerate() {
        let span = if number < never { bracket } else { EMPTY_SPAN };
        let moved = [span[0] > previous[0], span[1] < previous[1]];
        let name = format!("step {}", number + 1);
        rows.push(TimeRow { name, numbered: true, role: Role::Interval, span, common: span, moved });
        previous = span;
    }
    rows
}

impl CastStep<'_> {
    /// Times of `x`, and the bracket after the step, or before it if not `is_after`. The state has no clipping plane.
    pub fn ray(&self, is_after: bool) -> RayState {
        let progress = if is_after { self.after } else { self.before };
        RayState { times: [self.before.t, progress.t], plane: None, bracket: progress.bracket }
    }

    /// Beat of the listing's line `line`, with the values and plot points after the step.
    pub fn beat(&self, line: &'static str, say: Sentence, pictures: impl FnOnce() -> Pictures) -> Beat {
        let [lower, upper] = self.after.bracket;
        let mut points = vec![(LOWER_CURVE, lower)];
        if upper.is_finite() {
            points.push((UPPER_CURVE, upper));
        }
        let pictures = self.detail.full(|| with_times_if_stated(with_contact_named(pictures()), &say));
        Beat { line, say, pictures, values: self.detail.full(|| self.values(true)), points, ..Beat::default() }
    }

    /// Text of the time `t`, seconds, with enough digits to distinguish it from the other times of the step.
    pub fn time_text(&self, t: f64) -> String {
        let before = self.before;
        let after = self.after;
        let times = [t, before.t, before.bracket[0], before.bracket[1], after.t, after.bracket[0], after.bracket[1]];
        let [text, ..] = distinct_time_texts(times, self.context.duration);
        text
    }

    /// Text of the lower bound `t` of the time of contact, seconds: `text`, or words for a time long after the end of
    /// the motion, which is meaningless as a number.
    fn lower_bound_text(&self, t: f64, text: String) -> Shown {
        let is_long_after = t.is_finite() && t > LONG_AFTER * self.context.path.t_max;
        if is_long_after { "after the motion" } else { &*text }.into()
    }

    /// Lower bound of the time of contact in a state, as a value.
    fn lower_of(&self, progress: &CastProgress) -> Value {
        let [lower, _] = progress.bracket;
        Value::of(symbol::TIME_AT_LEAST, self.lower_bound_text(lower, self.time_text(lower)), "all")
    }

    /// Upper bound of the time of contact in a state, as a value.
    fn upper_of(&self, progress: &CastProgress) -> Value {
        let [_, upper] = progress.bracket;
        Value::of(symbol::TIME_AT_MOST, self.time_text(upper), "all")
    }

    /// Lower bound of the time of contact after the step, as a value.
    pub fn lower(&self) -> Value {
        self.lower_of(self.after)
    }

    /// Upper bound of the time of contact after the step, as a value.
    pub fn upper(&self) -> Value {
        self.upper_of(self.after)
    }

    /// Start of a sentence about the bodies before the step: `At the start`, `At t₀ = 0.3 s`, or `At t = 0.3 s` if the
    /// lower bound has another text.
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

    /// Relative velocity, times and distance after the step, or before it if not `is_after`. Zero times, an infinite
    /// upper bound and a distance below rounding error are left out.
    pub fn values(&self, is_after: bool) -> Vec<Value> {
        let progress = if is_after { self.after } else { self.before };
        let [lower, upper] = progress.bracket;
        let mut values = vec![self.velocity_value()];
        let lower_value = self.lower_of(progress);
        let time_value = Value::of(symbol::TIME, self.time_text(progress.t), "x");
        if progress.t > 0.0 && time_value.text != lower_value.text {
            values.push(time_value);
        }
        if lower > 0.0 {
            values.push(lower_value);
        }
        if upper.is_finite() {
            values.push(self.upper_of(progress));
        }
        if self.distance().is_some_and(|distance| distance.abs() > self.after.rounding) {
            values.push(self.distance_value());
        }
        values
    }

    /// Velocity of B relative to A as a value that highlights the ray, if this is drawn.
    fn velocity_value(&self) -> Value {
        let velocity = self.context.vector(self.context.r());
        let text = Shown { text: format!("{} m/s", velocity.text).into(), ..velocity };
        if self.context.has_ray() {
            Value::of(symbol::RELATIVE_VELOCITY, text, "ray")
        } else {
            Value::number(symbol::RELATIVE_VELOCITY, text)
        }
    }

    /// Whether the step queries the distance at the bodies' positions before the step.
    fn queries_distance(&self) -> bool {
        match self.before.phase {
            Phase::Query | Phase::Refine => true,
            // Advancement queries the distance in each search step, the ray cast in none.
            Phase::Search => self.after.last_query != self.before.last_query,
            Phase::Balls | Phase::Flat | Phase::Probe | Phase::Gap | Phase::Conclusion => false,
        }
    }

    /// Name of the normal of this step's query, which refers to the normal's mark if there is one.
    pub fn normal_name(&self) -> Sentence {
        if self.draws_normal() { Sentence::mark("n", "n") } else { Sentence::from("n") }
    }

    /// Whether the pictures show the normal of this step's query.
    pub fn draws_normal(&self) -> bool {
        self.queries_distance() && self.after.last_query.is_some_and(|result| result.normal.is_some())
    }

    /// Signed distance that the step queries, meters; `None` without a query.
    pub fn distance(&self) -> Option<f64> {
        self.after.last_query.filter(|_| self.queries_distance()).and_then(|result| result.signed_distance)
    }

    /// Distance or depth that the step queries, as a value; 0 without a query.
    pub fn distance_value(&self) -> Value {
        let distance = self.distance().unwrap_or(0.0);
        let symbol = if distance < 0.0 { symbol::DEPTH } else { symbol::GAP };
        let text = measured(distance.abs(), self.after.rounding);
        if distance.abs() > self.after.rounding {
            Value::of(symbol, text, "witness")
        } else {
            Value::number(symbol, text)
        }
    }

    /// Pictures of most beats: the bodies before the step, the bracket after it, and the result of a distance query.
    pub fn default_pictures(&self) -> Pictures {
        let mut pictures = self.query_pictures(true);
        *pictures.edit(TIME.id) = self.context.time_rows.picture(self.number + 1, Some(self.number));
        pictures
    }

    /// Pictures of the world and of the configuration space, with the result of the step's distance query: witness
    /// points, distance, normal, and a plane perpendicular to it. The bracket is that after the step, or before it if
    /// not `is_after`.
    pub fn query_pictures(&self, is_after: bool) -> Pictures {
        let context = self.context;
        let mut pictures = Pictures::default();
        let mut ray = self.ray(is_after);
        let t = if self.queries_distance() { self.before.t } else { self.after.t };
        context.add_bodies_and_bracket(pictures.edit(WORLD), t, ray.bracket);
        if let Some(result) = self.after.last_query.filter(|_| self.queries_distance()) {
            self.add_query_result(&mut pictures, &result, t);
            if let Some(n) = result.normal.map(|n| context.pair.space.cso(n)) {
                ray.plane = Some(ClippingPlane { normal: n, point: context.r() * t - n * result.lower });
            }
        }
        context.add_ray_state(pictures.edit("cso"), &ray);
        pictures
    }

    /// Adds the result of a distance query at time `t`, seconds: in the world, witness points, distance and normal; in
    /// configuration space, the distance from the plane to `x`.
    fn add_query_result(&self, pictures: &mut Pictures, result: &QueryResult, t: f64) {
        let context = self.context;
        let shift = context.velocities[0] * t;
        let [a, b] = result.witness.map(|p| context.pair.space.world(p) + shift);
        let distance = result.signed_distance.unwrap_or(0.0);
        let world = pictures.edit(WORLD);
        if a.distance(b) > self.after.rounding {
            context.pair.add_distance(world, [a, b], distance < 0.0);
            context.pair.magnify_world(world, [a, b]);
            add_named_point(world, Role::Witness, "a", a, "a");
            add_named_point(world, Role::Witness, "b", b, "b");
        } else {
            add_named_point(world, Role::Witness, "b", b, "contact");
        }
        let Some(n) = result.normal.map(|n| context.pair.space.cso(n)) else { return };
        // The arrow begins at the front point, so that it does not cover the line between the points.
        let from = if distance < 0.0 { a } else { b };
        let tip = from + n * (NORMAL_LENGTH * context.pair.radii[0].max(context.pair.radii[1]));
        world.arrow(Role::Normal, "n", from, tip);
        world.label(Role::Normal, "n", tip, "n");
        if distance.abs() > self.after.rounding {
            let x = context.r() * t;
            let role = if distance < 0.0 { Role::Penetration } else { Role::Witness };
            pictures.edit("cso").segment(role, "witness", x - n * distance, x);
        }
    }

    /// Pictures of a probe, a distance query at a later time `t`, seconds: the bodies and `x` at that time.
    pub fn probe_pictures(&self, t: f64) -> Pictures {
        let mut pictures = self.default_pictures();
        let world = pictures.edit(WORLD);
        *world = Picture::default();
        self.context.add_bodies_and_bracket(world, t, self.after.bracket);
        add_named_point(pictures.edit("cso"), Role::Text, "probe", self.context.r() * t, "r·t_probe");
        pictures
    }

    /// Pictures of a gap query on a miss: the bodies at closest approach and the gap, if their place is known.
    pub fn miss_pictures(&self, verdict: &Verdict) -> Pictures {
        let mut pictures = self.default_pictures();
        if let Finding::FirstContact(contact) = &verdict.finding {
            let gap = self.after.gap.map(|gap| gap.distance).or(contact.gap);
            // The verdict has the normal of the final gap only, so an earlier and different gap has no known place.
            if gap.is_some_and(|gap| length(gap).text == length(contact.gap.unwrap_or_default()).text) {
                *pictures.edit(WORLD) = Picture::default();
                self.context.add_closest_approach(&mut pictures, contact);
            }
        }
        pictures
    }

    /// Pictures of the end: the bodies at contact, or at closest approach.
    pub fn final_pictures(&self, verdict: &Verdict) -> Pictures {
        let mut pictures = self.default_pictures();
        if let Finding::FirstContact(contact) = &verdict.finding {
            *pictures.edit(WORLD) = Picture::default();
            self.context.add_contact(pictures.edit(WORLD), contact, false);
            self.context.add_closest_approach(&mut pictures, contact);
        }
        pictures
    }
}

/// Names the role of witness points "contact point" in the legend of pictures that show no distance.
fn with_contact_named(pictures: Pictures) -> Pictures {
    let has_distance = pictures
        .iter()
        .flat_map(|(_, picture)| &picture.marks)
        .any(|mark| mark.role == Role::Witness && matches!(mark.form, Form::Segment(_)));
    if has_distance { pictures } else { pictures.naming(Role::Witness, "contact point") }
}

/// Declares the view of times unused in pictures whose sentence refers to no mark of that view.
pub fn with_times_if_stated(mut pictures: Pictures, say: &Sentence) -> Pictures {
    let marks = &pictures.of(TIME.id).marks;
    let mut stated_keys = say.runs().iter().filter_map(Run::key);
    let is_stated = stated_keys.any(|key| marks.iter().any(|mark| key.contains(&mark.key)));
    if !is_stated {
        pictures.unused.push(TIME.id);
    }
    pictures
}

/// Text of a speed in m/s: `1.5 m/s`.
pub fn speed(x: f64) -> Shown {
    let shown = number(x);
    Shown { text: format!("{} m/s", shown.text).into(), ..shown }
}
