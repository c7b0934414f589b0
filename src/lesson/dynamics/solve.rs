//! One solve of a frame, and the direct solution of its rows.

use std::sync::Arc;

use glam::DVec2;

use super::rows::RowName;
use crate::snapshot::dynamics::{Iteration, Round};

/// Direct solution of the same rows.
#[derive(Clone, Debug)]
pub(super) struct Reference {
    pub impulses: Vec<DVec2>,
    pub velocities: Vec<[f64; 3]>,
    pub least: f64,
}

/// One solve of a frame.
#[derive(Clone, Debug)]
pub(super) struct Solve {
    /// First step after its rows were made.
    pub from: usize,
    pub names: Arc<[RowName]>,
    pub reference: Option<Reference>,
    /// Number of rounds after which the reference solve was abandoned; `None` if it was not.
    pub gave_up: Option<u32>,
    /// Position and unit normal of each contact point.
    pub normals: Vec<[DVec2; 2]>,
    /// Velocities `v*` before any impulse.
    pub free: Vec<[f64; 3]>,
    /// Velocity change of each constraint in each iteration or round, m/s, iteration by iteration.
    pub changes: Vec<f32>,
    /// Whether the impulses are traced over the iterations.
    pub is_traced: bool,
    /// Complete iterations of a traced solve.
    pub iterations: Vec<Iteration>,
    /// Rounds of a direct solve; the last one is applied.
    pub rounds: Vec<Round>,
    pub constraints: usize,
    /// Smallest and largest impulse of the solve.
    pub range: [f64; 2],
}

impl Solve {
    /// Noun for one pass over the impulses.
    pub fn pass_noun(&self) -> &'static str {
        if self.rounds.is_empty() { "iteration" } else { "round" }
    }
}
