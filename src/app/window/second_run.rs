//! Second run of a side-by-side comparison: the worker that answers its questions, and its views.

use std::time::Duration;

use egui::Context;

use crate::command::{Command, ComparisonCommand, MAX_VIEWS};
use crate::run::query_opener::QueryOpener;
use crate::run::question::Question;
use crate::run::worker::Worker;
use crate::viewport::Viewport;

/// Worker and views of the run that is compared with the run shown.
pub(crate) struct SecondRun {
    worker: Worker,
    /// Views of the second run.
    pub viewports: [Viewport; MAX_VIEWS],
}

impl SecondRun {
    /// Idle worker with empty views.
    pub fn new(open_query: QueryOpener) -> Self {
        Self { worker: Worker::in_one_precision(open_query), viewports: std::array::from_fn(Viewport::new) }
    }

    /// Sends the question of the second run.
    pub fn ask(&mut self, question: Box<Question>) {
        self.worker.ask(question);
    }

    /// Repaints `ctx` when an answer is there. Only the first call has an effect.
    pub fn set_wake_up(&mut self, ctx: &Context) {
        self.worker.set_wake_up(ctx);
    }

    /// Waits up to `timeout` for the answer, without a limit when `timeout` is `None`. Returns the command that shows
    /// the answer; `None` when none arrived in time.
    pub fn answer(&mut self, timeout: Option<Duration>) -> Option<Command> {
        let answer = self.worker.answer(timeout)?;
        Some(ComparisonCommand::Answered(Box::new(answer)).into())
    }
}
