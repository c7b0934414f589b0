//! History of one frame of a world, collected while the frame is recorded: the iterations of each solve, the direct
//! solution of the same rows for comparison, and after every step the distance of the velocities from those of the
//! direct solution. The pictures of all steps take their data from here.

mod lanes;
mod progress;

use std::sync::Arc;

use contact_lens_model::ask::WorldSolver;
use contact_lens_model::snapshot::dynamics::{BodyVelocity, ByRow, Constraint, DirectSolution, Phase, Setting, World};
use glam::DVec2;

use self::progress::progress_after;
use super::direct_rounds;
use super::rows;
use super::solve::{Reference, Solve};
use super::velocity_causes::VelocityCauses;
use super::velocity_error::{moving_mass, velocity_error};
use super::work::Work;
use super::{Names, levels};
use crate::{Level, Levels, VelocityChanges};

/// Largest number of rows of a solve for which the direct solution is computed for comparison.
pub const MAX_REFERENCE_ROWS: usize = 160;

/// Rounding error of the gap of the objective, in units of `ε |f*|`, where `ε` is the machine epsilon and `f*` the
/// minimum of the objective: each row and each body adds a few roundings, and the largest compared solve has 160 rows.
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

/// Distance of a step's velocities from those of the direct solution: a point of the convergence chart.
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
    /// Number of recorded row steps: a step of the world that solves several rows counts once per row.
    row_steps: usize,
    /// Phase of the next step.
    next_phase: Phase,
    /// Errors after each step, in comparison with the direct solution.
    measures: Vec<Measure>,
    /// Number of completed iterations or rounds after each step, a fraction within an iteration; NaN outside of them.
    progress: Vec<f64>,
    /// Work on the bodies up to each step; `None` if the frame was not recorded from its start.
    work: Option<Vec<Work>>,
    /// Changes of the velocities by cause; `None` if the frame was not recorded from its start.
    velocity_causes: Option<VelocityCauses>,
    /// State after the previous step of the world.
    before: Arc<World>,
    /// Number of row steps before each step of the world.
    row_steps_before: Vec<usize>,
    /// Groups of the recorded steps on the timeline.
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
        let next_phase = start.phase;
        let work = Some(Vec::new());
        let velocity_causes = Some(VelocityCauses::at_start(&start));
        Self {
            setting,
            solves: Vec::new(),
            row_steps: 0,
            next_phase,
            measures: Vec::new(),
            progress: Vec::new(),
            work,
            velocity_causes,
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
        self.row_steps
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
        self.row_steps_before.push(self.row_steps);
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
        let phase = std::mem::replace(&mut self.next_phase, world.phase);
        if phase == Phase::Prepare {
            let is_sequential = self.setting.solver == WorldSolver::Sequential;
            let direct = if is_sequential { solve_directly() } else { None };
            self.solves.push(self.new_solve(world, direct));
        }
        let row_names = self.solves.last().map(|solve| &*solve.row_names);
        let titles = levels::group_titles(world, phase, self.setting.substeps, row_names);
        self.levels.add_step_in(titles);
        self.record_iteration(world, phase);
        let measure = self.measure(world, phase);
        self.measures.push(measure);
        let completed_rounds = self.record_round(world, phase);
        self.progress.push(progress_after(world, phase, completed_rounds));
        if let Some(work) = &mut self.work {
            let previous = work.last().copied().unwrap_or_else(|| Work::at_start(&self.before, &self.setting));
            work.push(previous.after_step(phase, &self.before, world, &self.setting));
        }
        if let Some(causes) = &mut self.velocity_causes {
            causes.add_step(phase, &self.before, world, &self.setting);
        }
        self.row_steps += 1;
    }

    /// Records the iteration of a constraint, if the step executed one.
    fn record_iteration(&mut self, world: &World, phase: Phase) {
        let Some(iteration) = world.iteration else { return };
        let Some(solve) = self.solves.last_mut() else { return };
        let row = &world.constraints[iteration.constraint as usize];
        // Impulses that correct positions do not extend the scale of the impulses.
        if !matches!(phase, Phase::Position { .. }) {
            for impulse in [iteration.to.x, iteration.to.y, iteration.raw.x, iteration.raw.y] {
                solve.include_in_range(impulse);
            }
            let limit = direct_rounds::friction_bound(world, row);
            if limit.is_finite() {
                solve.include_in_range(limit);
                solve.include_in_range(-limit);
            }
        }
        if matches!(phase, Phase::Iterate { .. }) {
            let velocity_change = row.effect(iteration.to - iteration.from) * row.softened();
            solve.changes.push(velocity_change.length() as f32);
            if solve.is_traced {
                solve.iterations.push(iteration);
            }
        }
    }

    /// Records a round of a direct solve, if the step executed one; the last round determines the distances of all
    /// rounds. Returns the number of completed rounds; `None` for other steps.
    fn record_round(&mut self, world: &World, phase: Phase) -> Option<usize> {
        if phase != Phase::Direct {
            return None;
        }
        let solve = self.solves.last_mut()?;
        if solve.constraint_count == 0 {
            return None;
        }
        let round = direct_rounds::current_round(world)?;
        solve.add_round(world, round);
        let is_last_round = world.round.is_none();
        if is_last_round {
            // The first step of the solve has zero impulses; the last step of each round is one of the last steps.
            let steps_of_rounds = self.row_steps + 1 - solve.rounds.len()..=self.row_steps;
            let steps = std::iter::once(solve.first_step).chain(steps_of_rounds);
            for (step, distance) in steps.zip(solve.distances(world, &self.setting)) {
                self.measures[step].distance = distance;
            }
        }
        Some(solve.rounds.len())
    }

    /// Solve that contains the row step of index `step`; `None` before the first solve.
    pub(super) fn solve_at(&self, step: usize) -> Option<&Solve> {
        self.solves.iter().rev().find(|solve| solve.first_step <= step)
    }

    /// Work on the bodies from the start of the frame to the end of a row step; `None` if the frame was not recorded
    /// from its start, and for a step that was not recorded.
    pub(super) fn work(&self, step: usize) -> Option<&Work> {
        self.work.as_ref()?.get(step)
    }

    /// Changes of a dynamic body's velocity by cause; `None` for other bodies, and if the frame was not recorded from
    /// its start.
    pub(super) fn velocity_changes(&self, body: &str) -> Option<VelocityChanges> {
        let index = self.names.bodies.iter().position(|name| name == body)?;
        self.velocity_causes.as_ref()?.of_body(index as u32, &self.before, &self.setting, &self.names)
    }

    /// History of a frame with only its last step recorded, without a direct solution; `before` is the state
    /// before that step.
    pub fn of_last_step(before: World, setting: Arc<Setting>, names: Names) -> Self {
        let mut history = Self::new(before.clone(), setting, names);
        let solve = history.new_solve(&before, None);
        history.solves.push(solve);
        history.work = None;
        history.velocity_causes = None;
        history
    }

    /// New solve, whose rows are those of `world`, with its direct solution; `None` if it was not computed.
    fn new_solve(&self, world: &World, direct: Option<DirectSolution>) -> Solve {
        let free_velocities = velocities(world);
        let mut reference = None;
        let mut abandoned_rounds = None;
        match direct {
            Some(DirectSolution::Found { impulses, velocities }) => {
                reference = Some(self.new_reference(world, impulses, &velocities, &free_velocities));
            }
            Some(DirectSolution::GaveUp(rounds)) => abandoned_rounds = Some(rounds),
            Some(DirectSolution::TooLarge) | None => {}
        }
        let rows = world.constraints.iter().enumerate();
        let row_names = rows.flat_map(|(i, row)| rows::row_names(i as u32, row, world, &self.names)).collect();
        let mut solve = Solve {
            first_step: self.row_steps,
            row_names,
            reference: None,
            abandoned_rounds,
            normals: rows::contact_normals(world),
            free_velocities,
            changes: Vec::new(),
            is_traced: self.is_traced && !world.constraints.is_empty(),
            iterations: Vec::new(),
            rounds: Vec::new(),
            constraint_count: world.constraints.len(),
            range: [0.0; 2],
        };
        for impulse in reference.iter().flat_map(|reference| &reference.impulses) {
            solve.include_in_range(impulse.x);
            solve.include_in_range(impulse.y);
        }
        solve.reference = reference;
        solve
    }

    /// Direct solution with its value of the objective. `impulses` are those of the constraints, N s or N m s,
    /// `velocities` and `free_velocities` the velocities of the bodies with and without these impulses.
    fn new_reference(
        &self,
        world: &World,
        impulses: Vec<DVec2>,
        velocities: &[BodyVelocity],
        free_velocities: &[[f64; 3]],
    ) -> Reference {
        let velocities: Vec<[f64; 3]> =
            velocities.iter().map(|velocity| [velocity.linear.x, velocity.linear.y, velocity.angular]).collect();
        let rows = world.constraints.iter().zip(&impulses).map(|(row, impulse)| (row, *impulse));
        let least = self.objective(rows, &velocities, free_velocities);
        Reference { impulses, velocities, least }
    }

    /// Objective `f(λ) = ½ λᵀ A λ + λᵀ (J v* + bias)`, joules, which the direct solution minimizes. The function takes
    /// the rows with their impulses `λ`, the velocities `now` that these impulses produce, and the velocities `free`
    /// (`v*`) without impulses: x and y, m/s, and angular, rad/s, by body.
    ///
    /// With `now − v* = M⁻¹ Jᵀ λ`, the terms without bias and springs are a sum over bodies:
    /// `Σ m Δ (½ Δ + v*)` with `Δ = now − v*`. A soft row adds the term of its spring, ½ γ λ² with `γ = K / a`.
    fn objective<'a>(
        &self,
        rows: impl Iterator<Item = (&'a Constraint, DVec2)>,
        now: &[[f64; 3]],
        free: &[[f64; 3]],
    ) -> f64 {
        let mut sum = 0.0;
        for ((now, free), body) in now.iter().zip(free).zip(&self.setting.bodies) {
            let masses = [body.mass, body.mass, body.inertia];
            for (component, mass) in masses.into_iter().enumerate() {
                let change = now[component] - free[component];
                sum += mass * change * (0.5 * change + free[component]);
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
        let are_applied = phase != Phase::Prepare;
        let rows = world.constraints.iter().map(|row| (row, if are_applied { row.impulse } else { DVec2::ZERO }));
        let is_warm_start = matches!(world.phase, Phase::WarmStart { .. });
        // During the warm start, some impulses are not applied yet, so the objective is unknown.
        let gap =
            if is_warm_start { f64::NAN } else { self.objective(rows, &now, &solve.free_velocities) - reference.least };
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

    /// Plot points of a step, each the index of a series and its value: distance (series 0) and gap of the objective
    /// (series 1), m/s. Unknown values have no point.
    pub(super) fn plot_points(&self, step: usize) -> Vec<(usize, f64)> {
        let Measure { distance, gap_speed } = self.measures.get(step).copied().unwrap_or(Measure::UNKNOWN);
        let series = [distance, gap_speed].into_iter().enumerate();
        series.filter(|(_, value)| value.is_finite()).collect()
    }

    /// Convergence of the solve that contains a step: the distances after its steps, without those that are unknown.
    /// Empty before the first solve.
    pub(super) fn curve(&self, step: usize) -> Vec<StepDistance> {
        let next_solve = self.solves.partition_point(|solve| solve.first_step <= step);
        let Some(solve) = next_solve.checked_sub(1) else { return Vec::new() };
        let first_step = self.solves[solve].first_step;
        let recorded_steps = self.measures.len();
        let end = self.solves.get(next_solve).map_or(recorded_steps, |next| next.first_step.min(recorded_steps));
        (first_step..end)
            .map(|step| StepDistance { step, iterations: self.progress[step], distance: self.measures[step].distance })
            .filter(|point| point.iterations.is_finite() && point.distance.is_finite())
            .collect()
    }

    /// Number of rounds after which the direct solve for comparison was abandoned, if a solve begins with this step;
    /// `None` if it was not abandoned, and for other steps.
    pub(super) fn abandoned_rounds(&self, step: usize) -> Option<u32> {
        let solve = self.solves.iter().find(|solve| solve.first_step == step)?;
        solve.abandoned_rounds
    }
}
