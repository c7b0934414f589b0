//! History of one frame of a world, collected while the frame is recorded: the iterations of each solve, the direct
//! solution of the same rows for comparison, and the distance of the velocities from it after every step.

mod lanes;

use std::sync::Arc;

use glam::DVec2;

use super::direct_rounds;
use super::rows;
use super::solve::{Reference, Solve};
use super::velocity_error::{moving_mass, velocity_error};
use super::work::Work;
use super::{Names, levels};
use crate::ask::WorldSolver;
use crate::lesson::{Level, Levels};
use crate::snapshot::dynamics::{ByRow, Constraint, DirectSolution, Phase, Setting, World};

/// Largest number of rows of a solve for which the direct solution is computed for comparison.
pub const MAX_REFERENCE_ROWS: usize = 160;

/// Rounding error of the gap of the objective, in units of `ε |f*|`, where `ε` is the machine epsilon and `f*` the
/// minimum of the objective: each row and each body adds a few roundings.
const GAP_ROUNDINGS: f64 = 256.0;

/// Errors after a step, in comparison with the direct solution; NaN where unknown.
#[derive(Clone, Copy, Debug)]
struct Measure {
    /// Distance of the velocities from those of the direct solution, m/s.
    distance: f64,
    /// Gap of the objective to its minimum as a speed, m/s; see [`History::measure`].
    gap_speed: f64,
}

impl Measure {
    /// Measure of a step that cannot be compared.
    const UNKNOWN: Self = Self { distance: f64::NAN, gap_speed: f64::NAN };
}

/// Distance from the direct solution after a step.
pub(super) struct StepDistance {
    /// Index of the step.
    pub step: usize,
    /// Number of completed iterations; a fraction within an iteration.
    pub iterations: f64,
    /// Distance of the velocities from those of the direct solution, m/s.
    pub distance: f64,
}

/// All solves of a frame.
#[derive(Debug)]
pub struct History {
    /// Constant properties of the world.
    setting: Arc<Setting>,
    /// Solves of the frame, in order.
    solves: Vec<Solve>,
    /// Number of row steps so far: a step of the world that solves several rows counts once per row.
    steps: usize,
    /// Phase of the next step.
    next: Phase,
    /// Errors after each step, in comparison with the direct solution.
    measures: Vec<Measure>,
    /// Number of completed iterations after each step; NaN outside of the iterations.
    progress: Vec<f64>,
    /// Work on the bodies up to each step; `None` if the frame was not recorded from its start.
    work: Option<Vec<Work>>,
    /// State after the previous step.
    before: Arc<World>,
    /// Number of row steps before each step of the world.
    row_steps_before: Vec<usize>,
    /// Groups of the steps so far on the timeline.
    levels: Levels,
    /// Names of the bodies and joints.
    names: Names,
    /// Whether all solves of the run have few enough rows for traces.
    is_traced: bool,
}

/// Velocities of the bodies: x and y, m/s, and angular, rad/s.
fn velocities(world: &World) -> Vec<[f64; 3]> {
    world.bodies.iter().map(|body| [body.velocity.x, body.velocity.y, body.angular_velocity]).collect()
}

impl History {
    /// History before the first step of a frame.
    pub fn new(start: World, setting: Arc<Setting>, names: Names) -> Self {
        let levels = Levels::of("solve").and("iteration").and("constraint");
        let next = start.phase;
        let work = Some(Vec::new());
        Self {
            setting,
            solves: Vec::new(),
            steps: 0,
            next,
            measures: Vec::new(),
            progress: Vec::new(),
            work,
            before: Arc::new(start),
            row_steps_before: Vec::new(),
            levels,
            names,
            is_traced: false,
        }
    }

    /// Enables traces, for a run whose solves all have at most [`MOST_TRACED`](super::MOST_TRACED) rows.
    pub fn traced(self) -> Self {
        Self { is_traced: true, ..self }
    }

    /// Number of row steps before each step of the world.
    pub(super) fn row_steps_before(&self) -> &[usize] {
        &self.row_steps_before
    }

    /// Total number of row steps.
    pub(super) fn row_steps(&self) -> usize {
        self.steps
    }

    /// Names of the bodies and joints.
    pub(super) fn names(&self) -> &Names {
        &self.names
    }

    /// Adds the state after one more step of the world, split into row steps. `solve_directly` is called at the start
    /// of a solve by the sequential solver; it returns the direct solution, `None` if it was not computed.
    pub fn add_state(&mut self, world: World, solve_directly: impl FnOnce() -> Option<DirectSolution>) {
        let setting = Arc::clone(&self.setting);
        let before = Arc::clone(&self.before);
        let step = ByRow::new(&before, &world, &setting);
        self.row_steps_before.push(self.steps);
        let mut now = step.start();
        let mut solve_directly = Some(solve_directly);
        for row in 0..step.steps() {
            step.advance(&mut now, row);
            self.add_row_step(&now, || solve_directly.take().and_then(|solve_directly| solve_directly()));
        }
        self.before = Arc::new(world);
    }

    /// Adds the state after one more row step; `solve_directly` is that of [`History::add_state`].
    fn add_row_step(&mut self, world: &World, solve_directly: impl FnOnce() -> Option<DirectSolution>) {
        let phase = std::mem::replace(&mut self.next, world.phase);
        if phase == Phase::Prepare {
            let is_sequential = self.setting.solver == WorldSolver::Sequential;
            let direct = if is_sequential { solve_directly() } else { None };
            self.solves.push(self.new_solve(world, direct));
        }
        let level = levels::group_titles(
            world,
            phase,
            self.setting.substeps,
            self.solves.last().map(|solve| &*solve.row_names),
        );
        self.levels.add_step_in(level);
        self.record_iteration(world, phase);
        let measured = self.measure(world, phase);
        self.measures.push(measured);
        let rounds = self.record_round(world, phase);
        self.progress.push(match phase {
            Phase::Prepare => 0.0,
            Phase::WarmStart { index } if index as usize + 1 == world.constraints.len() => 0.0,
            Phase::Iterate { iteration, index } => {
                f64::from(iteration) + f64::from(index + 1) / world.constraints.len() as f64
            }
            Phase::Direct => rounds,
            _ => f64::NAN,
        });
        if let Some(all) = &mut self.work {
            let previous = all.last().copied().unwrap_or_else(|| Work::at_start(&self.before, &self.setting));
            all.push(previous.after_step(phase, &self.before, world, &self.setting));
        }
        self.steps += 1;
    }

    /// Records the iteration of a constraint, if the step executed one.
    fn record_iteration(&mut self, world: &World, phase: Phase) {
        if let (Some(iteration), Some(solve)) = (world.iteration, self.solves.last_mut()) {
            let row = &world.constraints[iteration.constraint as usize];
            if !matches!(phase, Phase::Position { .. }) {
                let limit = Some(direct_rounds::friction_bound(world, row)).filter(|limit| limit.is_finite());
                let impulses = iteration.to.to_array().into_iter().chain(iteration.raw.to_array());
                impulses.for_each(|impulse| solve.include_in_range(impulse));
                if let Some(limit) = limit {
                    solve.include_in_range(limit);
                    solve.include_in_range(-limit);
                }
            }
            if matches!(phase, Phase::Iterate { .. }) {
                solve.changes.push((row.effect(iteration.to - iteration.from) * row.softened()).length() as f32);
                solve.iterations.extend(solve.is_traced.then_some(iteration));
            }
        }
    }

    /// Records a round of a direct solve, if the step executed one; the last round determines the distances of all
    /// rounds. Returns the number of completed rounds; NaN for other steps.
    fn record_round(&mut self, world: &World, phase: Phase) -> f64 {
        let solve = self.solves.last_mut().filter(|solve| phase == Phase::Direct && solve.constraint_count > 0);
        let Some((solve, round)) = solve.zip(direct_rounds::current_round(world)) else { return f64::NAN };
        solve.add_round(world, round);
        if world.round.is_none() {
            // The first step of the solve has zero impulses; the last step of each round is one of the last steps.
            let steps = std::iter::once(solve.first_step).chain(self.steps + 1 - solve.rounds.len()..=self.steps);
            for (step, distance) in steps.zip(solve.distances(world, &self.setting)) {
                self.measures[step].distance = distance;
            }
        }
        solve.rounds.len() as f64
    }

    /// Solve that contains a step; `None` before the first one.
    pub(super) fn solve_at(&self, step: usize) -> Option<&Solve> {
        self.solves.iter().rev().find(|solve| solve.first_step <= step)
    }

    /// Work up to a step; `None` if the frame was not recorded from its start.
    pub(super) fn work(&self, step: usize) -> Option<&Work> {
        self.work.as_ref()?.get(step)
    }

    /// History of a frame with only its last step recorded, without a direct solution; `before` is the state
    /// before that step.
    pub fn of_last_step(before: World, setting: Arc<Setting>, names: Names) -> Self {
        let mut history = Self::new(before.clone(), setting, names);
        let solve = history.new_solve(&before, None);
        history.solves.push(solve);
        history.work = None;
        history
    }

    /// New solve, whose rows are those of `world`, with its direct solution; `None` if it was not computed.
    fn new_solve(&self, world: &World, direct: Option<DirectSolution>) -> Solve {
        let free = velocities(world);
        let mut abandoned_rounds = None;
        let mut reference = None;
        match direct {
            Some(DirectSolution::Found { impulses, velocities: bodies }) => {
                let velocities: Vec<[f64; 3]> =
                    bodies.into_iter().map(|v| [v.linear.x, v.linear.y, v.angular]).collect();
                let rows = world.constraints.iter().zip(&impulses).map(|(row, impulse)| (row, *impulse));
                let least = self.objective(rows, &velocities, &free);
                reference = Some(Reference { impulses, velocities, least });
            }
            Some(DirectSolution::GaveUp(rounds)) => abandoned_rounds = Some(rounds),
            Some(DirectSolution::TooLarge) | None => {}
        }
        let rows = world.constraints.iter().enumerate();
        let names = rows.flat_map(|(i, row)| rows::row_names(i as u32, row, world, &self.names));
        let direct_impulses = reference.iter().flat_map(|reference| &reference.impulses);
        let direct_impulses: Vec<f64> = direct_impulses.flat_map(|impulse| impulse.to_array()).collect();
        let mut solve = Solve {
            first_step: self.steps,
            row_names: names.collect(),
            reference,
            abandoned_rounds,
            normals: rows::normals(world),
            free_velocities: free,
            changes: Vec::new(),
            is_traced: self.is_traced && !world.constraints.is_empty(),
            iterations: Vec::new(),
            rounds: Vec::new(),
            constraint_count: world.constraints.len(),
            range: [0.0; 2],
        };
        direct_impulses.into_iter().for_each(|impulse| solve.include_in_range(impulse));
        solve
    }

    /// Objective `f(λ) = ½ λᵀ A λ + λᵀ (J v* + bias)`, J, which the direct solution minimizes. It is computed from the
    /// impulses of the rows, the velocities `now` that they produce, and the velocities `free` (`v*`) without impulses.
    ///
    /// With `now − v* = M⁻¹ Jᵀ λ`, the terms without bias and springs are a sum over bodies. A soft row adds the term
    /// of its spring, ½ γ λ² with `γ = K / a`.
    fn objective<'a>(
        &self,
        rows: impl Iterator<Item = (&'a Constraint, DVec2)>,
        now: &[[f64; 3]],
        free: &[[f64; 3]],
    ) -> f64 {
        let mut sum = 0.0;
        for ((now, free), body) in now.iter().zip(free).zip(&self.setting.bodies) {
            for (k, weight) in [body.mass, body.mass, body.inertia].into_iter().enumerate() {
                let change = now[k] - free[k];
                sum += weight * change * (0.5 * change + free[k]);
            }
        }
        for (row, impulse) in rows {
            sum += impulse.dot(row.bias);
            if let Some(a) = row.soft.filter(|a| *a > 0.0) {
                sum += 0.5 * (impulse.dot(row.effect(impulse)) / a);
            }
        }
        sum
    }

    /// Errors after a step that executed `phase`; `world.phase` is that of the next step. The gap of the objective f to
    /// its minimum f* is given as the speed `√(2(f − f*)/m)`, m/s, in which m is the mass of the moving bodies.
    fn measure(&self, world: &World, phase: Phase) -> Measure {
        if !matches!(phase, Phase::Prepare | Phase::WarmStart { .. } | Phase::Iterate { .. }) {
            return Measure::UNKNOWN;
        }
        let Some(solve) = self.solves.last() else { return Measure::UNKNOWN };
        let Some(reference) = &solve.reference else { return Measure::UNKNOWN };
        let now = velocities(world);
        let distance = velocity_error(&self.setting, &now, &reference.velocities);
        // New rows have not applied their impulses yet.
        let rows =
            world.constraints.iter().map(|row| (row, if phase == Phase::Prepare { DVec2::ZERO } else { row.impulse }));
        let gap = match world.phase {
            // During the warm start, some impulses are not applied yet.
            Phase::WarmStart { .. } => f64::NAN,
            _ => self.objective(rows, &now, &solve.free_velocities) - reference.least,
        };
        // A difference below the rounding error has no meaning.
        let rounding = GAP_ROUNDINGS * self.setting.epsilon * reference.least.abs();
        let mass = moving_mass(&self.setting);
        let gap_speed = if gap > rounding { (2.0 * gap / mass).sqrt() } else { f64::NAN };
        Measure { distance, gap_speed }
    }

    /// Returns the groups of steps on the timeline, after all steps.
    pub(super) fn finish_levels(&mut self) -> Vec<Level> {
        std::mem::replace(&mut self.levels, Levels::of("solve")).finish()
    }

    /// Plot points of a step, each a series and its value: distance (series 0) and gap of the objective (series 1),
    /// m/s. Unknown values have no point.
    pub(super) fn plot_points(&self, step: usize) -> Vec<(usize, f64)> {
        let Measure { distance, gap_speed } = self.measures.get(step).copied().unwrap_or(Measure::UNKNOWN);
        [distance, gap_speed].into_iter().enumerate().filter(|(_, value)| value.is_finite()).collect()
    }

    /// Convergence of the solve that contains a step: the distances after its steps, without those that are unknown.
    pub(super) fn curve(&self, step: usize) -> Vec<StepDistance> {
        let later = self.solves.partition_point(|solve| solve.first_step <= step);
        let from = later.checked_sub(1).map_or(usize::MAX, |last| self.solves[last].first_step);
        let until = self.solves.get(later).map_or(self.measures.len(), |next| next.first_step);
        (from..until.min(self.measures.len()))
            .map(|step| StepDistance { step, iterations: self.progress[step], distance: self.measures[step].distance })
            .filter(|point| point.iterations.is_finite() && point.distance.is_finite())
            .collect()
    }

    /// Number of rounds after which the direct solve for comparison was abandoned, if the solve begins with this step;
    /// `None` if it was not abandoned.
    pub(super) fn abandoned_rounds(&self, step: usize) -> Option<u32> {
        self.solves.iter().find(|solve| solve.first_step == step).and_then(|solve| solve.abandoned_rounds)
    }
}
