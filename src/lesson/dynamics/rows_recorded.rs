//! Recording of a world with one step per constraint row. In the recording that it wraps, a step of the world may solve
//! all rows of a contact, or of several contacts; here, each of these rows has a step of its own.

use std::sync::{Arc, Mutex, PoisonError};

use contact_lens_model::snapshot::dynamics::{ByRow, Outcome, Setting, World};

use super::Recording;
use super::history::History;

/// State after a number of row steps.
struct CachedState {
    /// Number of row steps.
    steps: usize,
    /// State after these steps.
    state: Arc<World>,
}

/// Recording with one step per constraint row. It caches the last two states: the state after a step is the one before
/// the next.
pub(super) struct RowsRecorded {
    /// Recording with the steps of the world.
    recording: Box<dyn Recording<World>>,
    /// Constant properties of the world.
    setting: Arc<Setting>,
    /// Number of row steps before each step of the world.
    row_steps_before: Vec<usize>,
    /// Total number of row steps.
    steps: usize,
    /// States of the last two queries, the newest first.
    cache: Mutex<[Option<CachedState>; 2]>,
}

impl RowsRecorded {
    /// Returns the recording of a frame. `history` has counted the rows of each step; if it does not contain all steps,
    /// each step of the world stays one step.
    pub fn new(recording: Box<dyn Recording<World>>, setting: Arc<Setting>, history: &History) -> Self {
        let mut row_steps_before = history.row_steps_before().to_vec();
        let mut steps = history.row_steps();
        if row_steps_before.len() != recording.steps() {
            row_steps_before = (0..recording.steps()).collect();
            steps = recording.steps();
        }
        Self { recording, setting, row_steps_before, steps, cache: Mutex::default() }
    }

    /// Computes the state after `steps` row steps from the states around the step of the world that contains the last.
    fn compute(&self, steps: usize) -> Arc<World> {
        let Some(last) = steps.checked_sub(1) else { return self.recording.state(0) };
        let world_step = self.row_steps_before.partition_point(|start| *start <= last) - 1;
        let before = self.recording.state(world_step);
        let after = self.recording.state(world_step + 1);
        let steps_within = steps - self.row_steps_before[world_step];
        Arc::new(ByRow::new(&before, &after, &self.setting).state(steps_within))
    }
}

impl Recording<World> for RowsRecorded {
    fn steps(&self) -> usize {
        self.steps
    }

    fn state(&self, steps: usize) -> Arc<World> {
        let steps = steps.min(self.steps);
        let mut cache = self.cache.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(cached) = cache.iter().flatten().find(|cached| cached.steps == steps) {
            return Arc::clone(&cached.state);
        }
        let state = self.compute(steps);
        cache.rotate_right(1);
        cache[0] = Some(CachedState { steps, state: Arc::clone(&state) });
        state
    }

    fn outcome(&self) -> Outcome {
        self.recording.outcome()
    }
}
