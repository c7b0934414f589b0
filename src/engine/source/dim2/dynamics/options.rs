//! Options of a world in this precision; ranges and defaults are those of [`WorldOptions`].

use crate::dim2::prelude::*;
use contact_lens_model::ask::{self, Clamp, SolveOrder, WorldOptions, WorldSolver};

/// Method by which a solve finds its impulses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Solver {
    /// Row by row, in several iterations.
    Sequential {
        /// Number of iterations over all constraints, ≥ 1.
        iterations: u32,
        /// Whether a solve starts with the impulses of the previous one; not with [`Clamp::Each`].
        warm_start: bool,
        /// Impulse that each iteration clamps to its bounds.
        clamp: Clamp,
        /// Order in which contacts are solved.
        order: SolveOrder,
    },
    /// All rows at once.
    Direct,
}

/// Correction of position errors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PositionMode {
    /// Position errors are part of a row's target velocity.
    Baumgarte,
    /// Separate velocities correct positions and are then discarded.
    Split,
    /// Contacts are stiff damped springs; a last pass without springs removes the velocity that these added.
    Soft {
        /// Undamped frequency of the spring, Hz, ≥ 0.
        frequency: Real,
        /// Damping ratio, ≥ 0; 1 is critical.
        damping_ratio: Real,
    },
    /// Position errors are not corrected.
    None,
}

/// Options of a world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// Duration of a frame, seconds, > 0.
    pub time_step: Real,
    /// Number of frames of the run; frame 0 is the start and does not count.
    pub steps: u32,
    /// Number of solves per frame, ≥ 1.
    pub substeps: u32,
    /// Method by which impulses are found.
    pub solver: Solver,
    /// Correction of position errors.
    pub position: PositionMode,
    /// Fraction of a position error that a solve corrects, 0 to 1.
    pub beta: Real,
    /// Depth of contacts that is not corrected, meters, ≥ 0.
    pub slop: Real,
    /// Approach speed below which contacts do not bounce, m/s, ≥ 0.
    pub restitution_threshold: Real,
    /// Distance up to which points are contacts, meters, ≥ 0.
    pub speculative: Real,
}

impl Default for Options {
    fn default() -> Self {
        Self::from(&WorldOptions::default())
    }
}

impl From<&WorldOptions> for Options {
    fn from(requested: &WorldOptions) -> Self {
        let solver = match requested.solver {
            WorldSolver::Direct => Solver::Direct,
            WorldSolver::Sequential => Solver::Sequential {
                iterations: requested.iterations(),
                warm_start: requested.warm_start(),
                clamp: requested.clamp.unwrap_or_default(),
                order: requested.order,
            },
        };
        let position = match requested.position {
            ask::PositionMode::Baumgarte => PositionMode::Baumgarte,
            ask::PositionMode::Split => PositionMode::Split,
            ask::PositionMode::None => PositionMode::None,
            ask::PositionMode::Soft => PositionMode::Soft {
                frequency: WorldOptions::CONTACT_FREQUENCY.number_of(requested) as Real,
                damping_ratio: WorldOptions::CONTACT_DAMPING_RATIO.number_of(requested) as Real,
            },
        };
        Self {
            time_step: WorldOptions::TIME_STEP.number_of(requested) as Real,
            steps: requested.steps(),
            substeps: requested.substeps(),
            solver,
            position,
            beta: WorldOptions::BETA.number_of(requested) as Real,
            slop: WorldOptions::SLOP.number_of(requested) as Real,
            restitution_threshold: WorldOptions::RESTITUTION_THRESHOLD.number_of(requested) as Real,
            speculative: WorldOptions::SPECULATIVE.number_of(requested) as Real,
        }
    }
}

impl Options {
    /// Returns `h`, the duration of a solve, seconds.
    pub fn h(&self) -> Real {
        self.time_step / self.substeps as Real
    }

    /// Returns whether separate velocities correct positions.
    pub(super) fn splits(&self) -> bool {
        self.position == PositionMode::Split
    }
}
