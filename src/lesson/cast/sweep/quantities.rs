//! Quantities and names of one axis in sentences and values.

use super::SweepView;
use crate::answer::Shown;
use crate::lesson::cast::{seconds, speed};
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
            values.push(self.normal(now));
        }
        values
    }

    /// Unit vector of an axis.
    pub(super) fn normal(&self, now: &TestedAxis) -> Value {
        Value::of(symbol::NORMAL, self.context.vector(self.drawn_plane(now).normal), "n")
    }

    /// Short name of the axis of the step.
    pub(super) fn axis_name(&self) -> Sentence {
        Sentence::mark(self.names[self.before.tested as usize].0.clone(), "n")
    }

    /// Short name of the axis of the step, at the mark that its result has.
    pub(super) fn result_name(&self, now: &TestedAxis) -> Sentence {
        let key = if self.projected(now, self.moment(now)).is_some() { "axis" } else { "n" };
        Sentence::mark(self.names[self.before.tested as usize].0.clone(), key)
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
            _ if now.w == 0.0 => say!("{} does not move along n relative to {}", b, a),
            [from, _] if from > 0.0 => say!("{} approaches {} along n at {}", b, a, along),
            [_, to] if to < 0.0 => {
                let away = symbol::OPENING_SPEED;
                let along = Value { symbol: away.sign, meaning: away.caption, ..along };
                say!("{} moves away from {} along n at {}", b, a, along)
            }
            _ => {
                let past = symbol::PASSING_SPEED;
                say!(
                    "{} moves past {} along n at {}",
                    b,
                    a,
                    Value { symbol: past.sign, meaning: past.caption, ..along }
                )
            }
        };
        say!("Axis {} is {}. {}.", self.axis_name(), Sentence::mark(words.as_str(), "n"), moves)
    }
}
