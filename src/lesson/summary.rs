//! What is kept of every beat of a run: as much as a timeline shows, and nothing that is drawn.

use super::{Beat, Event, StopTest};

/// How much of a step is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// Lines, sentences, stop tests, plot points and events: what a timeline shows of every step.
    Outline,
    /// Pictures, values and tables as well: what is shown of the step that is looked at.
    Full,
}

impl Detail {
    /// What `make` makes where all is told; empty in an outline.
    pub fn full<T: Default>(self, make: impl FnOnce() -> T) -> T {
        match self {
            Self::Outline => T::default(),
            Self::Full => make(),
        }
    }
}

/// What a timeline knows of a beat.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BeatSummary {
    /// The label of the line in the listing.
    pub line: &'static str,
    /// What the timeline marks.
    pub event: Option<Event>,
    /// The sentence.
    pub say: String,
    /// The lines of the listing whose tests are tried here, as far as the beat before did not try the very same.
    pub tried: Vec<&'static str>,
    /// The stop test that ended the loop here.
    pub fired: Option<&'static str>,
    /// Plot points: series and value.
    pub points: Vec<(usize, f64)>,
}

impl BeatSummary {
    /// Of the beats of one step, in full or in outline: that makes no difference.
    pub fn of_step(beats: Vec<Beat>) -> Vec<Self> {
        let mut before: Vec<StopTest> = Vec::new();
        let mut summary = |beat: Beat| {
            let mut tried: Vec<_> =
                beat.stops.iter().filter(|stop| !before.contains(stop)).map(|stop| stop.line).collect();
            tried.dedup();
            let fired = beat.stops.iter().find(|stop| stop.fired).map(|stop| stop.name);
            before = beat.stops;
            Self { line: beat.line, event: beat.event, say: beat.say, tried, fired, points: beat.points }
        };
        beats.into_iter().map(&mut summary).collect()
    }
}
