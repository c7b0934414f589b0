//! Summaries of sub-steps (beats) for the timeline of all steps: beats without pictures, values and tables, which take
//! long to make.

use crate::{Beat, Event, StopTest};

/// Amount of detail of beats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// Lines, sentences, stop tests, plot points and events, for a timeline of all steps.
    Outline,
    /// Pictures, values and tables too, for the selected step.
    Full,
}

impl Detail {
    /// Calls `make` in full detail; returns an empty value in an outline.
    pub fn full<T: Default>(self, make: impl FnOnce() -> T) -> T {
        match self {
            Self::Outline => T::default(),
            Self::Full => make(),
        }
    }
}

/// Summary of a beat for the timeline.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BeatSummary {
    /// Label of the line in the listing.
    pub line: &'static str,
    /// Label of the line in the listing of the inner algorithm; `None` outside of inner runs.
    pub inner_line: Option<&'static str>,
    /// Mark on the timeline; `None` for a beat without one.
    pub event: Option<Event>,
    /// Sentence of the beat.
    pub say: String,
    /// Listing lines of the stop tests that were evaluated in this beat; tests identical to the previous beat's are
    /// omitted.
    pub tried: Vec<&'static str>,
    /// Name of the stop test that ended the loop in this beat; `None` if none did.
    pub fired: Option<&'static str>,
    /// Plot points: index of the series in the card, value at this step.
    pub points: Vec<(usize, f64)>,
}

impl BeatSummary {
    /// Whether the beat is at the line with this label, of its own listing or of that of an inner algorithm.
    pub fn is_at_line(&self, label: &str) -> bool {
        self.line == label || self.inner_line == Some(label)
    }

    /// Summaries of one step's beats; full beats and outlines give the same result.
    pub fn of_step(beats: Vec<Beat>) -> Vec<Self> {
        let mut previous_stops: Vec<StopTest> = Vec::new();
        let mut summaries = Vec::with_capacity(beats.len());
        for beat in beats {
            let new_stops = beat.stops.iter().filter(|stop| !previous_stops.contains(stop));
            let mut tried: Vec<&'static str> = new_stops.map(|stop| stop.line).collect();
            tried.dedup();
            let fired = beat.stops.iter().find(|stop| stop.fired).map(|stop| stop.name);
            let say = beat.say.text();
            let inner_line = beat.inner.map(|inner| inner.line);
            summaries.push(Self {
                line: beat.line,
                inner_line,
                event: beat.event,
                say,
                tried,
                fired,
                points: beat.points,
            });
            previous_stops = beat.stops;
        }
        summaries
    }
}
