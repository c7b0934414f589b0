//! Data of a beat for its pictures: the rows of the solve that have lanes, the current one, and the iterations.

use std::ops::Range;

use super::rows::ImpulseLane;
use super::solve::Solve;
use crate::snapshot::dynamics::{Iteration, Phase, World};

/// Data of a beat for its pictures.
#[derive(Clone, Debug, Default)]
pub(super) struct ShownRows<'a> {
    /// Index of the step.
    pub step: usize,
    /// State after the step.
    pub after: Option<&'a World>,
    /// State before the step.
    pub before: Option<&'a World>,
    /// Phase of the step.
    pub phase: Option<Phase>,
    /// Solve that the step belongs to; `None` outside of solves.
    pub solve: Option<&'a Solve>,
    /// Next solve, while its rows are not made yet.
    pub next_solve: Option<&'a Solve>,
    /// Iteration of the step's constraint.
    pub iteration: Option<Iteration>,
    /// Visible rows, and the range of those that belong to the current constraint.
    pub rows: Vec<ImpulseLane>,
    pub current: Range<usize>,
    /// First constraint whose warm start is not applied yet.
    pub first_pending: u32,
    /// Note on lanes that are not visible, `81 to 120 of 300`.
    pub hidden_note: Option<String>,
    /// Whether this step colored the contacts.
    pub colored: bool,
    /// Index of the current iteration, and range of the visible ones.
    pub iteration_index: Option<u32>,
    pub shown_iterations: Range<u32>,
}

impl ShownRows<'_> {
    /// Whether the bodies have moved since their contacts were found.
    pub fn has_moved(&self) -> bool {
        matches!(self.phase, Some(Phase::Move | Phase::Relax { .. } | Phase::Record))
    }

    /// Data as known at a beat: until the clamp, the current row has its previous impulse.
    pub fn until(&self, beat: usize) -> Self {
        let mut shows = self.clone();
        if let Some(iteration) = self.iteration.filter(|_| beat < 2) {
            for row in &mut shows.rows[self.current.clone()] {
                row.impulse = iteration.from.to_array()[usize::from(row.name.part)];
            }
        }
        shows
    }
}
