//! Recorded runs as sequences of snapshots.

use std::sync::{Arc, Mutex, PoisonError};

use crate::lesson::Tape;
use crate::snapshot::{Snapshot, Snapshots};

/// Recorded run, independent of the precision in which it ran.
pub trait Recording<S: Snapshot>: Send + Sync {
    /// Number of steps, at least 1.
    fn steps(&self) -> usize;

    /// State after `steps` steps; the last state past the end.
    fn state(&self, steps: usize) -> Arc<S>;

    /// Outcome of the run.
    fn outcome(&self) -> S::Outcome;

    /// State before the first step.
    fn first(&self) -> Arc<S> {
        self.state(0)
    }

    /// State at the end.
    fn last(&self) -> Arc<S> {
        self.state(self.steps())
    }
}

/// Number of steps, and the state after them.
type At<S> = (usize, Arc<S>);

/// Tape with a cache of the last two snapshots: the state after a step is the one before the next.
struct Snapped<R: Snapshots> {
    tape: Tape<R>,
    seen: Mutex<[Option<At<R::Snapshot>>; 2]>,
}

impl<R: Snapshots + Clone + Send + Sync> Recording<R::Snapshot> for Snapped<R> {
    fn steps(&self) -> usize {
        self.tape.steps()
    }

    fn state(&self, steps: usize) -> Arc<R::Snapshot> {
        let steps = steps.min(self.tape.steps());
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, state)) = seen.iter().flatten().find(|(at, _)| *at == steps) {
            return Arc::clone(state);
        }
        let state = Arc::new(self.tape.state(steps).snapshot());
        seen.rotate_right(1);
        seen[0] = Some((steps, Arc::clone(&state)));
        state
    }

    fn outcome(&self) -> <R::Snapshot as Snapshot>::Outcome {
        (*self.tape.outcome()).into()
    }
}

/// Recording of a tape.
pub fn recording<R: Snapshots + Clone + Send + Sync + 'static>(tape: Tape<R>) -> Box<dyn Recording<R::Snapshot>> {
    Box::new(Snapped { tape, seen: Mutex::default() })
}

/// Runs `start` to its end and records it.
pub fn record<R: Snapshots + Clone + Send + Sync + 'static>(start: R) -> Box<dyn Recording<R::Snapshot>> {
    recording(Tape::record(start))
}
