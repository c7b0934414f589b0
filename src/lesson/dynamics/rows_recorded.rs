//! Recordings with one step per row; a step of the world may solve all rows of a contact, or of several contacts.

use std::sync::{Arc, Mutex, PoisonError};

use super::Recording;
use super::history::History;
use crate::snapshot::dynamics::{ByRow, Outcome, Setting, World};

/// Number of row steps, and the state after them.
type At = (usize, Arc<World>);

/// Recording with one step per row. It caches the last two states: the state after a step is the one before the next.
pub(super) struct RowsRecorded {
    recording: Box<dyn Recording<World>>,
    setting: Arc<Setting>,
    /// Number of row steps before each step of the world.
    starts: Vec<usize>,
    steps: usize,
    seen: Mutex<[Option<At>; 2]>,
}

impl RowsRecorded {
    /// Recording of a frame whose history has seen all steps; otherwise one step per step of the world.
    pub fn new(recording: Box<dyn Recording<World>>, setting: Arc<Setting>, history: &History) -> Self {
        let (mut starts, mut steps) = history.starts();
        if starts.len() != recording.steps() {
            starts = (0..recording.steps()).collect();
            steps = recording.steps();
        }
        Self { recording, setting, starts, steps, seen: Mutex::default() }
    }

    fn made(&self, steps: usize) -> Arc<World> {
        let Some(last) = steps.checked_sub(1) else { return self.recording.state(0) };
        let at = self.starts.partition_point(|start| *start <= last) - 1;
        let before = self.recording.state(at);
        let after = self.recording.state(at + 1);
        Arc::new(ByRow::new(&before, &after, &self.setting).state(steps - self.starts[at]))
    }
}

impl Recording<World> for RowsRecorded {
    fn steps(&self) -> usize {
        self.steps
    }

    fn state(&self, steps: usize) -> Arc<World> {
        let steps = steps.min(self.steps);
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, state)) = seen.iter().flatten().find(|(at, _)| *at == steps) {
            return Arc::clone(state);
        }
        let state = self.made(steps);
        seen.rotate_right(1);
        seen[0] = Some((steps, Arc::clone(&state)));
        state
    }

    fn outcome(&self) -> Outcome {
        self.recording.outcome()
    }
}
