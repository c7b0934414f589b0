//! Recording of a run: its lesson, with a summary of every beat (sub-step) by position. The timeline, the plots, the
//! breakpoints and playback read the summaries; the beats themselves are built on demand.

use std::sync::{Arc, OnceLock};

use contact_lens_check::captured::FrameAgreement;
use contact_lens_lesson::{Beat, BeatIndex, BeatSummary, Event, Lesson, Verdict, watch};
use contact_lens_picture::Bounds;
use contact_lens_picture::gif::reading_time;
use contact_lens_play::{self as play, HullOfMesh};
use glam::DVec3;

/// Maximum number of evenly spaced steps that are sampled for the bounds of a view; the last step is sampled too.
const MAX_SAMPLED_STEPS: usize = 24;

/// Maximum number of evenly spaced steps that are searched for tables.
const STEPS_SAMPLED_FOR_TABLES: usize = 6;

/// A lesson with a summary of each beat. A *position* is the index of a beat among all beats of the run, from 0.
pub struct Recording {
    /// Lesson of the run.
    pub lesson: Arc<dyn Lesson>,
    /// Queried bodies that are hulls of meshes which are not, or may not be, convex.
    pub hulls: Vec<HullOfMesh>,
    /// Captured answers of the frame next to those computed here; `None` if the frame has none.
    pub captured: Option<FrameAgreement>,
    /// Bounding boxes of a world's bodies up to ever later frames; see [`play::world_extent`].
    pub world_extent: Arc<[[DVec3; 2]]>,
    /// Summaries of all beats, in order; at least one.
    summaries: Vec<BeatSummary>,
    /// Position of each step's first beat; every step has a beat.
    starts: Vec<usize>,
    /// Points of each series of the card: step (from 0) and the step's last value. Steps without a value are absent.
    series: Vec<Vec<(usize, f64)>>,
    /// Position of the beat with the longest sentence.
    longest: usize,
    /// Bounds of each view over the steps of the run, computed on first use.
    extents: OnceLock<Vec<Bounds>>,
    /// Whether a sampled step has a table, computed on first use.
    has_tables: OnceLock<bool>,
}

impl std::fmt::Debug for Recording {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Recording({}, {} steps, {} beats)", self.lesson.card().id, self.steps(), self.beats())
    }
}

/// Compares recordings by identity.
impl PartialEq for Recording {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Recording {
    /// Recording of a lesson; reads the outline of every step. Under a [`Watch`](contact_lens_lesson::Watch) each step
    /// counts as an iteration.
    pub fn new(
        lesson: Arc<dyn Lesson>,
        hulls: Vec<HullOfMesh>,
        captured: Option<FrameAgreement>,
        world_extent: Arc<[[DVec3; 2]]>,
    ) -> Self {
        let mut summaries = Vec::new();
        let mut starts = Vec::new();
        for step in 0..lesson.steps().max(1) {
            starts.push(summaries.len());
            summaries.extend(BeatSummary::of_step(with_placeholder(lesson.outline(step))));
            watch::tick();
        }
        let longest = (0..summaries.len()).max_by_key(|position| summaries[*position].say.len()).unwrap_or(0);
        let mut recording = Self {
            lesson,
            hulls,
            captured,
            world_extent,
            summaries,
            starts,
            series: Vec::new(),
            longest,
            extents: OnceLock::new(),
            has_tables: OnceLock::new(),
        };
        recording.series = (0..recording.lesson.card().series.len()).map(|index| recording.points_of(index)).collect();
        recording
    }

    /// Number of steps, at least 1.
    pub fn steps(&self) -> usize {
        self.starts.len()
    }

    /// Number of beats of all steps, at least 1.
    pub fn beats(&self) -> usize {
        self.summaries.len()
    }

    /// Number of beats of one step.
    pub fn beats_of(&self, step: usize) -> usize {
        self.start_of(step + 1) - self.start_of(step)
    }

    /// Position of the first beat of a step; the number of all beats for steps past the end.
    fn start_of(&self, step: usize) -> usize {
        self.starts.get(step).copied().unwrap_or(self.summaries.len())
    }

    /// Step and beat at a position, clamped to the end.
    pub fn beat_index(&self, position: usize) -> BeatIndex {
        let position = position.min(self.beats() - 1);
        let step = self.starts.partition_point(|start| *start <= position) - 1;
        BeatIndex { step, beat: position - self.starts[step] }
    }

    /// Position of a beat of a step, both from 0. A step past the end becomes the last one; a beat past the end, the
    /// last one of the step.
    pub fn position(&self, step: usize, beat: usize) -> usize {
        let step = step.min(self.steps() - 1);
        self.starts[step] + beat.min(self.beats_of(step) - 1)
    }

    /// Summary of the beat at a position, clamped to the end.
    pub fn summary(&self, position: usize) -> &BeatSummary {
        &self.summaries[position.min(self.beats() - 1)]
    }

    /// Time to read the sentence of the beat at a position, seconds.
    pub fn reading_time(&self, position: usize) -> f64 {
        reading_time(&self.summary(position).say)
    }

    /// Summaries of all beats, by position.
    pub fn summaries(&self) -> &[BeatSummary] {
        &self.summaries
    }

    /// The longest sentence of the run.
    pub fn longest_sentence(&self) -> &str {
        self.summaries.get(self.longest).map_or("", |summary| &summary.say)
    }

    /// Builds the beats of a step, clamped to the last one; at least one.
    pub fn build_beats(&self, step: usize) -> Vec<Beat> {
        with_placeholder(self.lesson.beats(step.min(self.steps() - 1)))
    }

    /// Whether the run compares candidates in tables, by a few evenly spaced steps and the last one.
    pub fn has_tables(&self) -> bool {
        *self.has_tables.get_or_init(|| {
            let steps = play::evenly_spaced_indices(self.steps(), STEPS_SAMPLED_FOR_TABLES);
            let mut beats = steps.into_iter().flat_map(|step| self.build_beats(step));
            beats.any(|beat| !beat.tables.is_empty())
        })
    }

    /// Bounds of the marks of the view with the id `view` over evenly spaced steps of the run, world, meters. `None`
    /// for views of other lessons.
    pub fn extent(&self, view: &str) -> Option<&Bounds> {
        let index = self.lesson.card().views.iter().position(|candidate| candidate.id == view)?;
        self.extents.get_or_init(|| self.sampled_extents()).get(index)
    }

    /// Bounds of the marks of each view of the lesson over about [`MAX_SAMPLED_STEPS`] steps, since building the beats
    /// of all steps would take long.
    fn sampled_extents(&self) -> Vec<Bounds> {
        let views = self.lesson.card().views;
        let mut extents = vec![Bounds::default(); views.len()];
        for step in play::evenly_spaced_indices(self.steps(), MAX_SAMPLED_STEPS) {
            for beat in &self.build_beats(step) {
                for (bounds, view) in extents.iter_mut().zip(views) {
                    play::add_beat_marks(bounds, beat, view);
                }
            }
        }
        extents
    }

    /// Positions of the beats with an event on the timeline, ascending, and the events.
    pub fn events(&self) -> impl Iterator<Item = (usize, Event)> + '_ {
        self.summaries.iter().enumerate().filter_map(|(position, summary)| Some((position, summary.event?)))
    }

    /// Points of the series with this index on the card: step (from 0) and the step's last value. Steps without a value
    /// are absent. Empty when there is no such series.
    pub fn series(&self, index: usize) -> &[(usize, f64)] {
        self.series.get(index).map_or(&[], Vec::as_slice)
    }

    /// Points of the series with this index, as [`Recording::series`] returns them.
    fn points_of(&self, index: usize) -> Vec<(usize, f64)> {
        (0..self.steps()).filter_map(|step| Some((step, self.last_value(step, index)?))).collect()
    }

    /// Last value in a step of the series with this index; `None` when the step has none.
    fn last_value(&self, step: usize, index: usize) -> Option<f64> {
        let summaries = &self.summaries[self.start_of(step)..self.start_of(step + 1)];
        let mut points = summaries.iter().flat_map(|summary| &summary.points);
        points.rfind(|(series, _)| *series == index).map(|(_, value)| *value)
    }

    /// Verdict of the lesson.
    pub fn verdict(&self) -> &Verdict {
        self.lesson.verdict()
    }
}

/// Returns the beats of a step; for a step without beats, one empty beat, so that every step has a position.
fn with_placeholder(beats: Vec<Beat>) -> Vec<Beat> {
    if beats.is_empty() { vec![Beat::default()] } else { beats }
}
