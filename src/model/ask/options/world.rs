//! Options of a world: time steps, the contact solver and its parameters.

#![allow(missing_docs, reason = "the row of a field describes it")]

use crate::ask::{Clamp, Dimension, Field, Options, PositionMode, Range, SolveOrder, Unit, Value, WorldSolver};
use crate::option_row as row;

/// Upper bound of the magnitude of each number of a world, far above any use: products of four such numbers stay finite
/// in `f32`.
pub const LARGEST: f64 = 1e9;

/// Options of the rigid-body simulation of a 2D world.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WorldOptions {
    pub time_step: Option<f64>,
    pub steps: Option<u32>,
    pub substeps: Option<u32>,
    pub solver: WorldSolver,
    pub iterations: Option<u32>,
    pub warm_start: Option<bool>,
    pub clamp: Option<Clamp>,
    pub order: SolveOrder,
    pub position: PositionMode,
    pub beta: Option<f64>,
    pub slop: Option<f64>,
    pub contact_frequency: Option<f64>,
    pub contact_damping_ratio: Option<f64>,
    pub restitution_threshold: Option<f64>,
    pub speculative: Option<f64>,
}

/// Reason why a field may not be set; `None` if it may.
type Conflict = Option<&'static str>;

/// Returns the conflict of an option of the iterations with the direct solver, which has no iterations.
fn conflict_with_direct(options: &WorldOptions, _: Dimension) -> Conflict {
    let is_direct = options.solver == WorldSolver::Direct;
    is_direct.then_some("has no effect with `solver: direct`, which solves the whole system at once")
}

/// Returns the conflict of `warm_start` with the direct solver, and with a clamp that never starts warm.
fn conflict_with_cold_start(options: &WorldOptions, dimension: Dimension) -> Conflict {
    let starts_cold = options.clamp == Some(Clamp::Each) && options.warm_start == Some(true);
    let reason = starts_cold.then_some("must not be true with `clamp: each`, which never starts warm");
    conflict_with_direct(options, dimension).or(reason)
}

/// Returns the conflict of an option of contact springs with a position mode that has no springs.
fn conflict_without_springs(options: &WorldOptions, _: Dimension) -> Conflict {
    (options.position != PositionMode::Soft).then_some("has no effect without `position: soft`")
}

/// Range of numbers above 0.
const POSITIVE: Range = Range::POSITIVE.up_to(LARGEST);

/// Range of numbers that are not negative.
const SIZE: Range = Range::SIZE.up_to(LARGEST);

impl WorldOptions {
    pub const TIME_STEP: Field<Self> = row!(time_step, "Time step", "Duration of a frame.")
        .unit(Unit::SECONDS)
        .number(POSITIVE, 1.0 / 60.0)
        .default(Value::Number(1.0 / 60.0));

    pub const STEPS: Field<Self> = row!(steps, "Frames", "Number of frames after the start.")
        .number(Range::SIZE.up_to(1e6), 120.0)
        .default(Value::Count(120));

    pub const SUBSTEPS: Field<Self> = row!(substeps, "Substeps", "Number of solves per frame.")
        .number(Range::COUNT.up_to(LARGEST), 1.0)
        .default(Value::Count(1));

    pub const ITERATIONS: Field<Self> = row!(iterations, "Iterations", "Passes over all constraints per solve.")
        .number(Range::COUNT.up_to(LARGEST), 10.0)
        .default(Value::Count(10))
        .unless(conflict_with_direct);

    pub const WARM_START: Field<Self> = row!(
        warm_start,
        "Solves",
        "Whether a solve starts from the impulses of the previous solve. Not allowed with `clamp: each`."
    )
    .default(Value::Flag(true))
    .unless(conflict_with_cold_start);

    pub const POSITION: Field<Self> = row!(position, "Positions", "Method that corrects overlaps and joint errors.")
        .unless(|options, _| {
            let is_soft_and_direct = options.solver == WorldSolver::Direct && options.position == PositionMode::Soft;
            is_soft_and_direct.then_some("must not be `soft` with `solver: direct`")
        });

    pub const BETA: Field<Self> = row!(beta, "Beta", "Fraction of a position error that a solve corrects, 0 to 1.")
        .number(Range::FRACTION, 0.2)
        .default(Value::Number(0.2))
        .unless(|options, _| (options.position == PositionMode::None).then_some("has no effect with `position: none`"));

    pub const SLOP: Field<Self> = row!(slop, "Slop", "Overlap that is left uncorrected at a contact.")
        .unit(Unit::METERS)
        .number(SIZE, 0.005)
        .default(Value::Number(0.005));

    pub const CONTACT_FREQUENCY: Field<Self> =
        row!(contact_frequency, "Contact f", "Frequency of the contact springs with `position: soft`.")
            .unit(Unit::HERTZ)
            .number(SIZE, 30.0)
            .default(Value::Number(30.0))
            .unless(conflict_without_springs);

    pub const CONTACT_DAMPING_RATIO: Field<Self> =
        row!(contact_damping_ratio, "Contact ζ", "Damping ratio of the contact springs; 1 is critical damping.")
            .number(SIZE, 10.0)
            .default(Value::Number(10.0))
            .unless(conflict_without_springs);

    pub const RESTITUTION_THRESHOLD: Field<Self> =
        row!(restitution_threshold, "Bounces", "Approach speed below which a contact does not bounce.")
            .unit(Unit::METERS_PER_SECOND)
            .number(SIZE, 1.0)
            .default(Value::Number(1.0));

    pub const SPECULATIVE: Field<Self> =
        row!(speculative, "Speculative", "Largest gap at which a point counts as a contact.")
            .unit(Unit::METERS)
            .number(SIZE, 0.01)
            .default(Value::Number(0.0));

    /// Returns the duration of a frame, seconds.
    pub fn time_step(&self) -> f64 {
        Self::TIME_STEP.number_of(self)
    }

    /// Returns the number of frames after the start.
    pub fn steps(&self) -> u32 {
        Self::STEPS.number_of(self) as u32
    }

    /// Returns the number of solves per frame.
    pub fn substeps(&self) -> u32 {
        Self::SUBSTEPS.number_of(self) as u32
    }

    /// Returns the number of passes over all constraints per solve.
    pub fn iterations(&self) -> u32 {
        Self::ITERATIONS.number_of(self) as u32
    }

    /// Returns whether a solve starts from the impulses of the previous solve.
    pub fn warm_start(&self) -> bool {
        Self::WARM_START.flag_of(self)
    }
}

impl Options for WorldOptions {
    const FIELDS: &'static [Field<Self>] = &[
        Self::TIME_STEP,
        Self::STEPS,
        Self::SUBSTEPS,
        row!(solver, "Solver", "Method that computes the impulses: one constraint after the other, or all at once."),
        Self::ITERATIONS,
        Self::WARM_START,
        row!(
            clamp,
            "Clamp",
            "Impulse that is clamped to its bounds: the sum of all iterations, or each alone; `accumulated` if absent."
        )
        .unless(conflict_with_direct),
        row!(
            order,
            "Order",
            "Order in which contacts are solved. `colors`: contacts that share no moving body are grouped, and four of \
             a group are solved at once."
        ),
        Self::POSITION,
        Self::BETA,
        Self::SLOP,
        Self::CONTACT_FREQUENCY,
        Self::CONTACT_DAMPING_RATIO,
        Self::RESTITUTION_THRESHOLD,
        Self::SPECULATIVE,
    ];
}
