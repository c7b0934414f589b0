//! Lesson of a subproblem with the verdict of the larger query that the subproblem decides, such as one child shape of
//! a compound.

use std::sync::Arc;

use contact_lens_lesson::{Beat, FrameStrip, Lesson, Verdict};
use contact_lens_picture::Role;

use super::delegation::delegate_to_lesson;

/// The steps of one lesson with the verdict of another query.
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

    fn strip(&self) -> Option<&FrameStrip> {
        self.lesson.strip()
    }
}
