//! The lesson of a smaller question that decides a larger one: told as it is, with the answer to the larger.

use std::sync::Arc;

use glam::DVec3;

use super::{
    Backdrop, Beat, Camera, Card, Choice, Hint, Key, Lesson, Level, Moments, Pictures, Role, Strip, Verdict, View,
};

/// The lesson, and the answer to the larger question.
pub struct Within {
    lesson: Arc<dyn Lesson>,
    verdict: Verdict,
}

impl Within {
    /// A lesson with another verdict.
    pub fn new(lesson: Arc<dyn Lesson>, verdict: Verdict) -> Self {
        Self { lesson, verdict }
    }
}

impl Lesson for Within {
    fn card(&self) -> &'static Card {
        self.lesson.card()
    }

    fn steps(&self) -> usize {
        self.lesson.steps()
    }

    fn beats(&self, step: usize) -> Vec<Beat> {
        self.lesson.beats(step)
    }

    fn outline(&self, step: usize) -> Vec<Beat> {
        self.lesson.outline(step)
    }

    fn choices(&self, step: usize) -> Vec<Choice> {
        self.lesson.choices(step)
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

    fn linked(&self, step: usize, key: &str) -> Pictures {
        self.lesson.linked(step, key)
    }

    fn step_about(&self, key: &str) -> Option<usize> {
        self.lesson.step_about(key)
    }

    fn hint(&self, key: &Key) -> Option<Hint> {
        self.lesson.hint(key)
    }

    fn verdict(&self) -> &Verdict {
        &self.verdict
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

    fn strip(&self) -> Option<&Strip> {
        self.lesson.strip()
    }
}
