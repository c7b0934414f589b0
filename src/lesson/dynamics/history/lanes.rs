//! Lanes of a step. A lane is a horizontal strip of a picture for one constraint row, or for all rows of a pair of
//! bodies or of a joint; it has the impulse and its bounds after the step.

use std::ops::Range;

use super::super::notation::is_angular;
use super::super::rows::{self, ImpulseLane, RowName};
use super::super::shown_rows::ShownRows;
use super::super::solve::Solve;
use super::super::{direct_rounds, has_rows};
use super::History;
use crate::snapshot::dynamics::{Bounds, Phase, World};

/// Largest number of iterations shown, around the current one.
const MAX_COLUMNS: u32 = 60;

impl History {
    /// Returns the data of a step for its pictures; `phase` is the phase that the step executed.
    pub(in super::super) fn shown_rows<'a>(&'a self, step: usize, after: &'a World, phase: Phase) -> ShownRows<'a> {
        let solve = self.solve_at(step).filter(|_| has_rows(Some(phase)));
        let Some(solve) = solve.filter(|_| !after.constraints.is_empty()) else {
            let next_solve = self.solves.iter().find(|solve| solve.first_step > step && !solve.row_names.is_empty());
            let shown_iterations = next_solve.map_or(0..0, |solve| self.shown_iterations(solve, None));
            return ShownRows {
                step,
                after: Some(after),
                phase: Some(phase),
                next_solve,
                shown_iterations,
                ..ShownRows::default()
            };
        };
        let iteration = after.iteration;
        let number = match phase {
            Phase::Iterate { iteration, .. } => Some(iteration),
            Phase::Direct => direct_rounds::round_index(after),
            _ => None,
        };
        let current = iteration
            .map(|iteration| iteration.constraint)
            .or_else(|| solve.most_changed(number.filter(|_| phase == Phase::Direct)?))
            .map_or(0..0, |at| rows_of_constraint(&solve.row_names, at));
        let lanes = rows::split_into_lanes(&solve.row_names, &current);
        let at = lanes.partition_point(|lane| lane.end <= current.start);
        let (window, note) = rows::visible_lanes(&lanes, at, solve.row_names.len(), true);
        let shown = lanes[window.clone()]
            .iter()
            .filter_map(|lane| {
                let rows = solve.row_names[lane.clone()].iter().map(|name| self.lane_of_row(name, solve, after, phase));
                if lane.len() == 1 { rows.into_iter().next() } else { rows::collapsed_lane(rows.collect(), after) }
            })
            .collect();
        let shown_iterations = self.shown_iterations(solve, number);
        ShownRows {
            step,
            after: Some(after),
            before: None,
            phase: Some(phase),
            solve: Some(solve),
            next_solve: None,
            iteration,
            current: at.saturating_sub(window.start)..(at + current.len()).saturating_sub(window.start),
            rows: shown,
            first_pending: match phase {
                Phase::Prepare => 0,
                Phase::WarmStart { index } => index + 1,
                _ => u32::MAX,
            },
            hidden_note: note,
            colored: false,
            iteration_index: number,
            shown_iterations,
        }
    }

    /// Returns the range of the iterations that the pictures show: all, or [`MAX_COLUMNS`] around the iteration
    /// `number`.
    fn shown_iterations(&self, solve: &Solve, number: Option<u32>) -> Range<u32> {
        let all = (solve.changes.len() / solve.constraint_count.max(1)) as u32;
        let from = number.unwrap_or(0).saturating_sub(MAX_COLUMNS / 2).min(all.saturating_sub(MAX_COLUMNS));
        from..all.min(from + MAX_COLUMNS)
    }

    /// Returns the lane of a row. In phases that correct positions, it shows the impulses of the correction.
    fn lane_of_row(&self, name: &RowName, solve: &Solve, world: &World, phase: Phase) -> ImpulseLane {
        let corrects_positions = matches!(phase, Phase::Position { .. } | Phase::DirectPosition);
        let row = &world.constraints[name.constraint as usize];
        let part = usize::from(name.part);
        let normal = match row.bounds {
            Bounds::Friction { normal, .. } => world.constraints[normal as usize].impulse.x,
            _ => 0.0,
        };
        let round = world.round.as_ref().filter(|_| !corrects_positions);
        let velocity_impulse = round.map_or(row.impulse, |round| round.impulses[name.constraint as usize]);
        let friction_bound =
            round.map(|round| round.friction_bounds[name.constraint as usize]).filter(|bound| bound.is_finite());
        let impulse = if corrects_positions { row.position_impulse } else { velocity_impulse };
        let bias = if corrects_positions { row.position_bias.unwrap_or_default() } else { row.bias };
        ImpulseLane {
            name: name.clone(),
            impulse: impulse.to_array()[part],
            bounds: friction_bound.map_or_else(|| row.interval(normal), |bound| [-bound, bound]),
            direct: solve
                .reference
                .as_ref()
                .map(|reference| reference.impulses[name.constraint as usize].to_array()[part]),
            is_angular: is_angular(row),
            inverse_mass: row.k[2 * part],
            bias: bias.to_array()[part],
            error: row.error.to_array()[part],
            members: name.constraint..name.constraint + 1,
        }
    }
}

/// Returns the indices of the rows of the constraint `at` among all rows, whose constraints are ascending.
fn rows_of_constraint(names: &[RowName], at: u32) -> Range<usize> {
    let from = names.partition_point(|name| name.constraint < at);
    from..names.partition_point(|name| name.constraint <= at)
}
