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
use crate::snapshot::dynamics::{ByRow, Constraint, Phase, Reference as Direct, Setting, World};

/// Largest number of rows of a solve for which the direct solution is computed for comparison.
pub const MAX_REFERENCE_ROWS: usize = 160;

/// All solves of a frame.
#[derive(Debug)]
pub struct History {
    setting: Arc<Setting>,
    /// Solves of the frame, in order.
    solves: Vec<Solve>,
    /// Number of row steps so far: a step of the world that solves several rows counts once per row.
    steps: usize,
    /// Phase of the next step.
    next: Phase,
    /// Distance of the velocities and remaining gain of the objective after each step, m/s; see [`History::measure`].
    measures: Vec<[f64; 2]>,
    /// Number of completed iterations after each step; NaN outside of the iterations.
    progress: Vec<f64>,
    /// Work on the bodies up to each step; `None` if the frame was not recorded from its start.
    work: Option<Vec<Work>>,
    /// State after the previous step.
    before: Arc<World>,
    /// Number of row steps before each step of the world.
    starts: Vec<usize>,
    /// Groups of the steps so far on the timeline.
    levels: Levels,
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
            starts: Vec::new(),
            levels,
            names,
            is_traced: false,
        }
    }

    /// Enables traces, for a run whose solves all have at most [`MOST_TRACED`](super::MOST_TRACED) rows.
    pub fn traced(self) -> Self {
        Self { is_traced: true, ..self }
    }

    /// Number of row steps before each step of the world, and the total number.
    pub(super) fn starts(&self) -> (Vec<usize>, usize) {
        (self.starts.clone(), self.steps)
    }

    /// Names of the bodies and joints.
    pub(super) fn names(&self) -> &Names {
        &self.names
    }

    /// Adds the state after one more step of the world, split into row steps. `reference` computes the direct solution;
    /// it is called at the start of a solve.
    pub fn add_state(&mut self, world: World, reference: impl FnOnce() -> Direct) {
        let setting = Arc::clone(&self.setting);
        let before = Arc::clone(&self.before);
        let step = ByRow::new(&before, &world, &setting);
        self.starts.push(self.steps);
        let mut now = step.start();
        let mut reference = Some(reference);
        for row in 0..step.steps() {
            step.advance(&mut now, row);
            self.add_row_step(&now, || reference.take().map_or(Direct::TooLarge, |reference| reference()));
        }
        self.before = Arc::new(world);
    }

    /// Adds the state after one more row step.
    fn add_row_step(&mut self, world: &World, reference: impl FnOnce() -> Direct) {
        let phase = std::mem::replace(&mut self.next, world.phase);
        if phase == Phase::Prepare {
            let sequential = self.setting.solver == WorldSolver::Sequential;
            let direct = if sequential { reference() } else { Direct::TooLarge };
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
            Phase::WarmStart { at } if at as usize + 1 == world.constraints.len() => 0.0,
            Phase::Iterate { iteration, at } => {
                f64::from(iteration) + f64::from(at + 1) / world.constraints.len() as f64
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
            let row = &world.constraints[iteration.at as usize];
            if !matches!(phase, Phase::Position { .. }) {
                let limit = Some(direct_rounds::friction_bound(world, row)).filter(|limit| limit.is_finite());
                let impulses = iteration.to.to_array().into_iter().chain(iteration.raw.to_array());
                for value in impulses.chain(limit).chain(limit.map(|limit| -limit)) {
                    solve.range = [solve.range[0].min(value), solve.range[1].max(value)];
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
            let steps = std::iter::once(solve.first_step).chain(self.steps + 1 - solve.rounds.len()..=self.steps);
            for (step, distance) in steps.zip(solve.distances(world, &self.setting)) {
                self.measures[step][0] = distance;
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

    /// History of a frame of which only the last step is recorded, without a direct solution; `before` is the state
    /// before that step.
    pub fn of_end(before: World, setting: Arc<Setting>, names: Names) -> Self {
        let mut history = Self::new(before.clone(), setting, names);
        let solve = history.new_solve(&before, Direct::TooLarge);
        history.solves.push(solve);
        history.work = None;
        history
    }

    /// New solve, whose rows are those of `world`, with its direct solution.
    fn new_solve(&self, world: &World, direct: Direct) -> Solve {
        let free = velocities(world);
        let mut range = [0.0_f64, 0.0_f64];
        let (solution, abandoned_rounds) = match direct {
            Direct::Found { impulses, velocities } => (Some((impulses, velocities)), None),
            Direct::TooLarge => (None, None),
            Direct::GaveUp(rounds) => (None, Some(rounds)),
        };
        let reference = solution.map(|(impulses, bodies)| {
            for impulse in impulses.iter().flat_map(|impulse| impulse.to_array()) {
                range = [range[0].min(impulse), range[1].max(impulse)];
            }
            let velocities: Vec<[f64; 3]> = bodies.into_iter().map(|(v, spin)| [v.x, v.y, spin]).collect();
            let rows = world.constraints.iter().zip(&impulses).map(|(row, impulse)| (row, *impulse));
            let least = self.objective(rows, &velocities, &free);
            Reference { impulses, velocities, least }
        });
        let rows = world.constraints.iter().enumerate();
        let names = rows.flat_map(|(i, row)| rows::row_names(i as u32, row, world, &self.names));
        Solve {
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
            range,
        }
    }

    /// Objective `f(λ) = ½ λᵀ A λ + λᵀ (J v* + bias)`, J, which the direct solution minimizes: computed from the
    /// impulses of the rows, the velocities `now` that they produce, and the velocities `free` (`v*`) without impulses.
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

    /// Distance of the velocities from the direct solution, m/s, and the remaining gain of the objective as a speed,
    /// `√(2(f − f*)/m)`, m/s, in which m is the mass of the moving bodies; NaN where unknown.
    fn measure(&self, world: &World, phase: Phase) -> [f64; 2] {
        let solving = matches!(phase, Phase::Prepare | Phase::WarmStart { .. } | Phase::Iterate { .. });
        let Some((solve, reference)) =
            self.solves.last().filter(|_| solving).and_then(|solve| Some((solve, solve.reference.as_ref()?)))
        else {
            return [f64::NAN; 2];
        };
        let now = velocities(world);
        let distance = velocity_error(&self.setting, &now, &reference.velocities);
        // New rows have not applied their impulses yet.
        let rows =
            world.constraints.iter().map(|row| (row, if phase == Phase::Prepare { DVec2::ZERO } else { row.impulse }));
        let remaining = match world.phase {
            // During the warm start, some impulses are not applied yet.
            Phase::WarmStart { .. } => f64::NAN,
            _ => self.objective(rows, &now, &solve.free_velocities) - reference.least,
        };
        // A difference below the rounding error has no meaning.
        let rounding = 256.0 * self.setting.epsilon * reference.least.abs();
        let mass = moving_mass(&self.setting);
        [distance, if remaining > rounding { (2.0 * remaining / mass).sqrt() } else { f64::NAN }]
    }

    /// Returns the groups of steps on the timeline, after all steps.
    pub(super) fn finish_levels(&mut self) -> Vec<Level> {
        std::mem::replace(&mut self.levels, Levels::of("solve")).finish()
    }

    /// Plot points of a step: distance (series 0) and remaining gain (series 1), m/s, where known.
    pub(super) fn plot_points(&self, step: usize) -> Vec<(usize, f64)> {
        let measures = self.measures.get(step).copied().unwrap_or([f64::NAN; 2]);
        measures.into_iter().enumerate().filter(|(_, value)| value.is_finite()).collect()
    }

    /// Convergence of the solve that contains a step: for each of its steps, the step, the number of completed
    /// iterations, and the distance of the velocities from the direct solution, m/s.
    pub(super) fn curve(&self, step: usize) -> impl Iterator<Item = (usize, f64, f64)> {
        let later = self.solves.partition_point(|solve| solve.first_step <= step);
        let from = later.checked_sub(1).map_or(usize::MAX, |last| self.solves[last].first_step);
        let until = self.solves.get(later).map_or(self.measures.len(), |next| next.first_step);
        (from..until.min(self.measures.len()))
            .map(|step| (step, self.progress[step], self.measures[step][0]))
            .filter(|(_, x, value)| x.is_finite() && value.is_finite())
    }

    /// Number of rounds after which the direct solve for comparison was abandoned, if the solve begins with this step;
    /// `None` if it was not abandoned.
    pub(super) fn abandoned_rounds(&self, step: usize) -> Option<u32> {
        self.solves.iter().find(|solve| solve.first_step == step).and_then(|solve| solve.abandoned_rounds)
    }
}
