//! Rounds of a direct solve. A direct solve satisfies all rows at once with fixed friction bounds; a new round follows
//! while the bounds change. This module records the rounds, the distances of their velocities from those of the last
//! one, and the row that each round changed most.

use std::borrow::Cow;

use super::WorldContext;
use super::notation::ROUNDING;
use super::row_view::RowView;
use super::shown_rows::ShownRows;
use super::solve::Solve;
use super::velocity_error::velocity_error;
use crate::snapshot::dynamics::{Bounds, Constraint, Iteration, Phase, Round, Setting, World};

/// Result of the current round while friction bounds change, or of the last round, which is applied; `None` before the
/// first round.
pub(super) fn current_round(world: &World) -> Option<Round> {
    if let Some(round) = &world.round {
        return Some(round.clone());
    }
    // If there are too many rows, the phase does not change, and the last direct solve belongs to an earlier frame.
    world.direct.filter(|_| world.phase != Phase::Direct)?;
    let impulses = world.constraints.iter().map(|row| row.impulse).collect();
    Some(Round { impulses, friction_bounds: world.constraints.iter().map(|row| friction_bound(world, row)).collect() })
}

/// Largest friction impulse `μ λₙ` of a row, N s; infinite for other rows.
pub(super) fn friction_bound(world: &World, row: &Constraint) -> f64 {
    match row.bounds {
        Bounds::Friction { normal, friction } => friction * world.constraints[normal as usize].impulse.x,
        _ => f64::INFINITY,
    }
}

/// Index of the last round of the current or just completed solve; `None` before the first round.
pub(super) fn round_index(world: &World) -> Option<u32> {
    world.rounds.or(world.direct.map(|direct| direct.rounds))?.checked_sub(1)
}

/// World with the impulses of the current round instead of the applied ones.
pub(super) fn with_round_impulses(world: &World) -> Cow<'_, World> {
    let Some(round) = &world.round else { return Cow::Borrowed(world) };
    let mut world = world.clone();
    world.constraints.iter_mut().zip(&round.impulses).for_each(|(row, impulse)| row.impulse = *impulse);
    Cow::Owned(world)
}

impl Solve {
    /// Adds the result of one more round.
    pub fn add_round(&mut self, world: &World, round: Round) {
        for (i, row) in world.constraints.iter().enumerate() {
            let before = self.rounds.last().map(|last| last.impulses[i]).unwrap_or_default();
            let change = row.effect(round.impulses[i] - before) * row.softened();
            self.changes.push(change.length() as f32);
            round.impulses[i].to_array().into_iter().for_each(|impulse| self.include_in_range(impulse));
        }
        self.rounds.push(round);
    }

    /// Distances of the velocities after each round from those after the last round, m/s; the first entry is for zero
    /// impulses.
    pub fn distances(&self, world: &World, setting: &Setting) -> Vec<f64> {
        let zero = Round { impulses: vec![Default::default(); self.constraint_count], friction_bounds: Vec::new() };
        let all: Vec<_> =
            [&zero].into_iter().chain(&self.rounds).map(|round| self.velocities_after(world, setting, round)).collect();
        let Some(last) = all.last() else { return Vec::new() };
        all.iter().map(|now| velocity_error(setting, now, last)).collect()
    }

    /// Velocities after the impulses of a round are applied: x and y, m/s, and angular, rad/s, by body.
    fn velocities_after(&self, world: &World, setting: &Setting, round: &Round) -> Vec<[f64; 3]> {
        let mut velocities = self.free_velocities.clone();
        for (row, impulse) in world.constraints.iter().zip(&round.impulses) {
            for impulse in row.body_impulses(*impulse) {
                let Some(body) = setting.bodies.get(impulse.body as usize) else { continue };
                let state = &mut velocities[impulse.body as usize];
                state[0] += impulse.linear.x * body.inverse_mass;
                state[1] += impulse.linear.y * body.inverse_mass;
                state[2] += impulse.angular * body.inverse_inertia;
            }
        }
        velocities
    }

    /// Index of the constraint that a round changed most; `None` if all changes are zero to rounding.
    pub fn most_changed(&self, round: u32) -> Option<u32> {
        let from = round as usize * self.constraint_count;
        let changes = self.changes.get(from..from + self.constraint_count)?;
        let (at, most) = changes.iter().enumerate().max_by(|(i, x), (j, y)| x.total_cmp(y).then(j.cmp(i)))?;
        let largest = self.changes.iter().copied().fold(0.0, f32::max);
        (*most > ROUNDING as f32 * largest).then_some(at as u32)
    }

    /// Change of the row that a round changed most, as an iteration that starts from the previous round's impulse.
    /// `None` if all changes are zero to rounding.
    fn change_of(&self, round: u32) -> Option<Iteration> {
        let at = self.most_changed(round)?;
        let before =
            (round as usize).checked_sub(1).and_then(|round| self.impulse_after(at, round)).unwrap_or_default();
        let to = self.impulse_after(at, round as usize)?;
        Some(Iteration { constraint: at, speed: Default::default(), from: before, raw: to, to })
    }

    /// Impulse of the constraint `at` after a round, N s or N m s; `None` for a round that was not recorded.
    fn impulse_after(&self, at: u32, round: usize) -> Option<glam::DVec2> {
        self.rounds.get(round).map(|round| round.impulses[at as usize])
    }
}

/// Change of the row that the current round changed most; `None` in steps that are no round.
pub(super) fn most_changed_row(shows: &ShownRows<'_>) -> Option<Iteration> {
    shows.solve.filter(|_| shows.phase == Some(Phase::Direct))?.change_of(shows.iteration_index?)
}

/// View of the row that a round changed most, while friction bounds change. `None` in other steps, and if no row
/// changed.
pub(super) fn most_changed_view<'a>(context: &'a WorldContext, world: &'a World, step: usize) -> Option<RowView<'a>> {
    let number = round_index(world).filter(|_| world.round.is_some() && world.phase == Phase::Direct)?;
    let change = context.history.solve_at(step)?.change_of(number)?;
    Some(RowView::of(context, world, change, Some(Phase::Direct)))
}
