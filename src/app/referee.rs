//! What takes long and comes at once: judging a scene, running all frames. Off the UI thread, one at a time.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::Duration;

use egui::Context;

use super::command::{BesideCommand, Command, JudgeCommand, TimeCommand, WhyCommand};
use super::question::Question;
use super::recording::Recording;
use super::why::tellings;
use crate::picture::Key;
use crate::scene::model::Scene;
use crate::{check, play};

/// A query that is not judged within this time fails as such, and the others go on.
pub(super) const BUDGET: Duration = Duration::from_secs(20);

/// Who works.
#[derive(Default)]
pub(super) struct Referee {
    work: Option<Receiver<Command>>,
}

/// What came of all queries of this edition of a scene.
pub(super) fn judged(scene: &Scene, edition: u64) -> Command {
    let cases = check::check_scene_within(scene, BUDGET);
    JudgeCommand::Judged(edition, Arc::new(cases)).into()
}

/// The answer of every frame of a question.
pub(super) fn surveyed(asked: &Question) -> Command {
    let curves = play::survey(asked.precision, &asked.scene, &asked.query);
    TimeCommand::Surveyed(curves.map(Arc::new).map_err(|why| why.to_string())).into()
}

/// Where two runs part.
pub(super) fn parted(runs: [Arc<Recording>; 2]) -> Command {
    let parts = check::divergence(runs[0].lesson.as_ref(), runs[1].lesson.as_ref());
    BesideCommand::Parted(runs, parts).into()
}

/// The beats of a run that tell of what has this key.
pub(super) fn told(run: Arc<Recording>, key: Key, now: (usize, usize)) -> Command {
    let told = tellings(&run, &key, now);
    WhyCommand::Told(run, key, told).into()
}

impl Referee {
    /// Begins with this work. What was before goes on to its end, and nobody listens.
    pub fn begin(&mut self, work: impl FnOnce() -> Command + Send + 'static) {
        let (sender, inbox) = channel();
        let work = move || {
            sender.send(work()).ok();
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
