//! Data of a step for its pictures ([`History::shown_rows`]), above all the lanes. A lane is a horizontal strip of a
//! picture for one constraint row, or for all rows of a pair of bodies or of a joint; it has the impulse and its bounds
//! after the step.

use std::ops::Range;

use contact_lens_model::snapshot::dynamics::{Bounds, Constraint, Phase, World};
use glam::DVec2;

use super::super::notation::is_angular;
use super::super::rows::{self, ImpulseLane, RowName, VisibleLanes};
use super::super::shown_rows::ShownRows;
use super::super::solve::Solve;
use super::super::{direct_rounds, has_rows};
use super::History;

/// Largest number of iterations shown, around the current one: more columns would be too narrow.
const MAX_COLUMNS: u32 = 60;

impl History {
    /// Returns the data of a step for its pictures. `after` is the state after the step, `phase` the phase that the
    /// step executed.
    pub(in super::super) fn shown_rows<'a>(&'a self, step: usize, after: &'a World, phase: Phase) -> ShownRows<'a> {
        let is_solving = has_rows(Some(phase)) && !after.constraints.is_empty();
        let solve = if is_solving { self.solve_at(step) } else { None };
        let Some(solve) = solve else { return self.shown_rows_between_solves(step, after, phase) };
        let iteration_index = match phase {
            Phase::Iterate { iteration, .. } => Some(iteration),
            Phase::Direct => direct_rounds::round_index(after),
            _ => None,
        };
        let current_constraint = match after.iteration {
            Some(iteration) => Some(iteration.constraint),
            None if phase == Phase::Direct => iteration_index.and_then(|round| solve.most_changed(round)),
            None => None,
        };
        let current_rows = match current_constraint {
            Some(constraint) => rows_of_constraint(&solve.row_names, constraint),
            None => 0..0,
        };
        let lanes = rows::split_into_lanes(&solve.row_names, &current_rows);
        // The current rows have a lane each, from this one on.
        let current_lane = lanes.partition_point(|lane| lane.end <= current_rows.start);
        let visible = rows::visible_lanes(&lanes, current_lane, solve.row_names.len(), true);
        let VisibleLanes { lanes: visible_range, note: hidden_note } = visible;
        let first_visible = visible_range.start;
        let visible_lanes = &lanes[visible_range];
        let first_pending = match phase {
            Phase::Prepare => 0,
            Phase::WarmStart { index } => index + 1,
            _ => u32::MAX,
        };
        ShownRows {
            step,
            after: Some(after),
            before: None,
            phase: Some(phase),
            solve: Some(solve),
            next_solve: None,
            iteration: after.iteration,
            current: current_lane.saturating_sub(first_visible)
                ..(current_lane + current_rows.len()).saturating_sub(first_visible),
            rows: visible_lanes.iter().filter_map(|rows| self.lane(rows.clone(), solve, after, phase)).collect(),
            first_pending,
            hidden_note,
            colored: false,
            iteration_index,
            shown_iterations: self.shown_iterations(solve, iteration_index),
        }
    }

    /// Returns the data of a step without rows: before a solve makes its rows, or in a solve that has none.
    fn shown_rows_between_solves<'a>(&'a self, step: usize, after: &'a World, phase: Phase) -> ShownRows<'a> {
        let next_solve = self.solves.iter().find(|solve| solve.first_step > step && !solve.row_names.is_empty());
        let shown_iterations = next_solve.map_or(0..0, |solve| self.shown_iterations(solve, None));
        ShownRows { step, after: Some(after), phase: Some(phase), next_solve, shown_iterations, ..ShownRows::default() }
    }

    /// Returns the lane of the rows with these indices: that of the only row, or a collapsed one. `None` without rows.
    fn lane(&self, indices: Range<usize>, solve: &Solve, after: &World, phase: Phase) -> Option<ImpulseLane> {
        let is_single = indices.len() == 1;
        let mut lanes_of_rows = solve.row_names[indices].iter().map(|name| self.lane_of_row(name, solve, after, phase));
        if is_single { lanes_of_rows.next() } else { rows::collapsed_lane(lanes_of_rows.collect(), after) }
    }

    /// Returns the range of the iterations or rounds that the pictures show: all, or [`MAX_COLUMNS`] around the one of
    /// index `current`. Without a current one, the range begins with the first.
    fn shown_iterations(&self, solve: &Solve, current: Option<u32>) -> Range<u32> {
        let count = (solve.changes.len() / solve.constraint_count.max(1)) as u32;
        let last_start = count.saturating_sub(MAX_COLUMNS);
        let start = current.unwrap_or(0).saturating_sub(MAX_COLUMNS / 2).min(last_start);
        start..count.min(start + MAX_COLUMNS)
    }

    /// Returns the lane of a row. In phases that correct positions, it shows the impulses of the correction; in a round
    /// of a direct solve, the impulses and friction bounds of the round, which are not applied yet.
    fn lane_of_row(&self, name: &RowName, solve: &Solve, world: &World, phase: Phase) -> ImpulseLane {
        let corrects_positions = matches!(phase, Phase::Position { .. } | Phase::DirectPosition);
        let index = name.constraint as usize;
        let row = &world.constraints[index];
        let round = if corrects_positions { None } else { world.round.as_ref() };
        let impulse = match round {
            Some(round) => round.impulses[index],
            None if corrects_positions => row.position_impulse,
            None => row.impulse,
        };
        let round_bound = round.map(|round| round.friction_bounds[index]).filter(|bound| bound.is_finite());
        let bounds = match round_bound {
            Some(bound) => [-bound, bound],
            None => row.interval(normal_impulse(world, row)),
        };
        let bias = if corrects_positions { row.position_bias.unwrap_or_default() } else { row.bias };
        let direct = solve.reference.as_ref().map(|reference| name.component_of(reference.impulses[index]));
        // The diagonal of the symmetric matrix K, which is stored as the elements 11, 12 and 22.
        let [k11, _, k22] = row.k;
        ImpulseLane {
            name: name.clone(),
            impulse: name.component_of(impulse),
            bounds,
            direct,
            is_angular: is_angular(row),
            inverse_mass: name.component_of(DVec2::new(k11, k22)),
            bias: name.component_of(bias),
            error: name.component_of(row.error),
            members: name.constraint..name.constraint + 1,
        }
    }
}

/// Returns the impulse `λₙ` of the normal row of a friction row, N s; 0 for other rows, whose bounds do not depend on
/// it.
fn normal_impulse(world: &World, row: &Constraint) -> f64 {
    match row.bounds {
        Bounds::Friction { normal, .. } => world.constraints[normal as usize].impulse.x,
        Bounds::Free | Bounds::NotNegative | Bounds::Within(_) | Bounds::Disc(_) => 0.0,
    }
}

/// Returns the indices in `names` of the rows of a constraint. The constraints of `names` are ascending.
fn rows_of_constraint(names: &[RowName], constraint: u32) -> Range<usize> {
    let start = names.partition_point(|name| name.constraint < constraint);
    start..names.partition_point(|name| name.constraint <= constraint)
}
