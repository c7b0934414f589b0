//! Quantities and names of one axis in sentences and values.

use super::SweepView;
use crate::answer::Shown;
use crate::lesson::cast::{seconds, speed};
use crate::lesson::sat::projections::is_preposition;
use crate::lesson::{Sentence, Value, say, symbol};
use crate::snapshot::cast::TestedAxis;

impl SweepView<'_> {
    /// Bounds of the common time of the axes, seconds, where they are finite.
    pub(super) fn common_time(&self, [from, to]: [f64; 2]) -> impl Iterator<Item = Value> + use<> {
        let start = Value::of(symbol::TIME_AT_LEAST, seconds(from), "all");
        let end = Value::of(symbol::TIME_OF_SEPARATION, seconds(to), "all");
        let is_there = from <= to;
        [(start, from), (end, to)].into_iter().filter(move |(_, t)| is_there && t.is_finite()).map(|(value, _)| value)
    }

    /// Values of a beat with this common interval of the axes, seconds.
    pub(super) fn values(&self, meet: [f64; 2]) -> Vec<Value> {
        let text = self.context.vector(self.context.r());
        let text = Shown { text: format!("{} m/s", text.text).into(), ..text };
        let mut values = vec![if self.context.has_ray() {
            Value::of(symbol::RELATIVE_VELOCITY, text, "ray")
        } else {
            Value::number(symbol::RELATIVE_VELOCITY, text)
        }];
        values.extend(self.common_time(meet));
        if let Some(now) = self.after.now.as_ref().filter(|_| self.after.tested > self.before.tested) {
            values.push(self.direction(now));
        }
        values
    }

    /// Unit vector of an axis.
    pub(super) fn direction(&self, now: &TestedAxis) -> Value {
        Value::of(symbol::AXIS_DIRECTION, self.context.vector(self.drawn_plane(now).normal), "n")
    }

    /// Short name of the axis of the step: `a3`.
    fn short_name(&self) -> &str {
        &self.names[self.before.tested as usize].0
    }

    /// Label at the arrow of the axis: `axis a3`, `along A`.
    pub(super) fn axis_label(&self) -> String {
        let name = self.short_name();
        if is_preposition(name) { name.to_owned() } else { format!("axis {name}") }
    }

    /// Axis of the step within a sentence, which refers to the mark `key`: `axis a3`, `the axis along A`.
    fn axis_at(&self, key: &'static str) -> Sentence {
        let article = if is_preposition(self.short_name()) { "the axis" } else { "axis" };
        say!("{} {}", article, Sentence::mark(self.short_name(), key))
    }

    /// Axis of the step within a sentence, at the mark that its result has.
    pub(super) fn result_name(&self, now: &TestedAxis) -> Sentence {
        let key = if self.projected(now, self.moment(now)).is_some() { "axis" } else { "n" };
        self.axis_at(key)
    }

    /// Ends of the time in which the projections on the axis of the step overlap.
    pub(super) fn overlap_time(&self, [from, to]: [f64; 2]) -> [Value; 2] {
        let row = self.before.tested as usize;
        let ends = [(symbol::OVERLAP_BEGIN, from), (symbol::OVERLAP_END, to)];
        ends.map(|(symbol, t)| {
            if self.context.lanes.has_row(row) {
                Value::of(symbol, seconds(t), format!("axis/{row}"))
            } else {
                Value::number(symbol, seconds(t))
            }
        })
    }

    /// Sentence that names an axis and the motion along it.
    pub(super) fn axis_sentence(&self, now: &TestedAxis) -> Sentence {
        let words = &self.names[self.before.tested as usize].1;
        let [a, b] = self.context.pair.body_names();
        let along = Value::of(symbol::CLOSING_SPEED, speed(now.w.abs() * self.context.path.speed), "n");
        let moves = match now.span.map(|s| self.time(s)) {
            _ if now.w == 0.0 => say!("Relative to {}, {} does not move along this axis", a, b),
            [from, _] if from >= 0.0 => say!("{} approaches {} along this axis at {}", b, a, along),
            [_, to] if to < 0.0 => {
                let away = symbol::OPENING_SPEED;
                let along = Value { symbol: away.sign, meaning: away.caption, ..along };
                say!("{} moves away from {} along this axis at {}", b, a, along)
            }
            _ => {
                let past = symbol::PASSING_SPEED;
                let along = Value { symbol: past.sign, meaning: past.caption, ..along };
                say!("Relative to {}, {} moves along this axis at {}", a, b, along)
            }
        };
        let axis = self.axis_at("n").capitalized();
        say!("{} is {}. {}.", axis, Sentence::mark(words.as_str(), "n"), moves)
    }
}
