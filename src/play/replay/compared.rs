//! A lesson of a moving scene beside which it is told how all frames went, as soon as that is known.

use std::sync::{Arc, OnceLock};

use glam::DVec3;

use super::{Method, Played};
use crate::lesson::{Backdrop, Beat, Card, Choice, Hint, Lesson, Level, Moments, Pictures, Strip, Verdict, View};
use crate::picture::{Camera, Key, Role};

/// One frame's lesson: that of the engine, with the strip and the table of all frames.
pub(super) struct Compared<M: Method> {
    lesson: Arc<dyn Lesson>,
    frame: usize,
    played: Arc<Played<M>>,
    strip: OnceLock<Option<Strip>>,
}

impl<M: Method> Compared<M> {
    /// The lesson of a frame.
    pub fn new(lesson: Arc<dyn Lesson>, frame: usize, played: Arc<Played<M>>) -> Self {
        Self { lesson, frame, played, strip: OnceLock::new() }
    }
}

impl<M: Method> Lesson for Compared<M> {
    fn beats(&self, step: usize) -> Vec<Beat> {
        let mut beats = self.lesson.beats(step);
        if let Some(strip) = self.strip() {
            beats.iter_mut().for_each(|beat| beat.tables.push(strip.table.clone()));
        }
        beats
    }

    /// None as long as nobody has compared the frames.
    fn strip(&self) -> Option<&Strip> {
        let records = self.played.records.get()?.as_ref().ok()?;
        self.strip.get_or_init(|| self.played.method.strip(records, self.frame)).as_ref()
    }

    // All else is the engine's.

    fn card(&self) -> &'static Card {
        self.lesson.card()
    }

    fn steps(&self) -> usize {
        self.lesson.steps()
    }

    fn outline(&self, step: usize) -> Vec<Beat> {
        self.lesson.outline(step)
    }

    fn corners(&self, step: usize) -> Vec<DVec3> {
        self.lesson.corners(step)
    }

    fn backdrop(&self) -> Arc<Backdrop> {
        self.lesson.backdrop()
    }

    fn moments(&self) -> Option<Moments> {
        self.lesson.moments()
    }

    fn at_moment(&self, t: f64) -> Pictures {
        self.lesson.at_moment(t)
    }

    fn step_about(&self, key: &str) -> Option<usize> {
        self.lesson.step_about(key)
    }

    fn choices(&self, step: usize) -> Vec<Choice> {
        self.lesson.choices(step)
    }

    fn linked(&self, step: usize, key: &str) -> Pictures {
        self.lesson.linked(step, key)
    }

    fn hint(&self, key: &Key) -> Option<Hint> {
        self.lesson.hint(key)
    }

    fn verdict(&self) -> &Verdict {
        self.lesson.verdict()
    }

    fn levels(&self) -> &[Level] {
        self.lesson.levels()
    }

    fn most_levels(&self) -> usize {
        self.lesson.most_levels()
    }

    fn role_names(&self) -> Vec<(Role, String)> {
        self.lesson.role_names()
    }

    fn camera(&self, view: &View) -> Camera {
        self.lesson.camera(view)
    }
}
