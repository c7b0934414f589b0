//! History of one frame: the iterations of each solve, the direct reference solution, and the distance of the
//! velocities from it after every step.

use std::ops::Range;
use std::sync::Arc;

use glam::DVec2;

use super::direct_rounds;
use super::notation::turns;
use super::rows::{self, RowName, RowShown};
use super::shown_rows::ShownRows;
use super::solve::{Reference, Solve};
use super::velocity_error::{moving_mass, velocity_error};
use super::work::Work;
use super::{Names, has_rows, levels};
use crate::ask::WorldSolver;
use crate::lesson::{Level, Levels};
use crate::snapshot::dynamics::{Bounds, ByRow, Constraint, Phase, Reference as Direct, Setting, World};

/// Largest number of rows with a direct reference solution.
pub const MOST_REFERRED: usize = 160;

/// Largest number of iterations shown, centered on the current one.
const MOST_COLUMNS: u32 = 60;

/// All solves of a frame.
#[derive(Debug)]
pub struct History {
    setting: Arc<Setting>,
    solves: Vec<Solve>,
    /// Number of steps seen; a step that solves several rows counts once per row.
    steps: usize,
    /// Phase of the next step.
    next: Phase,
    /// Distance of the velocities and remaining objective after each step; see [`History::measured`].
    left: Vec<[f64; 2]>,
    /// Number of completed iterations after each step; NaN outside of the iterations.
    progress: Vec<f64>,
    /// Work on the bodies up to each step; `None` if the frame was not seen from its start.
    work: Option<Vec<Work>>,
    /// State after the previous step.
    before: Arc<World>,
    /// Number of row steps before each step of the world.
    starts: Vec<usize>,
    levels: Levels,
    names: Names,
    /// Whether all solves of the run have few enough rows for traces.
    is_traced: bool,
}

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
            left: Vec::new(),
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

    pub(super) fn names(&self) -> &Names {
        &self.names
    }

    /// Adds the state after one more step of the world, split into row steps. Calls `reference` at the start of a solve
    /// for the direct solution.
    pub fn see(&mut self, world: World, reference: impl FnOnce() -> Direct) {
        let setting = Arc::clone(&self.setting);
        let before = Arc::clone(&self.before);
        let step = ByRow::new(&before, &world, &setting);
        self.starts.push(self.steps);
        let mut now = step.start();
        let mut reference = Some(reference);
        for row in 0..step.steps() {
            step.advance(&mut now, row);
            self.see_row(&now, || reference.take().map_or(Direct::TooLarge, |reference| reference()));
        }
        self.before = Arc::new(world);
    }

    fn see_row(&mut self, world: &World, reference: impl FnOnce() -> Direct) {
        let did = std::mem::replace(&mut self.next, world.phase);
        if did == Phase::Prepare {
            let sequential = self.setting.solver == WorldSolver::Sequential;
            let referred = if sequential { reference() } else { Direct::TooLarge };
            self.solves.push(self.solve(world, referred));
        }
        let level = levels::of(world, did, self.setting.substeps, self.solves.last().map(|solve| &*solve.names));
        self.levels.add_step_in(level);
        self.iterated(world, did);
        let measured = self.measured(world, did);
        self.left.push(measured);
        let rounds = self.round(world, did);
        self.progress.push(match did {
            Phase::Prepare => 0.0,
            Phase::WarmStart { at } if at as usize + 1 == world.constraints.len() => 0.0,
            Phase::Iterate { iteration, at } => {
                f64::from(iteration) + f64::from(at + 1) / world.constraints.len() as f64
            }
            Phase::Direct => rounds,
            _ => f64::NAN,
        });
        if let Some(all) = &mut self.work {
            let so_far = all.last().copied().unwrap_or_else(|| Work::at(&self.before, &self.setting));
            all.push(so_far.after(did, &self.before, world, &self.setting));
        }
        self.steps += 1;
    }

    fn iterated(&mut self, world: &World, did: Phase) {
        if let (Some(iteration), Some(solve)) = (world.iteration, self.solves.last_mut()) {
            let row = &world.constraints[iteration.at as usize];
            if !matches!(did, Phase::Position { .. }) {
                let limit = Some(direct_rounds::friction_bound(world, row)).filter(|limit| limit.is_finite());
                let impulses = iteration.to.to_array().into_iter().chain(iteration.raw.to_array());
                for part in impulses.chain(limit).chain(limit.map(|limit| -limit)) {
                    solve.range = [solve.range[0].min(part), solve.range[1].max(part)];
                }
            }
            if matches!(did, Phase::Iterate { .. }) {
                solve.changes.push((row.effect(iteration.to - iteration.from) * row.softened()).length() as f32);
                solve.iterations.extend(solve.is_traced.then_some(iteration));
            }
        }
    }

    /// Adds a round of a direct solve; the last round determines the distances of all. Returns the number of completed
    /// rounds.
    fn round(&mut self, world: &World, did: Phase) -> f64 {
        let solve = self.solves.last_mut().filter(|solve| did == Phase::Direct && solve.constraints > 0);
        let Some((solve, round)) = solve.zip(direct_rounds::found(world)) else { return f64::NAN };
        solve.add(world, round);
        if world.round.is_none() {
            let steps = std::iter::once(solve.from).chain(self.steps + 1 - solve.rounds.len()..=self.steps);
            for (step, distance) in steps.zip(solve.distances(world, &self.setting)) {
                self.left[step][0] = distance;
            }
        }
        solve.rounds.len() as f64
    }

    /// Solve that contains a step.
    pub(super) fn solve_at(&self, step: usize) -> Option<&Solve> {
        self.solves.iter().rev().find(|solve| solve.from <= step)
    }

    /// Work up to a step; `None` if it was not seen.
    pub(super) fn work(&self, step: usize) -> Option<&Work> {
        self.work.as_ref()?.get(step)
    }

    /// History of a frame whose last step alone is recorded; `before` is the state before that step. There is no
    /// reference.
    pub fn of_end(before: World, setting: Arc<Setting>, names: Names) -> Self {
        let mut history = Self::new(before.clone(), setting, names);
        let solve = history.solve(&before, Direct::TooLarge);
        history.solves.push(solve);
        history.work = None;
        history
    }

    /// New solve with its reference solution.
    fn solve(&self, world: &World, referred: Direct) -> Solve {
        let free = velocities(world);
        let mut range = [0.0_f64, 0.0_f64];
        let (referred, gave_up) = match referred {
            Direct::Found { impulses, velocities } => (Some((impulses, velocities)), None),
            Direct::TooLarge => (None, None),
            Direct::GaveUp(rounds) => (None, Some(rounds)),
        };
        let reference = referred.map(|(impulses, bodies)| {
            for impulse in impulses.iter().flat_map(|impulse| impulse.to_array()) {
                range = [range[0].min(impulse), range[1].max(impulse)];
            }
            let velocities: Vec<[f64; 3]> = bodies.into_iter().map(|(v, spin)| [v.x, v.y, spin]).collect();
            let rows = world.constraints.iter().zip(&impulses).map(|(row, impulse)| (row, *impulse));
            let least = self.gained(rows, &velocities, &free);
            Reference { impulses, velocities, least }
        });
        let rows = world.constraints.iter().enumerate();
        let names = rows.flat_map(|(i, row)| rows::row_names(i as u32, row, world, &self.names));
        Solve {
            from: self.steps,
            names: names.collect(),
            reference,
            gave_up,
            normals: rows::normals(world),
            free,
            changes: Vec::new(),
            is_traced: self.is_traced && !world.constraints.is_empty(),
            iterations: Vec::new(),
            rounds: Vec::new(),
            constraints: world.constraints.len(),
            range,
        }
    }

    /// Objective `f(λ) = ½ λᵀ A λ + λᵀ (J v* + bias)`, from the impulses and the velocities that they produced.
    fn gained<'a>(
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

    /// Distance of the velocities from the direct solution, m/s, and the remaining gain `√(2(f − f*)/m)` of the
    /// objective, in which m is the mass of the moving bodies; NaN where unknown.
    fn measured(&self, world: &World, did: Phase) -> [f64; 2] {
        let solving = matches!(did, Phase::Prepare | Phase::WarmStart { .. } | Phase::Iterate { .. });
        let Some((solve, reference)) =
            self.solves.last().filter(|_| solving).and_then(|solve| Some((solve, solve.reference.as_ref()?)))
        else {
            return [f64::NAN; 2];
        };
        let now = velocities(world);
        let distance = velocity_error(&self.setting, &now, &reference.velocities);
        // New rows have not applied their impulses yet.
        let rows =
            world.constraints.iter().map(|row| (row, if did == Phase::Prepare { DVec2::ZERO } else { row.impulse }));
        let rest = match world.phase {
            // During the warm start, some impulses are not applied yet.
            Phase::WarmStart { .. } => f64::NAN,
            _ => self.gained(rows, &now, &solve.free) - reference.least,
        };
        // A difference below the rounding error has no meaning.
        let rounding = 256.0 * self.setting.epsilon * reference.least.abs();
        let mass = moving_mass(&self.setting);
        [distance, if rest > rounding { (2.0 * rest / mass).sqrt() } else { f64::NAN }]
    }

    /// Levels of the timeline, after all steps.
    pub(super) fn done(&mut self) -> Vec<Level> {
        std::mem::replace(&mut self.levels, Levels::of("solve")).finish()
    }

    pub(super) fn points(&self, step: usize) -> Vec<(usize, f64)> {
        let of = self.left.get(step).copied().unwrap_or([f64::NAN; 2]);
        of.into_iter().enumerate().filter(|(_, value)| value.is_finite()).collect()
    }

    /// Convergence of the solve that contains a step: step, number of completed iterations, distance from the direct
    /// solution.
    pub(super) fn curve(&self, step: usize) -> impl Iterator<Item = (usize, f64, f64)> {
        let later = self.solves.partition_point(|solve| solve.from <= step);
        let from = later.checked_sub(1).map_or(usize::MAX, |last| self.solves[last].from);
        let until = self.solves.get(later).map_or(self.left.len(), |next| next.from);
        (from..until.min(self.left.len()))
            .map(|step| (step, self.progress[step], self.left[step][0]))
            .filter(|(_, x, value)| x.is_finite() && value.is_finite())
    }

    /// Number of rounds after which the reference solve that begins with this step was abandoned; `None` if it was not.
    pub(super) fn gave_up(&self, step: usize) -> Option<u32> {
        self.solves.iter().find(|solve| solve.from == step).and_then(|solve| solve.gave_up)
    }

    /// Data of a step for its pictures.
    pub(super) fn shown<'a>(&'a self, step: usize, after: &'a World, did: Phase) -> ShownRows<'a> {
        let solve = self.solve_at(step).filter(|_| has_rows(Some(did)));
        let Some(solve) = solve.filter(|_| !after.constraints.is_empty()) else {
            let coming = self.solves.iter().find(|solve| solve.from > step && !solve.names.is_empty());
            let columns = coming.map_or(0..0, |solve| self.columns(solve, None));
            return ShownRows { step, after: Some(after), did: Some(did), coming, columns, ..ShownRows::default() };
        };
        let iteration = after.iteration;
        let number = match did {
            Phase::Iterate { iteration, .. } => Some(iteration),
            Phase::Direct => direct_rounds::number(after),
            _ => None,
        };
        let here = iteration
            .map(|iteration| iteration.at)
            .or_else(|| solve.most_changed(number.filter(|_| did == Phase::Direct)?))
            .map_or(0..0, |at| rows_of_constraint(&solve.names, at));
        let lanes = rows::lanes(&solve.names, &here);
        let at = lanes.partition_point(|lane| lane.end <= here.start);
        let (window, note) = rows::window(&lanes, at, solve.names.len(), true);
        let positions = matches!(did, Phase::Position { .. } | Phase::DirectPosition);
        let shown = lanes[window.clone()]
            .iter()
            .filter_map(|lane| {
                let rows = solve.names[lane.clone()].iter().map(|name| self.row(name, solve, after, positions));
                if lane.len() == 1 { rows.into_iter().next() } else { rows::closed(rows.collect(), after) }
            })
            .collect();
        let columns = self.columns(solve, number);
        ShownRows {
            step,
            after: Some(after),
            before: None,
            did: Some(did),
            solve: Some(solve),
            coming: None,
            iteration,
            lit: at.saturating_sub(window.start)..(at + here.len()).saturating_sub(window.start),
            rows: shown,
            pending: match did {
                Phase::Prepare => 0,
                Phase::WarmStart { at } => at + 1,
                _ => u32::MAX,
            },
            window: note,
            colored: false,
            number,
            columns,
        }
    }

    fn columns(&self, solve: &Solve, number: Option<u32>) -> Range<u32> {
        let all = (solve.changes.len() / solve.constraints.max(1)) as u32;
        let from = number.unwrap_or(0).saturating_sub(MOST_COLUMNS / 2).min(all.saturating_sub(MOST_COLUMNS));
        from..all.min(from + MOST_COLUMNS)
    }

    fn row(&self, name: &RowName, solve: &Solve, world: &World, positions: bool) -> RowShown {
        let row = &world.constraints[name.constraint as usize];
        let part = usize::from(name.part);
        let normal = match row.bounds {
            Bounds::Friction { normal, .. } => world.constraints[normal as usize].impulse.x,
            _ => 0.0,
        };
        let found = world.round.as_ref().filter(|_| !positions);
        let so_far = found.map_or(row.impulse, |round| round.impulses[name.constraint as usize]);
        let held = found.map(|round| round.friction_bounds[name.constraint as usize]).filter(|held| held.is_finite());
        let impulse = if positions { row.position_impulse } else { so_far };
        let bias = if positions { row.position_bias.unwrap_or_default() } else { row.bias };
        RowShown {
            name: name.clone(),
            impulse: impulse.to_array()[part],
            bounds: held.map_or_else(|| row.interval(normal), |held| [-held, held]),
            direct: solve
                .reference
                .as_ref()
                .map(|reference| reference.impulses[name.constraint as usize].to_array()[part]),
            turns: turns(row),
            k: row.k[2 * part],
            bias: bias.to_array()[part],
            error: row.error.to_array()[part],
            members: name.constraint..name.constraint + 1,
        }
    }
}

/// Rows of constraint `at`.
fn rows_of_constraint(names: &[RowName], at: u32) -> Range<usize> {
    let from = names.partition_point(|name| name.constraint < at);
    from..names.partition_point(|name| name.constraint <= at)
}

impl Solve {
    /// Change by a constraint in an iteration, m/s; `None` if the solve does not have it.
    pub fn change(&self, iteration: u32, constraint: u32) -> Option<f64> {
        self.changes.get(iteration as usize * self.constraints + constraint as usize).map(|x| f64::from(*x))
    }
}
