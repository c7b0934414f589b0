//! Recorded runs as sequences of snapshots. A snapshot is a state as plain data in `f64`, whatever the precision in
//! which the run computed, so that lessons exist once for all precisions.

use std::sync::{Arc, Mutex, PoisonError};

use contact_lens_model::snapshot::{Snapshot, Snapshots};

use crate::Tape;

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

/// Snapshot of the state after a number of steps.
struct CachedSnapshot<S> {
    /// Number of steps before the state.
    steps: usize,
    /// Snapshot of the state.
    state: Arc<S>,
}

/// Tape whose states are converted to snapshots on demand.
struct SnapshotTape<R: Snapshots> {
    /// Recorded run in its own precision.
    tape: Tape<R>,
    /// Last two snapshots, the latest first: the state after a step is also the one before the next step.
    cache: Mutex<[Option<CachedSnapshot<R::Snapshot>>; 2]>,
}

impl<R: Snapshots + Clone + Send + Sync> Recording<R::Snapshot> for SnapshotTape<R> {
    fn steps(&self) -> usize {
        self.tape.steps()
    }

    fn state(&self, steps: usize) -> Arc<R::Snapshot> {
        let steps = steps.min(self.tape.steps());
        let mut cache = self.cache.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(cached) = cache.iter().flatten().find(|cached| cached.steps == steps) {
            return Arc::clone(&cached.state);
        }
        let state = Arc::new(self.tape.state(steps).snapshot());
        cache.rotate_right(1);
        cache[0] = Some(CachedSnapshot { steps, state: Arc::clone(&state) });
        state
    }

    fn outcome(&self) -> <R::Snapshot as Snapshot>::Outcome {
        (*self.tape.outcome()).into()
    }
}

/// Wraps a tape as a recording.
pub fn recording<R: Snapshots + Clone + Send + Sync + 'static>(tape: Tape<R>) -> Box<dyn Recording<R::Snapshot>> {
    Box::new(SnapshotTape { tape, cache: Mutex::new([None, None]) })
}

/// Runs `start` to its end and records it.
pub fn record<R: Snapshots + Clone + Send + Sync + 'static>(start: R) -> Box<dyn Recording<R::Snapshot>> {
    recording(Tape::record(start))
}
