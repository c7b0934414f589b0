//! Breakpoints: conditions on a beat (a sub-step of the run) at which the timeline stops, such as its step, a number
//! that it plots, a word of its sentence, or the divergence of the two precisions.
//!
//! Conditions are tested on the beat summaries of a [`Recording`], so that they work for every lesson. A condition
//! about a line or number that the lesson does not have never holds. A *position* is the index of a beat among all
//! beats of the run, from 0.

use contact_lens_lesson::{BeatSummary, Event, Series};

use super::recording::Recording;
use crate::text::numbers::four_digits;

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
    /// The series with this name has a new value above its previous one.
    Grows(String),
    /// Beat with a new lower or upper bound, after which the upper bound minus the lower one exceeds this number, in
    /// the unit of the bounds.
    BracketWider(f64),
    /// Beat with a new lower or upper bound, after which the lower bound exceeds the upper one, so that one of them is
    /// wrong.
    BoundsCrossed,
    /// Beat in which a reduction removes a vertex of the simplex.
    VertexRemoved,
    /// Beat in which a stop test ends the loop.
    StopTestFired,
    /// The sentence contains these words, in upper or lower case.
    Says(String),
    /// First beat at which the run in the other precision diverges.
    Diverged,
}

/// A condition at which the timeline stops while it is enabled.
#[derive(Clone, Debug, PartialEq)]
pub struct Breakpoint {
    /// Condition to stop at.
    pub condition: Condition,
    /// Whether the timeline stops at it.
    pub is_enabled: bool,
}

impl std::fmt::Display for Condition {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Step(step) => write!(f, "step {step}"),
            Self::Line(label) => write!(f, "line “{label}”"),
            Self::Event(event) => write!(f, "{}", event.name()),
            Self::Below(series, bound) => write!(f, "{series} < {}", four_digits(*bound)),
            Self::Above(series, bound) => write!(f, "{series} > {}", four_digits(*bound)),
            Self::Grows(series) => write!(f, "{series} grows"),
            Self::BracketWider(bound) => write!(f, "bracket wider than {}", four_digits(*bound)),
            Self::BoundsCrossed => f.write_str("lower bound > upper bound"),
            Self::VertexRemoved => f.write_str("vertex removed"),
            Self::StopTestFired => f.write_str("stop test fires"),
            Self::Says(words) => write!(f, "sentence contains “{words}”"),
            Self::Diverged => f.write_str("f32 and f64 diverge"),
        }
    }
}

impl Condition {
    /// Positions at which the condition holds, ascending. `divergence` is the position at which the run in the other
    /// precision diverges; `None` when it does not, or is not known.
    pub fn hits(&self, recording: &Recording, divergence: Option<usize>) -> Vec<usize> {
        let series = recording.lesson.card().series;
        match self {
            Self::Step(step) => start_of_step(recording, *step).into_iter().collect(),
            // A line that can stop the run also matches where its test is evaluated.
            Self::Line(label) => {
                positions(recording, |summary| summary.is_at_line(label) || summary.tried.contains(&label.as_str()))
            }
            Self::Event(event) => positions(recording, |summary| summary.event == Some(*event)),
            Self::StopTestFired => positions(recording, |summary| summary.fired.is_some()),
            Self::Says(words) => {
                let words = words.to_lowercase();
                positions(recording, |summary| summary.say.to_lowercase().contains(&words))
            }
            Self::Below(name, bound) => positions_of_values(recording, series, name, |_, now| now < *bound),
            Self::Above(name, bound) => positions_of_values(recording, series, name, |_, now| now > *bound),
            Self::Grows(name) => {
                positions_of_values(recording, series, name, |before, now| before.is_some_and(|before| now > before))
            }
            Self::BracketWider(bound) => {
                positions_of_brackets(recording, series, |lower, upper| upper - lower > *bound)
            }
            Self::BoundsCrossed => positions_of_brackets(recording, series, |lower, upper| lower > upper),
            Self::VertexRemoved => positions(recording, |summary| summary.event == Some(Event::Reduction)),
            Self::Diverged => divergence.into_iter().collect(),
        }
    }
}

/// Position of the first beat of a step, whose `number` counts from 1; `None` if the run has no such step.
fn start_of_step(recording: &Recording, number: usize) -> Option<usize> {
    let step = number.checked_sub(1)?;
    if step < recording.steps() { Some(recording.position(step, 0)) } else { None }
}

/// Positions of the beats for which `test` holds.
fn positions(recording: &Recording, test: impl Fn(&BeatSummary) -> bool) -> Vec<usize> {
    let summaries = recording.summaries();
    (0..summaries.len()).filter(|position| test(&summaries[*position])).collect()
}

/// Positions of new values of the series `name` for which `test` holds. `test` receives the previous value of the
/// series (`None` for the first one) and the new one. A value equal to the previous one is not new.
fn positions_of_values(
    recording: &Recording,
    series: &[Series],
    name: &str,
    test: impl Fn(Option<f64>, f64) -> bool,
) -> Vec<usize> {
    let Some(index) = series.iter().position(|candidate| candidate.name == name) else { return Vec::new() };
    let mut hits = Vec::new();
    let mut previous = None;
    for (position, summary) in recording.summaries().iter().enumerate() {
        let values = summary.points.iter().filter(|(series, _)| *series == index).map(|(_, value)| *value);
        for value in values {
            if previous != Some(value) && test(previous, value) {
                hits.push(position);
            }
            previous = Some(value);
        }
    }
    // A beat may plot several values that hold.
    hits.dedup();
    hits
}

/// Index of the first series whose name starts with `word`; `None` if there is none.
fn series_starting_with(series: &[Series], word: &str) -> Option<usize> {
    series.iter().position(|candidate| candidate.name.starts_with(word))
}

/// Last value that the beat plots of the series with this index; `None` if the beat plots none.
fn last_value(summary: &BeatSummary, index: usize) -> Option<f64> {
    summary.points.iter().rfind(|(series, _)| *series == index).map(|(_, value)| *value)
}

/// Positions of new bounds for which `test` holds; `test` receives the newest lower and upper bound. The names of their
/// series start with “low” and “up”; without such series, no position is found.
fn positions_of_brackets(recording: &Recording, series: &[Series], test: impl Fn(f64, f64) -> bool) -> Vec<usize> {
    let Some(low) = series_starting_with(series, "low") else { return Vec::new() };
    let Some(high) = series_starting_with(series, "up") else { return Vec::new() };
    let mut lower = None;
    let mut upper = None;
    let mut hits = Vec::new();
    for (position, summary) in recording.summaries().iter().enumerate() {
        let new_lower = last_value(summary, low);
        let new_upper = last_value(summary, high);
        lower = new_lower.or(lower);
        upper = new_upper.or(upper);
        let has_new_bound = new_lower.is_some() || new_upper.is_some();
        if let (Some(lower), Some(upper)) = (lower, upper)
            && has_new_bound
            && test(lower, upper)
        {
            hits.push(position);
        }
    }
    hits
}
