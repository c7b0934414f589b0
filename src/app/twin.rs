//! What the window keeps for the run that stands beside the one that is shown: its own views, and who works for it.

use std::time::Duration;

use egui::Context;

use super::command::{BesideCommand, Command, MOST_VIEWS};
use super::player::Player;
use super::question::Question;
use super::viewport::Viewport;
use super::worker::Worker;

/// Views and workers of the other run.
pub(super) struct Twin {
    worker: Worker,
    /// Its views.
    pub viewports: [Viewport; MOST_VIEWS],
}

impl Twin {
    /// Nothing to do yet.
    pub fn new(player: Player) -> Self {
        Self { worker: Worker::alone(player), viewports: std::array::from_fn(Viewport::new) }
    }

    /// Asks for the other run.
    pub fn ask(&mut self, question: Box<Question>) {
        self.worker.ask(question);
    }

    /// Draws `ctx` again when an answer is there.
    pub fn wakes(&mut self, ctx: &Context) {
        self.worker.wakes(ctx);
    }

    /// The answer, if it is there within `patience`; none waits as long as it takes.
    pub fn answer(&mut self, patience: Option<Duration>) -> Option<Command> {
        let answer = self.worker.answer(patience)?;
        Some(BesideCommand::Answered(Box::new(answer)).into())
    }
}
