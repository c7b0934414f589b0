//! Splits a step of a world into one state per constraint. A step solves a group of constraints, such as all rows of a
//! contact; the result of each constraint is recomputed from the states before and after the step.
//!
//! A *row* is a constraint here, although a constraint may have two rows that are solved together.

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
            Phase::WarmStart { at } => self.rows_of_group(at, |row| row.impulse != DVec2::ZERO),
            Phase::Iterate { at, .. } | Phase::Relax { at } => self.rows_of_group(at, |_| true),
            Phase::Position { at, .. } => self.rows_of_group(at, |row| row.position_bias.is_some()),
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

    /// Returns the constraints of a group that satisfy `includes`.
    fn rows_of_group(&self, group: u32, includes: impl Fn(&Constraint) -> bool) -> Vec<u32> {
        let rows = self.groups[group as usize]..self.groups[group as usize + 1];
        rows.filter(|row| includes(&self.constraints[*row as usize])).collect()
    }

    /// Returns the state with the phase pointing to the next row instead of the next group.
    fn at_row(mut self) -> Self {
        if let Some(row) = self.next_rows().first() {
            self.phase = at_row(self.phase, *row);
        }
        self
    }
}

/// Returns the phase with the index of a row instead of a group.
fn at_row(phase: Phase, at: u32) -> Phase {
    match phase {
        Phase::WarmStart { .. } => Phase::WarmStart { at },
        Phase::Iterate { iteration, .. } => Phase::Iterate { iteration, at },
        Phase::Position { iteration, .. } => Phase::Position { iteration, at },
        Phase::Relax { .. } => Phase::Relax { at },
        other => other,
    }
}

impl<'a> ByRow<'a> {
    /// Lists the rows that the step between two states solves.
    pub fn new(before: &'a World, after: &'a World, setting: &'a Setting) -> Self {
        Self { before, after, setting, rows: before.next_rows() }
    }

    /// Returns the number of states that replace the step: one per row, at least one.
    pub fn steps(&self) -> usize {
        self.rows.len().max(1)
    }

    /// Returns the state before the first row, with row indices in its phase.
    pub fn start(&self) -> World {
        self.before.clone().at_row()
    }

    /// Returns the state after the first `rows` rows.
    pub fn state(&self, rows: usize) -> World {
        let mut now = self.start();
        (0..rows).for_each(|row| self.advance(&mut now, row));
        now
    }

    /// Advances `now` from the state before row `number` of the step to the state after it.
    pub fn advance(&self, now: &mut World, number: usize) {
        let iteration = self.rows.get(number).map(|row| self.solve(now, *row));
        match self.rows.get(number + 1) {
            Some(next) => now.phase = at_row(self.before.phase, *next),
            None => *now = self.after.clone().at_row(),
        }
        now.iteration = iteration;
    }

    /// Solves one row in the state `now` and applies its impulse, which is taken from the state after the step. The
    /// impulse before clamping is recomputed, except where it equals the applied one.
    fn solve(&self, now: &mut World, at: u32) -> Iteration {
        let row = now.constraints[at as usize];
        let after = &self.after.constraints[at as usize];
        let warm = matches!(self.before.phase, Phase::WarmStart { .. });
        let relaxed = matches!(self.before.phase, Phase::Relax { .. });
        let corrects = matches!(self.before.phase, Phase::Position { .. });
        let (from, to) = if corrects {
            (row.position_impulse, after.position_impulse)
        } else if warm {
            (DVec2::ZERO, row.impulse)
        } else {
            (row.impulse, after.impulse)
        };
        let speed = if corrects { row.position_speed(&now.bodies) } else { row.speed(&now.bodies) };
        let raw = if warm {
            to
        } else if corrects {
            from - row.solve(speed + row.position_bias.unwrap_or_default())
        } else {
            from + row.correction(speed, relaxed)
        };
        let is_free = self.is_free(now, &row, from, to) || self.is_free(now, &row, from, raw);
        let raw = if is_free { to } else { raw };
        let changed = &mut now.constraints[at as usize];
        if corrects {
            changed.position_impulse = to;
        } else {
            changed.impulse = to;
        }
        self.apply(&row, to - from, now, corrects);
        Iteration { at, speed, from, raw, to }
    }

    /// Returns whether an impulse lies strictly within its bounds. The unclamped impulse then equals the applied one,
    /// up to the difference between the precision of the world and that of this computation.
    fn is_free(&self, now: &World, row: &Constraint, from: DVec2, impulse: DVec2) -> bool {
        let clamps_each = self.setting.clamp == Clamp::Each;
        let normal_impulse = match row.bounds {
            Bounds::Friction { normal, .. } => {
                let [previous, current] = [self.before, now].map(|world| world.constraints[normal as usize].impulse.x);
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
    fn apply(&self, row: &Constraint, added: DVec2, now: &mut World, corrects: bool) {
        for impulse in row.body_impulses(added) {
            let Some(body) = self.setting.bodies.get(impulse.body as usize) else { continue };
            let state = &mut now.bodies[impulse.body as usize];
            let (velocity, angular) = if corrects {
                (&mut state.position_velocity, &mut state.angular_position_velocity)
            } else {
                (&mut state.velocity, &mut state.angular_velocity)
            };
            *velocity += impulse.linear * body.inverse_mass;
            *angular += impulse.angular * body.inverse_inertia;
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

    /// Returns the impulse, in addition to the current one, that would solve the rows alone; `relaxed` omits the
    /// springs of contacts.
    fn correction(&self, speed: DVec2, relaxed: bool) -> DVec2 {
        let omits_spring = relaxed && !self.is_joint();
        let soft = if omits_spring { None } else { self.soft };
        let bias = if omits_spring { DVec2::new(self.relaxed_bias, 0.0) } else { self.bias };
        let rigid = self.solve(speed + bias);
        // The coefficient `a` of a soft row is explained at `Constraint::soft`.
        soft.map_or(-rigid, |a| -(rigid * a + self.impulse) / (a + 1.0))
    }
}
