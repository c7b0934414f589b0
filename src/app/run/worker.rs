//! Runs the engine on a thread of its own: one run at a time, with only the newest question queued. After an answer
//! about a moving scene, a second thread compares all frames of the query.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use contact_lens_lesson::Watch;
use contact_lens_play::{Precision, QueryError};
use egui::Context;

use super::progress::RunProgress;
use super::query_opener::QueryOpener;
use super::question::{Answer, OpenedQuery, Question};
use super::receive::wait_for_message;

/// Worker that answers questions to the engine on a thread, one at a time.
pub(crate) struct Worker {
    open_query: QueryOpener,
    /// Current run; `None` when idle.
    work: Option<EngineWork>,
    /// Question that is sent after the current run; `None` if none waits.
    next: Option<Box<Question>>,
    /// Run of the last question. Other frames of the same run reuse its state. `None` before the first.
    opened: Option<Arc<OpenedQuery>>,
    /// Current or last comparison of all frames; `None` before the first.
    frame_comparison: Option<FrameComparison>,
    /// Whether to compute only the run itself: no other precision and no comparison of frames.
    in_one_precision: bool,
    /// egui context that is repainted when an answer is there; `None` until the first frame of the window.
    waker: Option<Context>,
}

/// A background run over all frames, for the strip and the table of frames.
struct FrameComparison {
    opened: Arc<OpenedQuery>,
    precision: Precision,
    watch: Arc<Watch>,
    /// Receives `Some` when all frames are compared, `None` when the comparison was canceled.
    done: Receiver<Option<()>>,
    /// Whether the window has waited for the result once.
    waited: bool,
    ended: bool,
}

/// Names of the scene and the query of a run. A question with other names cancels the run.
#[derive(PartialEq)]
struct RunNames {
    scene: String,
    query: String,
}

impl RunNames {
    /// Names of the scene and the query of a question.
    fn of(question: &Question) -> Self {
        Self { scene: question.scene.name.clone(), query: question.query.name.clone() }
    }
}

/// A run on the engine's thread.
struct EngineWork {
    /// Id of its question.
    id: u64,
    /// Frame of its question.
    frame: usize,
    /// Precision in which to compare frames after the answer; `None` for no comparison.
    compared_precision: Option<Precision>,
    names: RunNames,
    started: Instant,
    watch: Arc<Watch>,
    answer: Receiver<Option<Answer>>,
}

impl Worker {
    /// Idle worker that opens queries by `open_query`.
    pub fn new(open_query: QueryOpener) -> Self {
        Self {
            open_query,
            work: None,
            next: None,
            opened: None,
            frame_comparison: None,
            in_one_precision: false,
            waker: None,
        }
    }

    /// Idle worker for the second run of a comparison, which computes only the run itself.
    pub fn in_one_precision(open_query: QueryOpener) -> Self {
        let mut worker = Self::new(open_query);
        worker.in_one_precision = true;
        worker
    }

    /// Repaints `ctx` when an answer is there. Only the first call has an effect.
    pub fn set_wake_up(&mut self, ctx: &Context) {
        self.waker.get_or_insert_with(|| ctx.clone());
    }

    /// Starts the run of a question. While another run is active, only the newest question is queued. A run about a
    /// scene or query of another name is canceled.
    pub fn ask(&mut self, question: Box<Question>) {
        if self.work.as_ref().is_some_and(|work| work.names != RunNames::of(&question)) {
            self.cancel();
        }
        if self.work.is_some() {
            self.next = Some(question);
        } else {
            self.begin(question);
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
    pub fn progress(&self) -> Option<RunProgress> {
        let work = self.work.as_ref()?;
        Some(RunProgress { iterations: work.watch.ticks(), seconds: work.started.elapsed().as_secs_f64() })
    }

    /// Waits up to `timeout` for the answer, without a limit when it is `None`, then starts the queued question.
    /// Returns `None` when no answer arrived in time, when the run was canceled, and when idle.
    pub fn answer(&mut self, timeout: Option<Duration>) -> Option<Answer> {
        let work = self.work.as_ref()?;
        let answer = match wait_for_message(&work.answer, timeout) {
            Ok(answer) => answer,
            Err(RecvTimeoutError::Timeout) => return None,
            // The engine thread panicked; report that as the answer.
            Err(RecvTimeoutError::Disconnected) => Some(Answer {
                id: work.id,
                frame: work.frame,
                recording: Err(engine_failure()),
                other_precision: None,
                end_only: false,
            }),
        };
        let compared_precision = self.work.take().and_then(|work| work.compared_precision);
        if let (Some(precision), Some(Answer { recording: Ok(_), .. })) = (compared_precision, &answer) {
            self.compare_frames(precision);
        }
        if let Some(next) = self.next.take() {
            self.begin(next);
        }
        answer
    }

    /// Whether frames are being compared.
    pub fn is_comparing_frames(&self) -> bool {
        self.frame_comparison.as_ref().is_some_and(|comparison| !comparison.ended)
    }

    /// Whether the comparison of frames has ended since the last call and was not canceled. The first call waits as
    /// [`Worker::answer`] does; later ones wait only if `timeout` is `None`.
    pub fn take_comparison_result(&mut self, timeout: Option<Duration>) -> bool {
        let Some(comparison) = self.frame_comparison.as_mut().filter(|comparison| !comparison.ended) else {
            return false;
        };
        let is_first_call = !std::mem::replace(&mut comparison.waited, true);
        let timeout = timeout.map(|timeout| if is_first_call { timeout } else { Duration::ZERO });
        let received = wait_for_message(&comparison.done, timeout);
        comparison.ended = received != Err(RecvTimeoutError::Timeout);
        received == Ok(Some(()))
    }

    /// Starts the comparison of the last run's frames in a precision, unless it was started before.
    fn compare_frames(&mut self, precision: Precision) {
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
        let waker = RepaintOnDrop(self.waker.clone());
        let thread_opened = Arc::clone(&opened);
        let thread_watch = Arc::clone(&watch);
        let thread = std::thread::Builder::new().name(String::from("frames"));
        thread
            .spawn(move || {
                let _waker = waker;
                // The receiver is dropped when the comparison is canceled.
                sender.send(thread_watch.run(|| thread_opened.compare_frames(precision))).ok();
            })
            .ok();
        self.frame_comparison = Some(FrameComparison { opened, precision, watch, done, waited: false, ended: false });
    }

    /// Opened query of a question: the current one when the question is about it, else a new one, which becomes the
    /// current one.
    fn open(&mut self, question: &Question) -> Arc<OpenedQuery> {
        let opened = match self.opened.take() {
            Some(opened) if opened.is_about(question) => opened,
            Some(other) => Arc::new(OpenedQuery::continue_from(&other, question)),
            None => Arc::new(OpenedQuery::new(self.open_query, question)),
        };
        self.opened.insert(opened).clone()
    }

    /// Precision in which all frames are compared after the answer to a question. `None` where frames are not compared:
    /// in a scene of one frame, in a world, during playback, and for the second run of a comparison.
    fn precision_of_frame_comparison(&self, question: &Question) -> Option<Precision> {
        let has_frames = question.scene.frame_count() > 1 && !question.query.is_of_a_world();
        let compares = has_frames && !question.end_only && !self.in_one_precision;
        if compares { Some(question.precision) } else { None }
    }

    /// Starts the run of a question on a thread.
    fn begin(&mut self, question: Box<Question>) {
        let (sender, receiver) = channel();
        let opened = self.open(&question);
        let id = question.id;
        let watch = Arc::new(Watch::default());
        let frame = question.frame;
        if self.frame_comparison.as_ref().is_some_and(|comparison| !Arc::ptr_eq(&comparison.opened, &opened)) {
            self.frame_comparison = None;
        }
        let compared_precision = self.precision_of_frame_comparison(&question);
        let in_one_precision = self.in_one_precision;
        let names = RunNames::of(&question);
        let thread_watch = watch.clone();
        let waker = RepaintOnDrop(self.waker.clone());
        let thread = std::thread::Builder::new().name(String::from("engine"));
        // If the thread cannot be spawned, the receiver is disconnected at once.
        thread
            .spawn(move || {
                // Dropped after the answer is sent, and also when the thread panics.
                let _waker = waker;
                let answer = thread_watch.run(|| {
                    if in_one_precision { opened.answer_in_one_precision(&question) } else { opened.answer(&question) }
                });
                // The receiver is dropped when the run is canceled.
                sender.send(answer).ok();
            })
            .ok();
        self.work =
            Some(EngineWork { id, frame, compared_precision, names, started: Instant::now(), watch, answer: receiver });
    }
}

impl Drop for FrameComparison {
    fn drop(&mut self) {
        self.watch.cancel();
    }
}

/// Repaints the window when dropped, at the end of a thread; does nothing without a context.
struct RepaintOnDrop(Option<Context>);

impl Drop for RepaintOnDrop {
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

/// Error of a run whose thread panicked.
fn engine_failure() -> QueryError {
    QueryError::new("", "The engine failed on this query. Please report the scene.")
}

#[cfg(test)]
#[path = "../../../tests/it/two_hulls.rs"]
mod two_hulls;

#[cfg(test)]
mod tests;
