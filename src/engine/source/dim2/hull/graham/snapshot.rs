//! Snapshot of the state of Graham's scan as plain data in `f64`, and the stacks of a run.

use super::Graham;
use contact_lens_model::snapshot::Snapshots;
use contact_lens_model::snapshot::hull::plane::{self, Stack};

impl Snapshots for Graham {
    type Snapshot = plane::Graham;

    fn snapshot(&self) -> plane::Graham {
        plane::Graham {
            pivot: self.pivot,
            sorted: self.sorted.clone(),
            next: self.next,
            corners: self.stack.len(),
            top: self.stack.last().copied(),
            dropped: self.dropped,
            turn: self.turn(),
            left: self.remaining(),
        }
    }
}

impl Graham {
    /// Adds the vertex that the last step pushed to the run's stacks; to be called after every step.
    pub fn record_in(&self, stack: &mut Stack) {
        if self.dropped.is_none()
            && let [rest @ .., top] = &self.stack[..]
        {
            stack.push(*top, rest.last().copied());
        }
    }
}
