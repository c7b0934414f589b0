//! Record of one solve of a frame: the names of its constraint rows, the impulses and velocity changes of its
//! iterations, and the direct solution of the same rows for comparison.

use std::sync::Arc;

use contact_lens_model::snapshot::dynamics::{Iteration, Round};
use glam::DVec2;

use super::rows::{ContactNormal, RowName};

/// Direct solution of the rows of a solve, which satisfies all of them at once.
#[derive(Clone, Debug)]
pub(super) struct Reference {
    /// Impulse of each constraint, N s or N m s.
    pub impulses: Vec<DVec2>,
    /// Velocity of each body: x and y, m/s, and angular, rad/s.
    pub velocities: Vec<[f64; 3]>,
    /// Value `f*` of the objective at the direct solution, its minimum, joules.
    pub least: f64,
}

/// One solve of a frame.
#[derive(Clone, Debug)]
pub(super) struct Solve {
    /// Index of the step that made the rows.
    pub first_step: usize,
    /// Names of all rows, in order.
    pub row_names: Arc<[RowName]>,
    /// Direct solution; `None` if it was not computed or not found.
    pub reference: Option<Reference>,
    /// Number of rounds after which the reference solve was abandoned; `None` if it was not.
    pub abandoned_rounds: Option<u32>,
    /// Contact points that have a normal row, with their normals.
    pub normals: Vec<ContactNormal>,
    /// Velocity `v*` of each body before any impulse: x and y, m/s, and angular, rad/s.
    pub free_velocities: Vec<[f64; 3]>,
    /// Velocity change by each constraint in each iteration or round, m/s or rad/s, ordered by iteration, then by
    /// constraint.
    pub changes: Vec<f32>,
    /// Whether the pictures show the impulses over the iterations as traces.
    pub is_traced: bool,
    /// Iteration of each constraint of a traced solve, in the order of `changes`; empty without traces.
    pub iterations: Vec<Iteration>,
    /// Rounds of a direct solve; the last one is applied.
    pub rounds: Vec<Round>,
    /// Number of constraints.
    pub constraint_count: usize,
    /// Smallest and largest of the impulses and friction limits of the solve, N s (N m s for angular rows), and 0.
    pub range: [f64; 2],
}

impl Solve {
    /// Extends the range of the impulses and friction limits to contain `value`, N s or N m s.
    pub fn include_in_range(&mut self, value: f64) {
        self.range = [self.range[0].min(value), self.range[1].max(value)];
    }

    /// Returns the noun for one pass over all rows: a sequential solve has iterations, a direct one rounds.
    pub fn pass_noun(&self) -> &'static str {
        if self.rounds.is_empty() { "iteration" } else { "round" }
    }

    /// Returns the velocity change by a constraint in an iteration or round, m/s or rad/s; `None` if it was not
    /// recorded.
    pub fn change(&self, iteration: u32, constraint: u32) -> Option<f64> {
        let index = iteration as usize * self.constraint_count + constraint as usize;
        self.changes.get(index).map(|change| f64::from(*change))
    }
}
