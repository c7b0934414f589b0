//! Conditions at which the timeline stops: the step, line or event of a beat, its numbers, its words, the divergence of
//! two precisions.
//!
//! Every condition reads the notes of a [`Recording`] and works for each lesson. A condition about a line or number
//! that the lesson does not have never holds.

use super::recording::Recording;
use crate::app::text::numbers::brief;
use crate::lesson::{BeatSummary, Event, Series};

/// Condition on a beat.
#[derive(Clone, Debug, PartialEq)]
pub enum Condition {
    /// First beat of this step, from 1.
    Step(usize),
    /// Beat at this line of the listing, or one that evaluates the test of this line.
    Line(String),
    /// Beat with this event on the timeline.
    Event(Event),
    /// The series with this name has a new value below the bound.
    Below(String, f64),
    /// The series with this name has a new value above the bound.
    Above(String, f64),
    /// The series with this name is greater than its previous value.
    Grew(String),
    /// A beat with a new bound, after which the bracket of lower and upper bound is wider than this, in their unit.
    Wider(f64),
    /// A beat with a new bound, after which the lower bound exceeds the upper one, so that one of them is wrong.
    Crossed,
    /// Beat with the event of a reduced simplex.
    Dropped,
    /// Beat in which a stop test ends the loop.
    Fired,
    /// The sentence contains these words, in any case.
    Says(String),
    /// The run in the other precision diverges here.
    Diverged,
}

/// A condition at which the timeline stops while it is enabled.
#[derive(Clone, Debug, PartialEq)]
pub struct Breakpoint {
    /// Condition to stop at.
    pub condition: Condition,
    /// Whether the breakpoint is enabled.
    pub on: bool,
}

impl std::fmt::Display for Condition {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Step(step) => write!(f, "step {step}"),
            Self::Line(label) => write!(f, "line @{label}"),
            Self::Event(event) => write!(f, "{}", event.name()),
            Self::Below(series, bound) => write!(f, "{series} < {}", brief(*bound)),
            Self::Above(series, bound) => write!(f, "{series} > {}", brief(*bound)),
            Self::Grew(series) => write!(f, "{series} grows"),
            Self::Wider(bound) => write!(f, "bracket wider than {}", brief(*bound)),
            Self::Crossed => f.write_str("lower bound > upper bound"),
            Self::Dropped => f.write_str("vertex removed"),
            Self::Fired => f.write_str("stop test fires"),
            Self::Says(words) => write!(f, "sentence contains “{words}”"),
            Self::Diverged => f.write_str("f32 and f64 diverge"),
        }
    }
}

impl Condition {
    /// Positions at which the condition holds, ascending. `divergence` is the position for [`Condition::Diverged`].
    pub fn hits(&self, recording: &Recording, divergence: Option<usize>) -> Vec<usize> {
        let series = recording.lesson.card().series;
        match self {
            Self::Step(step) if *step > 0 && *step <= recording.steps() => vec![recording.position(step - 1, 0)],
            Self::Step(_) => Vec::new(),
            // A line that can stop the run also matches where its test is evaluated.
            Self::Line(label) => {
                positions(recording, |note| note.line == label || note.tried.contains(&label.as_str()))
            }
            Self::Event(event) => positions(recording, |note| note.event == Some(*event)),
            Self::Fired => positions(recording, |note| note.fired.is_some()),
            Self::Says(words) => {
                let words = words.to_lowercase();
                positions(recording, |note| note.say.to_lowercase().contains(&words))
            }
            Self::Below(name, bound) => positions_of_values(recording, series, name, |_, now| now < *bound),
            Self::Above(name, bound) => positions_of_values(recording, series, name, |_, now| now > *bound),
            Self::Grew(name) => {
                positions_of_values(recording, series, name, |before, now| before.is_some_and(|before| now > before))
            }
            Self::Wider(bound) => positions_of_brackets(recording, series, |lower, upper| upper - lower > *bound),
            Self::Crossed => positions_of_brackets(recording, series, |lower, upper| lower > upper),
            Self::Dropped => positions(recording, |note| note.event == Some(Event::Reduction)),
            Self::Diverged => divergence.into_iter().collect(),
        }
    }
}

/// Positions of the beats for which `test` holds.
fn positions(recording: &Recording, test: impl Fn(&BeatSummary) -> bool) -> Vec<usize> {
    recording.notes().iter().enumerate().filter(|(_, note)| test(note)).map(|(position, _)| position).collect()
}

/// Positions of new values of the series `name` for which `test` holds; `test` receives the previous value and this
/// one. A value equal to the previous one is not new.
fn positions_of_values(
    recording: &Recording,
    series: &[Series],
    name: &str,
    test: impl Fn(Option<f64>, f64) -> bool,
) -> Vec<usize> {
    let Some(index) = series.iter().position(|candidate| candidate.name == name) else { return Vec::new() };
    let mut hits = Vec::new();
    let mut before = None;
    for (position, note) in recording.notes().iter().enumerate() {
        let values = note.points.iter().filter(|(series, _)| *series == index).map(|(_, value)| *value);
        for value in values {
            if before != Some(value) && test(before, value) {
                hits.push(position);
            }
            before = Some(value);
        }
    }
    hits.dedup();
    hits
}

/// Index of the first series whose name starts with `word`.
fn series_starting_with(series: &[Series], word: &str) -> Option<usize> {
    series.iter().position(|candidate| candidate.name.starts_with(word))
}

/// Last value of a series that the beat plots.
fn last_value(note: &BeatSummary, index: usize) -> Option<f64> {
    note.points.iter().rfind(|(series, _)| *series == index).map(|(_, value)| *value)
}

/// Positions of new bounds for which `test` holds; `test` receives the newest lower and upper bound. Their series are
/// those whose names start with “low” and “up”.
fn positions_of_brackets(recording: &Recording, series: &[Series], test: impl Fn(f64, f64) -> bool) -> Vec<usize> {
    let Some(low) = series_starting_with(series, "low") else { return Vec::new() };
    let Some(high) = series_starting_with(series, "up") else { return Vec::new() };
    let mut lower = None;
    let mut upper = None;
    let mut hits = Vec::new();
    for (position, note) in recording.notes().iter().enumerate() {
        let new_lower = last_value(note, low);
        let new_upper = last_value(note, high);
        lower = new_lower.or(lower);
        upper = new_upper.or(upper);
        if (new_lower.is_some() || new_upper.is_some())
            && lower.zip(upper).is_some_and(|(lower, upper)| test(lower, upper))
        {
            hits.push(position);
        }
    }
    hits
}
