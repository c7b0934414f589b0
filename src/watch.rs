//! A long run that somebody waits for: how far it has come, and how to end it.
//!
//! Whoever waits puts the work under a [`Watch`]; whatever records iterations says [`tick`], without knowing who listens. A
//! canceled run is left by unwinding without a panic, as rust-analyzer's salsa leaves a canceled query: an algorithm
//! that was stopped has no outcome, and none is made up.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

/// How far a run has come, and whether it is still wanted. Shared between the one who works and the one who waits.
#[derive(Debug, Default)]
pub struct Watch {
    ticks: AtomicUsize,
    canceled: AtomicBool,
}

/// What a canceled run unwinds with.
struct Canceled;

thread_local! {
    static OVER: RefCell<Option<Arc<Watch>>> = const { RefCell::new(None) };
}

impl Watch {
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
            watch.canceled.load(Relaxed)
        })
    });
    if canceled {
        resume_unwind(Box::new(Canceled));
    }
}

/// Short turns, as of a loop over the triangles of a file, of which one is an iteration to [`tick_at`].
const SHORT: usize = 4096;

/// As [`tick`], of short turns: does nothing but at the first, and at one of 4096 after it.
pub fn tick_at(turn: usize) {
    if turn.is_multiple_of(SHORT) {
        tick();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_are_counted_and_a_cancelled_run_ends_at_the_next_one() {
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
        assert_eq!(watch.over(|| tick_at(1)), Some(()), "a short turn does not ask");
        assert_eq!(watch.over(|| (1..5000).for_each(tick_at)), None);
    }
}
