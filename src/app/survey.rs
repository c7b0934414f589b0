//! The answer over all frames: what was asked, and the curves that came of it.

use std::sync::Arc;

use super::question::Question;
use crate::play::Curve;

/// What is known of all frames of a query.
#[derive(Clone, Debug, Default)]
pub struct Survey {
    /// For what it was asked last, and whether that is still being found out.
    pub asked: Option<(Box<Question>, bool)>,
    /// What came of it, or why nothing did.
    pub curves: Option<Result<Arc<Vec<Curve>>, String>>,
    /// Whether somebody waits to go to the frame with the largest value of this curve.
    pub waits: Option<&'static str>,
}

impl Survey {
    /// The curves of this question's run, if they are known.
    pub fn of(&self, question: &Question) -> Option<&Result<Arc<Vec<Curve>>, String>> {
        let (asked, busy) = self.asked.as_ref()?;
        let same = !busy && asked.same_run(question) && asked.precision == question.precision;
        self.curves.as_ref().filter(|_| same)
    }

    /// Whether they are being found out.
    pub fn is_busy(&self) -> bool {
        self.asked.as_ref().is_some_and(|(_, busy)| *busy)
    }
}
