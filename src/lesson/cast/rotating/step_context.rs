//! One step of a cast of rotating bodies, and the names and quantities that its sentences and values show.

use contact_lens_model::answer::Shown;
use contact_lens_model::answer::number::{vector, vector_in_plane};
use contact_lens_model::snapshot::rotating::{Axis, DistanceAnswer, RotatingCast, Sample};

use super::{RotatingContext, TimedQuery};
use crate::cast::{seconds, speed};
use crate::{Detail, EndingKind, Sentence, Symbol, Value, Verdict, say, symbol};

/// One step of a cast of rotating bodies.
pub(super) struct StepContext<'a> {
    /// State before the step.
    pub before: &'a RotatingCast,
    /// State after the step.
    pub after: &'a RotatingCast,
    /// Data that is the same in all steps.
    pub context: &'a RotatingContext,
    /// Answer with its proof.
    pub verdict: &'a Verdict,
    /// Requested amount of detail.
    pub detail: Detail,
    /// Kind of the ending in the last step; `None` in other steps.
    pub ending: Option<EndingKind>,
    /// Queries of the whole run.
    pub samples: &'a [Sample],
    /// Whether the scene is in the plane.
    pub is_planar: bool,
    /// Whether normals are carried along with a body (bilateral advancement).
    pub is_bilateral: bool,
    /// Query with the least distance, in the steps at the end of a miss; `None` in other steps.
    pub least: Option<TimedQuery>,
}

impl StepContext<'_> {
    /// Time that the pictures show, seconds: that of the step's query, or of the least distance at the end of a miss.
    pub(super) fn shown_time(&self) -> f64 {
        self.least.map_or(self.after.query_time, |query| query.t)
    }

    /// Result of the distance query at the shown time; `None` without one.
    pub(super) fn shown_query(&self) -> Option<DistanceAnswer> {
        self.least.map(|query| query.answer).or(self.after.last_query)
    }

    /// Signed distance at the shown time, meters; its lower bound if the distance is not known; 0 without a query.
    pub(super) fn distance(&self) -> f64 {
        self.shown_query().map_or(0.0, |query| query.d.unwrap_or(query.lower))
    }

    /// Text of a length, meters.
    pub(super) fn length(&self, meters: f64) -> Shown {
        self.context.pair.length(meters)
    }

    /// Whether the distance at the shown time is below the rounding error; also true without a query.
    pub(super) fn is_touching(&self) -> bool {
        self.context.pair.is_rounding(self.distance())
    }

    /// Axis along which this step newly proves that the gap stays open; `None` if it proves that for no new axis.
    pub(super) fn new_carried_axis(&self) -> Option<Axis> {
        carried_axis(self.after).filter(|axis| carried_axis(self.before) != Some(*axis))
    }

    /// Distance or depth at the shown time, as a value; it refers to the drawn segment unless the bodies touch.
    pub(super) fn distance_value(&self) -> Value {
        let distance = self.distance();
        let symbol = if distance < 0.0 { symbol::DEPTH } else { symbol::GAP };
        if self.is_touching() {
            Value::number(symbol, self.length(distance.abs()))
        } else {
            Value::of(symbol, self.length(distance.abs()), "witness")
        }
    }

    /// Shown time, as a value.
    pub(super) fn time_value(&self) -> Value {
        Value::of(symbol::TIME, seconds(self.shown_time()), "asked")
    }

    /// Start of a sentence about the shown time: `At the start`, `At t = 0.3 s`.
    pub(super) fn at_this_time(&self) -> Sentence {
        if self.shown_time() == 0.0 { Sentence::from("At the start") } else { say!("At t = {}", self.time_value()) }
    }

    /// Names of A and B in sentences.
    pub(super) fn names(&self) -> [Sentence; 2] {
        self.context.pair.body_names()
    }

    /// Speed along the normal, m/s, as a value that refers to the normal's mark if the query found a normal.
    pub(super) fn speed_along_normal(&self, symbol: Symbol, meters_per_second: f64) -> Value {
        if self.has_normal() {
            Value::of(symbol, speed(meters_per_second), "n")
        } else {
            Value::number(symbol, speed(meters_per_second))
        }
    }

    /// Bound of the closing speed, as a value. It refers to the line in the chart whose slope it is, except in a step
    /// that proves that the gap stays open along an axis: such an axis has no line.
    pub(super) fn slope_value(&self, symbol: Symbol, meters_per_second: f64) -> Value {
        if self.new_carried_axis().is_some() {
            Value::number(symbol, speed(meters_per_second))
        } else {
            Value::of(symbol, speed(meters_per_second), "bound")
        }
    }

    /// Name of the normal in a sentence, which refers to the normal's mark if there is one.
    pub(super) fn normal_name(&self) -> Sentence {
        if self.has_normal() { Sentence::mark("n", "n") } else { Sentence::from("n") }
    }

    /// Whether the last distance query found a normal.
    fn has_normal(&self) -> bool {
        self.after.last_query.is_some_and(|query| query.normal.is_some())
    }

    /// Lower bound of the time of contact, as a value.
    pub(super) fn lower_value(&self) -> Value {
        Value::of(symbol::TIME_AT_LEAST, seconds(self.after.t), "lower")
    }

    /// End of the motion, as a value.
    pub(super) fn end_time_value(&self) -> Value {
        Value::number(symbol::END_TIME, seconds(self.after.t_max))
    }

    /// Values of the shown query at a line of the listing (an id: `judge`): time, distance and normal. The
    /// distance is omitted where the bodies touch, the normal where it is unknown or not mentioned at that line.
    pub(super) fn query_values(&self, line: &str) -> Vec<Value> {
        let mut values = vec![self.time_value()];
        if !self.is_touching() {
            values.push(self.distance_value());
        }
        let normal = self.shown_query().and_then(|query| query.normal);
        if let Some(normal) = normal.filter(|_| mentions_normal(line)) {
            let text = if self.is_planar { vector_in_plane(normal) } else { vector(normal) };
            values.push(Value::of(symbol::NORMAL, text, "n"));
        }
        values
    }

    /// Proven lower and upper bound of the time of contact as known at a line of the listing, seconds. The upper bound
    /// is infinite while none is known.
    pub(super) fn known_bracket(&self, line: &str) -> [f64; 2] {
        // The lines of the distance and of the closing speed precede the one of the new lower bound.
        let state = if matches!(line, "judge" | "bound") { self.before } else { self.after };
        [state.t, state.upper]
    }

    /// Values of the bounds of the time of contact at a line of the listing; without a lower bound of 0, and without an
    /// infinite upper bound.
    pub(super) fn bracket_values(&self, line: &str) -> Vec<Value> {
        // The line "gap" bounds the least distance after a miss, which has no time of contact.
        if line == "gap" {
            return Vec::new();
        }
        let [lower, upper] = self.known_bracket(line);
        let mut values = Vec::new();
        if lower > 0.0 {
            values.push(Value::of(symbol::TIME_AT_LEAST, seconds(lower), "lower"));
        }
        if upper.is_finite() {
            values.push(Value::of(symbol::TIME_AT_MOST, seconds(upper), "upper"));
        }
        values
    }

    /// Values of the terms of the largest closing speed and of their sum; empty without a bound of that speed. A
    /// body whose rotation cannot close the gap has no term.
    pub(super) fn closing_speed_values(&self) -> Vec<Value> {
        let Some(bound) = self.after.bound else { return Vec::new() };
        let mut values = vec![Value::number(symbol::APPROACH_SPEED, speed(bound.along))];
        let [rotation_a, rotation_b] = bound.rotation;
        if rotation_a > 0.0 {
            values.push(Value::number(symbol::ROTATION_SPEED_A, speed(rotation_a)));
        }
        if rotation_b > 0.0 {
            values.push(Value::number(symbol::ROTATION_SPEED_B, speed(rotation_b)));
        }
        values.push(Value::number(symbol::MOST_CLOSING_SPEED, speed(bound.sum)));
        values
    }
}

/// Axis along which a state proves that the gap stays open; `None` without one.
fn carried_axis(state: &RotatingCast) -> Option<Axis> {
    state.axis.as_ref().map(|carried| carried.axis)
}

/// Whether the pictures and values at a line of the listing show the normal, because its sentence mentions the normal
/// or states the answer.
pub(super) fn mentions_normal(line: &str) -> bool {
    !matches!(line, "judge" | "gap" | "start" | "stop-gap" | "probe")
}
