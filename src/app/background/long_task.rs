//! A [`LongTask`] runs a computation on a thread and delivers its result as a command. The functions of this module are
//! the computations that the window runs this way: checks of a scene, answers of all frames, the divergence of two
//! runs, explanations of a mark, and derivations of a number.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::Duration;

use contact_lens_check as check;
use contact_lens_lesson::{BeatIndex, Value};
use contact_lens_picture::Key;
use contact_lens_play as play;
use contact_lens_scene::model::Scene;
use egui::Context;

use crate::command::{Command, ComparisonCommand, ExpectationCommand, ExplanationCommand, TimeCommand};
use crate::run::derivation::derive;
use crate::run::explanation::find_explanation_entries;
use crate::run::question::Question;
use crate::run::recording::Recording;

/// Time limit for checking one query. A query that exceeds it fails.
pub(crate) const BUDGET: Duration = Duration::from_secs(20);

/// Interval at which the window polls for a result.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// Starts long computations of one kind, each on a thread of its own, and delivers the result of the latest one.
/// Earlier ones run on without effect.
#[derive(Default)]
pub(crate) struct LongTask {
    /// Receiver of the latest computation's result; `None` if none is running.
    result: Option<Receiver<Command>>,
}

/// Checks the expectations of all queries of a scene. `edition` is that of the scene; the window drops results for
/// another one.
pub(crate) fn check_expectations(scene: &Scene, edition: u64) -> Command {
    let cases = check::check_scene_within(scene, BUDGET);
    ExpectationCommand::Checked { edition, cases: Arc::new(cases) }.into()
}

/// Compares all captured answers of a scene with the answers computed here. `edition` is that of the scene.
pub(crate) fn measure_agreement(scene: &Scene, edition: u64) -> Command {
    let queries = Arc::new(check::captured::agreement(scene));
    TimeCommand::AgreementMeasured { edition, queries }.into()
}

/// Computes the answer of the question's query in every frame.
pub(crate) fn survey_frames(question: &Question) -> Command {
    let curves = play::curves_over_frames(question.precision, &question.scene, &question.query);
    TimeCommand::Surveyed(curves.map(Arc::new).map_err(|why| why.to_string())).into()
}

/// Finds the divergence of two runs, if they diverge.
pub(crate) fn find_divergence(runs: [Arc<Recording>; 2]) -> Command {
    let divergence = check::divergence(runs[0].lesson.as_ref(), runs[1].lesson.as_ref());
    ComparisonCommand::DivergenceFound(runs, divergence).into()
}

/// Finds the beats of a run that change the mark with the id `key`, around the beat `now`.
pub(crate) fn explain(run: Arc<Recording>, key: Key, now: BeatIndex) -> Command {
    let entries = find_explanation_entries(&run, &key, now);
    ExplanationCommand::Found(run, key, entries).into()
}

/// Finds the numbers from which a value of the beat `now` was computed.
pub(crate) fn derive_value(run: Arc<Recording>, value: Value, now: BeatIndex) -> Command {
    let links = derive(&run, &value, now);
    ExplanationCommand::Derived(run, Box::new(value), links).into()
}

impl LongTask {
    /// Starts a computation. Earlier computations are not stopped; their results are dropped.
    pub fn begin(&mut self, work: impl FnOnce() -> Command + Send + 'static) {
        let (sender, result) = channel();
        let thread = std::thread::Builder::new().name(String::from("long task"));
        // If the thread cannot be spawned, the receiver is disconnected at once.
        thread.spawn(move || drop(sender.send(work()))).ok();
        self.result = Some(result);
    }

    /// Result of the latest computation, once it has ended; a computation that panics has none. Requests a repaint
    /// while the computation is running.
    pub fn take_result(&mut self, ctx: &Context) -> Option<Command> {
        match self.result.as_ref()?.try_recv() {
            Ok(command) => {
                self.result = None;
                Some(command)
            }
            Err(TryRecvError::Disconnected) => {
                self.result = None;
                None
            }
            Err(TryRecvError::Empty) => {
                ctx.request_repaint_after(POLL_INTERVAL);
                None
            }
        }
    }
}
