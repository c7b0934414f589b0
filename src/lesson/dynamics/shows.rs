//! What a beat shows of a solve: its rows as far as they are lanes, with the one at hand, and the iterations beside them.

use std::ops::Range;

use super::rows::RowShown;
use super::solve::Solve;
use crate::snapshot::dynamics::{Iteration, Phase, World};

/// What a beat shows.
#[derive(Clone, Debug, Default)]
pub(super) struct Shows<'a> {
    /// From 0.
    pub step: usize,
    pub after: Option<&'a World>,
    pub did: Option<Phase>,
    pub solve: Option<&'a Solve>,
    /// While rows are still to be made: the solve that will have them.
    pub coming: Option<&'a Solve>,
    pub iteration: Option<Iteration>,
    /// The rows in the window, and the places of those of the constraint at hand among them.
    pub rows: Vec<RowShown>,
    pub lit: Range<usize>,
    /// Constraints from this on have not been applied: they wait for their warm start.
    pub pending: u32,
    /// `81 to 120 of 300`, where not all rows are lanes.
    pub window: Option<String>,
    /// Whether contacts have just got their colors.
    pub colored: bool,
    /// Which iteration this is, from 0, and those that are shown.
    pub number: Option<u32>,
    pub columns: Range<u32>,
}

impl Shows<'_> {
    /// Whether the bodies have moved since their contacts were found.
    pub fn has_moved(&self) -> bool {
        matches!(self.did, Some(Phase::Move | Phase::Relax { .. } | Phase::Record))
    }

    /// As far as a beat tells it: until the impulse is clamped the row at hand has the one of before.
    pub fn until(&self, beat: usize) -> Self {
        let mut shows = self.clone();
        if let Some(iteration) = self.iteration.filter(|_| beat < 2) {
            for row in &mut shows.rows[self.lit.clone()] {
                row.impulse = iteration.from.to_array()[usize::from(row.name.part)];
            }
        }
        shows
    }
}
