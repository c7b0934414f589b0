//! Direct solve of all rows at once: `w = A λ + q` with `A = J M⁻¹ Jᵀ + Γ`, every `λ` within its bounds, `w = 0` where
//! it is strictly within them, `w ≥ 0` at the lower one and `w ≤ 0` at the upper one.
//!
//! - **Uniqueness**: the velocities are unique; redundant rows share their impulses, which are not.
//! - **Friction**: its bounds are fixed in a round and follow from the normal impulses in the next, until they settle.
//! - **Precision**: both precisions compute in `f64`, since the result is the reference for the rows.

mod pivoting;
mod reference;

use super::super::prelude::*;
use super::bodies::BodyState;
use super::constraint::{Bounds, Constraint};
pub use crate::snapshot::dynamics::DirectOutcome;
use pivoting::{BoxProblem, Solved};
pub(super) use reference::{Reference, reference};

/// Limit of rows solved at once: the time of a round grows with their third power.
pub const MOST_ROWS: usize = 400;

/// Limit of rounds in which the bounds of friction may settle.
pub const MOST_ROUNDS: u32 = 200;

/// Rounds in which bounds follow from the normals alone; later rounds solve for bounds that agree with the normals they
/// imply.
const PLAIN: u32 = 4;

/// Round from which on a bound moves only half of its step, so that oscillating bounds settle.
const DAMPED: u32 = 60;

/// Share of the largest impulse below which the moves of bounds count as settled.
const SETTLED: f64 = 1.0e-10;

/// Result of a direct solve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Direct {
    /// Ending of the solve.
    pub outcome: DirectOutcome,
    /// Number of rows solved.
    pub rows: u32,
    /// Number of redundant rows among those within their bounds.
    pub redundant: u32,
    /// Number of rounds, each with new bounds of friction.
    pub rounds: u32,
    /// Number of active sets tried, in all rounds.
    pub pivots: u32,
    /// Largest error of a row relative to the largest initial one: `w` within the bounds, or of the wrong sign at a
    /// bound.
    pub residual: Real,
}

/// A row of the system.
#[derive(Clone, Copy, Debug)]
struct Row {
    constraint: u32,
    part: u8,
    /// `1/√(K + γ)`, which makes the diagonal 1.
    root: f64,
    /// Impulse of a value of 1 in the scaled system.
    scale: f64,
}

/// A system under solution.
#[derive(Clone, Debug)]
pub struct System {
    rows: Vec<Row>,
    problem: BoxProblem,
    /// `λ`, scaled.
    impulses: Vec<f64>,
    /// For a friction row: its `μ` and the index of its normal row.
    friction: Vec<Option<(f64, usize)>>,
    /// Upper bounds of the rows in the last round, N s.
    held: Vec<f64>,
    /// Discs of mouse joints: first of two rows, radius, and whether the impulse is on the rim.
    discs: Vec<(usize, f64, bool)>,
    /// Number of rounds done.
    pub rounds: u32,
    pivots: u32,
    solved: Solved,
    done: Option<Direct>,
    requested: usize,
}

impl System {
    /// System for the velocities: all rows that can have an effect.
    pub(super) fn of_velocities(constraints: &[Constraint], bodies: &[BodyState]) -> Self {
        Self::new(constraints, bodies, |row| Some(row.speed(bodies) + row.bias))
    }

    /// System for the position velocities, from rest: the rows that correct positions.
    pub(super) fn of_positions(constraints: &[Constraint], bodies: &[BodyState]) -> Self {
        Self::new(constraints, bodies, |row| row.position_bias)
    }

    fn new(constraints: &[Constraint], bodies: &[BodyState], wanted: impl Fn(&Constraint) -> Option<Vec2>) -> Self {
        let mut rows = Vec::new();
        let mut q = Vec::new();
        for (number, constraint) in (0..).zip(constraints) {
            let dead = constraint.inverse[0] == 0.0 || constraint.soft.is_some_and(|a| !(1.0 / a).is_finite());
            let Some(wanted) = wanted(constraint).filter(|_| !dead) else { continue };
            for part in 0..constraint.rows {
                let i = usize::from(part);
                let softened = 1.0 + constraint.soft.map_or(0.0, |a| 1.0 / f64::from(a));
                let root = 1.0 / (f64::from(constraint.k[2 * i]) * softened).sqrt();
                rows.push(Row { constraint: number, part, root, scale: root });
                q.push(f64::from(wanted.to_array()[i]) * root);
            }
        }
        let unit = q.iter().fold(0.0, |most: f64, q| most.max(q.abs()));
        if unit > 0.0 {
            rows.iter_mut().for_each(|row| row.scale *= unit);
            q.iter_mut().for_each(|q| *q /= unit);
        }
        let requested = rows.len();
        if requested > MOST_ROWS {
            rows = Vec::new();
            q = Vec::new();
        }
        let count = rows.len();
        let matrix = matrix(&rows, constraints, bodies);
        let mut system = Self {
            problem: BoxProblem::new(matrix, q),
            impulses: vec![0.0; count],
            friction: vec![None; count],
            held: Vec::new(),
            discs: Vec::new(),
            rows,
            rounds: 0,
            pivots: 0,
            solved: Solved::default(),
            done: None,
            requested,
        };
        system.bound(constraints);
        system
    }

    /// Sets the bounds; those of friction are 0, since there are no normal impulses yet.
    fn bound(&mut self, constraints: &[Constraint]) {
        let mut place = vec![None; constraints.len()];
        for (i, row) in self.rows.iter().enumerate() {
            place[row.constraint as usize].get_or_insert(i);
            let bounds = match constraints[row.constraint as usize].bounds {
                Bounds::Free => [f64::NEG_INFINITY, f64::INFINITY],
                Bounds::NotNegative => [0.0, f64::INFINITY],
                Bounds::Within(most) => [-f64::from(most) / row.scale, f64::from(most) / row.scale],
                Bounds::Disc(most) => {
                    if row.part == 0 {
                        self.discs.push((i, f64::from(most), false));
                    }
                    [f64::NEG_INFINITY, f64::INFINITY]
                }
                Bounds::Friction { normal, friction } => {
                    self.friction[i] = place[normal as usize].map(|place: usize| (f64::from(friction), place));
                    [0.0, 0.0]
                }
            };
            self.problem.bounds[i] = bounds;
        }
    }

    /// Number of rows, if that exceeds [`MOST_ROWS`].
    pub fn too_large(&self) -> Option<u32> {
        (self.requested > MOST_ROWS).then_some(self.requested as u32)
    }

    /// The result, once the solve is done.
    pub fn done(&self) -> Option<Direct> {
        self.done
    }

    /// Solves the system within the current bounds, then moves the bounds to those that the impulses imply.
    pub(super) fn round(&mut self) {
        self.held.clear();
        self.held.extend(self.rows.iter().zip(&self.problem.bounds).map(|(row, [_, high])| high * row.scale));
        self.solved = self.problem.solve(&mut self.impulses);
        self.pivots += self.solved.pivots;
        self.rounds += 1;
        let largest = self.rows.iter().zip(&self.impulses).map(|(row, x)| (row.scale * x).abs()).fold(0.0, f64::max);
        let moved = self.move_frictions().max(self.move_discs());
        let settled = moved <= SETTLED * largest;
        if !settled && self.rounds < MOST_ROUNDS {
            return;
        }
        if settled {
            self.stay_within_cones();
        }
        let outcome = match (self.solved.consistent, settled) {
            (_, false) => DirectOutcome::FrictionNotSettled,
            (false, true) => DirectOutcome::Inconsistent,
            (true, true) => DirectOutcome::Solved,
        };
        self.done = Some(Direct {
            outcome,
            rows: self.rows.len() as u32,
            redundant: self.problem.redundant(&self.impulses),
            rounds: self.rounds,
            pivots: self.pivots,
            residual: self.solved.residual as Real,
        });
    }

    /// Clamps friction impulses to their cones, which settled bounds may still exceed by [`SETTLED`].
    fn stay_within_cones(&mut self) {
        for i in 0..self.rows.len() {
            let Some((friction, normal)) = self.friction[i] else { continue };
            let most = (friction * self.impulses[normal] * self.rows[normal].scale / self.rows[i].scale).max(0.0);
            self.impulses[i] = self.impulses[i].clamp(-most, most);
        }
    }

    /// Sets the bounds of friction from the normal impulses of this round; returns the largest move, N s.
    fn move_frictions(&mut self) -> f64 {
        let wanted: Vec<(usize, f64, f64)> = (0..self.rows.len())
            .filter_map(|i| {
                let (friction, normal) = self.friction[i]?;
                let old = self.problem.bounds[i][1] * self.rows[i].scale;
                Some((i, old, friction * self.impulses[normal] * self.rows[normal].scale - old))
            })
            .collect();
        let share = if self.rounds > DAMPED { 0.5 } else { 1.0 };
        let steps = if self.rounds > PLAIN && self.rounds <= DAMPED { self.agreeing(&wanted) } else { None };
        for (k, (i, old, by)) in wanted.iter().enumerate() {
            let new = steps.as_ref().map_or(old + share * by, |steps| (old + steps[k]).max(0.0));
            self.problem.bounds[*i] = [-new / self.rows[*i].scale, new / self.rows[*i].scale];
        }
        wanted.iter().fold(0.0, |most, (.., by)| most.max(by.abs()))
    }

    /// Steps of the bounds after which they agree with the normal impulses that they imply, if every row stays at its
    /// current bound: a linear system. `None` where it is singular.
    fn agreeing(&self, wanted: &[(usize, f64, f64)]) -> Option<Vec<f64>> {
        let sliding: Vec<usize> = (0..wanted.len()).filter(|k| self.problem.side(wanted[*k].0) != 0.0).collect();
        let mut follow = vec![vec![0.0; sliding.len()]; wanted.len()];
        for (column, &k) in sliding.iter().enumerate() {
            let i = wanted[k].0;
            let response = self.problem.response(&[(i, self.problem.side(i) / self.rows[i].scale)]);
            for (row, (j, ..)) in wanted.iter().enumerate() {
                let Some((friction, normal)) = self.friction[*j] else { continue };
                follow[row][column] = friction * response[normal] * self.rows[normal].scale;
            }
        }
        let system = sliding.iter().enumerate().map(|(row, &k)| {
            let line = (0..sliding.len()).map(|column| f64::from(u8::from(row == column)) - follow[k][column]);
            line.chain([wanted[k].2]).collect()
        });
        let moved = eliminate(system.collect())?;
        let follows = follow.iter().map(|line| line.iter().zip(&moved).map(|(share, by)| share * by).sum::<f64>());
        let mut steps: Vec<f64> = wanted.iter().zip(follows).map(|((.., by), follows)| by + follows).collect();
        sliding.iter().zip(&moved).for_each(|(k, by)| steps[*k] = *by);
        Some(steps)
    }

    /// Keeps impulses of mouse joints within their discs; returns the largest move, N s. An impulse outside is held on
    /// the rim and slides along it until the remaining velocity points straight outward.
    fn move_discs(&mut self) -> f64 {
        let mut largest: f64 = 0.0;
        for (first, radius, held) in &mut self.discs {
            let places = [*first, *first + 1];
            let scale = places.map(|i| self.rows[i].scale);
            let now = [0, 1].map(|k| self.impulses[places[k]] * scale[k]);
            // The diagonal is 1, so a row's own correction is −w.
            let wanted = [0, 1]
                .map(|k| now[k] - if *held { self.problem.speed(places[k], &self.impulses) * scale[k] } else { 0.0 });
            let length = (wanted[0] * wanted[0] + wanted[1] * wanted[1]).sqrt();
            if !*held && length <= *radius {
                continue;
            }
            *held = true;
            let short = if length > *radius { *radius / length } else { 1.0 };
            for k in 0..2 {
                let new = wanted[k] * short;
                largest = largest.max((new - now[k]).abs());
                self.problem.bounds[places[k]] = [new / scale[k]; 2];
            }
        }
        largest
    }

    /// Result of the last round for each of `count` constraints, not applied yet: impulse, N s, and bound of friction,
    /// infinite for other rows.
    pub(super) fn found(&self, count: usize) -> (Vec<Vec2>, Vec<f64>) {
        let mut held = vec![f64::INFINITY; count];
        for (i, row) in self.rows.iter().enumerate().filter(|(i, _)| self.friction[*i].is_some()) {
            held[row.constraint as usize] = self.held.get(i).copied().unwrap_or(0.0);
        }
        (self.sums(count), held)
    }

    fn sums(&self, count: usize) -> Vec<Vec2> {
        let mut sums = vec![[0.0; 2]; count];
        for (row, impulse) in self.rows.iter().zip(&self.impulses) {
            sums[row.constraint as usize][usize::from(row.part)] = impulse * row.scale;
        }
        sums.into_iter().map(|[x, y]| Vec2::new(x as Real, y as Real)).collect()
    }

    /// Stores the impulses in the constraints and applies them to the velocities.
    pub(super) fn apply(&self, constraints: &mut [Constraint], bodies: &mut [BodyState]) {
        let sums = self.sums(constraints.len());
        for (row, impulse) in constraints.iter_mut().zip(sums) {
            row.impulse = impulse;
            row.apply(bodies, impulse);
        }
    }

    /// Stores the impulses in the constraints and applies them to the position velocities.
    pub(super) fn apply_to_positions(&self, constraints: &mut [Constraint], bodies: &mut [BodyState]) {
        let sums = self.sums(constraints.len());
        for (row, impulse) in constraints.iter_mut().zip(sums) {
            row.position_impulse = impulse;
            row.apply_to_positions(bodies, impulse);
        }
    }

    pub(super) fn heap_bytes(&self) -> usize {
        self.rows.len() * (self.rows.len() * 8 + size_of::<Row>() + 72)
    }
}

/// Solves a square system with the right side as last column, by elimination with pivoting; `None` where it is
/// singular.
fn eliminate(mut lines: Vec<Vec<f64>>) -> Option<Vec<f64>> {
    let count = lines.len();
    for column in 0..count {
        let best = (column..count).max_by(|p, q| lines[*p][column].abs().total_cmp(&lines[*q][column].abs()))?;
        lines.swap(column, best);
        let (done, rest) = lines.split_at_mut(column + 1);
        let pivot = &done[column];
        if !(pivot[column].abs() > 1.0e-9) {
            return None;
        }
        for line in rest {
            let share = line[column] / pivot[column];
            line.iter_mut().zip(pivot).skip(column).for_each(|(x, p)| *x -= share * p);
        }
    }
    let mut found = vec![0.0; count];
    for row in (0..count).rev() {
        let known: f64 = (row + 1..count).map(|k| lines[row][k] * found[k]).sum();
        found[row] = (lines[row][count] - known) / lines[row][row];
    }
    Some(found)
}

/// The scaled matrix `A`, row by row.
fn matrix(rows: &[Row], constraints: &[Constraint], bodies: &[BodyState]) -> Vec<f64> {
    let count = rows.len();
    let mut matrix = vec![0.0; count * count];
    for (i, p) in rows.iter().enumerate() {
        for (j, q) in rows.iter().enumerate().take(i + 1) {
            let value = entry(p, q, constraints, bodies) * p.root * q.root;
            matrix[i * count + j] = value;
            matrix[j * count + i] = value;
        }
    }
    matrix
}

/// `J_p M⁻¹ J_qᵀ`, plus the softness on the diagonal.
fn entry(p: &Row, q: &Row, constraints: &[Constraint], bodies: &[BodyState]) -> f64 {
    let [row, other] = [p, q].map(|row| &constraints[row.constraint as usize]);
    let [j, k] = [(row, p), (other, q)].map(|(row, at)| &row.jacobian[usize::from(at.part)]);
    let mut sum = 0.0;
    for (body, sign, turn) in [(row.a, -1.0, j.angular_a), (row.b, 1.0, j.angular_b)] {
        for (same, other_sign, other_turn) in [(other.a, -1.0, k.angular_a), (other.b, 1.0, k.angular_b)] {
            if body == same {
                let state = &bodies[body as usize];
                let dot = f64::from(j.linear.x) * f64::from(k.linear.x) + f64::from(j.linear.y) * f64::from(k.linear.y);
                sum += sign * other_sign * f64::from(state.inverse_mass) * dot;
                sum += f64::from(state.inverse_inertia) * f64::from(turn) * f64::from(other_turn);
            }
        }
    }
    match row.soft {
        Some(a) if p.constraint == q.constraint => sum * (1.0 + 1.0 / f64::from(a)),
        _ => sum,
    }
}
