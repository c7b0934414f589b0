//! A played lesson, cut into beats: what the timeline runs over.

use std::sync::Arc;

use crate::lesson::{Beat, Event, Lesson, Verdict};

/// A lesson and all its beats. A *position* counts beats from the start, over the borders of steps.
pub struct Reel {
    /// What was played.
    pub lesson: Arc<dyn Lesson>,
    /// The beats of every step, in order; never empty, and no step is without a beat.
    steps: Vec<Vec<Beat>>,
    /// The position of each step's first beat.
    starts: Vec<usize>,
    total: usize,
}

impl std::fmt::Debug for Reel {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Reel({}, {} steps, {} beats)", self.lesson.card().id, self.steps.len(), self.total)
    }
}

impl Reel {
    /// Asks the lesson for all its beats.
    pub fn new(lesson: Arc<dyn Lesson>) -> Self {
        let mut steps: Vec<Vec<Beat>> = (0..lesson.steps()).map(|step| lesson.beats(step)).collect();
        if steps.is_empty() {
            steps.push(Vec::new());
        }
        let (mut starts, mut total) = (Vec::with_capacity(steps.len()), 0);
        for beats in &mut steps {
            if beats.is_empty() {
                beats.push(Beat::default());
            }
            starts.push(total);
            total += beats.len();
        }
        Self { lesson, steps, starts, total }
    }

    /// Number of steps, at least 1.
    pub fn steps(&self) -> usize {
        self.steps.len()
    }

    /// Number of beats of all steps, at least 1.
    pub fn beats(&self) -> usize {
        self.total
    }

    /// Number of beats of one step.
    pub fn beats_of(&self, step: usize) -> usize {
        self.steps.get(step).map_or(0, Vec::len)
    }

    /// Step and beat within the step at a position; past the end is the end.
    pub fn at(&self, position: usize) -> (usize, usize) {
        let position = position.min(self.total - 1);
        let step = self.starts.partition_point(|start| *start <= position) - 1;
        (step, position - self.starts[step])
    }

    /// The position of a beat; past the end of the step or of the run is clamped.
    pub fn position(&self, step: usize, beat: usize) -> usize {
        let step = step.min(self.steps.len() - 1);
        self.starts[step] + beat.min(self.steps[step].len() - 1)
    }

    /// The beat at a position.
    pub fn beat(&self, position: usize) -> &Beat {
        let (step, beat) = self.at(position);
        &self.steps[step][beat]
    }

    /// Every beat with its position.
    pub fn iter(&self) -> impl Iterator<Item = (usize, &Beat)> {
        self.steps.iter().flatten().enumerate()
    }

    /// The events, in order.
    pub fn events(&self) -> impl Iterator<Item = (usize, Event)> + '_ {
        self.iter().filter_map(|(position, beat)| beat.event.map(|event| (position, event)))
    }

    /// The points of one series: step (from 0) and value, the last one told in each step.
    pub fn series(&self, index: usize) -> Vec<(usize, f64)> {
        let last = |beats: &Vec<Beat>| {
            let mut points = beats.iter().flat_map(|beat| &beat.points);
            points.rfind(|(series, _)| *series == index).map(|(_, value)| *value)
        };
        self.steps.iter().enumerate().filter_map(|(step, beats)| Some((step, last(beats)?))).collect()
    }

    /// The answer.
    pub fn verdict(&self) -> &Verdict {
        self.lesson.verdict()
    }
}
