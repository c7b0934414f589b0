//! How a world is run, in this precision: ranges and defaults are those of [`WorldOptions`].

use super::super::prelude::*;
use crate::ask::{self, Clamp, Field, SolveOrder, WorldOptions, WorldSolver};

/// How a solve finds its impulses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Solver {
    /// Row by row, over and over.
    Sequential {
        /// Over all constraints, ≥ 1.
        iterations: u32,
        /// Whether a solve begins with the impulses of the last one.
        warm_start: bool,
        /// What each iteration is held to.
        clamp: Clamp,
        /// In which order contacts are solved.
        order: SolveOrder,
    },
    /// The whole system at once.
    Direct,
}

/// What is done about errors of position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PositionMode {
    /// They are part of the velocity that a row aims at.
    Baumgarte,
    /// A velocity of their own mends them and is thrown away.
    Split,
    /// Contacts are stiff damped springs; a last pass without them takes out what the springs added.
    Soft {
        /// Hz, ≥ 0.
        frequency: Real,
        /// ≥ 0.
        damping_ratio: Real,
    },
    /// Nothing.
    None,
}

/// How a world is run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// Seconds of a frame, > 0.
    pub time_step: Real,
    /// Frames after the start.
    pub steps: u32,
    /// Solves in a frame, ≥ 1.
    pub substeps: u32,
    /// How impulses are found.
    pub solver: Solver,
    /// What is done about errors of position.
    pub position: PositionMode,
    /// The share of an error of position that a solve mends, 0 to 1.
    pub beta: Real,
    /// Depth that contacts are left with, meters, ≥ 0.
    pub slop: Real,
    /// Slower approaches do not bounce, m/s, ≥ 0.
    pub restitution_threshold: Real,
    /// Points up to this far apart are contacts too, meters, ≥ 0.
    pub speculative: Real,
}

impl Default for Options {
    fn default() -> Self {
        Self::from(&WorldOptions::default())
    }
}

impl From<&WorldOptions> for Options {
    fn from(asked: &WorldOptions) -> Self {
        let number = |field: &Field<WorldOptions>| field.number_of(asked) as Real;
        let solver = match asked.solver {
            WorldSolver::Direct => Solver::Direct,
            WorldSolver::Sequential => Solver::Sequential {
                iterations: asked.iterations(),
                warm_start: asked.warm_start(),
                clamp: asked.clamp.unwrap_or_default(),
                order: asked.order,
            },
        };
        let position = match asked.position {
            ask::PositionMode::Baumgarte => PositionMode::Baumgarte,
            ask::PositionMode::Split => PositionMode::Split,
            ask::PositionMode::None => PositionMode::None,
            ask::PositionMode::Soft => PositionMode::Soft {
                frequency: number(&WorldOptions::CONTACT_FREQUENCY),
                damping_ratio: number(&WorldOptions::CONTACT_DAMPING_RATIO),
            },
        };
        Self {
            time_step: number(&WorldOptions::TIME_STEP),
            steps: asked.steps(),
            substeps: asked.substeps(),
            solver,
            position,
            beta: number(&WorldOptions::BETA),
            slop: number(&WorldOptions::SLOP),
            restitution_threshold: number(&WorldOptions::RESTITUTION_THRESHOLD),
            speculative: number(&WorldOptions::SPECULATIVE),
        }
    }
}

impl Options {
    /// `h`, the seconds of a solve.
    pub fn h(&self) -> Real {
        self.time_step / self.substeps as Real
    }

    /// Whether velocities of their own correct positions.
    pub(super) fn splits(&self) -> bool {
        self.position == PositionMode::Split
    }
}
