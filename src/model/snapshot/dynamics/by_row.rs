//! Splits a step of a world into one state per constraint.
//!
//! The engine solves a group of constraints per step, such as all rows of a contact. The states in between are
//! reconstructed in `f64` from the states before and after the step: the impulses after each constraint are those of
//! the state after the step, and the velocities follow from them.
//!
//! A *row* is a constraint in this file, although a constraint may have two rows that are solved together.

use glam::DVec2;

use super::{BodyState, Bounds, Constraint, Iteration, Phase, Setting, World};
use crate::ask::Clamp;

/// Distance from a bound, in machine epsilons of the world relative to the bound, up to which an impulse may have been
/// clamped: the bound and the impulse are rounded. Chosen with a margin.
const CLAMP_ROUNDING: f64 = 4.0;

/// The rows solved by one step, in order.
#[derive(Clone, Debug)]
pub struct ByRow<'a> {
    /// State before the step.
    before: &'a World,
    /// State after the step.
    after: &'a World,
    /// Constants of the run.
    setting: &'a Setting,
    /// Indices of the constraints that the step solves.
    rows: Vec<u32>,
}

impl World {
    /// Returns the constraints that the next step solves, in order; empty if the step does something else.
    pub fn next_rows(&self) -> Vec<u32> {
        match self.phase {
            Phase::WarmStart { index } => self.rows_of_group(index, |row| row.impulse != DVec2::ZERO),
            Phase::Iterate { index, .. } | Phase::Relax { index } => self.rows_of_group(index, |_| true),
            Phase::Position { index, .. } => self.rows_of_group(index, |row| row.position_bias.is_some()),
            Phase::Detect
            | Phase::Match
            | Phase::Approach
            | Phase::Kick
            | Phase::Prepare
            | Phase::Direct
            | Phase::DirectPosition
            | Phase::Move
            | Phase::Record => Vec::new(),
        }
    }

    /// Returns the indices of the constraints of a group that satisfy `includes`.
    fn rows_of_group(&self, group: u32, includes: impl Fn(&Constraint) -> bool) -> Vec<u32> {
        let rows = self.groups[group as usize]..self.groups[group as usize + 1];
        rows.filter(|row| includes(&self.constraints[*row as usize])).collect()
    }

    /// Returns the state with the index of the first row of the next group in its phase, instead of the group's index.
    fn with_row_in_phase(mut self) -> Self {
        if let Some(row) = self.next_rows().first() {
            self.phase = phase_of_row(self.phase, *row);
        }
        self
    }
}

/// Returns the phase that solves the row with this index, from the phase that solves its group. Phases without groups
/// are returned unchanged.
fn phase_of_row(phase: Phase, index: u32) -> Phase {
    match phase {
        Phase::WarmStart { .. } => Phase::WarmStart { index },
        Phase::Iterate { iteration, .. } => Phase::Iterate { iteration, index },
        Phase::Position { iteration, .. } => Phase::Position { iteration, index },
        Phase::Relax { .. } => Phase::Relax { index },
        whole @ (Phase::Detect
        | Phase::Match
        | Phase::Approach
        | Phase::Kick
        | Phase::Prepare
        | Phase::Direct
        | Phase::DirectPosition
        | Phase::Move
        | Phase::Record) => whole,
    }
}

impl<'a> ByRow<'a> {
    /// Lists the rows that the step from `before` to `after` solves.
    pub fn new(before: &'a World, after: &'a World, setting: &'a Setting) -> Self {
        Self { before, after, setting, rows: before.next_rows() }
    }

    /// Returns the number of states that replace the step: one per row, at least one.
    pub fn steps(&self) -> usize {
        self.rows.len().max(1)
    }

    /// Returns the state before the first row, with the index of that row in its phase.
    pub fn start(&self) -> World {
        self.before.clone().with_row_in_phase()
    }

    /// Returns the state after the first `rows` rows.
    pub fn state(&self, rows: usize) -> World {
        let mut state = self.start();
        (0..rows).for_each(|number| self.advance(&mut state, number));
        state
    }

    /// Advances `state` from before row `number` of the step, counted from 0, to after that row.
    pub fn advance(&self, state: &mut World, number: usize) {
        let iteration = self.rows.get(number).map(|row| self.solve(state, *row));
        match self.rows.get(number + 1) {
            Some(next) => state.phase = phase_of_row(self.before.phase, *next),
            None => *state = self.after.clone().with_row_in_phase(),
        }
        state.iteration = iteration;
    }

    /// Solves the row with the index `constraint` in `state` and applies its impulse, which is taken from the state
    /// after the step.
    fn solve(&self, state: &mut World, constraint: u32) -> Iteration {
        let row = state.constraints[constraint as usize];
        let mut iteration = self.unclamped_iteration(state, constraint);
        let Iteration { from, raw, to, .. } = iteration;
        if self.is_free(state, &row, from, to) || self.is_free(state, &row, from, raw) {
            // Without clamping both are equal; `raw`, recomputed in `f64`, would differ by the world's rounding.
            iteration.raw = to;
        }
        let corrects = self.corrects_positions();
        let solved = &mut state.constraints[constraint as usize];
        if corrects {
            solved.position_impulse = to;
        } else {
            solved.impulse = to;
        }
        self.apply(&row, to - from, state, corrects);
        iteration
    }

    /// Returns whether the step solves rows for the velocities that correct positions.
    fn corrects_positions(&self) -> bool {
        matches!(self.before.phase, Phase::Position { .. })
    }

    /// Returns the solution of a row in `state`, with the impulse before clamping recomputed in `f64`.
    fn unclamped_iteration(&self, state: &World, constraint: u32) -> Iteration {
        let row = &state.constraints[constraint as usize];
        let after = &self.after.constraints[constraint as usize];
        if self.corrects_positions() {
            let speed = row.position_speed(&state.bodies);
            let from = row.position_impulse;
            let raw = from - row.solve(speed + row.position_bias.unwrap_or_default());
            return Iteration { constraint, speed, from, raw, to: after.position_impulse };
        }
        let speed = row.speed(&state.bodies);
        if matches!(self.before.phase, Phase::WarmStart { .. }) {
            return Iteration { constraint, speed, from: DVec2::ZERO, raw: row.impulse, to: row.impulse };
        }
        let omits_contact_springs = matches!(self.before.phase, Phase::Relax { .. });
        let from = row.impulse;
        let raw = from + row.correction(speed, omits_contact_springs);
        Iteration { constraint, speed, from, raw, to: after.impulse }
    }

    /// Returns whether `impulse`, reached from the impulse `from`, is strictly within the row's bounds by more than
    /// rounding error, so that it was not clamped.
    fn is_free(&self, state: &World, row: &Constraint, from: DVec2, impulse: DVec2) -> bool {
        let clamps_each = self.setting.clamp == Clamp::Each;
        let normal_impulse = match row.bounds {
            Bounds::Friction { normal, .. } => {
                let previous = self.before.constraints[normal as usize].impulse.x;
                let current = state.constraints[normal as usize].impulse.x;
                if clamps_each { current - previous } else { current }
            }
            Bounds::Free | Bounds::NotNegative | Bounds::Within(_) | Bounds::Disc(_) => 0.0,
        };
        let bounded = if clamps_each { impulse - from } else { impulse };
        let shrinking_factor = 1.0 - CLAMP_ROUNDING * self.setting.epsilon;
        match row.bounds {
            Bounds::Free => true,
            Bounds::Disc(most) => bounded.length() < most * shrinking_factor,
            Bounds::NotNegative | Bounds::Within(_) | Bounds::Friction { .. } => {
                let [low, high] = row.interval(normal_impulse);
                low * shrinking_factor < bounded.x && bounded.x < high * shrinking_factor
            }
        }
    }

    /// Applies the change of impulse `added` to the velocities, `v += M⁻¹ Jᵀ Δλ`; if `corrects`, to those that correct
    /// positions.
    fn apply(&self, row: &Constraint, added: DVec2, state: &mut World, corrects: bool) {
        for impulse in row.body_impulses(added) {
            // The world body, which is static, has no entry in the setting.
            let Some(body) = self.setting.bodies.get(impulse.body as usize) else { continue };
            let moved = &mut state.bodies[impulse.body as usize];
            let linear_change = impulse.linear * body.inverse_mass;
            let angular_change = impulse.angular * body.inverse_inertia;
            if corrects {
                moved.position_velocity += linear_change;
                moved.angular_position_velocity += angular_change;
            } else {
                moved.velocity += linear_change;
                moved.angular_velocity += angular_change;
            }
        }
    }
}

impl Constraint {
    /// Returns `w = J u` for the velocities `u` that correct positions.
    fn position_speed(&self, bodies: &[BodyState]) -> DVec2 {
        let a = &bodies[self.a as usize];
        let b = &bodies[self.b as usize];
        let [x, y] = self.jacobian.map(|row| {
            row.linear.dot(b.position_velocity - a.position_velocity)
                + row.angular_a * a.angular_position_velocity
                + row.angular_b * b.angular_position_velocity
        });
        DVec2::new(x, y)
    }

    /// Returns `K⁻¹ x`: the impulse that changes `w` by `x`.
    fn solve(&self, x: DVec2) -> DVec2 {
        let [k11, k12, k22] = self.inverse;
        if self.rows == 1 {
            return DVec2::new(k11 * x.x, 0.0);
        }
        DVec2::new(k11 * x.x + k12 * x.y, k12 * x.x + k22 * x.y)
    }

    /// Returns the impulse, in addition to the current one, that would satisfy the rows of this constraint alone, at
    /// the speed `w`. With `omits_contact_springs`, a contact is solved as a rigid constraint.
    ///
    /// A rigid row needs `Δλ = −K⁻¹ (w + bias)`. A soft row with the coefficient `a` ([`Constraint::soft`]) adds the
    /// softness `γ = K/a`: `(K + γ) Δλ = −(w + bias) − γ λ`, hence `Δλ = −(a K⁻¹ (w + bias) + λ) / (a + 1)`.
    fn correction(&self, speed: DVec2, omits_contact_springs: bool) -> DVec2 {
        let omits_spring = omits_contact_springs && !self.is_joint();
        let bias = if omits_spring { DVec2::new(self.relaxed_bias, 0.0) } else { self.bias };
        let rigid = self.solve(speed + bias);
        match self.soft {
            Some(a) if !omits_spring => -(rigid * a + self.impulse) / (a + 1.0),
            Some(_) | None => -rigid,
        }
    }
}
