//! Rounds of a direct solve. A direct solve satisfies all rows at once with fixed friction bounds; a new round follows
//! while the bounds change. This module records the rounds, the distances of their velocities from those of the last
//! one, and the row that each round changed most.

use std::borrow::Cow;

use contact_lens_model::snapshot::dynamics::{Bounds, Constraint, Iteration, Phase, Round, Setting, World};
use glam::DVec2;

use super::WorldContext;
use super::notation::ROUNDING;
use super::row_view::RowView;
use super::shown_rows::ShownRows;
use super::solve::Solve;
use super::velocity_error::velocity_error;

/// Result of the current round while friction bounds change, or of the last round, which is applied; `None` before the
/// first round.
pub(super) fn current_round(world: &World) -> Option<Round> {
    if let Some(round) = &world.round {
        return Some(round.clone());
    }
    // If there are too many rows, the phase does not change, and the last direct solve belongs to an earlier frame.
    if world.direct.is_none() || world.phase == Phase::Direct {
        return None;
    }
    let impulses = world.constraints.iter().map(|row| row.impulse).collect();
    let friction_bounds = world.constraints.iter().map(|row| friction_bound(world, row)).collect();
    Some(Round { impulses, friction_bounds })
}

/// Largest friction impulse `μ λₙ` of a friction row at the current impulse `λₙ` of its normal row, N s; infinite for
/// other rows.
pub(super) fn friction_bound(world: &World, row: &Constraint) -> f64 {
    match row.bounds {
        Bounds::Friction { normal, friction } => friction * world.constraints[normal as usize].impulse.x,
        Bounds::Free | Bounds::NotNegative | Bounds::Within(_) | Bounds::Disc(_) => f64::INFINITY,
    }
}

/// Index of the last round of the current or just completed solve, from 0; `None` before the first round.
pub(super) fn round_index(world: &World) -> Option<u32> {
    let completed_rounds = world.rounds.or(world.direct.map(|direct| direct.rounds))?;
    completed_rounds.checked_sub(1)
}

/// World with the impulses of the current round instead of the applied ones; unchanged outside of direct solves.
pub(super) fn with_round_impulses(world: &World) -> Cow<'_, World> {
    let Some(round) = &world.round else { return Cow::Borrowed(world) };
    let mut world = world.clone();
    for (row, impulse) in world.constraints.iter_mut().zip(&round.impulses) {
        row.impulse = *impulse;
    }
    Cow::Owned(world)
}

impl Solve {
    /// Adds the result of one more round, and the velocity change of each row since the previous round. The first
    /// round is compared with zero impulses.
    pub fn add_round(&mut self, world: &World, round: Round) {
        for (i, row) in world.constraints.iter().enumerate() {
            let impulse = round.impulses[i];
            let previous = self.rounds.last().map_or(DVec2::ZERO, |last| last.impulses[i]);
            let change = row.effect(impulse - previous) * row.softened();
            self.changes.push(change.length() as f32);
            self.include_in_range(impulse.x);
            self.include_in_range(impulse.y);
        }
        self.rounds.push(round);
    }

    /// Distances of the velocities after each round from those after the last round, m/s; the first entry is for zero
    /// impulses.
    pub fn distances(&self, world: &World, setting: &Setting) -> Vec<f64> {
        let no_impulses = Round { impulses: vec![DVec2::ZERO; self.constraint_count], friction_bounds: Vec::new() };
        let rounds = std::iter::once(&no_impulses).chain(&self.rounds);
        let velocities: Vec<_> = rounds.map(|round| self.velocities_after(world, setting, round)).collect();
        let Some(last) = velocities.last() else { return Vec::new() };
        velocities.iter().map(|velocities| velocity_error(setting, velocities, last)).collect()
    }

    /// Velocities after the impulses of a round are applied: x and y, m/s, and angular, rad/s, by body.
    fn velocities_after(&self, world: &World, setting: &Setting, round: &Round) -> Vec<[f64; 3]> {
        let mut velocities = self.free_velocities.clone();
        for (row, impulse) in world.constraints.iter().zip(&round.impulses) {
            for impulse in row.body_impulses(*impulse) {
                // The world itself, to which a joint may be attached, is not among the bodies of the setting.
                let Some(body) = setting.bodies.get(impulse.body as usize) else { continue };
                let velocity = &mut velocities[impulse.body as usize];
                velocity[0] += impulse.linear.x * body.inverse_mass;
                velocity[1] += impulse.linear.y * body.inverse_mass;
                velocity[2] += impulse.angular * body.inverse_inertia;
            }
        }
        velocities
    }

    /// Index of the constraint that the round of index `round` changed most, the first one of equal changes. `None` if
    /// all changes are zero to rounding, and for a round that was not recorded.
    pub fn most_changed(&self, round: u32) -> Option<u32> {
        let start = round as usize * self.constraint_count;
        let changes = self.changes.get(start..start + self.constraint_count)?;
        // Of equal changes, the one with the smaller index counts as larger.
        let (constraint, change) = changes.iter().enumerate().max_by(|(i, x), (j, y)| x.total_cmp(y).then(j.cmp(i)))?;
        let largest_of_solve = self.changes.iter().copied().fold(0.0, f32::max);
        (*change > ROUNDING as f32 * largest_of_solve).then_some(constraint as u32)
    }

    /// Change of the row that the round of index `round` changed most, in the form of an iteration that starts from the
    /// previous round's impulse. `None` if all changes are zero to rounding, and for a round that was not recorded.
    fn largest_change(&self, round: u32) -> Option<Iteration> {
        let constraint = self.most_changed(round)?;
        let previous = match (round as usize).checked_sub(1) {
            Some(previous_round) => self.impulse_after(constraint, previous_round).unwrap_or_default(),
            None => DVec2::ZERO,
        };
        let impulse = self.impulse_after(constraint, round as usize)?;
        // A round does not clamp, and does not compute the velocity of a single row.
        Some(Iteration { constraint, speed: DVec2::ZERO, from: previous, raw: impulse, to: impulse })
    }

    /// Impulse of a constraint after the round of index `round`, N s or N m s; `None` for a round that was not
    /// recorded.
    fn impulse_after(&self, constraint: u32, round: usize) -> Option<DVec2> {
        self.rounds.get(round).map(|round| round.impulses[constraint as usize])
    }
}

/// Change of the row that the current round changed most, in the form of an iteration. `None` in steps that are no
/// round, and if no row changed.
pub(super) fn most_changed_row(shows: &ShownRows<'_>) -> Option<Iteration> {
    if shows.phase != Some(Phase::Direct) {
        return None;
    }
    shows.solve?.largest_change(shows.iteration_index?)
}

/// View of the row that the round of the step `step` changed most, while friction bounds change. `None` in other steps,
/// and if no row changed.
pub(super) fn most_changed_view<'a>(context: &'a WorldContext, world: &'a World, step: usize) -> Option<RowView<'a>> {
    if world.round.is_none() || world.phase != Phase::Direct {
        return None;
    }
    let change = context.history.solve_at(step)?.largest_change(round_index(world)?)?;
    Some(RowView::of(context, world, change, Some(Phase::Direct)))
}
