//! Side-by-side comparison of the run shown with a second run: of the same query in the other precision or with one
//! other option, or of another query by the same algorithm. Both show the same step.

use std::sync::Arc;

use contact_lens_check::Divergence;
use contact_lens_lesson::BeatIndex;
use contact_lens_model::answer::Shown;
use contact_lens_model::answer::number::{Exact, WITHIN_ROUNDING, is_rounding};
use contact_lens_model::ask::{Dimension, Kind, Value};
use contact_lens_play::Precision;
use contact_lens_scene::model::{Query, Scene};

use super::recording::Recording;

/// Difference of the second run from the run shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RunDifference {
    /// Computed in the other precision.
    Precision,
    /// Another value of the option with this name.
    Option(&'static str, Value),
    /// Another query of the scene, by index.
    Query(usize),
}

/// Result of the search for the first beat at which the two runs of a comparison differ.
#[derive(Clone, Debug, PartialEq)]
pub enum RunDivergence {
    /// The search has not finished.
    Unknown,
    /// Both runs take the same steps.
    Absent,
    /// The runs differ from this beat (sub-step) on.
    Found(Divergence),
}

impl RunDivergence {
    /// Returns the divergence; `None` while it is unknown and when the runs do not diverge.
    pub fn found(&self) -> Option<&Divergence> {
        match self {
            Self::Unknown | Self::Absent => None,
            Self::Found(divergence) => Some(divergence),
        }
    }
}

/// Inputs of one run.
#[derive(Clone, Debug)]
pub struct RunInputs {
    /// Scene with the bodies.
    pub scene: Arc<Scene>,
    /// Index of the query in the scene.
    pub query: usize,
    /// Precision of the run.
    pub precision: Precision,
}

/// Compares scenes by identity, since two scenes can have the same edition.
impl PartialEq for RunInputs {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.scene, &other.scene) && (self.query, self.precision) == (other.query, other.precision)
    }
}

/// Inputs of the second run of a comparison. A change of one of them sends its next question.
#[derive(Clone, Debug, PartialEq)]
pub struct ComparisonInputs {
    /// Inputs of the run shown.
    pub shown: RunInputs,
    /// Index of the frame shown.
    pub frame: usize,
    pub difference: RunDifference,
}

impl RunInputs {
    /// Query of the run; `None` if it no longer exists.
    fn query(&self) -> Option<&Query> {
        self.scene.queries.get(self.query)
    }
}

impl RunDifference {
    /// Differences of all second runs that the run `shown` can be compared with.
    pub fn all(shown: &RunInputs) -> Vec<Self> {
        let Some(query) = shown.query() else { return Vec::new() };
        let mut differences = vec![Self::Precision];
        differences.extend(other_option_values(query, shown.scene.dimension));
        for (index, other) in shown.scene.queries.iter().enumerate() {
            if index != shown.query && other.ask.algorithm() == query.ask.algorithm() {
                differences.push(Self::Query(index));
            }
        }
        differences
    }

    /// Inputs of the second run; `None` when its query or option no longer exists.
    pub fn second_run(self, shown: &RunInputs) -> Option<RunInputs> {
        let mut inputs = shown.clone();
        match self {
            Self::Precision => inputs.precision = shown.precision.other(),
            Self::Query(other) => inputs.query = other,
            Self::Option(name, value) => {
                let query = Arc::make_mut(&mut inputs.scene).queries.get_mut(shown.query)?;
                let is_set = query.ask.options_mut()?.slot_mut(name)?.set(Some(value));
                if !is_set {
                    return None;
                }
            }
        }
        inputs.query().is_some().then_some(inputs)
    }

    /// Names of the run shown and of the second run.
    pub fn names(self, shown: &RunInputs) -> [String; 2] {
        let Some(query) = shown.query() else { return Default::default() };
        let precision = shown.precision;
        match self {
            Self::Precision => [precision, precision.other()].map(|precision| precision.name().to_owned()),
            Self::Option(name, value) => {
                let values = [option_value(query, name).to_string(), value.to_string()];
                values.map(|value| format!("{}: {}", name.replace('_', " "), value.replace('_', " ")))
            }
            Self::Query(other) => {
                let other = shown.scene.queries.get(other).map_or("", |query| &query.name);
                [query.name.clone(), other.to_owned()]
            }
        }
    }

    /// Coarser of the two precisions; differences are counted in its last places.
    pub fn coarser_precision(self, shown: &RunInputs) -> Precision {
        if self == Self::Precision { Precision::F32 } else { shown.precision }
    }
}

/// Value of the option `option` in the query. An absent option has its default: the first choice, or off for a flag.
fn option_value(query: &Query, option: &str) -> Value {
    let off = Value::Flag(false);
    let Some(slot) = query.ask.options().and_then(|options| options.slot(option)) else { return off };
    if let Some(value) = slot.get() {
        return value;
    }
    match slot.choices().first() {
        Some([name, _]) => Value::Choice(name),
        None => off,
    }
}

/// Differences in one option of the query `shown`: all other values of its choices and flags that would have an effect.
/// Each value is set in a copy of the query, to test it against the other options; then the original is restored.
fn other_option_values(shown: &Query, dimension: Dimension) -> Vec<RunDifference> {
    let mut query = shown.clone();
    let Some(options) = query.ask.options_mut() else { return Vec::new() };
    let mut differences = Vec::new();
    for about in options.fields() {
        let Some(slot) = options.slot(about.name) else { continue };
        let original = slot.get();
        let choices = slot.choices();
        let values: Vec<Value> = match slot.kind() {
            Kind::Choice => choices.iter().map(|[name, _]| Value::Choice(name)).collect(),
            Kind::Flag => vec![Value::Flag(true), Value::Flag(false)],
            Kind::Number | Kind::Count | Kind::Vector | Kind::Planar => continue,
        };
        let current = option_value(shown, about.name);
        for value in values.into_iter().filter(|value| *value != current) {
            let is_set = options.slot_mut(about.name).is_some_and(|slot| slot.set(Some(value)));
            if is_set && options.conflict(about.name, dimension).is_none() {
                differences.push(RunDifference::Option(about.name, value));
            }
        }
        if let Some(slot) = options.slot_mut(about.name) {
            slot.set(original);
        }
    }
    differences
}

/// Lines of the listing at the beats of a step.
fn lines_of_step(run: &Recording, step: usize) -> Vec<&'static str> {
    (0..run.beats_of(step)).map(|beat| run.summary(run.position(step, beat)).line).collect()
}

/// Position in `other` that corresponds to `position` in `shown`: in the same step, the same occurrence of the same
/// line of the listing. If `other` has no such beat, the beat of the step with the same number; if it has no such step,
/// its last beat.
pub fn matching_position(shown: &Recording, position: usize, other: &Recording) -> usize {
    let BeatIndex { step, beat } = shown.beat_index(position);
    if step >= other.steps() {
        return other.beats() - 1;
    }
    let lines = lines_of_step(shown, step);
    let other_lines = lines_of_step(other, step);
    let line = lines[beat];
    let occurrence = lines[..beat].iter().filter(|candidate| **candidate == line).count();
    let mut beats_at_line = (0..other_lines.len()).filter(|candidate| other_lines[*candidate] == line);
    other.position(step, beats_at_line.nth(occurrence).unwrap_or(beat))
}

/// Difference of a value between the two runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ValueDifference {
    /// `other − one` of counts and numbers; distance of vectors. In the unit of the values.
    pub gap: f64,
    /// Magnitude of the gap in units in the last place of the largest component of both values, in the coarser
    /// precision; 0 for counts.
    pub last_places: f64,
}

/// Difference of two values, whose last places are counted in the precision `coarser`. `None` when the kinds of the
/// values differ or the gap is not finite.
pub fn difference(one: Exact, other: Exact, coarser: Precision) -> Option<ValueDifference> {
    let gap;
    let largest_component;
    match (one, other) {
        (Exact::Count(one), Exact::Count(other)) => {
            return Some(ValueDifference { gap: other as f64 - one as f64, last_places: 0.0 });
        }
        (Exact::Number(one), Exact::Number(other)) => {
            gap = other - one;
            largest_component = one.abs().max(other.abs());
        }
        (Exact::Vector(one), Exact::Vector(other)) => {
            gap = one.distance(other);
            largest_component = one.abs().max_element().max(other.abs().max_element());
        }
        _ => return None,
    }
    // Distance from the largest component to the next representable number.
    let last_place = match coarser {
        Precision::F32 => {
            let rounded = largest_component as f32;
            f64::from(rounded.next_up() - rounded)
        }
        Precision::F64 => largest_component.next_up() - largest_component,
    };
    let last_places = if last_place > 0.0 { gap.abs() / last_place } else { 0.0 };
    gap.is_finite().then_some(ValueDifference { gap, last_places })
}

/// Whether both values are numbers that are zero to rounding, and not both exactly 0. `error` is a bound of their
/// rounding errors, in the unit of the values.
pub fn are_rounding_errors(sides: [&Shown; 2], error: f64) -> bool {
    let [one_side, other_side] = sides;
    let (Some(Exact::Number(one)), Some(Exact::Number(other))) = (one_side.exact, other_side.exact) else {
        return false;
    };
    let are_exact_zeros = one == 0.0 && other == 0.0;
    // A lesson may know a larger bound: a number that its text calls zero to rounding, and any smaller one, counts too.
    let mut largest_zero: f64 = 0.0;
    for (side, number) in [(one_side, one), (other_side, other)] {
        if side.text.contains(WITHIN_ROUNDING) {
            largest_zero = largest_zero.max(number.abs());
        }
    }
    !are_exact_zeros && [one, other].into_iter().all(|x| x.abs() <= largest_zero || is_rounding(x, error))
}

#[cfg(test)]
mod tests {
    use super::*;
    use contact_lens_model::answer::number::number;

    fn are_both_rounding(x: f64, y: f64, error: f64) -> bool {
        are_rounding_errors([&number(x), &number(y)], error)
    }

    #[test]
    fn values_that_are_zero_to_rounding_are_recognized() {
        assert!(are_both_rounding(3e-8, 2e-17, 2e-6) && are_both_rounding(0.0, 1e-16, 1e-13));
        assert!(!are_both_rounding(3e-8, 2.9e-8, 1e-13), "in f64 it is more than rounding");
        assert!(!are_both_rounding(0.1, 0.2, 2e-6) && !are_both_rounding(0.0, 0.0, 2e-6));
        let rounded = Shown { text: WITHIN_ROUNDING.to_owned(), ..number(4e-5) };
        assert!(are_rounding_errors([&rounded, &number(1e-6)], 1e-13), "the lesson calls the larger one rounding");
    }

    #[test]
    fn differences_are_counted_in_the_last_places_of_the_coarser_precision() {
        let one = Exact::Number(1.0);
        let gap = 2.0_f64.powi(-22);
        let found = difference(one, Exact::Number(1.0 + gap), Precision::F32);
        assert_eq!(found, Some(ValueDifference { gap, last_places: 2.0 }));
        let found = difference(one, Exact::Number(1.0 + f64::EPSILON), Precision::F64).unwrap();
        assert_eq!(found.last_places, 1.0);
        let found = difference(Exact::Count(3), Exact::Count(5), Precision::F32);
        assert_eq!(found, Some(ValueDifference { gap: 2.0, last_places: 0.0 }));
        assert_eq!(difference(one, Exact::Count(1), Precision::F32), None);
        assert_eq!(difference(one, Exact::Number(f64::INFINITY), Precision::F32), None);
    }
}
