//! Tapes: recorded runs with access to all of their states, within a memory budget. A tape keeps all
//! states of a short run, and some states of a long one, from which it computes the others again.

use std::convert::Infallible;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};

use contact_lens_long_run::checkpoints::Checkpoints;
use contact_lens_model::step::Stepper;

/// Memory budget for the states of one run, bytes: 40 MiB, so that several runs can be open at a time.
pub const BUDGET: usize = 40 << 20;

/// Recorded run with access to every state. Short runs keep all states; long runs keep some, and recompute the others
/// by stepping, which is deterministic.
#[derive(Debug)]
pub struct Tape<S: Stepper> {
    /// State before the first step.
    first: Arc<S>,
    /// State at the end.
    last: Arc<S>,
    /// Number of steps, at least 1.
    steps: usize,
    /// Outcome of the run.
    outcome: S::Outcome,
    /// Distance between the states that are kept of the whole run, in steps.
    stride: usize,
    /// Kept states.
    checkpoints: Mutex<Checkpoints<S>>,
}

/// One step of a recorded run.
#[derive(Clone, Debug)]
pub struct RecordedStep<S: Stepper> {
    /// State before the step.
    pub before: Arc<S>,
    /// State after the step.
    pub after: Arc<S>,
    /// Outcome if the run ended in this step; `None` otherwise.
    pub end: Option<S::Outcome>,
}

impl<S: Stepper<Outcome: Copy> + Clone> Tape<S> {
    /// Runs `start` to its end; reports each iteration to the current [`crate::Watch`].
    pub fn record(start: S) -> Self {
        Self::record_observed(start, |_| ())
    }

    /// Records as [`Tape::record`] does, and calls `observe` with the state after each step.
    pub fn record_observed(start: S, observe: impl FnMut(&S)) -> Self {
        Self::record_within(start, BUDGET, observe)
    }

    /// Records as [`Tape::record_observed`] does, with at most `budget` bytes of states; at least three states are
    /// kept.
    pub fn record_within(start: S, budget: usize, mut observe: impl FnMut(&S)) -> Self {
        Self::try_record_within(start, budget, |state: &S| -> Result<(), Infallible> {
            observe(state);
            Ok(())
        })
        .unwrap_or_else(|never| match never {})
    }

    /// Records as [`Tape::record_observed`] does; an error of `observe` ends the run.
    ///
    /// # Errors
    /// The error of `observe`.
    pub fn try_record<E>(start: S, observe: impl FnMut(&S) -> Result<(), E>) -> Result<Self, E> {
        Self::try_record_within(start, BUDGET, observe)
    }

    /// Records as [`Tape::try_record`] does, with at most `budget` bytes of states.
    fn try_record_within<E>(start: S, budget: usize, mut observe: impl FnMut(&S) -> Result<(), E>) -> Result<Self, E> {
        let mut now = start;
        let mut checkpoints = Checkpoints::new(now.clone(), budget, bytes);
        let first = checkpoints.first();
        let mut steps = 0;
        loop {
            let flow = now.step();
            contact_lens_long_run::watch::tick();
            steps += 1;
            observe(&now)?;
            if let ControlFlow::Break(outcome) = flow {
                let stride = checkpoints.stride();
                return Ok(Self {
                    first,
                    last: Arc::new(now),
                    steps,
                    outcome,
                    stride,
                    checkpoints: Mutex::new(checkpoints),
                });
            }
            checkpoints.store_if_due(steps, &now);
        }
    }

    /// Step with the index `step`, or the last step if the index is past the end.
    pub fn recorded_step(&self, step: usize) -> RecordedStep<S> {
        let step = step.min(self.steps - 1);
        let end = (step + 1 == self.steps).then_some(self.outcome);
        RecordedStep { before: self.state(step), after: self.state(step + 1), end }
    }

    /// State after `steps` steps, at most the number of steps of the run.
    pub(crate) fn state(&self, steps: usize) -> Arc<S> {
        if steps == self.steps {
            return Arc::clone(&self.last);
        }
        let mut checkpoints = self.checkpoints.lock().unwrap_or_else(PoisonError::into_inner);
        checkpoints
            .state(steps, |_, state: &mut S| -> Result<(), Infallible> {
                // The result is ignored: the last step of the run is never computed again.
                let _ = state.step();
                Ok(())
            })
            .unwrap_or_else(|never| match never {})
    }
}

impl<S: Stepper> Tape<S> {
    /// Number of steps, at least 1.
    pub fn steps(&self) -> usize {
        self.steps
    }

    /// State before the first step.
    pub fn first(&self) -> &S {
        &self.first
    }

    /// State at the end.
    pub fn last(&self) -> &S {
        &self.last
    }

    /// State at the end, as a shared pointer.
    pub fn shared_last(&self) -> Arc<S> {
        Arc::clone(&self.last)
    }

    /// Outcome of the run.
    pub fn outcome(&self) -> &S::Outcome {
        &self.outcome
    }

    /// Distance between the states that are kept of the whole run, in steps; 1 if all states are kept.
    pub fn stride(&self) -> usize {
        self.stride
    }
}

/// Size of a state with its heap data, bytes.
fn bytes<S: Stepper>(state: &S) -> usize {
    size_of::<S>() + state.heap_bytes()
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    use super::*;

    static STEPPED: AtomicUsize = AtomicUsize::new(0);

    /// Pseudorandom run that ends after a number of steps, with a state of any size.
    #[derive(Clone, Debug, PartialEq)]
    struct Walk {
        /// Number of steps until the end.
        left: usize,
        /// State of the random number generator.
        seed: u64,
        /// Numbers that the steps change.
        data: Vec<u64>,
    }

    impl Walk {
        fn of(steps: usize, data_length: usize) -> Self {
            Self { left: steps, seed: 1, data: vec![0; data_length] }
        }
    }

    impl Stepper for Walk {
        type Outcome = u64;

        fn step(&mut self) -> ControlFlow<u64> {
            STEPPED.fetch_add(1, Relaxed);
            self.seed = self.seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let index = (self.seed >> 33) as usize % self.data.len();
            self.data[index] ^= self.seed;
            self.left -= 1;
            if self.left == 0 { ControlFlow::Break(self.seed) } else { ControlFlow::Continue(()) }
        }

        fn heap_bytes(&self) -> usize {
            self.data.capacity() * size_of::<u64>()
        }
    }

    /// Size of all states that a tape keeps, bytes.
    fn held(tape: &Tape<Walk>) -> usize {
        let held = tape.checkpoints.lock().unwrap().stored();
        let last = held.iter().all(|state| !Arc::ptr_eq(state, &tape.last)).then_some(&tape.last);
        held.iter().chain(last).map(|state| bytes(&**state)).sum()
    }

    #[test]
    fn a_short_run_is_kept_whole() {
        let tape = Tape::record(Walk::of(50, 4));
        assert_eq!((tape.steps(), tape.stride(), tape.checkpoints.lock().unwrap().stored().len()), (50, 1, 50));
        let mut plain = Walk::of(50, 4);
        for step in 0..50 {
            let recorded = tape.recorded_step(step);
            assert_eq!(*recorded.before, plain);
            let end = plain.step();
            assert_eq!((&*recorded.after, recorded.end), (&plain, end.break_value()));
        }
        assert_eq!(tape.recorded_step(99).after, tape.recorded_step(49).after, "past the end is the end");
    }

    #[test]
    fn a_long_run_with_large_states_stays_within_its_budget_and_is_what_it_was() {
        let steps = 100_000;
        let data_length = 500;
        let budget = 1 << 20;
        let size = bytes(&Walk::of(1, data_length));
        let mut seen = 0;
        let tape = Tape::record_within(Walk::of(steps, data_length), budget, |_| seen += 1);
        assert_eq!((tape.steps(), seen), (steps, steps));
        let stride = tape.stride();
        assert!(stride > 1 && stride < 4 * steps * size / budget, "one of {stride} states");
        // A plain recording, of some states only: all of them would take 400 MB.
        let mut plain = Walk::of(steps, data_length);
        let mut kept = std::collections::BTreeMap::new();
        for step in 0..steps {
            if step % 611 < 2 || step + 2 > steps {
                kept.insert(step, plain.clone());
            }
            let _ = plain.step();
        }
        let mut order: Vec<usize> = kept.keys().copied().collect();
        order.sort_by_key(|step| (step * 7919) % 10_007);
        for step in order {
            assert_eq!(*tape.recorded_step(step).before, kept[&step], "step {step}");
            assert!(held(&tape) <= budget + 3 * size, "{} bytes are held", held(&tape));
        }
        assert_eq!((tape.last(), *tape.outcome()), (&plain, plain.seed));
        neighbors(&tape, stride);
    }

    /// Checks the cost of queries of neighboring states: a query one state forward takes one step, a query one state
    /// back takes less than a stride, and far less in the mean.
    fn neighbors(tape: &Tape<Walk>, stride: usize) {
        let stepped = |to: usize| {
            let before = STEPPED.load(Relaxed);
            let state = tape.state(to);
            assert_eq!(state.left, 100_000 - to);
            STEPPED.load(Relaxed) - before
        };
        let from = 40 * stride + stride / 2;
        stepped(from);
        for to in from + 1..from + 4 * stride {
            assert!(stepped(to) <= 1, "forwards");
        }
        let mut total = 0;
        for to in (from..from + 4 * stride).rev() {
            let cost = stepped(to);
            assert!(cost < stride, "{cost} steps back");
            total += cost;
        }
        assert!(total <= 4 * stride * 8, "{total} steps for {} back", 4 * stride);
    }
}
