//! Direct solve of all rows of a world at once. A *row* is a scalar constraint with the impulse `λ` and the speed `w`,
//! bias included. `J` is the Jacobian of all rows, `M` the mass matrix, and `Γ` the diagonal of the softnesses `γ`, as
//! in `constraint.rs`.
//!
//! - **Problem**: `w = A λ + q` with `A = J M⁻¹ Jᵀ + Γ` and the initial speeds `q`; every `λ` within its bounds,
//!   `w = 0` where `λ` is strictly within them, `w ≥ 0` at the lower bound and `w ≤ 0` at the upper one.
//! - **Rounds**: a round solves the problem for fixed bounds, by pivoting. The bounds of friction, `± μ λ_n`, and those
//!   of mouse joints depend on impulses; after each round they move, until they settle.
//! - **Scaling**: every row and its column are divided by `√(K + γ)`, so that the diagonal of `A` is 1; then the
//!   largest magnitude in `q` is divided out.
//! - **Uniqueness**: for fixed bounds the velocities are unique. The impulses of redundant rows are not; such rows
//!   share their impulse.
//! - **Precision**: worlds of both precisions compute in `f64`, since the result is a reference for the other solver.

mod elimination;
mod matrix;
mod pivoting;
mod reference;

use super::bodies::BodyState;
use super::constraint::{Bounds, Constraint};
use crate::dim2::prelude::*;
pub use contact_lens_model::snapshot::dynamics::DirectOutcome;
use matrix::matrix;
use pivoting::{BoxProblem, Solved};
pub(super) use reference::{Reference, reference};

/// Limit of rows solved at once: the time of a round grows with their third power.
pub const MAX_ROWS: usize = 400;

/// Limit of rounds in which the bounds of friction may settle. A solve that does not settle within it ends as
/// [`DirectOutcome::FrictionNotSettled`].
pub const MAX_ROUNDS: u32 = 200;

/// Number of rounds after which the bounds of friction are still those that the last normal impulses imply. Later
/// rounds solve a linear system for bounds that agree with the normal impulses they lead to, which costs a back
/// substitution for each sliding row.
const ROUNDS_BY_NORMALS: u32 = 4;

/// Number of rounds after which a bound moves only half of its step, so that bounds that oscillate settle.
const DAMPED_FROM_ROUND: u32 = 60;

/// Fraction of the largest impulse up to which the moves of bounds count as settled. With a smaller value, rounding
/// errors keep the bounds moving; with a larger one, friction may exceed its cone by more before it is clamped.
const SETTLED_FRACTION: f64 = 1.0e-10;

/// Result of a direct solve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Direct {
    /// Ending of the solve.
    pub outcome: DirectOutcome,
    /// Number of rows solved.
    pub rows: u32,
    /// Number of linearly dependent rows among those strictly within their bounds.
    pub redundant: u32,
    /// Number of rounds, each with new bounds of friction.
    pub rounds: u32,
    /// Number of sets of rows at their bounds that were tried, in all rounds.
    pub pivots: u32,
    /// Largest error of a row relative to the largest initial one: `w` within the bounds, or of the wrong sign at a
    /// bound.
    pub residual: Real,
}

/// A row of the system.
#[derive(Clone, Copy, Debug)]
struct SystemRow {
    /// Index of the row's constraint.
    constraint: u32,
    /// Row of the constraint: 0 or 1.
    component: u8,
    /// Factor `1/√(K + γ)` of the row and of its column, which makes the diagonal of the matrix 1.
    root: f64,
    /// Impulse that corresponds to 1 in the scaled system, N s or N m s.
    scale: f64,
}

/// Rule for the bound of a friction row: `|λ| ≤ coefficient · λ_n`.
#[derive(Clone, Copy, Debug)]
struct FrictionBound {
    /// Coefficient of friction `μ`.
    coefficient: f64,
    /// Index of the normal row, whose impulse is `λ_n`, in the system.
    normal: usize,
}

/// Bound of the two rows of a mouse joint: the largest length of their impulse as a vector.
#[derive(Clone, Copy, Debug)]
struct Disc {
    /// Index of the first of the two rows.
    first: usize,
    /// Largest length of the impulse, N s.
    radius: f64,
    /// Whether the impulse is on the rim of the disc. Once there, it stays there.
    on_rim: bool,
}

/// Difference between the upper bound of a friction row and the one that its normal impulse implies.
struct BoundMove {
    /// Index of the friction row.
    row: usize,
    /// Current bound, N s.
    current: f64,
    /// Implied bound minus the current one, N s.
    change: f64,
}

/// A system during its solution.
#[derive(Clone, Debug)]
pub struct System {
    /// The rows, in the order of their constraints.
    rows: Vec<SystemRow>,
    /// Scaled linear system with the current bounds.
    box_problem: BoxProblem,
    /// `λ` of each row, in the scaled system.
    impulses: Vec<f64>,
    /// Rule for the bound of each friction row; `None` for other rows.
    friction: Vec<Option<FrictionBound>>,
    /// Upper bounds of the rows in the last round, N s.
    last_bounds: Vec<f64>,
    /// Bounds of mouse joints.
    discs: Vec<Disc>,
    /// Number of rounds done.
    pub rounds: u32,
    /// Number of sets of rows at their bounds that were tried, in all rounds.
    pivots: u32,
    /// Result of the last round.
    solved: Solved,
    /// Result of the solve; `None` before its end.
    result: Option<Direct>,
    /// Number of rows to be solved. If it exceeds [`MAX_ROWS`], the system is empty.
    requested_rows: usize,
}

impl System {
    /// Creates the system for the velocities: all rows that can have an effect.
    pub(super) fn of_velocities(constraints: &[Constraint], bodies: &[BodyState]) -> Self {
        Self::new(constraints, bodies, |row| Some(row.speed(bodies) + row.bias))
    }

    /// Creates the system for the position velocities, from rest: the rows that correct positions.
    pub(super) fn of_positions(constraints: &[Constraint], bodies: &[BodyState]) -> Self {
        Self::new(constraints, bodies, |row| row.position_bias)
    }

    /// Creates the system of the constraints for which `initial_speed`, `w + bias` before the solve, is not `None`.
    fn new(
        constraints: &[Constraint],
        bodies: &[BodyState],
        initial_speed: impl Fn(&Constraint) -> Option<Vec2>,
    ) -> Self {
        let mut rows = Vec::new();
        let mut q = Vec::new();
        for (number, constraint) in (0..).zip(constraints) {
            let has_no_effect = constraint.inverse[0] == 0.0 || constraint.soft.is_some_and(|a| !(1.0 / a).is_finite());
            if has_no_effect {
                continue;
            }
            let Some(speed) = initial_speed(constraint) else { continue };
            for component in 0..constraint.rows {
                let i = usize::from(component);
                let softened = 1.0 + constraint.soft.map_or(0.0, |a| 1.0 / f64::from(a));
                let root = 1.0 / (f64::from(constraint.k[2 * i]) * softened).sqrt();
                rows.push(SystemRow { constraint: number, component, root, scale: root });
                q.push(f64::from(speed.to_array()[i]) * root);
            }
        }
        // The largest of `q` becomes 1, so that the tolerances of the box problem are relative.
        let unit = q.iter().fold(0.0, |largest: f64, q| largest.max(q.abs()));
        if unit > 0.0 {
            rows.iter_mut().for_each(|row| row.scale *= unit);
            q.iter_mut().for_each(|q| *q /= unit);
        }
        let requested_rows = rows.len();
        if requested_rows > MAX_ROWS {
            rows = Vec::new();
            q = Vec::new();
        }
        let count = rows.len();
        let matrix = matrix(&rows, constraints, bodies);
        let mut system = Self {
            box_problem: BoxProblem::new(matrix, q),
            impulses: vec![0.0; count],
            friction: vec![None; count],
            last_bounds: Vec::new(),
            discs: Vec::new(),
            rows,
            rounds: 0,
            pivots: 0,
            solved: Solved::default(),
            result: None,
            requested_rows,
        };
        system.set_bounds(constraints);
        system
    }

    /// Sets the bounds; those of friction are 0, since there are no normal impulses yet.
    fn set_bounds(&mut self, constraints: &[Constraint]) {
        // Index of each constraint's first row, if it has any.
        let mut first_row = vec![None; constraints.len()];
        for (i, row) in self.rows.iter().enumerate() {
            first_row[row.constraint as usize].get_or_insert(i);
            let bounds = match constraints[row.constraint as usize].bounds {
                Bounds::Free => [f64::NEG_INFINITY, f64::INFINITY],
                Bounds::NotNegative => [0.0, f64::INFINITY],
                Bounds::Within(limit) => [-f64::from(limit) / row.scale, f64::from(limit) / row.scale],
                Bounds::Disc(limit) => {
                    if row.component == 0 {
                        self.discs.push(Disc { first: i, radius: f64::from(limit), on_rim: false });
                    }
                    [f64::NEG_INFINITY, f64::INFINITY]
                }
                Bounds::Friction { normal, friction } => {
                    let coefficient = f64::from(friction);
                    self.friction[i] = first_row[normal as usize].map(|normal| FrictionBound { coefficient, normal });
                    [0.0, 0.0]
                }
            };
            self.box_problem.bounds[i] = bounds;
        }
    }

    /// Returns the number of rows if it exceeds [`MAX_ROWS`]; `None` otherwise.
    pub fn rows_if_too_large(&self) -> Option<u32> {
        (self.requested_rows > MAX_ROWS).then_some(self.requested_rows as u32)
    }

    /// Returns the result of the solve; `None` before its end.
    pub fn result(&self) -> Option<Direct> {
        self.result
    }

    /// Runs one round: solves the system within the current bounds, then moves the bounds to those that the impulses
    /// imply. Sets the result if they have settled, and after [`MAX_ROUNDS`].
    pub(super) fn solve_round(&mut self) {
        self.last_bounds.clear();
        self.last_bounds
            .extend(self.rows.iter().zip(&self.box_problem.bounds).map(|(row, [_, high])| high * row.scale));
        self.solved = self.box_problem.solve(&mut self.impulses);
        self.pivots += self.solved.pivots;
        self.rounds += 1;
        let impulses = self.rows.iter().zip(&self.impulses).map(|(row, x)| (row.scale * x).abs());
        let largest_impulse = impulses.fold(0.0, f64::max);
        let largest_move = self.move_frictions().max(self.move_discs());
        let settled = largest_move <= SETTLED_FRACTION * largest_impulse;
        if !settled && self.rounds < MAX_ROUNDS {
            return;
        }
        if settled {
            self.clamp_friction_to_cones();
        }
        let outcome = match (self.solved.consistent, settled) {
            (_, false) => DirectOutcome::FrictionNotSettled,
            (false, true) => DirectOutcome::Inconsistent,
            (true, true) => DirectOutcome::Solved,
        };
        self.result = Some(Direct {
            outcome,
            rows: self.rows.len() as u32,
            redundant: self.box_problem.redundant(&self.impulses),
            rounds: self.rounds,
            pivots: self.pivots,
            residual: self.solved.residual as Real,
        });
    }

    /// Clamps friction impulses to their cones, which settled bounds may still exceed by [`SETTLED_FRACTION`].
    fn clamp_friction_to_cones(&mut self) {
        for i in 0..self.rows.len() {
            let Some(bound) = self.friction[i] else { continue };
            let max_friction = (self.implied_bound(bound) / self.rows[i].scale).max(0.0);
            self.impulses[i] = self.impulses[i].clamp(-max_friction, max_friction);
        }
    }

    /// Returns the bound of friction that the current normal impulse implies, N s.
    fn implied_bound(&self, bound: FrictionBound) -> f64 {
        bound.coefficient * self.impulses[bound.normal] * self.rows[bound.normal].scale
    }

    /// Sets the bounds of friction from the normal impulses of this round; returns the largest move, N s.
    fn move_frictions(&mut self) -> f64 {
        let moves: Vec<BoundMove> = (0..self.rows.len())
            .filter_map(|row| {
                let bound = self.friction[row]?;
                let current = self.box_problem.bounds[row][1] * self.rows[row].scale;
                Some(BoundMove { row, current, change: self.implied_bound(bound) - current })
            })
            .collect();
        let step_factor = if self.rounds > DAMPED_FROM_ROUND { 0.5 } else { 1.0 };
        let steps = if self.rounds > ROUNDS_BY_NORMALS && self.rounds <= DAMPED_FROM_ROUND {
            self.consistent_steps(&moves)
        } else {
            None
        };
        for (k, BoundMove { row, current, change }) in moves.iter().enumerate() {
            let new = match &steps {
                Some(steps) => (current + steps[k]).max(0.0),
                None => current + step_factor * change,
            };
            self.box_problem.bounds[*row] = [-new / self.rows[*row].scale, new / self.rows[*row].scale];
        }
        moves.iter().fold(0.0, |largest, BoundMove { change, .. }| largest.max(change.abs()))
    }

    /// Keeps impulses of mouse joints within their discs; returns the largest move, N s. An impulse outside is fixed on
    /// the rim by equal bounds, and slides along the rim from round to round until `w` points straight outward.
    fn move_discs(&mut self) -> f64 {
        let mut largest: f64 = 0.0;
        for Disc { first, radius, on_rim } in &mut self.discs {
            let rows = [*first, *first + 1];
            let scale = rows.map(|i| self.rows[i].scale);
            let current = [0, 1].map(|k| self.impulses[rows[k]] * scale[k]);
            // Impulse without a bound. The diagonal of the scaled matrix is 1, so a row alone needs the change −w; off
            // the rim, the last round has solved the rows without bounds.
            let free = [0, 1].map(|k| {
                let change = if *on_rim { self.box_problem.speed(rows[k], &self.impulses) * scale[k] } else { 0.0 };
                current[k] - change
            });
            let length = (free[0] * free[0] + free[1] * free[1]).sqrt();
            if !*on_rim && length <= *radius {
                continue;
            }
            *on_rim = true;
            let factor = if length > *radius { *radius / length } else { 1.0 };
            for k in 0..2 {
                let new = free[k] * factor;
                largest = largest.max((new - current[k]).abs());
                self.box_problem.bounds[rows[k]] = [new / scale[k]; 2];
            }
        }
        largest
    }

    /// Returns the friction bound of the last round for each of `count` constraints, N s; infinite for constraints
    /// without friction.
    pub(super) fn last_friction_bounds(&self, count: usize) -> Vec<f64> {
        let mut bounds = vec![f64::INFINITY; count];
        for (i, row) in self.rows.iter().enumerate() {
            if self.friction[i].is_some() {
                bounds[row.constraint as usize] = self.last_bounds.get(i).copied().unwrap_or(0.0);
            }
        }
        bounds
    }

    /// Returns the impulse of each of `count` constraints after the last round, whether it has been applied or not, N s
    /// or N m s; 0 for constraints without rows.
    pub(super) fn constraint_impulses(&self, count: usize) -> Vec<Vec2> {
        let mut impulses = vec![[0.0; 2]; count];
        for (row, impulse) in self.rows.iter().zip(&self.impulses) {
            impulses[row.constraint as usize][usize::from(row.component)] = impulse * row.scale;
        }
        impulses.into_iter().map(|[x, y]| Vec2::new(x as Real, y as Real)).collect()
    }

    /// Stores the impulses in the constraints and applies them to the velocities.
    pub(super) fn apply(&self, constraints: &mut [Constraint], bodies: &mut [BodyState]) {
        let impulses = self.constraint_impulses(constraints.len());
        for (row, impulse) in constraints.iter_mut().zip(impulses) {
            row.impulse = impulse;
            row.apply(bodies, impulse);
        }
    }

    /// Stores the impulses in the constraints and applies them to the position velocities.
    pub(super) fn apply_to_positions(&self, constraints: &mut [Constraint], bodies: &mut [BodyState]) {
        let impulses = self.constraint_impulses(constraints.len());
        for (row, impulse) in constraints.iter_mut().zip(impulses) {
            row.position_impulse = impulse;
            row.apply_to_positions(bodies, impulse);
        }
    }

    /// Returns the approximate number of bytes on the heap: the matrix, the rows, and a few numbers per row in other
    /// lists.
    pub(super) fn heap_bytes(&self) -> usize {
        /// Numbers per row in lists other than the matrix and the rows.
        const NUMBERS_PER_ROW: usize = 9;
        let count = self.rows.len();
        count * (count * size_of::<f64>() + size_of::<SystemRow>() + NUMBERS_PER_ROW * size_of::<f64>())
    }
}
