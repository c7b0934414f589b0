//! The lesson of a smaller question that decides a larger one: told as it is, with the answer to the larger.

use std::sync::Arc;

use super::by_the_engine::by_the_engine;
use crate::lesson::{Beat, Lesson, Strip, Verdict};
use crate::picture::Role;

/// The lesson, and the answer to the larger question.
pub(super) struct Within {
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
    fn beats(&self, step: usize) -> Vec<Beat> {
        self.lesson.beats(step)
    }

    by_the_engine!();

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
