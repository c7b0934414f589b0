//! A played lesson, cut into beats: what the timeline runs over.

use std::sync::{Arc, OnceLock};

use glam::DVec3;

use crate::lesson::{Beat, BeatSummary, Event, Lesson, Verdict, watch};
use crate::picture::Bounds;
use crate::play::{self, HullOfMesh};

/// A lesson and what its beats are about. A *position* counts beats from the start, over the borders of steps.
pub struct Recording {
    /// What was played.
    pub lesson: Arc<dyn Lesson>,
    /// Which of the bodies asked about are hulls of meshes that are not convex, or may not be.
    pub hulls: Vec<HullOfMesh>,
    /// Of a world: where its bodies have been, up to ever later frames; see [`play::reach`].
    pub reach: Arc<[[DVec3; 2]]>,
    /// One a beat; never empty.
    notes: Vec<BeatSummary>,
    /// The position of each step's first beat; no step is without a beat.
    starts: Vec<usize>,
    /// Of each series of the card: step (from 0) and value, the last one told in each step.
    series: Vec<Vec<(usize, f64)>>,
    /// The position of the longest sentence.
    longest: usize,
    /// What each view of the card shows in the steps of the run, found when a camera is first set by it.
    extents: OnceLock<Vec<Bounds>>,
}

/// Steps that are looked at for what a view shows in all of them.
const MOST_LOOKED_AT: usize = 24;

impl std::fmt::Debug for Recording {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Recording({}, {} steps, {} beats)", self.lesson.card().id, self.steps(), self.beats())
    }
}

/// Only one and the same run is equal.
impl PartialEq for Recording {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Recording {
    /// Looks once at the outline of every beat of the lesson. Under a [`crate::lesson::Watch`] each step counts as an iteration.
    pub fn new(lesson: Arc<dyn Lesson>, hulls: Vec<HullOfMesh>, reach: Arc<[[DVec3; 2]]>) -> Self {
        let (mut notes, mut starts) = (Vec::new(), Vec::new());
        for step in 0..lesson.steps().max(1) {
            starts.push(notes.len());
            notes.extend(BeatSummary::of_step(one_at_least(lesson.outline(step))));
            watch::tick();
        }
        let longest = (0..notes.len()).max_by_key(|at| notes[*at].say.len()).unwrap_or(0);
        let mut recording =
            Self { lesson, hulls, reach, notes, starts, series: Vec::new(), longest, extents: OnceLock::new() };
        recording.series = (0..recording.lesson.card().series.len()).map(|index| recording.points_of(index)).collect();
        recording
    }

    /// Number of steps, at least 1.
    pub fn steps(&self) -> usize {
        self.starts.len()
    }

    /// Number of beats of all steps, at least 1.
    pub fn beats(&self) -> usize {
        self.notes.len()
    }

    /// Number of beats of one step.
    pub fn beats_of(&self, step: usize) -> usize {
        let start = |step: usize| self.starts.get(step).copied().unwrap_or(self.notes.len());
        start(step + 1) - start(step)
    }

    /// Step and beat within the step at a position; past the end is the end.
    pub fn at(&self, position: usize) -> (usize, usize) {
        let position = position.min(self.beats() - 1);
        let step = self.starts.partition_point(|start| *start <= position) - 1;
        (step, position - self.starts[step])
    }

    /// The position of a beat; past the end of the step or of the run is clamped.
    pub fn position(&self, step: usize, beat: usize) -> usize {
        let step = step.min(self.steps() - 1);
        self.starts[step] + beat.min(self.beats_of(step) - 1)
    }

    /// What the beat at a position is about; past the end is the end.
    pub fn note(&self, position: usize) -> &BeatSummary {
        &self.notes[position.min(self.beats() - 1)]
    }

    /// Every beat's note, in order.
    pub fn notes(&self) -> &[BeatSummary] {
        &self.notes
    }

    /// The longest sentence of the run.
    pub fn longest(&self) -> &str {
        self.notes.get(self.longest).map_or("", |note| &note.say)
    }

    /// The beats of a step, made now; at least one.
    pub fn make(&self, step: usize) -> Vec<Beat> {
        one_at_least(self.lesson.beats(step.min(self.steps() - 1)))
    }

    /// What a view of the card shows in the steps of the run, of a long one in some of them.
    pub fn extent(&self, view: &str) -> Option<&Bounds> {
        let views = self.lesson.card().views;
        let extents = self.extents.get_or_init(|| {
            let mut all = vec![Bounds::default(); views.len()];
            for step in play::spread(self.steps(), MOST_LOOKED_AT) {
                for beat in &self.make(step) {
                    all.iter_mut().zip(views).for_each(|(bounds, view)| play::widen(bounds, beat, view));
                }
            }
            all
        });
        views.iter().zip(extents).find(|(shown, _)| shown.id == view).map(|(_, bounds)| bounds)
    }

    /// The events, in order.
    pub fn events(&self) -> impl Iterator<Item = (usize, Event)> + '_ {
        self.notes.iter().enumerate().filter_map(|(position, note)| note.event.map(|event| (position, event)))
    }

    /// The points of one series of the card: step (from 0) and value, the last one told in each step.
    pub fn series(&self, index: usize) -> &[(usize, f64)] {
        self.series.get(index).map_or(&[], Vec::as_slice)
    }

    fn points_of(&self, index: usize) -> Vec<(usize, f64)> {
        let last = |step: usize| {
            let notes = &self.notes[self.position(step, 0)..=self.position(step, usize::MAX)];
            let mut points = notes.iter().flat_map(|note| &note.points);
            points.rfind(|(series, _)| *series == index).map(|(_, value)| *value)
        };
        (0..self.steps()).filter_map(|step| Some((step, last(step)?))).collect()
    }

    /// The answer.
    pub fn verdict(&self) -> &Verdict {
        self.lesson.verdict()
    }
}

fn one_at_least(beats: Vec<Beat>) -> Vec<Beat> {
    if beats.is_empty() { vec![Beat::default()] } else { beats }
}
