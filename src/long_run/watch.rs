//! Progress and cancellation of long runs.
//!
//! - **Use**: the waiting code runs the work under a [`Watch`]; the working code calls [`tick`] once per iteration.
//! - **Cancellation**: [`tick`] unwinds out of canceled work, without a panic message, as salsa cancels queries.
//!   Canceled work has no result.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// Number of short iterations, such as those over the triangles of a file, that [`tick_at`] counts as one.
const SHORT_ITERATIONS_PER_TICK: usize = 4096;

/// Progress and cancellation state of a run, shared by the working and the waiting thread.
#[derive(Debug, Default)]
pub struct Watch {
    /// Number of completed iterations.
    ticks: AtomicUsize,
    /// Whether the work was canceled by a call.
    canceled: AtomicBool,
    /// Time at which the work is canceled; `None` for no limit.
    deadline: Option<Instant>,
}

/// Payload with which [`tick`] unwinds out of canceled work.
struct Canceled;

/// Whether all watched work of the program is canceled.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Cancels all current and future watched work of the program, after Ctrl-C.
pub fn interrupt() {
    INTERRUPTED.store(true, Relaxed);
}

/// Whether [`interrupt`] was called.
pub fn is_interrupted() -> bool {
    INTERRUPTED.load(Relaxed)
}

thread_local! {
    /// Watch of the work that this thread is running; `None` for work that is not watched.
    static CURRENT: RefCell<Option<Arc<Watch>>> = const { RefCell::new(None) };
}

impl Watch {
    /// Creates a watch that cancels the work at its first iteration after this time.
    pub fn for_at_most(time: Duration) -> Self {
        Self { deadline: Instant::now().checked_add(time), ..Self::default() }
    }

    /// Whether the work is canceled, by a call or by its deadline.
    fn is_over(&self) -> bool {
        self.canceled.load(Relaxed)
            || is_interrupted()
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Runs `work` under this watch on the current thread; `None` if it was canceled.
    pub fn run<T>(self: &Arc<Self>, work: impl FnOnce() -> T) -> Option<T> {
        let previous = CURRENT.replace(Some(Arc::clone(self)));
        let result = catch_unwind(AssertUnwindSafe(work));
        CURRENT.set(previous);
        match result {
            Ok(result) => Some(result),
            Err(payload) if payload.is::<Canceled>() => None,
            Err(payload) => resume_unwind(payload),
        }
    }

    /// Runs `work` under this watch and waits until its deadline at most; `None` if the work was canceled or did not
    /// finish. Work with a deadline runs on its own thread; if it never calls [`tick`], it continues in the background
    /// until it ends.
    ///
    /// # Panics
    /// Propagates a panic of the work.
    pub fn run_until_deadline<T: Send + 'static>(
        self: &Arc<Self>,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        let Some(deadline) = self.deadline else { return self.run(work) };
        let (sender, receiver) = channel();
        let watch = Arc::clone(self);
        // Sending fails once the deadline has passed and the receiver is dropped.
        let thread = std::thread::Builder::new().spawn(move || drop(sender.send(watch.run(work)))).ok()?;
        match receiver.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok(result) => result,
            Err(RecvTimeoutError::Timeout) => {
                self.cancel();
                None
            }
            Err(RecvTimeoutError::Disconnected) => match thread.join() {
                Err(payload) => resume_unwind(payload),
                Ok(()) => None,
            },
        }
    }

    /// Cancels the work at its next iteration.
    pub fn cancel(&self) {
        self.canceled.store(true, Relaxed);
    }

    /// Number of completed iterations.
    pub fn ticks(&self) -> usize {
        self.ticks.load(Relaxed)
    }
}

/// Counts one iteration of the watched work. Does not return if the work is canceled.
pub fn tick() {
    let is_over = CURRENT.with_borrow(|watch| {
        watch.as_ref().is_some_and(|watch| {
            watch.ticks.fetch_add(1, Relaxed);
            watch.is_over()
        })
    });
    if is_over {
        resume_unwind(Box::new(Canceled));
    }
}

/// Calls [`tick`] at the first of every 4096 short iterations; `iteration` counts them from 0.
pub fn tick_at(iteration: usize) {
    if iteration.is_multiple_of(SHORT_ITERATIONS_PER_TICK) {
        tick();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_beyond_its_time_ends_whether_it_ticks_or_not() {
        const LIMIT: Duration = Duration::from_millis(30);
        let begun = Instant::now();
        let ended = Arc::new(Watch::for_at_most(LIMIT)).run(|| -> () {
            loop {
                tick();
            }
        });
        assert_eq!(ended, None);
        let watch = Arc::new(Watch::for_at_most(LIMIT));
        assert_eq!(watch.run_until_deadline(|| std::thread::sleep(Duration::from_secs(5))), None, "left behind");
        assert!(begun.elapsed() < Duration::from_secs(4), "{:?}", begun.elapsed());
        assert_eq!(Arc::new(Watch::for_at_most(Duration::from_secs(60))).run_until_deadline(|| 7), Some(7));
    }

    #[test]
    fn iterations_are_counted_and_a_cancelled_run_ends_at_the_next_one() {
        let watch = Arc::new(Watch::default());
        assert_eq!(watch.run(|| (0..5).for_each(|_| tick())), Some(()));
        assert_eq!(watch.ticks(), 5);
        tick(); // without a watch
        assert_eq!(watch.ticks(), 5);
        let ended = watch.run(|| {
            tick();
            watch.cancel();
            tick();
            unreachable!("the run goes on after it was canceled");
        });
        assert_eq!((ended, watch.ticks()), (None::<()>, 7));
        assert_eq!(watch.run(|| tick_at(1)), Some(()), "a short iteration does not test for cancellation");
        assert_eq!(watch.run(|| (1..5000).for_each(tick_at)), None);
    }
}
