//! Traces of solves with few rows, which replace the table of changes: below the bar of each row, the impulse after
//! each iteration, one below the other, on the scale of the bars. So a trace shows how the impulse reaches the direct
//! solution or stops at a bound.

use glam::DVec3;

use super::CLAMP_BEAT;
use super::row_view::SAME;
use super::shown_rows::{ShownRows, SolvePosition};
use super::solve::Solve;
use crate::picture::{Form, Picture, Role};
use crate::snapshot::dynamics::Phase;

/// Largest number of rows of any solve in a run with traces; more traces would be too low to read.
pub const MOST_TRACED: usize = 4;

/// Height of all traces together, in rows.
const TOTAL_HEIGHT: f64 = 10.0;

/// Space above and below each trace, in rows.
const TRACE_MARGIN: f64 = 0.45;

/// Smallest distance between iteration numbers, in rows: the height of a text.
const NUMBERS_APART: f64 = 0.75;

/// Smallest distance between dots of a trace, in rows; closer ones would merge.
const DOTS_APART: f64 = 0.32;

/// Point of a picture of lanes: the value along x, the row along y.
pub(super) fn point(value: f64, row: f64) -> DVec3 {
    DVec3::new(value, row, 0.0)
}

/// Adds a line to a value that ends with a dot.
pub(super) fn add_stem(picture: &mut Picture, (role, key): (Role, String), [from, to]: [f64; 2], row: f64) {
    picture.segment(role, key.clone(), point(from, row), point(to, row));
    picture.point(role, key, point(to, row));
}

/// Layout of lanes with traces.
#[derive(Clone, Copy, Debug)]
pub(super) struct Traces {
    /// Height of one lane with its trace, in rows.
    pub lane_height: f64,
    /// Number of iterations, or of rounds of a direct solve.
    iterations: usize,
}

impl Traces {
    /// Layout for a solve; `None` if it has no traces.
    pub fn of(solve: &Solve) -> Option<Self> {
        let iterations = match solve.rounds.len() {
            0 => solve.iterations.len().checked_div(solve.constraint_count)?,
            rounds => rounds,
        };
        (solve.is_traced && iterations > 0)
            .then(|| Self { lane_height: 1.0 + TOTAL_HEIGHT / solve.row_names.len() as f64, iterations })
    }

    /// Position of the impulse after `done` iterations, in rows below the top of its lane.
    fn offset(&self, done: usize) -> f64 {
        1.0 + TRACE_MARGIN + (self.lane_height - 1.0 - 2.0 * TRACE_MARGIN) * done as f64 / self.iterations as f64
    }

    /// Distance between two iterations, in rows.
    fn spacing(&self) -> f64 {
        (self.offset(1) - self.offset(0)).max(f64::MIN_POSITIVE)
    }

    /// Adds the iteration numbers left of the trace of a lane that begins at `top`.
    pub fn add_iteration_numbers(&self, picture: &mut Picture, solve: &Solve, top: f64) {
        let steps = [1, 2, 5, 10, 20, 50, 100, 200, 500];
        let step = steps.into_iter().find(|step| *step as f64 * self.spacing() >= NUMBERS_APART).unwrap_or(1000);
        for done in (0..=self.iterations).step_by(step) {
            let middle = top + self.offset(done);
            let name = match done {
                0 => String::from("start"),
                _ if done == step => format!("{} {done}", solve.pass_noun()),
                _ => done.to_string(),
            };
            picture.lane(Role::Grid, "iteration", [middle - 0.5, middle + 0.5], name);
        }
    }

    /// Adds the whole path of a lane as a faint line, for a solve that is still to come.
    pub fn add_future(&self, picture: &mut Picture, solve: &Solve, lane: usize) {
        self.add_faint_path(picture, (solve, lane), 0);
    }

    /// Adds the path of a lane's impulses from iteration `from` on as a faint line.
    fn add_faint_path(&self, picture: &mut Picture, (solve, lane): (&Solve, usize), from: usize) {
        self.add_path(picture, (solve, lane), Role::Grid, from..self.iterations + 1);
    }

    /// Adds the trace of a lane: past iterations with dots, lines to the raw impulse where it was clamped, and future
    /// iterations as a faint line.
    pub fn add_trace(&self, picture: &mut Picture, shows: &ShownRows<'_>, solve: &Solve, lane: usize, beat: usize) {
        // Position corrections are shown by the bars only.
        if matches!(shows.phase, Some(Phase::Position { .. } | Phase::DirectPosition)) {
            return self.add_future(picture, solve, lane);
        }
        let constraint = solve.row_names[lane].constraint;
        let key = "trace";
        let has_begun = !matches!(shows.phase, Some(Phase::Prepare | Phase::WarmStart { .. }));
        let position = shows.position();
        let done = match position {
            _ if !has_begun => 0,
            None => self.iterations,
            // The current iteration is drawn once it is clamped.
            Some(SolvePosition { iteration, constraint: at }) => {
                iteration as usize + usize::from(constraint < at || constraint == at && beat >= CLAMP_BEAT)
            }
        };
        let top = lane as f64 * self.lane_height;
        self.add_faint_path(picture, (solve, lane), done);
        self.add_path(picture, (solve, lane), Role::Witness, 0..done + usize::from(has_begun));
        for i in (0..=done).filter(|i| has_begun && (self.spacing() >= DOTS_APART || *i == done)) {
            let is_current = position.is_some_and(|position| position.constraint == constraint);
            let role = if is_current && i == done && beat >= CLAMP_BEAT { Role::Simplex } else { Role::Witness };
            let y = top + self.offset(i);
            let [raw, to] = self.impulses(solve, lane, i);
            if (raw - to).abs() > SAME * raw.abs().max(to.abs()) {
                picture.segment(Role::Removed, "raw", point(to, y), point(raw, y));
                picture.point(Role::Removed, "raw", point(raw, y));
            }
            picture.point(role, key, point(to, y));
        }
    }

    /// Raw and clamped impulse of a lane after `done` iterations; both are the initial impulse for 0.
    fn impulses(&self, solve: &Solve, lane: usize, done: usize) -> [f64; 2] {
        let name = &solve.row_names[lane];
        if !solve.rounds.is_empty() {
            let found = done.checked_sub(1).map(|round| solve.rounds[round].impulses[name.constraint as usize]);
            return [found.unwrap_or_default().to_array()[usize::from(name.part)]; 2];
        }
        let last = done.saturating_sub(1);
        let iteration = &solve.iterations[last * solve.constraint_count + name.constraint as usize];
        let impulses = if done == 0 { [iteration.from; 2] } else { [iteration.raw, iteration.to] };
        impulses.map(|impulse| impulse.to_array()[usize::from(name.part)])
    }

    /// Adds the line through a lane's impulses after each number of `iterations`.
    fn add_path(
        &self,
        picture: &mut Picture,
        (solve, lane): (&Solve, usize),
        role: Role,
        iterations: std::ops::Range<usize>,
    ) {
        let points: Vec<_> = iterations
            .map(|done| point(self.impulses(solve, lane, done)[1], lane as f64 * self.lane_height + self.offset(done)))
            .collect();
        if points.len() > 1 {
            picture.add(role, "trace", Form::Polyline { points, closed: false });
        }
    }
}
