//! Sentences on one axis of a sweep, and the names and quantities in its sentences and values.

use contact_lens_model::answer::Shown;
use contact_lens_model::snapshot::cast::TestedAxis;

use super::SweepView;
use crate::cast::{seconds, speed};
use crate::sat::projections::is_preposition;
use crate::{Sentence, Value, say, symbol};

/// Change of the interval of possible contact by one axis.
#[derive(Clone, Copy)]
enum IntersectionChange {
    /// The interval begins later.
    BeginsLater,
    /// The interval ends earlier.
    EndsEarlier,
    /// The interval begins later and ends earlier.
    Both,
}

impl SweepView<'_> {
    /// Ends of the interval of possible contact, seconds, that are finite, as values; none for an empty interval.
    fn intersection_values(&self, [from, to]: [f64; 2]) -> Vec<Value> {
        let mut values = Vec::new();
        if from <= to && from.is_finite() {
            values.push(Value::of(symbol::TIME_AT_LEAST, seconds(from), "all"));
        }
        if from <= to && to.is_finite() {
            values.push(Value::of(symbol::TIME_OF_SEPARATION, seconds(to), "all"));
        }
        values
    }

    /// Values of a beat; `intersection` is the interval of possible contact, seconds.
    pub(super) fn values(&self, intersection: [f64; 2]) -> Vec<Value> {
        let mut values = vec![self.velocity_value()];
        values.extend(self.intersection_values(intersection));
        if let Some(tested) = self.tested_axis() {
            values.push(self.direction_value(&tested));
        }
        values
    }

    /// Velocity of B relative to A, as a value that refers to the ray if this is drawn.
    fn velocity_value(&self) -> Value {
        let velocity = self.context.vector(self.context.r());
        let text = Shown { text: format!("{} m/s", velocity.text).into(), ..velocity };
        if self.context.has_ray() {
            Value::of(symbol::RELATIVE_VELOCITY, text, "ray")
        } else {
            Value::number(symbol::RELATIVE_VELOCITY, text)
        }
    }

    /// Direction of an axis, a unit vector, as a value.
    fn direction_value(&self, tested: &TestedAxis) -> Value {
        Value::of(symbol::AXIS_DIRECTION, self.context.vector(self.drawn_plane(tested).normal), "n")
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

    /// Axis of the step within a sentence on its result, which refers to the mark that the result's pictures have: the
    /// axis with the projections, or the normal of a plane.
    fn result_name(&self, tested: &TestedAxis) -> Sentence {
        let has_projections = self.axis_with_projections(tested, self.overlap_begin(tested)).is_some();
        self.axis_with_mark(if has_projections { "axis" } else { "n" })
    }

    /// Ends of the interval in which the projections on the axis of the step overlap, seconds, as values that refer to
    /// the axis's row in the time view if there is one.
    fn overlap_values(&self, [from, to]: [f64; 2]) -> [Value; 2] {
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
    pub(super) fn axis_sentence(&self, tested: &TestedAxis) -> Sentence {
        let description = &self.names[self.before.tested as usize].description;
        let axis = self.axis_with_mark("n").capitalized();
        say!("{} is {}. {}.", axis, Sentence::mark(description.as_str(), "n"), self.motion_clause(tested))
    }

    /// Clause on the motion along an axis: whether B approaches A, moves away from it or passes it.
    fn motion_clause(&self, tested: &TestedAxis) -> Sentence {
        let [a, b] = self.context.pair.body_names();
        if tested.w == 0.0 {
            return say!("Relative to {}, {} does not move along this axis", a, b);
        }
        let [from, to] = tested.span.map(|s| self.time(s));
        let along = speed(tested.w.abs() * self.context.path.speed);
        if from >= 0.0 {
            say!("{} approaches {} along this axis at {}", b, a, Value::of(symbol::CLOSING_SPEED, along, "n"))
        } else if to < 0.0 {
            say!("{} moves away from {} along this axis at {}", b, a, Value::of(symbol::OPENING_SPEED, along, "n"))
        } else {
            say!("Relative to {}, {} moves along this axis at {}", a, b, Value::of(symbol::PASSING_SPEED, along, "n"))
        }
    }

    /// Line of the listing and sentence on the interval in which the projections on an axis overlap.
    pub(super) fn overlap_sentence(&self, tested: &TestedAxis) -> (&'static str, Sentence) {
        let name = self.result_name(tested);
        let [a, b] = self.context.pair.body_names();
        let [from, to] = tested.span.map(|s| self.time(s));
        // Without motion along the axis, the projections overlap throughout or never.
        if from == f64::NEG_INFINITY && self.touches_still(tested) {
            return ("still", say!("On {}, the projections of {} and {} touch throughout the motion.", name, a, b));
        }
        if from == f64::NEG_INFINITY {
            return ("still", say!("On {}, the projections of {} and {} overlap throughout the motion.", name, a, b));
        }
        if from == f64::INFINITY {
            return ("still", say!("On {}, the projections of {} and {} never overlap.", name, a, b));
        }
        let [begin, end] = self.overlap_values([from, to]);
        let say = if to < 0.0 {
            let time_before_start = Value { text: seconds(-to).into(), ..end };
            say!(
                "On {}, the projections of {} and {} overlap only until {} before the start.",
                name,
                a,
                b,
                time_before_start
            )
        } else if from <= 0.0 && to == 0.0 {
            say!("On {}, the projections of {} and {} touch at the start and are apart afterwards.", name, a, b)
        } else if from < 0.0 {
            say!("On {}, the projections of {} and {} overlap from the start to t = {}.", name, a, b, end)
        } else {
            say!("On {}, the projections of {} and {} overlap from t = {} to {}.", name, a, b, begin, end)
        };
        (if self.after.in_row { "row-span" } else { "span" }, say)
    }

    /// Change of the interval of possible contact by the axis of the step; `None` if it stays as it is.
    fn intersection_change(&self) -> Option<IntersectionChange> {
        let begins_later = self.after.overlap[0] > self.before.overlap[0];
        let ends_earlier = self.after.overlap[1] < self.before.overlap[1];
        match [begins_later, ends_earlier] {
            [true, true] => Some(IntersectionChange::Both),
            [true, false] => Some(IntersectionChange::BeginsLater),
            [false, true] => Some(IntersectionChange::EndsEarlier),
            [false, false] => None,
        }
    }

    /// Line of the listing and sentence on the intersection of all intervals, if this axis shortened it; `None` if it
    /// did not.
    pub(super) fn intersection_sentence(&self, tested: &TestedAxis) -> Option<(&'static str, Sentence)> {
        let change = self.intersection_change()?;
        if self.after.by_empty.holds() {
            return Some(self.empty_intersection_sentence(tested));
        }
        let line = match change {
            IntersectionChange::BeginsLater | IntersectionChange::Both => "enter",
            IntersectionChange::EndsEarlier => "leave",
        };
        let is_first = self.before.tested == 0;
        let say = if is_first {
            self.first_interval_sentence(tested, change)
        } else {
            self.shorter_intersection_sentence(tested, change)
        };
        Some((line, say))
    }

    /// Start of the interval of possible contact, as a value.
    fn intersection_start(&self) -> Value {
        Value::of(symbol::TIME_AT_LEAST, seconds(self.time(self.after.overlap[0])), "all")
    }

    /// End of the interval of possible contact, as a value.
    fn intersection_end(&self) -> Value {
        Value::of(symbol::TIME_OF_SEPARATION, seconds(self.time(self.after.overlap[1])), "all")
    }

    /// Line of the listing and sentence on an axis that leaves no time for a contact.
    fn empty_intersection_sentence(&self, tested: &TestedAxis) -> (&'static str, Sentence) {
        let name = self.result_name(tested);
        if tested.recedes && tested.w == 0.0 {
            let say = say!("{} excludes contact: the projections on it never overlap.", name);
            ("apart", say.capitalized())
        } else if tested.recedes {
            let [_, b] = self.context.pair.body_names();
            ("apart", say!("{} excludes contact: {} moves away along it.", name, b).capitalized())
        } else if self.after.by_end.holds() {
            let start = self.intersection_start();
            ("late", say!("{} allows contact only from t = {}, after the motion ends.", name, start).capitalized())
        } else {
            let say = say!("With {}, there is no time at which the projections overlap on all axes: no contact.", name);
            ("empty", say)
        }
    }

    /// Sentence on the first axis, which alone determines the interval of possible contact.
    fn first_interval_sentence(&self, tested: &TestedAxis, change: IntersectionChange) -> Sentence {
        let name = self.result_name(tested);
        let start = self.intersection_start();
        let end = self.intersection_end();
        let say = match change {
            IntersectionChange::Both => {
                say!("{} allows contact only between t₀ = {} and t_last = {}.", name, start, end)
            }
            IntersectionChange::BeginsLater => say!("{} allows no contact before t₀ = {}.", name, start),
            IntersectionChange::EndsEarlier => say!("{} allows no contact after t_last = {}.", name, end),
        };
        say.capitalized()
    }

    /// Sentence on a later axis that makes the intersection of all intervals begin later, end earlier, or both.
    fn shorter_intersection_sentence(&self, tested: &TestedAxis, change: IntersectionChange) -> Sentence {
        let name = self.result_name(tested);
        let start = self.intersection_start();
        let end = self.intersection_end();
        match change {
            IntersectionChange::Both => say!(
                "On {}, the overlap begins later and ends sooner than on every axis tested before: contact is possible \
                 only from t₀ = {} to t_last = {}.",
                name,
                start,
                end
            ),
            IntersectionChange::BeginsLater => say!(
                "On {}, the overlap begins later than on every axis tested before: no contact before t₀ = {}.",
                name,
                start
            ),
            IntersectionChange::EndsEarlier => say!(
                "On {}, the overlap ends sooner than on every axis tested before: no contact after t_last = {}.",
                name,
                end
            ),
        }
    }
}
