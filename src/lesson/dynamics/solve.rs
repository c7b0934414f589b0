//! A solve of a frame, and what a direct solve of the same rows comes to.

use std::sync::Arc;

use glam::DVec2;

use super::rows::RowName;
use crate::snapshot::dynamics::{Iteration, Round};

/// What a direct solve of the same rows comes to.
#[derive(Clone, Debug)]
pub(super) struct Reference {
    pub impulses: Vec<DVec2>,
    pub velocities: Vec<[f64; 3]>,
    pub least: f64,
}

/// A solve of the frame.
#[derive(Clone, Debug)]
pub(super) struct Solve {
    /// The first step after its rows were made.
    pub from: usize,
    pub names: Arc<[RowName]>,
    pub reference: Option<Reference>,
    /// After how many rounds the direct solve beside was given up.
    pub gave_up: Option<u32>,
    /// `v*`, before any impulse.
    pub free: Vec<[f64; 3]>,
    /// What each constraint changed in each iteration, or in each round of a direct solve, m/s, one after the other.
    pub changes: Vec<f32>,
    /// Whether what it was is drawn from iteration to iteration.
    pub is_traced: bool,
    /// The same iterations whole, where they are.
    pub iterations: Vec<Iteration>,
    /// Of a direct solve what each round has found, the last one that is applied.
    pub rounds: Vec<Round>,
    pub constraints: usize,
    /// Least and largest impulse of the solve.
    pub range: [f64; 2],
}

impl Solve {
    /// What the steps from one set of impulses to the next are called.
    pub fn turn(&self) -> &'static str {
        if self.rounds.is_empty() { "iteration" } else { "round" }
    }
}
