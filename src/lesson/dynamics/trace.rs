//! Traces of the impulses of a solve with few rows. Below the bar of each row, the trace has a dot for the impulse
//! after each iteration, one below the other, on the scale of the bars, so that it shows how the impulse reaches the
//! direct solution or stops at a bound. Solves with more rows have a table of velocity changes instead
//! ([`super::lanes`]).

use std::ops::Range;

use contact_lens_model::snapshot::dynamics::Phase;
use contact_lens_picture::{Form, Picture, Role};
use glam::{DVec2, DVec3};

use super::iteration_beat::IterationBeat;
use super::row_view::IMPULSE_TOLERANCE;
use super::shown_rows::{ShownRows, SolvePosition};
use super::solve::Solve;

/// Largest number of rows of any solve in a run with traces; more traces would be too low to read.
pub const MOST_TRACED: usize = 4;

/// Height of all traces together, in rows.
const TOTAL_HEIGHT: f64 = 10.0;

/// Mark id of the traces.
const TRACE: &str = "trace";

/// Space above and below each trace, in rows.
const TRACE_MARGIN: f64 = 0.45;

/// Smallest distance between iteration numbers, in rows: the height of a text.
const NUMBERS_APART: f64 = 0.75;

/// Smallest distance between dots of a trace, in rows; closer ones would merge.
const DOTS_APART: f64 = 0.32;

/// Largest number of iterations between two iteration numbers, for solves with very many iterations.
const LARGEST_NUMBER_STEP: usize = 1000;

/// Point of a picture of lanes: the value along x, the row along y, from the top.
pub(super) fn point(value: f64, row: f64) -> DVec3 {
    DVec3::new(value, row, 0.0)
}

/// Adds a line from one value to another, with a dot at the second one, at the vertical position `row`.
pub(super) fn add_stem(picture: &mut Picture, role: Role, key: String, [from, to]: [f64; 2], row: f64) {
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
        if !solve.is_traced || iterations == 0 {
            return None;
        }
        // The bar has a height of one row.
        let lane_height = 1.0 + TOTAL_HEIGHT / solve.row_names.len() as f64;
        Some(Self { lane_height, iterations })
    }

    /// Position of the impulse after `done` iterations, in rows below the top of its lane: below the bar, which has a
    /// height of one row.
    fn offset(&self, done: usize) -> f64 {
        1.0 + TRACE_MARGIN + (self.lane_height - 1.0 - 2.0 * TRACE_MARGIN) * done as f64 / self.iterations as f64
    }

    /// Distance between two iterations, in rows; positive.
    fn spacing(&self) -> f64 {
        (self.offset(1) - self.offset(0)).max(f64::MIN_POSITIVE)
    }

    /// Adds the iteration numbers left of the trace of a lane that begins at `top`.
    pub fn add_iteration_numbers(&self, picture: &mut Picture, solve: &Solve, top: f64) {
        let steps = [1, 2, 5, 10, 20, 50, 100, 200, 500];
        let smallest_readable = steps.into_iter().find(|step| *step as f64 * self.spacing() >= NUMBERS_APART);
        let step = smallest_readable.unwrap_or(LARGEST_NUMBER_STEP);
        for done in (0..=self.iterations).step_by(step) {
            let middle = top + self.offset(done);
            // Only the first number has its noun.
            let name = if done == 0 {
                String::from("start")
            } else if done == step {
                format!("{} {done}", solve.pass_noun())
            } else {
                done.to_string()
            };
            picture.lane(Role::Grid, "iteration", [middle - 0.5, middle + 0.5], name);
        }
    }

    /// Adds the whole path of a lane as a faint line, for a solve that is still to come.
    pub fn add_future(&self, picture: &mut Picture, solve: &Solve, lane: usize) {
        self.add_path(picture, solve, lane, Role::Grid, 0..self.iterations + 1);
    }

    /// Adds the trace of a lane: past iterations with dots, lines to the raw impulse where it was clamped, and future
    /// iterations as a faint line.
    pub fn add_trace(
        &self,
        picture: &mut Picture,
        shows: &ShownRows<'_>,
        solve: &Solve,
        lane: usize,
        beat: IterationBeat,
    ) {
        // Before the first iteration, all impulses are future ones. Position corrections are shown by the bars only.
        let is_before_iterations = matches!(shows.phase, Some(Phase::Prepare | Phase::WarmStart { .. }));
        if is_before_iterations || matches!(shows.phase, Some(Phase::Position { .. } | Phase::DirectPosition)) {
            return self.add_future(picture, solve, lane);
        }
        let constraint = solve.row_names[lane].constraint;
        let top = lane as f64 * self.lane_height;
        let position = shows.position();
        let done = self.completed_iterations(position, constraint, beat);
        self.add_path(picture, solve, lane, Role::Grid, done..self.iterations + 1);
        self.add_path(picture, solve, lane, Role::Witness, 0..done + 1);
        let is_current = position.is_some_and(|position| position.constraint == constraint);
        let has_room_for_dots = self.spacing() >= DOTS_APART;
        for i in (0..=done).filter(|i| has_room_for_dots || *i == done) {
            let is_newest = is_current && i == done && beat >= IterationBeat::Clamp;
            let role = if is_newest { Role::Simplex } else { Role::Witness };
            let y = top + self.offset(i);
            let TracedImpulse { raw, clamped } = self.impulse_after(solve, lane, i);
            if (raw - clamped).abs() > IMPULSE_TOLERANCE * raw.abs().max(clamped.abs()) {
                picture.segment(Role::Removed, "raw", point(clamped, y), point(raw, y));
                picture.point(Role::Removed, "raw", point(raw, y));
            }
            picture.point(role, TRACE, point(clamped, y));
        }
    }

    /// Number of iterations whose impulse of a constraint is known at a beat of the iteration at `position`; all after
    /// the iterations, where `position` is `None`. The current iteration counts once its impulse is clamped.
    fn completed_iterations(&self, position: Option<SolvePosition>, constraint: u32, beat: IterationBeat) -> usize {
        let Some(SolvePosition { iteration, constraint: current }) = position else { return self.iterations };
        let is_solved = constraint < current || constraint == current && beat >= IterationBeat::Clamp;
        iteration as usize + usize::from(is_solved)
    }

    /// Impulse of a lane after `done` iterations; for 0, both values are the initial impulse. Rounds do not clamp.
    fn impulse_after(&self, solve: &Solve, lane: usize, done: usize) -> TracedImpulse {
        let name = &solve.row_names[lane];
        let constraint = name.constraint as usize;
        let last = done.checked_sub(1);
        if !solve.rounds.is_empty() {
            let impulse = last.map_or(DVec2::ZERO, |round| solve.rounds[round].impulses[constraint]);
            let impulse = name.component_of(impulse);
            return TracedImpulse { raw: impulse, clamped: impulse };
        }
        match last {
            Some(last) => {
                let iteration = &solve.iterations[last * solve.constraint_count + constraint];
                TracedImpulse { raw: name.component_of(iteration.raw), clamped: name.component_of(iteration.to) }
            }
            None => {
                let initial = name.component_of(solve.iterations[constraint].from);
                TracedImpulse { raw: initial, clamped: initial }
            }
        }
    }

    /// Adds the line through a lane's impulses after each number of `iterations`; nothing for a single number.
    fn add_path(&self, picture: &mut Picture, solve: &Solve, lane: usize, role: Role, iterations: Range<usize>) {
        let top = lane as f64 * self.lane_height;
        let points: Vec<DVec3> = iterations
            .map(|done| point(self.impulse_after(solve, lane, done).clamped, top + self.offset(done)))
            .collect();
        if points.len() > 1 {
            picture.add(role, TRACE, Form::Polyline { points, closed: false });
        }
    }
}

/// Impulse of a row after an iteration, N s or N m s.
struct TracedImpulse {
    /// Impulse before it was clamped to its bounds.
    raw: f64,
    /// Impulse after it was clamped.
    clamped: f64,
}
