//! Judging off the UI thread: one scene at a time.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::Duration;

use egui::Context;

use super::command::{Command, JudgeCommand};
use crate::check;
use crate::scene::model::Scene;

/// A query that is not judged within this time fails as such, and the others go on.
pub(super) const BUDGET: Duration = Duration::from_secs(20);

/// Who judges.
#[derive(Default)]
pub(super) struct Referee {
    work: Option<Receiver<Command>>,
}

/// What came of all queries of this edition of a scene.
pub(super) fn judged(scene: &Scene, edition: u64) -> Command {
    let cases = check::check_scene_within(scene, BUDGET);
    JudgeCommand::Judged(edition, Arc::new(cases)).into()
}

impl Referee {
    /// Begins with a scene. The one before is judged to its end, and nobody listens.
    pub fn begin(&mut self, scene: Arc<Scene>, edition: u64) {
        let (sender, inbox) = channel();
        let work = move || {
            sender.send(judged(&scene, edition)).ok();
        };
        // Without a thread the receiver sees at once that nothing comes.
        std::thread::Builder::new().name(String::from("referee")).spawn(work).ok();
        self.work = Some(inbox);
    }

    /// What has come, if it has.
    pub fn news(&mut self, ctx: &Context) -> Option<Command> {
        match self.work.as_ref()?.try_recv() {
            Ok(command) => {
                self.work = None;
                Some(command)
            }
            Err(TryRecvError::Disconnected) => {
                self.work = None;
                None
            }
            Err(TryRecvError::Empty) => {
                ctx.request_repaint_after(Duration::from_millis(100));
                None
            }
        }
    }
}
