//! Runs the engine on its own thread, with at most one run awaited and only the newest question queued. Afterwards, a
//! second thread compares all frames of the query.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use egui::Context;

use super::patience::receive;
use super::player::Player;
use super::progress::RunProgress;
use super::question::{Answer, OpenedQuery, Question};
use crate::lesson::Watch;
use crate::play::{Precision, QueryError};

/// Worker that answers questions on a thread.
pub(in crate::app) struct Worker {
    player: Player,
    work: Option<Work>,
    /// Question that waits for the current run.
    next: Option<Box<Question>>,
    /// Run of the last question. Other frames of the same run reuse its state.
    opened: Option<Arc<OpenedQuery>>,
    /// Comparison of all frames, in the background after an answer.
    frame_comparison: Option<FrameComparison>,
    /// Whether to compute only the run itself: no other precision and no comparison of frames.
    alone: bool,
    /// Context to repaint when an answer is there.
    waker: Option<Context>,
}

/// A background run over all frames, for the strip and the table of frames.
struct FrameComparison {
    opened: Arc<OpenedQuery>,
    precision: Precision,
    watch: Arc<Watch>,
    /// Receives `Some` when all frames are compared, `None` when the comparison was canceled.
    done: Receiver<Option<()>>,
    /// Whether the window has waited for it once.
    waited: bool,
    ended: bool,
}

/// The run on the thread.
struct Work {
    /// Id of its question.
    id: u64,
    /// Frame of its question.
    frame: usize,
    /// Precision in which to compare frames after the answer; `None` for no comparison.
    compared_precision: Option<Precision>,
    /// Names of the scene and of the query.
    about: [String; 2],
    started: Instant,
    watch: Arc<Watch>,
    answer: Receiver<Option<Answer>>,
}

impl Worker {
    pub fn new(player: Player) -> Self {
        Self { player, work: None, next: None, opened: None, frame_comparison: None, alone: false, waker: None }
    }

    /// Idle worker for the second run of a comparison, which computes only the run itself.
    pub fn alone(player: Player) -> Self {
        let mut worker = Self::new(player);
        worker.alone = true;
        worker
    }

    /// Repaints `ctx` when an answer is there. Only the first call has an effect.
    pub fn set_wake_up(&mut self, ctx: &Context) {
        self.waker.get_or_insert_with(|| ctx.clone());
    }

    /// Sends a question. While another run is active, only the newest question is queued. A run about a scene or query
    /// of another name is canceled.
    pub fn ask(&mut self, question: Box<Question>) {
        if self.work.as_ref().is_some_and(|work| work.about != about(&question)) {
            self.cancel();
        }
        match self.work {
            Some(_) => self.next = Some(question),
            None => self.begin(question),
        }
    }

    /// Cancels the current run, the queued question and the comparison.
    pub fn cancel(&mut self) {
        self.next = None;
        self.frame_comparison = None;
        if let Some(work) = self.work.take() {
            work.watch.cancel();
        }
    }

    /// Progress of the current run; `None` when idle.
    pub fn working(&self) -> Option<RunProgress> {
        let work = self.work.as_ref()?;
        Some(RunProgress { iterations: work.watch.ticks(), seconds: work.started.elapsed().as_secs_f64() })
    }

    /// Waits up to `patience` for the answer, without a limit when it is `None`, then starts the queued question.
    /// `None` without an answer.
    pub fn answer(&mut self, patience: Option<Duration>) -> Option<Answer> {
        let work = self.work.as_ref()?;
        let got = match receive(&work.answer, patience) {
            Ok(answer) => answer,
            Err(RecvTimeoutError::Timeout) => return None,
            // The engine thread panicked; report that as the answer.
            Err(RecvTimeoutError::Disconnected) => Some(Answer {
                id: work.id,
                frame: work.frame,
                recording: Err(failed()),
                other_precision: None,
                end_only: false,
            }),
        };
        let compared_precision = self.work.take().and_then(|work| work.compared_precision);
        if let (Some(precision), Some(Answer { recording: Ok(_), .. })) = (compared_precision, &got) {
            self.compare(precision);
        }
        if let Some(next) = self.next.take() {
            self.begin(next);
        }
        got
    }

    /// Whether frames are being compared.
    pub fn compares(&self) -> bool {
        self.frame_comparison.as_ref().is_some_and(|frame_comparison| !frame_comparison.ended)
    }

    /// Whether the comparison has ended since the last call, and without an error. The first call waits as
    /// [`Worker::answer`] does; later ones wait only if `patience` is `None`.
    pub fn compared(&mut self, patience: Option<Duration>) -> bool {
        let Some(frame_comparison) = self.frame_comparison.as_mut().filter(|frame_comparison| !frame_comparison.ended)
        else {
            return false;
        };
        let first = !std::mem::replace(&mut frame_comparison.waited, true);
        let patience = patience.map(|patience| if first { patience } else { Duration::ZERO });
        let got = receive(&frame_comparison.done, patience);
        frame_comparison.ended = got != Err(RecvTimeoutError::Timeout);
        got == Ok(Some(()))
    }

    /// Starts the comparison of the last run's frames in a precision, unless it was started before.
    fn compare(&mut self, precision: Precision) {
        let Some(opened) = &self.opened else { return };
        if let Some(comparison) = &self.frame_comparison
            && Arc::ptr_eq(&comparison.opened, opened)
            && comparison.precision == precision
        {
            return;
        }
        let (sender, done) = channel();
        let opened = Arc::clone(opened);
        let watch = Arc::new(Watch::default());
        let waker = Waker(self.waker.clone());
        let thread_opened = Arc::clone(&opened);
        let thread_watch = Arc::clone(&watch);
        let thread = std::thread::Builder::new().name(String::from("frames"));
        thread
            .spawn(move || {
                let _waker = waker;
                // The receiver is dropped when the comparison is canceled.
                sender.send(thread_watch.run(|| thread_opened.compare(precision))).ok();
            })
            .ok();
        self.frame_comparison = Some(FrameComparison { opened, precision, watch, done, waited: false, ended: false });
    }

    /// Run of a question: the current one when it fits, else a new one.
    fn open(&mut self, question: &Question) -> Arc<OpenedQuery> {
        let opened = match self.opened.take() {
            Some(opened) if opened.is_about(question) => opened,
            Some(other) => Arc::new(OpenedQuery::after(&other, question)),
            None => Arc::new(OpenedQuery::new(self.player, question)),
        };
        self.opened.insert(opened).clone()
    }

    /// Starts the run of a question on a thread.
    fn begin(&mut self, question: Box<Question>) {
        let (sender, receiver) = channel();
        let opened = self.open(&question);
        let id = question.id;
        let watch = Arc::new(Watch::default());
        let frame = question.frame;
        if self
            .frame_comparison
            .as_ref()
            .is_some_and(|frame_comparison| !Arc::ptr_eq(&frame_comparison.opened, &opened))
        {
            self.frame_comparison = None;
        }
        let has_frames = question.scene.frame_count() > 1 && !question.query.is_of_a_world();
        let alone = self.alone;
        let compared_precision = (has_frames && !question.end_only && !alone).then_some(question.precision);
        let about = about(&question);
        let thread_watch = watch.clone();
        let waker = Waker(self.waker.clone());
        let thread = std::thread::Builder::new().name(String::from("engine"));
        // If the thread cannot be spawned, the receiver is disconnected at once.
        thread
            .spawn(move || {
                // Dropped after the answer is sent, and also when the thread panics.
                let _waker = waker;
                let answer =
                    thread_watch.run(|| if alone { opened.answer_alone(&question) } else { opened.answer(&question) });
                // The receiver is dropped when the run is canceled.
                sender.send(answer).ok();
            })
            .ok();
        self.work =
            Some(Work { id, frame, compared_precision, about, started: Instant::now(), watch, answer: receiver });
    }
}

impl Drop for FrameComparison {
    fn drop(&mut self) {
        self.watch.cancel();
    }
}

/// Repaints the window when dropped, at the end of a thread.
struct Waker(Option<Context>);

impl Drop for Waker {
    fn drop(&mut self) {
        if let Some(ctx) = &self.0 {
            ctx.request_repaint();
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.cancel();
    }
}

/// Names of the scene and of the query.
fn about(question: &Question) -> [String; 2] {
    [question.scene.name.clone(), question.query.name.clone()]
}

fn failed() -> QueryError {
    QueryError::new("", "The engine failed on this query. Please report the scene.")
}

#[cfg(test)]
#[path = "../../../tests/it/two_hulls.rs"]
mod two_hulls;

#[cfg(test)]
mod tests;
