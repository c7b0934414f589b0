//! A long run that somebody waits for: how far it has come, and how to end it.
//!
//! Whoever waits puts the work under a [`Watch`]; whatever records turns says [`turn`], without knowing who listens. A
//! cancelled run is left by unwinding without a panic, as rust-analyzer's salsa leaves a cancelled query: an algorithm
//! that was stopped has no outcome, and none is made up.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

/// How far a run has come, and whether it is still wanted. Shared between the one who works and the one who waits.
#[derive(Debug, Default)]
pub struct Watch {
    turns: AtomicUsize,
    cancelled: AtomicBool,
}

/// What a cancelled run unwinds with.
struct Cancelled;

thread_local! {
    static OVER: RefCell<Option<Arc<Watch>>> = const { RefCell::new(None) };
}

impl Watch {
    /// Ends the work at its next turn.
    pub fn cancel(&self) {
        self.cancelled.store(true, Relaxed);
    }

    /// Turns done so far.
    pub fn turns(&self) -> usize {
        self.turns.load(Relaxed)
    }

    /// Does `work` under this watch; `None` when it was cancelled before it was done.
    pub fn over<T>(self: &Arc<Self>, work: impl FnOnce() -> T) -> Option<T> {
        let before = OVER.replace(Some(Arc::clone(self)));
        let done = catch_unwind(AssertUnwindSafe(work));
        OVER.set(before);
        match done {
            Ok(done) => Some(done),
            Err(why) if why.is::<Cancelled>() => None,
            Err(why) => resume_unwind(why),
        }
    }
}

/// One turn of a run is done. Does not return when the run was cancelled.
pub fn turn() {
    let cancelled = OVER.with_borrow(|watch| {
        watch.as_ref().is_some_and(|watch| {
            watch.turns.fetch_add(1, Relaxed);
            watch.cancelled.load(Relaxed)
        })
    });
    if cancelled {
        resume_unwind(Box::new(Cancelled));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_are_counted_and_a_cancelled_run_ends_at_the_next_one() {
        let watch = Arc::new(Watch::default());
        assert_eq!(watch.over(|| (0..5).for_each(|_| turn())), Some(()));
        assert_eq!(watch.turns(), 5);
        turn(); // nobody listens
        assert_eq!(watch.turns(), 5);
        let ended = watch.over(|| {
            turn();
            watch.cancel();
            turn();
            unreachable!("the run goes on after it was cancelled");
        });
        assert_eq!((ended, watch.turns()), (None::<()>, 7));
    }
}
