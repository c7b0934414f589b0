//! A long run that somebody waits for: how far it has come, and how to end it.
//!
//! Whoever waits puts the work under a [`Watch`]; whatever records iterations says [`tick`], without knowing who listens. A
//! canceled run is left by unwinding without a panic, as rust-analyzer's salsa leaves a canceled query: an algorithm
//! that was stopped has no outcome, and none is made up.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// How far a run has come, and whether it is still wanted. Shared between the one who works and the one who waits.
#[derive(Debug, Default)]
pub struct Watch {
    ticks: AtomicUsize,
    canceled: AtomicBool,
    /// When the work ends by itself.
    deadline: Option<Instant>,
}

/// What a canceled run unwinds with.
struct Canceled;

/// Whether all watched work of the program is to end.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Ends all watched work of the program at its next iteration, and all that begins later: the user has pressed Ctrl-C.
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
    /// One that ends the work at its first iteration after this time.
    pub fn for_at_most(time: Duration) -> Self {
        Self { deadline: Instant::now().checked_add(time), ..Self::default() }
    }

    fn is_over(&self) -> bool {
        self.canceled.load(Relaxed)
            || is_interrupted()
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Does `work` on a thread of its own and waits for it as long as this watch has time; `None` when it was not done. Work
    /// that says no [`tick`] is left behind then and goes on unseen until it ends.
    ///
    /// # Panics
    /// With the panic of the work.
    pub fn within<T: Send + 'static>(self: &Arc<Self>, work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
        let Some(deadline) = self.deadline else { return self.over(work) };
        let (sender, receiver) = channel();
        let watch = Arc::clone(self);
        // The reader of the channel is gone where nobody waits any more.
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

    /// Ends the work at its next iteration.
    pub fn cancel(&self) {
        self.canceled.store(true, Relaxed);
    }

    /// Iterations done so far.
    pub fn ticks(&self) -> usize {
        self.ticks.load(Relaxed)
    }

    /// Does `work` under this watch; `None` when it was canceled before it was done.
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

/// One iteration of a run is done. Does not return when the run was canceled.
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

/// Short iterations, as of a loop over the triangles of a file, of which one counts as an iteration to [`tick_at`].
const SHORT: usize = 4096;

/// As [`tick`], of short iterations: does nothing but at the first, and at one of 4096 after it.
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
        let watch = || Arc::new(Watch::for_at_most(Duration::from_millis(30)));
        let begun = Instant::now();
        let ended = watch().over(|| -> () {
            loop {
                tick();
            }
        });
        assert_eq!(ended, None);
        assert_eq!(watch().within(|| std::thread::sleep(Duration::from_secs(5))), None, "left behind");
        assert!(begun.elapsed() < Duration::from_secs(4), "{:?}", begun.elapsed());
        assert_eq!(Arc::new(Watch::for_at_most(Duration::from_secs(60))).within(|| 7), Some(7));
    }

    #[test]
    fn iterations_are_counted_and_a_cancelled_run_ends_at_the_next_one() {
        let watch = Arc::new(Watch::default());
        assert_eq!(watch.over(|| (0..5).for_each(|_| tick())), Some(()));
        assert_eq!(watch.ticks(), 5);
        tick(); // nobody listens
        assert_eq!(watch.ticks(), 5);
        let ended = watch.over(|| {
            tick();
            watch.cancel();
            tick();
            unreachable!("the run goes on after it was canceled");
        });
        assert_eq!((ended, watch.ticks()), (None::<()>, 7));
        assert_eq!(watch.over(|| tick_at(1)), Some(()), "a short iteration does not ask");
        assert_eq!(watch.over(|| (1..5000).for_each(tick_at)), None);
    }
}
