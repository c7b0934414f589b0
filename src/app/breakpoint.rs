//! Conditions on which the timeline stops: what a beat is about, what its numbers do, where two precisions part.
//!
//! They know no algorithm: every condition reads the notes of a [`Recording`], so each works for each lesson. One that speaks
//! of a line or a number that a lesson does not have never holds there.

use super::numbers::brief;
use super::recording::Recording;
use crate::lesson::{BeatSummary, Event, Series};

/// Something that may be true of a beat.
#[derive(Clone, Debug, PartialEq)]
pub enum Condition {
    /// It is the first beat of this step, from 1.
    Step(usize),
    /// It stands at this line of the listing, or tries the test of this line.
    Line(String),
    /// The timeline marks it with this.
    Event(Event),
    /// The plotted number has fallen below the bound.
    Below(String, f64),
    /// The plotted number has risen above the bound.
    Above(String, f64),
    /// The plotted number is greater than it was in the step before.
    Grew(String),
    /// The bracket between lower and upper bound is still wider than this, meters.
    Wider(f64),
    /// The lower bound lies above the upper one: one of them is wrong.
    Crossed,
    /// The simplex has fewer corners than before.
    Dropped,
    /// A stop test ended the loop.
    Fired,
    /// The sentence has these words in it.
    Says(String),
    /// Here the other precision goes another way.
    Parted,
}

/// A condition that is kept.
#[derive(Clone, Debug, PartialEq)]
pub struct Breakpoint {
    /// When to stop.
    pub condition: Condition,
    /// Whether it stops at all.
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
            Self::Grew(series) => write!(f, "{series} grew"),
            Self::Wider(bound) => write!(f, "bracket wider than {}", brief(*bound)),
            Self::Crossed => f.write_str("lower bound > upper bound"),
            Self::Dropped => f.write_str("a vertex was dropped"),
            Self::Fired => f.write_str("a stop test fired"),
            Self::Says(words) => write!(f, "says “{words}”"),
            Self::Parted => f.write_str("f32 and f64 part"),
        }
    }
}

impl Condition {
    /// The positions at which it holds. `parts` is the position at which the other precision goes another way.
    pub fn hits(&self, recording: &Recording, parts: Option<usize>) -> Vec<usize> {
        let series = recording.lesson.card().series;
        let is = |test: &dyn Fn(&BeatSummary) -> bool| -> Vec<usize> {
            recording.notes().iter().enumerate().filter(|(_, note)| test(note)).map(|(at, _)| at).collect()
        };
        match self {
            Self::Step(step) if *step > 0 && *step <= recording.steps() => vec![recording.position(step - 1, 0)],
            Self::Step(_) => Vec::new(),
            // A line that stops the run is run wherever its test is tried.
            Self::Line(label) => is(&|note| note.line == label || note.tried.contains(&label.as_str())),
            Self::Event(event) => is(&|note| note.event == Some(*event)),
            Self::Fired => is(&|note| note.fired.is_some()),
            Self::Says(words) => {
                let words = words.to_lowercase();
                is(&|note| note.say.to_lowercase().contains(&words))
            }
            Self::Below(name, bound) => numbers(recording, series, name, |_, now| now < *bound),
            Self::Above(name, bound) => numbers(recording, series, name, |_, now| now > *bound),
            Self::Grew(name) => {
                numbers(recording, series, name, |before, now| before.is_some_and(|before| now > before))
            }
            Self::Wider(bound) => bracket(recording, series, |lower, upper| upper - lower > *bound),
            Self::Crossed => bracket(recording, series, |lower, upper| lower > upper),
            Self::Dropped => is(&|note| note.event == Some(Event::Reduction)),
            Self::Parted => parts.into_iter().collect(),
        }
    }
}

/// The beats that tell a number for which `test` holds; it sees the number told before and this one.
fn numbers(
    recording: &Recording,
    series: &[Series],
    name: &str,
    test: impl Fn(Option<f64>, f64) -> bool,
) -> Vec<usize> {
    let Some(index) = series.iter().position(|one| one.name == name) else { return Vec::new() };
    let (mut hits, mut before) = (Vec::new(), None);
    for (at, note) in recording.notes().iter().enumerate() {
        let values = note.points.iter().filter(|(series, _)| *series == index).map(|(_, value)| *value);
        for value in values {
            // The same number told again by the next beat of a step is one hit.
            if before != Some(value) && test(before, value) {
                hits.push(at);
            }
            before = Some(value);
        }
    }
    hits.dedup();
    hits
}

/// The beats that tell a bound, where `test` holds of the newest lower and upper one.
fn bracket(recording: &Recording, series: &[Series], test: impl Fn(f64, f64) -> bool) -> Vec<usize> {
    let side = |word: &str| series.iter().position(|one| one.name.starts_with(word));
    let (Some(low), Some(high)) = (side("low"), side("up")) else { return Vec::new() };
    let (mut lower, mut upper) = (None, None);
    let mut hits = Vec::new();
    for (at, note) in recording.notes().iter().enumerate() {
        let newest = |index: usize| note.points.iter().rfind(|(series, _)| *series == index).map(|(_, value)| *value);
        (lower, upper) = (newest(low).or(lower), newest(high).or(upper));
        let is_new = newest(low).or(newest(high)).is_some();
        if is_new && lower.zip(upper).is_some_and(|(lower, upper)| test(lower, upper)) {
            hits.push(at);
        }
    }
    hits
}
