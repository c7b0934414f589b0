//! Plot of a query over all frames of a moving scene: the question, whether its run is active, and the curves of the
//! answers' numbers.

use std::sync::Arc;

use contact_lens_play::Curve;

use super::question::Question;

/// Curves of a query over all frames.
#[derive(Clone, Debug, Default)]
pub struct Survey {
    /// Last question about all frames; `None` before the first.
    pub question: Option<Box<Question>>,
    /// Whether the run over all frames is active.
    pub is_running: bool,
    /// Curves of the last question that was answered, or an error message; `None` before the first answer.
    pub curves: Option<Result<Arc<Vec<Curve>>, String>>,
    /// Name of the curve to whose largest value the window jumps when the curves arrive; `None` for no jump.
    pub pending_jump: Option<&'static str>,
}

impl Survey {
    /// Curves of the run of `question` in its precision, or the error message; `None` until they are known. The frame
    /// of the question does not matter.
    pub fn curves_of(&self, question: &Question) -> Option<&Result<Arc<Vec<Curve>>, String>> {
        let last = self.question.as_ref()?;
        let is_same = last.has_same_run(question) && last.precision == question.precision;
        self.curves.as_ref().filter(|_| is_same && !self.is_running)
    }
}
