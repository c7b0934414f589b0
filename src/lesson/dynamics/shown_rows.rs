//! Data of a beat (sub-step) for its pictures, values and tables: the states around the step, the lanes of the visible
//! constraint rows, the row that the step solves, the range of the visible iterations, and the mark ids and
//! units of the rows. [`History::shown_rows`](super::History::shown_rows) makes them.

use std::ops::Range;

use contact_lens_model::snapshot::dynamics::{Iteration, Phase, World};

use super::iteration_beat::IterationBeat;
use super::notation::{RowUnits, impulse_mark};
use super::rows::ImpulseLane;
use super::solve::Solve;

/// Place of a constraint's change within a solve, ordered by time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct SolvePosition {
    /// Index of the iteration, or of the round of a direct solve.
    pub iteration: u32,
    /// Index of the constraint; `u32::MAX` for a round, which changes all constraints.
    pub constraint: u32,
}

/// Data of a beat for its pictures, values and tables.
#[derive(Clone, Debug, Default)]
pub(super) struct ShownRows<'a> {
    /// Index of the step.
    pub step: usize,
    /// State after the step; `None` in pictures without a step.
    pub after: Option<&'a World>,
    /// State before the step; `None` in pictures without a step.
    pub before: Option<&'a World>,
    /// Phase of the step; `None` in pictures without a step.
    pub phase: Option<Phase>,
    /// Solve that the step belongs to; `None` before the first solve of the frame has rows, and if it has none.
    pub solve: Option<&'a Solve>,
    /// Next solve with rows; `None` while `solve` is known.
    pub next_solve: Option<&'a Solve>,
    /// Iteration of the constraint that the step solves; `None` if it solves none.
    pub iteration: Option<Iteration>,
    /// Visible lanes, from top to bottom.
    pub rows: Vec<ImpulseLane>,
    /// Indices in `rows` of the lanes of the current constraint; empty if there is none.
    pub current: Range<usize>,
    /// Index of the first constraint whose warm start is not applied yet; `u32::MAX` if all are applied.
    pub first_pending: u32,
    /// Note on lanes that are not visible or collapsed; `None` if each row has a visible lane.
    pub hidden_note: Option<String>,
    /// Whether the beat is the one that colors the contacts.
    pub colored: bool,
    /// Index of the current iteration, or of the current round of a direct solve; `None` outside of both.
    pub iteration_index: Option<u32>,
    /// Range of the iterations or rounds that the pictures show.
    pub shown_iterations: Range<u32>,
}

impl ShownRows<'_> {
    /// Place of the current change within its solve; `None` outside of the iterations and rounds.
    pub fn position(&self) -> Option<SolvePosition> {
        let constraint = self.iteration.map_or(u32::MAX, |iteration| iteration.constraint);
        self.iteration_index.map(|iteration| SolvePosition { iteration, constraint })
    }

    /// Whether the bodies have moved since their contacts were found.
    pub fn has_moved(&self) -> bool {
        matches!(self.phase, Some(Phase::Move | Phase::Relax { .. } | Phase::Record))
    }

    /// Returns the data that is known at a beat of an iteration: before the clamp, the current row has its previous
    /// impulse.
    pub fn known_at(&self, beat: IterationBeat) -> Self {
        let mut shows = self.clone();
        if beat >= IterationBeat::Clamp {
            return shows;
        }
        if let Some(iteration) = self.iteration {
            for row in &mut shows.rows[self.current.clone()] {
                row.impulse = row.name.component_of(iteration.from);
            }
        }
        shows
    }
}

/// Mark id of a row, in all views; empty in pictures without a step.
pub(super) fn row_mark(shows: &ShownRows<'_>, row: &ImpulseLane) -> String {
    let Some(world) = shows.after else { return String::new() };
    let source = world.constraints[row.name.constraint as usize].source;
    format!("{}/{}", impulse_mark(source), row.name.short)
}

/// Unit of all lanes, which `unit_of` selects: if a row is angular, both the linear and the angular unit.
pub(super) fn unit_names(shows: &ShownRows<'_>, unit_of: fn(RowUnits) -> &'static str) -> String {
    let linear = unit_of(RowUnits::LINEAR);
    if shows.rows.iter().any(|row| row.is_angular) {
        format!("{linear}, {}", unit_of(RowUnits::ANGULAR))
    } else {
        linear.to_owned()
    }
}
