//! Step of conservative advancement with rotation, with the data that its sentences and pictures need.

use super::RotatingContext;
use crate::answer::Shown;
use crate::answer::number::{vector, vector_in_plane};
use crate::lesson::cast::{seconds, speed};
use crate::lesson::{Detail, EndingKind, Sentence, Symbol, Value, Verdict, say, symbol};
use crate::snapshot::rotating::{Axis, DistanceAnswer, RotatingCast, Sample};

pub(super) struct StepContext<'a> {
    pub before: &'a RotatingCast,
    pub after: &'a RotatingCast,
    pub context: &'a RotatingContext,
    pub verdict: &'a Verdict,
    pub detail: Detail,
    /// Value of the ending, in the last step.
    pub worth: Option<EndingKind>,
    /// Queries of the whole run.
    pub all: &'a [Sample],
    /// Whether both bodies are in the plane.
    pub planar: bool,
    /// Whether normals are carried along.
    pub bilateral: bool,
    /// At the end of a miss, the time of the smallest distance, seconds, and the result of the query there.
    pub least: Option<(f64, DistanceAnswer)>,
}

impl StepContext<'_> {
    /// Displayed time, seconds, and the query's result there: the queried time, or that of the smallest distance at the
    /// end of a miss.
    pub(super) fn shown(&self) -> (f64, Option<DistanceAnswer>) {
        self.least.map_or((self.after.query_time, self.after.last_query), |(t, found)| (t, Some(found)))
    }
}

impl StepContext<'_> {
    /// Distance at the displayed time, meters.
    pub(super) fn distance(&self) -> f64 {
        let (_, found) = self.shown();
        found.map_or(0.0, |found| found.d.unwrap_or(found.lower))
    }

    pub(super) fn length(&self, meters: f64) -> Shown {
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

    /// Distance or depth at the displayed time, without a sign; it has a line unless the bodies touch.
    pub(super) fn gap(&self) -> Value {
        let distance = self.distance();
        let symbol = if distance < 0.0 { symbol::DEPTH } else { symbol::GAP };
        if self.touches() {
            Value::number(symbol, self.length(distance.abs()))
        } else {
            Value::of(symbol, self.length(distance.abs()), "witness")
        }
    }

    /// Time of the displayed query.
    pub(super) fn time(&self) -> Value {
        let (t, _) = self.shown();
        Value::of(symbol::TIME, seconds(t), "asked")
    }

    /// Start of a sentence about the queried time: `At the start`, `At t = 0.3 s`.
    pub(super) fn at_this_time(&self) -> Sentence {
        match self.shown() {
            (0.0, _) => Sentence::from("At the start"),
            _ => say!("At t = {}", self.time()),
        }
    }

    pub(super) fn names(&self) -> [Sentence; 2] {
        self.context.pair.body_names()
    }

    /// Speed along the normal.
    pub(super) fn along_normal(&self, symbol: Symbol, meters_per_second: f64) -> Value {
        match self.after.last_query.and_then(|found| found.normal) {
            Some(_) => Value::of(symbol, speed(meters_per_second), "n"),
            None => Value::number(symbol, speed(meters_per_second)),
        }
    }

    /// Bound of the change of the gap: the slope of the falling line in the chart.
    pub(super) fn slope(&self, symbol: Symbol, meters_per_second: f64) -> Value {
        match self.carried() {
            Some(_) => Value::number(symbol, speed(meters_per_second)),
            None => Value::of(symbol, speed(meters_per_second), "bound"),
        }
    }

    /// Name of the normal.
    pub(super) fn n(&self) -> Sentence {
        match self.after.last_query.and_then(|found| found.normal) {
            Some(_) => Sentence::mark("n", "n"),
            None => Sentence::from("n"),
        }
    }

    /// Lower bound of the time of contact.
    pub(super) fn lower(&self) -> Value {
        Value::of(symbol::TIME_AT_LEAST, seconds(self.after.t), "lower")
    }

    /// End of the motion.
    pub(super) fn end_time(&self) -> Value {
        Value::number(symbol::END_TIME, seconds(self.after.t_max))
    }

    pub(super) fn query_values(&self, line: &str) -> Vec<Value> {
        let (_, found) = self.shown();
        // A distance below the rounding error is in words.
        let gap = (!self.touches()).then(|| self.gap());
        let mut values: Vec<Value> = [self.time()].into_iter().chain(gap).collect();
        if let Some(normal) = found.and_then(|found| found.normal).filter(|_| mentions_normal(line)) {
            let text = if self.planar { vector_in_plane(normal) } else { vector(normal) };
            values.push(Value::of(symbol::NORMAL, text, "n"));
        }
        values
    }

    /// Proven bounds of the time of contact as known at this line, seconds: the distance and the closing speed precede
    /// the new lower bound. The upper bound is infinite while none is known.
    pub(super) fn known_bracket(&self, line: &str) -> [f64; 2] {
        let known = if matches!(line, "judge" | "bound") { self.before } else { self.after };
        [known.t, known.upper]
    }

    pub(super) fn bracket_values(&self, line: &str) -> Vec<Value> {
        // The least distance of a miss has nothing to do with the time of contact.
        if line == "gap" {
            return Vec::new();
        }
        let [lower, upper] = self.known_bracket(line);
        let lower = (lower > 0.0).then(|| Value::of(symbol::TIME_AT_LEAST, seconds(lower), "lower"));
        let upper = upper.is_finite().then(|| Value::of(symbol::TIME_AT_MOST, seconds(upper), "upper"));
        lower.into_iter().chain(upper).collect()
    }

    pub(super) fn bound(&self) -> Vec<Value> {
        let Some(bound) = self.after.bound else { return Vec::new() };
        let mut values = vec![Value::number(symbol::APPROACH_SPEED, speed(bound.along))];
        for (symbol, turning) in [symbol::TURNING_A, symbol::TURNING_B].into_iter().zip(bound.rotation) {
            values.extend((turning > 0.0).then(|| Value::number(symbol, speed(turning))));
        }
        values.push(Value::number(symbol::MOST_CLOSING_SPEED, speed(bound.sum)));
        values
    }
}

fn axis_of(state: &crate::snapshot::rotating::RotatingCast) -> Option<Axis> {
    state.axis.as_ref().map(|(axis, _)| *axis)
}

/// Whether the sentence of a line of the listing, or the answer, is about the normal.
pub(super) fn mentions_normal(line: &str) -> bool {
    !matches!(line, "judge" | "gap" | "start" | "stop-gap" | "probe")
}
