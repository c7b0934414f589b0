//! Numbers of a query's answers over all frames, as curves.

use std::sync::Arc;

use super::question::Question;
use crate::play::Curve;

/// Curves of a query over all frames.
#[derive(Clone, Debug, Default)]
pub struct Survey {
    /// Last question, and whether its run over all frames is active.
    pub asked: Option<(Box<Question>, bool)>,
    /// Curves of that question, or an error message.
    pub curves: Option<Result<Arc<Vec<Curve>>, String>>,
    /// Name of the curve to whose largest value the window goes when the curves arrive.
    pub waits: Option<&'static str>,
}

impl Survey {
    /// Curves of this question's run, if known.
    pub fn of(&self, question: &Question) -> Option<&Result<Arc<Vec<Curve>>, String>> {
        let (asked, busy) = self.asked.as_ref()?;
        let same = !busy && asked.same_run(question) && asked.precision == question.precision;
        self.curves.as_ref().filter(|_| same)
    }

    /// Whether the run over all frames is active.
    pub fn is_busy(&self) -> bool {
        self.asked.as_ref().is_some_and(|(_, busy)| *busy)
    }
}
