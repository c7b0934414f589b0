//! Progress and cancellation of long runs.
//!
//! - **Use**: the waiting code runs the work under a [`Watch`]; the working code calls [`tick`] once per iteration.
//! - **Cancellation**: a canceled run is left by unwinding without a panic, as salsa leaves canceled queries. An
//!   algorithm that was stopped has no outcome.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// Progress and cancellation state of a run, shared by the working and the waiting thread.
#[derive(Debug, Default)]
pub struct Watch {
    ticks: AtomicUsize,
    canceled: AtomicBool,
    /// Time at which the work is canceled; `None` for no limit.
    deadline: Option<Instant>,
}

/// Payload with which a canceled run unwinds.
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
    static OVER: RefCell<Option<Arc<Watch>>> = const { RefCell::new(None) };
}

impl Watch {
    /// Creates a watch that cancels the work at its first iteration after this time.
    pub fn for_at_most(time: Duration) -> Self {
        Self { deadline: Instant::now().checked_add(time), ..Self::default() }
    }

    fn is_over(&self) -> bool {
        self.canceled.load(Relaxed)
            || is_interrupted()
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Runs `work`, with a deadline on its own thread, and waits until the deadline; `None` if it did not finish. Work
    /// that never calls [`tick`] continues in the background until it ends.
    ///
    /// # Panics
    /// Propagates a panic of the work.
    pub fn within<T: Send + 'static>(self: &Arc<Self>, work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
        let Some(deadline) = self.deadline else { return self.over(work) };
        let (sender, receiver) = channel();
        let watch = Arc::clone(self);
        // Sending fails once the deadline has passed and the receiver is dropped.
        let thread = std::thread::Builder::new().spawn(move || drop(sender.send(watch.over(work)))).ok()?;
        match receiver.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok(done) => done,
            Err(RecvTimeoutError::Timeout) => {
                self.cancel();
                None
            }
            Err(RecvTimeoutError::Disconnected) => match thread.join() {
                Err(why) => resume_unwind(why),
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

    /// Runs `work` under this watch; `None` if it was canceled.
    pub fn over<T>(self: &Arc<Self>, work: impl FnOnce() -> T) -> Option<T> {
        let before = OVER.replace(Some(Arc::clone(self)));
        let done = catch_unwind(AssertUnwindSafe(work));
        OVER.set(before);
        match done {
            Ok(done) => Some(done),
            Err(why) if why.is::<Canceled>() => None,
            Err(why) => resume_unwind(why),
        }
    }
}

/// Counts one iteration of the current run. Does not return if the run was canceled.
pub fn tick() {
    let canceled = OVER.with_borrow(|watch| {
        watch.as_ref().is_some_and(|watch| {
            watch.ticks.fetch_add(1, Relaxed);
            watch.is_over()
        })
    });
    if canceled {
        resume_unwind(Box::new(Canceled));
    }
}

/// Number of short iterations, such as loops over the triangles of a file, that [`tick_at`] counts as one.
const SHORT: usize = 4096;

/// Calls [`tick`] at the first of every 4096 short iterations.
pub fn tick_at(iteration: usize) {
    if iteration.is_multiple_of(SHORT) {
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
        let ended = Arc::new(Watch::for_at_most(LIMIT)).over(|| -> () {
            loop {
                tick();
            }
        });
        assert_eq!(ended, None);
        let watch = Arc::new(Watch::for_at_most(LIMIT));
        assert_eq!(watch.within(|| std::thread::sleep(Duration::from_secs(5))), None, "left behind");
        assert!(begun.elapsed() < Duration::from_secs(4), "{:?}", begun.elapsed());
        assert_eq!(Arc::new(Watch::for_at_most(Duration::from_secs(60))).within(|| 7), Some(7));
    }

    #[test]
    fn iterations_are_counted_and_a_cancelled_run_ends_at_the_next_one() {
        let watch = Arc::new(Watch::default());
        assert_eq!(watch.over(|| (0..5).for_each(|_| tick())), Some(()));
        assert_eq!(watch.ticks(), 5);
        tick(); // without a watch
        assert_eq!(watch.ticks(), 5);
        let ended = watch.over(|| {
            tick();
            watch.cancel();
            tick();
            unreachable!("the run goes on after it was canceled");
        });
        assert_eq!((ended, watch.ticks()), (None::<()>, 7));
        assert_eq!(watch.over(|| tick_at(1)), Some(()), "a short iteration does not test for cancellation");
        assert_eq!(watch.over(|| (1..5000).for_each(tick_at)), None);
    }
}
