//! Names and quantities of one axis of a sweep, in sentences and values.

use super::SweepView;
use crate::answer::Shown;
use crate::lesson::cast::{seconds, speed};
use crate::lesson::sat::projections::is_preposition;
use crate::lesson::{Sentence, Symbol, Value, say, symbol};
use crate::snapshot::cast::TestedAxis;

impl SweepView<'_> {
    /// Ends of the interval of possible contact, seconds, that are finite; none for an empty interval.
    pub(super) fn intersection_values(&self, [from, to]: [f64; 2]) -> impl Iterator<Item = Value> + use<> {
        let start = Value::of(symbol::TIME_AT_LEAST, seconds(from), "all");
        let end = Value::of(symbol::TIME_OF_SEPARATION, seconds(to), "all");
        let is_possible = from <= to;
        [(start, from), (end, to)]
            .into_iter()
            .filter(move |(_, t)| is_possible && t.is_finite())
            .map(|(value, _)| value)
    }

    /// Values of a beat; `intersection` is the interval of possible contact, seconds.
    pub(super) fn values(&self, intersection: [f64; 2]) -> Vec<Value> {
        let text = self.context.vector(self.context.r());
        let text = Shown { text: format!("{} m/s", text.text).into(), ..text };
        let mut values = vec![if self.context.has_ray() {
            Value::of(symbol::RELATIVE_VELOCITY, text, "ray")
        } else {
            Value::number(symbol::RELATIVE_VELOCITY, text)
        }];
        values.extend(self.intersection_values(intersection));
        if let Some(now) = self.after.last_tested.as_ref().filter(|_| self.after.tested > self.before.tested) {
            values.push(self.direction_value(now));
        }
        values
    }

    /// Direction of an axis, a unit vector, as a value.
    fn direction_value(&self, now: &TestedAxis) -> Value {
        Value::of(symbol::AXIS_DIRECTION, self.context.vector(self.drawn_plane(now).normal), "n")
    }

    /// Short name of the axis of the step: `a3`.
    fn short_name(&self) -> &str {
        &self.names[self.before.tested as usize].short
    }

    /// Label at the arrow of the axis: `axis a3`, `along A`.
    pub(super) fn axis_label(&self) -> String {
        let name = self.short_name();
        if is_preposition(name) { name.to_owned() } else { format!("axis {name}") }
    }

    /// Axis of the step within a sentence, which refers to the mark `key`: `axis a3`, `the axis along A`.
    fn axis_with_mark(&self, key: &'static str) -> Sentence {
        let article = if is_preposition(self.short_name()) { "the axis" } else { "axis" };
        say!("{} {}", article, Sentence::mark(self.short_name(), key))
    }

    /// Axis of the step within a sentence on its result, which refers to the mark that the result's pictures have.
    pub(super) fn result_name(&self, now: &TestedAxis) -> Sentence {
        let key = if self.axis_with_projections(now, self.overlap_begin(now)).is_some() { "axis" } else { "n" };
        self.axis_with_mark(key)
    }

    /// Ends of the interval in which the projections on the axis of the step overlap, seconds, as values.
    pub(super) fn overlap_values(&self, [from, to]: [f64; 2]) -> [Value; 2] {
        let row = self.before.tested as usize;
        let ends = [(symbol::OVERLAP_BEGIN, from), (symbol::OVERLAP_END, to)];
        ends.map(|(symbol, t)| {
            if self.context.time_rows.has_row(row) {
                Value::of(symbol, seconds(t), format!("axis/{row}"))
            } else {
                Value::number(symbol, seconds(t))
            }
        })
    }

    /// Sentence that names an axis and the motion along it.
    pub(super) fn axis_sentence(&self, now: &TestedAxis) -> Sentence {
        let description = &self.names[self.before.tested as usize].description;
        let [a, b] = self.context.pair.body_names();
        let along = Value::of(symbol::CLOSING_SPEED, speed(now.w.abs() * self.context.path.speed), "n");
        let moves = match now.span.map(|s| self.time(s)) {
            _ if now.w == 0.0 => say!("Relative to {}, {} does not move along this axis", a, b),
            [from, _] if from >= 0.0 => say!("{} approaches {} along this axis at {}", b, a, along),
            [_, to] if to < 0.0 => {
                let Symbol { notation, caption } = symbol::OPENING_SPEED;
                let along = Value { symbol: notation, meaning: caption, ..along };
                say!("{} moves away from {} along this axis at {}", b, a, along)
            }
            _ => {
                let Symbol { notation, caption } = symbol::PASSING_SPEED;
                let along = Value { symbol: notation, meaning: caption, ..along };
                say!("Relative to {}, {} moves along this axis at {}", a, b, along)
            }
        };
        let axis = self.axis_with_mark("n").capitalized();
        say!("{} is {}. {}.", axis, Sentence::mark(description.as_str(), "n"), moves)
    }
}
