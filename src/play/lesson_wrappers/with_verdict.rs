//! Lessons of a subproblem that decides a larger query: the subproblem's steps with the larger query's verdict.

use std::sync::Arc;

use super::delegation::delegate_to_lesson;
use crate::lesson::{Beat, Lesson, Strip, Verdict};
use crate::picture::Role;

/// A lesson with the verdict of another query.
pub struct LessonWithVerdict {
    lesson: Arc<dyn Lesson>,
    verdict: Verdict,
}

impl LessonWithVerdict {
    /// Replaces the verdict of a lesson.
    pub fn new(lesson: Arc<dyn Lesson>, verdict: Verdict) -> Self {
        Self { lesson, verdict }
    }
}

impl Lesson for LessonWithVerdict {
    fn beats(&self, step: usize) -> Vec<Beat> {
        self.lesson.beats(step)
    }

    delegate_to_lesson!();

    fn verdict(&self) -> &Verdict {
        &self.verdict
    }

    fn role_names(&self) -> Vec<(Role, String)> {
        self.lesson.role_names()
    }

    fn strip(&self) -> Option<&Strip> {
        self.lesson.strip()
    }
}
