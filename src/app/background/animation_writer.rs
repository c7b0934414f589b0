//! Writes exported animations (GIF, APNG) to files on a thread, one at a time, and reports the progress. A new
//! animation cancels the previous one.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::Duration;

use contact_lens_lesson::{Watch, watch};
use egui::Context;

use super::effect::report_export;
use crate::command::{Command, FigureCommand};
use crate::figures::shot::Shot;
use crate::run::progress::AnimationProgress;
use crate::run::query_opener::QueryOpener;

/// Interval at which the window reads the progress.
const POLL_INTERVAL: Duration = Duration::from_millis(200);

/// Writer of at most one animation at a time.
#[derive(Default)]
pub(crate) struct AnimationWriter {
    work: Option<AnimationWork>,
}

/// The animation being written.
struct AnimationWork {
    path: PathBuf,
    watch: Arc<Watch>,
    counts: Arc<FigureCounts>,
    /// Last reported progress; `None` before the first report.
    reported: Option<AnimationProgress>,
    /// Receives the result of writing; `None` when writing was canceled or panicked.
    result: Receiver<Option<Result<(), String>>>,
}

/// Numbers of figures, which the thread stores and the window reads.
#[derive(Default)]
struct FigureCounts {
    /// Number of finished figures.
    done: AtomicUsize,
    /// Number of all figures; 0 until it is known.
    total: AtomicUsize,
}

impl AnimationWriter {
    /// Starts writing an animation of `shot`; cancels the previous one.
    pub fn begin(&mut self, path: PathBuf, shot: Box<Shot>, open_query: QueryOpener) {
        self.cancel();
        let (sender, result) = channel();
        let watch = Arc::new(Watch::default());
        let counts = Arc::new(FigureCounts::default());
        let thread_watch = Arc::clone(&watch);
        let thread_counts = Arc::clone(&counts);
        let file = path.clone();
        let thread = std::thread::Builder::new().name(String::from("animation"));
        // If the thread cannot be spawned, the receiver is disconnected at once.
        thread
            .spawn(move || {
                let ended = thread_watch
                    .run(|| shot.write_animation(&file, open_query, &|done, all| thread_counts.store(done, all)));
                // The receiver is dropped when the animation is canceled.
                sender.send(ended).ok();
            })
            .ok();
        self.work = Some(AnimationWork { path, watch, counts, reported: None, result });
    }

    /// Cancels the animation, which leaves no file.
    pub fn cancel(&mut self) {
        if let Some(work) = self.work.take() {
            work.watch.cancel();
        }
    }

    /// Command with the result of the animation, or with its progress if that has changed. Requests a repaint while the
    /// animation is being written.
    pub fn take_result(&mut self, ctx: &Context) -> Option<Command> {
        let work = self.work.as_mut()?;
        let ended = match work.result.try_recv() {
            Ok(Some(done)) => Some(done),
            Ok(None) | Err(TryRecvError::Disconnected) => Some(Err(failure_message(&work.path))),
            Err(TryRecvError::Empty) => None,
        };
        if let Some(done) = ended {
            let command = report_export(&work.path, done);
            self.work = None;
            return Some(command);
        }
        ctx.request_repaint_after(POLL_INTERVAL);
        let done = work.counts.done.load(Relaxed);
        let total = work.counts.total.load(Relaxed);
        let progress = AnimationProgress { path: work.path.clone(), done, total };
        if work.reported.as_ref() == Some(&progress) {
            return None;
        }
        work.reported = Some(progress.clone());
        Some(Command::Figure(FigureCommand::Progress(progress)))
    }
}

impl FigureCounts {
    /// Stores the numbers of finished and of all figures, and counts an iteration of the thread's watch.
    fn store(&self, done: usize, total: usize) {
        watch::tick();
        self.done.fetch_max(done, Relaxed);
        self.total.store(total, Relaxed);
    }
}

/// Message for an animation whose thread panicked.
fn failure_message(path: &Path) -> String {
    format!("{}: the animation could not be written", path.display())
}

impl Drop for AnimationWriter {
    fn drop(&mut self) {
        self.cancel();
    }
}
