//! The whole system of a solve at once: `w = A λ + q` with `A = J M⁻¹ Jᵀ + Γ`, every `λ` within its bounds, `w = 0` where it is
//! strictly within them, `w ≥ 0` at the lower one and `w ≤ 0` at the upper one.
//!
//! The velocities that solve it are unique, the impulses are not where rows say the same twice: then they are shared. Bounds
//! of friction are held in a round, and follow from its normals in the next, until they settle. Both precisions compute in
//! `f64`: what it finds is what the rows are measured by.

mod pivoting;
mod reference;

use super::super::prelude::*;
use super::bodies::BodyState;
use super::constraint::{Bounds, Constraint};
pub use crate::snapshot::dynamics::DirectOutcome;
use pivoting::{BoxProblem, Solved};
pub(super) use reference::{Reference, reference};

/// More rows than this are not solved at once: the time of a round grows as their third power.
pub const MOST_ROWS: usize = 400;

/// Rounds in which bounds of friction may settle.
pub const MOST_ROUNDS: u32 = 200;

/// Rounds in which bounds follow the normals alone, before they are sought where the normals that follow agree with them.
const PLAIN: u32 = 4;

/// From this round on a bound moves only half of its way: those that went to and fro settle.
const DAMPED: u32 = 60;

/// A bound has settled when it moves by no more than this share of the largest.
const SETTLED: f64 = 1.0e-10;

/// How a direct solve went.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Direct {
    /// How it ended.
    pub outcome: DirectOutcome,
    /// Rows solved.
    pub rows: u32,
    /// How many of those within their bounds say what others say already.
    pub redundant: u32,
    /// How often bounds of friction were set.
    pub rounds: u32,
    /// Sets of rows at their bounds that were tried, in all rounds.
    pub pivots: u32,
    /// The largest error of a row against its proof, as a share of the largest that there was: `w` within the bounds, or of
    /// the wrong sign at one.
    pub residual: Real,
}

/// A row of the system.
#[derive(Clone, Copy, Debug)]
struct Row {
    constraint: u32,
    part: u8,
    /// `1/√(K + γ)`, which makes the diagonal 1.
    root: f64,
    /// The impulse of a 1 in the scaled system.
    scale: f64,
}

/// A system while it is solved.
#[derive(Clone, Debug)]
pub struct System {
    rows: Vec<Row>,
    problem: BoxProblem,
    /// `λ`, scaled.
    impulses: Vec<f64>,
    /// For a friction row: its `μ` and the place of its normal row.
    friction: Vec<Option<(f64, usize)>>,
    /// The upper bounds that rows kept to in the last round, N s.
    held: Vec<f64>,
    /// The discs: the first of two rows, the radius, and whether the impulse is on its rim.
    discs: Vec<(usize, f64, bool)>,
    /// Rounds done.
    pub rounds: u32,
    pivots: u32,
    solved: Solved,
    done: Option<Direct>,
    asked: usize,
}

impl System {
    /// For the velocities: all rows that can move anything.
    pub(super) fn of_velocities(constraints: &[Constraint], bodies: &[BodyState]) -> Self {
        Self::new(constraints, bodies, |row| Some(row.speed(bodies) + row.bias))
    }

    /// For the velocities that correct positions: the rows that ask for them, from rest.
    pub(super) fn of_positions(constraints: &[Constraint], bodies: &[BodyState]) -> Self {
        Self::new(constraints, bodies, |row| row.position_bias)
    }

    fn new(constraints: &[Constraint], bodies: &[BodyState], wanted: impl Fn(&Constraint) -> Option<Vec2>) -> Self {
        let (mut rows, mut q) = (Vec::new(), Vec::new());
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
        let asked = rows.len();
        if asked > MOST_ROWS {
            (rows, q) = (Vec::new(), Vec::new());
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
            asked,
        };
        system.bound(constraints);
        system
    }

    /// Sets the bounds, those of friction to 0: there is no normal impulse yet.
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

    /// How many rows there are, if these are more than can be solved at once.
    pub fn too_large(&self) -> Option<u32> {
        (self.asked > MOST_ROWS).then_some(self.asked as u32)
    }

    /// How it went, once it is done.
    pub fn done(&self) -> Option<Direct> {
        self.done
    }

    /// Solves the system within the bounds that are held, then moves these to where the impulses have them.
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

    /// Bounds that have settled still move by a share of the largest: what of friction is beyond its cone by as much is left out.
    fn stay_within_cones(&mut self) {
        for i in 0..self.rows.len() {
            let Some((friction, normal)) = self.friction[i] else { continue };
            let most = (friction * self.impulses[normal] * self.rows[normal].scale / self.rows[i].scale).max(0.0);
            self.impulses[i] = self.impulses[i].clamp(-most, most);
        }
    }

    /// Sets the bounds of friction from the normals of this round; by how much the largest moved, N s.
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

    /// By how much the bounds have to move so that the normals that follow agree with them, as long as every row stays at
    /// the bound that it is at: a linear system. `None` where that has no answer.
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
        let follows = |line: &Vec<f64>| line.iter().zip(&moved).map(|(share, by)| share * by).sum::<f64>();
        let mut steps: Vec<f64> = wanted.iter().zip(&follow).map(|((.., by), line)| by + follows(line)).collect();
        sliding.iter().zip(&moved).for_each(|(k, by)| steps[*k] = *by);
        Some(steps)
    }

    /// Keeps the impulses of discs within them: one that was outside is held on the rim and slides along it until what is left
    /// of the velocity points straight out.
    fn move_discs(&mut self) -> f64 {
        let mut largest: f64 = 0.0;
        for (first, radius, held) in &mut self.discs {
            let places = [*first, *first + 1];
            let scale = places.map(|i| self.rows[i].scale);
            let now = [0, 1].map(|k| self.impulses[places[k]] * scale[k]);
            // The diagonal is 1: a row's own correction is minus its w.
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

    /// What the last round has found for each of `count` constraints, not applied yet: its impulse, N s, and the bound of friction that
    /// it kept to, infinite of other rows.
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

    /// Applies the impulses; an iteration for each constraint, with what it does to the energy beside all others.
    pub(super) fn apply(&self, constraints: &mut [Constraint], bodies: &mut [BodyState]) {
        let sums = self.sums(constraints.len());
        for (row, impulse) in constraints.iter_mut().zip(sums) {
            row.impulse = impulse;
            row.apply(bodies, impulse);
        }
    }

    /// Applies the impulses to the velocities that correct positions.
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

/// Solves a square system whose last column is the right side, the largest pivot first; `None` where one is missing.
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

/// `A`, scaled, row by row.
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

/// `J_p M⁻¹ J_qᵀ`, and what softness adds.
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
