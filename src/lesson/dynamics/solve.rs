//! One solve of a frame, and the direct solution of its rows.

use std::sync::Arc;

use glam::DVec2;

use super::rows::RowName;
use crate::snapshot::dynamics::{Iteration, Round};

/// Direct solution of the same rows.
#[derive(Clone, Debug)]
pub(super) struct Reference {
    /// Impulse of each constraint, N s or N m s.
    pub impulses: Vec<DVec2>,
    /// Velocity of each body: x and y, m/s, and angular, rad/s.
    pub velocities: Vec<[f64; 3]>,
    /// Least value `f*` of the objective, J.
    pub least: f64,
}

/// One solve of a frame.
#[derive(Clone, Debug)]
pub(super) struct Solve {
    /// First step after its rows were made.
    pub first_step: usize,
    /// Names of all rows, in order.
    pub row_names: Arc<[RowName]>,
    /// Direct solution; `None` if it was not computed or not found.
    pub reference: Option<Reference>,
    /// Number of rounds after which the reference solve was abandoned; `None` if it was not.
    pub abandoned_rounds: Option<u32>,
    /// Position and unit normal of each contact point.
    pub normals: Vec<[DVec2; 2]>,
    /// Velocities `v*` before any impulse.
    pub free_velocities: Vec<[f64; 3]>,
    /// Velocity change of each constraint in each iteration or round, m/s, iteration by iteration.
    pub changes: Vec<f32>,
    /// Whether the impulses are traced over the iterations.
    pub is_traced: bool,
    /// Complete iterations of a traced solve.
    pub iterations: Vec<Iteration>,
    /// Rounds of a direct solve; the last one is applied.
    pub rounds: Vec<Round>,
    /// Number of constraints.
    pub constraint_count: usize,
    /// Smallest and largest impulse or friction limit of the solve, N s; contains 0.
    pub range: [f64; 2],
}

impl Solve {
    /// Noun for one pass over the impulses.
    pub fn pass_noun(&self) -> &'static str {
        if self.rounds.is_empty() { "iteration" } else { "round" }
    }
}
